import SchemaModel
import Testing

/// `layout: existing` of a model and `key` of its entities.
struct ExistingLayoutTests {
    private func text(_ layout: String, _ entities: String) -> String {
        "trellis: 1\nmodel: Things\n\(layout)entities:\n  Thing:\n\(entities)\n"
    }

    @Test func `it is a part of the meaning, and names can be any`() throws {
        let model = try readModel(text("layout: existing\n", "    table: My things\n    key: No.\n    attributes:\n      a: { type: int, column: select all }"))
        #expect(model.isExisting && model.entities[0].key?.text == "No.")
        #expect(
            model.meaningText == """
                trellis: 1
                model: Things
                layout: existing
                entities:
                  Thing:
                    table: "My things"
                    key: "No."
                    attributes:
                      a: { type: int64, column: "select all" }

                """)
        let plain = try readModel(text("layout: trellis\n", "    attributes: { a: int }"))
        #expect(try plain.meaningText == readModel(text("", "    attributes: { a: int }")).meaningText && !plain.isExisting)
    }

    @Test func `what another program's file does not have is refused`() {
        let attributes = [
            "1️⃣b: { type: string, derived: lowercase(a) }": "a derived attribute", "1️⃣b: { type: int, min: 1, check: true }": "'check: true'",
            "b: { type: int, column: 1️⃣_version }": "stands for the key or the version",
            "b: { type: int, column: 1️⃣ID }": "stands for the key or the version",
        ]
        for (attribute, reason) in attributes {
            expectFindings(
                text("layout: existing\n", "    attributes:\n      a: string\n      \(attribute)"), .init("TR1611", at: 1, saying: reason))
        }
        expectFindings(
            text("layout: existing\n", "    relationships:\n      1️⃣others: { to: [Thing] }"),
            .init("TR1208", at: 1), .init("TR1611", at: 1, saying: "without inverse"))
        expectFindings(
            text("layout: existing\n", "    relationships:\n      1️⃣spouse: { to: \"Thing?\", inverse: spouse }"),
            .init("TR1611", at: 1, saying: "its own inverse"))
        expectFindings(
            text("layout: existing\n", "    relationships:\n      up: { to: \"Thing?\", inverse: down, deleteRule: 1️⃣cascade }\n      down: { to: [Thing], inverse: up }"),
            .init("TR1611", at: 1, saying: "needs a trigger"))
        expectFindings(
            "trellis: 1\nmodel: 1️⃣Things\nlayout: existing\nhistory: true\nentities:\n  Thing: { attributes: { a: int } }\n  2️⃣Other: { parent: 3️⃣Thing, abstract: true }\n",
            .init("TR1804", at: 2), .init("TR1611", at: 1, saying: "a change history"), .init("TR1611", at: 2, saying: "an abstract entity"),
            .init("TR1611", at: 3, saying: "a parent"))
        expectFindings(
            text("layout: existing\n", "    attributes: { a: string }\n    search: [a]").replacing("Thing:", with: "1️⃣Thing:"),
            .init("TR1611", at: 1, saying: "a search"))
    }

    private func library(_ tags: String, _ books: String, layout: String = "layout: existing\n") -> String {
        "trellis: 1\nmodel: Library\n\(layout)entities:\n  Book:\n    relationships:\n      \(tags)\n  Tag:\n    relationships:\n      \(books)\n"
    }

    @Test func `one side of a many-to-many relationship names the join table`() throws {
        let plain = ["tags: { to: [Tag], inverse: books }", "books: { to: [Book], inverse: tags }"]
        let named = "tags: { to: [Tag], inverse: books, pairs: { table: Book tags, own: No., other: tag_id } }"
        let model = try readModel(library(named, plain[1]))
        #expect(model.meaningText.contains("tags: { to: [Tag], inverse: books, pairs: { table: \"Book tags\", own: \"No.\", other: tag_id } }"))
        expectFindings(library("1️⃣" + plain[0], plain[1]), .init("TR1611", at: 1, saying: "does not name the join table"))
        expectFindings(
            library(named.replacing("pairs: {", with: "pairs: 1️⃣{"), "books: { to: [Book], inverse: tags, pairs: { table: Book tags, own: tag_id, other: No. } }"),
            .init("TR1613", at: 1, saying: "both sides"))
        expectFindings(library("tags: { to: [Tag], inverse: books, pairs: 1️⃣{ own: a } }", plain[1]), .init("TR1613", at: 1, saying: "no 'table' and no 'other'"))
        expectFindings(
            library("tags: { to: [Tag], inverse: books, pairs: { table: t, own: a, other: 1️⃣A } }", plain[1]), .init("TR1613", at: 1, saying: "both keys of a pair"))
        expectFindings(library("tags: { to: [Tag], inverse: books, pairs: { table: 1️⃣_t, own: a, other: b } }", plain[1]), .init("TR1611", at: 1))
        expectFindings(
            library(named, "books: { to: [Book], inverse: tags, deleteRule: 1️⃣cascade }"), .init("TR1611", at: 1, saying: "needs a trigger"))
        expectFindings(
            library("tag: { to: \"Tag?\", inverse: books, pairs: 1️⃣{ table: t, own: a, other: b } }", "books: { to: [Book], inverse: tag }"),
            .init("TR1402", at: 1, saying: "many-to-many"))
        expectFindings(
            library("tags: { to: [Tag], inverse: books, pairs: 1️⃣{ table: t, own: a, other: b } }", plain[1], layout: ""), .init("TR1612", at: 1))
    }

    @Test func `layouts are known words, keys are only of other programs, and names have limits`() {
        expectFindings(text("layout: 1️⃣exists\n", "    attributes: { a: int }"), .init("TR1610", at: 1, saying: "no layout 'exists'"))
        expectFindings(text("", "    key: 1️⃣no\n    attributes: { a: int }"), .init("TR1612", at: 1))
        expectFindings(text("", "    key: 1️⃣my no\n    attributes: { a: int }"), .init("TR1313", at: 1))
        expectFindings(text("layout: existing\n", "    table: 1️⃣sqlite_x\n    attributes: { a: int }"), .init("TR1313", at: 1))
        expectFindings(text("layout: existing\n", "    table: 1️⃣_x\n    attributes: { a: int }"), .init("TR1611", at: 1))
    }
}
