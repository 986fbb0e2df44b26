import Diagnostics
import SQLiteStorage
import SchemaModel
import SwiftGeneration
import TestSupport
import Testing

/// Names that Swift has no room for.
struct NameFindingsTests {
    private func expectFindings(
        _ source: String, _ expected: ExpectedFinding..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let marked = MarkedText(source)
        let result = ModelReader.read(marked.bytes, file: "Model.yaml")
        let model = try #require(result.model, "\(result.findings.map(\.message))", sourceLocation: sourceLocation)
        let findings = result.findings + LayoutPlanner.plan(model).findings + NameChecks.check(model)
        let differences = marked.differences(findings.sortedByPlace(), expected)
        #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
    }

    @Test("An entity that begins with a small letter is a warning with its fix, and other types may")
    func smallEntity() throws {
        try expectFindings(
            """
            trellis: 1
            model: shop
            enums: { channel: [web, shop] }
            entities:
              1️⃣customer:
                attributes: { name: { type: string, unique: true }, channel: channel }
            """, .init("TR1326", at: 1, saying: "the class 'customer' begins with a small letter", fixed: "Customer:"))
    }

    @Test("A type with the name of a common type of Swift, Foundation or Testing is a warning")
    func typesThatHide() throws {
        try expectFindings(
            """
            trellis: 1
            model: Office
            enums: { 1️⃣Result: [open, closed] }
            composites: { 2️⃣Unit: { size: int } }
            entities:
              3️⃣Task: { attributes: { result: Result?, unit: Unit? } }
              4️⃣Tag: {}
              Attachment: { class: File }
              Team: { class: 5️⃣Set }
              Work: {}
            """,
            .init("TR1327", at: 1, saying: "'Result' hides the type 'Result' of Swift in every file that sees it"),
            .init("TR1327", at: 2, saying: "'Unit' hides the type 'Unit' of Foundation"),
            .init("TR1327", at: 3, saying: "'Task' hides the type 'Task' of Swift"),
            .init("TR1327", at: 4, saying: "'Tag' is ambiguous in tests that import Testing"), .init("TR1327", at: 5))
    }

    @Test("A class of its own name is free of the rules for its entity's name, and keeps those for classes")
    func classNames() throws {
        try expectFindings(
            """
            trellis: 1
            model: Office
            entities:
              Data: { class: Record }
              Date: { class: 1️⃣Data }
              Work: { class: 2️⃣work }
              3️⃣Office: { class: Site }
            """, .init("TR1322", at: 1), .init("TR1326", at: 2, saying: "the class 'work'", fixed: "Work: { class: Work }"),
            .init("TR1324", at: 3))
    }

