import Diagnostics
import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel

/// How SQLite stores the values of a type: what SQL in `values` reads and gives.
struct StoredForm {
    let type: AttributeType

    /// The form in words, with an example; `INTEGER, in hundredths: 10.00 is 1000`.
    var words: String {
        let column = type.columnType.rawValue
        switch type {
        case .bool: return "\(column), 0 or 1"
        case .decimal(let scale?) where scale > 0:
            let units = [1: "tenths", 2: "hundredths", 3: "thousandths"][scale] ?? "units of the last of \(scale) places"
            let zeros = String(repeating: "0", count: scale)
            return "\(column), in \(units): 10.\(zeros) is 10\(zeros)"
        case .decimal(nil): return "\(column), as '10.25'"
        case .date(.reference): return "\(column), seconds since 2001-01-01 UTC: 2001-01-02T00:00:00Z is 86400.0"
        case .date(.unix): return "\(column), seconds since 1970-01-01 UTC: 1970-01-02T00:00:00Z is 86400.0"
        case .date(.iso8601): return "\(column), as '2024-01-31T12:00:00.000Z'"
        case .day: return "\(column), as '2024-01-31'"
        case .duration: return "\(column), in microseconds: PT1S is 1000000"
        case .uuid(.blob): return "\(column) of 16 bytes"
        case .uuid(.text): return "\(column) of 36 characters, in lower case"
        case .enumeration: return "\(column), the raw value of a case"
        case .json: return "\(column), as JSON"
        case .int16, .int32, .int64, .decimal, .float, .double, .string, .data, .url, .composite: return column
        }
    }

    /// The conversions that give the form to a value of no column, as they are called.
    private var conversions: [String] {
        let storage = type.storageChoice.map { ", '\($0)'" } ?? ""
        switch type {
        case .decimal(let scale?): return ["trellis_decimal_from_number(…, \(scale))"]
        case .date: return ["trellis_date_from_unix(…\(storage))", "trellis_date_from_text(…\(storage))"]
        case .day: return ["trellis_day_from_text(…)", "trellis_day_from_date(…)"]
        case .duration: return ["trellis_duration_from_seconds(…)"]
        case .uuid(.blob): return ["trellis_uuid_from_text(…)"]
        case .bool: return ["trellis_bool_from_text(…)"]
        default: return []
        }
    }

    /// The notes of a question for a value about the forms.
    /// - Parameter old: the type of the column that has the values; nil if no such column exists.
    static func notes(on place: MigrationDecisions.Place, _ type: AttributeType, from old: AttributeType?) -> [Finding.Note] {
        let form = StoredForm(type: type)
        let target = "'\(place)' is stored as \(form.words)"
        guard let old else {
            let conversions = form.conversions
            return [.init(conversions.isEmpty ? target : "\(target); \(conversions.joined(separator: " or ")) gives it")]
        }
        // A number of seconds, minutes or milliseconds: only its user knows.
        let hint = type == .duration && [.int16, .int32, .int64, .float, .double].contains(old) ? "; trellis_duration_from_seconds(…) gives it" : ""
        return [.init("it was stored as \(StoredForm(type: old).words)"), .init(target + hint)]
    }

    /// A stored value as the model reads it; nil where that is what SQLite shows.
    func modelText(_ value: Cell) -> String? {
        switch (type, value) {
        case (.bool, .integer(let value)): value == 0 ? "false" : "true"
        case (.decimal(let scale?), .integer(let value)) where scale > 0: Self.decimal(value, scale)
        case (.duration, .integer(let value)): ISO8601Duration.text(StoredDuration.duration(value))
        case (.date(.reference), .real(let bits)): ISO8601Instant.shortText(Double(bitPattern: bits))
        case (.date(.unix), .real(let bits)): ISO8601Instant.shortText(UnixInstant.reference(Double(bitPattern: bits)))
        case (.uuid(.blob), .blob(let bytes)) where bytes.count == 16: Self.uuid(bytes)
        case (.enumeration(let type), .integer(let raw)): type.cases.first { $0.raw == String(raw) }?.name
        default: nil
        }
    }

    private static func decimal(_ value: Int64, _ scale: Int) -> String {
        let digits = String(value.magnitude)
        let padded = String(repeating: "0", count: max(scale + 1 - digits.count, 0)) + digits
        return "\(value < 0 ? "-" : "")\(padded.dropLast(scale)).\(padded.suffix(scale))"
    }

    private static func uuid(_ bytes: [UInt8]) -> String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let ends = [8, 12, 16, 20]
        return digits.enumerated().map { (ends.contains($0.offset) ? "-" : "") + String($0.element) }.joined()
    }
}
