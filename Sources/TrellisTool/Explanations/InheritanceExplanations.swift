extension ExplanationFamily {
    /// `TR18`.
    static let inheritance = ExplanationFamily(
        "Inheritance",
        [
            Explanation(
                "TR1801", "An unknown parent",
                """
                'parent' names the entity that this one inherits from. The child has all
                properties of its parent, and fetches of the parent include its objects.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        attributes: { name: string }
                      Employee:
                        parent: Persn
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        attributes: { name: string }
                      Employee:
                        parent: Person
                    """),
            Explanation(
                "TR1802", "A circle of parents",
                """
                Parents lead up to a root, which has no parent. Here they lead in a circle, so
                none of these entities could have a table.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        parent: Employee
                      Employee:
                        parent: Person
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                      Employee:
                        parent: Person
                    """),
            Explanation(
                "TR1803", "An inherited name that is declared again",
                """
                An entity has the properties of its ancestors, with their types and rules, and
                cannot change them. A second fetch with the same name would make calls
                ambiguous.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        attributes: { name: string }
                      Employee:
                        parent: Person
                        attributes: { name: string, number: int }
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        attributes: { name: string }
                      Employee:
                        parent: Person
                        attributes: { number: int }
                    """),
            Explanation(
                "TR1804", "An abstract entity without descendants",
                """
                An abstract entity has no objects of its own, only those of its non-abstract
                descendants. This one has none, so its table stays empty.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        abstract: true
                        attributes: { name: string }
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        abstract: true
                        attributes: { name: string }
                      Guest:
                        parent: Person
                    """),
            Explanation(
                "TR1805", "A table name of an entity with a parent",
                """
                Entities that inherit from each other share the table of their root. Set the
                table name at the root.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                      Employee:
                        parent: Person
                        table: staff
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        table: staff
                      Employee:
                        parent: Person
                    """),
            Explanation(
                "TR1806", "An inverse that the destination inherits",
                """
                The two sides of a relationship must lead to each other's entities exactly. Here
                the destination inherits its side from its parent. Objects of the parent's other
                children would have that side too, without a place here. Lead to the parent, or
                declare the other side at the child.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        relationships:
                          company: { to: "Company?", inverse: staff }
                      Employee:
                        parent: Person
                      Company:
                        relationships:
                          staff: { to: [Employee], inverse: company }
                    """,
                fixed: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                      Employee:
                        parent: Person
                        relationships:
                          company: { to: "Company?", inverse: staff }
                      Company:
                        relationships:
                          staff: { to: [Employee], inverse: company }
                    """),
            Explanation(
                "TR1807", "Too many ancestors",
                """
                An entity has at most 100 ancestors. The initializer of each class repeats all
                inherited properties.
                """),
        ])
}
