import Diagnostics
import Testing

/// Findings as text.
struct TextRendererTests {
    private let code = FindingCode("TR0001")

    /// The excerpt that is shown for a span of a text: the lines after the heading.
    private func excerpt(_ text: String, _ start: (Int, Int), _ end: (Int, Int)) -> String {
        let span = SourceSpan(
            file: "f", start: .init(line: start.0, column: start.1), end: .init(line: end.0, column: end.1))
        let rendered = TextRenderer(sources: ["f": text]).render(Finding(code, "m", at: span))
        return rendered.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    }

    @Test("A finding is its place, severity, code and message, its line, its notes and its suggestion")
    func whole() {
        let span = SourceSpan(file: "a/b.yaml", start: .init(line: 2, column: 3), end: .init(line: 2, column: 7))
        let other = SourceSpan(file: "a/b.yaml", start: .init(line: 1, column: 1), end: .init(line: 1, column: 2))
        let finding = Finding(
            FindingCode("TR0002", .warning), "something is odd", at: span,
            notes: [.init("because of this", at: other), .init("and of that")], suggestion: .init("fix it"))
        #expect(
            TextRenderer(sources: ["a/b.yaml": "x\n  name: y\n"]).render(finding) == """
                a/b.yaml:2:3: warning[TR0002]: something is odd
                 2 |   name: y
                   |   ^~~~
                a/b.yaml:1:1: note: because of this
                note: and of that
                help: fix it

                """)
    }

    @Test("A style sets off each part and leaves the text between them alone")
    func styled() {
        let span = SourceSpan(file: "f", start: .init(line: 1, column: 3), end: .init(line: 1, column: 4))
        let finding = Finding(
            FindingCode("TR0002", .note), "look", at: span, notes: [.init("and here", at: span), .init("or so")], suggestion: .init("fix it"))
        let style = TextStyle { part, text in "<\(part)>\(text)</>" }
        #expect(
            TextRenderer(sources: ["f": "a b\n"], style: style).render(finding) == """
                <place>f:1:3:</> <severity(Diagnostics.Severity.note)>note[TR0002]:</> <message>look</>
                <margin> 1 |</> a b
                <margin>   |</>   <severity(Diagnostics.Severity.note)>^</>
                <place>f:1:3:</> <severity(Diagnostics.Severity.note)>note:</> <message>and here</>
                <severity(Diagnostics.Severity.note)>note:</> or so
                <help>help:</> fix it

                """)
    }

    @Test("Several findings follow each other in the order in which they are given")
    func several() {
        let findings = ["one", "two"].map { Finding(code, $0, at: .init(startOf: "f")) }
        #expect(TextRenderer(sources: [:]).render(findings) == "f:1:1: error[TR0001]: one\nf:1:1: error[TR0001]: two\n")
    }

    @Test("Tabs stay tabs under the line, so that the caret stands below the text")
    func tabs() {
        #expect(excerpt("\tname:\tx", (1, 8), (1, 9)) == " 1 | \tname:\tx\n   | \t     \t^\n")
    }

    @Test("Every Unicode scalar counts as a column, as editors count them")
    func scalars() {
        #expect(excerpt("e\u{301}: x", (1, 5), (1, 6)) == " 1 | e\u{301}: x\n   |     ^\n")
        #expect(excerpt("日本: x", (1, 5), (1, 6)) == " 1 | 日本: x\n   |     ^\n")
        #expect(excerpt("👩‍👩‍👧: x", (1, 6), (1, 7)) == " 1 | 👩‍👩‍👧: x\n   |      ^\n")
    }

    @Test("A span over several lines is marked to the end of its first one")
    func severalLines() {
        #expect(excerpt("ab: [\nc]", (1, 5), (2, 3)) == " 1 | ab: [\n   |     ^\n")
        #expect(excerpt("ab: [c,\nd]", (1, 5), (2, 3)) == " 1 | ab: [c,\n   |     ^~~\n")
    }

    @Test("A span beyond the end of its line has a caret and no more")
    func endOfLine() {
        #expect(excerpt("ab", (1, 3), (1, 9)) == " 1 | ab\n   |   ^\n")
    }

    @Test("A place after the last line, and an empty line, have no excerpt")
    func endOfFile() {
        #expect(excerpt("ab\n", (2, 1), (2, 1)) == "")
        #expect(excerpt("ab\n", (9, 1), (9, 1)) == "")
        #expect(excerpt("", (1, 1), (1, 1)) == "")
        #expect(excerpt("a\n\nb", (2, 1), (2, 1)) == "")
    }

    @Test("A file that is not known has no excerpt")
    func unknownFile() {
        let finding = Finding(code, "m", at: .init(startOf: "other"))
        #expect(TextRenderer(sources: ["f": "text"]).render(finding) == "other:1:1: error[TR0001]: m\n")
    }

    @Test("Control characters cannot reach the terminal")
    func controlCharacters() {
        let text = excerpt("a\u{1B}[2Jb\u{0}c\u{9B}d", (1, 1), (1, 2))
        #expect(text == " 1 | a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\n   | ^\n")
    }

    @Test("Neither can those in messages, notes, suggestions and paths, nor a line that they begin")
    func forgedLines() {
        let text = "a\u{1B}[2J\nf:1:1: note: b\r\u{85}\u{2028}\u{202E}\u{7F}\t\u{200D}é"
        let shown = #"a\u{1B}[2J\nf:1:1: note: b\r\u{85}\u{2028}\u{202E}\u{7F}"# + "\t\u{200D}é"
        let finding = Finding(
            code, text, at: .init(startOf: text), notes: [.init(text), .init(text, at: .init(startOf: text))], suggestion: .init(text))
        #expect(
            TextRenderer(sources: [:]).render(finding)
                == "\(shown):1:1: error[TR0001]: \(shown)\nnote: \(shown)\n\(shown):1:1: note: \(shown)\nhelp: \(shown)\n")
        #expect("a\nb\u{1B}".visible(keepingLines: true) == "a\nb\\u{1B}")
        #expect(excerpt("a\u{202E}b\u{2066}c", (1, 1), (1, 2)) == " 1 | a\u{FFFD}b\u{FFFD}c\n   | ^\n")
    }

    @Test("A byte order mark takes no column")
    func byteOrderMark() {
        #expect(excerpt("\u{FEFF}ab: c", (1, 5), (1, 6)) == " 1 | ab: c\n   |     ^\n")
    }

    @Test("Windows' line ends are line ends")
    func windows() {
        #expect(excerpt("a: 1\r\nb: 2\r\n", (2, 4), (2, 5)) == " 2 | b: 2\n   |    ^\n")
    }

    @Test("The margin is as wide as the line's number")
    func margin() {
        let text = String(repeating: "x\n", count: 120)
        #expect(excerpt(text, (120, 1), (120, 2)) == " 120 | x\n     | ^\n")
    }
}
