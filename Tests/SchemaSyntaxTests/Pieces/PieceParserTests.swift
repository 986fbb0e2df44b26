import Diagnostics
import Foundation
import SchemaSyntax
import TestSupport
import Testing

/// Pieces of a file.
struct PieceParserTests {
    private static let model = """
        # A shop.
        trellis: 1
        model: Shop

        entities:
          # Buys things.
          Customer:
            attributes:
              name: string
          Order:
            attributes: { info: "string?" }
            # At the end.

          Row:
        enums:
          State: [open, paid]
          Kind: |
            text
        doc: the last
        """ + "\n"

    /// Whether the tree in pieces is the tree of the whole file.
    private func isRight(_ tree: PieceTree, _ text: String) -> Bool {
        let whole = YAMLParser.parse(Array(text.utf8), file: "f.yaml")
        return tree.placedResult.root == whole.root && tree.placedResult.findings == whole.findings
    }

    /// The names that stand for the file in places of the entries below a key.
    private func pieces(_ tree: PieceTree, _ section: String) -> [String] {
        (tree.root?.entries?.first { $0.key == section }?.value.entries ?? []).map(\.keySpan.file)
    }

    @Test("An edit of an entry leaves the others as they are, also if they move")
    func kept() {
        var parser = PieceParser(file: "f.yaml")
        let before = pieces(parser.parse(Array(Self.model.utf8)), "entities")
        #expect(Set(before).count == 3 && !before.contains("f.yaml"))
        let text = Self.model.replacing("      name: string\n", with: "      name: string\n      age: int\n")
        let tree = parser.parse(Array(text.utf8))
        #expect(isRight(tree, text))
        let after = pieces(tree, "entities")
        // The new line is at the end of the first entity, or before the second one.
        #expect(after[2] == before[2] && after[0] != before[0])
    }

    @Test("A new entry is a piece of its own, and one that is gone leaves no trace")
    func entries() {
        var parser = PieceParser(file: "f.yaml")
        let before = pieces(parser.parse(Array(Self.model.utf8)), "entities")
        let more = Self.model.replacing("  Row:\n", with: "  Row:\n  Item:\n    doc: x\n")
        var tree = parser.parse(Array(more.utf8))
        #expect(isRight(tree, more) && Set(pieces(tree, "entities")).count == 4 && pieces(tree, "entities").starts(with: before.prefix(2)))
        tree = parser.parse(Array(Self.model.utf8))
        #expect(isRight(tree, Self.model) && pieces(tree, "entities").count == 3)
    }

    @Test("What reaches beyond an entry is read with the whole file", arguments: [
        ("name: string", "name: \"string"), ("name: string", "name: &a string"), ("name: string", "name: { type: string"), ("  Order:", "Order:"),
        ("  Row:", "  Order:"), ("name: string", "name: string\n---"), ("name: string", "name: !t string"), ("name: string", "name: \u{2028}string"),
        ("name: string", "name: *a"), ("  Row:", "   Row:"), ("name: string", "name: string\n..."), ("model: Shop", "model: Shop\nmodel: Shop"),
        ("    text", "    text\n  ? more\n  : x"), ("name: string", "name: string\rx"), ("# A shop", "%YAML 1.2\n---"), ("  Row:", "  Row: >-"),
        ("name: string", "trellis-before: string\n  trellis-after:"), ("doc: the last\n", "doc: the last"),
        ("doc: the last\n", "doc: the last\n...\n"), ("doc: the last\n", "doc: the last\n---\n"), ("  Kind: |", "  Kind: |1"), ("paid]\n", "paid]\n\t\n"),
    ])
    func beyond(old: String, new: String) {
        var parser = PieceParser(file: "f.yaml")
        _ = parser.parse(Array(Self.model.utf8))
        let text = Self.model.replacing(old, with: new)
        #expect(text != Self.model && isRight(parser.parse(Array(text.utf8)), text))
        #expect(isRight(parser.parse(Array(Self.model.utf8)), Self.model))
    }

    @Test("Random edits give the tree of the whole file, places and all")
    func random() throws {
        var random = SeededGenerator.forTests()
        let paths = ["Schemas/Orders/Orders.yaml", "Schemas/KitchenSink/KitchenSink.yaml", "Schemas/KitchenSink/people.yaml", "Tests/Cases/predicates/schema.yaml"]
        let originals = try [Self.model] + paths.map { try String(contentsOfFile: "\(Project.root)/\($0)", encoding: .utf8) }
        let pieces = [
            "a", "x: ", "\n", "\n  ", "\n    ", "  ", "{", "}", "[", "]", "\"", "'", ": ", ":", "- ", "# ", "&a ", "*a", "|\n", ">-\n", "\t", "é", "\r\n", "\u{85}",
            "---\n", "...\n", "%", "!t ", "? ", "~", "\u{FEFF}", "  Order:\n", "entities:\n", "  A: 1\n", "B: 2\n", ",",
        ]
        for _ in 0..<TestScale.count(100, long: 20_000) {
            var text = Array(originals.randomElement(using: &random)!.utf8)
            var parser = PieceParser(file: "f.yaml")
            _ = parser.parse(text)
            for _ in 0..<12 {
                var start = Int.random(in: 0...text.count, using: &random)
                // Edits at the starts of lines are the difficult ones.
                if Bool.random(using: &random) { while start > 0, text[start - 1] != 0x0a { start -= 1 } }
                var end = start
                switch Int.random(in: 0..<6, using: &random) {
                case 0: end = min(text.count, start + Int.random(in: 1..<8, using: &random))
                case 1:
                    // A whole line, or several.
                    for _ in 0..<Int.random(in: 1..<9, using: &random) {
                        while end < text.count, text[end] != 0x0a { end += 1 }
                        end = min(text.count, end + 1)
                    }
                default: break
                }
                let new = Int.random(in: 0..<3, using: &random) == 0 ? "" : pieces.randomElement(using: &random)!
                text = Array((String(decoding: text[..<start], as: UTF8.self) + new + String(decoding: text[end...], as: UTF8.self)).utf8)
                let string = String(decoding: text, as: UTF8.self)
                #expect(isRight(parser.parse(text), string), "\(string)")
            }
        }
    }
}
