public import Foundation

/// A value of a property: in a row of an atomic store, or of an object whose changes are listed.
public enum StoredValue: Sendable, Hashable, Codable {
    /// A missing value. An object's id may be missing in a row that another program added: the object gets a new one.
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    case decimal(Decimal)
    case text(String)
    case date(Date)
    case day(Day)
    case duration(Duration)
    case data(Data)
    case uuid(UUID)
    /// An object's own id, or that of the object at the other end of a relationship.
    case id(Int64)
}

/// The type of a column in an atomic store.
///
/// Several types have the same kind of value: they differ in the column of SQLite that holds it.
public enum StoredType: String, Sendable, Hashable, Codable, CaseIterable {
    /// `StoredValue.bool`.
    case bool
    /// `StoredValue.bool`: whether an optional composite exists. Missing if it does not.
    case presence
    /// `StoredValue.integer`.
    case integer
    /// `StoredValue.real`.
    case real
    /// `StoredValue.decimal`, with the column's scale.
    case decimal
    /// `StoredValue.decimal`, of any scale.
    case exactDecimal
    /// `StoredValue.text`: also the raw values of enums, URLs and JSON.
    case text
    /// `StoredValue.date`.
    case date, unixDate, iso8601Date
    /// `StoredValue.day`.
    case day
    /// `StoredValue.duration`: a whole number of microseconds.
    case duration
    /// `StoredValue.data`.
    case data
    /// `StoredValue.uuid`.
    case uuid, textUUID
    /// `StoredValue.id`.
    case id
}
