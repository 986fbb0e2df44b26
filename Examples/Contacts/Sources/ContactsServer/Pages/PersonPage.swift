/// The page with the form of a person.
struct PersonPage {
    /// The person's number; nil for a new one.
    var id: Int64?
    /// What the fields show.
    var form = PersonForm()
    /// The values that the page was made with: a save compares them with those of the store.
    var before = PersonForm()
    var problems: [PersonField: String] = [:]
    /// Why nothing was saved, above the fields.
    var warning: HTML?

    var html: HTML {
        let name = before.name
        let title = id == nil ? "Add a person" : "Change \(name)"
        let action: HTML = if let id { "/persons/\(id)" } else { "/persons" }
        return layout(
            title,
            """
            <header><h1>\(title)</h1></header>
            <main class="card">
            \(summary.map { "<div class=\"warning\" role=\"alert\">\($0)</div>" as HTML })
            <form method="post" action="\(action)">
            \(hiddenBefore)
            \(PersonField.allCases.map(input))
            <p class="actions"><button class="button">\(id == nil ? "Add" : "Save")</button> <a href="/">Cancel</a></p>
            </form>
            \(id.map { removal(of: name, $0) })
            </main>
            """)
    }

    private var summary: HTML? {
        if let warning { return warning }
        switch problems.count {
        case 0: return nil
        case 1: return "<p>Nothing was saved, because a field needs another value.</p>"
        default: return "<p>Nothing was saved, because \(problems.count) fields need other values.</p>"
        }
    }

    private var hiddenBefore: HTML { "<input type=\"hidden\" name=\"before\" value=\"\(before.json)\">" }

    private func input(_ field: PersonField) -> HTML {
        let name = field.rawValue
        let problem = problems[field]
        // The first field that needs attention has the focus.
        let first = PersonField.allCases.first { problems[$0] != nil } ?? .firstName
        let attributes: [HTML?] = [
            field == .firstName ? " required" : nil, field == first ? " autofocus" : nil,
            problem == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(name)-problem\"",
        ]
        return """
            <div class="field">
            <label for="\(name)">\(field.label)\(field == .firstName ? nil : " <small>(optional)</small>")</label>
            <input id="\(name)" name="\(name)" value="\(form[field])" \(field.keyboard) autocomplete="off"\(attributes.compactMap(\.self))>
            \(problem.map { "<p class=\"problem\" id=\"\(name)-problem\">\($0)</p>" as HTML })
            </div>

            """
    }

    private func removal(of name: String, _ id: Int64) -> HTML {
        """
        <details>
        <summary>Remove this person</summary>
        <form method="post" action="/persons/\(id)/remove">
        \(hiddenBefore)
        <p>\(name) will be gone for good.</p>
        <p class="actions"><button class="button danger">Remove \(name)</button></p>
        </form>
        </details>
        """
    }
}

extension PersonField {
    fileprivate var keyboard: HTML {
        switch self {
        case .firstName, .lastName: "type=\"text\" autocapitalize=\"words\""
        // A field of the type 'number' would lose what was typed if it is no number.
        case .age: "type=\"text\" inputmode=\"numeric\""
        case .phone: "type=\"tel\""
        }
    }
}
