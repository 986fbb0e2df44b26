extension ExplanationFamily {
    /// `TR17`.
    static let templates = ExplanationFamily(
        "Templates",
        [
            Explanation(
                "TR1701", "A tag that cannot be read",
                """
                A tag of a template, such as {{name}}, ends on the line on which it begins and
                holds one name, with #, ^ or / before it where it is of a section; {{! words }} is
                a comment. Templates know no partials, no functions and no other braces.
                """,
                wrong: files("// {{> head}}\nlet name = {{name.json}}"),
                mended: ["page.mustache": "// {{generated}}\nlet name = {{name.json}}"]),
            Explanation(
                "TR1702", "A tag that names no fact",
                """
                Other readers of such templates would leave out what they do not know; here each
                tag is checked before anything is written, by what can be said of the things that
                its section is about. Documentation/templates.md lists the facts; so does
                'trellis explain --facts'.
                """,
                wrong: files("{{#entities}}\n{{nmae}}\n{{/entities}}"),
                mended: ["page.mustache": "{{#entities}}\n{{name}}\n{{/entities}}"]),
            Explanation(
                "TR1703", "Sections that are not nested",
                """
                A section {{#entities}} is closed by {{/entities}}, after all sections that begin
                in it.
                """,
                wrong: files("{{#entities}}\n{{#doc}}{{doc}}\n{{/entities}}\n{{/doc}}"),
                mended: ["page.mustache": "{{#entities}}\n{{#doc}}{{doc}}{{/doc}}\n{{/entities}}"]),
            Explanation(
                "TR1704", "A fact of another kind than its tag is for",
                """
                A list is no text: a section of it says something of each of its members. A text
                that is always there needs no section. Only texts have forms, as in {{doc.line}}.
                """,
                wrong: files("{{entities}}"),
                mended: ["page.mustache": "{{#entities}}{{name}} {{/entities}}"]),
            Explanation(
                "TR1705", "A template that cannot be read",
                """
                'templates' and 'files' in trellis.yaml name templates by their paths. A template
                is a text in UTF-8.
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
                mended: [
                    "trellis.yaml": """
                    trellis: 1
                    models:
                      Orders: { path: Orders.yaml, files: { Orders.txt: page.mustache } }
                    """
                ]),
            Explanation(
                "TR1706", "A template of Swift files that does not say so",
                """
                A template in the place of 'swift-entity' or 'swift-model' has the tag
                {{generated}} in a comment, outside of all sections of lists. The sentence tells
                people that the file is overwritten, and Trellis later that it was its own.
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
                mended: ["page.mustache": "// {{generated}}\nimport Trellis\n\n{{declarations}}"]),
            Explanation(
                "TR1707", "A template that the build plugin does not know",
                """
                The plugin tells the build what its outputs depend on before anything is read. It
                knows the templates in the folder Templates beside trellis.yaml: a change to any
                other would not be built.
                """),
        ])

    private static let orders: String = """
        trellis: 1
        model: Orders
        entities:
          Order:
        """

    /// A model with a template of its own.
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
