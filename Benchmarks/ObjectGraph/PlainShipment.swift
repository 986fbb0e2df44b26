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

    /// A new one; its key comes with the row.
    init(_ values: ShipmentValues) {
        (key, version) = (0, 1)
        number = values.number
        customer = values.customer
        employee = values.employee
        ordered = values.ordered
        required = values.required
        shipped = values.shipped
        carrier = values.carrier
        weight = values.weight
        name = values.name
        address = values.address
        city = values.city
        region = values.region
        postcode = values.postcode
        country = values.country
    }

    static let columns =
        "number, customer, employee, ordered, required, shipped, carrier, weight, name, address, city, region, postcode, country"
    static let select = "SELECT _id, _version, \(columns) FROM shipment"
    static let insert = "INSERT INTO shipment (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    /// All rows, in the order of their keys.
    static func all(_ connection: Connection) throws -> [PlainShipment] {
        let statement = try connection.prepare(select + " ORDER BY _id")
        defer { sqlite3_finalize(statement) }
        var rows = [PlainShipment]()
        while sqlite3_step(statement) == SQLITE_ROW { rows.append(PlainShipment(statement)) }
        return rows
    }

    /// Binds all but the key and the version; `texts` keeps the texts until the statement has run.
    func bind(to statement: OpaquePointer, _ texts: TextBuffer) {
        texts.clear()
        sqlite3_bind_int64(statement, 1, number)
        texts.bind(customer, to: statement, at: 2)
        sqlite3_bind_int(statement, 3, employee)
        sqlite3_bind_double(statement, 4, ordered.timeIntervalSinceReferenceDate)
        sqlite3_bind_double(statement, 5, required.timeIntervalSinceReferenceDate)
        if let shipped {
            sqlite3_bind_double(statement, 6, shipped.timeIntervalSinceReferenceDate)
        } else {
            sqlite3_bind_null(statement, 6)
        }
        sqlite3_bind_int(statement, 7, carrier)
        sqlite3_bind_double(statement, 8, weight)
        texts.bind(name, to: statement, at: 9)
        texts.bind(address, to: statement, at: 10)
        texts.bind(city, to: statement, at: 11)
        texts.bind(region, to: statement, at: 12)
        texts.bind(postcode, to: statement, at: 13)
        texts.bind(country, to: statement, at: 14)
    }
}
