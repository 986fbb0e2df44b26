import Diagnostics
import SQLiteStorage
import SchemaModel
import StoreMigration
import SwiftGeneration
import TestSupport
import Testing

/// Plans as generated code brings them.
struct MigrationPrinterTests {
    private static let plan = MigrationPlan(
        fromVersion: 1, toVersion: 2, isDraft: false, fromHash: String(repeating: "a", count: 64), toHash: String(repeating: "b", count: 64),
        tables: [
            TableOutcome("customer", "client", mayLoseRows: true, isRewritten: true, columns: [.init("_id", "_id"), .init("in\"fo", nil), .init("n", "m", values: .converted)]),
            TableOutcome("note", nil),
            TableOutcome("wide", "wide", mayGainRows: true, columns: (1...9).map { .init("column_number_\($0)", "new_number_\($0)") }),
        ],
        objects: ["customer", "customer__name"] + (1...30).map { "object number \($0)" },
        steps: [
            .init("ALTER TABLE customer RENAME TO client", .alter, "customer is called \"client\""),
            .init("CREATE TRIGGER t AFTER DELETE ON client\nBEGIN\n  SELECT '\"\"\"# \\(x)';\nEND", .schema),
            .init("DELETE FROM client WHERE name = ''", .update, "By hand", isOwn: true),
            .init("UPDATE _trellis_metadata SET value = '\(String(repeating: "long ", count: 50))' WHERE key = 'definition'", .update, "What the store is"),
        ])

    private func files(_ mode: OutputMode, _ plans: [MigrationPlan]) throws -> [OutputFile] {
        let text = "trellis: 1\nmodel: Shop\nentities:\n  Client: { attributes: { name: string } }\n"
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model)
        return try FileGenerator(model: model, schema: LayoutPlanner.plan(model).schema, source: "Shop.yaml", migrations: plans)
            .swiftFiles(mode, access: .internal)
    }

    @Test("A draft of a second version compiles where programs are tried out, and not where they are given away")
    func drafts() throws {
        let text = "trellis: 1\nmodel: Shop\nentities:\n  Client: { attributes: { name: string } }\n"
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model)
        func compilation(_ version: ModelVersion, _ options: [String]) throws -> SwiftCompilation {
            let files = try FileGenerator(model: model, schema: LayoutPlanner.plan(model, as: version).schema, source: "Shop.yaml")
                .swiftFiles(.committed, access: .internal)
            return try SwiftCompilation(files: Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) }), options: options)
        }
        let draft = ModelVersion(number: 2, isDraft: true)
        #expect(try compilation(draft, []).errors == ["Shop is a draft of version 2: freeze it with 'trellis migrate create', or build with -D TRELLIS_DRAFT"])
        for (version, options) in [(draft, ["-D", "DEBUG"]), (draft, ["-D", "TRELLIS_DRAFT"]), (ModelVersion(number: 2, isDraft: false), []), (ModelVersion.firstDraft, [])] {
            let compiled = try compilation(version, options)
            #expect(compiled.succeeded, "\(version) \(options): \(compiled.output)")
        }
    }

    @Test("Plans are in their own file if files are committed, in the model's file for a plugin, and nowhere if no plan exists")
    func places() throws {
        #expect(try files(.committed, [Self.plan]).map(\.name) == ["Shop.trellis.swift", "Shop.migrations.trellis.swift", "Client.trellis.swift"])
        #expect(try files(.plugin, [Self.plan]).count == files(.plugin, []).count)
        #expect(try files(.plugin, [Self.plan])[0].text.contains("RENAME TO client"))
        #expect(try !files(.plugin, []).contains { $0.text.contains("migrations") })
        #expect(try files(.committed, []).map(\.name) == ["Shop.trellis.swift", "Client.trellis.swift"])
    }

    @Test("A draft of a plugin keeps the types of frozen steps in Swift, so that their functions still compile")
    func stepsOfDrafts() throws {
        let text = "trellis: 1\nmodel: Shop\nentities:\n  Client: { attributes: { name: string } }\n"
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model)
        let rows = SwiftStep.Rows(
            "Customer", type: "Customer", table: "_trellis_read_customer", kinds: nil, isAbstract: false,
            [
                .init("row", column: "row", .uuid, isOptional: true), .init("default", column: "default", .int64, isOptional: false),
                .init("self", column: "self", .text, isOptional: false, cases: .init("Kind", [.init("in", raw: "out"), .init("a", raw: "a")])),
            ])
        var plan = Self.plan
        plan.steps.append(.init(.runSwift(SwiftStep("trimNames", reads: [rows], writes: [rows]))))
        func files(_ mode: OutputMode, _ plans: [MigrationPlan]) throws -> [OutputFile] {
            try FileGenerator(model: model, schema: LayoutPlanner.plan(model).schema, source: "Shop.yaml", migrations: plans, history: [plan])
                .swiftFiles(mode, access: .public)
        }
        let function = "extension Shop { static func trimNames(_ step: ToVersion2.TrimNames) throws {} }\n"
        for (mode, plans) in [(OutputMode.plugin, []), (.plugin, [plan]), (.committed, [plan])] {
            let generated = try files(mode, plans)
            let sources = Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) }).merging(["Steps.swift": function]) { $1 }
            for options in [[], ["-enable-upcoming-feature", "InternalImportsByDefault"]] {
                let compiled = try SwiftCompilation(files: sources, options: ["-warnings-as-errors"] + options)
                #expect(compiled.succeeded, "\(mode) \(plans.count) \(options): \(compiled.output)")
            }
        }
        // In a committed folder the file of the newest version stays.
        #expect(try files(.committed, []).allSatisfy { !$0.text.contains("ToVersion2") })
    }

    @Test("They compile without a warning, and are the same plans again", arguments: [OutputMode.committed, .plugin])
    func compiles(mode: OutputMode) throws {
        var second = Self.plan
        (second.fromVersion, second.toVersion, second.fromHash, second.toHash) = (2, 3, Self.plan.toHash, String(repeating: "c", count: 64))
        second.minimumSQLite = SQLiteVersion(3, 54, 1)
        let generated = try files(mode, [Self.plan, second])
        let compiled = try SwiftCompilation(files: Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) }), options: ["-warnings-as-errors"])
        #expect(compiled.succeeded, "\(compiled.output)\n\(generated.map(\.text).joined())")
        let text = generated.map(\.text).joined()
        #expect(text.contains("static let _migrations = EmbeddedPlans([\n"))
        #expect(text.contains("// From version 2 to version 3.\n") && text.contains("// From version 1 to version 2.\n"))
        // The older one is a difference.
        #expect(text.ranges(of: "RENAME TO client").count == 1)
    }
}
