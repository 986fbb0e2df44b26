extension ExplanationFamily {
    /// From `TR1440` on.
    static let attributeOptions = ExplanationFamily(
        "Options of attributes",
        [
            Explanation(
                "TR1440", "A way of storing that the type does not have",
                """
                A date is stored as seconds since 2001, which is Swift's own value, and with
                'storage: unix' as seconds since 1970, with 'storage: iso8601' as text. A uuid is
                stored as 16 bytes, and with 'storage: text' as text. The usual way is not said.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: seconds }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, storage: unix }
                    """),
            Explanation(
                "TR1441", .warning, "A pattern that the database cannot check",
                """
                'check: true' puts an attribute's rules into the database, as far as plain SQL can
                say them. SQLite has no regular expressions of its own, and a file that needed a
                function of ours could not be written by anybody else. The library checks the
                pattern when it saves.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, maxLength: 8, pattern: "[A-Z]+", check: true }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, maxLength: 8, check: true }
                    """),
            Explanation(
                "TR1442", .warning, "Nothing for the database to check",
                """
                'check: true' puts an attribute's bounds, lengths and cases into the database. This
                attribute has none, and every value of its column is one of its type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, check: true }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, maxLength: 80, check: true }
                    """),
            Explanation(
                "TR1443", "An option that contradicts another",
                """
                A transient attribute is a property of the class alone. What is said of the way in
                which a value is stored, or of what it must meet when it is saved, does not apply.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          progress: { type: double?, min: 0, transient: true }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          progress: { type: double?, transient: true }
                    """),
            Explanation(
                "TR1444", "A transient attribute that would have no value",
                """
                No row gives a transient attribute its value, and an object that is read begins
                with the default or, where the attribute is optional, with nil.
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
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                          isSending: { type: bool, default: false, transient: true }
                    """),
            Explanation(
                "TR1445", .warning, "Large data that each object brings along",
                """
                Attributes are read with their objects. Where one may be larger than 65,536 bytes,
                'lazy: true' leaves it in the store until somebody asks for it. 'lazy: false' says
                that it is meant to come along.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          scan: { type: data?, maxLength: 5000000 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          scan: { type: data?, maxLength: 5000000, lazy: true }
                    """),
        ])
}
