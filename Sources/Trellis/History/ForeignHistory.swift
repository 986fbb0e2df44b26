import GRDB
import SQLiteAccess

/// Reads from the change history what other containers, processes and plain SQL have written.
///
/// Unchecked, because the compiler does not know that `last` is used only on the connection that writes.
final class ForeignHistory: @unchecked Sendable {
    /// Identifies this container in the transactions that it records.
    let writer = Int64.random(in: .min ... .max)
    private let model: ModelRuntime
    /// Where the changes come from: no context of the container.
    private let origin = ContextToken()
    /// The newest change that was read.
    private var last: Int64

    /// Receivers that have to read more rows than this read everything that they show, which is cheaper.
    private static let limit: Int64 = 10_000

    /// - Parameter database: the connection that writes. Only later changes are read.
    /// - Throws: `SQLiteError`
    init(_ model: ModelRuntime, _ database: Database) throws {
        self.model = model
        last = try HistoryRecorder.newest(StatementExecutor(database))
    }

    /// The number of the newest change, of this container or of another client.
    /// - Throws: `SQLiteError`; ``StoreError``
    func newest(_ database: Database) throws -> Int64 { try HistoryRecorder.newest(StatementExecutor(database)) }

    /// The changes of others since the last call.
    /// - Returns: nil if they are too many, or were purged.
    /// - Throws: `SQLiteError`; ``StoreError``
    func changes(_ database: Database) throws -> SavedChanges? {
        // One state of the store: others may write and purge meanwhile.
        try database.transaction(.deferred) { try changes(StatementExecutor($0)) }
    }

    private func changes(_ executor: StatementExecutor) throws -> SavedChanges? {
        let first = last
        let newest = try HistoryRecorder.newest(executor)
        last = newest
        guard newest - first <= Self.limit, try HistoryQuery(executor, of: model).hasAll(after: first) else { return nil }
        var report = SavedChanges(origin: origin)
        report.isLate = true
        var relinked: [Int: Set<Int64>] = [:]
        var written = Set<ObjectID>()
        for row in try HistoryQuery(executor, of: model).rows(after: first, notBy: writer) {
            guard let entity = model.entity(named: row.id.entity) else { continue }
            switch row.operation {
            case .insert: report.inserted.append(row.id)
            case .update:
                let kind = RecordedUpdate(row, of: entity, in: model)
                switch kind {
                case .ofValues, .ofPlace: report.updated.append(row.id)
                case .ofDerivedValues: report.recomputed.insert(row.id)
                case .ofMembers: break
                }
                if kind == .ofPlace { report.versioned.insert(row.id) } else if kind == .ofValues { written.insert(row.id) }
            case .delete: report.deleted.append(row.id)
            }
            for relationship in entity.toOne {
                let name = relationship.descriptor.name
                if let key = row.formerKeys[name] { note(key, relationship, &report) }
                if row.operation == .insert || row.properties.contains(name) { relinked[entity.root, default: []].insert(row.id.key) }
            }
            let isConnected = entity.inverseSides.contains { $0.join != nil && row.properties.contains($0.descriptor.name) }
            if isConnected { report.reconnected.insert(row.id) }
        }
        for (root, keys) in relinked { try noteOwners(of: keys, in: root, &report, executor) }
        report.reconnected.subtract(report.deleted)
        report.versioned.subtract(written)
        return report
    }

    /// Notes an object with another member than before.
    private func note(_ key: Int64, _ relationship: EntityRuntime.ToOneRuntime, _ report: inout SavedChanges) {
        guard case .members = relationship.inverse else { return }
        report.reconnected.insert(model.entities[relationship.destination].id(key))
    }

    /// Notes the present owners of rows that are new or have another key.
    private func noteOwners(
        of keys: Set<Int64>, in root: Int, _ report: inout SavedChanges, _ executor: StatementExecutor
    ) throws {
        var columns: [String: EntityRuntime.ToOneRuntime] = [:]
        for entity in model.entities where entity.root == root {
            for relationship in entity.toOne { columns[relationship.descriptor.column] = relationship }
        }
        let names = columns.keys.sorted()
        let list = names.map { SQL.identifier($0) }.joined(separator: ", ")
        let table = SQL.identifier(model.entities[root].descriptor.table)
        let sql = "SELECT \(list) FROM \(table) WHERE _id IN \(KeyStatements.given)"
        try executor.query(sql, KeyStatements.json(keys)) { row in
            while try row.step() {
                for (place, name) in names.enumerated() where row.value(at: Int32(place)).isInteger {
                    if let relationship = columns[name] { note(row.integer(at: Int32(place)), relationship, &report) }
                }
            }
        }
    }
}
