import SchemaModel
import Testing

@testable import SQLiteImport

/// Merges of a model whose names a user has changed so that they can be mistaken.
struct ModelMergeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The attributes of an entity as they were imported, as the user has them, as they are imported now, and merged.
        let base, mine, new, merged: [String]
        var kept: [String] = []
        var removed: [String] = []
        /// Further lines of the entity in the new model and in the merged one.
        var more: (new: String, merged: String) = ("", "")
    }

    private static let cases = [
        Case(
            testDescription: "one property is removed, and another of its type renamed",
            base: ["a: string?", "b: string?", "c: int?"], mine: ["title: string?", "c: int?"], new: ["a: int?", "b: string?", "c: int?"], merged: ["title: string?", "c: int?"],
            removed: ["T.a"]),
        Case(
            testDescription: "a name is that of another column now, and the database drops the first column",
            base: ["name: { type: \"string?\", column: name }", "title: { type: \"string?\", column: title }"],
            mine: ["label: { type: \"string?\", column: name }", "name: { type: \"string?\", column: title }"], new: ["title: { type: \"string?\", column: title }"],
            merged: ["label: { type: \"string?\", column: name }", "name: { type: \"string?\", column: title }"], kept: ["label: { type: string?, column: name }"]),
        Case(
            testDescription: "two names are exchanged, and the database changes one column",
            base: ["name: { type: \"string?\", column: name }", "title: { type: \"string?\", column: title }"],
            mine: ["title: { type: \"string?\", column: name }", "name: { type: \"string?\", column: title }"],
            new: ["name: { type: \"int?\", column: name }", "title: { type: \"string?\", column: title }"],
            merged: ["title: { type: \"int?\", column: name }", "name: { type: \"string?\", column: title }"]),
        Case(
            testDescription: "a removed property gives its name to another one, and the database changes both",
            base: ["name: { type: \"string?\", column: name }", "title: { type: \"string?\", column: title }"], mine: ["name: { type: \"string?\", column: title }"],
            new: ["name: { type: \"int?\", column: name }", "title: { type: \"double?\", column: title }"], merged: ["name: { type: \"double?\", column: title }"], removed: ["T.name"]),
        Case(
            testDescription: "a word in a condition is a name, and the same word in quotes a text",
            base: ["name: string?", "kind: string?"], mine: ["title: string?", "kind: string?"], new: ["name: string?", "kind: string?"], merged: ["title: string?", "kind: string?"],
            more: ("    indexes:\n      - { on: name, where: kind == 'name' && name != 'a\\'name' }\n", "    indexes:\n      - { on: title, where: kind == 'name' && title != 'a\\'name' }\n")),
    ]

    @Test(arguments: cases) func `a merge takes no property for another one`(_ example: Case) throws {
        func text(_ attributes: [String], _ more: String = "") -> String {
            "trellis: 1\nmodel: M\nentities:\n  T:\n    table: t\n    attributes:\n" + attributes.map { "      \($0)\n" }.joined() + more
        }
        let merge = try #require(try ModelMerge(base: text(example.base), mine: text(example.mine), new: text(example.new, example.more.new)))
        let found = [merge.text] + merge.kept + merge.removed
        #expect(found == [text(example.merged, example.more.merged)] + example.kept + example.removed)
    }

    @Test(arguments: ["post", "posts", "title", "post and title"], ["a column", "a table"])
    func `what the database drops stays with all that an edited part needs`(edited: String, dropped: String) throws {
        func text(_ docs: [String] = [], without part: String = "") -> String {
            func doc(_ name: String) -> String { docs.contains(name) ? ", doc: Mine" : "" }
            let (link, inverse) = ("      post: { to: Post?, inverse: posts\(doc("post")) }\n", "      posts: { to: [Customer], inverse: post\(doc("posts")) }\n")
            let isWhole = part == ""
            return "trellis: 1\nmodel: M\nentities:\n  Customer:\n    attributes:\n      name: string\n"
                + (isWhole ? "    relationships:\n\(link)" : "")
                + (part == "a table" ? "" : "  Post:\n    attributes:\n      title: \(docs.contains("title") ? "{ type: string, doc: Mine }" : "string")\n" + (isWhole ? "    relationships:\n\(inverse)" : ""))
        }
        let words = edited.split(separator: " and ").map(String.init)
        let merge = try #require(try ModelMerge(base: text(), mine: text(words), new: text(without: dropped)))
        // A doc on an attribute that stays needs no relationship.
        let holdsNothing = edited == "title" && dropped == "a column"
        let expected = holdsNothing ? text(words, without: dropped) : text(words)
        #expect(merge.text.replacing("\"", with: "") == expected && ModelReader.read(Array(merge.text.utf8), file: "M.yaml").model != nil, "\(merge.text)")
        #expect(merge.kept.isEmpty == holdsNothing)
    }

    /// Two relationships of one type get other names at once.
    @Test func `the other end of a relationship is known by its inverse`() throws {
        func text(_ names: (String, String), _ more: (one: String, many: String) = ("", ""), doc: String = "") -> String {
            """
            trellis: 1
            model: M
            entities:
              C:
                relationships:
                  \(names.0): { to: [O], inverse: a\(doc) }
                  \(names.1): { to: [O], inverse: b }
            \(more.many)  O:
                relationships:
                  a: { to: "C?", inverse: \(names.0) }
                  b: { to: "C?", inverse: \(names.1) }
            \(more.one)
            """
        }
        let mine = text(("first", "second"), doc: ", doc: Mine.")
        let more = (one: "      c: { to: \"C?\", inverse: cOs }\n", many: "      cOs: { to: [O], inverse: c }\n")
        let new = text(("aOs", "bOs"), more).replacing("to: [O], inverse: a", with: "to: [O], inverse: a, deleteRule: deny")
        let merged = try #require(try ModelMerge(base: text(("aOs", "bOs")), mine: mine, new: new)).text
        let parts = ["first: { to: [O], inverse: a, deleteRule: deny, doc: Mine. }", "second: { to: [O], inverse: b }", "cOs: { to: [O], inverse: c }"]
        #expect(parts.filter { !merged.contains($0) } == [], "\(merged)")
    }
}
