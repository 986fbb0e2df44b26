extension ExplanationFamily {
    /// `TR11`.
    static let shape = ExplanationFamily(
        "The shape of a file",
        [
            Explanation(
                "TR1101", "A key that does not exist",
                """
                Each mapping has the keys that the language gives it; a key that is not known
                is refused, so that a misspelled rule is never silently no rule.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, defualt: false }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                    """),
            Explanation(
                "TR1102", "A value of the wrong shape",
                """
                A mapping should stand where a list stands, or the like.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          - number: int
                          - note: string?
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                          note: string?
                    """),
            Explanation(
                "TR1103", "A key that is missing",
                """
                A model has the keys 'trellis', the format of the file, 'model', its name, and
                'entities'; an enum has 'cases'; an index in its long form has 'on'; a
                configuration has 'models'.
                """,
                wrong: """
                    trellis: 1
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1104", "A type that does not exist",
                """
                The type of an attribute or a parameter is one of the language's or one that the
                model declares. A '?' behind it makes it optional. Another entity is no type of
                an attribute: what leads to one is a relationship.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: text?
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                    """),
            Explanation(
                "TR1105", "A file in another format",
                """
                'trellis: 1' says in which format the file is written. A build reads the
                formats that it knows; a file in a newer one needs a newer Trellis.
                """,
                wrong: """
                    trellis: 2
                    model: Orders
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1106", "Something other than true or false",
                """
                A yes or no is written 'true' or 'false', and in no other of the ways that YAML
                knows.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: yes }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: true }
                    """),
            Explanation(
                "TR1107", "A number outside its range",
                """
                Limits, lengths, counts and scales are whole numbers within a range that the
                message names.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                        indexes: [-number]
                        fetches:
                          latest: { sort: -number, limit: 0 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                        indexes: [-number]
                        fetches:
                          latest: { sort: -number, limit: 1 }
                    """),
            Explanation(
                "TR1120", "An included file that cannot be read",
                """
                Paths are relative to the file that names them. As long as a file is missing nothing
                is said of names that lead nowhere: it may have them.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        entities:
                          Order:
                            relationships:
                              customer: { to: Customer?, inverse: orders }
                        """
                ],
                mended: [
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                            relationships:
                              orders: { to: [Order], inverse: customer }
                        """
                ]),
            Explanation(
                "TR1121", "A path that no model can include",
                """
                A model includes '.yaml' files of its own folder and below, by relative paths with
                '/': all that lies there, and nothing else, makes a build begin anew.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [../common/customers.yaml]
                        """
                ],
                mended: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [common/customers.yaml]
                        """,
                    "common/customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                        """,
                ]),
            Explanation(
                "TR1122", "A file that includes itself",
                """
                A file is included by one other. All files of a model see each other's names, so
                that none needs to include what it uses.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        """,
                    "customers.yaml": """
                        trellis: 1
                        include: [Model.yaml]
                        entities:
                          Customer:
                        """,
                ],
                mended: [
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                        """
                ]),
            Explanation(
                "TR1123", "A file that is included again",
                """
                One inclusion is enough: all files of a model see each other's names.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml, ./customers.yaml]
                        """,
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                        """,
                ],
                mended: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        """
                ]),
            Explanation(
                "TR1124", "A name that two files declare",
                """
                An entity, an enum or a composite stands in one file, with all that is said of it.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        entities:
                          Customer:
                            attributes:
                              name: string
                        """,
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                            attributes:
                              born: day
                        """,
                ],
                mended: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        """,
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                            attributes:
                              name: string
                              born: day
                        """,
                ]),
        ])
}
