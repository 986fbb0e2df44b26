import Foundation
import TestSupport
import Testing

/// trellis export coredata.
struct ExportCoreDataTests {
    private let folder: TemporaryFolder

    private static let first = """
        trellis: 1
        model: Shop
        entities:
          Order:
            attributes:
              info: string?
              total: { type: "decimal?", scale: 2 }
            fetches:
              all: { sort: [total] }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.first, to: "Shop.yaml")
    }

    private func trellis(_ arguments: String...) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    @Test func `a model with its versions becomes a bundle, which imports to the same history`() throws {
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        try folder.write(Self.first.replacing("info: string?", with: "note: string?"), to: "Shop.yaml")
        try folder.write("trellis: 1\nrenames:\n  Order.info: note\n", to: "versions/2.migration.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        // A fetch needs no version: the live model has one more.
        try folder.write(Self.first.replacing("info: string?", with: "note: string?").replacing("all: {", with: "later: { where: note == nil }\n      all: {"), to: "Shop.yaml")
        let process = try trellis("export", "coredata", "Shop.yaml", "--output", "Out/Shop.xcdatamodeld/")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(
            process.output == """
                Out/Shop.xcdatamodeld: 2 versions
                stated in another way or left out
                  scale of a decimal: Core Data's decimals have none:
                    Order.total: 2
                  order of a fetch: a template has none:
                    Order.all: total
                'Out/Shop.xcdatamodeld' is written

                """)
        #expect(try text("Out/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents").contains("elementID=\"info\""))
        #expect(try text("Out/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents").contains("<fetchRequest name=\"later\""))
        let imported = try trellis("import", "coredata", "Out/Shop.xcdatamodeld", "--output", "Again/Shop")
        #expect(imported.output.contains("version 2 is 'Shop 2', with 1 decision, 1 by renaming identifiers"), "\(imported.errors)")
        #expect(try text("Again/Shop/versions/2.migration.yaml") == "trellis: 1\nrenames:\n  Order.info: note\n")
    }

    @Test func `a draft is the last version, and steps that Core Data cannot infer are listed`() throws {
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        try folder.write(Self.first.replacing("info: string?", with: "info: string?\n      code: string"), to: "Shop.yaml")
        try folder.write("trellis: 1\nvalues:\n  Order.code: \"'x'\"\n", to: "versions/2.migration.yaml")
        let process = try trellis("export", "coredata", "Shop.yaml", "-o", "Shop.xcdatamodeld", "--report", "json")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains(#""reason": "steps between versions that are more than renames: Core Data needs a mapping for them""#), "\(process.output)")
        #expect(process.output.contains(#""place": "version 2""#) && process.output.contains(#""detail": "values of Order.code""#), "\(process.output)")
        #expect(try text("Shop.xcdatamodeld/.xccurrentversion").contains("<string>Shop 2.xcdatamodel</string>"))
    }

    @Test func `what cannot be is refused, and nothing is written`() throws {
        try folder.write("mine", to: "Taken.xcdatamodeld/file")
        let taken = try trellis("export", "coredata", "Shop.yaml", "-o", "Taken.xcdatamodeld")
        #expect(taken.exitCode == 3 && taken.errors == "error: 'Taken.xcdatamodeld' exists already, and is not replaced\n")
        #expect(try trellis("export", "coredata", "Shop.yaml", "-o", "Shop").exitCode == 2)
        #expect(try trellis("export", "coredata", "Shop.yaml", "-o", ".xcdatamodeld").exitCode == 2)
        try folder.write("trellis: 1\nmodel: Shop\nentities: { Order: { attributes: { a: nothing } } }\n", to: "Broken.yaml")
        let broken = try trellis("export", "coredata", "Broken.yaml", "-o", "Broken.xcdatamodeld")
        #expect(broken.exitCode == 1 && broken.errors.contains("error[TR"), "\(broken.errors)")
        let dry = try trellis("export", "coredata", "Shop.yaml", "-o", "Dry.xcdatamodeld", "--dry-run")
        #expect(dry.exitCode == 0 && dry.output.hasPrefix("Dry.xcdatamodeld: 1 version\n"))
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["Broken.yaml", "Shop.yaml", "Taken.xcdatamodeld"])
    }
}
