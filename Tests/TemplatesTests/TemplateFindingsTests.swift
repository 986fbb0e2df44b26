import Diagnostics
import Templates
import TestSupport
import Testing

/// What is refused before anything is rendered, whatever would be rendered.
struct TemplateFindingsTests {
    /// Expects exactly these findings of a template, in which markers show the places.
    private func expectFindings(
        _ source: String, _ expected: ExpectedFinding..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let marked = MarkedText(source)
        let findings = Self.findings(marked.text)
        let differences = marked.differences(findings, expected)
        #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
        #expect(findings.allSatisfy { $0.span.file == "my.mustache" }, sourceLocation: sourceLocation)
    }

    private static func findings(_ template: String) -> [Finding] {
        do throws(ShellError) {
            _ = try Template(TemplateSource(path: "my.mustache", text: template), about: [TemplateScope(Album.self)])
            return []
        } catch {
            return error.findings
        }
    }

    // MARK: Names

    @Test("A tag that names no fact is reported at the name, with the nearest fact")
    func unknownTag() {
        expectFindings(
            "// {{title}}\n  {{{1️⃣titel}}} {{2️⃣nothing}} {{ 3️⃣album.isLife }}\n",
            .init("TR1702", at: 1, saying: "there is no fact 'titel' here", fixed: "{{{title}}} {{nothing}} {{ album.isLife }}"),
            .init("TR1702", at: 2), .init("TR1702", at: 3, fixed: "{{{titel}}} {{nothing}} {{ album.isLive }}"))
        #expect(
            Self.findings("{{x}}")[0].suggestion?.message == "the facts of an album are title, note, isLive, tracks, hasTracks")
    }

    @Test("Facts of a list's members are known within its section alone, also where a list is never empty or always is")
    func scopes() {
        expectFindings("{{1️⃣name}}{{#tracks}}{{name}}{{/tracks}}{{2️⃣name}}", .init("TR1702", at: 1), .init("TR1702", at: 2))
        #expect(
            Self.findings("{{name}}")[0].notes.map(\.message) == ["each member of 'tracks' has it: use it within {{#tracks}}"])
        // Without members nothing is rendered for each.
        expectFindings("{{^tracks}}{{1️⃣name}}{{/tracks}}", .init("TR1702", at: 1))
        expectFindings(
            "{{#isLive}}{{1️⃣name}}{{/isLive}}{{#hasTracks}}{{2️⃣name}}{{/hasTracks}}", .init("TR1702", at: 1), .init("TR1702", at: 2)
        )
        expectFindings(
            "{{1️⃣isLast}}{{#tracks}}{{#parts}}{{2️⃣nmae}}{{/parts}}{{/tracks}}", .init("TR1702", at: 1), .init("TR1702", at: 2))
        expectFindings("{{#tracks}}{{track.name}}{{/tracks}}{{1️⃣track.name}}", .init("TR1702", at: 1))
        expectFindings(
            "{{#tracks}}{{1️⃣isFrist}}{{/tracks}}", .init("TR1702", at: 1, fixed: "{{#tracks}}{{isFirst}}{{/tracks}}"))
    }

    @Test("Of an unknown section nothing more is said: it could be a list of anything")
    func unknownSection() {
        expectFindings(
            "{{#1️⃣track}}\n{{name}} {{anything}}\n{{/track}}\n{{2️⃣name}}", .init("TR1702", at: 1, fixed: "{{#tracks}}"),
            .init("TR1702", at: 2))
        expectFindings("{{^1️⃣track}}{{2️⃣name}}{{/track}}", .init("TR1702", at: 1), .init("TR1702", at: 2))
        // What stands around it is known, and named by its kind.
        expectFindings("{{#1️⃣track}}{{2️⃣album.name}}{{/track}}", .init("TR1702", at: 1), .init("TR1702", at: 2))
    }

    @Test("A fact is used as what it is")
    func kinds() {
        expectFindings("{{1️⃣tracks}}", .init("TR1704", at: 1, saying: "is a list"))
        expectFindings("{{#1️⃣title}}x{{/title}}", .init("TR1704", at: 1, saying: "always present"))
        expectFindings(
            "{{1️⃣isLive.line}}{{2️⃣tracks.json}}", .init("TR1704", at: 1, saying: "a flag"), .init("TR1704", at: 2, saying: "a list")
        )
        expectFindings("{{#1️⃣note.line}}x{{/note.line}}", .init("TR1704", at: 1, fixed: "{{#note}}x{{/note.line}}"))
        expectFindings(
            "{{1️⃣title.lines}}{{2️⃣title.line.json}}", .init("TR1702", at: 1, fixed: "{{title.line}}{{title.line.json}}"),
            .init("TR1702", at: 2))
    }

    // MARK: Sections

    @Test("A section that is not closed is reported where it begins")
    func unclosed() {
        expectFindings(
            "x\n{{#1️⃣tracks}}{{name}}\n{{^2️⃣isLive}}", .init("TR1703", at: 1, saying: "is not closed"), .init("TR1703", at: 2))
    }

    @Test("An end that closes nothing is reported")
    func end() {
        expectFindings(
            "{{/1️⃣tracks}}{{#isLive}}{{/isLive}}{{/2️⃣isLive}}", .init("TR1703", at: 1, saying: "is open here"),
            .init("TR1703", at: 2))
    }

    @Test("Sections that cross are reported, with the place of the end that comes too early")
    func crossed() {
        let text = "{{#tracks}}\n{{#1️⃣note}}\n{{2️⃣nmae}}{{/tracks}}\n{{/3️⃣note}}"
        expectFindings(
            text, .init("TR1703", at: 1, saying: "is not closed before 'tracks' is"), .init("TR1702", at: 2),
            .init("TR1703", at: 3, saying: "no section 'note' is open"))
        let finding = Self.findings(MarkedText(text).text)[0]
        #expect(finding.notes.first?.span?.start == SourceLocation(line: 3, column: 12))
    }

    // MARK: Tags

    @Test("A tag that is not closed on its line is reported")
    func unclosedTag() {
        for text in ["a {{1️⃣title\n}}\n", "a {{1️⃣title}\n", "a {{1️⃣", "{{#1️⃣title\n", "{{{1️⃣title}}\n", "{{1️⃣title\r\n}}"] {
            expectFindings(text, .init("TR1701", at: 1, saying: "is not closed on its line"))
        }
        expectFindings("x {{1️⃣! never ends\n\n", .init("TR1701", at: 1, saying: "the comment"))
    }

    @Test("Partials, other braces, blocks and functions are refused", arguments: [">", "=", "$", "<", "*", "%", "?"])
    func otherTags(sign: String) {
        expectFindings("x\n{{\(sign)1️⃣title}} {{2️⃣oops}}\n", .init("TR1701", at: 1, saying: "'\(sign)'"), .init("TR1702", at: 2))
    }

    @Test("A tag holds one name")
    func names() {
        expectFindings("{{1️⃣}}", .init("TR1701", at: 1))
        expectFindings("{{ 1️⃣#tracks}}{{/tracks}}", .init("TR1701", at: 1, saying: "directly after its braces"))
        expectFindings("{{# 1️⃣}}", .init("TR1701", at: 1))
        expectFindings("{{1️⃣title note}}", .init("TR1701", at: 1, saying: "one name"))
        // Three braces have no sign.
        expectFindings("{{{1️⃣&title}}}{{{2️⃣#isLive}}}", .init("TR1702", at: 1), .init("TR1702", at: 2))
        expectFindings("{{1️⃣upper(title)}}{{2️⃣.}}{{3️⃣..}}", .init("TR1702", at: 1), .init("TR1702", at: 2), .init("TR1702", at: 3))
    }

    @Test("Whatever stands in a template, it is checked without an end to the run, at places that it has")
    func anything() {
        var random = SeededGenerator.forTests()
        let words = [
            "{{", "}}", "{", "}", "{{{", "#", "^", "/", "!", "tracks", "title", "note", "isLive", "name", ".", " ", "\n", "\r\n",
            "é", "{{#tracks}}", "{{/tracks}}", "{{! c }}",
        ]
        for _ in 0..<TestScale.count(2000, long: 100_000) {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
                .joined()
            let lines = 1 + text.unicodeScalars.count { $0 == "\n" }
            for finding in Self.findings(text) {
                #expect((1...lines).contains(finding.span.start.line) && finding.span.start.column >= 1, "\(text)")
            }
        }
    }
}
