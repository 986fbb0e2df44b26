import Predicates
import SchemaModel

/// The change history of a store: its tables, and what triggers record of each table of the model.
public struct HistoryLayout: Sendable, Hashable {
    /// The recorded tables of entities.
    public var tables: [RecordedTable]
    /// The recorded join tables.
    public var joinTables: [RecordedJoinTable]

    /// The table of the changes.
    public static let changes = "_trellis_history"
    /// The table of the transactions that contexts have written, with their authors.
    public static let transactions = "_trellis_history_transaction"
    /// The table of the registered readers.
    public static let readers = "_trellis_history_reader"
    /// All of its tables.
    public static let tableNames = [changes, transactions, readers]

    /// A table of entities whose changes are recorded.
    public struct RecordedTable: Sendable, Hashable {
        public var name: String
        /// The entity of all rows; nil if a column holds it.
        public var entity: String?
        /// The columns with the properties that they store, in the table's order.
        public var columns: [RecordedColumn]
        /// The columns whose values a deletion keeps.
        public var preserved: [PreservedColumn]
    }

    /// A column with the property that it stores.
    public struct RecordedColumn: Sendable, Hashable {
        public var name: String
        public var property: String
        /// Whether it is the key of a to-one relationship.
        public var isKey = false
    }

    /// A column whose values a deletion keeps.
    public struct PreservedColumn: Sendable, Hashable {
        public var name: String
        public var property: String
        public var type: ColumnType
        /// The rows that have it, by their column `_entity`; nil for all.
        public var kinds: [String]?
    }

    /// A join table whose connections are recorded as changes of the rows at both ends.
    public struct RecordedJoinTable: Sendable, Hashable {
        public var name: String
        public var ends: [End]
        /// The columns with the keys of both ends.
        public var keys: [String]
        /// The columns with the places of ordered members.
        public var positions: [String]

        /// An end that has a relationship.
        public struct End: Sendable, Hashable {
            /// The table of its rows, and the column of the join table with their keys.
            public var table: String
            public var column: String
            /// The entity of all rows of the table; nil if a column holds it.
            public var entity: String?
            public var relationship: String
        }
    }
}

/// Decides what the change history of a model records.
enum HistoryPlanner {
    /// The layout of the history; nil if the model has none.
    static func layout(of model: Model, _ tables: [Table], _ joinTables: [JoinTable]) -> HistoryLayout? {
        guard model.hasHistory else { return nil }
        let entities = Dictionary(tables.map { ($0.name, $0.soleEntity) }, uniquingKeysWith: { first, _ in first })
        return HistoryLayout(
            tables: tables.map { recorded($0, in: model) },
            joinTables: joinTables.map { table in
                // Both rows of a mirrored pair are recorded, so one end of each is enough.
                let ends = table.isMirrored ? [table.source] : [table.source, table.target]
                return .init(
                    name: table.name,
                    ends: ends.compactMap { end in
                        end.relationship.map {
                            .init(table: end.table, column: end.column, entity: entities[end.table] ?? nil, relationship: $0)
                        }
                    },
                    keys: [table.source.column, table.target.column],
                    positions: [table.source.position, table.target.position].compactMap(\.self))
            })
    }

    private static func recorded(_ table: Table, in model: Model) -> HistoryLayout.RecordedTable {
        let columns = table.columns.map { column in
            let isKey = model.entity(named: column.entity)?.relationships.contains { $0.name.text == column.property } == true
            return HistoryLayout.RecordedColumn(name: column.name, property: column.property, isKey: isKey)
        }
        // A new place among ordered members is a change of the relationship to their owner.
        let positions = table.positions.map { HistoryLayout.RecordedColumn(name: $0.name, property: $0.relationship) }
        return .init(
            name: table.name, entity: table.soleEntity, columns: columns + positions,
            preserved: table.entities.compactMap(model.entity).flatMap { preserved(of: $0, table, in: model) })
    }

    private static func preserved(of entity: Entity, _ table: Table, in model: Model) -> [HistoryLayout.PreservedColumn] {
        let kinds =
            entity.parent == nil ? nil : model.subtree(of: entity).filter { !$0.isAbstract }.map(\.name.text).sorted()
        return entity.storedAttributes.filter { $0.path[0].isPreserved }.compactMap { stored in
            table.column(for: stored.name.text, of: entity.name.text).map {
                .init(name: $0.name, property: $0.property, type: $0.type, kinds: kinds)
            }
        }
    }
}

extension Table {
    /// The entity of all its rows; nil if a column holds each row's entity.
    fileprivate var soleEntity: String? { hasEntityColumn ? nil : entities.first }
}
