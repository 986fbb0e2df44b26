extension ExplanationFamily {
    /// `TR16`.
    static let schema = ExplanationFamily(
        "The schema and its indexes",
        [
            Explanation(
                "TR1601", "A table that SQLite refuses",
                """
                The schema is made in an empty SQLite database before anything is written, and
                SQLite did not accept it. The message has SQLite's own words.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      SqliteOrder:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      SqliteOrder: { table: imported_order }
                    """),
            Explanation(
                "TR1602", "An index on nothing",
                """
                Indexes and uniqueness are on attributes and to-one relationships of the entity.
                A to-many has no column there: its members hold the keys.
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        indexes: [placed]
                    """),
            Explanation(
                "TR1603", "A property that stands twice in an index",
                """
                The second time adds nothing.
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
                mended: """
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
                "TR1604", .warning, "An index that another one makes needless",
                """
                An index serves all queries that an index on its first keys would serve, so that
                one only costs at each write. So does uniqueness that is said twice.
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
                mended: """
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
                "TR1605", "A condition that no index can have",
                """
                SQLite decides from the row alone whether it is in a partial index, so the
                condition cannot lead through a relationship.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        relationships:
                          customer: { to: Customer?, inverse: orders }
                        indexes: [{ on: placed, where: customer.name != nil }]
                      Customer:
                        attributes:
                          name: string?
                        relationships:
                          orders: { to: [Order], inverse: customer }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        relationships:
                          customer: { to: Customer?, inverse: orders }
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
                Equal values can have several texts in JSON, and the order of texts is not that of
                values. What is looked for or unique is an attribute of its own. An index can have
                a condition that asks whether JSON is there.
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
                mended: """
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
                "TR1607", "A tokenizer that does not exist",
                """
                A tokenizer cuts texts into words: 'unicode61' (words of any script, without case
                and diacritics; the one where nothing is said), 'porter' (English stems), 'trigram'
                (parts of words) or 'ascii'.
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
                mended: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                        search: { on: text, tokenizer: unicode61 }
                    """),
            Explanation(
                "TR1608", "A searched column of a name that is not free",
                """
                SQLite's full-text search has columns 'rank' and 'rowid' of its own, and one that is
                called like the search's table, such as 'note_search'. So the column of a searched
                attribute has another name.
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
                mended: """
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
                "TR1609", "A full-text search on nothing",
                """
                'search' names attributes of its entity that are strings, which have words, and that
                are stored.
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
                mended: """
                    trellis: 1
                    model: Notes
                    entities:
                      Note:
                        attributes:
                          text: string
                          pages: int
                        search: [text]
                    """),
        ])
}
