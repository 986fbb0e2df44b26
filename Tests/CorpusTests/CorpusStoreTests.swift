import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Stores that Core Data wrote, imported by the tool without a model at hand, and compared by plain SQL.
///
/// The oracle knows Core Data's names and Trellis's, and nothing of the importer: a column of the old store has to be one of the new
/// store, all values of a row have to be the same, and no other row or column may be there.
@Suite("Stores that Core Data wrote", .enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusStoreTests {
    private static let stores: [String] = {
        guard let path = CorpusFolder.path else { return [] }
        let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return files.filter { $0.hasSuffix(".sqlite") }.sorted().map { "\(path)/\($0)" }
    }()

    @Test(arguments: Self.stores)
    func `all rows of all entities arrive, and the old store stays as it is`(store: String) throws {
        let before = try Data(contentsOf: URL(filePath: store))
        let folder = try TemporaryFolder()
        let process = try ChildProcess.run(
            Project.trellis, ["import", "store", store, "--output", "Schemas/Taken", "--store", "new.sqlite", "--uris", "identities.txt"], in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(try Data(contentsOf: URL(filePath: store)) == before)
        let beside = try FileManager.default.contentsOfDirectory(atPath: URL(filePath: store).deletingLastPathComponent().path)
        #expect(beside.allSatisfy { $0.hasSuffix(".sqlite") })

        let connection = try SQLiteConnection(opening: folder.file("new.sqlite"))
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)
        // A copy: SQLite is not to touch the folder of the corpus.
        try before.write(to: URL(filePath: folder.file("old.sqlite")))
        try connection.run("ATTACH \(SQL.literal(folder.file("old.sqlite"))) AS old")
        let oracle = StoreOracle(connection: connection)
        let tables = try oracle.oldTables()
        var count = 0
        for table in tables { count += try table.hasPrefix("Z_") ? oracle.compareConnections(table) : oracle.compareRows(table) }
        let objects = try tables.filter { !$0.hasPrefix("Z_") }.map { try oracle.count("old.\"\($0)\"") }.reduce(0, +)
        print("\(URL(filePath: store).lastPathComponent): \(tables.count) tables, \(count) rows")
        let identities = try String(contentsOfFile: folder.file("identities.txt"), encoding: .utf8).split(separator: "\n")
        #expect(identities.count == objects)
        // Nothing else is in the new store.
        let new = try connection.rows(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_trellis_%'")
        #expect(new.count == tables.count)
        // The tool accepts what it has written.
        let status = try ChildProcess.run(Project.trellis, ["migrate", "status", "Schemas/Taken/Taken.yaml"], in: folder.path)
        #expect(status.exitCode == 0, "\(status.errors)")
        let again = try ChildProcess.run(
            Project.trellis, ["import", "store", store, "--output", "Schemas/Taken", "--store", "again.sqlite"], in: folder.path)
        #expect(again.exitCode == 0 && again.output.contains("the store has the model of version 1"), "\(again.output)\(again.errors)")
    }

    @Test func `a store joins the history that its bundle became`() throws {
        let path = try #require(CorpusFolder.path)
        let folder = try TemporaryFolder()
        let order = try String(contentsOfFile: "\(path)/ddg-bookmarks/versions.txt", encoding: .utf8)
        try folder.write(order, to: "order.txt")
        let bundle = try ChildProcess.run(
            Project.trellis,
            [
                "import", "coredata", "\(path)/ddg-bookmarks/ddg-bookmarks.xcdatamodeld", "--output", "Schemas/Bookmarks", "--order", "order.txt",
                "--accept-losses", "Tested.",
            ], in: folder.path)
        var numbers = [String]()
        for number in 1...5 {
            let process = try ChildProcess.run(
                Project.trellis,
                ["import", "store", "\(path)/ddg-bookmarks/stores/Bookmarks_V\(number).sqlite", "--output", "Schemas/Bookmarks", "--store", "\(number).sqlite"],
                in: folder.path)
            #expect(process.exitCode == 0, "\(bundle.output)\(bundle.errors)\(process.output)\(process.errors)")
            numbers += process.output.matches(of: /the model of version (\d+)/).map { String($0.output.1) }
        }
        #expect(numbers.count == 5)
        #expect(numbers == numbers.sorted())
        print("the stores have the versions \(numbers)")
    }

    @Test(arguments: Self.stores)
    func `a compiled model becomes the model that its store has`(store: String) throws {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(opening: try folder.write("", to: "empty.sqlite"))
        try connection.attachCopy(of: store, in: folder)
        // The compressed copy of the model is unpacked by another program.
        let hex = try #require(try connection.rows("SELECT hex(Z_CONTENT) FROM old.Z_MODELCACHE").first?[0])
        let unpack = "import sys, zlib; sys.stdout.write(zlib.decompress(bytes.fromhex(sys.stdin.read()), -15).hex())"
        let model = try ChildProcess.run(named: "python3", ["-c", unpack], input: hex)
        let bytes = stride(from: 0, to: model.output.count, by: 2).compactMap { place -> UInt8? in
            let start = model.output.index(model.output.startIndex, offsetBy: place)
            return UInt8(model.output[start..<model.output.index(start, offsetBy: 2)], radix: 16)
        }
        try FileManager.default.createDirectory(atPath: folder.file("App.momd"), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: folder.file("App.momd/App.mom")))
        for (source, output) in [("App.momd", "One/App"), ("App.momd/App.mom", "Two/App")] {
            let process = try ChildProcess.run(Project.trellis, ["import", "coredata", source, "--output", output], in: folder.path)
            #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        }
        let process = try ChildProcess.run(Project.trellis, ["import", "store", store, "--output", "Three/App"], in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        let texts = try ["One", "Two", "Three"].map { try String(contentsOfFile: folder.file("\($0)/App/App.yaml"), encoding: .utf8) }
        #expect(texts[0] == texts[1])
        // Transformable attributes have a type in one and are archives in the other.
        let untyped = texts.map { $0.replacing(/(?m): (?:\{ type: "?json\??"?, swift: [^}]*\}|data\??)$/, with: ": archive") }
        #expect(untyped[0] == untyped[2])
    }
}

extension SQLiteConnection {
    fileprivate func attachCopy(of store: String, in folder: TemporaryFolder) throws {
        try Data(contentsOf: URL(filePath: store)).write(to: URL(filePath: folder.file("old.sqlite")))
        try run("ATTACH \(SQL.literal(folder.file("old.sqlite"))) AS old")
    }
}

/// Compares the rows of a store of Core Data, attached as `old`, with those of a store of Trellis, by the names that both give.
private struct StoreOracle {
    let connection: SQLiteConnection

    func count(_ table: String) throws -> Int { try connection.rows("SELECT count(*) FROM \(table)").first?[0].flatMap { Int($0) } ?? 0 }

    /// The tables with objects or connections.
    func oldTables() throws -> [String] {
        try connection.rows(
            """
            SELECT name FROM old.sqlite_schema WHERE type = 'table' AND name LIKE 'Z%'
            AND name NOT IN ('Z_PRIMARYKEY', 'Z_METADATA', 'Z_MODELCACHE') ORDER BY name
            """).compactMap { $0[0] }
    }

    private func columns(of table: String, in schema: String) throws -> [String] {
        try connection.rows("SELECT name FROM pragma_table_info('\(table)', '\(schema)')").compactMap { $0[0] }
    }

    private func bare(_ name: String) -> String { name.replacing("_", with: "").uppercased() }

    /// The table of the new store with a name, whatever its spelling.
    private func newTable(_ name: String) throws -> String? {
        try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'").compactMap { $0[0] }.first { bare($0) == name }
    }

    /// - Returns: how many rows were compared.
    func compareRows(_ old: String) throws -> Int {
        let new = try #require(try newTable(String(old.dropFirst())), "\(old)")
        let all = try columns(of: new, in: "main")
        let names = all.filter { !$0.hasPrefix("_") }
        var (left, right, used) = ([String](), [String](), Set<String>())
        for column in try columns(of: old, in: "old") where !["Z_PK", "Z_ENT", "Z_OPT"].contains(column) {
            // The entity of what a key leads to: the row itself says it.
            if column.wholeMatch(of: /Z\d+_\w+/) != nil { continue }
            if column.hasPrefix("Z_FOK_") {
                let position = try #require(names.first { bare($0) == String(column.dropFirst(6)) + "POSITION" }, "\(column)")
                used.insert(position)
                // The same order among the members of the same owner.
                let owner = "Z\(column.dropFirst(6))"
                let orders = try [
                    "SELECT group_concat(Z_PK) FROM (SELECT Z_PK, \(owner) AS o FROM old.\(old) WHERE \(owner) IS NOT NULL ORDER BY \(owner), \(column))",
                    "SELECT group_concat(_id) FROM (SELECT _id FROM main.\"\(new)\" WHERE \(position.replacing("_position", with: "_id")) IS NOT NULL "
                        + "ORDER BY \(position.replacing("_position", with: "_id")), \(position))",
                ].map { try connection.rows($0) }
                #expect(orders[0] == orders[1], "\(column)")
                continue
            }
            let wanted = String(column.dropFirst())
            let found = try #require(names.first { bare($0) == wanted } ?? names.first { bare($0) == wanted + "ID" }, "\(old).\(column)")
            used.insert(found)
            let isDecimal = try connection.rows("SELECT type FROM pragma_table_info('\(old)', 'old') WHERE name = '\(column)'").first?[0] == "DECIMAL"
            left.append(isDecimal ? "quote(CAST(\"\(column)\" AS REAL))" : "quote(\"\(column)\")")
            right.append(isDecimal ? "quote(CAST(\"\(found)\" AS REAL))" : "quote(\"\(found)\")")
        }
        #expect(Set(names).subtracting(used).isEmpty, "\(new)")
        let hasKinds = all.contains("_entity")
        // An entity that was renamed has its old name in the old store, beside the rows of the others.
        let kind = "(SELECT CASE Z_NAME WHEN 'ExpensiveSportCar' THEN 'LuxuryCar' ELSE Z_NAME END FROM old.Z_PRIMARYKEY AS k WHERE k.Z_ENT = r.Z_ENT)"
        let renamed = hasKinds ? "CASE _entity WHEN 'ExpensiveSportCar' THEN 'LuxuryCar' ELSE _entity END" : "''"
        let both = try [
            "SELECT Z_PK, \(hasKinds ? kind : "''"), \(left.joined(separator: " || '|' || ")) FROM old.\(old) AS r ORDER BY Z_PK",
            "SELECT _id, \(renamed), \(right.joined(separator: " || '|' || ")) FROM main.\"\(new)\" ORDER BY _id",
        ].map { try connection.rows($0) }
        #expect(both[0] == both[1], "\(old)")
        return both[0].count
    }

    /// Connections: the columns of both are named for the relationships that have their members.
    func compareConnections(_ old: String) throws -> Int {
        let names = try columns(of: old, in: "old")
        let ends = names.filter { !$0.hasPrefix("Z_FOK_") }.map { ($0, $0.replacing(/^Z_\d+/, with: "")) }
        let tables = try connection.rows("SELECT name FROM main.sqlite_schema WHERE type = 'table'").compactMap { $0[0] }
        var found: (table: String, columns: [String])?
        for table in tables {
            let all = try columns(of: table, in: "main")
            let matching = ends.compactMap { end in all.first { bare($0) == end.1 + "ID" } }
            if matching.count == 2, !all.contains("_version") { found = (table, matching) }
        }
        let new = try #require(found, "\(old)")
        let orders = names.filter { $0.hasPrefix("Z_FOK_") }.map { ($0, $0.replacing(/^Z_FOK_\d+/, with: "")) }
        let positions = try columns(of: new.table, in: "main")
        let places = try orders.map { order in try #require(positions.first { bare($0) == order.1 + "POSITION" }, "\(order)") }
        let both = try [
            "SELECT \(ends.map { "\"\($0.0)\"" }.joined(separator: ", ")) FROM old.\(old) ORDER BY \((orders.map(\.0) + ends.map(\.0)).joined(separator: ", "))",
            "SELECT \(new.columns.joined(separator: ", ")) FROM main.\"\(new.table)\" ORDER BY \((places + new.columns).joined(separator: ", "))",
        ].map { try connection.rows($0) }
        #expect(both[0] == both[1], "\(old)")
        return both[0].count
    }
}
