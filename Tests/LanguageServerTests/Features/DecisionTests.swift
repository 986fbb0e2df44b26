import LanguageServer
import SchemaEvolution
import SchemaModel
import Testing

/// What the editor knows of frozen versions, and writes into the decisions of the next one.
struct DecisionTests {
    private static let frozen = """
        trellis: 1
        model: Shop
        enums:
          State: [open, paid]
        composites:
          Address: { street: string, city: "string?" }
        entities:
          Customer:
            attributes:
              name: string
              note: string?
              home: Address
              work: Address?
          Order:
            attributes:
              state: { type: State, default: open }
            relationships:
              customer: { to: "Customer?", inverse: orders }
        """ + "\n"

    /// The frozen model with the other side of its relationship.
    private static let model = frozen.replacing(
        "  Order:\n", with: "    relationships:\n      orders: { to: [Order], inverse: customer }\n  Order:\n")

    /// A project whose first version is frozen, with a live model and further files.
    private func editor(_ live: String, _ others: [String: String] = [:]) throws -> Editor {
        let model = try #require(ModelReader.read(Array(Self.model.utf8), file: "Shop.yaml").model)
        let version = try #require(NextVersion.freeze(model, after: .empty).next)
        var files = others
        for (file, text) in version.files { files["versions/\(file.name)"] = text }
        files["Shop.yaml"] = live
        return Editor(files)
    }

    private func marked(_ cursor: String) throws -> String {
        let plain = cursor.replacing("¦", with: "")
        try #require(Self.model.contains(plain), "\(plain)")
        return Self.model.replacing(plain, with: cursor, maxReplacements: 1)
    }

    private static let decisions = "versions/2.migration.yaml"

    @Test("A property that is gone and one that is new are a question, which is answered in new decisions")
    func question() throws {
        var editor = try editor(Self.model.replacing("note: string?", with: "in¦fo: string?"))
        let questions = editor.diagnostics().filter { $0.code.hasPrefix("TR21") }
        #expect(!questions.isEmpty && questions.allSatisfy { $0.severity == 2 }, "\(editor.diagnostics())")
        let fixes = editor.workspace.fixes(for: TextRange(start: .init(line: 0, character: 0), end: .init(line: 99, character: 0)), in: editor.path)
        let fix = try #require(fixes.first { $0.title.hasPrefix("Decide '") && $0.isPreferred }, "\(fixes.map(\.title))")
        #expect(editor.texts(after: fix.edits)[Self.decisions] == "trellis: 1\nrenames:\n  Customer.note: info\n")
    }

    @Test("A rename is decided by the frozen name", arguments: [
        ("no¦te: string?", "info", "renames:\n  Customer.note: info\n"), ("Custo¦mer:\n", "Client", "renames:\n  Customer: Client\n"),
        ("cust¦omer: {", "buyer", "renames:\n  Order.customer: buyer\n"), ("ho¦me: Address", "house", "renames:\n  Customer.home: house\n"),
        ("[op¦en, paid]", "fresh", "cases:\n  State.open: fresh\n"),
        ("ci¦ty: \"", "town", "renames:\n  Customer.home.city: home.town\n  Customer.work.city: work.town\n"),
    ])
    func renames(cursor: String, name: String, decisions: String) throws {
        var editor = try editor(try marked(cursor))
        #expect(try editor.texts(afterRenamingTo: name)[Self.decisions] == "trellis: 1\n" + decisions)
    }

    @Test("Names that no row has need no decision", arguments: ["Sta¦te: [", "Addr¦ess: {"])
    func undecided(cursor: String) throws {
        var editor = try editor(try marked(cursor))
        #expect(try editor.texts(afterRenamingTo: "Other")[Self.decisions] == nil)
    }

    @Test("A new property needs no decision")
    func newProperty() throws {
        var editor = try editor(Self.model.replacing("      note: string?\n", with: "      note: string?\n      ne¦w: string?\n"))
        #expect(try editor.texts(afterRenamingTo: "other")[Self.decisions] == nil)
    }

