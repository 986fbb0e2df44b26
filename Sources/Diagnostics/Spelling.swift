/// Finds the name that the user most likely meant.
public enum Spelling {
    /// The longest word to compare, in bytes. A longer word is not a misspelt name.
    static let longestWord = 128
    /// The greatest number of candidates to compare. A hostile text may have many unknown and many known names, and the time must
    /// not grow with their product.
    static let mostCandidates = 2_000

    /// The candidate nearest to `word` by edit distance, if it is at most a third of the word's length away. Letter case does not
    /// count. The first of equally near candidates wins. Words of more than 128 bytes have no candidate.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        guard word.utf8.count <= longestWord else { return nil }
        let wanted = Word(word)
        var limit = max(1, wanted.letters.count / 3)
        var best: String?
        for candidate in candidates.prefix(mostCandidates) where wanted.mayBeNear(candidate, within: limit) {
            guard let distance = editDistance(wanted.letters, Word(candidate).letters, atMost: limit) else { continue }
            best = candidate
            // Only a nearer candidate is better.
            if distance == 0 { break }
            limit = distance - 1
        }
        return best
    }

    /// How similar two words are, ignoring letter case: from 0 to 1 for equal words.
    public static func likeness(_ left: String, _ right: String) -> Double {
        if left == right { return 1 }
        guard max(left.utf8.count, right.utf8.count) <= longestWord else { return 0 }
        let (left, right) = (Word(left).letters, Word(right).letters)
        let length = max(left.count, right.count)
        return length == 0 ? 1 : 1 - Double(editDistance(left, right, atMost: length) ?? length) / Double(length)
    }

    /// A word, prepared for comparisons.
    private struct Word {
        let letters: [Character]
        private let bytes: Int
        private let kinds: UInt32

        init(_ word: String) {
            letters = Array(word.lowercased())
            bytes = word.utf8.count
            kinds = Self.kinds(of: word)
        }

        /// One bit for each kind of byte, ignoring letter case.
        private static func kinds(of word: String) -> UInt32 {
            word.utf8.reduce(0) { $0 | 1 << UInt32($1 & 0x1f) }
        }

        /// Whether a word can be near, judged by its bytes alone: each edit changes at most two kinds of bytes and the length by
        /// at most one. Bytes do not decide for letters outside ASCII.
        func mayBeNear(_ other: String, within limit: Int) -> Bool {
            let count = other.utf8.count
            if count > Spelling.longestWord { return false }
            guard bytes == letters.count, other.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
            return abs(count - bytes) <= limit && (Self.kinds(of: other) ^ kinds).nonzeroBitCount <= 2 * limit
        }
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words; nil if there are more than `limit`.
    private static func editDistance(_ left: [Character], _ right: [Character], atMost limit: Int) -> Int? {
        if abs(left.count - right.count) > limit { return nil }
        if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
        var beforePrevious = [Int]()
        var previous = Array(0...right.count)
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                let replaced = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var cost = min(previous[j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    cost = min(cost, beforePrevious[j - 2] + 1)
                }
                row.append(cost)
            }
            // No later row has a smaller minimum than two consecutive rows.
            if min(row.min() ?? 0, previous.min() ?? 0) > limit { return nil }
            (beforePrevious, previous) = (previous, row)
        }
        return previous[right.count] <= limit ? previous[right.count] : nil
    }
}
