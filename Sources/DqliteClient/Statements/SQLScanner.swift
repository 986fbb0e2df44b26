/// The words and signs of SQL, without comments. Names in quotes and texts are one sign each, without their content.
struct SQLScanner {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    struct Token {
        /// A word in capitals, or a sign.
        let word: String
        /// In how many parentheses it is.
        let depth: Int
    }

    init(_ sql: String) {
        bytes = Array(sql.utf8)
    }

    mutating func next() -> Token? {
        skipBlank()
        guard index < bytes.count else { return nil }
        let byte = bytes[index]
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: byte)
        case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"))
        case UInt8(ascii: "("):
            defer { depth += 1 }
            return sign()
        case UInt8(ascii: ")"):
            depth = max(0, depth - 1)
            return sign()
        case _ where Self.isPartOfWord(byte):
            let start = index
            while index < bytes.count, Self.isPartOfWord(bytes[index]) { index += 1 }
            return Token(word: String(decoding: bytes[start..<index], as: UTF8.self).uppercased(), depth: depth)
        default: return sign()
        }
    }

    private mutating func sign() -> Token {
        defer { index += 1 }
        return Token(word: String(decoding: [bytes[index]], as: UTF8.self), depth: depth)
    }

    private mutating func quoted(until end: UInt8) -> Token {
        index += 1
        while index < bytes.count {
            defer { index += 1 }
            guard bytes[index] == end else { continue }
            // A doubled quote is a part of the content; brackets have none.
            if end != UInt8(ascii: "]"), index + 1 < bytes.count, bytes[index + 1] == end { index += 1 } else { break }
        }
        return Token(word: "'", depth: depth)
    }

    private mutating func skipBlank() {
        while index < bytes.count {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch bytes[index] {
            case 0x20, 0x09...0x0d: index += 1
            case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
                while index < bytes.count, bytes[index] != 0x0a { index += 1 }
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
                // The star that begins a comment cannot end it.
                index += 3
                while index < bytes.count, !(bytes[index] == UInt8(ascii: "/") && bytes[index - 1] == UInt8(ascii: "*")) { index += 1 }
                index += 1
            default: return
            }
        }
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...: true
        default: false
        }
    }
}
