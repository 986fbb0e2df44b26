/// A word, name, literal or sign of SQL.
struct SQLToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A keyword or a bare name.
        case word
        /// A name in double quotes, backticks or brackets; `text` is what is between them.
        case name
        /// A text in single quotes; `text` is its value.
        case string
        case number
        case blob
        case sign
    }

    let kind: Kind
    let text: String

    /// Whether it is this keyword, or this sign.
    func isWord(_ word: String) -> Bool { (kind == .word || kind == .sign) && text.isSameName(as: word) }

    /// Whether it names this column or table. SQLite ignores the case of ASCII letters.
    func isNamed(_ name: String) -> Bool {
        switch kind {
        case .word, .name: text.isSameName(as: name)
        // SQLite takes a text where only a name is possible.
        case .string, .number, .blob, .sign: false
        }
    }

    /// The tokens of a text, without its comments. A literal that is not closed ends with the text.
    static func tokens(of sql: String) -> [SQLToken] {
        var reader = SQLTokenReader(bytes: Array(sql.utf8))
        return reader.all()
    }
}

private struct SQLTokenReader {
    let bytes: [UInt8]
    private var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func all() -> [SQLToken] {
        var tokens = [SQLToken]()
        while let token = next() { tokens.append(token) }
        return tokens
    }

    private func byte(_ offset: Int = 0) -> UInt8? { place + offset < bytes.count ? bytes[place + offset] : nil }

    private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private mutating func skipSpace() {
        while let first = byte() {
            if [0x20, 0x09, 0x0a, 0x0c, 0x0d].contains(first) {
                place += 1
            } else if first == UInt8(ascii: "-"), byte(1) == first {
                while let next = byte(), next != 0x0a { place += 1 }
            } else if first == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                place += 2
                while byte() != nil, !(byte() == UInt8(ascii: "*") && byte(1) == UInt8(ascii: "/")) { place += 1 }
                place = min(place + 2, bytes.count)
            } else {
                return
            }
        }
    }

    private mutating func next() -> SQLToken? {
        skipSpace()
        guard let first = byte() else { return nil }
        let start = place
        switch first {
        case UInt8(ascii: "'"): return SQLToken(kind: .string, text: quoted(by: first))
        case UInt8(ascii: "\""), UInt8(ascii: "`"): return SQLToken(kind: .name, text: quoted(by: first))
        case UInt8(ascii: "["):
            place += 1
            while let next = byte(), next != UInt8(ascii: "]") { place += 1 }
            let name = text(start + 1..<place)
            place = min(place + 1, bytes.count)
            return SQLToken(kind: .name, text: name)
        case _ where first.isDigit || first == UInt8(ascii: ".") && (byte(1)?.isDigit ?? false):
            while let next = byte(), next.isPartOfName || next == UInt8(ascii: ".") || isSignOfExponent(next, since: start) { place += 1 }
            return SQLToken(kind: .number, text: text(start..<place))
        case _ where first.isPartOfName:
            while let next = byte(), next.isPartOfName { place += 1 }
            if place == start + 1, first | 0x20 == UInt8(ascii: "x"), byte() == UInt8(ascii: "'") {
                return SQLToken(kind: .blob, text: quoted(by: UInt8(ascii: "'")))
            }
            return SQLToken(kind: .word, text: text(start..<place))
        default:
            place += 1
            if let second = byte(), ["<=", ">=", "<>", "==", "!=", "||", "->", "<<", ">>"].contains(text(start..<start + 1) + String(UnicodeScalar(second))) {
                place += 1
                if text(start..<place) == "->", byte() == UInt8(ascii: ">") { place += 1 }
            }
            return SQLToken(kind: .sign, text: text(start..<place))
        }
    }

    private func isSignOfExponent(_ sign: UInt8, since start: Int) -> Bool {
        let isHexadecimal = start + 1 < bytes.count && bytes[start + 1] | 0x20 == UInt8(ascii: "x")
        return (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && bytes[place - 1] | 0x20 == UInt8(ascii: "e") && !isHexadecimal
    }

    /// Reads to the closing quote; two quotes are one.
    private mutating func quoted(by quote: UInt8) -> String {
        place += 1
        var value = [UInt8]()
        while let next = byte() {
            place += 1
            if next == quote {
                guard byte() == quote else { break }
                place += 1
            }
            value.append(next)
        }
        return String(decoding: value, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// SQLite takes all bytes beyond ASCII as letters.
    fileprivate var isPartOfName: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: "$")
            || self >= 0x80
    }
}
