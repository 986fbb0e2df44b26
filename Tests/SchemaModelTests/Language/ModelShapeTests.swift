import TestSupport
import Testing

/// What a model's file has to look like before anything in it can mean something.
struct ModelShapeTests {
    @Test("A model without a mistake has no finding")
    func faultless() throws {
        let model = try readModel("trellis: 1\nmodel: Things\nentities:\n  Thing:\n")
        #expect(model.entities.map(\.name.text) == ["Thing"])
    }

    @Test("A key that a model does not have is reported at the key, with the nearest one")
    func unknownKey() {
        expectFindings(
            """
            trellis: 1
            model: Things
            1️⃣entites:
              Thing:
            """,
            .init("TR1103", at: 0), .init("TR1101", at: 1, fixed: "entities:"))
    }

    @Test("A key that is like no other is reported with the list of keys")
    func unlikelyKey() {
        expectFindings(
            ModelSource.attributes("name: { type: string, 1️⃣colour: red }"),
            .init("TR1101", at: 1, saying: "an attribute has no key 'colour'"))
    }

    @Test("A key that stands twice is reported at its second place")
    func duplicateKey() {
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  name: string
                  1️⃣name: int
              2️⃣Thing:
            """,
            .init("TR1004", at: 1), .init("TR1004", at: 2))
    }

    @Test(
        "An empty file, and one of comments alone, is reported at its beginning",
        arguments: ["", "\n", "# nothing\n", "---\n", "~\n"])
    func emptyFile(text: String) {
        expectFindings(text, .init("TR1003", at: 0))
    }

    @Test("Everything that a model needs is reported missing at once")
    func missingKeys() {
        expectFindings(
            "doc: Nothing else.\n",
            .init("TR1103", at: 0, saying: "format"), .init("TR1103", at: 0, saying: "name"),
            .init("TR1103", at: 0, saying: "entities"))
    }

    @Test(
        "Another format of the file is refused, with the one that this build reads",
        arguments: ["2", "0", "'one'", "1.0", "[1]"])
    func unknownFormat(format: String) {
        expectFindings(
            "trellis: 1️⃣\(format)\nmodel: Things\nentities: {}\n",
            .init("TR1105", at: 1, fixed: "trellis: 1"))
    }

    @Test("A list, a value or nothing where a mapping belongs is reported at that place")
    func mappingsThatAreNone() {
        expectFindings("1️⃣- trellis: 1\n", .init("TR1102", at: 1, saying: "a model must be a mapping, not a list"))
        expectFindings("1️⃣trellis\n", .init("TR1102", at: 1, saying: "not a value"))
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              1️⃣- Thing
            """,
            .init("TR1102", at: 1, saying: "the list of entities must be a mapping, not a list"))
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing: 1️⃣[]
              Other:
                attributes: 2️⃣name
                relationships: 3️⃣[one]
                fetches: 4️⃣all
            """,
            .init("TR1102", at: 1, saying: "an entity must be"), .init("TR1102", at: 2, saying: "attributes"),
            .init("TR1102", at: 3, saying: "relationships"), .init("TR1102", at: 4, saying: "fetches"))
    }

    @Test("A list or a mapping where a text belongs is reported at that place")
    func textsThatAreNone() {
        expectFindings(
            """
            trellis: 1
            model: 1️⃣[Things]
            doc: 2️⃣{ a: b }
            entities:
              Thing:
                doc:3️⃣
                attributes:
                  name: { type: 4️⃣[string] }
                  other: 5️⃣[string]
            """,
            .init("TR1102", at: 1, saying: "a model's name must be a text, not a list"),
            .init("TR1102", at: 2, saying: "a mapping"),
            .init("TR1102", at: 3, saying: "nothing"), .init("TR1102", at: 4, saying: "a type"),
            .init("TR1102", at: 5, saying: "an attribute must be a mapping, not a list"))
    }

    @Test("A key that is no text is reported at the key")
    func keyIsNoText() {
        expectFindings(
            "trellis: 1\nmodel: Things\nentities:\n  1️⃣[Thing]: {}\n", .init("TR1005", at: 1))
    }

    @Test("Bytes that are not UTF-8 are reported where they stand")
    func notUTF8() {
        let bytes = Array("trellis: 1\nmodel: Ger".utf8) + [0xE4] + Array("te\n".utf8)
        let marked = MarkedText("trellis: 1\nmodel: Ger1️⃣\n")
        #expect(marked.differences(findings(bytes), [.init("TR1001", at: 1, saying: "0xE4")]) == "")
    }

    @Test("What is not YAML is reported where the reader gave up")
    func badYAML() {
        expectFindings(
            "trellis: 1\nmodel: Things\nentities:\n  Thing: { doc: x }\n1️⃣}\n",
            .init("TR1002", at: 1, saying: "invalid YAML"))
    }

    @Test("Findings of every kind are reported in one run, in the order of their places")
    func everythingAtOnce() {
        expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                attributes:
                  date: 1️⃣dat
                  paid: { type: bool, default: 2️⃣maybe }
                relationships:
                  customer: { to: 3️⃣Custommer?, inverse: orders }
                fetches:
                  unpaid: { 4️⃣when: paid == true }
              Customer:
                attributes:
                  5️⃣_name: string
            """,
            .init("TR1104", at: 1, fixed: "date: date"), .init("TR1401", at: 2),
            .init("TR1201", at: 3, fixed: "customer: { to: Customer?, inverse: orders }"),
            .init("TR1101", at: 4), .init("TR1301", at: 5))
    }
}
