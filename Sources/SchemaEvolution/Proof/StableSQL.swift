/// Which SQL gives the same value each time it runs on the same rows.
enum StableSQL {
    private static let unstable: Set = ["random", "randomblob", "changes", "total_changes", "last_insert_rowid"]
    private static let clocks: Set = ["current_date", "current_time", "current_timestamp"]
    /// Functions that give the present time for the argument 'now', and without any.
    private static let times: Set = ["date", "time", "datetime", "julianday", "unixepoch", "strftime"]

    /// Whether an expression reads neither the clock nor chance. Texts and names that merely contain such words do not.
    static func isStable(_ sql: String) -> Bool {
        let words = SQLWords.words(sql)
        return !words.indices.contains { index in
            let word = words[index]
            if clocks.contains(word) { return true }
            guard index + 1 < words.count, words[index + 1] == "(" else { return false }
            return unstable.contains(word) || times.contains(word) && readsClock(word, words[(index + 2)...])
        }
    }

    /// - Parameter rest: the words behind the opening parenthesis.
    private static func readsClock(_ function: String, _ rest: ArraySlice<String>) -> Bool {
        var depth = 0
        let arguments = rest.prefix { word in
            depth += word == "(" ? 1 : word == ")" ? -1 : 0
            return depth >= 0
        }
        // A format without a time is for the present one.
        let hasTime = function == "strftime" ? arguments.contains(",") : !arguments.isEmpty
        return !hasTime || arguments.contains { $0.lowercased() == "'now'" }
    }
}
