import Foundation
import TestSupport
import Testing

/// Frozen versions by their numbers, where a command compares versions.
struct VersionNumberTests {
    private let project: ModelProject

    init() throws {
        project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("name: string, note: string?")
        try project.folder.write("trellis: 1\nrenames: { Customer.info: note }\n", to: "versions/2.migration.yaml")
        try project.create()
        try project.model("name: string, note: string?, size: int?")
    }

    @Test("'diff' compares two of them, or one with the live model")
    func diff() throws {
        let two = try project.trellis("diff", "1", "2", "--model", "Shop.yaml")
        #expect(two.output == "= attribute Customer.note, was info  (versions/2.yaml:7:7)\n", "\(two.errors)")
        let live = try project.trellis("diff", "2", "--model", "Shop.yaml")
        #expect(live.output == "+ attribute Customer.size  (Shop.yaml:8:7)\n", "\(live.errors)")
        let none = try project.trellis("diff", "1", "3", "--model", "Shop.yaml")
        #expect(none.exitCode == 3 && none.errors == "error: 'Shop.yaml' has no version 3: its last one is 2\n", "\(none.errors)")
        let unnamed = try project.trellis("diff", "1", "2")
        #expect(unnamed.exitCode == 3 && unnamed.errors.contains("name the model's file with --model"))
        try project.folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml } }\n", to: "trellis.yaml")
        #expect(try project.trellis("diff", "1", "2").output == two.output)
        try project.folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml }, Other: }\n", to: "trellis.yaml")
        let several = try project.trellis("diff", "1", "2")
        #expect(several.exitCode == 3 && several.errors.contains("name one of the models with --model: 'Shop.yaml', 'Schemas/Other/Other.yaml'"))
    }

    @Test("'migrate plan' prints the frozen plans between two versions as one, and names a version that is missing")
    func jump() throws {
        try project.create()
        let jump = try project.trellis("migrate", "plan", "1", "3", "--model", "Shop.yaml")
        #expect(jump.exitCode == 0, "\(jump.errors)")
        #expect(jump.output.contains("-- Migrates a store from version 1 to version 3."))
        #expect(jump.output.components(separatedBy: "BEGIN IMMEDIATE").count == 2)
        #expect(jump.output.contains("RENAME COLUMN info TO note") && jump.output.contains("ADD COLUMN size"))
        let missing = try project.trellis("migrate", "plan", "1", "7", "--model", "Shop.yaml")
        #expect(missing.exitCode == 3 && missing.errors.contains("'Shop.yaml' has no version 7"), "\(missing.errors)")
    }

    @Test("'migrate plan' goes from one to the next with what was decided, and from the newest to the live model")
    func plan() throws {
        let two = try project.trellis("migrate", "plan", "1", "2", "--model", "Shop.yaml")
        #expect(two.exitCode == 0 && two.output.contains("RENAME COLUMN info TO note"), "\(two.errors)")
        let back = try project.trellis("migrate", "plan", "2", "1", "--model", "Shop.yaml")
        #expect(back.exitCode == 0 && back.output.contains("RENAME COLUMN note TO info"), "\(back.errors)")
        let same = try project.trellis("migrate", "plan", "2", "2", "--model", "Shop.yaml")
        #expect(same.exitCode == 3 && same.errors.contains("both are version 2: no plan is needed"), "\(same.errors)")
        // The renames of all steps to the live model.
        let whole = try project.trellis("migrate", "plan", "1", "Shop.yaml", "--model", "Shop.yaml")
        #expect(whole.exitCode == 0 && whole.output.contains("RENAME COLUMN info TO note") && whole.output.contains("ADD COLUMN size"), "\(whole.errors)")
        let live = try project.trellis("migrate", "plan", "Shop.yaml")
        #expect(live.exitCode == 0 && live.output.hasPrefix("-- 3.migration.sql\n") && live.output.contains("ADD COLUMN size"), "\(live.errors)")
        try project.folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml } }\n", to: "trellis.yaml")
        #expect(try project.trellis("migrate", "plan").output == live.output)
        #expect(!project.exists("versions/3.yaml"))
    }
}
