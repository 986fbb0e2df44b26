extension MigrationPlan.Step {
    /// The table whose rows the statement writes or checks, without quotes; nil for any other statement, and for a user's own.
    package var checkedTable: String? {
        if isOwn { return nil }
        var rest = Substring(sql)
        for words in [["INSERT", "INTO"], ["UPDATE"], ["ALTER", "TABLE"], ["CREATE", "UNIQUE", "INDEX"]] {
            guard rest.skip(words) else { continue }
            let name = rest.takeIdentifier()
            return words.last == "INDEX" ? (rest.skip(["ON"]) ? rest.takeIdentifier() : nil) : name
        }
        return nil
    }
}

extension Substring {
    /// Skips words and the white space after each; where they are not all there, nothing is skipped.
    mutating func skip(_ words: [String]) -> Bool {
        var rest = self
        for word in words {
            rest = rest.drop(while: \.isWhitespace)
            guard rest.hasPrefix(word) else { return false }
            rest = rest.dropFirst(word.count)
            guard rest.first?.isWhitespace == true else { return false }
        }
        self = rest.drop(while: \.isWhitespace)
        return true
    }

    /// Takes an identifier from the beginning: a bare one, or one in double quotes, which it loses.
    mutating func takeIdentifier() -> String? {
        guard first == "\"" else {
            let name = prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            self = dropFirst(name.count)
            return name.isEmpty ? nil : String(name)
        }
        removeFirst()
        var name = ""
        while let character = popFirst() {
            guard character == "\"" else {
                name.append(character)
                continue
            }
            guard first == "\"" else { return name }
            name.append(removeFirst())
        }
        return nil
    }
}
