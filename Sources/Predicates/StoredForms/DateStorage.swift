/// How a column stores instants. The names are the model's.
public enum DateStorage: String, Sendable, Hashable, CaseIterable {
    /// REAL, seconds since 2001-01-01 UTC: what Swift's `Date` holds, bit for bit.
    case reference
    /// REAL, seconds since 1970-01-01 UTC.
    case unix
    /// TEXT, as ``ISO8601Instant`` writes it.
    case iso8601
}

/// How a column stores UUIDs. The names are the model's.
public enum UUIDStorage: String, Sendable, Hashable, CaseIterable {
    /// BLOB of 16 bytes.
    case blob
    /// TEXT, as ``UUIDText`` writes it.
    case text
}

/// Instants as seconds since 1970-01-01 UTC.
public enum UnixInstant {
    /// The seconds from 1970-01-01 to 2001-01-01, UTC.
    @usableFromInline static let offset = 978_307_200.0

    /// What is stored of an instant that lies `reference` seconds after 2001-01-01: the nearest number of seconds since 1970.
    @inlinable
    public static func seconds(_ reference: Double) -> Double { reference + offset }

    /// The seconds since 2001-01-01 that stored seconds stand for.
    @inlinable
    public static func reference(_ seconds: Double) -> Double { seconds - offset }
}
