import Foundation
import SchemaModel
import TestSupport
import Testing

@testable import SwiftGeneration

/// Types in generated code.
struct ReservedTypesTests {
    /// What cases give as the Swift types of JSON and as the name of a class; the names are theirs.
    private static let namedByModels: Set = ["DateInterval", "Keyword", "Set", "Swift"]

    /// Refused where snapshots are made, and nowhere else.
    private static let optional: Set = ["Snapshot"]

    /// A type that generated code names and a model may call an entity would be taken for the entity.
    @Test("Every type that generated code names is one that no entity can be called")
    func allReserved() {
        for (path, text) in ExpectedSwift.files {
            // Classes of the case's own model are in its folder.
            let folder = path.prefix { $0 != "/" }
            let own = Set(
                ExpectedSwift.files.filter { $0.path.hasPrefix(folder + "/") }
                    .compactMap { $0.path.split(separator: "/").last?.split(separator: ".").first.map(String.init) })
            // The types of steps in Swift are in a namespace of their own, where they go before an entity's.
            let nested = Set(text.matches(of: /(?:enum|struct|protocol) (\w+)/).map { String($0.output.1) })
            let others = Self.names(in: text).subtracting(path.contains(".migrations.") ? nested : [])
            for name in others.subtracting(own).subtracting(Self.namedByModels).subtracting(Self.optional) {
                #expect(SwiftWords.reservedTypes.contains(name), "\(name), in \(path)")
            }
        }
        #expect(!ExpectedSwift.files.isEmpty)
    }

    /// A parameter of such a name would be found in place of the type.
    @Test("Every type that a fetch's method makes values of is one that no parameter can be called")
    func reservedInFetches() {
        var found = Set<String>()
        for (path, text) in ExpectedSwift.files {
            for method in text.matches(of: /\n    (?:public |package )?static func (?s:.*?)\n    }\n/) {
                // The method that creates an object renames a parameter that is called like its class.
                if method.output.contains("func findOrCreate(") { continue }
                let body = method.output.drop { $0 != "{" }.split(separator: "\n").filter { !$0.contains("\"\"\"") }
                for line in body {
                    let bare = String(line).replacing(/"(\\.|[^"\\])*"/, with: "")
                    for match in bare.matches(of: /(?:^|[^.\w<\[])([A-Z]\w*)(?:[(<]|\.(?!self))/) {
                        let name = String(match.output.1)
                        found.insert(name)
                        #expect(SwiftNames.reservedParameters.contains(name), "\(name), in \(path)")
                    }
                }
            }
        }
        #expect(found.isSuperset(of: ["Fetch", "Operand", "ScaledDecimal"]))
    }

    @Test("Documentation/naming.md has all names that are refused, and no others")
    func documented() throws {
        let page = try String(contentsOfFile: "\(Project.root)/Documentation/naming.md", encoding: .utf8)
        func names(between start: String, and end: String) throws -> Set<String> {
            let opening = try #require(page.range(of: start))
            let text = page[opening.upperBound...].prefix(upTo: try #require(page[opening.upperBound...].range(of: end)).lowerBound)
            return Set(text.matches(of: /`(\w+)`/).map { String($0.output.1) })
        }
        let members = SwiftWords.reservedMembers.union(SwiftNames.reservedFields)
        #expect(try names(between: "no attribute or relationship can be called so (TR1321):", and: ", which its fields") == members)
        #expect(try names(between: "No fetch can be called", and: ";") == SwiftNames.reservedFetches.union(SwiftNames.unusableFetches))
        #expect(try names(between: "no fetched property can be called", and: ";") == SwiftNames.unusableFetchedProperties)
        #expect(try names(between: "no part of a composite", and: ".\n") == SwiftNames.reservedParts)
        #expect(try names(between: "A case of an enum cannot be called", and: "(TR1325)") == SwiftNames.reservedCases)
        #expect(try names(between: "A parameter of a fetch cannot be called", and: "(TR1323)") == SwiftNames.reservedParameters)
        #expect(try names(between: "no entity, no enum and no model can be called so (TR1322):", and: ". A property") == SwiftWords.reservedTypes)
    }

    /// The words that begin with a capital and follow no dot, outside of comments, literals and declarations of properties.
    private static func names(in text: String) -> Set<String> {
        var names = Set<String>()
        var isInLiteral = false
        for line in text.split(separator: "\n") {
            if line.contains("\"\"\"") { isInLiteral.toggle() }
            let code = line.replacing("@_spi(Generated) ", with: "").drop { $0 == " " }
            if isInLiteral || code.hasPrefix("//") || code.hasPrefix("\"\"\"") { continue }
            let bare = String(code).replacing(/"(\\.|[^"\\])*"/, with: "").replacing(/`[^`]*`/, with: "")
            for match in bare.matches(of: /(?:^|[^.\w])([A-Z]\w*)(?!\w*:)/) { names.insert(String(match.output.1)) }
        }
        return names
    }
}
