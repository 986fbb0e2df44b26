import Foundation
import Trellis

/// Enters some orders into a store, changes and deletes some, and prints what is there.
@main
struct Journal {
    static func main() {
        let path = CommandLine.arguments.dropFirst().first ?? "orders.sqlite"
        do {
            // A file of an older version becomes one of this when it is opened; this is told and could be a progress bar.
            let migration = MigrationPolicy.automatic(onProgress: { progress in
                if progress.statement == 1, progress.rows == 0 { print("Migrating to version \(progress.toVersion)") }
            })
            let container = try PersistentContainer(for: Orders.self, at: .file(path), migration: migration)
            let context = try container.makeContext()
            print("Store: \(URL(filePath: path).lastPathComponent)")
            try enterOnce(in: context)
            try printJournal(in: context)
            try printRows(in: context)
            try printReport(in: context)
            try printRefusals(in: context)
        } catch {
            FileHandle.standardError.write(Data("error: \(error)\n".utf8))
            exit(1)
        }
    }

    // MARK: Entering

    /// Fills an empty store; a store that was filled before is left as it is.
    private static func enterOnce(in context: ManagedObjectContext) throws {
        let known = try Customer.byName(in: context)
        guard known.isEmpty else {
            print("Found \(known.count) customers from an earlier run; nothing is added.")
            return
        }
        try SampleData(in: context).enter()
        print("Entered \(try Customer.byName(in: context).count) customers and \(try Order.journal(in: context).count) orders.")
    }

    // MARK: Printing

    private static func printJournal(in context: ManagedObjectContext) throws {
        print("\nJournal")
        for order in try Order.journal(in: context) {
            print("  \(order.day)  \(order.customerName)")
        }
    }

    private static func printRows(in context: ManagedObjectContext) throws {
        guard let order = try Order.journal(in: context).max(by: { $0.rows.count < $1.rows.count }) else { return }
        print("\nRows of the order of \(order.day) by service")
        for row in try OrderRow.inOrder(order: order, in: context) {
            let name = row.service?.name ?? "-- no service --"
            print("  \(name.padding(toLength: 20, withPad: " ", startingAt: 0)) \(row.sum.money)")
        }
    }

    private static func printReport(in context: ManagedObjectContext) throws {
        print("\nMade but not paid")
        for order in try Order.unpaid(in: context) {
            let total = order.rows.reduce(Decimal(0)) { $0 + $1.sum }
            print("  \(order.day)  \(order.customerName.padding(toLength: 20, withPad: " ", startingAt: 0)) \(total.money)")
        }
    }

    /// What the model forbids is refused when saving, and nothing is written.
    private static func printRefusals(in context: ManagedObjectContext) throws {
        print("\nRefused")
        let nameless = Customer(in: context, name: "")
        do {
            try context.save()
        } catch let error as ObjectValidationError {
            print("  \(error.failures.map { "\($0.path) \($0.rule)" }.joined(separator: "; "))")
        }
        try context.delete(nameless)

        guard let customer = try Customer.byName(in: context).first(where: { !$0.orders.isEmpty }) else { return }
        try context.delete(customer)
        do {
            try context.save()
        } catch let error as ObjectValidationError {
            print("  \(error.failures.map { "\($0.path) \($0.rule)" }.joined(separator: "; "))")
        }
    }
}

extension Order {
    /// The day of the order in UTC, so that the example prints the same everywhere.
    fileprivate var day: Day { Day(date, in: .gmt) }

    fileprivate var customerName: String { customer?.name ?? "-- unknown --" }
}

extension Decimal {
    /// The amount with two places, the same in every locale, under each other in a column.
    fileprivate var money: String {
        let style = FormatStyle(locale: Locale(identifier: "en_US_POSIX")).precision(.fractionLength(2)).grouping(.never)
        let text = formatted(style)
        return String(repeating: " ", count: max(0, 8 - text.count)) + text
    }
}
