extension ExplanationFamily {
    /// `TR18`.
    static let inheritance = ExplanationFamily(
        "Inheritance",
        [
            Explanation(
                "TR1801", "A parent that is no entity",
                """
                'parent' names the entity that this one inherits from: it has all properties of
                that one, and its objects are found where the parent is asked for.
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
                mended: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        attributes: { name: string }
                      Employee:
                        parent: Person
                    """),
            Explanation(
                "TR1802", "An entity that inherits from itself",
                """
                Parents lead up to a root, an entity that has none. Here they lead in a circle,
                so none of these entities could have a table.
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
                mended: """
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
                An entity has what its ancestors declare, with the types and rules that they
                give it. It cannot change that, and a fetch of the same name would leave open
                which one a call means.
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
                mended: """
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
                "TR1804", .warning, "An abstract entity without descendants",
                """
                Of an abstract entity itself there are no objects, only of entities that inherit
                from it and are not abstract. There is none here, so its table stays empty.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        abstract: true
                        attributes: { name: string }
                    """,
                mended: """
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
                "TR1805", "A table for an entity that has a parent",
                """
                Entities that inherit from each other share one table: that of the root, which
                can be given a name there.
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
                mended: """
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
                The two ends of a relationship lead to each other's entities exactly. Here one
                end holds objects of a child alone, and the other is declared by its parent:
                objects of the parent's other children have it too, and have no place here.
                Lead to the parent, or declare the other end at the child.
                """,
                wrong: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                        relationships:
                          company: { to: Company?, inverse: staff }
                      Employee:
                        parent: Person
                      Company:
                        relationships:
                          staff: { to: [Employee], inverse: company }
                    """,
                mended: """
                    trellis: 1
                    model: People
                    entities:
                      Person:
                      Employee:
                        parent: Person
                        relationships:
                          company: { to: Company?, inverse: staff }
                      Company:
                        relationships:
                          staff: { to: [Employee], inverse: company }
                    """),
            Explanation(
                "TR1807", "An entity that inherits from too many",
                """
                An entity can inherit from 100 others, one above the other. Each class repeats
                what it inherits in its initializer, and nobody can follow more.
                """),
        ])
}
