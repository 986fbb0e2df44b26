import SchemaModel
import TestSupport
import Testing

/// JSON attributes.
struct JSONFindingsTests {
    @Test(
        "A Swift type is a name, with arguments and in brackets",
        arguments: [
            ("Tag", "Tag"), ("Shop.Tag", "Shop.Tag"), ("[Tag]", "[Tag]"), (" [ String :  Int ] ", "[String: Int]"),
            ("Set<Tag>", "Set<Tag>"), ("Pair < [Int] , [Int:Tag?] >", "Pair<[Int], [Int: Tag?]>"), ("[[Int??]]", "[[Int??]]"),
            ("Outer<Int>.Inner<Int, Int>.Last", "Outer<Int>.Inner<Int, Int>.Last"), ("A1_b", "A1_b"), ("class", "class"),
            ("[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]", "[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]"),
        ])
    func types(written: String, canonical: String) throws {
        let model = try readModel(ModelSource.attributes("a: { type: json, swift: \"\(written)\" }"))
        #expect(model.entities[0].attributes[0].type.jsonType?.text == canonical)
        #expect(model.meaningText.contains("a: { type: json, swift: \"\(canonical)\" }"))
        let again = try readModel(model.meaningText)
        #expect(again.meaningText == model.meaningText)
    }

    @Test(
        "Anything else is not, so that no other Swift gets into generated code",
        arguments: [
            "", " ", "Tag = .init()", "Tag; import Darwin", "Tag { didSet { code() } }", "Tag()", "(Int, Int)", "() -> Void",
            "any Tag", "some Tag", "Tag & Other", "[Tag", "Tag]", "[Tag: ]", "[: Tag]", "[]", "Set<", "Set<>", "Set<Tag", "Set>",
            "Set<Tag,>", ".Tag", "Tag.", "Tag..Tag", "1Tag", "_Tag", "Tag!", "`Tag`", "Tag // code", "Tag/**/", "Tag\\nlet a = 1",
            "Tag\\tTag", "Tag\\u0000", "Täg", "Tag\\u0301", "@escaping Tag", "#Tag", "\\u202ETag", "[[[[[[[[[[[[[[[[Int]]]]]]]]]]]]]]]]",
            String(repeating: "T", count: 201), "Tag\\u00A0", "\\\"", "Tag where Tag: Code", "Tag...", "[3 of Int]",
        ])
    func noTypes(text: String) {
        let findings = findings(Array(ModelSource.attributes("a: { type: json, swift: \"\(text)\" }").utf8))
        #expect(findings.map(\.code.name) == ["TR1430"], "\(text)")
    }

    @Test("The finding points at the first invalid character of the type, and is the only one")
    func place() {
        expectFindings(
            ModelSource.attributes("a: { type: json, swift: \"Set<1️⃣>\", default: 1, unique: true }"), .init("TR1430", at: 1))
        expectFindings(ModelSource.attributes("a: { type: json, swift: 1️⃣[Tag] }"), .init("TR1102", at: 1))
    }

    @Test("Optionality is the attribute's")
    func optional() {
        expectFindings(
            ModelSource.attributes("a: { type: json, swift: 1️⃣Tag? }"), .init("TR1430", at: 1, saying: "not at its Swift type"))
    }

    @Test("json needs a Swift type, and nothing else has one")
    func missing() {
        expectFindings(
            ModelSource.attributes("a: 1️⃣json", "b: { type: 2️⃣json? }"),
            .init("TR1431", at: 1), .init("TR1431", at: 2))
        expectFindings(ModelSource.attributes("a: { type: string, swift: 1️⃣String }"), .init("TR1402", at: 1))
    }

    @Test("A default is what is empty, of a container that can be")
    func defaults() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: json, swift: \"[Tag]\", default: [] }", "b: { type: json, swift: Set<Tag>, default: [] }",
                "c: { type: json, swift: \"[String: Tag]\", default: {} }",
                "d: { type: json, swift: \"Dictionary<String, Tag>\", default: {} }"))
        expectFindings(
            ModelSource.attributes(
                "a: { type: json, swift: \"[Tag]\", default: 1️⃣{} }", "b: { type: json, swift: Tag, default: 2️⃣{} }",
                "c: { type: json, swift: \"[Tag]\", default: 3️⃣[1] }", "d: { type: json, swift: \"[Tag]\", default: 4️⃣\"[]\" }",
                "e: { type: json, swift: \"[String: Tag]\", default: 5️⃣[] }", "f: { type: json?, swift: Double, default: 6️⃣1 }"),
            .init("TR1401", at: 1, saying: "not a default for json of '[Tag]'"), .init("TR1401", at: 2), .init("TR1401", at: 3),
            .init("TR1401", at: 4), .init("TR1401", at: 5), .init("TR1401", at: 6))
    }

    @Test("JSON has no rules, and is not unique")
    func rules() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: json, swift: \"[Int]\", min: 1️⃣1, maxLength: 2️⃣2, pattern: 3️⃣a, scale: 4️⃣2, unique: 5️⃣true }"),
            .init("TR1402", at: 1), .init("TR1402", at: 2), .init("TR1402", at: 3), .init("TR1402", at: 4),
            .init("TR1402", at: 5))
    }

    @Test("No index is on JSON, but one may ask whether it is there")
    func indexes() {
        func model(_ lines: String) -> String {
            ModelSource.attributes("a: { type: json?, swift: \"[Int]\" }", "b: int") + "    " + lines + "\n"
        }
        expectFindings(model("indexes: [[b, 1️⃣a]]"), .init("TR1606", at: 1))
        expectFindings(model("unique: [[b, 1️⃣a]]"), .init("TR1606", at: 1))
        expectFindings(model("indexes: [{ on: b, where: a != nil }]"))
    }

    @Test("A condition asks whether JSON is there, and nothing more")
    func conditions() {
        func model(_ fetch: String) -> String {
            ModelSource.attributes("a: { type: json?, swift: \"[Int]\" }", "b: { type: json, swift: Double }", "c: string")
                + "    fetches:\n      find: { \(fetch) }\n"
        }
        expectFindings(model("where: a == nil OR b != nil"))
        expectFindings(model("where: 'a == 1️⃣\"[]\"'"), .init("TR1503", at: 1, saying: "JSON cannot be compared with a text"))
        expectFindings(model("where: b == 1️⃣1"), .init("TR1503", at: 1))
        expectFindings(model("where: a == 1️⃣b"), .init("TR1503", at: 1, saying: "JSON cannot be compared with JSON"))
        expectFindings(model("where: c == 1️⃣a"), .init("TR1503", at: 1))
        expectFindings(model("where: 1️⃣a < nil"), .init("TR1503", at: 1))
        expectFindings(model("where: 1️⃣a.x == 1"), .init("TR1503", at: 1))
        expectFindings(model("sort: 1️⃣a"), .init("TR1503", at: 1, saying: "JSON cannot be sorted"))
        expectFindings(model("where: c == $p, parameters: { p: 1️⃣json }"), .init("TR1507", at: 1))
    }

    @Test("Objects are not stored as JSON")
    func objects() {
        expectFindings(
            ModelSource.attributes("1️⃣a: { type: json, swift: \"[String: Set<Thing>]\" }"),
            .init("TR1432", at: 1, saying: "'Thing'"))
        // The same name in another module is valid.
        expectFindings(ModelSource.attributes("a: { type: json, swift: Other.Thing }"))
    }
}
