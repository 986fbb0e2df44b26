import Diagnostics
import Testing

/// Findings.
struct FindingTests {
    private func finding(_ message: String, _ file: String, _ line: Int, _ column: Int, _ severity: Severity = .error)
        -> Finding
    {
        let place = SourceLocation(line: line, column: column)
        return Finding(FindingCode("TR0001", severity), message, at: SourceSpan(file: file, start: place, end: place))
    }

    @Test("They are sorted by file, line and column; findings of one place keep their order")
    func order() {
        let findings = [
            finding("e", "b", 1, 1), finding("c", "a", 10, 1), finding("d", "a", 10, 1), finding("b", "a", 9, 30),
            finding("a", "a", 9, 4),
        ]
        #expect(findings.sortedByPlace().map(\.message) == ["a", "b", "c", "d", "e"])
    }

    @Test("Warnings alone are no error")
    func severity() {
        #expect(![Finding]().containsError)
        #expect(![finding("", "a", 1, 1, .warning)].containsError)
        #expect([finding("", "a", 1, 1, .warning), finding("", "a", 1, 1)].containsError)
    }

    @Test("A part of a span is counted from its start")
    func part() {
        let span = SourceSpan(file: "f", start: .init(line: 3, column: 5), end: .init(line: 3, column: 20))
        let part = span.part(offset: 2, length: 4)
        #expect(part.start == .init(line: 3, column: 7) && part.end == .init(line: 3, column: 11) && part.file == "f")
    }
}

/// The nearest word.
struct SpellingTests {
    @Test(
        "A slip of the hand is found",
        arguments: [
            ("entites", "entities"), ("nmae", "name"), ("NAME", "name"), ("nam", "name"), ("naame", "name"),
            ("attribtues", "attributes"),
        ])
    func near(word: String, expected: String) {
        #expect(Spelling.nearest(to: word, in: ["name", "attributes", "entities", "doc"]) == expected)
    }

    @Test(
        "What is farther than a third of the word away is not meant",
        arguments: ["", "x", "colour", "nnaammee", "dog house"])
    func far(word: String) {
        #expect(Spelling.nearest(to: word, in: ["name", "attributes", "entities", "doc"]) == nil)
    }

    @Test("The nearest wins, and of equally near ones the first")
    func best() {
        #expect(Spelling.nearest(to: "orders", in: ["order", "orders", "ordres"]) == "orders")
        #expect(Spelling.nearest(to: "cat", in: ["bat", "hat"]) == "bat")
        #expect(Spelling.nearest(to: "cat", in: [String]()) == nil)
    }

    @Test("Long words and many candidates take no time in proportion to their product")
    func longWords() {
        let start = ContinuousClock.now
        let long = String(repeating: "a", count: 1 << 20)
        #expect(Spelling.nearest(to: long, in: [long + "b", "name"]) == nil)
        #expect(Spelling.nearest(to: "name", in: [long, "nmae"]) == "nmae")
        #expect(Spelling.likeness(long, long + "b") == 0 && Spelling.likeness(long, long) == 1)
        let names = (0..<100_000).map { "customer\($0)" }
        for number in 0..<50 { #expect(Spelling.nearest(to: "custmer\(number)", in: names) == "customer\(number)") }
        #expect(start.duration(to: .now) < .seconds(20))
    }

    @Test("A look at bytes leaves out no word that is near", arguments: 0..<20)
    func prefilter(seed: Int) {
        // Every word that is one edit away is found, in letters of all kinds.
        let letters = Array("abcXYZ_09äöß🙂é")
        var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<50 {
            let word = (0..<3 + next(9)).map { _ in letters[next(letters.count)] }
            var other = word
            switch next(4) {
            case 0: other.insert(letters[next(letters.count)], at: next(other.count + 1))
            case 1: other.remove(at: next(other.count))
            case 2: other[next(other.count)] = letters[next(letters.count)]
            default: other.swapAt(0, 1)
            }
            #expect(Spelling.nearest(to: String(word), in: [String(other)]) == String(other), "\(String(word)) \(String(other))")
        }
    }
}
