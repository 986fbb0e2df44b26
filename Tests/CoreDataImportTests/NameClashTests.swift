import TestSupport
import Testing

/// Names of a bundle that are different there and would be one in SQL or in Swift.
struct NameClashTests {
    private static func attribute(_ name: String, _ type: String = "String", _ more: String = "") -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\" \(more)/>"
    }

    private static func entity(_ name: String, _ more: String = "", _ properties: String...) -> String {
        "<entity name=\"\(name)\" \(more)>\(properties.joined())</entity>"
    }

    private static func relationship(_ name: String, to destination: String, inverse: String?, many: Bool = false, ordered: Bool = false) -> String {
        "<relationship name=\"\(name)\" optional=\"YES\" deletionRule=\"Nullify\" destinationEntity=\"\(destination)\""
            + (inverse.map { " inverseName=\"\($0)\"" } ?? "") + (many ? " toMany=\"YES\"" : "") + (ordered ? " ordered=\"YES\"" : "") + "/>"
    }

    // MARK: Words

    @Test func `what YAML reads as no value gets another name everywhere`() throws {
        let imported = try ImportedText(
            Self.entity("Null", "", Self.attribute("null"), Self.attribute("like"), Self.relationship("NULL", to: "Null", inverse: nil))
                + ##"<fetchRequest name="null" entity="Null" predicateString="like == nil"/>"##)
        imported.expect("NullEntity:", "nullValue: string?", "nullFetch: { where: like == nil }")
        #expect(imported.errors == "" && imported.lines.contains("renamed: NullEntity.NULLValue (NULL)"), "\(imported.lines)\n\(imported.text)")
    }

    @Test func `a new name is no word of a condition, and a name that stays is read as before`() throws {
        let imported = try ImportedText(
            Self.entity(
                "Item", "", Self.attribute("self_"), Self.attribute("nil_"), Self.attribute("_true", "Boolean"), Self.attribute("like"),
                ##"<fetchIndex name="b" partialIndexPredicate="self_ != nil"><fetchIndexElement property="like" type="Binary" order="ascending"/></fetchIndex>"##)
                + ##"<fetchRequest name="some" entity="Item" predicateString="self_ == nil_ AND like == $x AND _true == YES"/>"##)
        imported.expect("selfValue: string?", "nilValue: string?", "trueValue: bool?", "like: string?", "parameters: { x: string }")
        #expect(imported.text.contains("where: selfValue == nilValue AND like == $x AND trueValue == "), "\(imported.text)")
        #expect(imported.text.contains("selfValue != nil"), "\(imported.text)")
    }

    // MARK: Columns

    @Test func `an attribute yields to the column with the places of ordered members`() throws {
        let imported = try ImportedText(
            Self.entity(
                "Page", "", Self.attribute("bookPosition", "Integer 16"), Self.relationship("book", to: "Book", inverse: "pages"))
                + Self.entity("Book", "", Self.relationship("pages", to: "Page", inverse: "book", many: true, ordered: true)))
        imported.expect("bookPosition: { type: int16?, column: page_book_position }", "book: { to: Book?, inverse: pages }")
        #expect(imported.lines == ["given a column, because another property of the table has that one: Page.bookPosition (page_book_position)"])
    }

    @Test func `of two places in one table the second relationship gets another name`() throws {
        let imported = try ImportedText(
            Self.entity("Card", "isAbstract=\"YES\"")
                + Self.entity("Ace", "parentEntity=\"Card\"", Self.relationship("hand", to: "Hand", inverse: "aces"))
                + Self.entity("King", "parentEntity=\"Card\"", Self.relationship("hand", to: "Hand", inverse: "kings"))
                + Self.entity(
                    "Hand", "", Self.relationship("aces", to: "Ace", inverse: "hand", many: true, ordered: true),
                    Self.relationship("kings", to: "King", inverse: "hand", many: true, ordered: true)))
        imported.expect("hand: { to: Hand?, inverse: aces }", "hand2: { to: Hand?, inverse: kings }", "kings: { to: [King], inverse: hand2, ordered: true }")
        #expect(imported.lines == ["renamed: King.hand2 (hand)"])
    }

    @Test func `columns of composites count, in entities and in other composites`() throws {
        let imported = try ImportedText(
            Self.entity("Ship", "", Self.attribute("portName"), Self.attribute("port", "Composite", "composite=\"Port\""))
                + "<composite name=\"Port\">\(Self.attribute("name"))\(Self.attribute("dockNumber"))"
                + "\(Self.attribute("dock", "Composite", "composite=\"Dock\""))</composite>"
                + "<composite name=\"Dock\">\(Self.attribute("number"))</composite>")
        imported.expect("portName: string?", "port: { type: Port?, column: ship_port }", "dock: { type: Dock?, column: dock_2 }")
    }

    @Test func `invented columns are none that another property has or is going to have`() throws {
        let imported = try ImportedText(
            Self.entity(
                "Tag", "", Self.attribute("keyID"), Self.attribute("keyId"), Self.attribute("key_id"), Self.attribute("tagKeyId"),
                Self.relationship("key", to: "Tag", inverse: nil)))
        imported.expect(
            "keyID: string?", "keyId: { type: string?, column: key_id_2 }", "key_id: { type: string?, column: key_id_3 }", "tagKeyId: string?",
            "key: { to: Tag?, column: key_id_4 }")
    }

    // MARK: Tables

    @Test func `an entity yields to the table of a relationship`() throws {
        let imported = try ImportedText(
            Self.entity("Club", "", Self.relationship("members", to: "Person", inverse: "clubs", many: true))
                + Self.entity("Person", "", Self.relationship("clubs", to: "Club", inverse: "members", many: true))
                + Self.entity("ClubMembers") + Self.entity("New", "", Self.relationship("pairs", to: "Club", inverse: nil, many: true))
                + Self.entity("SqliteFile"))
        imported.expect("table: club_members_2", "table: new_2", "table: x_sqlite_file_2")
        #expect(imported.lines.contains("given a table, because another one has that name: ClubMembers (club_members_2)"))
    }

    @Test func `a relationship whose table or key meets another one's gets another name`() throws {
        let imported = try ImportedText(
            Self.entity("Node", "", Self.relationship("node", to: "Node", inverse: nil, many: true))
                + Self.entity("User", "", Self.relationship("teamNotes", to: "Node", inverse: nil, many: true))
                + Self.entity("UserTeam", "", Self.relationship("notes", to: "Node", inverse: nil, many: true)))
        imported.expect("node2: { to: [Node] }", "teamNotes: { to: [Node] }", "notes2: { to: [Node] }")
    }

    // MARK: Names

    @Test func `a name that the language takes stays, whatever its neighbours become`() throws {
        let imported = try ImportedText(
            Self.entity("_Item", "", Self.attribute("_id"), Self.attribute("id"), Self.attribute("__id"))
                + Self.entity("Item", "", Self.attribute("a")) + Self.entity("Part", "parentEntity=\"Item\"", Self.attribute("_a")))
        imported.expect("Item2:", "id: string?", "id2: string?", "id3: string?", "Item:", "a: string?", "a2: string?")
        #expect(imported.lines == ["renamed: Item2 (_Item)", "renamed: Item2.id2 (__id)", "renamed: Item2.id3 (_id)", "renamed: Part.a2 (_a)"])
    }

    @Test func `types whose files would be one on some disks get other names`() throws {
        let imported = try ImportedText(Self.entity("Item") + Self.entity("ITEM") + Self.entity("shop") + Self.entity("ShopModel"))
        imported.expect("model: ShopModelModel", "ITEM:", "table: item", "Item2:", "table: item_2")
    }

    @Test func `a composite yields to an entity of its name, and its parts get names that the language takes`() throws {
        let imported = try ImportedText(
            Self.entity("Place", "", Self.attribute("at", "Composite", "composite=\"Place\""))
                + "<composite name=\"Place\">\(Self.attribute("my part"))\(Self.attribute("my_part"))\(Self.attribute("operand"))</composite>")
        imported.expect("at: Place2?", "attributes: { my_part2: string?, my_part: string?, operandValue: string? }")
        #expect(
            imported.lines == ["renamed: Place2 (Place)", "renamed: Place2.my_part2 (my part)", "renamed: Place2.operandValue (operand)"])
    }

    // MARK: Random bundles

    private static let names = [
        "a", "A", "aId", "aID", "a_id", "_a", "aPosition", "a_position", "aA", "a_a", "aAId", "a2", "a id", "new", "New", "id", "_id", "isIn", "hasChanges", "b", "B", "bId",
        "aB", "a_b", "AB", "Ab", "bA", "parentPosition", "objectID", "Date", "self", "in", "Type", "x", "é",
    ]

    /// A bundle whose names come from few spellings that become the same in snake case.
    private static func bundle(using random: inout SeededGenerator) -> String {
        func some(_ count: ClosedRange<Int>) -> [String] { Array(names.shuffled(using: &random).prefix(Int.random(in: count, using: &random))) }
        let entities = some(1...5)
        let composites = some(0...2)
        var properties = Dictionary(uniqueKeysWithValues: entities.map { ($0, [String]()) })
        // Core Data has no property twice in a line of ancestors: each entity has some of its hierarchy's own.
        var parents: [String: String] = [:]
        for (index, entity) in entities.enumerated().dropFirst() where Int.random(in: 0..<3, using: &random) == 0 {
            parents[entity] = entities[Int.random(in: 0..<index, using: &random)]
        }
        func ancestors(_ entity: String) -> [String] { [entity] + (parents[entity].map(ancestors) ?? []) }
        var taken = Dictionary(uniqueKeysWithValues: entities.map { ($0, Set<String>()) })
        func free(_ entity: String) -> String? {
            let family = entities.filter { ancestors($0).contains(entity) || ancestors(entity).contains($0) }
            guard let name = names.filter({ name in !family.contains { taken[$0]?.contains(name) == true } }).randomElement(using: &random) else { return nil }
            taken[entity, default: []].insert(name)
            return name
        }
        for entity in entities {
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                guard let name = free(entity) else { continue }
                let composite = Int.random(in: 0..<4, using: &random) == 0 ? composites.randomElement(using: &random) : nil
                properties[entity]?.append(composite.map { attribute(name, "Composite", "composite=\"\($0)\"") } ?? attribute(name))
            }
        }
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let (from, to) = (entities.randomElement(using: &random) ?? "", entities.randomElement(using: &random) ?? "")
            let (isMany, isOrdered) = (Bool.random(using: &random), Bool.random(using: &random))
            guard let name = free(from) else { continue }
            guard Int.random(in: 0..<4, using: &random) > 0 else {
                let inverse = from == to && Bool.random(using: &random) ? name : nil
                properties[from]?.append(relationship(name, to: to, inverse: inverse, many: isMany))
                continue
            }
            guard let back = free(to) else { continue }
            properties[from]?.append(relationship(name, to: to, inverse: back, many: isMany, ordered: isMany && isOrdered))
            let isBackMany = Bool.random(using: &random)
            properties[to]?.append(relationship(back, to: from, inverse: name, many: isBackMany, ordered: isBackMany && Bool.random(using: &random)))
        }
        let parts = composites.enumerated().map { index, name in
            let attributes = some(1...4).map { part in
                // A composite contains only those before it.
                index > 0 && Int.random(in: 0..<3, using: &random) == 0 ? attribute(part, "Composite", "composite=\"\(composites[0])\"") : attribute(part)
            }
            return "<composite name=\"\(name)\">\(attributes.joined(separator: "\n"))</composite>"
        }
        return entities.map { name in
            "<entity name=\"\(name)\"\(parents[name].map { " parentEntity=\"\($0)\"" } ?? "")>\n\(properties[name, default: []].joined(separator: "\n"))\n</entity>"
        }.joined(separator: "\n") + parts.joined(separator: "\n")
    }

    @Test func `bundles with names that become the same are imported, whatever they are`() throws {
        var random = SeededGenerator.forTests("clashing names")
        for _ in 0..<TestScale.count(150, long: 10_000) {
            let xml = Self.bundle(using: &random)
            let errors = try ImportedText(xml).errors
            #expect(errors == "", "\(xml)")
            if !errors.isEmpty { break }
        }
    }
}
