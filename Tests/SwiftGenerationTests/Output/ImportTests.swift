import SwiftGeneration
import TestSupport
import Testing

/// The imports of generated files, beside those of files that users write.
struct ImportTests {
    private static let model = """
        trellis: 1
        model: Shop
        enums: { Channel: [web, phone] }
        composites: { Period: { from: date, days: int }, Size: { width: int, height: int } }
        entities:
          Item: { abstract: true, attributes: { name: { type: string, unique: true }, added: date } }
          Book: { parent: Item, attributes: { pages: int } }
          Reduced: { parent: Item, abstract: true }
          Rest: { parent: Reduced }
          Order:
            attributes: { size: Size, channel: Channel, labels: { type: json, swift: "[String]" } }
            relationships: { zone: { to: Zone, inverse: orders } }
          Zone:
            attributes: { zone: { type: json, swift: TimeZone }, period: Period? }
            relationships: { orders: { to: [Order], inverse: zone } }
            unique: [[period.from, period.days]]
          Stay: { attributes: { number: int }, fetches: { since: { parameters: { date: date }, where: number > 5 } } }

        """

    static let featureFlags = [[], ["-enable-upcoming-feature", "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility"]]

    private func compilation(_ access: AccessLevel, _ mode: OutputMode, _ own: String, _ flags: [String]) throws -> SwiftCompilation {
        var files = [String: String]()
        for file in try Generated(Self.model).files(mode, access: access) { files[file.name] = file.text }
        files["Own.swift"] = own
        return try SwiftCompilation(files: files, options: ["-warnings-as-errors", "-package-name", "shop"] + flags)
    }

    @Test("Public classes compile beside an import of any level, with internal imports by default and without", arguments: featureFlags)
    func publicClasses(flags: [String]) throws {
        for (level, access) in [("public ", "public "), ("internal ", ""), ("", "")] {
            let own = """
                \(level)import Foundation
                \(level)import Trellis

                extension Book {
                    \(access)func copy(in context: ManagedObjectContext) -> Date { added }
                }
                """
            for mode in [OutputMode.committed, .plugin] {
                let compiled = try compilation(.public, mode, own, flags)
                #expect(compiled.succeeded, "\(level)\(mode) \(flags): \(compiled.output)")
            }
        }
    }

    @Test("Classes of a module or a package compile with internal imports by default and without", arguments: featureFlags)
    func narrowClasses(flags: [String]) throws {
        for access in [AccessLevel.internal, .package] {
            let own = "import Foundation\nimport Trellis\nfunc days(of book: Book) -> Date { book.added }\n"
            let compiled = try compilation(access, .committed, own, flags)
            #expect(compiled.succeeded, "\(access) \(flags): \(compiled.output)")
        }
    }

    @Test("A file imports Foundation only if its declarations name types of it")
    func foundation() throws {
        let files = try Generated(Self.model).files(access: .public)
        let with = files.filter { $0.text.contains("\npublic import Foundation\n") }.map { $0.name.split(separator: ".")[0] }
        #expect(Set(with) == ["Item", "Book", "Reduced", "Rest", "Zone", "Stay", "Period"])
        #expect(files.allSatisfy { $0.text.contains("\n@_spi(Generated) public import Trellis\n") })
    }
}
