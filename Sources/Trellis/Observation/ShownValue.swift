import SQLiteAccess

/// What a property of an object shows, kept to find out later whether it shows the same.
///
/// It holds objects and not their keys, because a save gives new objects other keys.
enum ShownValue {
    /// The stored forms of an attribute: several for a composite.
    case values([SQLiteValue])
    /// The destination of a to-one relationship with a key: the object, or the key of one that is not loaded; 0 for nil.
    case destination(ManagedObject?, key: Int64)
    /// The members of a loaded relationship.
    case members([ManagedObject])
    /// What is not loaded, or cannot be compared. It equals nothing, so that no change of it is lost.
    case unknown

    var isKnown: Bool {
        if case .unknown = self { false } else { true }
    }

    /// What a property shows now. Nothing is loaded.
    init(of property: ObservedProperty, in object: ManagedObject) {
        self.init(property, object) { object.isLoaded($0) }
    }

    /// What a property shows, or has shown until the database might derive another value. Nothing is loaded.
    init(lastOf property: ObservedProperty, in object: ManagedObject) {
        // An object keeps such a value until it reads the next one.
        self.init(property, object) { object.isLoaded($0) || object.scope.entity.columns[$0].derivation?.isByDatabase == true }
    }

    private init(_ property: ObservedProperty, _ object: ManagedObject, isKnown: (ColumnIndex) -> Bool) {
        let entity = object.scope.entity
        switch property {
        case .column(let column) where entity.columns[column].toOne != nil:
            let reference = object[_reference: column]
            let key = object.visibleKey(reference, column)
            self = .destination(key == 0 ? nil : reference.object, key: key)
        case .column(let first):
            let columns = entity.columns.indices[first...].prefix { entity.observedColumn(of: $0) == first }
            // Two values of a Codable type may differ and have one text.
            let canBeCompared = columns.allSatisfy { isKnown($0) && entity.columns[$0].type != .json }
            self = canBeCompared ? .values(columns.map(object.writtenValue)) : .unknown
        case .members(let number):
            guard let storage = object.loadedStorage(number), storage.isLoaded else {
                self = .unknown
                return
            }
            self = .members(storage.members.filter { !$0.isRemoved })
        case .transient, .isInserted, .isUpdated, .isDeleted, .hasChanges:
            self = .unknown
        }
    }

    /// Whether the property of an object shows this now.
    func isShown(by object: ManagedObject, _ property: ObservedProperty) -> Bool {
        switch (self, ShownValue(lastOf: property, in: object)) {
        case (.values(let before), .values(let now)):
            return before.count == now.count && zip(before, now).allSatisfy { $0.isSame(as: $1) }
        case (.destination(let before, let key), .destination(let now, let newKey)):
            if let before, let now { return before === now }
            // The object may have been loaded meanwhile. A key from before a save is that of an object that this holds.
            return (before?.key ?? key) == (now?.key ?? newKey)
        case (.members(let before), .members(let now)):
            guard before.count == now.count else { return false }
            if before.elementsEqual(now, by: ===) { return true }
            return !property.hasOrder(in: object.scope.entity) && Set(before) == Set(now)
        default:
            return false
        }
    }
}

extension ObservedProperty {
    /// Whether the order of a relationship's members counts.
    fileprivate func hasOrder(in entity: EntityRuntime) -> Bool {
        if case .members(let number) = self { entity.inverseSides[number].order != nil } else { false }
    }
}
