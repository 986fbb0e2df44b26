extension ExplanationFamily {
    /// `TR15`.
    static let fetches = ExplanationFamily(
        "Fetches and conditions",
        [
            Explanation(
                "TR1501", "A condition that cannot be read",
                """
                A condition compares key paths, values and $parameters with ==, !=, <, <=, > and
                >=. Join comparisons with AND, OR, NOT and parentheses. Write texts in quotes.
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
                fixed: """
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
                "TR1502", "An unknown property",
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
                fixed: """
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
                "TR1503", "An impossible comparison",
                """
                Both sides of a comparison need types that can be compared. <, <=, > and >= need
                an order. Sorts need ordered types too.
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
                fixed: """
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
                "TR1504", "An undeclared parameter",
                """
                A '$name' in a condition must be a parameter of the fetch. The condition of an
                index has no parameters.
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
                fixed: """
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
                "TR1505", "An unused parameter",
                """
                Callers of the fetch must pass a value that has no effect. Use the parameter in
                the condition, or remove it.
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
                fixed: """
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
                SQLite prepares every fetch against the schema before Trellis writes a file.
                SQLite has limits that the language does not have. For example, it joins at most
                64 tables, so key paths can lead through at most 63 relationships. Split the
                fetch.
                """),
            Explanation(
                "TR1507", "A parameter of a type that conditions cannot use",
                """
                A condition can only test whether JSON is nil, so a parameter cannot be JSON.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: "json?", swift: "[String]" }
                        fetches:
                          labeled:
                            parameters: { labels: json }
                            where: labels == $labels
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          labels: { type: "json?", swift: "[String]" }
                        fetches:
                          labeled: { where: labels != nil }
                    """),
            Explanation(
                "TR1508", "A fetch without a useful index",
                """
                SQLite plans every fetch before Trellis writes a file. This fetch reads every
                object although it asks for some, or sorts its result, and an index would avoid
                that. Trellis tried the index and planned the fetch again; the finding shows the
                line to add to the model. 'trellis fetches' prints the plans of all fetches. An
                index costs a little with each save. For an entity with few objects, set 'small:
                true' instead.
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
                fixed: """
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
                "TR1510", "A fetched property without an entity",
                """
                A fetched property is a list of objects of one entity. Name the entity with
                'from'.
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
                fixed: """
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
                "TR1511", "A fetched property of an unknown entity",
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
                fixed: """
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
                "TR1512", "A live fetch that is queried again",
                """
                'live: true' declares that lists of the fetched objects follow changes. A list
                judges the changed objects in memory, unless the condition computes a value from
                members: '@count', '@sum', 'SUBQUERY' and the like. Such a list runs the fetch
                again after each change that may matter. Use ANY, ALL or NONE, or store the value
                in a derived attribute, which has an index too if you declare one.
                'trellis fetches' prints how each fetch follows changes.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        relationships:
                          rows: { to: [Row], inverse: order }
                        fetches:
                          large: { where: rows.@count > 10, live: true }
                      Row:
                        relationships:
                          order: { to: Order?, inverse: rows }
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          rowCount: { type: int, derived: rows.@count }
                        relationships:
                          rows: { to: [Row], inverse: order }
                        indexes: [rowCount]
                        fetches:
                          large: { where: rowCount > 10, live: true }
                      Row:
                        relationships:
                          order: { to: Order?, inverse: rows }
                    """),
            Explanation(
                "TR1513", "An unknown time zone",
                """
                Functions of dates read a date in UTC, or in a time zone that you name by its
                identifier. Write UTC or an identifier of the time zone database. To take the time
                zone of the caller, add a parameter.
                """,
                wrong: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        fetches:
                          ofYear:
                            parameters: { year: int }
                            where: year(placed, 'Europe/Berlni') == $year
                    """,
                fixed: """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          placed: date
                        fetches:
                          ofYear:
                            parameters: { year: int }
                            where: year(placed, 'Europe/Berlin') == $year
                    """),
        ])
}
