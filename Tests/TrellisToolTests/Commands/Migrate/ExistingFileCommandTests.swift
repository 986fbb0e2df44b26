import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Commands that need versions, on a model of another program's file.
struct ExistingFileCommandTests {
    @Test func `migrate and check --database say that the other program keeps the schema`() throws {
        let folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodel: Notes\nlayout: existing\nentities:\n  Note:\n    attributes: { text: string }\n", to: "Notes.yaml")
        try SQLiteConnection(creating: folder.file("notes.db")).execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        let before = try Data(contentsOf: URL(filePath: folder.file("notes.db")))
        func trellis(_ arguments: [String]) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }
        for arguments in [
            ["migrate", "create", "Notes.yaml"], ["migrate", "baseline", "notes.db", "--model", "Notes.yaml"], ["migrate", "squash", "Notes.yaml", "--before", "2"],
            ["migrate", "apply", "notes.db", "Notes.yaml"],
            ["check", "Notes.yaml", "--database", "notes.db"],
        ] {
            let process = try trellis(arguments)
            #expect(process.exitCode != 0 && process.errors.contains("so the other program keeps the schema"), "\(arguments): \(process.errors)")
        }
        #expect(try trellis(["validate", "Notes.yaml"]).exitCode == 0)
        #expect(try Data(contentsOf: URL(filePath: folder.file("notes.db"))) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Notes.yaml", "notes.db"])
    }
}
