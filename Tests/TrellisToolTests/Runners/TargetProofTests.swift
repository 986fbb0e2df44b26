import Foundation
import TestSupport
import Testing

/// `trellis migrate create` for a model with targets.
struct TargetProofTests {
    private static func model(_ type: String) -> String {
        """
        trellis: 1
        model: Depot
        entities:
          House:
            attributes: { number: \(type) }
            relationships:
              rooms: { to: [Room], inverse: house, deleteRule: cascade }
          Room:
            attributes: { name: string }
            relationships:
              house: { to: House, inverse: rooms }

        """
    }

    /// Freezes a second version with decisions, and gives what the command says.
    private func errors(_ decisions: String, targets: String) throws -> (process: ChildProcess, isFrozen: Bool) {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodels:\n  Depot: { path: Depot.yaml, targets: [\(targets)] }\n", to: "trellis.yaml")
        func create(_ type: String) throws -> ChildProcess {
            try folder.write(Self.model(type), to: "Depot.yaml")
            return try ChildProcess.run(Project.trellis, ["migrate", "create"], in: folder.path)
        }
        let first = try create("int32")
        try #require(first.exitCode == 0, "\(first.errors)")
        try folder.write("trellis: 1\n\(decisions)", to: "versions/2.migration.yaml")
        let process = try create("string")
        return (process, FileManager.default.fileExists(atPath: folder.file("versions/2.yaml")))
    }

    @Test func `a plan is proved under each target, and one that only files run right is not frozen`() throws {
        let right = try errors("", targets: "file, dqlite, rqlite, d1, turso")
        #expect(right.process.exitCode == 0 && right.isFrozen, "\(right.process.errors)")

        // SQL of the user that keeps rows aside: cascades delete the rooms meanwhile.
        let aside = """
            before:
              - CREATE TABLE aside AS SELECT * FROM house
              - DELETE FROM house
              - INSERT INTO house SELECT * FROM aside
              - DROP TABLE aside

            """
        let file = try errors(aside, targets: "file")
        #expect(file.process.exitCode == 0 && file.isFrozen, "\(file.process.errors)")
        let refused = try errors(aside, targets: "file, d1")
        #expect(refused.process.errors.contains("error[TR2107]: on the target 'd1': 'room' has other rows than in a file"), "\(refused.process.errors)")
        #expect(refused.process.exitCode == 1 && !refused.isFrozen)
    }
}
