import SQLiteAccess

/// The entities that share a table, to tell by a row which one it is of.
final class HierarchyRuntime: Sendable {
    /// The entities that can have rows, with their names as they stand in the column.
    private let entities: [(name: [UInt8], index: Int)]

    /// Where the column with the entity's name stands in a row.
    static let entityPosition: Int32 = 2

    init(_ entities: [(name: String, index: Int)]) {
        self.entities = entities.map { (Array($0.name.utf8), $0.index) }
    }

    /// The place in the model of the entity that the current row names, or nil where no object can be of it.
    /// - Parameter position: the place of the column.
    /// - Throws: `SQLiteError` if SQLite has no memory for the name.
    func entity(of statement: RawStatement, at position: Int32 = HierarchyRuntime.entityPosition) throws -> Int? {
        let value = statement.value(at: position)
        guard value.isText else { return nil }
        let bytes = try value.textBytes
        return entities.first { $0.name.count == bytes.count && $0.name.elementsEqual(bytes) }?.index
    }
}
