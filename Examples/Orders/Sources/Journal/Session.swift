import Foundation
import Trellis

/// What the example does with a store, wherever it is.
struct Session {
    private let context: ManagedObjectContext
    private let print: (String) -> Void
    /// How many customers there were before.
    private let known: Int

    /// - Parameter print: takes each line.
    init(in context: ManagedObjectContext, print: @escaping (String) -> Void) throws {
        (self.context, self.print) = (context, print)
        known = try Customer.byName(in: context).count
    }

    var steps: [() throws -> Void] { [enter, work, printJournal, printRows, printReport, printRefusals] }

    // MARK: Entering

    /// Fills an empty store; a store that was filled before is left as it is.
    private func enter() throws {
        if known > 0 { return print("Found \(known) customers from an earlier run; nothing is added.") }
        try SampleData(in: context).enter()
    }

    private func work() throws {
        if known > 0 { return }
        try SampleData(in: context).work()
        print("Entered \(try Customer.byName(in: context).count) customers and \(try Order.journal(in: context).count) orders.")
    }

    // MARK: Printing

    private func printJournal() throws {
        print("\nJournal")
        for order in try Order.journal(in: context) {
            print("  \(order.day)  \(order.customerName)")
        }
    }

    private func printRows() throws {
        guard let order = try Order.journal(in: context).max(by: { $0.rows.count < $1.rows.count }) else { return }
        print("\nRows of the order of \(order.day) by service")
        for row in try OrderRow.inOrder(order: order, in: context) {
            let name = row.service?.name ?? "-- no service --"
            print("  \(name.padding(toLength: 20, withPad: " ", startingAt: 0)) \(row.sum.money)")
        }
    }

    private func printReport() throws {
        print("\nMade but not paid")
        for order in try Order.unpaid(in: context) {
            let total = order.rows.reduce(Decimal(0)) { $0 + $1.sum }
            print("  \(order.day)  \(order.customerName.padding(toLength: 20, withPad: " ", startingAt: 0)) \(total.money)")
        }
    }

    /// What the model forbids is refused when saving, and nothing is written.
    private func printRefusals() throws {
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
