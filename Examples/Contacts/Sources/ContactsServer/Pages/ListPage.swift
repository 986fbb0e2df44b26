/// The page with the list, which the script keeps current.
func listPage(_ list: HTML) -> HTML {
    layout(
        "Contacts", script: "<script src=\"/live.js\" defer></script>",
        """
        <header>
        <h1>Contacts</h1>
        <a class="button" href="/persons/new">Add a person</a>
        </header>
        <main>
        \(list)
        <p class="empty">No one is here yet.</p>
        </main>
        <footer>
        <p id="connection"><noscript>Reload the page to see what others have changed.</noscript></p>
        <p id="status" role="status"></p>
        </footer>
        """)
}

/// - Parameter position: the last event that the list includes.
func listHTML(_ sections: [HTML], position: String) -> HTML {
    "<div id=\"list\" tabindex=\"-1\" data-position=\"\(position)\">\(sections)</div>"
}

/// - Parameter name: the age of the section's people; empty if it is unknown.
func sectionHTML(_ name: String, rows: [HTML]) -> HTML {
    let id = name.isEmpty ? "age-unknown" : "age-\(name)"
    let age: HTML = name.isEmpty ? "<b class=\"unknown\">unknown</b>" : "<b>\(name)</b>"
    return "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\"><small>Age</small> \(age)</h2><ul>\(rows)</ul></section>"
}

func rowHTML(_ person: Person) -> HTML {
    let phone: HTML? = person.phone.map { "<a class=\"phone\" href=\"tel:\($0.filter { $0 == "+" || $0.isNumber })\">\($0)</a>" }
    let id = person.objectID.rowID ?? 0
    return """
        <li id="person-\(id)"><a class="person" href="/persons/\(id)"><b>\(person.firstName)</b> \(person.lastName ?? "")</a>\(phone)</li>
        """
}
