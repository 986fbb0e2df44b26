import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Scripts on a real node of dqlite, as its shell takes them: one statement in each line, outside of a transaction.
@Suite(.serialized)
struct DqliteNodeTests {
    private static let isThere = ["dqlite", "dqlite-demo"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }

    /// A running node; it ends with this object.
    private final class Node {
        let folder: TemporaryFolder
        let address: String
        private let process = Process()

        init() throws {
            folder = try TemporaryFolder()
            let port = Int.random(in: 20_000..<30_000)
            address = "127.0.0.1:\(port)"
            process.executableURL = URL(filePath: "/usr/bin/dqlite-demo")
            process.arguments = ["--api", "127.0.0.1:\(port + 10_000)", "--db", address, "--dir", folder.path]
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            for _ in 0..<100 {
                if try ask("probe", ["SELECT 1"]).contains("1") { return }
                Thread.sleep(forTimeInterval: 0.1)
            }
            throw NoAnswer()
        }

        deinit { process.terminate() }

        /// What the shell prints for statements, each on a line of its own.
        func ask(_ database: String, _ lines: [String]) throws -> String {
            let input = lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
            let shell = try ChildProcess.run("/usr/bin/dqlite", ["-s", address, database], input: input)
            return (shell.output + shell.errors).replacing("dqlite> ", with: "")
        }
    }

    private struct NoAnswer: Error {}

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

    @Test(.enabled(if: isThere, "dqlite is not installed: Scripts/setup.sh installs it on Debian"), arguments: ["Contacts", "League", "Orders", "KitchenSink"])
    func `the scripts of all versions lead to a fresh schema on a node`(_ name: String) throws {
        let folder = try TemporaryFolder()
        try FileManager.default.copyItem(atPath: "\(Project.root)/Schemas/\(name)", toPath: folder.file("model"))
        try folder.write(
            "trellis: 1\nmodels:\n  \(name):\n    path: model/\(name).yaml\n    targets: [dqlite]\n    migrations: { golang-migrate: up }\n", to: "trellis.yaml")
        let process = try ChildProcess.run(Project.trellis, ["generate"], in: folder.path)
        try #require(process.exitCode == 0, "\(process.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("up")).filter { $0.hasSuffix(".up.sql") }.sorted()
        let all = try names.map { statements(try String(contentsOfFile: folder.file("up/\($0)"), encoding: .utf8)) }
        // The shell cuts a line after 4,096 bytes: the statement that records a long model has to come from a program.
        let scripts = all.map { $0.filter { $0.utf8.count < 4_096 } }
        let left = all.joined().count - scripts.joined().count
        if left > 0 { print("dqlite: \(name): \(left) statements are longer than a line of the shell, and left out") }
        #expect(all.joined().allSatisfy { $0.utf8.count < 4_096 || $0.contains("_trellis_metadata") })
        let node = try Node()
        let output = try node.ask("migrated", scripts.flatMap(\.self))
        #expect(output.trimmingCharacters(in: .whitespacesAndNewlines) == "", "\(output.prefix(600))")

        // The same statements in SQLite, and what the node has afterwards.
        let local = try SQLiteConnection.inMemory()
        for sql in scripts.flatMap(\.self) { try local.execute(sql) }
        let query = "SELECT type || ' ' || name || ' ' || tbl_name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY 1"
        let expected = try local.rows(query).compactMap { $0[0] }
        let found = try node.ask("migrated", [query]).split(separator: "\n").map(String.init).filter { !$0.isEmpty }
        #expect(found == expected)
        let columns = "SELECT s.name || ' ' || c.name || ' ' || c.type FROM sqlite_master AS s, pragma_table_info(s.name) AS c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' ORDER BY 1"
        #expect(try node.ask("migrated", [columns]).split(separator: "\n").map(String.init) == local.rows(columns).compactMap { $0[0] })
        print("dqlite: \(name): \(scripts.count) scripts with \(scripts.joined().count) statements")
    }
}
