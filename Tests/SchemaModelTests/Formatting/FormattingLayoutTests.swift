import SchemaModel
import Testing

/// Formatting: layout and texts.
struct FormattingLayoutTests {
    @Test("What fits on a line stands on one; a line has 100 columns")
    func width() throws {
        let fitting = "a: { type: string, doc: \(String(repeating: "x", count: 68)) }"
        #expect(fitting.count + 6 == 100)
        try expectAttributes(fitting, fitting)
        try expectAttributes(
            fitting.replacing("xx ", with: "xxx "), "a:\n  type: string\n  doc: \(String(repeating: "x", count: 69))")
        try expectAttributes("a:\n  type: int\n  unique: true", "a: { type: int, unique: true }")
    }

    @Test("A mapping does not stand within other brackets")
    func nested() throws {
        try expectFormatted(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { a: { type: decimal, scale: 2 } }
                indexes: [{ on: a, where: a == 1 }, a]
                fetches:
                  find: { parameters: { x: { type: decimal, scale: 2 } }, where: a == $x }
            """,
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes:
                  a: { type: decimal, scale: 2 }
                indexes:
                  - { on: a, where: a == 1 }
                  - a
                fetches:
                  find:
                    parameters:
                      x: { type: decimal, scale: 2 }
                    where: a == $x

            """)
    }

    @Test("A text is plain where it can be, in the quotes with fewer escapes where not")
    func quotes() throws {
        try expectAttributes("a: { type: string, default: \"plain\" }", "a: { type: string, default: plain }")
        try expectAttributes("a: { type: string, default: 'it''s' }", "a: { type: string, default: it's }")
        for text in ["a, b", "[a", "a: b", "a #b", "- a", "? a", "*a", "&a", "!a", "|", "> a", "%a", "@a", "`a", "a:", " a", "{}", "'a"] {
            try expectAttributes(
                "a: { type: string, default: \"\(text)\" }", "a: { type: string, default: \"\(text)\" }")
        }
        try expectAttributes(#"a: { type: string, pattern: "[a-z]\\d+" }"#, #"a: { type: string, pattern: '[a-z]\d+' }"#)
        try expectAttributes(#"a: { type: string, default: "\"a\", b" }"#, #"a: { type: string, default: '"a", b' }"#)
        try expectAttributes(#"a: { type: string, default: '"a", it''s' }"#, #"a: { type: string, default: '"a", it''s' }"#)
        try expectAttributes(#"a: { type: string, default: "\ta\u00e9\u2028" }"#, #"a: { type: string, default: "\taé\u2028" }"#)
    }

    @Test("Quotes stay where other readers of YAML would take the text for something else")
    func meaningfulQuotes() throws {
        for text in ["", "true", "No", "~", "null", "12", "-1.5", ".5", "2001-01-31", "12:30", "0x1F", ".inf", "1e3"] {
            try expectAttributes("a: { type: string, default: '\(text)' }", "a: { type: string, default: \"\(text)\" }")
        }
        for text in ["true", "No", "12", "2001-01-31"] {
            try expectAttributes("a: { type: string, default: \(text) }", "a: { type: string, default: \(text) }")
        }
    }

    @Test("A text of several lines stays one, literal or folded as it was")
    func blocks() throws {
        try expectAttributes(
            "a:\n  type: string\n  doc: |\n      One.\n        Two.\n\n      Three: # no comment\n",
            "a:\n  type: string\n  doc: |\n    One.\n      Two.\n\n    Three: # no comment")
        try expectAttributes(
            "a:\n  type: string\n  doc: >-\n   One\n   two\n   three.\n\n   Four.\n",
            "a:\n  type: string\n  doc: >-\n    One\n    two\n    three.\n\n    Four.")
        try expectAttributes("a:\n  doc: >-\n   One\n   two.\n  type: string\n", "a: { type: string, doc: One two. }")
        try expectAttributes(
            "a:\n  type: string\n  doc: 'One\n\n    two.'\n", "a:\n  type: string\n  doc: |-\n    One\n    two.")
        try expectAttributes(
            "a:\n  type: string\n  default: \"one\\ntwo\"\n", "a: { type: string, default: \"one\\ntwo\" }")
        try expectAttributes(
            "a:\n  type: string\n  default: |+\n    one\n", "a: { type: string, default: \"one\\n\\n\" }")
        try expectAttributes(
            "a:\n  type: string\n  default: |2\n      one\n    two\n", "a: { type: string, default: \"  one\\ntwo\\n\" }")
    }

    @Test("A text that is too long is folded, a condition before its words")
    func folded() throws {
        let word = String(repeating: "x", count: 40)
        try expectFormatted(
            """
            trellis: 1
            model: Things
            doc: \(word) \(word) \(word) y
            entities:
              Thing:
                attributes:
                  text: string
                fetches:
                  find:
                    where: text == "\(word)" OR (text != "\(word)" AND text != "the end of it")
            """,
            """
            trellis: 1
            model: Things
            doc: >-
              \(word) \(word)
              \(word) y
            entities:
              Thing:
                attributes:
                  text: string
                fetches:
                  find:
                    where: >-
                      text == "\(word)"
                      OR (text != "\(word)" AND text != "the end of it")

            """)
    }

    @Test("A file is written in UTF-8 with plain newlines, and without marks around its document")
    func marks() throws {
        try expectFormatted(
            "\u{FEFF}%YAML 1.1\r\n# head\r\n---\r\ntrellis: 1\r\nmodel: Things\r\nentities:\r\n  Thing:\r\n...\r\n# foot",
            "# head\ntrellis: 1\nmodel: Things\nentities:\n  Thing:\n# foot\n")
    }

    @Test("Blank lines stay, one for many, but not at the beginning of anything")
    func blankLines() throws {
        try expectFormatted(
            """

            trellis: 1

            model: Things


            entities:

              Thing:

                attributes:
                  a: int

                  b: int

              # Others

              # The other
              Other:
            """,
            """
            trellis: 1

            model: Things

            entities:
              Thing:
                attributes:
                  a: int

                  b: int

              # Others

              # The other
              Other:

            """)
    }

    @Test(arguments: ["entities: {}", "entities:"]) func `a model without entities stays one`(entities: String) throws {
        try expectFormatted("trellis: 1\nmodel: Things\n\(entities)\n", "trellis: 1\nmodel: Things\n\(entities)\n")
    }

    @Test("What is no YAML, or has an error of YAML, is not formatted", arguments: ["a: [", "", "a: b\na: c", "a: !x b", "a\n---\nb"])
    func refused(text: String) {
        #expect(ModelFormatter.format(Array(text.utf8)) == nil)
    }
}
