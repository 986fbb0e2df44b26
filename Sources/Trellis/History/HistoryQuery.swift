import Foundation
import GRDB
import SQLiteAccess

/// Reads recorded changes.
struct HistoryQuery {
    private let executor: StatementExecutor
    private let model: ModelRuntime

    init(_ executor: StatementExecutor, of model: ModelRuntime) {
        self.executor = executor
        self.model = model
    }

    /// Where a result ends.
    struct End {
        /// The last change; nil for the newest.
        var last: HistoryToken?
        /// The greatest number of changes; nil for all.
        var limit: Int?
    }

    /// - Parameter entities: the names of the entities; nil for all.
    /// - Throws: ``HistoryError``; `SQLiteError`
    func changes(after token: Int64, _ end: End, of entities: [String]? = nil) throws -> [HistoryChange] {
        try checkPresence(after: token)
        var condition = "c.token > ? AND c.token <= ?"
        // A change of an entity that the model has no more has no name.
        condition += entities.map { " AND c.entity IN (\($0.map(SQL.literal).joined(separator: ", ")))" } ?? " AND c.entity <> ''"
        let sql = """
            SELECT c.token, c.operation, c.entity, c.id, c.properties, c.preserved, t.first_token, t.last_token, t.time, t.author, t.context,
              c.former_keys
            FROM _trellis_history AS c LEFT JOIN _trellis_history_transaction AS t ON \(Self.isOfTransaction)
            WHERE \(condition) ORDER BY c.token LIMIT ?
            """
        return try executor.query(sql, token, end.last?.number ?? Int64.max, Int64(end.limit ?? -1)) { row in
            var changes = [HistoryChange]()
            while try row.step() { if let change = try change(row) { changes.append(change) } }
            return changes
        }
    }

    private func checkPresence(after token: Int64) throws {
        let newest = try HistoryRecorder.newest(executor)
        if token > newest { throw HistoryError.unknownToken(HistoryToken(token), newest: HistoryToken(newest)) }
        if try !hasAll(after: token) { throw HistoryError.purged(after: HistoryToken(token), newest: HistoryToken(newest)) }
    }

    /// Whether no change after a token was purged. Tokens follow each other without a gap, and the newest change is never purged, so a
    /// gap means that changes are gone.
    /// - Throws: `SQLiteError`
    func hasAll(after token: Int64) throws -> Bool {
        try executor.query("SELECT min(token) FROM _trellis_history WHERE token > ?", token) { row in
            guard try row.step(), row.value(at: 0).isInteger else { return true }
            return row.integer(at: 0) == token + 1
        }
    }

    /// The changes after a token that another container has written, or plain SQL.
    /// - Throws: `SQLiteError`
    func rows(after token: Int64, notBy writer: Int64) throws -> [ChangedRow] {
        let sql = """
            SELECT c.operation, c.entity, c.id, c.properties, c.former_keys FROM _trellis_history AS c
            LEFT JOIN _trellis_history_transaction AS t ON \(Self.isOfTransaction)
            WHERE c.token > ? AND t.writer IS NOT ? ORDER BY c.token
            """
        return try executor.query(sql, token, writer) { row in
            var rows = [ChangedRow]()
            while try row.step() {
                guard let operation = HistoryChange.Operation(rawValue: try row.value(at: 0).text) else { continue }
                rows.append(
                    ChangedRow(
                        operation: operation, id: model.id(row.integer(at: 2), ofEntityNamed: try row.value(at: 1).text),
                        properties: try Self.names(row.value(at: 3)), formerKeys: try Self.keys(row.value(at: 4))))
            }
            return rows
        }
    }

    /// A recorded change without its transaction.
    struct ChangedRow {
        let operation: HistoryChange.Operation
        let id: ObjectID
        let properties: Set<String>
        /// The keys that to-one relationships had before.
        let formerKeys: [String: Int64]
    }

    /// Joins a change `c` with its transaction `t`.
    private static let isOfTransaction = """
        t.last_token = (SELECT min(last_token) FROM _trellis_history_transaction WHERE last_token >= c.token)
          AND t.first_token <= c.token
        """

    /// `name home.city `
    private static func names(_ value: RawValue) throws -> Set<String> {
        value.isNull ? [] : Set(try value.text.split(separator: " ").map(String.init))
    }

    /// `customer 5 boss 7 `
    private static func keys(_ value: RawValue) throws -> [String: Int64] {
        if value.isNull { return [:] }
        let words = try value.text.split(separator: " ")
        let pairs = stride(from: 0, to: words.count - 1, by: 2).compactMap { place in
            Int64(words[place + 1]).map { (String(words[place]), $0) }
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// The change of a statement's current row; nil for an operation that this library does not know.
    private func change(_ row: RawStatement) throws -> HistoryChange? {
        guard let operation = HistoryChange.Operation(rawValue: try row.value(at: 1).text) else { return nil }
        let preserved = row.value(at: 5)
        return HistoryChange(
            token: HistoryToken(row.integer(at: 0)), operation: operation,
            objectID: model.id(row.integer(at: 3), ofEntityNamed: try row.value(at: 2).text),
            changedProperties: try Self.names(row.value(at: 4)),
            transaction: try transaction(row),
            preserved: preserved.isNull ? [:] : try Self.values(preserved.text, of: row.integer(at: 0)),
            formerKeys: try Self.keys(row.value(at: 11)))
    }

    private func transaction(_ row: RawStatement) throws -> HistoryTransaction? {
        if row.value(at: 6).isNull { return nil }
        func text(_ column: Int32) throws -> String? { row.value(at: column).isNull ? nil : try row.value(at: column).text }
        return HistoryTransaction(
            firstToken: HistoryToken(row.integer(at: 6)), lastToken: HistoryToken(row.integer(at: 7)),
            date: Date(timeIntervalSinceReferenceDate: row.value(at: 8).real), author: try text(9), contextName: try text(10))
    }

    /// SQLite's own functions end a text at its first NUL.
    private static func values(_ json: String, of token: Int64) throws -> [String: SQLiteValue] {
        do {
            return try JSONDecoder().decode(PreservedValues.self, from: Data(json.utf8)).values
        } catch {
            throw StoreError.unreadableValue(
                .init(table: "_trellis_history", row: token, column: "preserved", storageClass: "TEXT"))
        }
    }
}

/// The preserved values of a row, as triggers write them: an object, or several in a list.
private struct PreservedValues: Decodable {
    var values: [String: SQLiteValue]

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let objects = try (try? container.decode([[String: Value]].self)) ?? [container.decode([String: Value].self)]
        values = Dictionary(objects.joined().map { ($0, $1.value) }, uniquingKeysWith: { first, _ in first })
    }

    private struct Value: Decodable {
        var value: SQLiteValue

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = .null
            } else if let integer = try? container.decode(Int64.self) {
                value = .integer(integer)
            } else {
                value = .text(try container.decode(String.self))
            }
        }
    }
}
