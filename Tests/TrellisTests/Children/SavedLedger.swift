import LedgerModel
import TestSupport
import Trellis

/// A ledger with a customer and an order of hers, both saved.
struct SavedLedger {
    let file: StoreFile<Ledger>
    let context: ManagedObjectContext
    let ada: LedgerModel.Customer

    init() throws {
        file = try StoreFile(of: Ledger.self)
        context = try file.context()
        ada = Customer(in: context, name: "Ada")
        LedgerModel.Order(in: context, number: 1, customer: ada)
        try context.save()
    }
}

/// Tests of child contexts of a saved ledger.
protocol ChildSuite {
    var ledger: SavedLedger { get }
}

extension ChildSuite {
    var file: StoreFile<Ledger> { ledger.file }
    var context: ManagedObjectContext { ledger.context }
    var ada: LedgerModel.Customer { ledger.ada }
}
