import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A model with two versions, of which the second renames an attribute, and stores of the first one.
struct FleetProject {
    let folder: TemporaryFolder
    private static let model = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, info: string? }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
        try expectSuccess(trellis("migrate", "create", "Shop.yaml"))
        try expectSuccess(trellis("generate", "Shop.yaml", "--sql", "first.sql"))
        try folder.write(Self.model.replacing("info", with: "note"), to: "Shop.yaml")
        try folder.write("trellis: 1\nrenames: { Customer.info: note }\n", to: "versions/2.migration.yaml")
        try expectSuccess(trellis("migrate", "create", "Shop.yaml"))
        try FileManager.default.createDirectory(atPath: folder.file("stores"), withIntermediateDirectories: true)
        try folder.write("", to: "template")
        let connection = try SQLiteConnection(opening: folder.file("template"))
        try connection.execute(String(contentsOfFile: folder.file("first.sql"), encoding: .utf8))
        try connection.execute("INSERT INTO customer (name, info) VALUES ('Ada', 'x'), ('Ben', NULL), ('Eve', 'z')")
    }

    private func expectSuccess(_ process: ChildProcess) {
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    func trellis(_ arguments: String..., input: String = "") throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, input: input, in: folder.path)
    }

    /// Migrates stores with the summary as JSON.
    func apply(_ arguments: String..., input: String = "") throws -> (process: ChildProcess, fleet: Fleet?) {
        let process = try ChildProcess.run(
            Project.trellis, ["migrate", "apply", "Shop.yaml"] + arguments + ["--format", "json"], input: input, in: folder.path)
        return (process, try? JSONDecoder().decode(Output.self, from: Data(process.output.utf8)).fleet)
    }

    /// Makes stores `stores/0.sqlite` and so on; gives their paths from the folder.
    func makeStores(_ count: Int) throws -> [String] {
        try (0..<count).map { number in
            let path = "stores/\(number).sqlite"
            try FileManager.default.copyItem(atPath: folder.file("template"), toPath: folder.file(path))
            return path
        }
    }

    func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) throws {
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file(path)))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(bytes))
        try file.close()
    }

    /// The version of a store and its rows in the words of that version, in plain SQL.
    func state(_ path: String) throws -> [String] {
        let connection = try SQLiteConnection(opening: folder.file(path), readOnly: true)
        connection.setBusyTimeout(5)
        let version = try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'version'")[0][0] ?? "none"
        let column = version == "1" ? "info" : "note"
        let rows = try connection.rows("SELECT name || ' ' || ifnull(\(column), '-') FROM customer ORDER BY _id").map { $0[0] ?? "" }
        let columns = try connection.rows("SELECT count(*) FROM pragma_table_info('customer') WHERE name IN ('info', 'note')")[0][0]
        return [version] + rows + (columns == "1" ? [] : ["both columns"])
    }

    static let old = ["1", "Ada x", "Ben -", "Eve z"]
    static let new = ["2", "Ada x", "Ben -", "Eve z"]

    // MARK: The summary

    struct Output: Decodable { var fleet: Fleet }

    struct Fleet: Decodable {
        var ending: String?
        var migrated: Int?
        var current: Int?
        var failed: Int
        var notStarted: Int?
        var continued: Int?
        var duplicates: Int?
        var restored: Int?
        var journalWasCut: Bool?
        var stores: [Store]

        /// The results of the stores in their order.
        var results: [String] { stores.map { ($0.result ?? "") + ($0.kind.map { " \($0)" } ?? "") } }
        var counts: [Int] { [migrated ?? -1, current ?? -1, failed, notStarted ?? -1] }
    }

    struct Store: Decodable {
        var file: String
        var group: String?
        var result: String?
        var kind: String?
        var reason: String?
        var from: Int?
        var version: Int?
    }
}
