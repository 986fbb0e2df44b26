import Observation

/// A property of an object, as observers name it.
enum ObservedProperty: Hashable, Sendable {
    /// An attribute or a to-one relationship with a key: its column, of a composite the first one.
    case column(ColumnIndex)
    /// A relationship whose keys are in other tables.
    case members(RelationshipIndex)
    /// The place of a transient attribute among those of the class, inherited ones first.
    case transient(Int)
    case isInserted, isUpdated, isDeleted, hasChanges
}

extension ManagedObject: Observable {}

extension ManagedObject {
    /// The standard library identifies properties by key paths. One subscript serves all properties of all classes, so generated code needs
    /// no key paths of its own.
    final subscript(observed property: ObservedProperty) -> Void { () }
}

extension EntityRuntime {
    /// The column that stands for the property of a column: for a part of a composite, the first column of the composite.
    func observedColumn(of column: ColumnIndex) -> ColumnIndex {
        guard let name = columns[column].compositeName else { return column }
        var first = column
        while first.rawValue > 0 {
            let previous = ColumnIndex(rawValue: first.rawValue - 1)
            guard columns[previous].property == name || columns[previous].compositeName == name else { break }
            first = previous
        }
        return first
    }
}

extension ColumnRuntime {
    /// The name of the composite whose part the column stores.
    fileprivate var compositeName: Substring? {
        property.contains(".") ? property.prefix { $0 != "." } : nil
    }
}
