extension ExplanationFamily {
    /// `TR14`.
    static let values = ExplanationFamily(
        "Values and enums",
        [
            Explanation(
                "TR1401", "A default that its attribute cannot have",
                """
                A default is a value of the attribute's type and meets the attribute's own rules,
                or no object could be saved with it. A new date can be 'now()', a new uuid
                'uuid()'; data has no default.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int16, default: 40000 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int32, default: 40000 }
                    """),
            Explanation(
                "TR1402", "An option that is for another type",
                """
                'scale' is for decimals, 'swift' for json, lengths are for strings and data,
                patterns for strings, 'min' and 'max' for what has an order; 'column' is for what
                has one column.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, max: 80 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, maxLength: 80 }
                    """),
            Explanation(
                "TR1404", "Optional, and the opposite",
                """
                'string?' and 'optional: true' mean the same. One of the two is enough, and they
                do not contradict each other.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string?, optional: false }
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
                "TR1405", "An attribute without a type",
                """
                An attribute or a parameter in its long form says its type with 'type'.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { unique: true }
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
                "TR1406", "A bound that is no value of the type",
                """
                'min' and 'max' are values of the attribute's type, written as a default is.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, min: 2001-01-01 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, min: "2001-01-01T00:00:00Z" }
                    """),
            Explanation(
                "TR1407", "Rules that no value meets",
                """
                'max' is less than 'min', or 'maxLength' less than 'minLength', so that no object
                could ever be saved.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int, min: 10, max: 1 }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int, min: 1, max: 10 }
                    """),
            Explanation(
                "TR1408", "A pattern that is no regular expression",
                """
                'pattern' is a regular expression as NSRegularExpression has it, which the whole
                string matches. In single quotes YAML leaves its backslashes alone.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, pattern: '[A-Z-\\d+' }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, pattern: '[A-Z]-\\d+' }
                    """),
            Explanation(
                "TR1410", "An enum without cases",
                """
                An enum has at least one case. 'unknown' stands for raw values that no case has,
                and does not count.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      Channel: [unknown]
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    enums:
                      Channel: [web, unknown]
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1411", "A case or a raw value that stands twice",
                """
                Each case of an enum has a name and a raw value that no other has.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2, lost: 2 } }
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2, lost: 3 } }
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1412", "A raw value that is none",
                """
                The raw values of an enum are texts, or with 'raw: int' whole numbers that are
                written down for each case. 'unknown' has none.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: II } }
                    entities:
                      Order:
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2 } }
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1430", "A Swift type that is none",
                """
                The values of a json attribute are of a Swift type that is Codable and Sendable.
                It is written as in Swift: 'Tag', 'Shop.Tag', '[Tag]', '[String: Tag]',
                'Set<Tag>'; nothing else can stand there, for it becomes part of the generated
                code. Whether the value may be nil is said of the attribute.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]?" }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json?, swift: "[String]" }
                    """),
            Explanation(
                "TR1431", "JSON of nobody knows what",
                """
                A json attribute is of a Swift type in the program and JSON in the file only, so
                the model says which type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: json
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]" }
                    """),
            Explanation(
                "TR1432", "Objects as JSON",
                """
                An object belongs to one context and has an identity; JSON holds values. Say it as
                a relationship, or name another type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          rows: { type: json, swift: "[OrderRow]" }
                      OrderRow:
                        attributes:
                          amount: int
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          rows: { to: [OrderRow], inverse: order, deleteRule: cascade }
                      OrderRow:
                        attributes:
                          amount: int
                        relationships:
                          order: { to: Order, inverse: rows }
                    """),
        ])
}
