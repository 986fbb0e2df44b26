import CBaseline
import Foundation

/// What a person would write who wants nothing but speed: a final class of the same fourteen values, filled from SQLite's C
/// interface, without a context, an identity or changes.
final class PlainShipment {
    var key: Int64
    var version: Int64
    var number: Int64
    var customer: String
    var employee: Int32
    var ordered: Date
    var required: Date
    var shipped: Date?
    var carrier: Int32
    var weight: Double
    var name: String
    var address: String
    var city: String
    var region: String?
    var postcode: String?
    var country: String

    init(_ row: OpaquePointer) {
        key = sqlite3_column_int64(row, 0)
        version = sqlite3_column_int64(row, 1)
        number = sqlite3_column_int64(row, 2)
        customer = text(row, 3)
        employee = sqlite3_column_int(row, 4)
        ordered = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 5))
        required = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 6))
        shipped =
            sqlite3_column_type(row, 7) == SQLITE_NULL
            ? nil : Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row, 7))
        carrier = sqlite3_column_int(row, 8)
        weight = sqlite3_column_double(row, 9)
        name = text(row, 10)
        address = text(row, 11)
        city = text(row, 12)
        region = optionalText(row, 13)
        postcode = optionalText(row, 14)
        country = text(row, 15)
    }

    /// All rows, in the order of their keys.
    static func all(_ connection: OpaquePointer) -> [PlainShipment] {
        let sql =
            "SELECT _id, _version, number, customer, employee, ordered, required, shipped, carrier, weight, name, address, "
            + "city, region, postcode, country FROM shipment ORDER BY _id"
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else { return [] }
        defer { sqlite3_finalize(statement) }
        var rows = [PlainShipment]()
        while sqlite3_step(statement) == SQLITE_ROW { rows.append(PlainShipment(statement)) }
        return rows
    }
}

@inline(__always)
private func text(_ row: OpaquePointer, _ column: Int32) -> String {
    guard let start = sqlite3_column_text(row, column) else { return "" }
    let count = Int(sqlite3_column_bytes(row, column))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
}

@inline(__always)
private func optionalText(_ row: OpaquePointer, _ column: Int32) -> String? {
    sqlite3_column_type(row, column) == SQLITE_NULL ? nil : text(row, column)
}
