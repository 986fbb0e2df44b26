import DqliteClient
import Foundation
import Trellis

/// A statement with its values, as a node takes it.
struct SendableStatement {
    let sql: String
    let values: [DqliteValue]

    /// - Parameter hasLiterals: whether all values are in the SQL, as in a script.
    /// - Throws: ``StoreError/notOnCluster(reason:)`` for a list with a text that nodes would cut.
    init(_ text: StatementText, _ values: [DqliteValue], hasLiterals: Bool = false) throws {
        let rows = { (list: StatementText.List) in try Self.rows(of: list, values) as String? }
        if hasLiterals || values.count > ClusterSession.mostValues {
            (sql, self.values) = (try text.text({ values[$0 - 1].literal }, lists: rows), [])
            return
        }
        // A node refuses more values than a statement has parameters, and the parameters of lists are gone.
        var last = 0
        sql = try text.text({ number in
            last = max(last, number)
            return "?\(number)"
        }, lists: rows)
        self.values = Array(values.prefix(last))
    }

    // MARK: Lists

    /// The rows of a list as literals.
    private static func rows(of list: StatementText.List, _ values: [DqliteValue]) throws -> String {
        guard case .text(let text) = values[list.parameter - 1] else { return empty(list) }
        let data = Data(text.utf8)
        let rows = try list.hasArrays ? JSONDecoder().decode([[String]].self, from: data) : JSONDecoder().decode([String].self, from: data).map { [$0] }
        if rows.isEmpty { return empty(list) }
        let texts = try rows.map { row in "(" + (try row.map { try DqliteValue(listed: $0).literal }).joined(separator: ", ") + ")" }
        return "SELECT * FROM (VALUES \(texts.joined(separator: ", ")))"
    }

    private static func empty(_ list: StatementText.List) -> String {
        "SELECT \(Array(repeating: "NULL", count: list.columns).joined(separator: ", ")) WHERE 0"
    }
}

extension DqliteValue {
    /// A value in the form in which lists of values are bound: a letter for its type, and digits.
    fileprivate init(listed text: String) throws {
        let rest = text.dropFirst()
        switch text.first {
        case "i": self = Int64(rest).map { .integer($0) } ?? .null
        case "r": self = UInt64(rest).map { .real(Double(bitPattern: $0)) } ?? .null
        case "t":
            let bytes = Self.bytes(rest)
            guard !bytes.contains(0) else { throw StoreError.notOnCluster(reason: Self.reasonForNUL) }
            self = .text(String(decoding: bytes, as: UTF8.self))
        case "b": self = .blob(Self.bytes(rest))
        default: self = .null
        }
    }

    static let reasonForNUL = "a text has the character U+0000, at which nodes end it"

    private static func bytes(_ digits: Substring) -> [UInt8] {
        var (bytes, high) = ([UInt8](), UInt8?.none)
        for digit in digits.utf8 {
            let value = digit <= UInt8(ascii: "9") ? digit &- 0x30 : digit &- 0x57
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }
}
