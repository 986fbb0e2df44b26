import Foundation
import SQLiteAccess

/// How a tool of others splits a script and runs it, from its documentation. The tools themselves need the network, Go, Java or Node.
enum RunnerStandIn: String, CaseIterable {
    case dbmate, goose, golangMigrate = "golang-migrate", flyway, wrangler

    struct Refused: Error { var reason: String }

    /// The files of a folder in the order in which the tool runs them, each with its calls of the driver.
    func runs(of files: [String: String], down: Bool) throws -> [[String]] {
        let names = files.keys.filter { name in
            switch self {
            case .golangMigrate: name.hasSuffix(down ? ".down.sql" : ".up.sql")
            case .flyway: name.hasPrefix(down ? "U" : "V")
            default: true
            }
        }
        let ordered = try names.map { (number: try number(of: $0), name: $0) }.sorted { $0.number < $1.number }.map(\.name)
        return try (down ? ordered.reversed() : ordered).map { try calls(of: files[$0] ?? "", down: down) }
    }

    private func number(of name: String) throws -> Int {
        let digits = name.drop { !$0.isNumber }.prefix { $0.isNumber }
        guard let number = Int(digits), self != .flyway || name.wholeMatch(of: /[VU][0-9]+__[A-Za-z0-9_]+\.sql/) != nil else {
            throw Refused(reason: "the name \(name)")
        }
        return number
    }

    private func calls(of text: String, down: Bool) throws -> [String] {
        switch self {
        case .dbmate:
            // One call for a section; only comments may come before the first.
            let parts = text.components(separatedBy: "\n-- migrate:down\n")
            let first = parts[0].components(separatedBy: "-- migrate:up\n")
            guard parts.count == 2, first.count == 2, first[0].split(separator: "\n").allSatisfy({ $0.hasPrefix("--") }) else {
                throw Refused(reason: "the sections")
            }
            return [down ? parts[1] : first[1]]
        case .goose: return try gooseStatements(text, down: down)
        case .golangMigrate: return [text]
        case .flyway:
            if text.contains("${") { throw Refused(reason: "a placeholder") }
            return split(text) { word, before in
                before == nil && (word == "BEGIN" || word == "CASE")
            }
        case .wrangler:
            if text.contains("BEGIN TRANSACTION") || text.contains("SAVEPOINT") { throw Refused(reason: "a transaction") }
            return wranglerStatements(text)
        }
    }

    /// Lines that begin with `--` are annotations or left out, empty ones too before a statement. Outside of a marked statement, a
    /// semicolon at the end of a line ends one.
    private func gooseStatements(_ text: String, down: Bool) throws -> [String] {
        var (statements, buffer, section, isMarked) = ([String](), "", "", false)
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("--") {
                let annotation = line.dropFirst(2).trimmingCharacters(in: .whitespaces)
                switch annotation.lowercased() {
                case "+goose up", "+goose down": section = annotation.lowercased()
                case "+goose statementbegin": isMarked = true
                case "+goose statementend":
                    isMarked = false
                    if section == (down ? "+goose down" : "+goose up") { statements.append(buffer) }
                    buffer = ""
                default: break
                }
                continue
            }
            if buffer.isEmpty, line.trimmingCharacters(in: .whitespaces).isEmpty { continue }
            guard !section.isEmpty else { throw Refused(reason: "a statement before the first section") }
            buffer += line + "\n"
            if !isMarked, line.trimmingCharacters(in: .whitespaces).hasSuffix(";") {
                if section == (down ? "+goose down" : "+goose up") { statements.append(buffer) }
                buffer = ""
            }
        }
        guard buffer.isEmpty else { throw Refused(reason: "a statement that does not end") }
        return statements
    }

    /// Semicolons outside of quotes, comments and blocks. A block begins with BEGIN or CASE after a blank, and ends with END between a blank
    /// and a blank or a semicolon, all in this case.
    private func wranglerStatements(_ text: String) -> [String] {
        var (statements, buffer, depth, index) = ([String](), "", 0, text.startIndex)
        func ends(_ pattern: Regex<Substring>) -> Bool { buffer.suffix(12).firstMatch(of: pattern) != nil }
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character == "'" || character == "\"" {
                let end = text[index...].firstIndex(of: character).map { text.index(after: $0) } ?? text.endIndex
                buffer += "\(character)\(text[index..<end])"
                index = end
                continue
            }
            if character == "-", text[index...].first == "-" {
                index = text[index...].firstIndex(of: "\n") ?? text.endIndex
                continue
            }
            buffer.append(character)
            if character.isWhitespace, ends(/\s(?i:BEGIN|CASE)\s$/) { depth += 1 }
            if character.isWhitespace || character == ";", depth > 0, ends(/\sEND[;\s]$/) { depth -= 1 }
            if character == ";", depth == 0 {
                statements.append(buffer)
                buffer = ""
            }
        }
        if !buffer.allSatisfy(\.isWhitespace) { statements.append(buffer) }
        return statements
    }

    /// Semicolons outside of quotes, comments and of the blocks that a word begins and END ends.
    private func split(_ text: String, _ begins: (_ word: String, _ before: String?) -> Bool) -> [String] {
        var (statements, buffer, word, depth, index) = ([String](), "", "", 0, text.startIndex)
        while index < text.endIndex {
            let character = text[index]
            index = text.index(after: index)
            if character.isLetter || character == "_" {
                word.append(character)
                buffer.append(character)
                continue
            }
            if begins(word.uppercased(), nil) { depth += 1 } else if word.uppercased() == "END" { depth = max(0, depth - 1) }
            word = ""
            if character == "'" || character == "\"" {
                let end = text[index...].firstIndex(of: character).map { text.index(after: $0) } ?? text.endIndex
                buffer += "\(character)\(text[index..<end])"
                index = end
                continue
            }
            if character == "-", text[index...].first == "-" {
                index = text[index...].firstIndex(of: "\n") ?? text.endIndex
                continue
            }
            buffer.append(character)
            if character == ";", depth == 0 {
                statements.append(buffer)
                buffer = ""
            }
        }
        if !buffer.allSatisfy(\.isWhitespace) { statements.append(buffer) }
        return statements
    }

    /// Runs a script as the tool does: within a transaction, with foreign keys on or off as the connection has them. What is split
    /// has to be one statement.
    func run(_ calls: [String], on connection: SQLiteConnection) throws {
        try connection.execute("BEGIN")
        for call in calls {
            switch self {
            case .dbmate, .golangMigrate: try connection.execute(call)
            case .goose, .flyway, .wrangler: try connection.run(call.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        try connection.execute("COMMIT")
    }
}
