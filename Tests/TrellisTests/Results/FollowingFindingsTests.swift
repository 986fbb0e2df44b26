import Foundation
import ReserveModel
import TestSupport
import Testing
import Trellis

/// Live results beside reads, links and writers that once made them miss a change.
struct FollowingFindingsTests {
    private let file: StoreFile<Reserve>
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Reserve.self)
        let container = try file.container()
        (context, other) = (try container.makeContext(), try container.makeContext())
    }

    @Test(.filesOnly(.plainSQL)) func `a list that reads a derived attribute reports what another process writes into its rows`() throws {
        let ada = Keeper(in: context, name: "Ada")
        try context.save()
        let list = FetchedResultsController(Keeper.where { $0.animalCount < 2 }, in: context)
        let recorder = ChangeRecorder<Keeper>()
        list.delegate = recorder
        try list.performFetch()
        try file.execute("UPDATE keeper SET note = 'new', _version = _version + 1")
        for _ in 0..<200 where ada.note == nil {
            Thread.sleep(forTimeInterval: 0.02)
            try context.processPendingChanges()
        }
        #expect(ada.note == "new")
        #expect(recorder.take().flatMap { $0.updatedRows.map(\.id) } == [ada.objectID])
    }

    @Test func `an object with an unsaved partner is found once if another context has given it one too`() throws {
        let ada = Keeper(in: context, name: "Ada")
        try context.save()
        let own = Pass(in: context, number: 1, keeper: ada)
        Pass(in: other, number: 2, keeper: try other.find(Keeper.self, ada.objectID))
        try other.save()
        #expect(try context.count(Keeper.where { $0.pass != nil }) == 1)
        #expect(try context.fetch(Fetch<Keeper>().sorted { [$0.pass.number.ascending] }) == [ada])
        #expect(try context.count(Keeper.where { $0.pass.number == 2 }) == 0)
        #expect(try context.count(Keeper.where { $0.pass.number == 1 }) == 1)
        #expect(ada.pass === own)
        #expect(try context.count(Fetch<Pass>()) == 2)
    }

    @Test func `a list follows an object that other entities lead to by the same name`() throws {
        let ada = Keeper(in: context, name: "Ada")
        Animal(in: context, name: "Rex", keeper: ada)
        let invoice = Invoice(in: context, amount: 1, keeper: ada)
        let round = Round(in: context, name: "North", keeper: ada)
        let invoices = FetchedResultsController(Invoice.where { $0.keeper.name == "Bob" }, in: context)
        let rounds = FetchedResultsController(Round.where { $0.keeper.name == "Bob" }, in: context)
        try invoices.performFetch()
        try rounds.performFetch()
        ada.name = "Bob"
        try context.processPendingChanges()
        #expect(invoices.snapshot.ids == [invoice.objectID] && rounds.snapshot.ids == [round.objectID])
        try context.save()
        #expect(invoices.snapshot.ids == [invoice.objectID] && rounds.snapshot.ids == [round.objectID])
    }

    @Test func `an edited object without a row is found by a fetch that reads a derived attribute`() throws {
        let ada = Keeper(in: context, name: "Ada")
        let bob = Keeper(in: context, name: "Bob")
        try context.save()
        let list = FetchedResultsController(Fetch<Keeper>().sorted { [$0.animalCount.ascending, $0.name.ascending] }, in: context)
        try list.performFetch()
        ada.note = "edited"
        try other.delete(try #require(try other.find(Keeper.self, ada.objectID)))
        try other.save()
        try context.processPendingChanges()
        #expect(Set(try context.fetch(list.fetch)) == [ada, bob])
        #expect(Set(list.snapshot.ids) == [ada.objectID, bob.objectID])
        #expect(throws: ConflictError.self) { try context.save() }
    }

    @Test func `a list shows an inserted object that a relationship has loaded before the report`() throws {
        let ada = Keeper(in: context, name: "Ada")
        let rex = Animal(in: context, name: "Rex")
        try context.save()
        let list = FetchedResultsController(Fetch<Animal>().sorted { [$0.name.ascending] }, in: context)
        let recorder = ChangeRecorder<Animal>()
        list.delegate = recorder
        try list.performFetch()
        let new = Animal(in: other, name: "Bello", keeper: try other.find(Keeper.self, ada.objectID))
        try other.save()
        #expect(ada.animals.count == 1)
        try context.processPendingChanges()
        #expect(list.snapshot.ids == [new.objectID, rex.objectID])
        #expect(recorder.take().flatMap { $0.insertedRows.map(\.id) } == [new.objectID])
    }

    @Test func `a list reports an object that was read after another context's save and before the report`() throws {
        let ada = Keeper(in: context, name: "Ada")
        let id = try { () throws -> ObjectID in
            let rex = Animal(in: context, name: "Rex", keeper: ada)
            try context.save()
            return rex.objectID
        }()
        try context.refreshAll()
        let list = FetchedResultsController(Fetch<Animal>(), in: context)
        let recorder = ChangeRecorder<Animal>()
        list.delegate = recorder
        try list.performFetch()
        try #require(try other.find(Animal.self, id)).name = "Rex II"
        try other.save()
        #expect(ada.animals.map(\.name) == ["Rex II"])
        try context.processPendingChanges()
        #expect(recorder.take().flatMap { $0.updatedRows.map(\.id) } == [id])
    }

    @Test func `a child that has read its objects again keeps the lazy value of a new object above it`() throws {
        let ada = Keeper(in: context, name: "Ada", diary: "Monday")
        let child = context.makeChild()
        let own = try #require(try child.find(Keeper.self, ada.objectID))
        own.name = "Ada L."
        try child.refreshAll()
        try child.save()
        #expect(ada.diary == "Monday" && ada.name == "Ada L.")
        try context.save()
        #expect(try file.rows("SELECT name, diary FROM keeper") == [["Ada L.", "Monday"]])
    }

    @Test func `undo keeps a row that a save has taken for a new object`() throws {
        let ada = Keeper(in: context, name: "Ada", note: "old")
        Animal(in: context, name: "Rex", keeper: ada)
        try context.save()
        for policy in [UniqueKeyPolicy.storeWins, .objectWins] {
            let taking = try file.container().makeContext()
            taking.uniqueKeyPolicy = policy
            taking.undoLevels = 5
            Keeper(in: taking, name: "Ada", note: "new")
            Animal(in: taking, name: "Bello")
            try taking.save()
            try taking.undo()
            try taking.save()
            #expect(try file.rows("SELECT name FROM animal") == [["Rex"]])
        }
        #expect(try file.rows("SELECT name, note FROM keeper") == [["Ada", "new"]])
    }

    @Test func `a member that stays at its place makes no undo step`() throws {
        let ada = Keeper(in: context, name: "Ada")
        let round = Round(in: context, name: "North", keeper: ada)
        try context.save()
        context.undoLevels = 5
        ada.rounds.insert(round, at: 0)
        ada.rounds.move(from: 0, to: 0)
        #expect(context.undoSteps.isEmpty && !context.hasChanges)
    }
}
