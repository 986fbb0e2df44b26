import Foundation
import TestSupport
import Testing

/// `trellis migrate create` for a model with targets.
struct TargetProofTests {
    private static func model(_ type: String, deleteRule: String = "cascade", _ room: String = "name: string") -> String {
        """
        trellis: 1
        model: Depot
        entities:
          House:
            attributes: { number: \(type) }
            relationships:
              rooms: { to: [Room], inverse: house, deleteRule: \(deleteRule) }
          Room:
            attributes: { \(room) }
            relationships:
              house: { to: House, inverse: rooms }

        """
    }

    /// Freezes a second version with decisions, and gives what the command says.
    private func errors(_ decisions: String, targets: String, deleteRule: String = "cascade") throws -> (process: ChildProcess, isFrozen: Bool) {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodels:\n  Depot: { path: Depot.yaml, targets: [\(targets)] }\n", to: "trellis.yaml")
        func create(_ type: String) throws -> ChildProcess {
            try folder.write(Self.model(type, deleteRule: deleteRule), to: "Depot.yaml")
            return try ChildProcess.run(Project.trellis, ["migrate", "create"], in: folder.path)
        }
        let first = try create("int32")
        try #require(first.exitCode == 0, "\(first.errors)")
        try folder.write("trellis: 1\n\(decisions)", to: "versions/2.migration.yaml")
        let process = try create("string")
        return (process, FileManager.default.fileExists(atPath: folder.file("versions/2.yaml")))
    }

    /// SQL of the user that keeps rows aside: cascades delete the rooms meanwhile.
    private static let aside = """
        before:
          - CREATE TABLE aside AS SELECT * FROM house
          - DELETE FROM house
          - INSERT INTO house SELECT * FROM aside
          - DROP TABLE aside

        """

    @Test func `a plan is proved under each target, and one that only files run right is not frozen`() throws {
        let right = try errors("", targets: "file, dqlite, rqlite, d1, turso")
        #expect(right.process.exitCode == 0 && right.isFrozen, "\(right.process.errors)")

        let file = try errors(Self.aside, targets: "file")
        #expect(file.process.exitCode == 0 && file.isFrozen, "\(file.process.errors)")
        let refused = try errors(Self.aside, targets: "file, d1")
        #expect(refused.process.errors.contains("error[TR2107]: on the target 'd1': 'room' has other rows than in a file"), "\(refused.process.errors)")
        #expect(refused.process.exitCode == 1 && !refused.isFrozen)
    }

    @Test func `a target that refuses rows which a file takes stops the version`() throws {
        // A key of the user's own table is checked by each statement, and not at the end of the transaction.
        let keys = "before:\n  - CREATE TABLE watch (house INTEGER REFERENCES house (_id))\n  - INSERT INTO watch SELECT _id FROM house\n"
        let watched = Self.aside.replacing("before:\n", with: keys) + "  - DROP TABLE watch\n"
        let file = try errors(watched, targets: "file", deleteRule: "deny")
        #expect(file.process.exitCode == 0 && file.isFrozen, "\(file.process.errors)")
        let refused = try errors(watched, targets: "file, d1", deleteRule: "deny")
        #expect(
            refused.process.errors.contains("error[TR2107]: on the target 'd1': it refuses rows that a file takes: FOREIGN KEY constraint failed"),
            "\(refused.process.errors)")
        #expect(refused.process.exitCode == 1 && !refused.isFrozen)
    }

    @Test(arguments: ["file", "file, d1"]) func `a version that gets another number is proved under each target again`(_ targets: String) throws {
        let project = try ModelProject()
        func freeze(_ model: String, _ message: String) throws {
            try project.folder.write(model, to: "Depot.yaml")
            let process = try project.trellis("migrate", "create", "Depot.yaml")
            try #require(process.exitCode == 0, "\(process.errors)")
            try project.commit(message)
        }
        try project.git("init", "-q", "-b", "main")
        try freeze(Self.model("int32"), "one")
        try project.git("checkout", "-q", "-b", "strings")
        try project.folder.write("trellis: 1\n\(Self.aside)", to: "versions/2.migration.yaml")
        try freeze(Self.model("string"), "strings")
        try project.git("checkout", "-q", "main")
        try freeze(Self.model("int32", "name: string, size: int?"), "sizes")
        try project.git("checkout", "-q", "strings")
        try project.git("merge", "main", exitCode: 1)
        try project.folder.write(Self.model("string", "name: string, size: int?"), to: "Depot.yaml")
        try project.folder.write("trellis: 1\nmodels:\n  Depot: { path: Depot.yaml, targets: [\(targets)] }\n", to: "trellis.yaml")
        let process = try project.trellis("migrate", "rebase")
        let isRefused = process.exitCode == 1 && process.errors.contains("error[TR2107]: on the target 'd1': 'room' has other rows than in a file")
        #expect(isRefused == (targets != "file") && (isRefused || process.exitCode == 0), "\(process.errors)")
        #expect(project.exists("versions/3.yaml") != isRefused)
    }
}