    @Test("A member that every object has is refused as a property, whatever kind it is")
    func reservedMembers() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  1️⃣isDeleted: bool
                  2️⃣objectID: int
                  3️⃣hashValue: int?
                  deleted: bool
                relationships:
                  4️⃣managedObjectContext: { to: Other?, inverse: hasChanges }
              Other:
                relationships:
                  5️⃣hasChanges: { to: [Thing], inverse: managedObjectContext }
            """,
            .init("TR1321", at: 1, saying: "every object already has a member 'isDeleted'"), .init("TR1321", at: 2),
            .init("TR1321", at: 3),
            .init("TR1321", at: 4), .init("TR1321", at: 5))
    }

    @Test("Two children whose files would be one are told: they have no tables that the layout would tell")
    func filesOfChildren() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Base:
              OrderRow: { parent: Base }
              1️⃣Orderrow: { parent: Base }
              Thing: { parent: Base, attributes: { 2️⃣isDeleted: bool }, fetches: { 3️⃣entityDescriptor: {} } }
            """,
            .init("TR1324", at: 1), .init("TR1321", at: 2), .init("TR1321", at: 3))
    }

    @Test("A fetch called as the search of a class above or below")
    func searchInHierarchy() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Base: { fetches: { 1️⃣search: {} } }
              Note: { parent: Base, attributes: { title: string }, search: [title] }
              Card: { attributes: { title: string }, search: [title] }
              Postcard: { parent: Card, fetches: { 2️⃣search: {}, 3️⃣searchResults: {} } }
              Other: { fetches: { search: {}, searchResults: {} } }
            """,
            .init("TR1321", at: 1), .init("TR1321", at: 2), .init("TR1321", at: 3))
    }

    @Test("A fetch called as the method that finds by the unique keys of a class above or below")
    func findInHierarchy() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Base: { fetches: { 1️⃣find: {} } }
              Note: { parent: Base, attributes: { title: { type: string, unique: true } } }
              Card: { attributes: { title: string, number: int }, unique: [[title, number]], fetches: { 2️⃣find: {} } }
              Other: { attributes: { title: string }, fetches: { find: {}, where: {} } }
            """,
            .init("TR1321", at: 1), .init("TR1321", at: 2))
    }

    @Test("What the fields of every entity or every composite have is refused as a property and a part")
    func reservedFields() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            composites:
              Place: { 1️⃣operand: string, 2️⃣Fields: int, city: string }
            entities:
              Thing:
                attributes: { 3️⃣isIn: bool, Row: int, 4️⃣Fields: int, place: Place, operand: int }
              5️⃣Field:
            """,
            .init("TR1321", at: 1), .init("TR1321", at: 2),
            .init("TR1321", at: 3, saying: "the conditions of every object already have a member 'isIn'"), .init("TR1321", at: 4),
            .init("TR1322", at: 5))
    }

    @Test("A static member that every class has is refused as a fetch")
    func reservedFetches() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { entityDescriptor: string }
                fetches:
                  1️⃣entityDescriptor: { limit: 1 }
                  isDeleted: { limit: 1 }
            """,
            .init("TR1321", at: 1, saying: "every class already has a member"))
    }

    @Test func `names that hide a fetch in its own method are refused`() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { context: string, self: int, Type: int }
                fetches:
                  1️⃣context: { limit: 1 }
                  2️⃣self: { limit: 1 }
                  Type: { limit: 1 }
                  Protocol: { limit: 1 }
                  in: { limit: 1 }
            """,
            .init("TR1321", at: 1, saying: "a fetch cannot be called 'context'"), .init("TR1321", at: 2, saying: "'self'"))
    }

    @Test func `keywords after the name of a class are refused as fetched properties`() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { name: string }
                fetchedProperties:
                  1️⃣Type: { from: Thing }
                  2️⃣Protocol: { from: Thing }
                  self: { from: Thing }
                  init: { from: Thing }
                  context: { from: Thing }
            """,
            .init("TR1321", at: 1, saying: "a fetched property cannot be called 'Type'"), .init("TR1321", at: 2, saying: "'Protocol'"))
    }

    @Test("The name of a type that generated code uses is refused as an entity's and a model's")
    func reservedTypes() throws {
        try expectFindings(
            """
            trellis: 1
            model: 1️⃣Trellis
            entities:
              2️⃣Data:
              3️⃣Type:
              4️⃣ManagedObject:
              Datum:
            """,
            .init("TR1322", at: 1), .init("TR1322", at: 2), .init("TR1322", at: 3), .init("TR1322", at: 4))
    }

    @Test("What hides a type that generated code uses is refused as a property and a fetch; a keyword is not, nor a parameter")
    func hiddenTypes() throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { 1️⃣String: string, Type: int, Self: int, name: string, Thing: int }
                relationships:
                  2️⃣ToMany: { to: [Other], inverse: back }
                fetches:
                  3️⃣Fetch: { limit: 1 }
                  find:
                    parameters: { UUID: string, Any: string }
                    where: name == $UUID OR name == $Any
              Other:
                relationships:
                  back: { to: Thing?, inverse: ToMany }
            """,
            .init("TR1321", at: 1, saying: "this would hide the type 'String'"),
            .init("TR1321", at: 2), .init("TR1321", at: 3))
    }

    @Test("Two names that would be one file where letter case does not count are reported at the second")
    func files() throws {
        try expectFindings(
            """
            trellis: 1
            model: things
            entities:
              OrderRow:
              1️⃣Orderrow:
              2️⃣Things:
              Order:
            """,
            .init("TR1324", at: 1, saying: "'Orderrow' and 'OrderRow' would both have the file 'orderrow.trellis.swift'"),
            .init("TR1324", at: 2, saying: "'Things' and 'things'"))
    }

    @Test("A fetch's own parameters are refused as the model's", arguments: ["context", "in", "self", "Operand"])
    func reservedParameters(name: String) throws {
        try expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { name: string }
                fetches:
                  find:
                    parameters: { 1️⃣\(name): string }
                    where: name == $\(name)
            """,
            .init("TR1323", at: 1, saying: "'\(name)'"))
    }
}
