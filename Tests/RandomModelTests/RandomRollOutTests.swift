import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing

/// Older programs on newer stores: if nothing stands in the way, plain SQL of the older version does the same on both schemas.
///
/// The statements come from a database with the older schema: its tables, columns and rows, and the fetches of its model. Nothing
/// here knows what the judgement looks at.
struct RandomRollOutTests {
    private struct Figures {
        var tried = 0
        var compatible = 0
        var statements = 0
        var refused = 0
        var fetches = 0
        var rows = 0
    }

    @Test func `programs that are judged compatible insert, update, delete and fetch as on stores of their own version`() throws {
        var random = SeededGenerator.forTests()
        var figures = Figures()
        for _ in 0..<TestScale.count(25, long: 5_000) {
            let seed = random.next()
            let complaints = try Self.complaints(seed, &figures)
            #expect(complaints.isEmpty, "seed \(seed): \(complaints.joined(separator: "\n"))")
            if !complaints.isEmpty { return }
        }
        print("older programs on newer stores: \(figures)")
        #expect(figures.compatible > figures.tried / 10 && figures.statements > 0)
    }

    private static func complaints(_ seed: UInt64, _ figures: inout Figures) throws -> [String] {
        var random = SeededGenerator(seed: seed)
        let first = RandomEdits(RandomModel(&random).text)
        guard let old = version(first.text) else { return [] }
        var text = first.text
        var new: StoredVersion?
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            guard let next = edited(text, &random), let version = version(next) else { continue }
            (text, new) = (next, version)
        }
        guard let new else { return [] }
        figures.tried += 1
        guard try RollOut.obstacles(of: old, with: new).isEmpty else { return [] }
        figures.compatible += 1
        let found = try differences(old, new, &random, &figures)
        return found.map { "\($0)\n\(first.text)to\n\(text)" }
    }

    private static func version(_ text: String) -> StoredVersion? {
        guard let model = ModelReader.read(Array(text.utf8), file: "Model.yaml").model else { return nil }
        let (schema, findings) = LayoutPlanner.plan(model)
        return findings.isEmpty ? StoredVersion(model, schema) : nil
    }

    // MARK: Edits

    /// The text with something added, mostly; sometimes with any other edit.
    private static func edited(_ text: String, _ random: inout SeededGenerator) -> String? {
        if Int.random(in: 0..<4, using: &random) == 0 {
            var edits = RandomEdits(text)
            edits.edit(&random)
            // A rename is a decision, which this test does not make: it counts as a removal and an addition.
            return edits.text
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let number = Int.random(in: 1_000...9_999, using: &random)
        let places = lines.indices.filter { lines[$0] == "    attributes:" }
        let entities = lines.compactMap { $0.wholeMatch(of: /\s\s(\w+Thing):/).map { String($0.output.1) } }
        guard let place = places.randomElement(using: &random), let entity = entities.randomElement(using: &random) else { return nil }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: lines.insert("      fresh\(number): string?", at: place + 1)
        case 1: lines.insert("      fresh\(number): { type: int?, unique: true }", at: place + 1)
        case 2: lines.insert("      fresh\(number): { type: date?, derived: now() }", at: place + 1)
        case 3: lines.insert("      fresh\(number): { type: double?, check: true, min: 1 }", at: place + 1)
        case 4: lines.append("  Fresh\(number)Thing:\n    attributes:\n      made\(number): { type: int, default: 3 }")
        case 5: lines.append("  Fresh\(number)Thing:\n    attributes:\n      made\(number): int\n    relationships:\n      leads\(number): { to: \"\(entity)?\" }")
        case 6: lines.append("  Fresh\(number)Thing:\n    attributes:\n      made\(number): int\n    relationships:\n      many\(number): { to: [\(entity)] }")
        default:
            guard let index = lines.firstIndex(of: "model: RandomModel"), !lines.contains("history: true") else { return nil }
            lines.insert("history: true", at: index + 1)
        }
        return lines.joined(separator: "\n") + (lines.last == "" ? "" : "\n")
    }

    // MARK: The oracle

    /// What differs between statements of the old version on its own schema and on the new one.
    private static func differences(
        _ old: StoredVersion, _ new: StoredVersion, _ random: inout SeededGenerator, _ figures: inout Figures
    ) throws -> [String] {
        let (own, other) = (try database(old), try database(new))
        // Its rows come from a third database, so that both get the same statements.
        let rows = try database(old)
        try SeedRows.all(for: old)[1].insert(into: rows)
        let tables = try tables(of: rows)
        var differences = [String]()
        func run(_ sql: String) throws {
            figures.statements += 1
            let results = try [own, other].map { connection -> String in
                do {
                    try connection.execute("BEGIN; \(sql); COMMIT")
                    return "done"
                } catch let error as SQLiteError {
                    if connection.isInTransaction { try connection.execute("ROLLBACK") }
                    return error.isOfValues ? "refused" : error.message
                }
            }
            if results[0] == "refused" { figures.refused += 1 }
            if results[0] != results[1] { differences.append("\(sql)\nis \(results[0]) on the old schema, and \(results[1]) on the new one") }
        }
        // Keys lead to rows of any table, which may come later.
        for connection in [own, other] { try connection.execute("PRAGMA foreign_keys = OFF") }
        for insert in try tables.flatMap({ try inserts(of: $0, rows) }) { try run(insert) }
        for connection in [own, other] { try connection.execute("PRAGMA foreign_keys = ON") }
        for table in tables { figures.rows += Int(try own.rows("SELECT count(*) FROM \(SQL.identifier(table.name))")[0][0] ?? "") ?? 0 }
        for table in tables where table.columns.contains("_version") {
            let keys = try rows.rows("SELECT _id FROM \(SQL.identifier(table.name)) ORDER BY _id").compactMap { $0[0] }
            for key in keys.shuffled(using: &random).prefix(3) {
                let columns = table.columns.filter { $0 != "_id" && $0 != "_version" && $0 != "_entity" }
                // The value that another row has.
                let donor = keys.randomElement(using: &random) ?? key
                let values = columns.shuffled(using: &random).prefix(2).map { column in
                    let name = SQL.identifier(column)
                    return "\(name) = (SELECT d.\(name) FROM \(SQL.identifier(table.name)) AS d WHERE d._id = \(donor))"
                }
                let list = (values + ["_version = _version + 1"]).joined(separator: ", ")
                try run("UPDATE \(SQL.identifier(table.name)) SET \(list) WHERE _id = \(key)")
            }
            if let key = keys.randomElement(using: &random) { try run("DELETE FROM \(SQL.identifier(table.name)) WHERE _id = \(key)") }
        }
        for table in tables {
            let list = table.columns.filter { !table.times.contains($0) }.map { "quote(\(SQL.identifier($0)))" }.joined(separator: ", ")
            let query = "SELECT \(list) FROM \(SQL.identifier(table.name)) ORDER BY _id"
            let (expected, found) = (try own.rows(query), try other.rows(query))
            if expected != found { differences.append("\(table.name): \(expected) on the old schema, and \(found) on the new one") }
        }
        for plan in SchemaVerifier.plans(of: old.model, old.schema) where plan.kind != .search {
            // Each database has its own times.
            if plan.statement.sql.contains("'now'") || tables.contains(where: { !$0.times.isEmpty }) { continue }
            figures.fetches += 1
            // Parameters that are not bound are NULL. The columns of times differ.
            let keys = "SELECT _id FROM (\(plan.statement.sql))"
            // SQLite refuses a limit that is NULL.
            let results = [own, other].map { connection -> [[String?]]? in try? connection.rows(keys) }
            if results[0] != results[1] { differences.append("the fetch '\(plan.name.text)' has another result: \(plan.statement.sql)") }
        }
        // An update may have taken a value from a row of another entity: then the older version lacks it too.
        let known = Set(try unreadable(old, own))
        return differences + (try unreadable(new, other)).filter { !known.contains($0) }
    }

    private static func database(_ version: StoredVersion) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(version.schema.ddl)
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        return connection
    }

    private struct KnownTable {
        var name: String
        var columns: [String]
        /// Columns that triggers set to the time.
        var times: Set<String>
    }

    /// The tables with rows of objects and connections, as SQLite has them.
    private static func tables(of connection: SQLiteConnection) throws -> [KnownTable] {
        let names = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
                + "AND name NOT LIKE '\\_trellis%' ESCAPE '\\' ORDER BY name"
        ).compactMap { $0[0] }
        let triggers = try connection.rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%''now''%'").compactMap { $0[0] }
        return try names.map { name in
            let columns = try connection.rows("SELECT name FROM pragma_table_info(\(SQL.literal(name)))").compactMap { $0[0] }
            return KnownTable(
                name: name, columns: columns,
                times: Set(columns.filter { column in triggers.contains { $0.contains("\(SQL.identifier(column)) = ") } }))
        }
    }

    private static func inserts(of table: KnownTable, _ rows: SQLiteConnection) throws -> [String] {
        let list = table.columns.map { "quote(\(SQL.identifier($0)))" }.joined(separator: ", ")
        let names = table.columns.map(SQL.identifier).joined(separator: ", ")
        return try rows.rows("SELECT \(list) FROM \(SQL.identifier(table.name)) ORDER BY _id").map { row in
            "INSERT INTO \(SQL.identifier(table.name)) (\(names)) VALUES (\(row.map { $0 ?? "NULL" }.joined(separator: ", ")))"
        }
    }

    /// Values that programs of a version require, and rows do not have.
    private static func unreadable(_ new: StoredVersion, _ connection: SQLiteConnection) throws -> [String] {
        var complaints = [String]()
        for entity in new.model.entities where !entity.isAbstract {
            guard let table = new.schema.table(forEntity: entity.name.text) else { continue }
            let kind = table.hasEntityColumn ? " AND _entity = \(SQL.literal(entity.name.text))" : ""
            for declaring in new.model.lineage(of: entity) {
                let required = declaring.storedAttributes.filter { !$0.isNullable }.map(\.name.text)
                    + declaring.relationships.filter { $0.holdsKey && !$0.isOptional }.map(\.name.text)
                for property in required {
                    guard let column = table.column(for: property, of: declaring.name.text) else { continue }
                    let missing = try connection.rows("SELECT _id FROM \(SQL.identifier(table.name)) WHERE \(SQL.identifier(column.name)) IS NULL\(kind)")
                    if !missing.isEmpty { complaints.append("\(entity.name.text).\(property) is missing in rows \(missing)") }
                }
            }
        }
        return complaints
    }
}
