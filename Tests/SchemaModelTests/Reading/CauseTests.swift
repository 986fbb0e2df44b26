import TestSupport
import Testing

/// A finding or its help names the cause, if a value looks right to its author.
struct CauseTests {
    /// The messages and help of the findings of attributes.
    private func texts(of lines: String...) -> [String] {
        let source = "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    attributes:\n" + lines.map { "      \($0)\n" }.joined()
        return findings(Array(source.utf8)).map { "\($0.code.name) \($0.message) \($0.suggestion?.message ?? "")" }
    }

    @Test(arguments: [
        ("a: { type: duration, default: P1Y }", "years and months have no fixed length"),
        ("a: { type: duration, default: P2M }", "years and months have no fixed length"),
        ("a: { type: duration, default: P1Y2M3D }", "years and months have no fixed length"),
        ("a: { type: duration, min: -P1Y }", "years and months have no fixed length"),
        ("a: { type: duration, default: PT9999999999999999S }", "64 bits of microseconds"),
        ("a: { type: duration, default: PT0.0000001S }", "up to 6 decimals"), ("a: { type: duration, default: 5M }", "PT1H30M"),
        ("a: { type: day, min: now() }", "'now()' can only be a default"), ("a: { type: date, max: now() }", "'now()' can only be a default"),
        ("a: { type: int, unique: no }", "write 'false'"), ("a: { type: int, unique: ON }", "write 'true'"),
    ])
    func `help names why a value is refused`(line: String, cause: String) {
        let texts = texts(of: line)
        #expect(texts.count == 1 && texts[0].contains(cause), "\(texts)")
    }

    @Test func `help for a bound offers no default`() {
        #expect(!texts(of: "a: { type: day, min: x }")[0].contains("default"))
        #expect(texts(of: "a: { type: day, default: x }")[0].contains("now() as a default"))
    }

    @Test func `a computed duration is refused for what it is`() {
        let texts = texts(of: "len: duration", "d: { type: \"duration?\", derived: len * 2 }")
        #expect(texts.count == 1 && texts[0].contains("TR1448 a derived attribute can copy a duration, but not compute one"), "\(texts)")
    }

    @Test func `a source with another storage is refused for its storage`() {
        expectFindings(
            """
            trellis: 1
            model: Things
            entities:
              Thing:
                attributes: { 1️⃣first: { type: "date?", derived: owner.born } }
                relationships: { owner: { to: "Person?", inverse: things } }
              Person:
                attributes: { born: { type: date, storage: unix } }
                relationships: { things: { to: [Thing], inverse: owner } }
            """,
            .init("TR1448", at: 1, saying: "whose 'storage' a derived attribute cannot have"))
    }

    @Test func `a list type in quotes is a list without them`() {
        expectFindings(
            """
            trellis: 1
            model: Things
            enums: { State: [open, closed] }
            entities:
              Thing:
                attributes: { state: State }
                fetches:
                  some: { parameters: { states: 1️⃣"[State]" }, where: state IN $states }
                  names: { parameters: { states: 2️⃣"State[]" }, where: state IN $states }
            """,
            .init("TR1102", at: 1, fixed: "some: { parameters: { states: [State] }, where: state IN $states }"), .init("TR1102", at: 2))
    }

    @Test func `a property hides the case with its name`() {
        expectFindings(
            """
            trellis: 1
            model: Things
            enums: { State: [open, closed] }
            entities:
              Thing:
                attributes: { state: State, open: bool }
                fetches:
                  all: { where: state == 1️⃣open }
                  some: { where: "state IN {2️⃣open, closed}" }
                  fine: { where: state == "open" AND open == true }
            """,
            .init("TR1503", at: 1, saying: "'open' is a Boolean, a property of 'Thing', and not the case of the enum 'State'"),
            .init("TR1503", at: 2, saying: "write its raw value, \"open\""))
    }
}
