/// A statement of SQL as its words, signs and parameters.
struct StatementText {
    private let bytes: [UInt8]
    private(set) var tokens: [Token] = []
    private(set) var lists: [List] = []

    struct Token {
        let range: Range<Int>
        /// In how many parentheses it is.
        let depth: Int
        /// A word in capitals, or a sign. Names in quotes and texts are a quote.
        let word: String
        /// The number of a parameter, from 1.
        var parameter: Int?
    }

    init(_ sql: String) {
        bytes = Array(sql.utf8)
        var (place, depth, last) = (0, 0, 0)
        while place < bytes.count {
            let start = place
            let byte = bytes[place]
            switch byte {
            case 0x20, 0x09...0x0d:
                place += 1
                continue
            case UInt8(ascii: "-") where following(place) == UInt8(ascii: "-"):
                while place < bytes.count, bytes[place] != 0x0a { place += 1 }
                continue
            case UInt8(ascii: "/") where following(place) == UInt8(ascii: "*"):
                place += 2
                while place < bytes.count, !(bytes[place] == UInt8(ascii: "*") && following(place) == UInt8(ascii: "/")) { place += 1 }
                place += 2
                continue
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"):
                place = end(ofQuoteAt: place, byte)
                tokens.append(Token(range: start..<place, depth: depth, word: "'"))
                continue
            case UInt8(ascii: "["):
                place = end(ofQuoteAt: place, UInt8(ascii: "]"))
                tokens.append(Token(range: start..<place, depth: depth, word: "'"))
                continue
            case UInt8(ascii: "?"):
                place += 1
                while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
                let number = Int(String(decoding: bytes[start + 1..<place], as: UTF8.self)) ?? last + 1
                last = max(last, number)
                tokens.append(Token(range: start..<place, depth: depth, word: "?", parameter: number))
                continue
            case _ where Self.isPartOfWord(byte):
                while place < bytes.count, Self.isPartOfWord(bytes[place]) { place += 1 }
                let word = String(decoding: bytes[start..<place], as: UTF8.self).uppercased()
                tokens.append(Token(range: start..<place, depth: depth, word: word))
                continue
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            place += 1
            tokens.append(Token(range: start..<place, depth: depth, word: String(UnicodeScalar(byte))))
            if byte == UInt8(ascii: "(") { depth += 1 }
        }
        lists = Self.lists(in: tokens)
    }

    private func following(_ place: Int) -> UInt8 { place + 1 < bytes.count ? bytes[place + 1] : 0 }

    private func end(ofQuoteAt start: Int, _ quote: UInt8) -> Int {
        var place = start + 1
        while place < bytes.count {
            if bytes[place] != quote { place += 1; continue }
            // A doubled quote is a part of the content; brackets have none.
            guard quote != UInt8(ascii: "]"), following(place) == quote else { return place + 1 }
            place += 2
        }
        return bytes.count
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }

    /// Whether it reads or writes a table, or calls a function of rows.
    var usesTables: Bool { tokens.contains { ["FROM", "INTO", "UPDATE"].contains($0.word) } }

    // MARK: Writing

    /// The text between two tokens, with other words for its parameters.
    /// - Parameter words: the words for a parameter by its number.
    func text(from start: Int = 0, to end: Int? = nil, _ words: (Int) -> String) -> String {
        text(from: start, to: end, words, lists: { _ in nil })
    }

    /// - Parameter rows: the words for a list; nil lets the list stay.
    func text(from start: Int = 0, to end: Int? = nil, _ words: (Int) -> String, lists rows: (List) throws -> String?) rethrows -> String {
        let end = end ?? tokens.count
        guard start < end else { return "" }
        var (text, place) = ([UInt8](), tokens[start].range.lowerBound)
        var index = start
        while index < end {
            if let list = lists.first(where: { $0.tokens.lowerBound == index }), let words = try rows(list) {
                text += bytes[place..<tokens[index].range.lowerBound]
                text += Array(words.utf8)
                index = list.tokens.upperBound
                place = tokens[index - 1].range.upperBound
                continue
            }
            if let parameter = tokens[index].parameter {
                text += bytes[place..<tokens[index].range.lowerBound]
                text += Array(words(parameter).utf8)
                place = tokens[index].range.upperBound
            }
            index += 1
        }
        text += bytes[place..<tokens[end - 1].range.upperBound]
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Lists

    /// `SELECT trellis_listed(…), … FROM json_each(?)`: rows of values that are bound as one JSON text, in a form that nodes cannot read.
    struct List {
        /// From SELECT to the end.
        let tokens: Range<Int>
        let parameter: Int
        let columns: Int
        /// Whether an element of the JSON array is an array of values, and not one value.
        let hasArrays: Bool
    }

    /// The function that reads a value of such a text. `Predicates` calls it.
    static let listed = "trellis_listed"

    private static func lists(in tokens: [Token]) -> [List] {
        var lists: [List] = []
        for place in tokens.indices where tokens[place].word == listed.uppercased() {
            if let last = lists.last, last.tokens.contains(place) { continue }
            let depth = tokens[place].depth
            guard let start = tokens[..<place].lastIndex(where: { $0.depth == depth && $0.word == "SELECT" }),
                let from = tokens[place...].firstIndex(where: { $0.depth == depth && $0.word == "FROM" }), from + 4 < tokens.count,
                tokens[from + 1].word == "JSON_EACH", let parameter = tokens[from + 3].parameter
            else { continue }
            let part = tokens[start..<from]
            lists.append(
                List(
                    tokens: start..<from + 5, parameter: parameter, columns: part.count { $0.word == listed.uppercased() },
                    hasArrays: part.contains { $0.word == "JSON_EXTRACT" }))
        }
        return lists
    }

    /// The statement in two: what a RETURNING clause would give, asked for before the change, and the change without it. A node of dqlite that is
    /// asked for the rows of a change does not store it.
    /// - Returns: nil if it has no such clause.
    var withoutReturning: (query: String, change: String)? {
        func place(_ word: String, from start: Int = 0) -> Int? {
            tokens.indices.first { $0 >= start && tokens[$0].depth == 0 && tokens[$0].word == word }
        }
        guard let returning = place("RETURNING"), let first = tokens.first?.word else { return nil }
        let number = { (parameter: Int) in "?\(parameter)" }
        let condition = place("WHERE").map { " " + text(from: $0, to: returning, number) } ?? ""
        let conditionStart = place("WHERE") ?? returning
        let source: String
        switch first {
        case "DELETE": source = text(from: 2, to: conditionStart, number)
        case "UPDATE":
            guard let set = place("SET") else { return nil }
            let table = text(from: 1, to: set, number)
            let others = place("FROM", from: set).map { ", " + text(from: $0 + 1, to: conditionStart, number) } ?? ""
            source = table + others
        default: return nil
        }
        let columns = text(from: returning + 1, number)
        return ("SELECT \(columns) FROM \(source)\(condition)", text(to: returning, number))
    }
}
