/// Reads the outline of SQL that a plan has: brackets, commas and words that stand in no text and in no quoted name.
enum SQLScan {
    /// The text from a bracket that opens to the one that closes it.
    static func bracketed(_ sql: Substring) -> Substring? {
        var scan = Outline()
        for place in sql.indices {
            let wasInside = scan.depth > 0
            scan.pass(sql[place])
            if wasInside, scan.depth == 0 { return sql[...place] }
        }
        return nil
    }

    /// The parts between commas, without white space around them.
    static func split(_ sql: Substring) -> [String] {
        var (scan, parts) = (Outline(), [""])
        for character in sql {
            scan.pass(character)
            if character == ",", scan.isOutside { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map { String($0.drop(while: \.isWhitespace)) }
    }

    /// The parts before and after a word; one where the word does not occur outside of brackets.
    static func split(_ sql: Substring, at word: String) -> [String] {
        var scan = Outline()
        for place in sql.indices {
            scan.pass(sql[place])
            guard scan.isOutside, sql[place].isWhitespace else { continue }
            let rest = sql[sql.index(after: place)...]
            if rest.hasPrefix("\(word) ") { return [String(sql[..<place]), String(rest.dropFirst(word.count + 1))] }
        }
        return [String(sql)]
    }

    private struct Outline {
        private(set) var depth = 0
        private var quote: Character?

        var isOutside: Bool { depth == 0 && quote == nil }

        mutating func pass(_ character: Character) {
            if let open = quote {
                if character == open { quote = nil }
                return
            }
            switch character {
            case "'", "\"": quote = character
            case "(": depth += 1
            case ")": depth -= 1
            default: break
            }
        }
    }
}
