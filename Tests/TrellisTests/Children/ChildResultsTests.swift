import AttributeOptionsModel
import Foundation
import InheritanceModel
import LedgerModel
import Testing
import Trellis

/// What a list has reported; nothing is no change.
extension FetchedResultsChange? {
    fileprivate var isEmpty: Bool { self == nil }
    fileprivate var insertedRows: [FetchedResultsChange.Insertion] { self?.insertedRows ?? [] }
    fileprivate var deletedRows: [FetchedResultsChange.Deletion] { self?.deletedRows ?? [] }
    fileprivate var movedRows: [FetchedResultsChange.Move] { self?.movedRows ?? [] }
    fileprivate var updatedRows: [FetchedResultsChange.Move] { self?.updatedRows ?? [] }
    fileprivate var permanentIDs: [ObjectID: ObjectID] { self?.permanentIDs ?? [:] }
}

/// What lists in a child context report of edits and saves of the contexts above, and of the child's own saves.
struct ChildResultsTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let ada: LedgerModel.Customer
    private let bob: LedgerModel.Customer
    private let child: ManagedObjectContext

    private static let byName = Fetch<LedgerModel.Customer>().sorted { [$0.name.ascending] }

    init() throws {
        container = try PersistentContainer(for: Ledger.self, at: .fresh)
        context = try container.makeContext()
        (ada, bob) = (LedgerModel.Customer(in: context, name: "Ada"), LedgerModel.Customer(in: context, name: "Bob"))
        try context.save()
        child = context.makeChild()
    }

    private func follow<Entity: ManagedObject>(
        _ fetch: Fetch<Entity>, keepsSortKeys: Bool = true, in context: ManagedObjectContext
    ) throws -> (list: FetchedResultsController<Entity>, recorder: ChangeRecorder<Entity>) {
        let list = FetchedResultsController(fetch, keepsSortKeys: keepsSortKeys, in: context, isolation: nil)
        let recorder = ChangeRecorder<Entity>()
        list.delegate = recorder
        try list.performFetch()
        return (list, recorder)
    }

    /// What a list reports when it is brought up to date.
    private func report<Entity: ManagedObject>(
        _ list: (list: FetchedResultsController<Entity>, recorder: ChangeRecorder<Entity>)
    ) throws -> FetchedResultsChange? {
        try list.list.managedObjectContext.processPendingChanges()
        let changes = list.recorder.take()
        #expect(changes.count < 2 && list.recorder.errors.isEmpty)
        return changes.first
    }

    // MARK: Edits above

    @Test(arguments: [true, false], [true, false])
    func `an unsaved edit of the parent that moves no object is an update, and the object shows it`(
        keepsSortKeys: Bool, isLoaded: Bool
    ) throws {
        let list = try follow(Self.byName, keepsSortKeys: keepsSortKeys, in: child)
        let held = isLoaded ? try list.list.fetchedObjects : []
        ada.note = "x"
        var change = try report(list)
        #expect(change.updatedRows.map(\.id) == [ada.objectID] && change.movedRows == [] && change.insertedRows == [])
        #expect(try list.list.object(at: [0, 0]).note == "x")
        #expect(try report(list).isEmpty)
        ada.note = "y"
        #expect(try report(list).updatedRows.map(\.id) == [ada.objectID])
        #expect(try list.list.object(at: [0, 0]).note == "y")
        // The save writes what the list shows.
        try context.save()
        #expect(try report(list).isEmpty)
        ada.note = nil
        change = try report(list)
        #expect(change.updatedRows.map(\.id) == [ada.objectID])
        try context.rollback()
        change = try report(list)
        #expect(change.updatedRows.map(\.id) == [ada.objectID])
        #expect(try list.list.object(at: [0, 0]).note == "y")
        withExtendedLifetime(held) {}
    }

    @Test(arguments: [true, false]) func `an edit of the parent that is taken back before the report is none`(keepsSortKeys: Bool) throws {
        let list = try follow(Self.byName, keepsSortKeys: keepsSortKeys, in: child)
        (ada.note, bob.name) = ("x", "Eve")
        try context.rollback()
        #expect(try report(list).isEmpty)
        ada.note = "x"
        ada.note = nil
        #expect(try report(list).isEmpty)
    }

    @Test func `what the child has changed itself stays, and edits of both are reported`() throws {
        let list = try follow(Self.byName, in: child)
        let own = try #require(try child.find(LedgerModel.Customer.self, ada.objectID))
        own.note = "mine"
        #expect(try report(list).updatedRows.map(\.id) == [ada.objectID])
        (ada.note, bob.note) = ("theirs", "theirs")
        #expect(try report(list).updatedRows.map(\.id) == [bob.objectID])
        #expect(own.note == "mine")
        #expect(throws: ConflictError.self) { try child.save() }
        try child.rollback()
        #expect(list.recorder.take().flatMap { $0.updatedRows.map(\.id) } == [ada.objectID])
        #expect(own.note == "theirs")
    }

    @Test func `an object with changes of its own shows what is changed above of its other properties`() throws {
        let boss = LedgerModel.Boss(in: context, name: "Boss", title: "x")
        let person = LedgerModel.Person(in: context, name: "Ada", age: 1, boss: boss)
        try context.save()
        let list = try follow(Fetch<LedgerModel.Person>().sorted { [$0.name.ascending] }, in: child)
        let own = try #require(try child.find(LedgerModel.Person.self, person.objectID))
        #expect(own.boss?.name == "Boss")
        own.age = 2
        #expect(try report(list).updatedRows.map(\.id) == [person.objectID])
        try context.delete(boss)
        #expect(try report(list).updatedRows.map(\.id) == [person.objectID])
        #expect(own.boss == nil && own.age == 2)
        try context.rollback()
        #expect(try report(list).updatedRows.map(\.id) == [person.objectID])
        #expect(own.boss?.name == "Boss" && own.age == 2)
        // What both have changed is still a conflict.
        (person.age, person.name) = (3, "Bea")
        #expect(try report(list).updatedRows.map(\.id) == [person.objectID])
        #expect(own.age == 2 && own.name == "Bea")
        #expect(throws: ConflictError.self) { try child.save() }
        person.age = 1
        _ = try report(list)
        try child.save()
        #expect(person.age == 2 && person.name == "Bea")
    }

    @Test func `an object that is read between two reports shows what a rollback above takes back`() throws {
        let list = try follow(Self.byName, in: child)
        ada.note = "x"
        let own = try #require(try child.find(LedgerModel.Customer.self, ada.objectID))
        #expect(own.note == "x")
        try context.rollback()
        #expect(try report(list).isEmpty)
        #expect(own.note == nil)
    }

    @Test func `an object whose deletion above is taken back loses the unsaved values of before as well`() throws {
        let list = try follow(Self.byName, in: child)
        ada.note = "x"
        #expect(try report(list).updatedRows.map(\.id) == [ada.objectID])
        let own = try list.list.object(at: [0, 0])
        #expect(own.note == "x")
        try context.delete(ada)
        #expect(try report(list).deletedRows.map(\.id) == [ada.objectID])
        try context.rollback()
        #expect(try report(list).insertedRows.map(\.id) == [ada.objectID])
        #expect(own.note == nil)
        #expect(try report(list).isEmpty)
    }

    @Test func `an object that gets values above and is saved before the next report shows them`() throws {
        let list = try follow(Self.byName, in: child)
        let new = LedgerModel.Customer(in: context, name: "Bea")
        _ = try report(list)
        let own = try list.list.object(at: [0, 1])
        #expect(own.note == nil)
        new.note = "x"
        try context.save()
        #expect(try report(list).updatedRows.map(\.id) == [new.objectID])
        #expect(own.note == "x" && own.objectID == new.objectID)
    }

    @Test func `a value that was set before it was read stays a conflict with a save above`() throws {
        let container = try PersistentContainer(for: AttributeOptions.self, at: .fresh)
        let context = try container.makeContext()
        let photo = Photo(in: context, title: "a", image: Data([1]), note: "n", rating: 1, album: Album(in: context))
        try context.save()
        let child = context.makeChild()
        let list = try follow(Fetch<Photo>().sorted { [$0.title.ascending] }, in: child)
        try #require(try child.find(Photo.self, photo.objectID)).image = Data([9])
        photo.image = Data([2])
        try context.save()
        _ = try report(list)
        #expect(throws: ConflictError.self) { try child.save() }
    }

    @Test func `an edit two levels up is an update`() throws {
        let grandchild = child.makeChild()
        let list = try follow(Self.byName, in: grandchild)
        ada.note = "x"
        #expect(try report(list).updatedRows.map(\.id) == [ada.objectID])
        try #require(try child.find(LedgerModel.Customer.self, bob.objectID)).note = "y"
        #expect(try report(list).updatedRows.map(\.id) == [bob.objectID])
        try child.save()
        #expect(try report(list).isEmpty)
        try context.save()
        #expect(try report(list).isEmpty)
    }

    @Test func `another destination above is an update, and a saved one keeps it`() throws {
        let order = LedgerModel.Order(in: context, number: 1, customer: ada)
        try context.save()
        let list = try follow(Fetch<LedgerModel.Order>().sorted { [$0.number.ascending] }, in: child)
        let new = LedgerModel.Customer(in: context, name: "New")
        order.customer = new
        #expect(try report(list).updatedRows.map(\.id) == [order.objectID])
        #expect(try list.list.object(at: [0, 0]).customer?.name == "New")
        try context.save()
        #expect(try report(list).isEmpty)
        order.customer = bob
        #expect(try report(list).updatedRows.map(\.id) == [order.objectID])
    }

    @Test func `a list of whole results gets an unsaved edit of the parent`() async throws {
        var lists = child.updates(of: Self.byName).makeAsyncIterator()
        #expect(try await lists.next(isolation: #isolation)?.map(\.note) == [nil, nil])
        ada.note = "x"
        #expect(try await lists.next(isolation: #isolation)?.map(\.note) == ["x", nil])
    }

    // MARK: Objects that stay

    @Test(arguments: [true, false]) func `a new object stays when the child and then its parent save`(keepsSortKeys: Bool) throws {
        let list = try follow(Self.byName, keepsSortKeys: keepsSortKeys, in: child)
        let above = try follow(Self.byName, keepsSortKeys: keepsSortKeys, in: context)
        let new = LedgerModel.Customer(in: child, name: "Bea")
        let temporary = new.objectID
        #expect(try report(list).insertedRows.map(\.id) == [temporary])
        try child.save()
        #expect(list.recorder.take() == [] && list.list.snapshot.ids == [ada, new, bob].map(\.objectID))
        #expect(above.recorder.take().flatMap { $0.insertedRows.map(\.id) } == [temporary])
        #expect(try report(list).isEmpty)
        try context.save()
        let change = try report(list)
        #expect(change.permanentIDs == [temporary: new.objectID] && !new.objectID.isTemporary)
        #expect(change.insertedRows == [] && change.deletedRows == [] && change.movedRows == [] && change.updatedRows == [])
        #expect(list.list.snapshot.ids == [ada, new, bob].map(\.objectID))
        #expect(try report(list).isEmpty)
    }

    @Test func `a list finds the place of a new object of the parent by its identity`() throws {
        let new = LedgerModel.Customer(in: context, name: "Bea")
        let list = try follow(Self.byName, in: child)
        #expect(list.list.indexPath(of: new.objectID) == [0, 1])
        try context.save()
        try child.processPendingChanges()
        #expect(list.list.indexPath(of: new.objectID) == [0, 1])
    }

    @Test func `a new object of the parent stays in a child without an object for it`() throws {
        let list = try follow(Self.byName, in: child)
        let grandchild = child.makeChild()
        let deeper = try follow(Self.byName, in: grandchild)
        let new = LedgerModel.Customer(in: context, name: "Bea")
        let temporary = new.objectID
        #expect(try report(list).insertedRows.map(\.id) == [temporary] && report(deeper).insertedRows.map(\.id) == [temporary])
        new.note = "x"
        #expect(try report(list).updatedRows.map(\.id) == [temporary] && report(deeper).updatedRows.map(\.id) == [temporary])
        try context.save()
        for change in [try report(list), try report(deeper)] {
            #expect(change.permanentIDs == [temporary: new.objectID] && change.insertedRows == [] && change.deletedRows == [])
            #expect(change.updatedRows == [] && change.movedRows == [])
        }
    }

    @Test func `a child's save, its parent's save and an edit before the next report are one update`() throws {
        let list = try follow(Self.byName, in: child)
        let grandchild = child.makeChild()
        let deeper = try follow(Self.byName, in: grandchild)
        let new = LedgerModel.Customer(in: grandchild, name: "Bea")
        let temporary = new.objectID
        _ = try report(deeper)
        try grandchild.save()
        try child.save()
        try context.save()
        try #require(try context.find(LedgerModel.Customer.self, new.objectID)).note = "x"
        _ = deeper.recorder.take()
        let change = try report(deeper)
        #expect(change.permanentIDs == [temporary: new.objectID] && change.updatedRows.map(\.id) == [new.objectID])
        #expect(change.insertedRows == [] && change.deletedRows == [])
        #expect(list.list.count == 3)
    }

    @Test func `a loop that is slower than the saves gets no object as deleted and inserted`() async throws {
        let list = FetchedResultsController(Self.byName, in: child, isolation: nil)
        try list.performFetch()
        var changes = list.changes.makeAsyncIterator()
        let new = LedgerModel.Customer(in: child, name: "Bea")
        let temporary = new.objectID
        try child.processPendingChanges()
        LedgerModel.Customer(in: child, name: "Cid")
        try child.processPendingChanges()
        try child.save()
        new.note = "x"
        try child.processPendingChanges()
        try child.save()
        try context.save()
        try child.processPendingChanges()
        #expect(try await changes.next(isolation: #isolation)?.insertedRows.map(\.id) == [temporary])
        let later = try #require(try await changes.next(isolation: #isolation))
        #expect(later.permanentIDs[temporary] == new.objectID && later.deletedRows == [] && later.insertedRows.count == 1)
        #expect(later.updatedRows.map(\.id) == [new.objectID])
    }

    @Test func `a report names no permanent identity for an object that keeps its temporary one`() throws {
        let list = try follow(Self.byName, in: child)
        let new = LedgerModel.Customer(in: child, name: "Bea")
        _ = try report(list)
        new.note = "x"
        try child.save()
        let change = try #require(list.recorder.take().first)
        #expect(change.updatedRows.map(\.id) == [new.objectID] && new.objectID.isTemporary)
        #expect(change.permanentIDs == [:] && change.insertedRows == [] && change.deletedRows == [])
    }

    @Test func `a save that its child does not see as a change reports nothing to the parent's list either`() throws {
        let above = try follow(Self.byName, in: context)
        let own = try #require(try child.find(LedgerModel.Customer.self, ada.objectID))
        own.note = "x"
        try child.save()
        #expect(above.recorder.take().flatMap { $0.updatedRows.map(\.id) } == [ada.objectID])
        try context.save()
        #expect(above.recorder.take() == [])
    }

    @Test func `the changes of a child name the identities that its parent's save gives`() async throws {
        var changes = child.changes.makeAsyncIterator()
        let new = LedgerModel.Customer(in: child, name: "Bea")
        let temporary = new.objectID
        #expect(try await changes.next(isolation: #isolation)?.inserted == [temporary])
        try child.save()
        try context.save()
        #expect(try await changes.next(isolation: #isolation)?.permanentIDs == [temporary: new.objectID])
    }

    // MARK: Columns of every kind

    @Test(arguments: [true, false]) func `an unsaved lazy value above is an update`(keepsSortKeys: Bool) throws {
        let container = try PersistentContainer(for: AttributeOptions.self, at: .fresh)
        let context = try container.makeContext()
        let photo = Photo(in: context, title: "a", image: Data([1]), note: "n", rating: 1, album: Album(in: context))
        try context.save()
        let child = context.makeChild()
        let list = try follow(Fetch<Photo>().sorted { [$0.title.ascending] }, keepsSortKeys: keepsSortKeys, in: child)
        photo.image = Data([2])
        #expect(try report(list).updatedRows.map(\.id) == [photo.objectID])
        #expect(try list.list.object(at: [0, 0]).image == Data([2]))
        #expect(try report(list).isEmpty)
        photo.rating = 2
        #expect(try report(list).updatedRows.map(\.id) == [photo.objectID])
        try context.save()
        #expect(try report(list).isEmpty)
        photo.image = Data([3])
        _ = try report(list)
        try context.rollback()
        #expect(try report(list).updatedRows.map(\.id) == [photo.objectID])
        #expect(try list.list.object(at: [0, 0]).image == Data([2]))
        // Another context writes a lazy value alone.
        let other = try container.makeContext()
        try #require(try other.find(Photo.self, photo.objectID)).image = Data([4])
        try other.save()
        #expect(try report(list).updatedRows.map(\.id) == [photo.objectID])
    }

    @Test func `an unsaved value that only a subclass has is an update in a list of the base class`() throws {
        let context = try PersistentContainer(for: Inheritance.self, at: .fresh).makeContext()
        let office = Office(in: context, title: "Main")
        let employee = Employee(in: context, name: "Ada", number: 1, salary: 7, office: office)
        let guest = Guest(in: context, name: "Bob")
        try context.save()
        let list = try follow(InheritanceModel.Person.byName(), in: context.makeChild())
        employee.salary = 8
        #expect(try report(list).updatedRows.map(\.id) == [employee.objectID])
        (guest.card, employee.salary) = ("c", 7)
        #expect(Set(try report(list).updatedRows.map(\.id)) == [guest.objectID, employee.objectID])
        let new = Guest(in: context, name: "Cid")
        let temporary = new.objectID
        #expect(try report(list).insertedRows.map(\.id) == [temporary])
        try context.save()
        let change = try report(list)
        #expect(change.permanentIDs == [temporary: new.objectID] && change.updatedRows == [] && change.deletedRows == [])
    }
}
