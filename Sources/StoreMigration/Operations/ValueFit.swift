package import SQLiteAccess

/// What an old value must meet so that it has a new one. The names of the cases are part of the plan's form.
package enum ValueFit: Sendable, Hashable, Codable {
    /// It is between two integers, after some conversions.
    case between(least: Int64, greatest: Int64, after: [ValueConversion] = [])
    /// It is one of some.
    case oneOf(values: [SQLiteValue])
    /// Conversions there and back give it again.
    case same(after: [ValueConversion])
    /// It is a multiple of a power of ten.
    case multipleOfTen(power: Int)
    /// It is a text that stays what it is when Foundation reads it as a URL.
    case url
    /// It is a text with a day that exists.
    case day
}

extension [ValueFit] {
    /// All of them, as SQL on a column.
    func sql(on column: String) -> String { map { $0.sql(on: SQL.identifier(column)) }.joined(separator: " AND ") }
}

extension ValueFit {
    /// - Parameter name: the column with the value, as SQL.
    fileprivate func sql(on name: String) -> String {
        switch self {
        case .between(let least, let greatest, let conversions):
            "\(Self.converted(name, by: conversions)) BETWEEN \(least) AND \(greatest)"
        case .oneOf(let values): "\(name) IN (\(values.compactMap(\.expression).joined(separator: ", ")))"
        case .same(let conversions): "\(Self.converted(name, by: conversions)) = \(name)"
        case .multipleOfTen(let power): "\(name) % \(ValueConversion.ten(power)) = 0"
        case .url: Self.isURL(name)
        case .day: "\(name) IS date(\(name), '+0 days') AND \(name) >= '0001-01-01'"
        }
    }

    private static func converted(_ name: String, by conversions: [ValueConversion]) -> String {
        conversions.reduce(name) { $1.sql(on: $0) }
    }

    /// SQL cannot say all of Foundation's rules. What some platform may not read is refused, such as a colon in a path before a
    /// slash; a user's password and an address of IPv6 are, too.
    private static func isURL(_ name: String) -> String {
        let rest = "substr(\(name), instr(\(name), '//') + 2)"
        let host = "substr(\(rest), 1, instr(replace(replace(\(rest), '?', '/'), '#', '/') || '/', '/') - 1)"
        let scheme = "substr(\(name), 1, instr(\(name), ':'))"
        return [
            // GLOB sees a text up to its first NUL.
            "\(name) <> '' AND instr(\(name), char(0)) = 0",
            "\(name) NOT GLOB '*[^-A-Za-z0-9._~:/?#@!$&''()*+,;=%]*'",
            "\(name) || '//' NOT GLOB '*%[^0-9A-Fa-f]*' AND \(name) || '//' NOT GLOB '*%?[^0-9A-Fa-f]*'",
            "\(name) NOT GLOB '*#*#*'",
            "\(scheme) NOT GLOB '[^A-Za-z]*' AND \(scheme) NOT GLOB '*[^-A-Za-z0-9+.:]*'",
            "\(name) NOT GLOB '*//*@*@*' AND (instr(\(name), '//') = 0 OR \(host) NOT GLOB '*:*[^0-9]*')"
        ].joined(separator: " AND ")
    }
}
