import Foundation
import Trellis

/// What the shipment with a number is like: every side makes the same.
struct ShipmentValues {
    let number: Int64
    let customer: String
    let employee: Int32
    let ordered: Date
    let required: Date
    let shipped: Date?
    let carrier: Int32
    let weight: Double
    let name: String
    let address: String
    let city: String
    let region: String?
    let postcode: String?
    let country: String

    init(_ number: Int) {
        let day = Double(number % 3_000) * 86_400
        self.number = Int64(number)
        customer = "CUST\(number % 91)"
        employee = Int32(number % 9)
        ordered = Date(timeIntervalSinceReferenceDate: day)
        required = Date(timeIntervalSinceReferenceDate: day + 28 * 86_400)
        shipped = number % 10 == 0 ? nil : Date(timeIntervalSinceReferenceDate: day + 9 * 86_400)
        carrier = Int32(number % 3)
        weight = Double(number % 1_000) / 8
        name = "Receiver number \(number % 89)"
        address = "\(number % 250) Long Street of the Harbour"
        city = "City \(number % 70)"
        region = number % 3 == 0 ? "Region \(number % 19)" : nil
        postcode = number % 20 == 0 ? nil : "\(10_000 + number % 900)"
        country = "Country \(number % 21)"
    }
}

extension Shipment {
    @discardableResult
    convenience init(in context: ManagedObjectContext, _ values: ShipmentValues) {
        self.init(
            in: context, number: values.number, customer: values.customer, employee: values.employee,
            ordered: values.ordered, required: values.required, shipped: values.shipped, carrier: values.carrier,
            weight: values.weight, name: values.name, address: values.address, city: values.city, region: values.region,
            postcode: values.postcode, country: values.country)
    }
}
