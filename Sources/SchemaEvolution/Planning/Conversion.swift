import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreMigration

/// How a value of one type becomes one of another.
struct Conversion {
    /// The new value.
    var value: RowValue
    /// Which old values have a new one: a migration stops at others. Empty if all have.
    var fits: [ValueFit]
    /// Whether others are likely enough to ask before. Otherwise the proof reports that the migration may stop.
    let asksForReason: Bool

    init(_ value: RowValue, fits: [ValueFit] = [], asksForReason: Bool = true) {
        self.value = value
        self.fits = fits
        self.asksForReason = asksForReason
    }

    /// nil where no rule says what a value becomes.
    init?(of column: String, from old: AttributeType, to new: AttributeType) {
        let digits = Self.digits(old, new)
        if Self.isSame(old, new) {
            self.init(.column(column), fits: digits, asksForReason: false)
        } else if let conversion = Self.lossless(old, new) {
            self.init(.converted(column: column, conversion), fits: digits, asksForReason: false)
        } else if let sql = Self.instant(ofText: column, old, new) {
            self.init(.user(sql: sql, isDeterministic: true))
        } else if let narrowing = Self.narrowing(old, new) {
            self.init(narrowing.conversion.map { .converted(column: column, $0) } ?? .column(column), fits: narrowing.fits)
        } else {
            return nil
        }
    }

    /// The new value; what does not fit becomes one that a STRICT table refuses in a column of type `column`.
    func guarded(_ name: String, in column: ColumnType) -> RowValue {
        fits.isEmpty ? value : .guarded(column: name, fits: fits, value, refusedBy: column.stored)
    }

    /// The instant that a text stands for, by the expression that a decision would have. The text has milliseconds, and a number has
    /// each of them.
    private static func instant(ofText column: String, _ old: AttributeType, _ new: AttributeType) -> String? {
        switch (old, new) {
        case (.date(.iso8601), .date(.reference)), (.date(.iso8601), .date(.unix)):
            let storage = new.storageChoice.map { ", '\($0)'" } ?? ""
            return try? StoredFormExpansion.expand("trellis_date_from_text(\(SQL.identifier(column))\(storage))")
        default: return nil
        }
    }

    // MARK: Without a loss

    /// Whether the new value is the old one.
    private static func isSame(_ old: AttributeType, _ new: AttributeType) -> Bool {
        if old.isStored(as: new) { return true }
        switch (old, new) {
        case (.bool, .int16), (.bool, .int32), (.bool, .int64), (.int16, .int32), (.int16, .int64), (.int32, .int64),
            (.float, .double), (.url, .string), (.day, .string), (.json, .string), (.decimal(nil), .string),
            (.uuid(.text), .string), (.date(.iso8601), .string), (.decimal(0), .int64):
            return true
        // A number is the seconds that the file has.
        case (.double, .date(.reference)), (.date(.reference), .double), (.double, .date(.unix)), (.date(.unix), .double),
            (.float, .date(.reference)), (.float, .date(.unix)):
            return true
        case (.enumeration(let type), .string): return !type.isInteger
        case (.enumeration(let type), .int64): return type.isInteger
        case (.bool, .decimal(0)), (.int16, .decimal(0)), (.int32, .decimal(0)), (.int64, .decimal(0)): return true
        default: return false
        }
    }

    private static func lossless(_ old: AttributeType, _ new: AttributeType) -> ValueConversion? {
        switch (old, new) {
        case (.bool, .double), (.int16, .double), (.int32, .double), (.int16, .float), (.bool, .float): return .real
        case (.bool, .string), (.int16, .string), (.int32, .string), (.int64, .string), (.bool, .decimal(nil)),
            (.int16, .decimal(nil)), (.int32, .decimal(nil)), (.int64, .decimal(nil)):
            return .text
        case (.date(.reference), .date(.unix)): return .since1970
        case (.date(.unix), .date(.reference)): return .since2001
        case (.bool, .decimal(let scale?)), (.int16, .decimal(let scale?)), (.int32, .decimal(let scale?)),
            (.int64, .decimal(let scale?)):
            return .timesTen(power: scale)
        case (.decimal(let scale?), .decimal(let more?)) where more > scale: return .timesTen(power: more - scale)
        case (.uuid(.blob), .uuid(.text)), (.uuid(.blob), .string): return .uuidText
        default: return nil
        }
    }

    /// The range of numbers that have at most the digits of a decimal at its scale; empty if all numbers of the old type have.
    private static func digits(_ old: AttributeType, _ new: AttributeType) -> [ValueFit] {
        guard case .decimal(let scale?) = new else { return [] }
        let places: Int
        let greatest: Int64
        switch old {
        case .bool: (places, greatest) = (scale, 1)
        case .int16: (places, greatest) = (scale, Int64(Int16.max) + 1)
        case .int32: (places, greatest) = (scale, Int64(Int32.max) + 1)
        case .int64: (places, greatest) = (scale, .max)
        case .decimal(let fewer?) where fewer < scale: (places, greatest) = (scale - fewer, Self.greatest(digits: ScaledDecimal.digits))
        default: return []
        }
        let most = Self.greatest(digits: ScaledDecimal.digits - places)
        return most >= greatest ? [] : [.between(least: -most, greatest: most)]
    }

