import Foundation
import OrdersModel
import TestSupport
import Trellis

/// A process that saves new customers with orders, whose names others save at the same time.
enum StoreUpserter {
    /// Saves for so many seconds, and prints the customer of each order that it was told is saved.
    static func run(_ path: String, _ place: Int, _ seconds: Double, _ seed: UInt64) throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path), busyTimeout: 60)
        var random = SeededGenerator(seed: seed)
        var report = UpsertReport()
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end {
            let context = try container.makeContext()
            context.uniqueKeyPolicy = Bool.random(using: &random) ? .objectWins : .storeWins
            let numbers = Set((0..<Int.random(in: 1...20, using: &random)).map { _ in Int.random(in: 0..<500, using: &random) })
            var saved = [Double: String]()
            for number in numbers {
                let date = Double(place * 10_000_000 + report.orders.count + saved.count)
                let name = "customer \(number)"
                let customer = Customer(in: context, name: name, info: "by \(place)")
                Order(in: context, date: Date(timeIntervalSinceReferenceDate: date), customer: customer)
                saved[date] = name
            }
            try context.save()
            report.orders.merge(saved) { $1 }
            report.saves += 1
        }
        FileHandle.standardOutput.write(try JSONEncoder().encode(report))
    }
}

/// What a process has saved.
struct UpsertReport: Codable {
    var saves = 0
    /// The names of customers by the dates of their orders.
    var orders: [Double: String] = [:]
}
