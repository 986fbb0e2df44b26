import KinshipModel
import LedgerModel
import OrdersModel
import ReserveModel
import TestSupport
import Testing
import Trellis

/// Live results and streams beside connections that are not saved yet, relationships that are their own inverse, and rows that new
/// objects become.
struct FollowingLinkTests {
    // MARK: Connections that are not saved

    @Test(arguments: [true, false]) func `a list loses the owner of an unsaved connection whose other end is deleted`(isSaved: Bool) throws {
        let context = try StoreFile(of: Kinship.self).context()
        let first = Guest(in: context, name: "n")
        try context.save()
        let second = Guest(in: context, name: "m")
        if isSaved { try context.save() }
        let fetch = KinshipModel.Person.where { $0.peers.any { $0.name == "m" } }
        let list = FetchedResultsController(fetch, in: context)
        try list.performFetch()
        first.peers.insert(second)
        try context.processPendingChanges()
        #expect(list.snapshot.ids == [first.objectID])
        try context.delete(second)
        try context.processPendingChanges()
        #expect(list.snapshot.ids.isEmpty && first.peers.isEmpty)
        try context.save()
        #expect(try list.snapshot.ids.isEmpty && context.ids(fetch).isEmpty)
    }

    // MARK: Undo

    @Test func `a deleted object is no member of ordered relationships, with undo as without`() throws {
        for levels in [nil, 10] {
            let file = try StoreFile(of: Kinship.self)
            let first = try file.context()
            let (guest, peer) = (Guest(in: first, name: "g"), Guest(in: first, name: "p"))
            let club = Club(in: first, title: "c")
            club.members.append(guest)
            guest.peers.insert(peer)
            try first.save()
            let context = try file.context()
            context.undoLevels = levels
            try context.delete(try #require(try context.find(KinshipModel.Person.self, guest.objectID)))
            let mine = try #require(try context.find(Club.self, club.objectID))
            #expect(mine.members.isEmpty)
            #expect(try context.find(KinshipModel.Person.self, peer.objectID)?.peers.isEmpty == true)
            try context.save()
            #expect(mine.members.isEmpty)
            if levels == nil { continue }
            try context.undo()
            #expect(mine.members.map(\.name) == ["g"])
        }
    }

    @Test func `a deleted object is no member of an ordered relationship that is its own inverse`() throws {
        let file = try StoreFile(of: Reserve.self)
        let first = try file.context()
        let (ada, bob) = (Keeper(in: first, name: "Ada"), Keeper(in: first, name: "Bob"))
        ada.friends = [bob]
        try first.save()
        let context = try file.context()
        context.undoLevels = 10
        try context.delete(try #require(try context.find(Keeper.self, ada.objectID)))
        let mine = try #require(try context.find(Keeper.self, bob.objectID))
        #expect(mine.friends.isEmpty)
        try context.undo()
        #expect(mine.friends.map(\.name) == ["Ada"])
        try context.redo()
        try context.save()
        #expect(mine.friends.isEmpty)
    }

    @Test func `undo does not report a derived value that stays`() throws {
        let context = try StoreFile(of: Ledger.self).context()
        (context.notifiesObservers, context.undoLevels) = (true, 10)
        let row = LedgerModel.OrderRow(in: context, pieces: 2, price: 3)
        try context.save()
        context.clearUndo()
        row.pieces = 7
        let (cost, pieces) = (Watch { "\(row.cost ?? -1)" }, Watch { "\(row.pieces)" })
        try context.undo()
        expectReport(cost)
        expectReport(pieces)
        #expect(row.cost == 6 && row.pieces == 2)
    }

    // MARK: Moves

    @Test(arguments: [true, false]) func `of two moves that are equally few the one of the changed row is reported`(keepsSortKeys: Bool) throws {
        let context = try StoreFile(of: Ledger.self).context()
        let rows = [1, 2].map { LedgerModel.OrderRow(in: context, pieces: $0, price: 1) }
        try context.save()
        let list = FetchedResultsController(Fetch<LedgerModel.OrderRow>().sorted { [$0.cost.ascending] }, keepsSortKeys: keepsSortKeys, in: context)
        let recorder = ChangeRecorder<LedgerModel.OrderRow>()
        list.delegate = recorder
        try list.performFetch()
        rows[0].pieces = 3
        try context.save()
        #expect(list.snapshot.ids == rows.reversed().map(\.objectID))
        #expect(recorder.take().flatMap { $0.movedRows.map(\.id) } == [rows[0].objectID])
    }

    // MARK: Streams

    @Test(arguments: [false, true], [false, true])
    func `a stream reports that edits of members are discarded`(isLoaded: Bool, byRefresh: Bool) async throws {
        let file = try StoreFile(of: Kinship.self)
        let first = try file.context()
        let (guest, peer) = (Guest(in: first, name: "g"), Guest(in: first, name: "p"))
        try first.save()
        let context = try file.context()
        let mine = try #require(try context.find(Guest.self, guest.objectID))
        let other = try #require(try context.find(Guest.self, peer.objectID))
        if isLoaded { #expect(mine.peers.isEmpty && other.peers.isEmpty) }
        var (changes, others) = (mine.changes.makeAsyncIterator(), other.changes.makeAsyncIterator())
        mine.peers.insert(other)
        #expect(await changes.next(isolation: #isolation)?.properties == ["peers"])
        #expect(await others.next(isolation: #isolation)?.properties == ["peers"])
        if byRefresh { try context.refresh(mine, mergeChanges: false) } else { try context.rollback() }
        // Without the report, the next change would be this one.
        (mine.name, other.name) = ("g2", "p2")
        #expect(await changes.next(isolation: #isolation)?.properties == ["peers", "name"])
        #expect(await others.next(isolation: #isolation)?.properties == ["peers", "name"])
        #expect(mine.peers.isEmpty && other.peers.isEmpty)
    }

    @Test(arguments: [false, true])
    func `a stream reports that another owner's key is set back`(isRemoval: Bool) async throws {
        let file = try StoreFile(of: Reserve.self)
        let first = try file.context()
        let (ada, rex) = (Keeper(in: first, name: "Ada"), Animal(in: first, name: "Rex"))
        if isRemoval { rex.keeper = ada }
        try first.save()
        let context = try file.context()
        let mine = try #require(try context.find(Keeper.self, ada.objectID))
        let animal = try #require(try context.find(Animal.self, rex.objectID))
        var changes = mine.changes.makeAsyncIterator()
        animal.keeper = isRemoval ? nil : mine
        #expect(await changes.next(isolation: #isolation)?.properties == ["animals"])
        try context.rollback()
        mine.note = "n"
        #expect(await changes.next(isolation: #isolation)?.properties == ["animals", "note"])
    }

    // MARK: Rows that new objects become

    @Test(arguments: [UniqueKeyPolicy.storeWins, .objectWins], [true, false])
    func `a list reports a row as updated if a new object that it showed is written over it`(_ policy: UniqueKeyPolicy, keepsSortKeys: Bool) throws {
        for sortsByInfo in [false, true] {
            let file = try StoreFile(of: Orders.self)
            let first = try file.context()
            let ada = OrdersModel.Customer(in: first, name: "Ada", info: "old")
            let bob = OrdersModel.Customer(in: first, name: "Bob", info: "p")
            try first.save()
            let context = try file.context()
            context.uniqueKeyPolicy = policy
            let fetch = Fetch<OrdersModel.Customer>().sorted { sortsByInfo ? [$0.info.ascending] : [$0.name.ascending] }
            let list = FetchedResultsController(fetch, keepsSortKeys: keepsSortKeys, in: context)
            let recorder = ChangeRecorder<OrdersModel.Customer>()
            list.delegate = recorder
            try list.performFetch()
            OrdersModel.Customer(in: context, name: "Ada", info: "zzz")
            try context.processPendingChanges()
            _ = recorder.take()
            try context.save()
            let updated = recorder.take().flatMap { $0.updatedRows.map(\.id) }
            #expect(updated == (policy == .objectWins ? [ada.objectID] : []), "\(policy) \(sortsByInfo)")
            #expect(list.snapshot.ids == (policy == .objectWins && sortsByInfo ? [bob.objectID, ada.objectID] : [ada.objectID, bob.objectID]))
        }
    }

    @Test(.filesOnly(.file)) func `a new object that becomes a row takes its partner along, and the former partner loses it`() throws {
        for (policy, giving) in [(UniqueKeyPolicy.storeWins, false), (.objectWins, false), (.objectWins, true)] {
            let file = try StoreFile(of: Reserve.self)
            let container = try file.container()
            let first = try container.makeContext()
            let keepers = ["Ada", "Bob", "Eve"].map { Keeper(in: first, name: $0) }
            keepers[0].partner = keepers[1]
            try first.save()
            let context = try container.makeContext()
            context.uniqueKeyPolicy = policy
            let new = Keeper(in: context, name: "Ada")
            if giving { new.partner = try context.find(Keeper.self, keepers[2].objectID) }
            try context.save()
            let expected: [[String?]] =
                switch (policy, giving) {
                case (.objectWins, true): [["Ada", "Eve"], ["Bob", nil], ["Eve", "Ada"]]
                case (.objectWins, false): [["Ada", nil], ["Bob", nil], ["Eve", nil]]
                default: [["Ada", "Bob"], ["Bob", "Ada"], ["Eve", nil]]
                }
            let query = "SELECT a.name, b.name FROM keeper a LEFT JOIN keeper b ON b._id = a.partner_id ORDER BY a.name"
            #expect(try file.rows(query) == expected)
            #expect(new.partner?.name == expected[0][1])
            #expect(try container.checkIntegrity().isSound)
        }
    }

    @Test(.filesOnly(.file)) func `the check of a file finds keys that lead to a row that does not lead back`() throws {
        let file = try StoreFile(of: Reserve.self)
        let container = try file.container()
        let context = try container.makeContext()
        let (ada, bob) = (Keeper(in: context, name: "Ada"), Keeper(in: context, name: "Bob"))
        ada.partner = bob
        ada.friends = [bob]
        try context.save()
        #expect(try container.checkIntegrity().isSound)
        try file.execute("UPDATE keeper SET partner_id = NULL WHERE name = 'Ada'")
        let problems = try container.checkIntegrity().problems
        #expect(problems == [.oneSidedKey(table: "keeper", row: 2, column: "partner_id")])
        #expect(problems.first?.description == "keeper row 2: 'partner_id' leads to a row that does not lead back")
    }

    @Test func `the key of a one-to-one relationship merges no objects`() throws {
        let file = try StoreFile(of: Reserve.self)
        let first = try file.context()
        let ada = Keeper(in: first, name: "Ada")
        Pass(in: first, number: 1, keeper: ada)
        try first.save()
        let context = try file.context()
        context.uniqueKeyPolicy = .objectWins
        // Another program has given the keeper a pass that this context has not seen.
        let mine = try #require(try context.find(Keeper.self, ada.objectID))
        #expect(mine.pass?.number == 1)
        mine.pass = nil
        try context.save()
        Pass(in: context, number: 2, keeper: mine)
        try file.execute("UPDATE pass SET keeper_id = 1")
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.oneToOne])
        #expect(error?.description.contains("one-to-one") == true)
        #expect(try file.rows("SELECT number FROM pass") == [["1"]])
    }
}