    /// The greatest number with some digits.
    private static func greatest(digits: Int) -> Int64 { (0..<max(digits, 0)).reduce(0) { number, _ in number * 10 + 9 } }

    // MARK: Where values may not fit

    /// Beyond these a double, and a float, does not have each integer.
    private static let wholeDoubles = ValueFit.between(least: -9_007_199_254_740_992, greatest: 9_007_199_254_740_992)
    private static let wholeFloats = ValueFit.between(least: -16_777_216, greatest: 16_777_216)

    private static func narrowing(_ old: AttributeType, _ new: AttributeType) -> (conversion: ValueConversion?, fits: [ValueFit])? {
        switch (old, new) {
        case (.int32, .int16), (.int64, .int16), (.int64, .int32): return (nil, new.range())
        case (.int16, .bool), (.int32, .bool), (.int64, .bool): return (nil, [.oneOf(values: [.integer(0), .integer(1)])])
        case (.int64, .double): return (.real, [wholeDoubles])
        case (.int32, .float), (.int64, .float): return (.real, [wholeFloats])
        case (.double, .int16), (.double, .int32), (.double, .int64), (.float, .int16), (.float, .int32), (.float, .int64),
            (.date(.reference), .int32), (.date(.reference), .int64), (.date(.unix), .int32), (.date(.unix), .int64):
            return (.integer, [.same(after: [.integer])] + new.range(after: [.integer]))
        case (.decimal(let scale?), .decimal(let fewer?)) where fewer < scale:
            return (.throughTen(power: scale - fewer), [.multipleOfTen(power: scale - fewer)])
        case (.decimal(let scale?), .int16), (.decimal(let scale?), .int32), (.decimal(let scale?), .int64):
            if scale == 0 { return (nil, new.range()) }
            return (.throughTen(power: scale), [.multipleOfTen(power: scale)] + new.range(after: [.throughTen(power: scale)]))
        case (.decimal(let scale?), .double): return (.numberOfDecimal(places: scale), [wholeDoubles])
        case (.double, .decimal(let scale?)):
            let there = ValueConversion.decimalOfNumber(places: scale)
            return (there, [.same(after: [there, .numberOfDecimal(places: scale)])])
        case (.string, .int16), (.string, .int32), (.string, .int64), (.decimal(nil), .int16), (.decimal(nil), .int32),
            (.decimal(nil), .int64):
            return (.integer, [.same(after: [.integer, .text])] + new.range(after: [.integer]))
        case (.string, .enumeration(let type)) where !type.isInteger:
            return (nil, [.oneOf(values: type.cases.map { .text($0.raw) })])
        case (.int16, .enumeration(let type)) where type.isInteger, (.int32, .enumeration(let type)) where type.isInteger,
            (.int64, .enumeration(let type)) where type.isInteger:
            return (nil, [.oneOf(values: type.cases.compactMap { Int64($0.raw).map(SQLiteValue.integer) })])
        case (.enumeration(let type), .int16) where type.isInteger, (.enumeration(let type), .int32) where type.isInteger:
            return (nil, new.range())
        case (.string, .url): return (nil, [.url])
        case (.string, .day): return (nil, [.day])
        default: return nil
        }
    }
}

extension AttributeType {
    /// Whether each value of the type is stored as the same value of `other`.
    func isStored(as other: AttributeType) -> Bool {
        switch (self, other) {
        case (.enumeration(let old), .enumeration(let new)):
            // Raw values that have no case any more are looked at on their own.
            old.isInteger == new.isInteger
        case (.composite, .composite): true
        case (.json(let old), .json(let new)): old == new
        default: self == other
        }
    }

    /// That a value is one of an integer with fewer than 64 bits; empty for other types.
    fileprivate func range(after conversions: [ValueConversion] = []) -> [ValueFit] {
        switch self {
        case .int16: [.between(least: Int64(Int16.min), greatest: Int64(Int16.max), after: conversions)]
        case .int32: [.between(least: Int64(Int32.min), greatest: Int64(Int32.max), after: conversions)]
        default: []
        }
    }
}

extension DefaultValue {
    /// The value as SQL, for rows that are there already; nil where it has no stored form.
    package func sql(of type: AttributeType) -> String? { value(of: type)?.sql }

    /// The value for rows that are there already; nil where it has no stored form.
    func value(of type: AttributeType) -> RowValue? {
        switch self {
        case .literal(.empty(let container)): type.jsonType == nil ? nil : .literal(.text(container == .list ? "[]" : "{}"))
        case .literal(let value):
            value.conditionValue.stored(as: type.valueType).flatMap { $0.expression == nil ? nil : .literal($0) }
        // All rows get the moment of the migration.
        case .now:
            switch type {
            case .date(.reference): .generated(.nowSince2001)
            case .date(.unix): .generated(.nowSince1970)
            case .date(.iso8601): .generated(.nowText)
            case .day: .generated(.today)
            default: nil
            }
        // Each row gets one of its own.
        case .newUUID:
            switch type {
            case .uuid(.text): .generated(.uuidText)
            case .uuid(.blob): .generated(.uuidBytes)
            default: nil
            }
        }
    }
}
