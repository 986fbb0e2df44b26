import SQLiteAccess

/// An object of a model: the base of every generated class.
///
/// An object belongs to one context and stays in its isolation domain; what crosses is its ``objectID``. Members whose names
/// begin with an underscore are for generated code.
open class ManagedObject {
    /// The context's objects of this entity; it outlives the context, so that an object does not dangle.
    @usableFromInline @exclusivity(unchecked) final let scope: EntityScope
    @exclusivity(unchecked) final var key: Int64
    /// The version of the row that was read or last written; 0 before the first save.
    @exclusivity(unchecked) final var rowVersion: Int64
    @exclusivity(unchecked) final var changes = ChangeMask()
    @exclusivity(unchecked) final var state: State
    /// Whether the context's list of updated objects has this object, which may have lost its changes since.
    @exclusivity(unchecked) final var isListed = false
    /// Whether the context's list of owners with changed members has this object.
    @exclusivity(unchecked) final var hasMemberChanges = false
    /// Whether the context has an ``ObjectObservation`` of this object.
    @exclusivity(unchecked) final var isObserved = false
    /// What is known of the relationships whose keys stand elsewhere, by their numbers; empty until one is touched.
    @exclusivity(unchecked) final var memberStorages: IndexedList<RelationshipIndex, MemberStorage?> = []

    enum State: UInt8 {
        /// As it is in the store, apart from ``changes``.
        case saved
        /// Not yet in the store.
        case inserted
        /// To be deleted by the next save.
        case deleted
        /// Not in the store any more, or never to be: deleted and saved, or deleted before it was ever saved.
        case gone
    }

    /// The library's description of the entity.
    open class var entityDescriptor: EntityDescriptor { EntityDescriptor(name: "", table: "") }

    /// For generated code: an object of a row, or with a context's `_insertion` one that its next save inserts. One initializer serves
    /// both because the compiler gives every class a stub for each one that it does not have itself: a tenth of its code.
    @_spi(Generated) public required init(_row row: inout RowReader) {
        if row.isInsertion, let context = row.scope.context {
            scope = context.scope(forNew: Self.self)
            key = context.takeTemporaryKey()
            rowVersion = 0
            state = .inserted
            context.changeSet.noteInserted(self)
            scope.registry.noteUnsaved(self)
            if scope.isFollowed { noteLifeForResults() }
            if scope.recordsUndo { recordInsertion() }
        } else {
            scope = row.scope
            key = row.key(at: 0)
            rowVersion = row.version()
            state = .saved
        }
    }

    deinit {
        if isObserved { scope.context?.observation.forget(ObjectIdentifier(self)) }
    }

    // MARK: What generated classes override

    /// Gives the value of a column to `writer`.
    @_spi(Generated) open func _write(_ column: ColumnIndex, to writer: inout ColumnWriter) {}

    /// Takes the value of a column from `row`, where it stands at place 1: of one that is not read with its object.
    @_spi(Generated) open func _read(_ column: ColumnIndex, from row: inout RowReader) {}

    /// Copies all stored values of `other`, an object of the same class.
    @_spi(Generated) open func _takeValues(from other: ManagedObject) {}

    /// Whether the value of a lazy attribute is known, or that of one which the database derives still the store's.
    @_spi(Generated) open func _isLoaded(_ column: ColumnIndex) -> Bool { true }

    /// The reference that a to-one relationship's column holds.
    @_spi(Generated) open subscript(_reference column: ColumnIndex) -> ToOneReference {
        get { ToOneReference() }
        set {}
    }
}

/// An object is not Sendable: it is one domain's view of a row.
@available(*, unavailable)
extension ManagedObject: @unchecked Sendable {}

extension ManagedObject: Hashable {
    /// Objects are equal when they are the same instance: a context has one for each row.
    public static func == (left: ManagedObject, right: ManagedObject) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

// MARK: - What an object tells

extension ManagedObject {
    /// The object's identity.
    public final var objectID: ObjectID { scope.id(key, of: scope.entity) }

    /// The context that the object belongs to; nil once that is gone.
    public final var managedObjectContext: ManagedObjectContext? { scope.context }

    /// Whether the next save inserts the object.
    public final var isInserted: Bool {
        if scope.notifiesObservers { access(.isInserted) }
        return isNew
    }

    /// Whether the next save updates the object.
    public final var isUpdated: Bool {
        if scope.notifiesObservers { access(.isUpdated) }
        return hasColumnChanges
    }

    /// Whether the next save deletes the object, or an earlier one did.
    public final var isDeleted: Bool {
        if scope.notifiesObservers { access(.isDeleted) }
        return isRemoved
    }

    /// Whether the next save has something to do for the object: for its row, or for connections and an order of members that
    /// stand elsewhere.
    public final var hasChanges: Bool {
        if scope.notifiesObservers { access(.hasChanges) }
        return hasUnsavedChanges
    }

    // What the library reads itself is not observed.

