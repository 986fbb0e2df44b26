extension ExplanationFamily {
    /// `TR17`.
    static let templates = ExplanationFamily(
        "Templates",
        [
            Explanation(
                "TR1701", "A tag that cannot be read",
                """
                A tag of a template, for example {{name}}, ends on the line on which it begins.
                It contains one name, with #, ^ or / before it for a section. {{! words }} is a
                comment. Templates have no partials, no functions and no other braces.
                """,
                wrong: files("// {{> head}}\nlet name = {{name.json}}"),
                fixed: ["page.mustache": "// {{generated}}\nlet name = {{name.json}}"]),
            Explanation(
                "TR1702", "An unknown fact in a tag",
                """
                Trellis checks each tag before it writes a file. The facts that a section offers
                depend on what it lists. 'trellis explain --facts' and
                Documentation/templates.md list them.
                """,
                wrong: files("{{#entities}}\n{{nmae}}\n{{/entities}}"),
                fixed: ["page.mustache": "{{#entities}}\n{{name}}\n{{/entities}}"]),
            Explanation(
                "TR1703", "Sections that are not nested",
                """
                Close a section {{#entities}} with {{/entities}}, after all sections that begin
                in it.
                """,
                wrong: files("{{#entities}}\n{{#doc}}{{doc}}\n{{/entities}}\n{{/doc}}"),
                fixed: ["page.mustache": "{{#entities}}\n{{#doc}}{{doc}}{{/doc}}\n{{/entities}}"]),
            Explanation(
                "TR1704", "A fact of the wrong kind",
                """
                A list needs a section, which repeats for each of its members. A text that is
                always present needs no section. Only texts have forms, as in {{doc.line}}.
                """,
                wrong: files("{{entities}}"),
                fixed: ["page.mustache": "{{#entities}}{{name}} {{/entities}}"]),
            Explanation(
                "TR1705", "A template that cannot be read",
                """
                'templates' and 'files' in trellis.yaml name templates by their paths. A
                template is a text in UTF-8.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, files: { Orders.txt: pages.mustache } }
                    """,
                    "Orders.yaml": orders,
                    "page.mustache": "{{name}}",
                ],
                fixed: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, files: { Orders.txt: page.mustache } }
                    """
                ]),
            Explanation(
                "TR1706", "A Swift template without {{generated}}",
                """
                A template for 'swift-entity' or 'swift-model' contains the tag {{generated}} in
                a comment, outside all sections of lists. The sentence warns readers that the
                file is overwritten. Trellis recognizes its own files by it.
                """,
                wrong: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders:
                        path: Orders.yaml
                        swift: Classes
                        templates: { swift-entity: page.mustache }
                    """,
                    "Orders.yaml": orders,
                    "page.mustache": "import Trellis\n\n{{declarations}}",
                ],
                fixed: ["page.mustache": "// {{generated}}\nimport Trellis\n\n{{declarations}}"]),
            Explanation(
                "TR1707", "A template outside the folder 'Templates'",
                """
                The build plugin declares what its outputs depend on before it reads a file. It
                knows the templates in the folder Templates beside trellis.yaml. A change to any
                other template would not cause a build.
                """),
        ])

    private static let orders: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
        """

    /// A model with a template.
    private static func files(_ template: String) -> ExampleFiles {
        [
            "trellis.yaml": """
            trellis: 1
            models:
              Orders: { path: Orders.yaml, files: { Orders.txt: page.mustache } }
            """,
            "Orders.yaml": orders,
            "page.mustache": template,
        ]
    }
}
