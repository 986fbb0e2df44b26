import SchemaSyntax
import Testing

/// Trees of YAML.
struct TreeTests {
    @Test(
        "What YAML would take for something else stays the text that it is",
        arguments: ["no", "on", "yes", "1.0", "0x10", "2001-01-01", "012", "1_000", ".inf", "=", "<<"])
    func texts(text: String) throws {
        let value = try #require(try parse("a: \(text)").entries?.first?.value)
        #expect(value.text == text && !value.isNull)
    }

    @Test("Nothing is an empty value, '~' and the word null without quotes")
    func null() throws {
        for text in ["", "~", "null", "Null", "NULL"] {
            #expect(try parse("a: \(text)").entries?.first?.value.isNull == true, "\(text)")
        }
        for text in ["'null'", "\"\"", "nULL", "[]", "nil"] {
            #expect(try parse("a: \(text)").entries?.first?.value.isNull == false, "\(text)")
        }
    }

    @Test("Keys keep their order")
    func order() throws {
        #expect(try parse("b: 1\na: 2\nc: 3\n").entries?.map(\.key) == ["b", "a", "c"])
    }

    @Test("Aliases are written out")
    func aliases() throws {
        let root = try parse("a: &x { b: [c, &y d] }\ne: *x\nf: *y\n")
        let entries = try #require(root.entries)
        #expect(entries[1].value.content == entries[0].value.content)
        #expect(entries[2].value.text == "d")
    }

    @Test("An anchor may be declared again: an alias means the nearest one before it")
    func redefined() throws {
        #expect(try parse("- &x a\n- &x b\n- *x\n").items?.map(\.text) == ["a", "b", "b"])
    }

    @Test("Escapes and folds are read as YAML says")
    func scalars() throws {
        #expect(try parse("a: \"\\u00e9\\n\\0\\x41\"").entries?.first?.value.text == "é\n\u{0}A")
        #expect(try parse("a: >-\n  b\n  c\n\n  d\n").entries?.first?.value.text == "b c\nd")
    }

    @Test(
        "A text may hold any character of Unicode that YAML lets through",
        arguments: ["é", "e\u{301}", "日本", "👩‍👩‍👧", "\u{10FFFF}", "\u{A0}"])
    func unicode(text: String) throws {
        let value = try #require(try parse("a: \(text)x").entries?.first?.value.text)
        #expect(Array(value.unicodeScalars) == Array((text + "x").unicodeScalars))
    }
}
