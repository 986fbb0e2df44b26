import Foundation

/// Texts without differences of case and diacritics, for finding and sorting: `Ångström` as `angstrom`.
///
/// It is Foundation's folding without a locale, of the precomposed form, so that two spellings of the same characters become
/// the same. Folding what is folded changes nothing.
public enum FoldedText {
    /// How often a text is folded until it stays what it is; only heaps of combining marks take more than one turn.
    private static let turns = 16

    public static func text(_ text: String) -> String {
        self.text(text, [.caseInsensitive, .diacriticInsensitive])
    }

    /// A text without some differences; as it is where none is named.
    public static func text(_ text: String, _ options: TextOptions) -> String {
        if options.isEmpty { return text }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return options.contains(.caseInsensitive) ? text.lowercased() : text }
        var comparing = String.CompareOptions()
        if options.contains(.caseInsensitive) { comparing.insert(.caseInsensitive) }
        if options.contains(.diacriticInsensitive) { comparing.insert(.diacriticInsensitive) }
        var text = text
        for _ in 0..<turns {
            let folded = text.precomposedStringWithCanonicalMapping.folding(options: comparing, locale: nil)
            if folded.utf8.elementsEqual(text.utf8) { break }
            text = folded
        }
        return text
    }

    public static func text(_ text: String?) -> String? { text.map(self.text) }
}
