/// What the words of a statement say about how it has to be sent.
///
/// A node runs a statement that returns rows and one that changes rows by different requests. Nodes of dqlite 1.11 run a change in the
/// wrong request without replicating it, and can crash. So a client has to know which one a statement is.
struct StatementShape: Sendable, Hashable {
    let kind: Kind
    /// Whether nothing follows its end. Nodes of dqlite 1.11 pass over what does.
    let isSingle: Bool

    enum Kind: Sendable, Hashable {
        case empty, read, begin, commit, rollback, other
        /// It ends a node of dqlite 1.11.
        case refused
    }

    init(_ sql: String) {
        var scanner = SQLScanner(sql)
        guard let first = scanner.next() else {
            (kind, isSingle) = (.empty, true)
            return
        }
        let word = first.word
        kind =
            switch word {
            case "SELECT", "VALUES", "EXPLAIN": .read
            case "WITH": Self.withReads(scanner) ? .read : .other
            case "PRAGMA": Self.kind(ofPragma: scanner)
            case "BEGIN": .begin
            case "COMMIT", "END", "RELEASE": .commit
            case "ROLLBACK": Self.isPartial(scanner) ? .other : .rollback
            default: .other
            }
        isSingle = word == "CREATE" && Self.createsTrigger(scanner) || Self.endsOnce(scanner, hasEnded: word == ";")
    }

    /// Whether the statement after common tables is a query.
    private static func withReads(_ scanner: consuming SQLScanner) -> Bool {
        while let token = scanner.next() {
            guard token.depth == 0 else { continue }
            switch token.word {
            case "SELECT", "VALUES": return true
            case "INSERT", "REPLACE", "UPDATE", "DELETE": return false
            default: break
            }
        }
        return true
    }

    /// A pragma with a value changes something and returns no row, apart from the journal mode, which returns one too.
    private static func kind(ofPragma scanner: consuming SQLScanner) -> Kind {
        var isOfJournal = false
        while let token = scanner.next(), token.word != ";" {
            if token.word == "JOURNAL_MODE" { isOfJournal = true }
            if isOfJournal, token.word == "=" || token.word == "(" { return .refused }
            if token.word == "=" { return .other }
        }
        return .read
    }

    private static func isPartial(_ scanner: consuming SQLScanner) -> Bool {
        while let token = scanner.next(), token.word != ";" {
            if token.word == "TO" { return true }
        }
        return false
    }

    /// The body of a trigger has statements of its own.
    private static func createsTrigger(_ scanner: consuming SQLScanner) -> Bool {
        for _ in 0..<2 {
            let word = scanner.next()?.word
            if word == "TRIGGER" { return true }
            guard word == "TEMP" || word == "TEMPORARY" else { return false }
        }
        return false
    }

    private static func endsOnce(_ scanner: consuming SQLScanner, hasEnded: Bool) -> Bool {
        var hasEnded = hasEnded
        while let token = scanner.next() {
            if token.word == ";" { hasEnded = true } else if hasEnded { return false }
        }
        return true
    }
}
