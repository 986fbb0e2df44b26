import Foundation
import Trellis

/// Prints what the templates have added to the classes, and what a person has.
@main
struct Program {
    static func main() throws {
        for type in Shop.described { print("\(type.title): \(type.propertyNames.joined(separator: ", "))") }

        let container = try PersistentContainer(for: Shop.self, at: .inMemory)
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        for sum in [19.5, 0.5] { Order(in: context, sum: Decimal(sum), customer: ada) }
        try context.save()
        print("\(ada.name) has ordered for \(ada.total)")
    }
}
