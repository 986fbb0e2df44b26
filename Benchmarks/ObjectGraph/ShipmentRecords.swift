import Foundation
import GRDB

/// A record of GRDB's as one writes it by hand for speed: columns are read by their places.
struct ShipmentRecord: FetchableRecord, PersistableRecord {
    static let databaseTableName = "shipment"

    var id: Int64?
    var version: Int64
    var number: Int64
    var customer: String
    var employee: Int32
    var ordered: Double
    var required: Double
    var shipped: Double?
    var carrier: Int32
    var weight: Double
    var name: String
    var address: String
    var city: String
    var region: String?
    var postcode: String?
    var country: String

    init(row: Row) {
        id = row[0]
        version = row[1]
        number = row[2]
        customer = row[3]
        employee = row[4]
        ordered = row[5]
        required = row[6]
        shipped = row[7]
        carrier = row[8]
        weight = row[9]
        name = row[10]
        address = row[11]
        city = row[12]
        region = row[13]
        postcode = row[14]
        country = row[15]
    }

    func encode(to container: inout PersistenceContainer) {
        container["_id"] = id
        container["_version"] = version
        container["number"] = number
        container["customer"] = customer
        container["employee"] = employee
        container["ordered"] = ordered
        container["required"] = required
        container["shipped"] = shipped
        container["carrier"] = carrier
        container["weight"] = weight
        container["name"] = name
        container["address"] = address
        container["city"] = city
        container["region"] = region
        container["postcode"] = postcode
        container["country"] = country
    }

    init(_ values: ShipmentValues) {
        (id, version) = (nil, 1)
        number = values.number
        customer = values.customer
        employee = values.employee
        ordered = values.ordered.timeIntervalSinceReferenceDate
        required = values.required.timeIntervalSinceReferenceDate
        shipped = values.shipped?.timeIntervalSinceReferenceDate
        carrier = values.carrier
        weight = values.weight
        name = values.name
        address = values.address
        city = values.city
        region = values.region
        postcode = values.postcode
        country = values.country
    }
}

/// A record whose reading and writing the compiler makes.
struct CodableShipment: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "shipment"

    var _id: Int64?
    var _version: Int64
    var number: Int64
    var customer: String
    var employee: Int32
    var ordered: Double
    var required: Double
    var shipped: Double?
    var carrier: Int32
    var weight: Double
    var name: String
    var address: String
    var city: String
    var region: String?
    var postcode: String?
    var country: String

    init(_ values: ShipmentValues) {
        (_id, _version) = (nil, 1)
        number = values.number
        customer = values.customer
        employee = values.employee
        ordered = values.ordered.timeIntervalSinceReferenceDate
        required = values.required.timeIntervalSinceReferenceDate
        shipped = values.shipped?.timeIntervalSinceReferenceDate
        carrier = values.carrier
        weight = values.weight
        name = values.name
        address = values.address
        city = values.city
        region = values.region
        postcode = values.postcode
        country = values.country
    }
}
