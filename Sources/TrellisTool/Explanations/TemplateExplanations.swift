extension ExplanationFamily {
    /// `TR17`.
    static let templates = ExplanationFamily(
        "Templates",
        [
            Explanation(
                "TR1701", "A tag that cannot be read",
                """
                A tag of a template, such as {{name}}, ends on the line on which it begins, and
                begins with the name of a fact or with #, ^, / or &. In this build the templates
                are built in, so the mistake is Trellis's own.
                """),
            Explanation(
                "TR1702", "A tag that names no fact",
                """
                Mustache would leave out what it does not know; here each tag is checked before
                anything is rendered. In this build the templates are built in, so the mistake is
                Trellis's own.
                """),
            Explanation(
                "TR1703", "A template that is not Mustache",
                """
                Mostly a section {{#name}} is not closed by {{/name}}. In this build the templates
                are built in, so the mistake is Trellis's own.
                """),
        ])
}
