extension Explanation {
    /// Of models with `layout: existing`, which are part of `TR16`.
    static let existingLayout = [
        Explanation(
            "TR1610", "An unknown layout",
            """
            'layout' states whose tables a model describes. Without it they are tables of
            Trellis. 'existing' opens another program's SQLite file as it is.
            """,
            wrong: """
                trellis: 1
                model: Notes
                layout: exists
                entities:
                  Note:
                    attributes: { text: string }
                """,
            fixed: """
                trellis: 1
                model: Notes
                layout: existing
                entities:
                  Note:
                    attributes: { text: string }
                """),
        Explanation(
            "TR1611", "A part that another program's file does not have",
            """
            With 'layout: existing' the other program keeps the schema. Its file has no
            columns, tables and triggers for histories, inheritance, composites, ordered
            members, searches and derived attributes. A relationship of many to many names
            the join table with 'pairs'. A delete rule is the ON DELETE action of a
            foreign key, so the side without the key declares it. Remove the part, or copy
            the rows into a store of Trellis with 'trellis import sqlite --store'.
            """,
            wrong: """
                trellis: 1
                model: Notes
                layout: existing
                entities:
                  Note:
                    attributes: { text: string }
                    search: [text]
                """,
            fixed: """
                trellis: 1
                model: Notes
                layout: existing
                entities:
                  Note:
                    attributes: { text: string }
                """),
        Explanation(
            "TR1612", "A key or pairs in a table of Trellis",
            """
            'key' names the column of the integer key in another program's table, and
            'pairs' the join table of a relationship there. In tables of Trellis the
            key is '_id', and the layout names the tables of relationships.
            """,
            wrong: """
                trellis: 1
                model: Notes
                entities:
                  Note:
                    key: note_id
                    attributes: { text: string }
                """,
            fixed: """
                trellis: 1
                model: Notes
                layout: existing
                entities:
                  Note:
                    key: note_id
                    attributes: { text: string }
                """),
        Explanation(
            "TR1613", "Wrong pairs",
            """
            With 'layout: existing', 'pairs' names the join table of a relationship. 'own' is
            the column with the key of the entity that has the relationship, and 'other' the
            column with that of the destination. One side declares 'pairs'.
            """,
            wrong: """
                trellis: 1
                model: Library
                layout: existing
                entities:
                  Book:
                    attributes: { title: string }
                    relationships:
                      topics:
                        to: [Topic]
                        inverse: books
                        pairs: { table: book_topic, own: book_id }
                  Topic:
                    attributes: { name: string }
                    relationships:
                      books: { to: [Book], inverse: topics }
                """,
            fixed: """
                trellis: 1
                model: Library
                layout: existing
                entities:
                  Book:
                    attributes: { title: string }
                    relationships:
                      topics:
                        to: [Topic]
                        inverse: books
                        pairs: { table: book_topic, own: book_id, other: topic_id }
                  Topic:
                    attributes: { name: string }
                    relationships:
                      books: { to: [Book], inverse: topics }
                """),
    ]
}
