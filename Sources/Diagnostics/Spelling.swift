/// Finds the name that a person most likely meant.
public enum Spelling {
    /// The candidate nearest to `word` by edit distance, if it is near enough to be worth saying: at most a third of the
    /// word's length away, letter case aside. Of equally near ones the first wins.
    public static func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
        let limit = max(1, word.count / 3)
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let distance = editDistance(Array(word.lowercased()), Array(candidate.lowercased()))
            if distance <= limit, distance < best?.distance ?? .max {
                best = (candidate, distance)
            }
        }
        return best?.name
    }

    /// How much two words are alike, letter case aside: 1 for the same one, 0 where nothing of either stays.
    public static func likeness(_ left: String, _ right: String) -> Double {
        let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
        let length = max(left.count, right.count)
        return length == 0 ? 1 : 1 - Double(editDistance(left, right)) / Double(length)
    }

    /// The number of insertions, deletions, replacements and swaps of neighbours between two words.
    private static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
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
            (beforePrevious, previous) = (previous, row)
        }
        return previous[right.count]
    }
}
