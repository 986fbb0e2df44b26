import Diagnostics
import SchemaSyntax
import TestSupport
import Testing

/// The tree of a text that has to be without a finding.
func parse(_ text: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> YAMLNode {
    let result = YAMLParser.parse(Array(text.utf8), file: "f.yaml")
    #expect(result.findings.isEmpty, "\(result.findings.map(\.message))", sourceLocation: sourceLocation)
    return try #require(result.root, sourceLocation: sourceLocation)
}

/// Every finding points to where the person has to look: that stands and falls with the spans of the tree.
struct SpanTests {
    /// Expects the value of the key `a` to go from marker 1 to marker 2.
    private func expectSpan(_ source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let marked = MarkedText(source)
        let span = try #require(try parse(marked.text).entries?.first { $0.key == "a" }?.value.span)
        #expect(span.start == marked.places[1] && span.end == marked.places[2], "\(span)", sourceLocation: sourceLocation)
    }

    @Test("A plain scalar goes from its first to its last letter")
    func plain() throws {
        try expectSpan("a: 1️⃣b2️⃣\n")
        try expectSpan("x: é日😀\na:   1️⃣b c2️⃣  # comment\n")
        try expectSpan("{x: é日😀, a: 1️⃣b2️⃣}\n")
    }

    @Test("A quoted scalar has its quotes with it")
    func quoted() throws {
        try expectSpan("a: 1️⃣'it''s'2️⃣\n")
        try expectSpan("a: 1️⃣\"é\\n\"2️⃣\n")
        try expectSpan("a: 1️⃣\"b\n  c\"2️⃣\nd: e\n")
    }

    @Test("A flow collection goes from bracket to bracket, over lines as well")
    func flow() throws {
        try expectSpan("a: 1️⃣[b, c]2️⃣\n")
        try expectSpan("a: 1️⃣{ b: c,\n  d: [e] }2️⃣\n")
    }

    @Test("A block collection begins with its first key or dash")
    func block() throws {
        let marked = MarkedText("a:\n  1️⃣b: c\n  d: e\nf:\n- g\n")
        let span = try #require(try parse(marked.text).entries?.first?.value.span)
        #expect(span.start == marked.places[1])
    }

    @Test("A block scalar begins with its sign")
    func blockScalar() throws {
        let marked = MarkedText("a: 1️⃣|\n  b\n  c\n")
        let value = try #require(try parse(marked.text).entries?.first?.value)
        #expect(value.span.start == marked.places[1] && value.text == "b\nc\n")
    }

    @Test("A key has a place of its own")
    func keys() throws {
        let marked = MarkedText("x: y\n1️⃣'the key'2️⃣: z\n")
        let span = try #require(try parse(marked.text).entries?.last?.keySpan)
        #expect(span.start == marked.places[1] && span.end == marked.places[2])
    }

    @Test("An alias has the place where it is used")
    func alias() throws {
        try expectSpan("x: &x [1, 2]\na: 1️⃣*x2️⃣\n")
    }

    @Test("A byte order mark takes no column")
    func byteOrderMark() throws {
        let root = try parse("\u{FEFF}a: b\n")
        let entry = try #require(root.entries?.first)
        #expect(entry.key == "a")
        #expect(entry.keySpan.start == .init(line: 1, column: 1) && entry.value.span.start == .init(line: 1, column: 4))
    }

    @Test("Windows' line ends are one line each")
    func windows() throws {
        let root = try parse("x: y\r\na: b\r\n")
        #expect(root.entries?.last?.value.span.start == .init(line: 2, column: 4))
        #expect(root.entries?.map(\.value.text) == ["y", "b"])
    }

    // MARK: Parts of scalars

    @Test("A part of a scalar that stands as it reads has its own place")
    func part() throws {
        for (text, start) in [("a: bcdef", 6), ("a: 'bcdef'", 7), ("a: \"bcdef\"", 7)] {
            let value = try #require(try parse(text).entries?.first?.value)
            let span = value.span(of: 2..<4)
            #expect(span.start == .init(line: 1, column: start) && span.end == .init(line: 1, column: start + 2), "\(text)")
        }
    }

    @Test(
        "A part of a scalar with escapes, or over lines, has the whole value's place",
        arguments: ["a: 'b''cd'", "a: \"b\\ncd\"", "a: b\n  cd", "a: |\n  bcd\n"])
    func noPart(text: String) throws {
        let value = try #require(try parse(text).entries?.first?.value)
        #expect(value.span(of: 1..<3) == value.span)
    }

    @Test("A part beyond the end is the end")
    func partBeyond() throws {
        let value = try #require(try parse("a: bcd").entries?.first?.value)
        let span = value.span(of: 3..<9)
        #expect(span.start == .init(line: 1, column: 7) && span.end == span.start)
    }
}
