import Testing

/// What generated code makes of the conditions of named fetches.
struct ConditionCodeTests {
    private func code(where condition: String) throws -> String {
        try Generated(
            """
            trellis: 1
            model: Library
            entities:
              Writer:
                attributes: { name: string }
                relationships: { works: { to: [Work], inverse: writer } }
                fetches:
                  matching:
                    parameters: { w: Work, name: string }
                    where: '\(condition)'
              Work:
                attributes: { title: string }
                relationships:
                  writer: { to: Writer?, inverse: works }
                  editions: { to: [Edition], inverse: work }
              Edition:
                attributes: { year: int }
                relationships: { work: { to: Work?, inverse: editions } }
            """
        ).text()
    }

    @Test func `a variable of a SUBQUERY takes the place of a parameter of its name`() throws {
        let text = try code(where: #"SUBQUERY(works, $w, $w.title == $name).@count > 0 AND name == $w.title"#)
        #expect(text.contains(#".comparison(Operand(.variable("w", path: ["title"])), .equal, .value(name))"#), "\(text)")
        #expect(text.contains(#".compare("name", .equal, to: w.title)"#), "\(text)")
    }

    @Test func `it does so in a SUBQUERY within its own, and where it stands for the member itself`() throws {
        let inner = "SUBQUERY($w.editions, $e, $e.work == $w AND $e.work.title == $w.title).@count > 0"
        let text = try code(where: "SUBQUERY(works, $w, \(inner)).@count > 0")
        #expect(text.contains(#".variable("w", path: ["title"])"#), "\(text)")
        #expect(text.contains(#".variable("w", path: [])"#), "\(text)")
        #expect(!text.contains(".value(w.title)") && !text.contains(".value(w)"), "\(text)")
    }
}
