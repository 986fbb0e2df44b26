import Foundation
import SchemaModel
import TestSupport
import Testing

/// Histories from before plans were frozen, and `trellis migrate upgrade`.
struct MigrateUpgradeTests {
    private let project: ModelProject

    /// Two versions, as an earlier Trellis left them.
    init() throws {
        project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, info: string?")
        try project.create()
        try FileManager.default.removeItem(atPath: project.folder.file("versions/2.migration.json"))
        // Its hash was that of the model's file.
        var (script, lock) = (try project.text("versions/2.migration.sql"), try project.text("versions/lock"))
        for line in lock.split(separator: "\n").map({ $0.split(separator: " ") }) {
            let hash = Model.hash(ofText: try project.text("versions/\(line[0]).yaml"))
            (script, lock) = (script.replacing(line[2], with: hash), lock.replacing(line[2], with: hash))
        }
        try project.folder.write(script, to: "versions/2.migration.sql")
        let lines = lock.split(separator: "\n").map { $0.split(separator: " ").prefix(3).joined(separator: " ") }
        try project.folder.write(lines.joined(separator: "\n") + "\n", to: "versions/lock")
    }

    @Test func `every command names the one that upgrades, which keeps the SQL`() throws {
        let script = try project.text("versions/2.migration.sql")
        for command in [["validate", "Shop.yaml"], ["migrate", "status", "Shop.yaml"], ["generate", "Shop.yaml", "--swift", "out"], ["migrate", "create", "Shop.yaml"]] {
            let process = try ChildProcess.run(Project.trellis, command, in: project.folder.path)
            #expect(process.exitCode == 1 && process.errors.contains("versions/lock:2:1: error[TR2214]"), "\(command): \(process.errors)")
            #expect(process.errors.contains("'trellis migrate upgrade Shop.yaml'"), "\(command)")
        }
        let upgraded = try project.trellis("migrate", "upgrade", "Shop.yaml")
        #expect(upgraded.exitCode == 0 && upgraded.output == "1 plan frozen\n", "\(upgraded.errors)")
        #expect(try project.text("versions/2.migration.sql") == script)
        try project.expectValid()
        #expect(try project.trellis("migrate", "upgrade", "Shop.yaml").output == "0 plans frozen\n")
        #expect(try project.trellis("migrate", "status", "Shop.yaml").output.contains("2 versions, the live model is version 2"))
    }

    @Test func `SQL that this Trellis would not write is left alone, and so is the lock`() throws {
        let (script, lock) = (try project.text("versions/2.migration.sql") + "SELECT 1;\n", try project.text("versions/lock"))
        try project.folder.write(script, to: "versions/2.migration.sql")
        let process = try project.trellis("migrate", "upgrade", "Shop.yaml")
        #expect(process.exitCode == 1 && process.errors.contains("versions/2.migration.sql:1:1: error[TR2208]"), "\(process.errors)")
        #expect(try project.text("versions/2.migration.sql") == script && project.text("versions/lock") == lock)
        #expect(!project.exists("versions/2.migration.json"))
    }
}
