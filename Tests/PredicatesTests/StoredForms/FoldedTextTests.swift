import Foundation
import Predicates
import TestSupport
import Testing

/// Strings without differences of case and diacritics.
struct FoldedTextTests {
    @Test(
        "Case and diacritics go, in either spelling of a character",
        arguments: [
            ("", ""), ("plain ASCII 123!", "plain ascii 123!"), ("Ångström", "angstrom"), ("A\u{30A}ngstro\u{308}m", "angstrom"),
            ("STRASSE", "strasse"), ("Straße", "strasse"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Ёлка", "елка"), ("日本語", "日本語"),
            ("👩🏽‍🚀 Zoë", "👩🏽‍🚀 zoe"), ("a\u{0}B", "a\u{0}b"),
        ])
    func folding(text: String, folded: String) {
        #expect(Array(FoldedText.text(text).utf8) == Array(folded.utf8))
    }

    @Test("nil stays nil")
    func missing() {
        #expect(FoldedText.text(nil) == nil)
    }

    @Test("Folding what is folded changes nothing, and two spellings of a text fold to the same bytes")
    func idempotence() {
        var random = SeededGenerator.forTests()
        let ranges: [ClosedRange<UInt32>] = [0x20...0x7e, 0xc0...0x24f, 0x300...0x36f, 0x370...0x52f, 0x5d0...0x6ff, 0x1e00...0x1fff]
        for _ in 0..<TestScale.count(2_000, long: 200_000) {
            let scalars = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
                ranges.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
            }
            let text = String(String.UnicodeScalarView(scalars))
            let folded = FoldedText.text(text)
            #expect(Array(FoldedText.text(folded).utf8) == Array(folded.utf8), "\(scalars)")
            for form in [text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping] {
                #expect(Array(FoldedText.text(form).utf8) == Array(folded.utf8), "\(scalars)")
            }
        }
    }
}
