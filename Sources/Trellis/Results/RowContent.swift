import Predicates
import SQLiteAccess

/// What a row of a list in a child context shows, in a form that can be compared later.
///
/// Versions of rows do not tell it there: an unsaved edit above leaves the version as it is, and the save of what the list shows already
/// raises it.
struct RowContent {
    /// The sum of a hash for each value, so that one value can be exchanged for another.
    private var digest = 0
    /// The keys of objects that are not saved, by the places of the values. A save gives them others.
    private var unsavedKeys: [Int: Int64] = [:]
    /// What contexts have changed of lazy values: nil for a row without unsaved changes, 0 for one with other changes.
    private var lazyChanges: Int?
    private let version: Int64

    /// - Parameters:
    ///   - values: those of the columns of the query.
    ///   - lazyChanges: the hash of the lazy values that a context has changed; nil if no context has unsaved changes of the row.
    init(_ values: some Sequence<SQLiteValue>, version: Int64, of columns: ContentColumns, lazyChanges: Int?) {
        self.version = version
        self.lazyChanges = lazyChanges
        for (place, value) in values.enumerated() {
            digest &+= value.contentHash(at: place)
            if columns.areKeys[place], case .integer(let key) = value, key < 0 || InheritedKey.isInherited(key) { unsavedKeys[place] = key }
        }
    }

    /// Whether a row shows something else now.
    /// - Parameters:
    ///   - new: what it shows now.
    ///   - permanentKeys: the keys of saved objects, by the keys that they had before.
    func differs(from new: RowContent, _ permanentKeys: [Int64: Int64], hasLazyColumns: Bool) -> Bool {
        var digest = digest
        for (place, key) in unsavedKeys {
            guard let permanent = permanentKeys[key] else { continue }
            digest &+= SQLiteValue.integer(permanent).contentHash(at: place) &- SQLiteValue.integer(key).contentHash(at: place)
        }
        return digest != new.digest || hasLazyColumns && hasOtherLazyValues(than: new)
    }

    /// Lazy values are not read for a list, so the version tells whether others have written them.
    private func hasOtherLazyValues(than new: RowContent) -> Bool {
        switch (lazyChanges, new.lazyChanges) {
        case (nil, nil): version != new.version
        case (nil, let changes?): changes != 0 || version != new.version
        case (let before?, let now?): before != now
        // A save has written the changes, or they were taken back.
        case (let changes?, nil): changes != 0 && version == new.version
        }
    }
}

/// The columns whose values make the content of a row: those of the fetched entity and of all that inherit from it, without values that
/// the database derives and without lazy ones.
struct ContentColumns {
    let paths: [ResolvedPath]
    /// Whether each of them holds the key of another object.
    let areKeys: [Bool]
    let haveLazyOnes: Bool

    init(of entity: EntityRuntime, in model: ModelRuntime) {
        let kinds = model.entities.filter { $0.isKind(of: entity) }
        var (paths, areKeys, names) = ([ResolvedPath](), [Bool](), Set<String>())
        for column in kinds.flatMap(\.columns) where !column.isReadOnUse && !column.isDerivedText && names.insert(column.name).inserted {
            // A column of an entity that inherits has no path from the fetched one, but is in the same table.
            var path = ResolvedPath.ownVersion
            (path.property, path.column, path.type, path.isNullable) = (column.property, column.name, column.type, true)
            paths.append(path)
            areKeys.append(column.toOne != nil)
        }
        (self.paths, self.areKeys) = (paths, areKeys)
        haveLazyOnes = kinds.contains { $0.columns.contains(where: \.isLazy) }
    }
}

extension ManagedObjectContext {
    /// The hashes of the lazy values that this context and those above it have changed, by the keys of all rows of a table with unsaved
    /// changes.
    func unsavedLazyValues(root: Int) -> [Int64: Int] {
        var hashes: [Int64: Int] = [:]
        var decided: [Int64: Set<ColumnIndex>] = [:]
        for context in [self] + Array(ancestors) {
            for object in context.changeSet.listedObjects
            where object.scope.entity.root == root && (object.isNew || object.hasColumnChanges) {
                let key = context === self ? object.key : InheritedKey.key(inChildFor: object.key)
                hashes[key, default: 0] &+= 0
                for (column, runtime) in object.scope.entity.columns.numbered where runtime.isLazy {
                    guard object.isNew || object.changes.contains(column), object.isLoaded(column) else { continue }
                    guard decided[key, default: []].insert(column).inserted else { continue }
                    hashes[key, default: 0] &+= object.storedValue(column).contentHash(at: column.rawValue)
                }
            }
        }
        return hashes
    }
}

extension SQLiteValue {
    /// A hash that is the same for values that are the same to SQLite. Swift calls some texts equal that the store tells apart.
    fileprivate func contentHash(at place: Int) -> Int {
        var hasher = Hasher()
        hasher.combine(place)
        if case .text(var text) = self {
            hasher.combine(1)
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        } else {
            hasher.combine(self)
        }
        return hasher.finalize()
    }
}
