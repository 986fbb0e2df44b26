extension ExplanationFamily {
    /// `TR16`.
    static let schema = ExplanationFamily(
        "The schema and its indexes",
        [
            Explanation(
                "TR1601", "A table that SQLite refuses",
                """
                Trellis creates the schema in an empty SQLite database before it writes a file,
                and SQLite refused it. The message contains SQLite's own words.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      SqliteOrder:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      SqliteOrder: { table: imported_order }
                    """),
            Explanation(
                "TR1602", "An index without a column",
                """
                An index or a uniqueness covers attributes and to-one relationships of the
                entity. A to-many relationship has no column there, because its members hold the
                keys.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        indexes: [date]
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        indexes: [placed]
                    """),
            Explanation(
                "TR1603", "A duplicate property in an index",
                """
                The second entry has no effect. Remove it.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                          placed: date
                        indexes: [[paid, placed, paid]]
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                          placed: date
                        indexes: [[paid, placed]]
                    """),
            Explanation(
                "TR1604", "A redundant index",
                """
                An index also serves the queries that an index on its first keys would serve.
                The redundant one only costs time at each write. The same holds for a uniqueness
                that is declared twice.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                          placed: date
                        indexes: [[paid, placed], paid]
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                          placed: date
                        indexes: [[paid, placed]]
                    """),
            Explanation(
                "TR1605", "An invalid condition of an index",
                """
                SQLite decides from the row alone whether it belongs to a partial index. So the
                condition cannot lead through a relationship, and cannot depend on the time at
                which a row is written. Functions of Trellis, such as 'year(date)', are refused too:
                a program without them could not write the table.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                        indexes: [{ on: placed, where: customer.name != nil }]
                      Customer:
                        attributes:
                          name: string?
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        relationships:
                          customer: { to: "Customer?", inverse: orders }
                        indexes: [{ on: placed, where: customer != nil }]
                      Customer:
                        attributes:
                          name: string?
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """),
            Explanation(
                "TR1606", "An index on JSON",
                """
                Equal values can have different texts in JSON, and the order of texts is not the
                order of values. Declare a separate attribute for a value that you look up or
                that must be unique. The condition of an index may test whether JSON is nil.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]" }
                        indexes: [labels]
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]" }
                          mainLabel: string?
                        indexes: [mainLabel]
                    """),
            Explanation(
                "TR1607", "An unknown tokenizer",
                """
                A tokenizer splits texts into words. The default is 'unicode61': words of any
                script, without case and diacritics. The others are 'porter' (English stems),
                'trigram' (parts of words) and 'ascii'.
                """,
                wrong: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                        search: { on: text, tokenizer: unicode }
                    """,
                fixed: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                        search: { on: text, tokenizer: unicode61 }
                    """),
            Explanation(
                "TR1608", "A reserved column name in a search",
                """
                SQLite's full-text search reserves the columns 'rank' and 'rowid', and one with
                the name of the search's table ('note_search', for example). Give the column of
                the searched attribute another name.
                """,
                wrong: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                          rank: string
                        search: [text, rank]
                    """,
                fixed: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                          rank: { type: string, column: rank_text }
                        search: [text, rank]
                    """),
            Explanation(
                "TR1609", "An invalid attribute of a search",
                """
                'search' lists stored attributes of its entity that are strings.
                """,
                wrong: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                          pages: int
                        search: [text, pages]
                    """,
                fixed: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                          pages: int
                        search: [text]
                    """),
        ] + Explanation.existingLayout)
}
