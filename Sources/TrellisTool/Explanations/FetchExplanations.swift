extension ExplanationFamily {
    /// `TR15`.
    static let fetches = ExplanationFamily(
        "Fetches and conditions",
        [
            Explanation(
                "TR1501", "A condition that cannot be read",
                """
                A condition compares key paths, values and $parameters with ==, !=, <, <=, > and
                >=, and joins comparisons with AND, OR, NOT and parentheses. Texts stand in
                quotes.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                        indexes: [paid]
                        fetches:
                          unpaid: { where: paid is false }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                        indexes: [paid]
                        fetches:
                          unpaid: { where: paid == false }
                    """),
            Explanation(
                "TR1502", "A property that does not exist",
                """
                The key paths of conditions and sorts begin at the fetched entity and lead
                through to-one relationships.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                        indexes: [paid]
                        fetches:
                          unpaid: { where: payed == false }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                        indexes: [paid]
                        fetches:
                          unpaid: { where: paid == false }
                    """),
            Explanation(
                "TR1503", "A comparison that makes no sense",
                """
                The two sides of a comparison are of types that can be compared, and have an
                order where it asks for one. What has no order cannot be sorted by either.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: int
                        fetches:
                          large: { where: amount > "100" }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          amount: int
                        fetches:
                          large: { where: amount > 100 }
                    """),
            Explanation(
                "TR1504", "A parameter that is not declared",
                """
                A '$name' in a condition is one of the fetch's parameters. The condition of an
                index has none.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        fetches:
                          recent: { where: placed >= $since }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        fetches:
                          recent: { parameters: { since: date }, where: placed >= $since }
                    """),
            Explanation(
                "TR1505", .warning, "A parameter that is not used",
                """
                Whoever calls the fetch would have to give a value that changes nothing.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        indexes: [placed]
                        fetches:
                          all: { parameters: { since: date }, sort: placed }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        indexes: [placed]
                        fetches:
                          recent: { parameters: { since: date }, where: placed >= $since, sort: placed }
                    """),
            Explanation(
                "TR1506", "A fetch that SQLite cannot prepare",
                """
                Every fetch is prepared by SQLite against the schema before anything is written.
                SQLite has limits that the language has not: a fetch whose key paths lead through
                more than 63 relationships, say, needs more tables than SQLite joins. Split the
                fetch.
                """),
            Explanation(
                "TR1507", "A parameter that no condition can use",
                """
                Conditions ask of JSON only whether it is nil, so that JSON is no parameter.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json?, swift: "[String]" }
                        fetches:
                          labeled:
                            parameters: { labels: json }
                            where: labels == $labels
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: json?, swift: "[String]" }
                        fetches:
                          labeled: { where: labels != nil }
                    """),
            Explanation(
                "TR1508", .warning, "A fetch that an index would serve",
                """
                SQLite plans every fetch before anything is written. Where it looks at every
                object though the fetch asks for some, or sorts what it finds, and would do so no
                more with an index, the index is named as it is added to the model: it was made,
                and the fetch planned again. 'trellis fetches' prints the plans, also of fetches
                that no index serves. An index costs a little with each save; an entity with
                'small: true' needs none.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: bool
                          placed: date
                        fetches:
                          unpaid: { where: paid == false, sort: placed }
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
                        fetches:
                          unpaid: { where: paid == false, sort: placed }
                    """),
            Explanation(
                "TR1510", "A fetched property of nothing",
                """
                A fetched property is a list of objects of one entity, which 'from' names.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                        fetchedProperties:
                          others: { where: self != $FETCH_SOURCE }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                        fetchedProperties:
                          others: { from: Order, where: self != $FETCH_SOURCE }
                    """),
            Explanation(
                "TR1511", "A fetched property of an entity that does not exist",
                """
                'from' is the name of an entity of the model, whose objects are fetched.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                        fetchedProperties:
                          others: { from: Ordr, where: self != $FETCH_SOURCE }
                    """,
                mended: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          paid: { type: bool, default: false }
                        fetchedProperties:
                          others: { from: Order, where: self != $FETCH_SOURCE }
                    """),
        ])
}
