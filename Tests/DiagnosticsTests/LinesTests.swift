import Diagnostics
import TestSupport
import Testing

/// Lines of a text.
struct LinesTests {
    @Test("A text ends with a line, if only an empty one, and every break parts two")
    func breaks() {
        #expect("".lines == [""])
        #expect("a".lines == ["a"])
        #expect("a\n".lines == ["a", ""])
        #expect("a\r\nb\rc\n\rd".lines == ["a", "b", "c", "", "d"])
        #expect("a\u{85}b\u{2028}c\u{2029}d\u{0B}e\u{0C}f".lines == ["a", "b", "c", "d", "e", "f"])
        #expect("xa\nbx".dropFirst().dropLast().lines == ["a", "b"])
    }

    @Test("They are what characters that are newlines part")
    func characters() {
        let scalars: [Unicode.Scalar] = ["\r", "\n", "\u{85}", "\u{2028}", "\u{301}", "\u{200D}", "\u{1F469}", "a", " ", "\u{E9}"]
        var random = SeededGenerator.forTests()
        for _ in 0..<2000 {
            let length = Int.random(in: 0...12, using: &random)
            let text = String(
                String.UnicodeScalarView((0..<length).map { _ in scalars.randomElement(using: &random) ?? "a" }))
            let expected = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            #expect(text.lines == expected, "\(text.debugDescription)")
        }
    }
}
