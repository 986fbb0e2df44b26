import Foundation
import OrdersModel
import Predicates
import Testing
import Trellis

/// The texts of errors in a log.
struct ErrorTextTests {
    private static let id = ObjectID(entity: "Order", rowID: 12)

    /// Every case that something can be done about, with what that is.
    static let remedies: [(error: StoreError, remedy: String)] = [
        (.notADatabase(path: "a.txt"), "name another file, or move this one away"),
        (.notAStore(path: "a.sqlite"), "name another file"),
        (.otherLayout(found: "2", supported: 1), "use a library that knows it"),
        (.otherModel(found: "A", expected: "B"), "open it with its own model"),
        (.newerVersion(found: 2, supported: 1), "use a newer program"),
        (.olderVersion(found: 1, expected: 2), "has to be migrated"),
        (.olderVersion(found: 1, expected: 2), "run 'trellis migrate apply'"),
        (.earlierDraft(path: "my.sqlite", found: "0123456789", expected: "9876543210"), "move the file away"),
        (.earlierDraft(path: "my.sqlite", found: "0123456789", expected: "9876543210"), "run 'trellis migrate apply my.sqlite'"),
        (.draftOfOlderVersion(path: "my.sqlite", found: 1, expected: 2), "run 'trellis migrate apply my.sqlite'"),
        (.undecidedDraft(path: "my.sqlite", reasons: ["a", "b"]), "needs decisions: a; b: run 'trellis migrate apply my.sqlite'"),
        (.otherLineage(version: 2, found: "0123456789"), "use the program that made it"),
        (.notMigrated(.nameTaken(name: "_trellis_x")), "rename it"),
        (.sqliteTooOld(version: "3.36.0"), "link 3.37 or newer"),
        (.busy(holder: nil), "try again"),
        (.busy(holder: LockHolder(processID: 12, name: "shop")), "process 12 (shop) uses the store"),
        (.notCopied(path: "a", reason: "r"), "choose another path"),
        (.diskFull(message: "full"), "make room and save again"),
        (.readOnly, "the right to write"),
        (.fileRemoved(path: "my.sqlite"), "move the file back and save again"),
        (.damaged(message: "malformed"), "go back to a copy"),
        (.constraint(message: "FOREIGN KEY"), "refresh the objects"),
        (.notInModel(entity: "A", model: "B"), "use the container of the class's own model"),
        (.notSearchable(entity: "A"), "give the entity 'search' in the model"),
        (.notInContext(id), "find it by its id in this one"),
        (.rowDeleted(id), "refresh it"),
        (.unreadableResult(name: "customer.name", entity: "Order", type: "String"), "ask for another type"),
        (.sumTooLarge(entity: "Order"), "add up in smaller groups"),
    ]

    @Test(arguments: remedies)
    func `an error says in one line what can be done`(_ pair: (error: StoreError, remedy: String)) {
        #expect("\(pair.error)".contains(pair.remedy))
        #expect(!"\(pair.error)".contains("\n"))
    }

    @Test(arguments: remedies)
    func `an alert gets a sentence for what is wrong, and one for what to do`(_ pair: (error: StoreError, remedy: String)) {
        let text = pair.error.localizedDescription
        #expect(text == pair.error.errorDescription && !text.contains("Trellis.StoreError") && !text.hasPrefix("The operation"))
        let first = text.first.map(String.init) ?? ""
        #expect(text.hasSuffix(".") && first == first.uppercased(), "\(text)")
        #expect(pair.error.recoverySuggestion?.hasSuffix(".") == true, "\(text)")
    }

    @Test func `errors say which file, entity, property and object they are about`() throws {
        #expect(StoreError.notAStore(path: "a.sqlite").storePath == "a.sqlite")
        #expect(StoreError.notMigrated(.backupExists(path: "b")).storePath == "b")
        #expect(StoreError.rowDeleted(Self.id).objectID == Self.id && StoreError.rowDeleted(Self.id).entity == "Order")
        let tooLarge = StoreError.tooLarge(entity: "Order", property: "note")
        #expect(tooLarge.path == "Order.note" && tooLarge.entity == "Order" && tooLarge.objectID == nil)

        let context = try StoreFile<Orders>(of: Orders.self).context()
        let row = OrderRow(in: context, sum: -1, order: Order(in: context))
        let error: any Error = try #require(throws: ObjectValidationError.self) { try context.save() }
        let own = try #require(error as? any TrellisError)
        #expect(own.entity == "OrderRow" && own.path == "OrderRow.sum" && own.objectID == row.objectID)
        #expect(error.localizedDescription == "OrderRow.sum must be at least 0 (\(row.objectID))")
        #expect(own.recoverySuggestion?.contains("save again") == true)

        let unknown: any Error = try #require(throws: ConditionErrors.self) {
            try context.fetch(Fetch<Order>(where: .compare("dat", .equal, to: 1)))
        }
        #expect(unknown.localizedDescription.contains("dat") && !unknown.localizedDescription.hasPrefix("The operation"))
        #expect(BrokenRule("after the order", property: "sent").localizedDescription == "Sent: after the order.")
    }

    @Test func `an error about an object names it`() {
        for error in [StoreError.notInContext(Self.id), .notFound(Self.id), .rowDeleted(Self.id)] {
            #expect("\(error)".hasPrefix("Order/12 "))
        }
    }
}
