import Foundation

/// Values of Codable types as texts in JSON.
///
/// Keys are sorted, so that a value has one text wherever dictionaries with texts for keys are what has no order in it. Dates are
/// seconds since 2001-01-01 UTC, as in columns of their own; data is Base64; a number that is not finite cannot be encoded.
enum StoredJSON {
    /// The text of a value, or nil where the value, or something in it, cannot be encoded.
    static func text(of value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value that a text stands for, or nil where it is none of that type.
    static func value<Value: Decodable>(of text: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
