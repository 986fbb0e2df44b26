import Foundation
import TestSupport
import Trellis
import Testing
import TrellisTesting

@Test func `the journal shows what was ordered, with two statements`() throws {
    let store = try TestStore(of: Orders.self, seeds: Seeds(contentsOf: url))      // in memory
    try expectStatements(2, in: store.context) {
        let customers = try store.context.fetchAll(Customer.self)
        for order in try Order.journal(in: store.context) { print(order.customer?.name ?? "", customers.count) }
    }
    let ada: Customer = try store.object("ada")
    #expect(ada.orders.count == 1)
}

private let folder = try? TemporaryFolder()
private var url: URL {
    get throws { URL(filePath: try #require(folder).write(TestingCode.seeds, to: "seeds.yaml")) }
}

/// The Swift of Documentation/guides/testing.md, above, and what its YAML is.
struct TestingCode {
    /// The page's seeds.
    static let seeds = """
        trellis: 1
        seeds: Orders                      # the model
        objects:
          Customer:
            ada: { name: Ada }             # a label, and the attributes
          Order:
            first: { date: "2026-01-05T08:00:00Z", made: true, paid: false, customer: ada }
          OrderRow:                        # a list, for seeds without labels
            - { sum: 12.50, order: first }

        """

    @Test func `reports seeds that do not fit`() throws {
        let wrong = Self.seeds.replacing("name: Ada", with: "nam: Ada").replacing(/\ *# a label.*/, with: "")
        let folder = try TemporaryFolder()
        let url = URL(filePath: try folder.write(wrong, to: "seeds.yaml"))
        let error = #expect(throws: SeedError.self) { try TestStore(of: Orders.self, seeds: Seeds(contentsOf: url)) }
        let shown = try #require(DocumentPage(path: "Documentation/guides/testing.md").blocks.last { $0.language.isEmpty }).text
        #expect(error?.description == shown)
    }
}