    @Test("A second rename changes the decision, and one back removes it, with its comments and neighbours as they are")
    func again() throws {
        let live = Self.model.replacing("note: string?", with: "in¦fo: string?")
        let decided = "trellis: 1\n# Why.\nrenames:\n  Customer.note: info    # as a service calls it\n  Order.customer: customer2\nvalues:\n  Customer.info: \"'x'\"\n"
        var editor = try editor(live, [Self.decisions: decided])
        #expect(
            try editor.texts(afterRenamingTo: "remark")[Self.decisions]
                == decided.replacing("note: info ", with: "note: remark ").replacing("Customer.info", with: "Customer.remark"))
        editor = try self.editor(live, [Self.decisions: "trellis: 1\nrenames:\n  Customer.note: info\n  Customer: Customer\n"])
        #expect(try editor.texts(afterRenamingTo: "note")[Self.decisions] == "trellis: 1\nrenames:\n  Customer: Customer\n")
        editor = try self.editor(live, [Self.decisions: "trellis: 1\nrenames: { Customer.note: info }\n"])
        #expect(try editor.texts(afterRenamingTo: "remark")[Self.decisions] == "trellis: 1\nrenames: { Customer.note: remark }\n")
        #expect(try editor.texts(afterRenamingTo: "note")[Self.decisions] == "trellis: 1\n")
    }

    @Test("A new name is not that of a part that decisions give up, by either end", arguments: [
        ("      note: string?\n", "      fre¦sh: string?\n", "note", "Customer.note: why"),
        ("customer: { to: \"Customer?\", inverse: orders }", "buy¦er: { to: \"Customer?\", inverse: buys }", "customer", "Customer.orders: why"),
    ])
    func givenUp(old: String, new: String, name: String, decision: String) throws {
        let live = Self.model.replacing(old, with: new).replacing("orders: { to: [Order], inverse: customer }", with: decision.hasPrefix("Customer.o") ? "buys: { to: [Order], inverse: buyer }" : "orders: { to: [Order], inverse: customer }")
        var editor = try editor(live, [Self.decisions: "trellis: 1\ndrops:\n  \(decision)\n"])
        let place = decision.prefix { $0 != ":" }
        let refusal = try #require(throws: RenameRefused.self) { try editor.texts(afterRenamingTo: name) }
        #expect(refusal.description == "'drops' in '2.migration.yaml' gives up '\(place)': remove that line if its values are to stay, or choose another name")
        #expect(try editor.texts(afterRenamingTo: "other")[Self.decisions] == nil)
    }

    @Test("A frozen part may get the name of one that decisions give up")
    func frozenOntoGivenUp() throws {
        let live = Self.model.replacing("      name: string\n      note: string?\n", with: "      na¦me: string\n")
        var editor = try editor(live, [Self.decisions: "trellis: 1\ndrops:\n  Customer.note: why\n"])
        #expect(try editor.texts(afterRenamingTo: "note")[Self.decisions] == "trellis: 1\ndrops:\n  Customer.note: why\nrenames:\n  Customer.name: note\n")
    }

    @Test("Parts of a composite follow their attribute, whichever is renamed first")
    func parts() throws {
        let live = Self.model.replacing("city: \"", with: "to¦wn: \"").replacing("home: Address", with: "house: Address")
        var editor = try editor(live, [Self.decisions: "trellis: 1\nrenames:\n  Customer.home: house\n  Customer.home.city: house.town\n  Customer.work.city: work.town\n"])
        #expect(
            try editor.texts(afterRenamingTo: "place")[Self.decisions]
                == "trellis: 1\nrenames:\n  Customer.home: house\n  Customer.home.city: house.place\n  Customer.work.city: work.place\n")
        #expect(try editor.texts(afterRenamingTo: "city")[Self.decisions] == "trellis: 1\nrenames:\n  Customer.home: house\n")
        let whole = live.replacing("¦", with: "").replacing("house: Address", with: "ho¦use: Address")
        editor = try self.editor(whole, [Self.decisions: "trellis: 1\nrenames:\n  Customer.home: house\n  Customer.home.city: house.town\n  Customer.work.city: work.town\n"])
        #expect(
            try editor.texts(afterRenamingTo: "flat")[Self.decisions]
                == "trellis: 1\nrenames:\n  Customer.home: flat\n  Customer.home.city: flat.town\n  Customer.work.city: work.town\n")
    }

    @Test("A rename of an entity follows in names of the new version, and properties keep the frozen name of their entity")
    func entity() throws {
        let live = Self.model.replacing("  Customer:\n", with: "  Cli¦ent:\n").replacing("\"Customer?\"", with: "\"Client?\"")
        let decided = "trellis: 1\nrenames:\n  Customer: Client\naccept:\n  Client.name: { TR2109: why }\nsteps:\n  - { swift: f, reads: [Customer], writes: [Client, Order] }\n"
        var editor = try editor(live, [Self.decisions: decided])
        #expect(try editor.texts(afterRenamingTo: "Buyer")[Self.decisions] == decided.replacing("Client", with: "Buyer"))
    }

    @Test("Findings of decisions are shown in their file, and names in them are completed")
    func findings() throws {
        var editor = try editor(Self.model, [Self.decisions: "trellis: 1\nrenaems: {}\n¦"])
        #expect(editor.diagnostics().map(\.code) == ["TR1101"])
    }
}
