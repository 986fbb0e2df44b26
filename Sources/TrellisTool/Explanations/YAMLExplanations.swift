extension ExplanationFamily {
    /// `TR10`.
    static let yaml = ExplanationFamily(
        "YAML",
        [
            Explanation(
                "TR1001", "A file that is not UTF-8",
                """
                Files are read as UTF-8, with or without a byte order mark. A file in Latin-1 or
                UTF-16 is refused at its first byte that cannot be UTF-8; save it as UTF-8.
                """),
            Explanation(
                "TR1002", "Text that is not YAML",
                """
                The file cannot be read any further, so what stands behind the place is not
                checked. Mostly a bracket or a quote is not closed, lines of one list begin in
                different columns, a tab indents, or a value that holds ': ' or ' #', or
                begins with one of !&*[{>|%@`"', is not quoted.
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: true }
                          note: string?
                    """),
            Explanation(
                "TR1003", "A file that holds nothing",
                """
                The file is empty, or nothing but comments.
                """,
                wrong: """
                    # Orders and their customers.
                    """,
                mended: """
                    # Orders and their customers.
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1004", "A key that stands twice",
                """
                A mapping has a key once; which of two values was meant nobody can know.
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                          number: int
                    """),
            Explanation(
                "TR1005", "A key that is no text",
                """
                YAML lets lists and mappings be keys. Here a key is a name or a word.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          [number, amount]: int
                    """,
                mended: """
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
                A line '---' begins another document of YAML. A file holds one model, so it may
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1007", "An alias of nothing",
                """
                '*name' repeats what stands before it in the file as '&name'. A value that
                begins with '*' and is none is quoted.
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          price: &money { type: decimal, scale: 2 }
                          discount: *money
                    """),
            Explanation(
                "TR1008", "A tag",
                """
                A tag such as '!!int' tells YAML the type of a value. Here the type of a value
                follows from its place. A value that begins with '!', as a condition may,
                is quoted.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, default: !!int 1 }
                    """,
                mended: """
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
                A file has at most 16 MB, 2,000,000 values (those that aliases repeat counted
                each time), and lists and mappings that stand in each other 64 deep. The
                limits keep a hostile file from taking the machine's memory.
                """),
        ])
}
