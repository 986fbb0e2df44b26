import SQLiteAccess

/// A version of SQLite, such as 3.53 or 3.54.1.
public struct SQLiteVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// As SQLite counts: 3037000 for 3.37.
    public let number: Int32

    /// - Parameter number: as SQLite counts.
    public init(number: Int32) {
        self.number = number
    }

    public init(_ major: Int32, _ minor: Int32, _ patch: Int32 = 0) {
        self.init(number: major * 1_000_000 + minor * 1000 + patch)
    }

    /// Reads a version as people write it: two or three numbers with dots between them.
    public init?(_ text: some StringProtocol) {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { part -> Int32? in
            guard (1...3).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return Int32(part)
        }
        guard (2...3).contains(numbers.count), let major = numbers[0], let minor = numbers[1],
            let patch = numbers.count > 2 ? numbers[2] : 0
        else { return nil }
        self.init(major, minor, patch)
    }

    /// The oldest that can open a store: it is the first with STRICT tables.
    public static let oldestSupported = SQLiteVersion(3, 37)

    /// The one that this process runs.
    public static var linked: SQLiteVersion { SQLiteVersion(number: SQLiteConnection.libraryVersionNumber) }

    public var description: String {
        let patch = number % 1000
        return "\(number / 1_000_000).\(number / 1000 % 1000)" + (patch == 0 ? "" : ".\(patch)")
    }

    public static func < (left: SQLiteVersion, right: SQLiteVersion) -> Bool { left.number < right.number }
}

extension SQLiteVersion: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let version = SQLiteVersion(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no version of SQLite")
        }
        self = version
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
