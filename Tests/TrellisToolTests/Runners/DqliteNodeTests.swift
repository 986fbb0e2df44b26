import DqliteNodes
import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Scripts on a real node of dqlite, as its shell takes them: one statement in each line, outside of a transaction.
@Suite(.serialized)
struct DqliteNodeTests {
    /// The statements of a script, without comments and without the semicolons at their ends.
    private func statements(_ script: String) -> [String] {
        var (statements, buffer) = ([String](), "")
        for line in script.components(separatedBy: "\n") where !(buffer.isEmpty && (line.isEmpty || line.hasPrefix("--"))) {
            buffer += buffer.isEmpty ? line : "\n" + line
            guard SQLiteConnection.endsStatement(buffer) else { continue }
            statements.append(String(buffer.dropLast()))
            buffer = ""
        }
        return statements
    }

    /// The statements of the scripts of a model, which golang-migrate runs, for each of its versions.
    private func scripts(_ folder: TemporaryFolder, _ name: String, to output: String) throws -> [[String]] {
        try folder.write(
            "trellis: 1\nmodels:\n  \(name):\n    path: model/\(name).yaml\n    targets: [dqlite]\n    migrations: { golang-migrate: \(output) }\n", to: "trellis.yaml")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file(output)).filter { $0.hasSuffix(".up.sql") }.sorted()
        return try names.map { statements(try String(contentsOfFile: folder.file("\(output)/\($0)"), encoding: .utf8)) }
    }

    /// What describes a database: columns, keys, and all else that has a text of its own.
    private static let facts = [
        "SELECT type || ' ' || name || ' ' || tbl_name || CASE type WHEN 'table' THEN '' ELSE ' ' || coalesce(sql, '') END FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1",
        "SELECT s.name || ' ' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' || c.pk FROM sqlite_master AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' ORDER BY 1",
        "SELECT s.name || ' ' || k.\"from\" || ' ' || k.\"table\" || ' ' || k.on_delete FROM sqlite_master AS s, pragma_foreign_key_list(s.name) AS k WHERE s.type = 'table' ORDER BY 1",
        "SELECT key || ' ' || hex(value) FROM _trellis_metadata WHERE key NOT IN ('uuid', 'version') AND \(isSame) ORDER BY 1",
    ]
    /// The new name of a class in KitchenSink needs no step, so the recorded definition lacks it, and so does the hash over it.
    private static let isSame = "(key <> 'definition' OR value NOT LIKE '%model: KitchenSink%') AND key <> 'hash'"

    @Test(.enabled(if: DqliteNodes.notice), arguments: ["Contacts", "League", "Orders", "KitchenSink"])
    func `every statement of all versions and of a new schema runs on a node, and both lead to the same schema`(_ name: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: "\(Project.root)/Schemas/\(name)", toPath: folder.file("model"))
        let all = try scripts(folder, name, to: "up")
        // The same model without its history: the script of its first version is the schema of a new store.
        try FileManager.default.removeItem(atPath: folder.file("model/versions"))
        let process = try ChildProcess.run(Project.trellis, ["migrate", "create", "model/\(name).yaml"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let new = try scripts(folder, name, to: "new").flatMap(\.self)
        // The shell cuts longer lines.
        let longest = (all.joined() + new).map(\.utf8.count).max() ?? 0
        #expect(longest < 4_096)

        let nodes = try DqliteNodes(1)
        for (database, statements) in [("migrated", all.flatMap(\.self)), ("new", new)] {
            let output = try nodes.ask(database, lines: statements)
            #expect(output.trimmingCharacters(in: .whitespacesAndNewlines) == "", "\(database): \(output.prefix(600))")
        }
        // A renamed table stands in quotes.
        func lines(_ text: String) -> [String] {
            text.replacing("\"", with: "").split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        }
        let local = try SQLiteConnection.inMemory()
        for sql in all.flatMap(\.self) { try local.execute(sql) }
        let definition = "SELECT hex(value) FROM _trellis_metadata WHERE key = 'definition'"
        #expect(try lines(nodes.ask("migrated", lines: [definition])) == local.rows(definition).compactMap { $0[0] })
        for query in Self.facts {
            let found = try lines(nodes.ask("migrated", lines: [query]))
            #expect(try found == lines(nodes.ask("new", lines: [query])), "\(query)")
        }
        print("dqlite: \(name): \(all.count) scripts with \(all.joined().count) statements, a new schema with \(new.count), the longest of \(longest) bytes")
    }
}
