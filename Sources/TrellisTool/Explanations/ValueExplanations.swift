extension ExplanationFamily {
    /// `TR14`.
    static let values = ExplanationFamily(
        "Values and enums",
        [
            Explanation(
                "TR1401", "An invalid default",
                """
                A default is a value of the attribute's type and meets the attribute's own
                rules. Otherwise no object could be saved with it. A date's default can be
                'now()', a UUID's 'uuid()'. Data has no default.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int16, default: 40000 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int32, default: 40000 }
                    """),
            Explanation(
                "TR1402", "An option of another type",
                """
                'scale' applies to decimals, 'swift' to json, lengths to strings and data, and
                patterns to strings. 'min' and 'max' apply to ordered types, and 'column' to
                types with one column.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, max: 80 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: string, maxLength: 80 }
                    """),
            Explanation(
                "TR1404", "Contradictory optionality",
                """
                'string?' and 'optional: true' mean the same. Write one of them.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          note: { type: "string?", optional: false }
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
                "TR1405", "An attribute without a type",
                """
                An attribute or a parameter in its long form declares its type with 'type'.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: { unique: true }
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
                "TR1406", "An invalid bound",
                """
                'min' and 'max' are values of the attribute's type, written like a default.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, min: 2001-01-01 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: { type: date, min: "2001-01-01T00:00:00Z" }
                    """),
            Explanation(
                "TR1407", "Rules that exclude each other",
                """
                'max' is less than 'min', or 'maxLength' is less than 'minLength'. No object
                could be saved.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int, min: 10, max: 1 }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: { type: int, min: 1, max: 10 }
                    """),
            Explanation(
                "TR1408", "An invalid regular expression",
                """
                'pattern' is a regular expression of NSRegularExpression that must match the
                whole string. Write it in single quotes: YAML keeps backslashes there.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, pattern: '[A-Z-\\d+' }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          code: { type: string, pattern: '[A-Z]-\\d+' }
                    """),
            Explanation(
                "TR1409", "An unknown way of rounding",
                """
                'rounding' is one of halfEven, halfUp, halfDown, up, down, floor and ceiling, as
                Java and Python's decimal name them. Here 'up' is away from zero, and 'down' is
                toward zero.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          total: { type: decimal, scale: 2, rounding: bankers }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          total: { type: decimal, scale: 2, rounding: halfEven }
                    """),
            Explanation(
                "TR1410", "An enum without cases",
                """
                An enum has at least one case. 'unknown', which represents raw values without a
                case, does not count.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      Channel: [unknown]
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    enums:
                      Channel: [web, unknown]
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1411", "A duplicate case or raw value",
                """
                Each case of an enum has a unique name and a unique raw value.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2, lost: 2 } }
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2, lost: 3 } }
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1412", "An invalid raw value",
                """
                The raw values of an enum are texts. With 'raw: int' they are whole numbers, and
                each case must declare one. 'unknown' has no raw value.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: II } }
                    entities:
                      Order:
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    enums:
                      State: { raw: int, cases: { open: 1, closed: 2 } }
                    entities:
                      Order:
                    """),
            Explanation(
                "TR1430", "An invalid Swift type",
                """
                The values of a json attribute have a Swift type that is Codable and Sendable.
                Write it as in Swift: 'Tag', 'Shop.Tag', '[Tag]', '[String: Tag]' or 'Set<Tag>'.
                Other text is refused, because the type becomes part of the generated code.
                Declare nil at the attribute, not at the type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]?" }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: "json?", swift: "[String]" }
                    """),
            Explanation(
                "TR1431", "JSON without a Swift type",
                """
                A json attribute has a Swift type in the program, and JSON in the store only.
                Declare the Swift type.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: json
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json, swift: "[String]" }
                    """),
            Explanation(
                "TR1432", "A managed object as JSON",
                """
                An object belongs to one context and has an identity; JSON stores plain values.
                Declare a relationship, or name another type.
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
                fixed: """
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
