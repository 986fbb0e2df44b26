/// A place in a store's change history: the number of a change. Later commits have greater tokens.
///
/// You can encode a token and keep it outside the store, for example beside an index that follows the store.
public struct HistoryToken: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The number of the change; 0 before the first.
    public let number: Int64

    /// Before the first change.
    public static let beginning = HistoryToken(0)

    init(_ number: Int64) { self.number = number }

    /// Decodes a token from its number.
    /// - Parameter decoder: the decoder to read from.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes the token as its number.
    /// - Parameter encoder: the encoder to write to.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    /// Whether one change was committed before another.
    public static func < (left: HistoryToken, right: HistoryToken) -> Bool { left.number < right.number }

    public var description: String { "change \(number)" }
}
