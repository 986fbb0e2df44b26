import SQLiteAccess
import StoreMigration

/// A conversion between the form in which SQLite stores a value and another one, for the SQL of a migration's decisions.
///
/// A call is no function of SQLite: it stands for plain SQL, which takes its place when decisions are read. Frozen SQL runs in
/// `sqlite3`. NULL gives NULL; a value that has no new form becomes one that the column refuses, and the migration stops.
struct StoredFormFunction: Sendable {
    var name: String
    /// The arguments, as the guide names them; one in brackets may be left out.
    var parameters: String
    var arguments: ClosedRange<Int>
    /// What a call stands for; nil where an argument is not one that it takes.
    var expand: @Sendable ([String]) -> String?

    static let prefix = "trellis_"

    static let all: [StoredFormFunction] = decimals + dates + days + durations + [
        .init(name: "trellis_number_from_text", parameters: "text", arguments: 1...1) { arguments in
            let value = "(\(arguments[0]))"
            return "CASE WHEN \(value) IS NULL THEN NULL WHEN \(DecimalText.isNumeral(value)) THEN CAST(\(value) AS REAL) ELSE \(refused) END"
        },
        .init(name: "trellis_uuid_from_text", parameters: "text [, storage]", arguments: 1...2) { arguments in
            switch arguments.dropFirst().first?.filter({ $0 != "'" }) {
            case nil, "blob": uuid(fromText: "(\(arguments[0]))")
            case "text": uuidText(fromText: "(\(arguments[0]))")
            default: nil
            }
        },
        .init(name: "trellis_uuid_to_text", parameters: "uuid", arguments: 1...1) { ValueConversion.uuidText.sql(on: "(\($0[0]))") },
        .init(name: "trellis_bool_from_text", parameters: "text", arguments: 1...1) { arguments in
            "CASE WHEN (\(arguments[0])) IS NULL THEN NULL WHEN lower(\(arguments[0])) IN ('true', 'yes', '1') THEN 1 "
                + "WHEN lower(\(arguments[0])) IN ('false', 'no', '0') THEN 0 ELSE \(refused) END"
        },
        .init(name: "trellis_bool_to_text", parameters: "bool", arguments: 1...1) {
            "CASE (\($0[0])) WHEN 1 THEN 'true' WHEN 0 THEN 'false' END"
        },
    ]

    // MARK: Refused values

    /// What no column of INTEGER, REAL or BLOB takes.
    static let refused = SQL.literal("does not fit")
    /// What no column of TEXT takes.
    static let refusedText = "X'00'"

    private static func number(_ value: String, _ result: String, else refused: String = refused) -> String {
        "CASE WHEN typeof(\(value)) IN ('integer', 'real') THEN \(result) WHEN (\(value)) IS NOT NULL THEN \(refused) END"
    }

    // MARK: Decimals

    private static func power(_ scale: String) -> String? {
        guard let places = Int(scale), (0...18).contains(places) else { return nil }
        return "1" + String(repeating: "0", count: places)
    }

    private static let decimals: [StoredFormFunction] = [
        .init(name: "trellis_decimal_from_number", parameters: "number, scale", arguments: 2...2) { arguments in
            guard let power = power(arguments[1]) else { return nil }
            let value = "(\(arguments[0]))"
            // A product beyond 64 bits is a REAL, which the column refuses; CAST would give the greatest integer.
            return "CASE typeof(\(value)) WHEN 'integer' THEN \(value) * \(power) WHEN 'real' THEN CASE WHEN "
                + "abs(\(value)) * \(power).0 < 9.2e18 THEN CAST(round(\(value) * \(power).0) AS INTEGER) ELSE \(refused) END "
                + "WHEN 'null' THEN NULL ELSE \(refused) END"
        },
        .init(name: "trellis_decimal_to_number", parameters: "decimal, scale", arguments: 2...2) { arguments in
            power(arguments[1]).map { "CAST((\(arguments[0])) AS REAL) / \($0).0" }
        },
        .init(name: "trellis_decimal_to_text", parameters: "decimal, scale", arguments: 2...2) { arguments in
            guard let power = power(arguments[1]), let places = Int(arguments[1]) else { return nil }
            let value = "(\(arguments[0]))"
            if places == 0 { return "CAST(\(value) AS TEXT)" }
            // As decimals without a scale are stored: without the zeros at the end.
            return "CASE WHEN \(value) IS NOT NULL THEN rtrim(rtrim(printf('%s%d.%0\(places)d', CASE WHEN \(value) < 0 THEN '-' "
                + "ELSE '' END, abs(\(value) / \(power)), abs(\(value) % \(power))), '0'), '.') END"
        },
        .init(name: "trellis_decimal_from_text", parameters: "text [, scale]", arguments: 1...2) { arguments in
            let value = "(\(arguments[0]))"
            guard arguments.count > 1 else { return DecimalText.canonical(value) }
            return Int(arguments[1]).flatMap { (0...18).contains($0) ? DecimalText.scaled(value, $0) : nil }
        },
    ]

