import Foundation
import TestSupport
import Testing

/// Renames from scripts.
struct RefactorCommandTests {
    let project: ModelProject

    init() throws { project = try ModelProject("name: string, note: string?") }

    @Test("A property is renamed in the model and in new decisions, and its rows stay")
    func property() throws {
        try project.create()
        let process = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "info")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(
            process.output == """
                --- Shop.yaml
                +++ Shop.yaml
                @@ -5,3 +5,3 @@
                     attributes:
                       name: string
                -      note: string?
                +      info: string?
                --- /dev/null
                +++ versions/2.migration.yaml
                @@ -0,0 +1,3 @@
                +trellis: 1
                +renames:
                +  Customer.note: info
                Customer.note: renamed to 'info' in 2 files

                """)
        #expect(try project.text("versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Customer.note: info\n")
        let plan = try project.trellis("migrate", "create", "Shop.yaml", "--dry-run")
        #expect(plan.exitCode == 0 && plan.output.contains("RENAME COLUMN"), "\(plan.output)\(plan.errors)")
    }

    @Test("A second rename changes the decision, and one back removes it")
    func again() throws {
        try project.create()
        try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "info")
        try project.trellis("refactor", "rename", "Shop.yaml", "Customer", "Client")
        try project.trellis("refactor", "rename", "Shop.yaml", "Client.info", "remark")
        #expect(try project.text("versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Customer.note: remark\n  Customer: Client\n")
        try project.trellis("refactor", "rename", "Shop.yaml", "Client.remark", "note")
        #expect(try project.text("versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Customer: Client\n")
        let plan = try project.trellis("migrate", "create", "Shop.yaml", "--dry-run")
        #expect(plan.exitCode == 0, "\(plan.errors)")
    }

    @Test("--dry-run writes nothing")
    func dryRun() throws {
        let before = try project.text("Shop.yaml")
        let process = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "info", "--dry-run")
        #expect(process.exitCode == 0 && process.output.contains("+      info: string?"))
        #expect(try project.text("Shop.yaml") == before && project.versionFiles == [])
    }

    @Test("An unknown part, a taken name and an invalid model are refused, and nothing is written")
    func refused() throws {
        let before = try project.text("Shop.yaml")
        let unknown = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.nota", "info")
        #expect(unknown.exitCode == 3 && unknown.errors == "error: the model has no part 'Customer.nota'; did you mean 'Customer.note'?\n")
        let taken = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "name")
        #expect(taken.exitCode == 3 && taken.errors.hasPrefix("error: 'Customer.note' cannot be renamed to 'name': "))
        let path = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "Customer.info")
        #expect(path.exitCode == 2 && path.errors.contains("The new name has no owner: write 'info'."))
        #expect(try project.text("Shop.yaml") == before)
        try project.model("name: strng")
        let invalid = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.name", "title")
        #expect(invalid.exitCode == 1 && invalid.errors.contains("TR1104"))
    }

    @Test("If a file cannot be written, all keep their texts")
    func halfWritten() throws {
        try project.create()
        // A folder has the name of the decisions' file.
        try FileManager.default.createDirectory(atPath: project.folder.file("versions/2.migration.yaml"), withIntermediateDirectories: true)
        let before = try project.text("Shop.yaml")
        let process = try project.trellis("refactor", "rename", "Shop.yaml", "Customer.note", "info")
        #expect(process.exitCode != 0)
        #expect(try project.text("Shop.yaml") == before)
    }
}
