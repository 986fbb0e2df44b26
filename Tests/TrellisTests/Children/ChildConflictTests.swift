import LedgerModel
import TestSupport
import Testing
import Trellis

/// Changes of a child and of its parent that meet.
struct ChildConflictTests: ChildSuite {
    let ledger: SavedLedger

    init() throws { ledger = try SavedLedger() }

    @Test(arguments: [MergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback])
    func `what both have changed is a conflict, which the child's policy decides`(_ policy: MergePolicy) throws {
        let child = context.makeChild()
        child.mergePolicy = policy
        let own = try #require(try child.fetchAll(Customer.self).first)
        (own.name, own.note) = ("child", "child")
        ada.name = "parent"
        if policy == .error {
            let error = try #require(throws: ConflictError.self) { try child.save() }
            #expect(error.conflicts.map(\.objectID) == [ada.objectID])
            #expect(error.conflicts.first?.properties.map(\.name) == ["name", "note"])
            #expect(ada.note == nil && own.name == "child" && child.hasChanges)
            return
        }
        try child.save()
        let expected: (String, String?) =
            switch policy {
            case .storeWins: ("parent", "child")
            case .rollback: ("parent", nil)
            default: ("child", "child")
            }
        #expect(ada.name == expected.0 && ada.note == expected.1)
        #expect(own.name == expected.0 && own.note == expected.1 && !child.hasChanges)
        #expect(!ada.isDeleted)
    }

    @Test(arguments: [MergePolicy.storeWins, .objectWins, .overwrite, .rollback])
    func `after a conflict, both contexts have the same values`(_ policy: MergePolicy) throws {
        let child = context.makeChild()
        child.mergePolicy = policy
        let own = try #require(try child.fetchAll(Customer.self).first)
        own.name = "child"
        (ada.name, ada.note) = ("parent", "only the parent's")
        try child.save()
        #expect(own.name == ada.name && own.note == ada.note)
        #expect(ada.name == (policy == .objectWins || policy == .overwrite ? "child" : "parent"))
        #expect(ada.note == (policy == .overwrite ? nil : "only the parent's"))
    }

    @Test(arguments: [MergePolicy.error, .storeWins, .objectWins, .rollback])
    func `a change of what the parent has deleted is a conflict`(_ policy: MergePolicy) throws {
        let child = context.makeChild()
        child.mergePolicy = policy
        let own = try #require(try child.fetchAll(Customer.self).first)
        own.note = "n"
        try context.delete(ada)
        if policy == .error || policy == .objectWins {
            let error = try #require(throws: ConflictError.self) { try child.save() }
            #expect(error.conflicts.map(\.kind) == [.deleted])
            #expect(!own.isDeleted)
        } else {
            try child.save()
            #expect(own.isDeleted && !child.hasChanges)
        }
        try context.save()
        #expect(try file.rows("SELECT * FROM customer").isEmpty)
    }

    @Test func `the second of two children meets what the first one saved`() throws {
        let (first, second) = (context.makeChild(), context.makeChild())
        let (one, two) = (try #require(try first.fetchAll(Customer.self).first), try #require(try second.fetchAll(Customer.self).first))
        one.name = "one"
        two.note = "two"
        try first.save()
        try second.save()
        #expect(ada.name == "one" && ada.note == "two")
        two.name = "two"
        #expect(throws: ConflictError.self) { try second.save() }
        try second.refresh(two, mergeChanges: true)
        #expect(two.name == "two" && one.note == nil)
        try second.save()
        #expect(ada.name == "two")
    }
}
