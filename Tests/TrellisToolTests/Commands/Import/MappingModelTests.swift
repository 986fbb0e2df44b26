import Foundation
import TestSupport
import Testing

/// Mapping models that trellis import coredata reads.
struct MappingModelTests {
    private typealias Entity = MappingFixture.Entity
    private typealias Property = MappingFixture.Property

    private static func entity(_ name: String, _ properties: String..., attributes: String = "") -> String {
        let elements = properties.map { text in
            let isRequired = text.hasSuffix("!")
            let parts = text.replacing("!", with: "").split(separator: ":").map(String.init)
            return "<attribute name=\"\(parts[0])\" \(isRequired ? "" : "optional=\"YES\" ")attributeType=\"\(parts.count > 1 ? parts[1] : "String")\"/>"
        }
        return "<entity name=\"\(name)\" \(attributes)>\n\(elements.joined(separator: "\n"))\n</entity>\n"
    }

    /// A bundle of versions, with a mapping model of the first step beside it.
    private static func project(
        _ first: String, _ second: String, _ entities: [Entity], at file: String = "Maps/Step.xcmappingmodel/xcmapping.xml"
    ) throws -> CoreDataProject {
        let project = try CoreDataProject([("Shop", first), ("Shop 2", second)])
        try project.folder.write(fixture(entities).xml, to: file)
        return project
    }

    private static func fixture(_ entities: [Entity]) -> MappingFixture {
        MappingFixture(from: "App/Shop.xcdatamodeld/Shop.xcdatamodel", to: "App/Shop.xcdatamodeld/Shop 2.xcdatamodel", entities)
    }

    private static let decisions = "Schemas/Shop/versions/2.migration.yaml"

    @Test func `sources of other names are renames, and what no mapping reads stays a question`() throws {
        let project = try Self.project(
            Self.entity("Order", "info", "unused") + Self.entity("Log", "text"), Self.entity("Purchase", "note"),
            [Entity("Order", "Purchase", attributes: [Property("note", .source("info"))])])
        #expect(try project.imported("--dry-run").errors.contains("Order.unused"))
        let process = try project.imported("--accept-losses", "Unused.")
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains("version 2 is 'Shop 2', with 4 decisions, 2 by the mapping model\n"), "\(process.output)")
        #expect(
            try project.text(Self.decisions) == """
                trellis: 1
                renames:
                  Order: Purchase
                  Order.info: note
                drops:
                  Log: "Unused."
                  Order.unused: "Unused."

                """)
        #expect(!process.output.contains("left out"), "\(process.output)")
        #expect(try project.trellis("check", "Schemas/Shop/Shop.yaml").exitCode == 0)
    }

    @Test func `constants and copies are values, also by the entity of an object`() throws {
        let child = "parentEntity=\"Thing\""
        let project = try Self.project(
            Self.entity("Thing", "name", attributes: "isAbstract=\"YES\"") + Self.entity("Book", "author", attributes: child)
                + Self.entity("Box", "size", attributes: child),
            Self.entity("Thing", "name", "text", "kind:Integer 16!", attributes: "isAbstract=\"YES\"") + Self.entity("Book", "copy", "name2", attributes: child)
                + Self.entity("Box", attributes: child),
            [
                Entity(
                    "Book", "Book",
                    attributes: [
                        Property("name"), Property("text", .source("author")), Property("kind", .constant(.integer(2))),
                        Property("copy", .constant(.text("it's"))), Property("name2", .source("name")),
                    ]),
                Entity("Box", "Box", attributes: [Property("name"), Property("text", .source("size")), Property("kind", .constant(.integer(7)))]),
            ])
        let process = try project.imported("--accept-losses", "Copied.")
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(
            try project.text(Self.decisions) == """
                trellis: 1
                drops:
                  Book.author: "Copied."
                  Box.size: "Copied."
                values:
                  Thing.text: "CASE _entity WHEN 'Book' THEN author WHEN 'Box' THEN size END"
                  Thing.kind: "CASE _entity WHEN 'Book' THEN 2 WHEN 'Box' THEN 7 END"
                  Book.copy: "'it''s'"
                  Book.name2: "name"

                """)
    }

    @Test func `members of a relationship with another name are a rename`() throws {
        func model(_ name: String) -> String {
            """
            <entity name="Order"><relationship name="\(name)" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Row" inverseName="order" inverseEntity="Row"/></entity>
            <entity name="Row"><relationship name="order" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="\(name)" inverseEntity="Order"/></entity>
            """
        }
        let project = try Self.project(
            model("rows"), model("lines"),
            [
                Entity("Order", "Order", relationships: [Property("lines", .members("rows"))]),
                Entity("Row", "Row", relationships: [Property("order")]),
            ])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(try project.text(Self.decisions) == "trellis: 1\nrenames:\n  Order.rows: lines\n")
    }

    @Test func `what is no decision is listed with its place, and stays a question`() throws {
        let project = try Self.project(
            Self.entity("Order", "info", "unused", "total:Integer 16"), Self.entity("Order", "note", "sum:Integer 64", "far"),
            [
                Entity(
                    "Order", "Order",
                    attributes: [
                        Property("note", .function("shorten:", "info")), Property("sum", .source("total")), Property("far", .source("owner.name")),
                        Property("gone"),
                    ], policy: "Shop.OrderPolicy", predicate: "info != nil"),
                Entity("Nothing", nil),
            ])
        let process = try project.imported("--report", "json")
        #expect(process.exitCode == 1, "\(process.output)\(process.errors)")
        let file = "Maps/Step.xcmappingmodel/xcmapping.xml"
        for (reason, place, detail) in [
            ("migration policy class", "Order", "Shop.OrderPolicy"), ("condition of the objects that are mapped", "Order", "info != nil"),
            ("value that is no decision", "Order.note", "FUNCTION($entityPolicy, 'shorten:', $source.info)"), ("value that is no decision", "Order.far", "$source.owner.name"),
            ("mapping of what the version does not have", "Order.gone", ""), ("mapping of what the version does not have", "Nothing", "'Shop' has no such entity"),
        ] {
            let pattern = try Regex("\"reason\": \"\(reason)\",\\s*\"place\": \"\(NSRegularExpression.escapedPattern(for: file)):\\d+: \(place)\"")
            #expect(process.output.firstMatch(of: pattern) != nil, "\(reason), \(place)\n\(process.output)")
            #expect(detail.isEmpty || process.output.contains(detail))
        }
    }

    @Test func `an expression for one end of a relationship names the other end too, and no connection is lost`() throws {
        func model(_ members: String, _ owner: String) -> String {
            """
            <entity name="Order"><relationship name="\(members)" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Row" inverseName="\(owner)" inverseEntity="Row"/></entity>
            <entity name="Row"><relationship name="\(owner)" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Order" inverseName="\(members)" inverseEntity="Order"/></entity>
            """
        }
        let project = try Self.project(
            model("rows", "order"), model("lines", "owner"),
            [
                Entity("Order", "Order", relationships: [Property("lines", .members("rows"))]),
                Entity("Row", "Row", relationships: [Property("owner")]),
            ])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(try project.text(Self.decisions) == "trellis: 1\nrenames:\n  Order.rows: lines\n  Row.order: owner\n")
    }

    @Test func `a value that is not read leaves the values of other entities a question`() throws {
        let child = "parentEntity=\"Thing\""
        let project = try Self.project(
            Self.entity("Thing", "name") + Self.entity("Book", "text", attributes: child) + Self.entity("Box", "size", attributes: child),
            Self.entity("Thing", "name", "label") + Self.entity("Book", attributes: child) + Self.entity("Box", attributes: child),
            [
                Entity("Book", "Book", attributes: [Property("name"), Property("label", .function("shorten:", "text"))]),
                Entity("Box", "Box", attributes: [Property("name"), Property("label", .source("size"))]),
            ])
        let process = try project.imported()
        #expect(process.exitCode == 1, "\(process.output)\(process.errors)")
        let decisions = try project.text(Self.decisions)
        #expect(decisions.contains("Box.size: …") && decisions.contains("Book.text: …"), "\(decisions)")
    }

    @Test func `a policy class of a mapping without a source or a destination is listed`() throws {
        let project = try Self.project(
            Self.entity("Order", "info") + Self.entity("Log", "text"), Self.entity("Order", "info") + Self.entity("Entry", "text"),
            [
                Entity("Order", "Order", attributes: [Property("info")]), Entity("Log", nil, policy: "Shop.LogPolicy"),
                Entity(nil, "Entry", policy: "Shop.EntryPolicy"),
            ])
        let process = try project.imported()
        #expect(process.exitCode == 1, "\(process.output)\(process.errors)")
        #expect(process.output.contains(": Log: Shop.LogPolicy\n") && process.output.contains(": Entry: Shop.EntryPolicy\n"), "\(process.output)")
    }

    // MARK: Identifiers

    @Test func `a mapping model is stronger than a renaming identifier, and one without a value is not`() throws {
        let second = "<entity name=\"Order\">"
            + "<attribute name=\"note\" optional=\"YES\" attributeType=\"String\" elementID=\"info\"/>"
            + "<attribute name=\"text\" optional=\"YES\" attributeType=\"String\" elementID=\"old\"/></entity>"
        let project = try Self.project(
            Self.entity("Order", "info", "old", "third"), second,
            [Entity("Order", "Order", attributes: [Property("note", .source("third")), Property("text")])])
        let process = try project.imported("--accept-losses", "Unused.")
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(
            try project.text(Self.decisions) == """
                trellis: 1
                renames:
                  Order.old: text
                  Order.third: note
                drops:
                  Order.info: "Unused."

                """)
        #expect(process.output.contains("  renaming identifier that the mapping model contradicts:\n"), "\(process.output)")
        #expect(process.output.contains(": Order.note: the identifier names 'Order.info', but the mapping has another value\n"), "\(process.output)")
        #expect(process.output.contains(": Order.text: the mapping has no value, and those of 'Order.old' stay\n"), "\(process.output)")
        #expect(process.output.contains("with 3 decisions, 1 by renaming identifiers, 1 by the mapping model\n"), "\(process.output)")
    }

    // MARK: Steps

    @Test func `mapping models beside the bundle and named ones are read, and those of other steps are listed`() throws {
        let (first, second) = (Self.entity("Order", "info"), Self.entity("Order", "note"))
        let entities = [Entity("Order", "Order", attributes: [Property("note", .source("info"))])]
        for file in ["Step.xcmappingmodel/xcmapping.xml", "Maps/Step.xcmappingmodel/xcmapping.xml"] {
            let project = try Self.project(first, second, entities, at: file)
            #expect(try project.imported().exitCode == 0)
            #expect(try project.text(Self.decisions).contains("Order.info: note"))
        }
        let deep = try Self.project(first, second, entities, at: "A/B/Step.xcmappingmodel/xcmapping.xml")
        #expect(try deep.imported("--dry-run").exitCode == 1)
        #expect(try deep.imported("--dry-run", "--mapping", "A/B/Step.xcmappingmodel/").exitCode == 0)
        #expect(try deep.imported("--dry-run", "--mapping", "A/B/Step.xcmappingmodel/xcmapping.xml").exitCode == 0)
        #expect(try deep.imported("--mapping", "A/B").errors.contains("'A/B' is no .xcmappingmodel folder, and no XML file of one"))
        let missing = try deep.imported("--mapping", "No.xcmappingmodel")
        #expect(missing.exitCode == 3 && missing.errors.contains("cannot read 'No.xcmappingmodel/xcmapping.xml'"), "\(missing.errors)")

        let path = "Shop.xcdatamodeld/"
        for (from, to, reason) in [
            ("Shop 2", "Shop", "these versions do not follow each other"), ("Shop", "Shop 7", "the bundle has no version 'Shop 7'"),
            ("Shop", "Shop 2", "'A/B/Step.xcmappingmodel/xcmapping.xml' is for the same step"),
        ] {
            let other = MappingFixture(from: "\(path)\(from).xcdatamodel", to: "\(path)\(to).xcdatamodel", entities)
            try deep.folder.write(other.xml, to: "Other.xcmappingmodel/xcmapping.xml")
            let process = try deep.imported("--dry-run", "--mapping", "A/B/Step.xcmappingmodel")
            #expect(process.exitCode == 0, "\(process.errors)")
            #expect(process.output.contains("    Other.xcmappingmodel/xcmapping.xml: from '\(from)' to '\(to)': \(reason)\n"), "\(process.output)")
        }
    }

    @Test func `a mapping model of another bundle beside this one is listed, and read if it is named`() throws {
        let project = try CoreDataProject([("Shop", Self.entity("Order", "info")), ("Shop 2", Self.entity("Order", "note"))])
        let other = MappingFixture(
            from: "App/Cache.xcdatamodeld/Shop.xcdatamodel", to: "App/Cache.xcdatamodeld/Shop 2.xcdatamodel",
            [Entity("Order", "Order", attributes: [Property("note", .source("info"))])])
        try project.folder.write(other.xml, to: "Step.xcmappingmodel/xcmapping.xml")
        let found = try project.imported("--dry-run")
        #expect(found.exitCode == 1, "\(found.output)\(found.errors)")
        #expect(found.output.contains("from 'Shop' to 'Shop 2': it is for the bundle 'Cache'\n"), "\(found.output)")
        #expect(try project.imported("--mapping", "Step.xcmappingmodel").exitCode == 0)
    }

    @Test func `a constant that is no value of the attribute is listed`() throws {
        let project = try Self.project(
            Self.entity("Order", "info"), Self.entity("Order", "info", "price:Decimal", "state!", "count:Integer 16"),
            [Entity("Order", "Order", attributes: [Property("info"), Property("price", .constant(.text("11AA"))), Property("state", .constant(.text("new"))), Property("count", .constant(.text("1.5")))])])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains(": Order.price: '11AA' is no value of its type\n") && process.output.contains(": Order.count: '1.5' is no value of its type\n"), "\(process.output)")
        #expect(try project.text(Self.decisions) == "trellis: 1\nvalues:\n  Order.state: \"'new'\"\n")
    }

    @Test func `a constant of data is listed with its length`() throws {
        let project = try Self.project(
            Self.entity("Order", "info"), Self.entity("Order", "info", "icon:Binary"),
            [Entity("Order", "Order", attributes: [Property("info"), Property("icon", .constant(.data([1, 2, 0])))])])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains(": Order.icon: a constant of 3 bytes\n"), "\(process.output)")
    }

    @Test func `a mapping model to a version after the current one is not listed`() throws {
        let project = try CoreDataProject([("Shop", Self.entity("Order", "info")), ("Shop 2", Self.entity("Order", "note"))], current: "Shop")
        try project.folder.write(Self.fixture([Entity("Order", "Order")]).xml, to: "Step.xcmappingmodel/xcmapping.xml")
        let process = try project.imported()
        #expect(process.exitCode == 0 && !process.output.contains("mapping"), "\(process.output)\(process.errors)")
    }

    @Test func `a written file of decisions counts, and what it lacks of the mapping model is listed`() throws {
        let project = try CoreDataProject([("Shop", Self.entity("Order", "info")), ("Shop 2", Self.entity("Order", "note"))])
        #expect(try project.imported("--current", "Shop").exitCode == 0)
        try project.folder.write("trellis: 1\ndrops:\n  Order.info: Unused.\n", to: Self.decisions)
        try project.folder.write(
            Self.fixture([Entity("Order", "Order", attributes: [Property("note", .source("info"))])]).xml, to: "Step.xcmappingmodel/xcmapping.xml")
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains("  decision that the step's file does not have:\n    Order.info: '2.migration.yaml' has no line for it"), "\(process.output)")
    }

    @Test func `a mapping model that is added after its step was frozen is listed, and one that was read is not`() throws {
        let project = try CoreDataProject([("Shop", Self.entity("Order", "info")), ("Shop 2", Self.entity("Order", "note"))])
        #expect(try project.imported("--accept-losses", "Unused.").exitCode == 0)
        let files = project.files
        let mapping = Self.fixture([Entity("Order", "Order", attributes: [Property("note", .source("info"))])]).xml
        try project.folder.write(mapping, to: "Step.xcmappingmodel/xcmapping.xml")
        let process = try project.imported()
        #expect(process.exitCode == 0 && project.files == files, "\(process.errors)")
        #expect(
            process.output.contains("  mapping model of a step that is frozen already, and stays as it is:\n    Step.xcmappingmodel/xcmapping.xml: the step to version 2\n"),
            "\(process.output)")

        let read = try Self.project(
            Self.entity("Order", "info"), Self.entity("Order", "note"), [Entity("Order", "Order", attributes: [Property("note", .source("info"))])])
        #expect(try read.imported().exitCode == 0)
        #expect(try !read.imported().output.contains("mapping"))
        // It says nothing that the step could lack.
        let plain = try Self.project(
            Self.entity("Order", "info"), Self.entity("Order", "info", "note"), [Entity("Order", "Order", attributes: [Property("info")])])
        #expect(try plain.imported().exitCode == 0)
        #expect(try !plain.imported().output.contains("mapping"))
    }

    @Test func `a value that the step refuses is left out and listed, and the others stay`() throws {
        let project = try Self.project(
            Self.entity("Order", "info"), Self.entity("Order", "info", "link:URI", "copy"),
            [Entity("Order", "Order", attributes: [Property("info"), Property("link", .constant(.text("no url"))), Property("copy", .source("info"))])])
        let process = try project.imported()
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains("  decision that the step refuses:\n    Order.link: "), "\(process.output)")
        #expect(try project.text(Self.decisions) == "trellis: 1\nvalues:\n  Order.copy: \"info\"\n")
    }

    @Test func `values of a version that stores the same as the one before are listed`() throws {
        let project = try Self.project(
            Self.entity("Order", "info", "other"), Self.entity("Order", "info", "other"),
            [Entity("Order", "Order", attributes: [Property("info", .source("other")), Property("other")])])
        let process = try project.imported()
        #expect(process.exitCode == 0 && process.output.contains("'Shop 2' stores what version 1 stores\n"), "\(process.output)\(process.errors)")
        #expect(process.output.contains("    Order.info: the stores of both versions are the same\n"), "\(process.output)")
    }

    @Test func `an entity that becomes several keeps its objects, and several that become one are asked about`() throws {
        let several = try Self.project(
            Self.entity("A", "x"), Self.entity("A", "x") + Self.entity("B", "x"),
            [Entity("A", "A", attributes: [Property("x")]), Entity("A", "B", attributes: [Property("x")])])
        let process = try several.imported()
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains("  entity mapping that is no rename:\n") && process.output.contains(": A → B\n"), "\(process.output)")
        #expect(!process.output.contains("A → A"), "\(process.output)")
        let one = try Self.project(
            Self.entity("A", "x") + Self.entity("B", "x"), Self.entity("C", "x"),
            [Entity("A", "C", attributes: [Property("x")]), Entity("B", "C", attributes: [Property("x")])])
        #expect(try one.imported().exitCode == 1)
        #expect(try one.text(Self.decisions).contains("  B: …\n"))
    }

    // MARK: Damaged files

    @Test(arguments: [
        ("<database>", "line 1: the file is not XML"), ("<model/>", "line 1: the file has the element 'model', and no mapping model"),
        ("<database/>", "line 1: the file has no mapping model"),
        ("<database>\n<object type=\"XDDEVMAPPINGMODEL\" id=\"z1\"/></database>", "line 2: the mapping model has no 'sourcemodelpath'"),
    ])
    func `a named file that is no mapping model is refused, and another one is listed`(text: String, message: String) throws {
        let project = try CoreDataProject([("Shop", Self.entity("Order", "info")), ("Shop 2", Self.entity("Order", "info", "more"))])
        try project.folder.write(text, to: "Bad.xcmappingmodel/xcmapping.xml")
        let named = try project.imported("--mapping", "Bad.xcmappingmodel")
        #expect(named.exitCode == 3 && named.errors.contains("'Bad.xcmappingmodel/xcmapping.xml' cannot be read: \(message)"), "\(named.errors)")
        #expect(project.files.isEmpty)
        let found = try project.imported()
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(found.output.contains("  mapping model that cannot be read:\n    Bad.xcmappingmodel/xcmapping.xml: \(message)\n"), "\(found.output)")
    }
}
