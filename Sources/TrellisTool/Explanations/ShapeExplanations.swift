extension ExplanationFamily {
    /// `TR11`.
    static let shape = ExplanationFamily(
        "The shape of a file",
        [
            Explanation(
                "TR1101", "An unknown key",
                """
                Each mapping has a fixed set of keys. Trellis refuses an unknown key, because a
                misspelled rule would otherwise be ignored silently.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, defualt: false }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                    """),
            Explanation(
                "TR1102", "A value of the wrong kind",
                """
                The value is a list where a mapping is expected, or the like.
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
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                          note: string?
                    """),
            Explanation(
                "TR1103", "A missing key",
                """
                A model needs 'trellis' (the format of the file), 'model' (its name) and
                'entities'. An enum needs 'cases', an index in its long form 'on', and a
                configuration 'models'.
                """,
                wrong: """
                    trellis: 1
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1104", "An unknown type",
                """
                The type of an attribute or a parameter is built in or declared by the model. A
                '?' after it makes it optional. An entity is not an attribute's type: declare a
                relationship to it.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: text?
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: string?
                    """),
            Explanation(
                "TR1105", "An unknown file format",
                """
                'trellis: 1' declares the format of the file. A file in a newer format needs a
                newer Trellis.
                """,
                wrong: """
                    trellis: 2
                    model: Orders
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1106", "A value that is not true or false",
                """
                Write 'true' or 'false'. Other spellings of YAML, for example 'yes', are not
                accepted.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { type: int, unique: yes }
                    """,
                fixed: """
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
                Limits, lengths, counts and scales are whole numbers. The message names the
                permitted range.
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
                fixed: """
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
                Paths are relative to the file that contains them. While a file is missing,
                Trellis does not report unknown names: the missing file may declare them.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        entities:
                          Order:
                            relationships:
                              customer: { to: "Customer?", inverse: orders }
                        """
                ],
                fixed: [
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                            relationships:
                              orders: { to: [Order], inverse: customer }
                        """
                ]),
            Explanation(
                "TR1121", "A path that cannot be included",
                """
                A model includes '.yaml' files of its own folder and below, by relative paths
                with '/'. A build watches exactly these folders for changes.
                """,
                wrong: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [../common/customers.yaml]
                        """
                ],
                fixed: [
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
                "TR1122", "A circle of included files",
                """
                A file is included by one other file. All files of a model see each other's
                names, so no file needs to include the types that it uses.
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
                fixed: [
                    "customers.yaml": """
                        trellis: 1
                        entities:
                          Customer:
                        """
                ]),
            Explanation(
                "TR1123", "A file that is included twice",
                """
                Include each file once. All files of a model see each other's names.
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
                fixed: [
                    "Model.yaml": """
                        trellis: 1
                        model: Orders
                        include: [customers.yaml]
                        """
                ]),
            Explanation(
                "TR1124", "A name that two files declare",
                """
                An entity, an enum or a composite is declared in one file, with all its
                properties.
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
                fixed: [
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
