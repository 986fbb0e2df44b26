import LanguageServer
import Testing

/// What the editor underlines, and how it is fixed.
struct DiagnosticsTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    @Test("A finding is underlined, with its code and its help")
    func finding() throws {
        var editor = Editor(Self.model("  Order: { attributes: { número: int, name: strng } }\n"))
        let diagnostics = editor.diagnostics()
        let unknown = try #require(diagnostics.first { $0.code == "TR1104" })
        #expect(editor.underlined(unknown) == "strng" && unknown.severity == 1 && unknown.message.contains("help: did you mean 'string'?"))
    }

    @Test("Characters outside the Basic Multilingual Plane count twice, as editors count")
    func characters() throws {
        var editor = Editor(Self.model("  Order: { doc: \"😀😀\", attributes: { name: strng } }\n"))
        let unknown = try #require(editor.diagnostics().first { $0.code == "TR1104" })
        #expect(editor.underlined(unknown) == "strng")
        #expect(unknown.range.start.character == "  Order: { doc: \"😀😀\", attributes: { name: ".utf16.count)
    }

    @Test("Text that is no YAML is reported at its place, and gone when it is fixed")
    func brokenText() {
        var editor = Editor(Self.model("  Order: { attributes: { name: string }\n"))
        #expect(editor.diagnostics().map(\.code) == ["TR1002"])
        editor.type(Self.model("  Order: { attributes: { name: string } }\n"))
        #expect(editor.diagnostics() == [])
    }

    @Test("Findings of an included file are reported there")
    func included() {
        var editor = Editor([
            "Shop.yaml": "trellis: 1\nmodel: Shop\ninclude: other.yaml\nentities:\n  A:\n",
            "other.yaml": "trellis: 1\nentities:\n  B: { attributes: { name: strng¦ } }\n",
        ])
        #expect(editor.diagnostics().map(\.code) == ["TR1104"])
    }

    @Test("Severities and suppressions of trellis.yaml count")
    func policy() {
        let model = Self.model("  Order: { relationships: { customer: Customer } }\n").replacing("customer: Customer", with: "customer: { to: \"Customer?\" }")
            + "  Customer:\n¦"
        var editor = Editor(["Shop.yaml": model, "trellis.yaml": "trellis: 1\nmodels: { Shop: { path: Shop.yaml } }\n"])
        #expect(editor.diagnostics().map(\.code) == ["TR1208"])
        editor = Editor(["Shop.yaml": model, "trellis.yaml": "trellis: 1\nseverity: { TR1208: note }\nmodels: { Shop: { path: Shop.yaml } }\n"])
        #expect(editor.diagnostics().map(\.severity) == [3])
        editor = Editor([
            "Shop.yaml": model,
            "trellis.yaml": "trellis: 1\nmodels: { Shop: { path: Shop.yaml, suppressions: { Order.customer: { TR1208: One way is enough. } } } }\n",
        ])
        #expect(editor.diagnostics() == [])
    }

    @Test("Findings of trellis.yaml and of decisions")
    func otherFiles() throws {
        var editor = Editor(["trellis.yaml": "trellis: 1\nmodels: { Shop: { access: publik¦ } }\n"])
        #expect(editor.diagnostics().map(\.code) == ["TR0101"])
        #expect(try editor.texts(afterFix: "Replace with 'public'")["trellis.yaml"] == "trellis: 1\nmodels: { Shop: { access: public } }\n")
    }

    // MARK: Fixes

    @Test("Did you mean")
    func didYouMean() throws {
        var editor = Editor(Self.model("  Order: { attributes: { name: str¦ng } }\n"))
        #expect(try editor.texts(afterFix: "Replace with 'string'")["Shop.yaml"] == Self.model("  Order: { attributes: { name: string } }\n"))
    }

    @Test("A missing inverse is declared at the other side, in its style")
    func missingInverse() throws {
        var editor = Editor(
            Self.model(
                """
                  Order:
                    relationships:
                      cust¦omer: { to: "Customer?" }
                  Customer:
                    attributes:
                      name: string

                """))
        let text = try #require(try editor.texts(afterFix: "Declare the inverse 'Customer.orders'")["Shop.yaml"])
        #expect(
            text
                == Self.model(
                    """
                      Order:
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                      Customer:
                        attributes:
                          name: string
                        relationships:
                          orders: { to: [Order], inverse: customer }

                    """))
        editor.type(text)
        #expect(editor.diagnostics() == [])
    }

    @Test("A relationship that leads back becomes the inverse")
    func freeInverse() throws {
        var editor = Editor(Self.model("  A: { relationships: { b¦: { to: \"B?\" } } }\n  B: { relationships: { all: { to: [A] } } }\n"))
        let text = try #require(try editor.texts(afterFix: "Make 'B.all' its inverse")["Shop.yaml"])
        editor.type(text)
        #expect(editor.diagnostics() == [])
    }

    @Test("A delete rule that is missing is written")
    func deleteRule() throws {
        var editor = Editor(
            Self.model("  A:\n    relationships:\n      b¦s: { to: [B], inverse: a }\n  B:\n    relationships:\n      a: { to: A, inverse: bs }\n"))
        #expect(editor.diagnostics().map(\.code) == ["TR1206"])
        let text = try #require(try editor.texts(afterFix: "Write 'deleteRule: cascade'")["Shop.yaml"])
        #expect(text.contains("bs: { to: [B], inverse: a, deleteRule: cascade }"))
        editor.type(text)
        #expect(editor.diagnostics() == [])
    }

    @Test("The index that a fetch needs is added")
    func index() throws {
        var editor = Editor(Self.model("  A:\n    attributes:\n      name: string\n    fetches:\n      by¦Name: { parameters: { name: string }, where: name == $name }\n"))
        #expect(editor.diagnostics().map(\.code) == ["TR1508"])
        let text = try #require(try editor.texts(afterFix: "Add the index that this fetch needs")["Shop.yaml"])
        #expect(text.contains("    indexes: [name]\n") || text.hasSuffix("\n    indexes: [name]"), "\(text)")
        editor.type(text)
        #expect(editor.diagnostics() == [])
    }

    @Test("A finding is suppressed in trellis.yaml, where its reason is demanded")
    func suppression() throws {
        let model = Self.model("  Order: { relationships: { cust¦omer: { to: \"Customer?\" } } }\n  Customer:\n")
        var editor = Editor(["Shop.yaml": model, "trellis.yaml": "trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n"])
        let text = try #require(try editor.texts(afterFix: "Suppress TR1208 at 'Order.customer' with a reason")["trellis.yaml"])
        #expect(text == "trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    suppressions:\n      Order.customer:\n        TR1208: \"\"\n")
        var configuration = Editor(["trellis.yaml": text.replacing("\"\"", with: "\"¦\"")])
        #expect(configuration.diagnostics().map(\.code) == ["TR0106"])
    }

    @Test("A file without its format gets it")
    func format() throws {
        var editor = Editor("¦model: Shop\nentities:\n  A:\n")
        #expect(try editor.texts(afterFix: "Begin with 'trellis: 1'")["Shop.yaml"] == "trellis: 1\nmodel: Shop\nentities:\n  A:\n")
    }
}
