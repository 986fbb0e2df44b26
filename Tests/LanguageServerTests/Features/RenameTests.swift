import Foundation
import LanguageServer
import Testing

/// Renames in a model, in its files and in its decisions.
struct RenameTests {
    /// The model after a rename, and the model with the name replaced where `wanted` has it.
    private func renamed(_ cursor: String, to name: String) throws -> String {
        var editor = Editor(try NavigationTests.marked(cursor))
        return try #require(try editor.texts(afterRenamingTo: name)["Shop.yaml"])
    }

    @Test("A property is renamed in conditions, inverses, indexes and orders")
    func property() throws {
        let text = try renamed("cust¦omer: {", to: "buyer")
        #expect(
            text
                == NavigationTests.model.replacing("inverse: customer", with: "inverse: buyer").replacing("customer: {", with: "buyer: {")
                .replacing("customer == $who", with: "buyer == $who").replacing("customer.", with: "buyer."))
    }

    @Test("An entity is renamed where it is a parent, a destination or a type")
    func entity() throws {
        #expect(
            try renamed("Custo¦mer:\n", to: "Client")
                == NavigationTests.model.replacing("  Customer:", with: "  Client:").replacing("Customer?", with: "Client?").replacing("who: Customer", with: "who: Client"))
        #expect(try renamed("parent: Per¦son", to: "Human") == NavigationTests.model.replacing("Person", with: "Human"))
    }

    @Test("A case is renamed in defaults and conditions, a part in key paths, a parameter in its fetch")
    func others() throws {
        #expect(try renamed("[op¦en, paid]", to: "fresh") == NavigationTests.model.replacing("open", with: "fresh"))
        #expect(try renamed("ci¦ty: string", to: "town") == NavigationTests.model.replacing("city", with: "town"))
        #expect(try renamed("$le¦ast", to: "minimum") == NavigationTests.model.replacing("least", with: "minimum"))
        #expect(try renamed("Addr¦ess:", to: "Place") == NavigationTests.model.replacing("Address", with: "Place"))
        #expect(try renamed("of¦:\n", to: "forCustomer") == NavigationTests.model.replacing("      of:", with: "      forCustomer:"))
    }

    @Test("A raw value in a condition follows the case that it is")
    func rawValues() throws {
        var editor = Editor("trellis: 1\nmodel: M\nenums: { State: [op¦en, paid] }\nentities:\n  A:\n    attributes: { state: State, text: string }\n    fetches: { some: { where: state == 'open' AND text == 'open' } }\n")
        #expect(try editor.texts(afterRenamingTo: "fresh")["Shop.yaml"]?.contains("where: state == 'fresh' AND text == 'open'") == true)
    }

    @Test("Other files and suppressions follow")
    func otherFiles() throws {
        var editor = Editor([
            "Shop.yaml": "trellis: 1\nmodel: Shop\ninclude: other.yaml\nentities:\n  A¦: {}\n",
            "other.yaml": "trellis: 1\nentities:\n  B: { relationships: { a: { to: \"A?\" }, as: { to: [A] } } }\n",
            "trellis.yaml": "trellis: 1\nmodels: { Shop: { path: Shop.yaml, suppressions: { A: { TR1208: why }, B.a: { TR1208: why } } } }\n",
        ])
        let texts = try editor.texts(afterRenamingTo: "C")
        #expect(texts["Shop.yaml"]?.hasSuffix("  C: {}\n") == true)
        #expect(texts["other.yaml"]?.hasSuffix("{ a: { to: \"C?\" }, as: { to: [C] } } }\n") == true)
        #expect(texts["trellis.yaml"]?.contains("{ C: { TR1208: why }, B.a: { TR1208: why } }") == true)
    }

    @Test("What cannot be renamed says why", arguments: [
        ("cust¦omer: {", "state", "an attribute and a relationship named 'state'"), ("cust¦omer: {", "1x", "cannot name"), ("Ord¦er:\n", "Customer", "'Order' cannot be renamed to 'Customer'"),
        ("[op¦en, paid]", "total", "a property of 'Order'"), ("[op¦en, paid]", "unknown", "'unknown'"), ("tot¦al: {", "nil", "cannot be renamed to 'nil'"),
        ("Ord¦er:\n", "Any", "'Order' cannot be renamed to 'Any'"), ("tot¦al: {", "objectID", "cannot be renamed to 'objectID'"),
    ])
    func refused(cursor: String, name: String, reason: String) throws {
        var editor = Editor(try NavigationTests.marked(cursor))
        do {
            _ = try editor.workspace.rename(at: editor.cursor, in: editor.path, to: name)
            Issue.record("renamed")
        } catch {
            #expect(error.description.contains(reason), "\(error)")
        }
    }

    @Test("A model with errors is not renamed, because not all uses are known")
    func broken() throws {
        var editor = Editor("trellis: 1\nmodel: M\nentities:\n  A¦: { attributes: { x: strng } }\n")
        #expect(throws: RenameRefused.self) { try editor.workspace.rename(at: editor.cursor, in: editor.path, to: "B") }
    }

    @Test("A name with escapes is not renamed silently")
    func escapes() throws {
        var editor = Editor("trellis: 1\nmodel: M\nentities:\n  A:\n    attributes: { na¦me: string }\n    indexes: [\"na\\u006de\"]\n")
        let error = #expect(throws: RenameRefused.self) { try editor.workspace.rename(at: editor.cursor, in: editor.path, to: "title") }
        #expect(error?.description.contains("escapes") == true)
    }

    @Test("The name is offered for a rename with its place, and no other word")
    func prepare() throws {
        var editor = Editor(try NavigationTests.marked("inverse: cust¦omer"))
        let prepared = try #require(try editor.workspace.renamedName(at: editor.cursor, in: editor.path))
        #expect(prepared.name == "customer" && prepared.range.end.character - prepared.range.start.character == 8)
        var other = Editor(try NavigationTests.marked("abstr¦act"))
        #expect(try other.workspace.renamedName(at: other.cursor, in: other.path) == nil)
    }
}
