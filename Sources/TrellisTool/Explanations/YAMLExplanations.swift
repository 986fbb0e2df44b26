extension ExplanationFamily {
    /// `TR10`.
    static let yaml = ExplanationFamily(
        "YAML",
        [
            Explanation(
                "TR1001", "A file that is not UTF-8",
                """
                Files are read as UTF-8, with or without a byte order mark. A file in Latin-1 or
                UTF-16 is refused at its first invalid byte. Save it as UTF-8.
                """),
            Explanation(
                "TR1002", "Invalid YAML",
                """
                The file cannot be read past this place, so the rest is not checked. Usual
                causes: a bracket or a quote is not closed, the lines of a list begin in
                different columns, or a tab indents a line. A value that contains ': ' or ' #',
                or begins with one of !&*[{>|%@`"', needs quotes.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: true
                          note: string?
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: true }
                          note: string?
                    """),
            Explanation(
                "TR1003", "An empty file",
                """
                The file has no content, or only comments.
                """,
                wrong: """
                    # Orders and their customers.
                    """,
                fixed: """
                    # Orders and their customers.
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1004", "A duplicate key",
                """
                A mapping has each key once. Trellis cannot decide which of two values is meant.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                          number: int
                          note: string
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                          number: int
                    """),
            Explanation(
                "TR1005", "A key that is not text",
                """
                YAML lets lists and mappings be keys. Here a key must be a name or a word.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          [number, amount]: int
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                          amount: int
                    """),
            Explanation(
                "TR1006", "Several documents in one file",
                """
                A line '---' begins another YAML document. A file contains one model. It may
                begin with '---' and have no other.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    ---
                    trellis: 1
                    model: Shop
                    entities:
                      Shelf:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1007", "An undefined alias",
                """
                '*name' repeats a value that is marked with '&name' earlier in the file. Quote a
                value that begins with '*' and is not an alias.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          price: &money { type: decimal, scale: 2 }
                          discount: *price
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          price: &money { type: decimal, scale: 2 }
                          discount: *money
                    """),
            Explanation(
                "TR1008", "A YAML tag",
                """
                A tag like '!!int' declares the type of a YAML value. In a model the place of a
                value decides its type, so tags are refused. Quote a value that begins with '!';
                conditions may begin so.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, default: !!int 1 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, default: 1 }
                    """),
            Explanation(
                "TR1009", "A file that is too large",
                """
                A file has at most 16 MB and 2,000,000 values, where repetitions by aliases
                count. Lists and mappings are nested at most 64 deep. These limits protect the
                machine's memory against hostile files.
                """),
        ])
}
