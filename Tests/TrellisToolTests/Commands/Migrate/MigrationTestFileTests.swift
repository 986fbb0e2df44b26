import Foundation
import TestSupport
import Testing

/// `migrate create --test`.
struct MigrationTestFileTests {
    private let project: ModelProject

    init() throws {
        project = try ModelProject("name: string")
    }

    @Test func `a test is written for a version after the first, with the path to the versions, and never replaced`() throws {
        let first = try project.trellis("migrate", "create", "Shop.yaml", "--test", "Tests/AppTests/ShopTests.swift")
        #expect(first.exitCode == 0 && first.output.contains("the first version has no migration, so no test is written"), "\(first.errors)")
        #expect(!project.exists("Tests"))
        try project.model("name: string, info: string?")
        try project.folder.write("trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    target: Store\n", to: "trellis.yaml")
        let second = try project.trellis("migrate", "create", "--test", "Tests/AppTests/ShopTests.swift")
        #expect(second.exitCode == 0 && second.output.contains("'Tests/AppTests/ShopTests.swift' is written"), "\(second.errors)")
        let text = try project.text("Tests/AppTests/ShopTests.swift")
        #expect(text.hasPrefix("import Foundation\nimport Store\nimport Testing\nimport TrellisTesting\n"))
        #expect(text.contains("appending(path: \"../../versions\")") && text.contains("ModelVersions(of: Shop.self, in: folder)"), "\(text)")
        #expect(text.contains("try store.migrate(to: 2)") && text.contains("store.rows(of: \"Customer\")"))

        try project.folder.write("// mine\n", to: "Tests/AppTests/ShopTests.swift")
        try project.model("name: string, info: string?, note: string?")
        let third = try project.trellis("migrate", "create", "--test", "Tests/AppTests/ShopTests.swift")
        #expect(third.exitCode == 0 && third.output.contains("exists and stays as it is"), "\(third.errors)")
        #expect(try project.text("Tests/AppTests/ShopTests.swift") == "// mine\n")
    }

    @Test func `a path that is no Swift file, and a dry run, are wrong use`() throws {
        #expect(try project.trellis("migrate", "create", "Shop.yaml", "--test", "Tests").exitCode == 2)
        #expect(try project.trellis("migrate", "create", "Shop.yaml", "--dry-run", "--test", "A.swift").exitCode == 2)
        #expect(project.versionFiles == [])
    }
}
