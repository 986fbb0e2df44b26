import Foundation
import SQLiteAccess
import SchemaModel
import TestSupport
import Testing

/// A step that another planner froze stays as it is in every command, build and store.
struct OtherPlannerTests {
    private let project: ModelProject
    private let script: String
    private static let otherPurpose = "customer: changed by another planner"

    /// Two versions, the step between them with other SQL than this planner gives, and a store of the first.
    init() throws {
        project = try ModelProject("name: string")
        try project.create()
        #expect(try project.trellis("generate", "Shop.yaml", "--sql", "one.sql").exitCode == 0)
        try project.folder.write("", to: "shop.sqlite")
        try SQLiteConnection(opening: project.folder.file("shop.sqlite")).execute(project.text("one.sql") + "INSERT INTO customer (name) VALUES ('Ada');")
        try project.model("name: string, info: string?")
        try project.create()
        let purpose = "customer: changed in place"
        let (made, text) = (try project.text("versions/2.migration.json"), try project.text("versions/2.migration.sql"))
        #expect(made.contains(purpose) && text.contains(purpose))
        // Another comment alone would be no other plan.
        let own = "{\"operation\":{\"frozen\":{\"sql\":\"ANALYZE customer\",\"strategy\":\"schema\"}}},\n"
        let plan = made.replacing(purpose, with: Self.otherPurpose).replacing("\"steps\":[\n", with: "\"steps\":[\n\(own)")
        script = text.replacing(purpose, with: Self.otherPurpose)
        try project.folder.write(plan, to: "versions/2.migration.json")
        try project.folder.write(script, to: "versions/2.migration.sql")
        let lines = try project.text("versions/lock").split(separator: "\n").map(String.init)
        var words = lines[1].split(separator: " ").map(String.init)
        (words[4], words[5]) = (Model.hash(ofText: plan), Model.hash(ofText: script))
        try project.folder.write("\(lines[0])\n\(words.joined(separator: " "))\n", to: "versions/lock")
    }

    @Test func `no command finds an error, and status has a note`() throws {
        try project.expectValid()
        let status = try project.trellis("migrate", "status", "Shop.yaml")
        #expect(status.exitCode == 0 && status.output.contains("1 change, this Trellis would plan it otherwise"), "\(status.output)")
        #expect(try project.trellis("generate", "Shop.yaml", "--swift", "out").exitCode == 0)
        #expect(try project.text("out/Shop.migrations.trellis.swift").contains(Self.otherPurpose))
        try project.folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out }\n", to: "trellis.yaml")
        let check = try project.trellis("check", "--no-cache")
        #expect(check.exitCode == 0, "\(check.errors)")
        try project.model("name: string, info: string?, more: int?")
        try project.create()
        #expect(try project.text("versions/2.migration.sql") == script)
    }

    @Test func `a store runs it, and records it`() throws {
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(applied.exitCode == 0, "\(applied.errors)")
        let connection = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        #expect(try connection.rows("SELECT name, info FROM customer") == [["Ada", nil]])
        #expect(try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'plan 2'") == [[Model.hash(ofText: script)]])
        #expect(try !project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output.contains("another plan"))
        // Planned again after a store has run it.
        #expect(try project.trellis("migrate", "renew", "--unreleased", "Shop.yaml").exitCode == 0)
        #expect(try project.text("versions/2.migration.sql") != script)
        let status = try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml")
        #expect(status.exitCode == 0 && status.output.contains("it reached version 2 by another plan than the frozen one"), "\(status.output)")
        let json = try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml", "--format", "json").output
        #expect(json.contains("\"reachedOtherwise\": [2]"), "\(json)")
    }

    @Test func `it is renewed only if no store has it`() throws {
        let process = try project.trellis("migrate", "renew", "Shop.yaml")
        #expect(process.exitCode != 0 && process.errors.contains("--unreleased"))
        #expect(try project.text("versions/2.migration.sql") == script)
    }

    // MARK: What a command reads

    @Test func `create reads the newest version alone, and validate reads all`() throws {
        try project.folder.write("no model", to: "versions/1.yaml")
        try project.model("name: string, info: string?, more: int?")
        try project.create()
        let validated = try project.trellis("validate", "Shop.yaml")
        #expect(validated.exitCode == 1 && validated.errors.contains("versions/1.yaml"), "\(validated.errors)")
    }

    @Test func `apply reads from the store's version on`() throws {
        let applied = try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml")
        #expect(applied.exitCode == 0, "\(applied.errors)")
        try project.model("name: string, info: string?, more: int?")
        try project.create()
        try project.folder.write("no model", to: "versions/1.yaml")
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        try project.folder.write("no model", to: "versions/2.yaml")
        #expect(try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml").exitCode == 0)
    }
}
