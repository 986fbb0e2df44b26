import Foundation
import SwiftGeneration
import TestSupport
import Testing

/// Generated files.
struct OutputTests {
    static let model = """
        trellis: 1
        model: Orders
        entities:
          Order:
            attributes: { name: string, sum: { type: decimal, scale: 2, default: 1.50 } }
            relationships: { customer: { to: Customer?, inverse: orders } }
            fetches: { named: { parameters: { name: string }, where: name == $name } }
          Customer:
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: cascade } }
          Tag:

        """

    @Test("Committed output has a file for the model and one for each entity")
    func committed() throws {
        let files = try Generated(Self.model).files()
        #expect(
            files.map(\.name) == [
                "Orders.trellis.swift", "Order.trellis.swift", "Customer.trellis.swift", "Tag.trellis.swift",
            ])
    }

    @Test("A transient attribute can be of Any, which Swift knows only without backticks")
    func transientAny() throws {
        let text = try Generated(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  cache: { type: json?, swift: Any, transient: true }
                  others: { type: json?, swift: "[String: Any]", transient: true }
            """
        ).text()
        #expect(text.contains("var cache: Any?\n"))
        #expect(text.contains("var others: [String: Any]?\n"))
    }

    @Test("In plugin mode the names are known before the model is: nine files, whatever stands in it")
    func plugin() throws {
        let names = ["Orders.trellis.swift"] + (0..<8).map { "Orders.entities\($0).trellis.swift" }
        #expect(try Generated(Self.model).files(.plugin).map(\.name) == names)
        #expect(try Generated("trellis: 1\nmodel: Orders\nentities: {}\n").files(.plugin).map(\.name) == names)
        let many = "trellis: 1\nmodel: Orders\nentities:\n" + (0..<100).map { "  E\($0):\n" }.joined()
        #expect(try Generated(many).files(.plugin).map(\.name) == names)
    }

    @Test("In plugin mode every class stands in exactly one file, and stays there when others come and go")
    func parts() throws {
        func parts(_ entities: [String]) throws -> [String: String] {
            let text = "trellis: 1\nmodel: Orders\nentities:\n" + entities.map { "  \($0):\n" }.joined()
            let files = try Generated(text).files(.plugin)
            return try Dictionary(
                uniqueKeysWithValues: entities.map { entity in
                    let holding = files.filter { $0.text.contains("final class \(entity):") }
                    #expect(holding.count == 1, "\(entity)")
                    return (entity, try #require(holding.first).name)
                })
        }
        let some = try parts(["Alpha", "Beta", "Gamma"])
        let more = try parts((0..<40).map { "Other\($0)" } + ["Gamma", "Beta", "Alpha"])
        for (entity, file) in some { #expect(more[entity] == file) }
        // Spread, so that they compile in parallel.
        #expect(Set(more.values).count == FileNames.pluginParts)
    }

    @Test("The plugin declares the files that the tool writes")
    func pluginDeclares() throws {
        // The plugin cannot import the tool's code, so its own list is read as text.
        let source = try String(contentsOfFile: "\(Project.root)/Plugins/TrellisPlugin/TrellisPlugin.swift", encoding: .utf8)
        let list =
            #"["\(model).trellis.swift"] + (0..<"# + "\(FileNames.pluginParts)"
            + #").map { "\(model).entities\($0).trellis.swift" }"#
        #expect(source.contains(list))
        #expect(FileNames.model("M") == "M.trellis.swift" && FileNames.part(3, of: "M") == "M.entities3.trellis.swift")
    }

    @Test("The same model gives the same files, again and again")
    func deterministic() throws {
        for mode in [OutputMode.committed, .plugin] {
            let first = try Generated(Self.model).files(mode)
            for _ in 0..<5 { #expect(try Generated(Self.model).files(mode) == first) }
        }
    }

    @Test("What is public is public throughout, and what is internal says nothing", arguments: AccessLevel.allCases)
    func access(level: AccessLevel) throws {
        let text = try Generated(Self.model).text(access: level)
        let prefix = level == .internal ? "" : level.rawValue + " "
        for declaration in [
            "enum Orders: PersistentModel", "static let descriptor = ", "final class Order: ManagedObject",
            "final class Tag: ManagedObject",
            "var name: String {", "var customer: Customer? {", "var orders: ToMany<Order> {", "static func named(name: String, in ",
            "static func named(name: String) ",
        ] {
            let lines = text.split(separator: "\n").filter { $0.contains(declaration) }
            #expect(lines.count == 1, "\(declaration)")
            #expect(lines.allSatisfy { $0.drop { $0 == " " }.hasPrefix(prefix + declaration) }, "\(declaration)")
        }
        for other in AccessLevel.allCases where other != level { #expect(!text.contains("\(other.rawValue) ")) }
    }

    @Test("No line ends in a space or is too long to read; every file ends in one newline")
    func lines() {
        #expect(!ExpectedSwift.files.isEmpty)
        for (path, text) in ExpectedSwift.files {
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                #expect(line.last != " " && !line.contains("\t"), "\(path):\(index + 1)")
                // The canonical model in the schema's literal has lines of its own, and so has the SQL of migrations, which
                // contains the user's expressions unchanged. So does a trigger that calculates. Hashes of versions have no place to break.
                let isLiteral = line.contains(": { ") || (line.contains("UPDATE ") && line.contains(" SET ")) || path.contains(".migrations.")
                    || line.contains("('compatible', ")
                #expect(line.count <= 130 || isLiteral, "\(path):\(index + 1)")
            }
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(path)")
        }
    }
}
