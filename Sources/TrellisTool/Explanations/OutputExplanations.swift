extension ExplanationFamily {
    /// `TR0111` to `TR0122`.
    static let outputs = ExplanationFamily(
        "Generated files and versions",
        [
            Explanation(
                "TR0111", "A generated file that is not current",
                """
                'trellis check' generates the files of trellis.yaml in memory and compares them
                with those on disk. The file differs because the model changed, the file was
                edited, or another version of Trellis wrote it. Run 'trellis generate' to write
                it again.
                """),
            Explanation(
                "TR0112", "A live model without a frozen version",
                """
                The model has frozen versions and differs from the newest of them. Release
                builds refuse it. Freeze it with 'trellis migrate create'. While you are working
                on it, set 'draft: true' in trellis.yaml.
                """),
            Explanation(
                "TR0113", "A protected path",
                """
                Generated files stay in the folder of trellis.yaml and below it, so a
                configuration of another author cannot write elsewhere. Some places below it are
                protected too, because their files run programs or decide what is built. They
                are: the folders of version control and of SwiftPM (.git, .hg, .svn, .jj,
                .swiftpm and others), folders of frozen versions, Package.swift,
                Package@swift-6.0.swift, Package.resolved and trellis.yaml. Letter case does not
                count, and symbolic links are followed. In the paths of 'files', {entity} is
                replaced by the name of each entity; no other placeholder exists. 'target' is a
                name, and its folder is Sources/TARGET.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: ../orders.sql }
                    """,
                    "Orders.yaml": orders,
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: SQL/orders.sql }
                    """
                ]),
            Explanation(
                "TR0114", "Two outputs with one path",
                """
                Two models, or two entries of one model, write the same file. Each would
                overwrite the other. Give them different paths.
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
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: orders.sql }
                      Shop: { path: Shop.yaml, sql: shop.sql }
                    """
                ]),
            Explanation(
                "TR0115", "An output over a file that Trellis did not generate",
                """
                Trellis never overwrites models, files of frozen versions, templates or
                trellis.yaml. It also keeps every file that lacks the head of a generated file.
                Choose another path for the output, or move the existing file.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: Orders.yaml }
                    """,
                    "Orders.yaml": orders,
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, sql: Orders.sql }
                    """
                ]),
            Explanation(
                "TR0116", "A generated file without an entity",
                """
                The entity was removed or renamed, and the file of its class still exists.
                'trellis generate --remove-orphans' removes such files. 'trellis generate' on a
                terminal asks first. The checksum in the head of a file shows whether it was
                edited. Trellis reports edited files and never removes them.
                """),
            Explanation(
                "TR0117", "A missing extension file",
                """
                'extensions' in trellis.yaml asks for one Swift file for each entity, where you
                extend its class. 'trellis generate' creates missing files and never changes
                existing ones.
                """),
            Explanation(
                "TR0118", "An extension file without an entity",
                """
                The file was created for an entity that the model no longer has. You own the
                file, so Trellis does not remove it. Move its contents elsewhere. To keep the
                file, delete the line that names its entity, and it is not reported again.
                """),
            Explanation(
                "TR0119", "A target without a Swift file",
                """
                A file 'Model.trellis' tells the build plugin that a target has the model. SwiftPM
                ignores a target without source files before it runs plugins, so no class is
                generated, and imports of the target fail. Add an empty Swift file to the target.
                """),
            Explanation(
                "TR0120", "A share that is no percentage",
                """
                'minimum-documentation' in trellis.yaml is the least percentage of documented
                parts of a model: a whole number from 0 to 100.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, minimum-documentation: most }
                    """,
                    "Orders.yaml": orders,
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, minimum-documentation: 80 }
                    """
                ]),
            Explanation(
                "TR0121", "Too few documented parts",
                """
                trellis.yaml demands with 'minimum-documentation' that a share of a model's
                parts have a 'doc'. Parts are entities with their attributes, relationships,
                fetches and fetched properties, enums, and composites with their parts. The
                pages of 'trellis docs' list the parts without one. Only 'trellis check'
                reports this: a build needs no documentation.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Shop: { path: Shop.yaml, minimum-documentation: 50 }
                    """,
                    "Shop.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Order:
                        attributes:
                          number: int

                    """,
                ],
                fixed: [
                    "Shop.yaml": """
                    trellis: 1
                    model: Shop
                    entities:
                      Order:
                        doc: What a customer has ordered.
                        attributes:
                          number: int

                    """
                ]),
            Explanation(
                "TR0122", "Classes that a target gets twice",
                """
                A file 'Model.trellis' tells the build plugin that a target has the model.
                'target' or 'swift' in trellis.yaml lets 'trellis generate' write the same classes
                into that target, and the compiler finds each class twice. Decide for one: remove
                the marker and commit the classes, or remove 'target' and 'swift' with the files
                that they wrote. If Package.swift excludes one of the two, suppress the finding.
                """),
            Explanation(
                "TR0131", "An unknown target",
                """
                'targets' in trellis.yaml lists where the tables of a model can be: 'file' (the
                default), 'dqlite', 'rqlite', 'd1' and 'turso'. The schema, the fetches and the
                migrations are proved for each of them.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, targets: [file, d2] }
                    """,
                    "Orders.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                    """,
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, targets: [file, d1] }
                    """
                ]),
            Explanation(
                "TR0132", "An unknown tool for migrations",
                """
                'migrations' in trellis.yaml names tools of others that run the frozen versions,
                each with the folder of its scripts: 'dbmate', 'goose', 'golang-migrate',
                'flyway' and 'wrangler'.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, migrations: { gose: db } }
                    """,
                    "Orders.yaml": """
                    trellis: 1
                    model: Orders
                    entities:
                      Order:
                        attributes:
                          number: int
                    """,
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, migrations: { goose: db } }
                    """
                ]),
        ])

    private static let orders: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
        """
}
