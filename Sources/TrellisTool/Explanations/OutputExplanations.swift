extension ExplanationFamily {
    /// `TR0111` and what follows.
    static let outputs = ExplanationFamily(
        "Generated files and versions",
        [
            Explanation(
                "TR0111", "A generated file that is not what its model makes",
                """
                'trellis check' makes the files that trellis.yaml asks for in memory, and compares.
                The model has changed since, or the file was edited, or another version of
                Trellis wrote it: 'trellis generate' writes it anew.
                """),
            Explanation(
                "TR0112", "A live model that is no version",
                """
                The model has frozen versions, and is not what the newest one is. Release builds
                refuse it: 'trellis migrate create' freezes it. While it is being worked on,
                'draft: true' in trellis.yaml says so.
                """),
            Explanation(
                "TR0113", "A path that nothing can be written to",
                """
                What is generated stays in the folder of trellis.yaml and below it, so that a
                configuration of another author does nothing elsewhere. Nothing is generated in
                the folders of version control and of SwiftPM (.git, .hg, .svn, .jj, .swiftpm
                and others), in a folder of frozen versions, or as Package.swift,
                Package@swift-6.0.swift, Package.resolved or trellis.yaml: a file there runs
                programs, or decides what is built. Letter case does not count, and links count
                as the system follows them. In the paths of 'files', {entity} stands for the
                name of each entity, and nothing else stands for anything. 'target' is a name:
                its folder is Sources/TARGET.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: ../orders.sql }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: SQL/orders.sql }
                    """
                ]),
            Explanation(
                "TR0114", "A file that is written twice",
                """
                Two models, or two entries of one, would write the same file, and undo each
                other in turn.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: schema.sql }
                      Shop: { path: Shop.yaml, sql: schema.sql }
                    """,
                    "Orders.yaml": orders,
                    "Shop.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Article:
                    """,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: orders.sql }
                      Shop: { path: Shop.yaml, sql: shop.sql }
                    """
                ]),
            Explanation(
                "TR0115", "An output in the place of a person's file",
                """
                Models, the files of their versions, templates and trellis.yaml itself are a
                person's, and nothing that is generated is written over them. The same holds for
                any other file that does not say in its head that Trellis has made it, where the
                new one would.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: Orders.yaml }
                    """,
                    "Orders.yaml": orders,
                ],
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: Orders.sql }
                    """
                ]),
            Explanation(
                "TR0116", .warning, "A generated file that no model makes any more",
                """
                An entity is gone or is called something else, and the file of its class is
                still there. 'trellis generate --remove-orphans' removes such files; so does
                'trellis generate' where somebody at a terminal agrees. The number in a file's
                head tells whether it is as Trellis wrote it: one that somebody has changed is
                told of and never removed.
                """),
            Explanation(
                "TR0117", .warning, "A person's file that was not begun",
                """
                'extensions' in trellis.yaml asks for a Swift file for each entity, in which a
                person goes on with its class. 'trellis generate' begins the ones that are
                missing, and never touches one that is there.
                """),
            Explanation(
                "TR0118", .warning, "A person's file for an entity that is gone",
                """
                The file was begun for an entity that the model has no more. It is a person's, so
                that nothing removes it. What is in it can be taken elsewhere; a file without the
                line that says for which entity it was begun is no more told of.
                """),
        ])

    private static let orders: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
        """
}
