extension ExplanationFamily {
    /// From `TR1440` on.
    static let attributeOptions = ExplanationFamily(
        "Options of attributes",
        [
            Explanation(
                "TR1440", "A storage that the type does not have",
                """
                A date is stored as seconds since 2001, which is Swift's own value. With
                'storage: unix' it is stored as seconds since 1970, with 'storage: iso8601' as
                text. A UUID is stored as 16 bytes, with 'storage: text' as text. Do not write
                'storage' for the default.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: seconds }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: unix }
                    """),
            Explanation(
                "TR1441", "A pattern that the database cannot check",
                """
                'check: true' puts an attribute's rules into the database, as far as plain SQL
                can express them. SQLite has no regular expressions. A function of Trellis would
                make the store unusable for other programs. So only the library checks the
                pattern, when it saves.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, maxLength: 8, pattern: "[A-Z]+", check: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, maxLength: 8, check: true }
                    """),
            Explanation(
                "TR1442", "A check without a rule",
                """
                'check: true' puts an attribute's bounds, lengths and cases into the database.
                This attribute has none, and its column can hold only values of its type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, check: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, maxLength: 80, check: true }
                    """),
            Explanation(
                "TR1443", "Contradictory options",
                """
                A transient attribute exists only in the class. Options for storing a value, or
                for checking it at a save, do not apply to it.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          progress: { type: "double?", min: 0, transient: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          progress: { type: "double?", transient: true }
                    """),
            Explanation(
                "TR1444", "A transient attribute without a value",
                """
                No row stores a transient attribute. A loaded object begins with its default or,
                if the attribute is optional, with nil.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          isSending: { type: bool, transient: true }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          isSending: { type: bool, default: false, transient: true }
                    """),
            Explanation(
                "TR1445", "Large data that loads with each object",
                """
                Attributes are loaded with their objects. If a value may have more than 65,536
                bytes, 'lazy: true' loads it at its first use only. Write 'lazy: false' to
                declare that it should load with the object.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          scan: { type: "data?", maxLength: 5000000 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          scan: { type: "data?", maxLength: 5000000, lazy: true }
                    """),
        ])
}