    // MARK: Dates and days

    /// How a column stores dates, as the second argument says.
    private enum Storage: String {
        case reference, unix, iso8601

        init?(_ arguments: [String]) {
            guard arguments.count > 1 else {
                self = .reference
                return
            }
            self.init(rawValue: arguments[1].filter { $0 != "'" })
        }

        /// The Julian day of its second 0.
        var epoch: String { self == .unix ? "2440587.5" : "2451910.5" }
    }

    private static let iso8601 = "'%Y-%m-%dT%H:%M:%fZ'"

    /// Seconds since 1970 of a stored date.
    private static func unixSeconds(_ value: String, _ storage: Storage) -> String {
        switch storage {
        case .unix: value
        case .reference: "\(value) + 978307200.0"
        case .iso8601: "round((julianday(\(value)) - 2440587.5) * 86400.0, 3)"
        }
    }

    /// A date of a text that SQLite understands.
    private static func date(ofText value: String, _ storage: Storage) -> String {
        storage == .iso8601
            ? "strftime(\(iso8601), \(value))" : "round((julianday(\(value)) - \(storage.epoch)) * 86400.0, 3)"
    }

    /// Whether a text begins with a day that exists: SQLite takes the 31st of February for the 2nd of March.
    private static func beginsWithDay(_ value: String) -> String {
        "typeof(\(value)) = 'text' AND substr(\(value), 1, 10) IS date(substr(\(value), 1, 10), '+0 days') AND "
            + "substr(\(value), 1, 10) >= '0001-01-01'"
    }

    private static let dates: [StoredFormFunction] = [
        .init(name: "trellis_date_from_unix", parameters: "seconds [, storage]", arguments: 1...2) { arguments in
            let value = "(\(arguments[0]))"
            switch Storage(arguments) {
            case .reference?: return number(value, "CAST(\(value) AS REAL) - 978307200.0")
            case .unix?: return number(value, "CAST(\(value) AS REAL)")
            case .iso8601?:
                let text = "coalesce(strftime(\(iso8601), \(value), 'unixepoch'), \(refusedText))"
                return number(value, text, else: refusedText)
            case nil: return nil
            }
        },
        .init(name: "trellis_date_to_unix", parameters: "date [, storage]", arguments: 1...2) { arguments in
            Storage(arguments).map { unixSeconds("(\(arguments[0]))", $0) }
        },
        .init(name: "trellis_date_from_text", parameters: "text [, storage]", arguments: 1...2) { arguments in
            let value = "(\(arguments[0]))"
            return Storage(arguments).map { storage in
                let refused = storage == .iso8601 ? refusedText : refused
                return "CASE WHEN \(value) IS NULL THEN NULL WHEN \(beginsWithDay(value)) THEN "
                    + "coalesce(\(date(ofText: value, storage)), \(refused)) ELSE \(refused) END"
            }
        },
        .init(name: "trellis_date_to_text", parameters: "date [, storage]", arguments: 1...2) { arguments in
            let value = "(\(arguments[0]))"
            return Storage(arguments).map { storage in
                if storage == .iso8601 { return value }
                let text = "strftime(\(iso8601), \(unixSeconds(value, storage)), 'unixepoch')"
                return "CASE WHEN \(value) IS NOT NULL THEN coalesce(\(text), \(refusedText)) END"
            }
        },
    ]

