import Diagnostics
import SchemaSyntax
import TestSupport
import Testing

/// What is refused as YAML.
struct RefusalTests {
    /// Expects exactly these findings, in which markers show the places.
    private func expectFindings(
        _ source: String, _ expected: ExpectedFinding..., sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        let marked = MarkedText(source)
        let differences = marked.differences(YAMLParser.parse(marked.bytes, file: "f.yaml").findings, expected)
        #expect(differences.isEmpty, "\(differences)", sourceLocation: sourceLocation)
    }

    @Test("A tab that indents is reported where it stands")
    func tabs() {
        expectFindings("a:\n1️⃣\tb: c\n", .init("TR1002", at: 1))
    }

    @Test("A tab that indents is named as the cause", arguments: ["a:\n\tb: c\n", "a:\n  b: c\n\td: e\n", "a:\n  b: c\n \td: e\n"])
    func tabHelp(text: String) {
        let finding = YAMLParser.parse(Array(text.utf8), file: "f.yaml").findings.first
        #expect(finding?.suggestion?.message == "indent with spaces: YAML allows no tab there", "\(String(describing: finding))")
    }

    @Test("A control character is reported where it stands", arguments: ["\u{0}", "\u{1B}", "\u{7F}", "\u{FFFE}"])
    func controlCharacters(character: String) {
        expectFindings(
            "a: b\nc: é1️⃣\(character)\nd: e\n", .init("TR1002", at: 1, saying: "control characters are not allowed"))
        expectFindings("1️⃣\(character)", .init("TR1002", at: 1))
        // Beyond what the reader takes in at once, too.
        let long = String(repeating: "# a comment\n", count: 5000)
        expectFindings(long + "c: 1️⃣\(character)\n", .init("TR1002", at: 1))
    }

    @Test("Brackets and quotes that do not end are reported")
    func unclosed() {
        expectFindings("a: [b,\nc: d\n1️⃣", .init("TR1002", at: 1))
        #expect(codes("a: 'b\n") == ["TR1002"])
        #expect(codes("a: {b: c\n") == ["TR1002"])
        #expect(codes("a: b: c\n") == ["TR1002"])
    }

    @Test("Options without braces are reported with the way to write them")
    func optionsWithoutBraces() {
        let findings = YAMLParser.parse(Array("name: string, minLength: 1\n".utf8), file: "f.yaml").findings
        #expect(findings.map(\.code.name) == ["TR1002"])
        #expect(findings.first?.suggestion?.message.contains("'{ type: string, minLength: 1 }'") == true)
    }

    @Test(
        "Bytes that are not UTF-8 are reported at the first of them",
        arguments: [
            [0xFF], [0xC3], [0xC3, 0x28], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0x80],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        let findings = YAMLParser.parse(Array("a: b\né: ".utf8) + bytes + [0x0A], file: "f.yaml").findings
        let marked = MarkedText("a: b\né: 1️⃣\n")
        #expect(marked.differences(findings, [.init("TR1001", at: 1)]) == "")
    }

    @Test("UTF-16 is not UTF-8")
    func utf16() {
        let bytes: [UInt8] = [0xFF, 0xFE] + Array("a: b".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(YAMLParser.parse(bytes, file: "f.yaml").findings.map(\.code.name) == ["TR1001"])
    }

    @Test("A second document is refused where it begins")
    func severalDocuments() {
        expectFindings("a: b\n1️⃣---\nc: d\n", .init("TR1006", at: 1))
        #expect(codes("---\na: b\n...\n") == [])
    }

    @Test("A tag is reported, and its value is read without it")
    func tags() {
        expectFindings(
            "a: 1️⃣!!int 3\nb: 2️⃣!mine [c]\nd: 3️⃣!<x> {}\n", .init("TR1008", at: 1), .init("TR1008", at: 2),
            .init("TR1008", at: 3))
        let root = YAMLParser.parse(Array("a: !!int 3\n".utf8), file: "f").root
        #expect(root?.entries?.first?.value.text == "3")
    }

    @Test("An alias that nothing before it defines is reported")
    func unknownAlias() {
        expectFindings("a: 1️⃣*b\nc: &b d\n", .init("TR1007", at: 1, saying: "the anchor 'b'"))
        expectFindings("a: &a [1️⃣*a]\n", .init("TR1007", at: 1))
    }

    @Test("Every key that stands twice is reported, whatever its quotes, with the first one's place")
    func duplicateKeys() throws {
        expectFindings(
            "a: 1\n1️⃣'a': 2\nb: { c: 1, 2️⃣c: 2, 3️⃣\"c\": 3 }\n", .init("TR1004", at: 1), .init("TR1004", at: 2),
            .init("TR1004", at: 3))
        let result = YAMLParser.parse(Array("a: 1\na: 2\n".utf8), file: "f")
        #expect(result.findings.first?.notes.first?.span?.start == .init(line: 1, column: 1))
        #expect(result.root?.entries?.map(\.value.text) == ["1"])
    }

    @Test("A key that is a list or a mapping is reported, and the rest is read")
    func keys() {
        expectFindings("1️⃣[a]: b\nc: d\n2️⃣{ e: f }: g\n", .init("TR1005", at: 1), .init("TR1005", at: 2))
    }

    // MARK: Hostile files

    @Test("Aliases that would make billions of values are stopped")
    func aliasBomb() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...60 {
            text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", "))]\n"
        }
        #expect(codes(text) == ["TR1009"])
    }

    @Test("Collections may stand in each other 64 deep and no deeper")
    func depth() {
        #expect(codes(String(repeating: "[", count: 64) + String(repeating: "]", count: 64)) == [])
        #expect(codes(String(repeating: "[", count: 65) + String(repeating: "]", count: 65)) == ["TR1009"])
        #expect(codes(String(repeating: "[", count: 100_000)) == ["TR1009"])
        #expect(codes(String(repeating: "- ", count: 100_000)) == ["TR1009"])
    }

    @Test("A file of more than 16 MB is not read")
    func size() {
        let bytes = [UInt8](repeating: UInt8(ascii: "#"), count: 16 << 20 + 1)
        let result = YAMLParser.parse(bytes, file: "f.yaml")
        #expect(result.findings.map(\.code.name) == ["TR1009"])
        #expect(result.findings.first?.message.contains("16 MB") == true)
    }

    private func codes(_ text: String) -> [String] {
        YAMLParser.parse(Array(text.utf8), file: "f.yaml").findings.map(\.code.name)
    }
}