    final var isNew: Bool { state == .inserted }
    final var hasColumnChanges: Bool { state == .saved && !changes.isEmpty }
    final var isRemoved: Bool { state == .deleted || state == .gone }
    final var hasUnsavedChanges: Bool { isNew || hasColumnChanges || state == .deleted || hasConnectionChanges }

    /// Whether connections were made or undone, or members came in or changed places, where the members do not say so themselves.
    final var hasConnectionChanges: Bool {
        state != .gone && hasMemberChanges && memberStorages.contains { $0?.hasChanges == true }
    }
}

// MARK: - Changes

/// The columns that were changed since the last save. The last bit stands for every column from 63 on, so an entity may have
/// any number of them.
struct ChangeMask: Hashable {
    private var bits: UInt64 = 0

    private static let lastBit: ColumnIndex = 63

    var isEmpty: Bool { bits == 0 }

    /// Whether a column has its bit together with others.
    static func isShared(_ column: ColumnIndex) -> Bool { column >= lastBit }

    /// Whether a bit stands for several of an entity's columns.
    static func sharesBits(_ columns: EntityRuntime.Columns) -> Bool { columns.count > lastBit.rawValue }

    /// Whether it may stand for more columns than have changed.
    var isInexact: Bool { contains(Self.lastBit) }

    func contains(_ column: ColumnIndex) -> Bool {
        bits & (1 << UInt64(min(column.rawValue, Self.lastBit.rawValue))) != 0
    }

    mutating func insert(_ column: ColumnIndex) {
        bits |= 1 << UInt64(min(column.rawValue, Self.lastBit.rawValue))
    }

    /// Forgets the change of a column. The caller knows that no other column with its bit has changed.
    mutating func remove(_ column: ColumnIndex) {
        bits &= ~(1 << UInt64(min(column.rawValue, Self.lastBit.rawValue)))
    }

    mutating func removeAll() {
        bits = 0
    }

    /// The columns that have changed.
    func columns(among columns: EntityRuntime.Columns) -> [ColumnIndex] {
        columns.indices.filter(contains)
    }
}

extension ManagedObject {
    /// For generated code: notes that a column is about to change.
    @_spi(Generated) public final func _willChange(_ column: ColumnIndex) {
        if isObserved { reportChange(of: column) }
        if !isListed, state == .saved {
            isListed = true
            scope.context?.changeSet.noteUpdated(self)
        }
        changes.insert(column)
        scope.registry.noteUnsaved(self)
    }

    /// For generated code: sets an attribute.
    @inlinable
    @_spi(Generated) public final func _change<Value: Equatable>(_ column: ColumnIndex, _ storage: inout Value, to value: Value) {
        guard storage != value else { return }
        let isChangedAgain = _willChange(column, from: storage)
        storage = value
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }

    /// For generated code: sets a string. Swift calls two spellings of the same character equal; the store does not.
    @inlinable
    @_spi(Generated) public final func _change(_ column: ColumnIndex, _ storage: inout String, to value: String) {
        guard !storage.utf8.elementsEqual(value.utf8) else { return }
        let isChangedAgain = _willChange(column, from: storage)
        reportTexts(derivedFrom: column, old: storage, new: value)
        storage = value
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }

    /// For generated code: sets an optional string.
    @inlinable
    @_spi(Generated) public final func _change(_ column: ColumnIndex, _ storage: inout String?, to value: String?) {
        if let old = storage, let value, old.utf8.elementsEqual(value.utf8) { return }
        if storage == nil, value == nil { return }
        let isChangedAgain = _willChange(column, from: storage)
        reportTexts(derivedFrom: column, old: storage, new: value)
        storage = value
        if isChangedAgain { _didChangeAgain(column, to: value) }
    }

    /// For generated code: sets a value that is stored as JSON. Its type may have no `==`, and its `==` may call equal what has
    /// another text, so that setting it is always a change.
    @_spi(Generated) public final func _replace<Value>(_ column: ColumnIndex, _ storage: inout Value?, to value: Value?) {
        if storage == nil, value == nil { return }
        _willChange(column, from: storage)
        storage = value
    }

    /// For generated code: a required value that is stored as JSON, or a required composite.
    @_spi(Generated) public final func _present<Value>(_ storage: Value?) -> Value {
        // An object whose row cannot be read never reaches a caller.
        guard let storage else { stopProgram("the row of \(objectID) could not be read") }
        return storage
    }

    /// A column's value as it is given to SQLite, which stores NULL for a number that is none.
    final func writtenValue(_ column: ColumnIndex) -> SQLiteValue {
        var writer = ColumnWriter()
        _write(column, to: &writer)
        return writer.captured
    }

    /// The stored form of a column's value.
    final func storedValue(_ column: ColumnIndex) -> SQLiteValue {
        if !isLoaded(column) { return unloadedValue(column) }
        let value = writtenValue(column)
        if case .real(let number) = value, number.isNaN { return .null }
        return value
    }
}
