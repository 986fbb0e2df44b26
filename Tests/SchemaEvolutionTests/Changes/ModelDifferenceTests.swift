import Diagnostics
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing

/// What differs between two versions of a model.
struct ModelDifferenceTests {
    private let text = """
        trellis: 1
        model: Shop
        enums:
          State: [open, paid, sent]
          Level: { raw: int, cases: { low: 1, high: 9 } }
        composites:
          Address: { street: string, zip: string? }
        entities:
          Party:
            abstract: true
            attributes: { name: string }
          Person:
            parent: Party
            attributes: { age: int? }
            relationships: { orders: { to: [Order], inverse: buyer } }
          Firm:
            parent: Party
            attributes: { number: int }
          Order:
            attributes:
              date: date
              state: { type: State, default: open }
              to: Address
              note: string?
            relationships:
              buyer: { to: Person?, inverse: orders }
            unique: [[date, state]]
            indexes: [state]
            search: [note]
            fetches:
              open: { where: state == "open", sort: date }

        """

    private func model(_ text: String) throws -> Model {
        let result = ModelReader.read(Array(text.utf8), file: "Shop.yaml")
        return try #require(result.model, "\(TextRenderer(sources: ["Shop.yaml": text]).render(result.findings))")
    }

    /// The changes of one replacement in the text.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        try #require(text.contains(old))
        let (before, after) = (try model(text), try model(text.replacing(old, with: new)))
        let difference = ModelDifference(from: before, to: after)
        #expect(difference.changes.isEmpty == (before.meaningHash == after.meaningHash))
        return difference.changes.map { "\($0.element) \($0.action)" }
    }

    private func altered(_ element: ModelElement.Path, _ key: Fact.Key, _ from: String?, _ to: String?) -> String {
        "\(element) \(Change.Action.altered(key, from: from, to: to))"
    }

    @Test("What means the same is no difference: order, docs, comments, lazy and small, short and long forms")
    func same() throws {
        #expect(try changes("      date: date\n", "      date: { type: date, doc: When. } # here\n") == [])
        #expect(try changes("    attributes: { number: int }", "    doc: A firm.\n    small: true\n    attributes: { number: int64 }") == [])
        #expect(try changes("note: string?", "note: { type: string, optional: true, lazy: true }") == [])
    }

    @Test(
        "Each changed key of an attribute is a separate change",
        arguments: [
            ("date: date", "date: { type: date, storage: unix, column: placed }", ["storage nil unix", "column nil placed"]),
            ("date: date", "date: day", ["type date day"]),
            ("date: date", "date: { type: date?, default: now() }", ["optional nil true", "default nil now()"]),
            ("date: date", "date: { type: date, unique: true, min: 2000-01-01T00:00:00Z }", ["min nil 2000-01-01T00:00:00Z", "unique nil true"]),
        ])
    func attributes(old: String, new: String, expected: [String]) throws {
        let (before, after) = (try model(text), try model(text.replacing(old, with: new)))
        let changes = ModelDifference(from: before, to: after).changes
        let said = changes.map { change -> String in
            guard change.element == .attribute("date", of: "Order"), case .altered(let key, let from, let to) = change.action
            else { return "\(change)" }
            return "\(key) \(from ?? "nil") \(to ?? "nil")"
        }
        #expect(said == expected)
    }

    @Test("Relationships: destination, cardinality, rule, inverse")
    func relationships() throws {
        #expect(
            try changes("buyer: { to: Person?, inverse: orders }", "buyer: { to: Person, inverse: orders, deleteRule: deny }")
                == [
                    altered(.relationship("buyer", of: "Order"), .optional, "true", nil),
                    altered(.relationship("buyer", of: "Order"), .deleteRule, nil, "deny"),
                ])
        #expect(
            try changes("buyer: { to: Person?, inverse: orders }", "buyer: { to: [Person], inverse: orders, ordered: true }")
                == [
                    altered(.relationship("buyer", of: "Order"), .to, "Person", "[Person]"),
                    altered(.relationship("buyer", of: "Order"), .ordered, nil, "true"),
                ])
    }

    @Test("Enums: cases that come and go, raw values, and the order of those that stay")
    func enumerations() throws {
        #expect(try changes("[open, paid, sent]", "[open, paid, sent, lost]") == ["\(ModelElement.Path.enumerationCase("lost", of: "State")) added"])
        #expect(try changes("[open, paid, sent]", "[open, sent]") == ["\(ModelElement.Path.enumerationCase("paid", of: "State")) removed"])
        #expect(
            try changes("[open, paid, sent]", "[sent, open, paid]")
                == [altered(.enumeration("State"), .cases, "[open, paid, sent]", "[sent, open, paid]")])
        #expect(try changes("high: 9", "high: 10") == [altered(.enumerationCase("high", of: "Level"), .raw, "9", "10")])
    }

    @Test("Composites, uniqueness, indexes, searches and fetches")
    func others() throws {
        #expect(try changes("zip: string?", "zip: string") == [altered(.part("zip", of: "Address"), .optional, "true", nil)])
        #expect(
            try changes("unique: [[date, state]]", "unique: [[state, date]]")
                == ["\(ModelElement.Path.uniqueness("[state, date]", of: "Order")) added", "\(ModelElement.Path.uniqueness("[date, state]", of: "Order")) removed"])
        #expect(
            try changes("indexes: [state]", "indexes: [{ on: -state, where: note == nil }]")
                == [
                    "\(ModelElement.Path.index("{ on: [-state], where: \"note == nil\" }", of: "Order")) added",
                    "\(ModelElement.Path.index("[state]", of: "Order")) removed",
                ])
        #expect(
            try changes("search: [note]", "search: { on: note, tokenizer: porter }")
                == [altered(.search(of: "Order"), .tokenizer, nil, "porter")])
        #expect(
            try changes("sort: date }", "sort: -date }")
                == [altered(.fetch("open", of: "Order"), .sort, "[\"date\"]", "[\"-date\"]")])
    }

    @Test("An entity comes and goes with all that it has, and is told once")
    func entities() throws {
        let without = text.replacing("  Firm:\n    parent: Party\n    attributes: { number: int }\n", with: "")
        let (small, large) = (try model(without), try model(text))
        #expect(ModelDifference(from: small, to: large).changes.map { "\($0.element) \($0.action)" } == ["\(ModelElement.Path.entity("Firm")) added"])
        let gone = try #require(ModelDifference(from: large, to: small).changes.first)
        #expect(gone.element == .entity("Firm") && gone.action == .removed)
        #expect(gone.oldSpan?.start == SourceLocation(line: 16, column: 3) && gone.newSpan == nil)
        #expect(try changes("  Firm:\n    parent: Party\n", "  Firm:\n") == [altered(.entity("Firm"), .parent, "Party", nil)])
    }

    @Test("A property that goes up or down its hierarchy is moved; the same one of a stranger is not")
    func moves() throws {
        #expect(
            try changes("    attributes: { name: string }\n", "")
                == ["\(ModelElement.Path.attribute("name", of: "Party")) removed"])
        let down = text.replacing("    attributes: { name: string }\n", with: "")
            .replacing("attributes: { age: int? }", with: "attributes: { age: int?, name: string? }")
        let moved = ModelDifference(from: try model(text), to: try model(down)).changes
        #expect(moved.map(\.action) == [.moved(fromEntity: "Party"), .altered(.optional, from: nil, to: "true")])
        #expect(Set(moved.map(\.element)) == [.attribute("name", of: "Person")])
        let away = text.replacing("      note: string?\n", with: "      note: string?\n      number: int\n")
            .replacing("attributes: { number: int }", with: "attributes: {}")
        #expect(
            ModelDifference(from: try model(text), to: try model(away)).changes.map { "\($0.element) \($0.action)" }
                == ["\(ModelElement.Path.attribute("number", of: "Order")) added", "\(ModelElement.Path.attribute("number", of: "Firm")) removed"])
    }

    @Test("A decided rename is one change, and what refers to the old name has not changed")
    func decidedRenames() throws {
        let old = try model("trellis: 1\nmodel: M\nentities:\n  A: { attributes: { n: int? }, relationships: { b: { to: B?, inverse: as } } }\n  B: { relationships: { as: { to: [A], inverse: b } } }\n")
        let new = try model("trellis: 1\nmodel: M\nentities:\n  A: { attributes: { m: int? }, relationships: { c: { to: C?, inverse: as } } }\n  C: { relationships: { as: { to: [A], inverse: c } } }\n")
        let span = try #require(old.entities.first).name.span
        let decisions = MigrationDecisions(
            renames: [.init("B"): .init("C", at: span), .init("A", "n"): .init("m", at: span), .init("A", "b"): .init("c", at: span)])
        let difference = ModelDifference(from: old, to: new, decisions)
        #expect(
            difference.changes.map { "\($0.element.name) \($0.action)" }
                == ["m renamed(from: \"n\")", "c renamed(from: \"b\")", "C renamed(from: \"B\")"])
        #expect(difference.likelyRenames == [])
    }

    @Test("What was removed and added could be a rename: by what it is, by its name")
    func renames() throws {
        func likely(_ old: String, _ new: String) throws -> [String] {
            let after = text.replacing(old, with: new)
            return ModelDifference(from: try model(text), to: try model(after)).likelyRenames.map { "\($0.old) \($0.new)" }
        }
        #expect(
            try likely("note", "remark") == ["\(ModelElement.Path.attribute("note", of: "Order")) \(ModelElement.Path.attribute("remark", of: "Order"))"])
        #expect(try likely("number: int", "code: string") == [])
        #expect(
            try likely("number: int", "numbers: string")
                == ["\(ModelElement.Path.attribute("number", of: "Firm")) \(ModelElement.Path.attribute("numbers", of: "Firm"))"])
        #expect(try likely("  Firm:", "  Company:") == ["\(ModelElement.Path.entity("Firm")) \(ModelElement.Path.entity("Company"))"])
        // The raw value is what rows have, so that it is the same case.
        #expect(try likely("low: 1", "lowest: 1") == [])
    }
}