    /// The whole seconds up to an instant. SQLite's date functions round to milliseconds, and so to the next day at its end.
    private static func wholeSeconds(_ seconds: String) -> String {
        "CAST(\(seconds) AS INTEGER) - (\(seconds) < CAST(\(seconds) AS INTEGER))"
    }

    private static let days: [StoredFormFunction] = [
        .init(name: "trellis_day_from_date", parameters: "date [, storage]", arguments: 1...2) { arguments in
            let value = "(\(arguments[0]))"
            return Storage(arguments).map { storage in
                // Whole before the epoch is added: the sum of an instant just before midnight would be midnight.
                let day =
                    switch storage {
                    case .iso8601: "substr(\(value), 1, 10)"
                    case .unix: "date(\(wholeSeconds(value)), 'unixepoch')"
                    case .reference: "date(\(wholeSeconds(value)) + 978307200, 'unixepoch')"
                    }
                return "CASE WHEN \(value) IS NOT NULL THEN coalesce(\(day), \(refusedText)) END"
            }
        },
        .init(name: "trellis_day_to_date", parameters: "day [, storage]", arguments: 1...2) { arguments in
            Storage(arguments).map { date(ofText: "(\(arguments[0]))", $0) }
        },
        .init(name: "trellis_day_from_text", parameters: "text", arguments: 1...1) { arguments in
            let value = "(\(arguments[0]))"
            return "CASE WHEN \(value) IS NULL THEN NULL WHEN \(beginsWithDay(value)) THEN substr(\(value), 1, 10) "
                + "ELSE \(refusedText) END"
        },
    ]

    // MARK: Durations

    private static let durations: [StoredFormFunction] = [
        .init(name: "trellis_duration_from_seconds", parameters: "seconds", arguments: 1...1) { arguments in
            let value = "(\(arguments[0]))"
            // A product beyond 64 bits is a REAL, which the column refuses.
            return "CASE typeof(\(value)) WHEN 'integer' THEN \(value) * 1000000 WHEN 'real' THEN CASE WHEN "
                + "abs(\(value)) * 1000000.0 < 9.2e18 THEN CAST(round(\(value) * 1000000.0) AS INTEGER) ELSE \(refused) END "
                + "WHEN 'null' THEN NULL ELSE \(refused) END"
        },
        .init(name: "trellis_duration_to_seconds", parameters: "duration", arguments: 1...1) {
            "CAST((\($0[0])) AS REAL) / 1000000.0"
        },
    ]

    // MARK: UUIDs

    /// The 36 characters in lower case.
    private static func uuidText(fromText value: String) -> String {
        let digits = "lower(replace(\(value), '-', ''))"
        let parts = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { "substr(\(digits), \($0.0), \($0.1))" }
        return "CASE WHEN \(value) IS NULL THEN NULL WHEN length(\(digits)) = 32 AND \(digits) NOT GLOB '*[^0-9a-f]*' THEN "
            + "\(parts.joined(separator: " || '-' || ")) ELSE \(refusedText) END"
    }

    /// The 16 bytes: each pair of digits is the place of its byte among all bytes. `unhex` came with SQLite 3.41.
    private static func uuid(fromText value: String) -> String {
        let digits = "replace(\(value), '-', '')"
        let bytes = (0...255).map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
        func digit(_ place: String) -> String { "instr('123456789abcdef', substr(digits, \(place), 1))" }
        let places = stride(from: 1, to: 32, by: 2).map { "SELECT \($0)\($0 == 1 ? " AS place" : "")" }
        return "CASE WHEN \(value) IS NULL THEN NULL WHEN length(\(digits)) = 32 AND \(digits) NOT GLOB '*[^0-9A-Fa-f]*' THEN "
            + "(SELECT CAST(group_concat(substr(X'\(bytes)', 16 * \(digit("place")) + \(digit("place + 1")) + 1, 1), '') AS BLOB) "
            + "FROM (SELECT lower(\(digits)) AS digits), (\(places.joined(separator: " UNION ALL ")))) ELSE \(refused) END"
    }
}
