import KitchenSinkModel
import Testing
import Trellis

/// Unsaved objects that refer to rows which a batch has deleted.
struct DeletedDestinationTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private let other: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(for: KitchenSink.self, at: .fresh)
        (context, other) = (try container.makeContext(), try container.makeContext())
        other.automaticallyMergesChanges = true
    }

    private func member(_ name: String, in context: ManagedObjectContext) -> Member {
        Member(in: context, name: name, home: Address(street: "Main", city: "Thun"))
    }

    private func favourites(_ fetch: Fetch<Member>, in context: ManagedObjectContext) throws -> [ObjectID?] {
        try context.fetch(fetch.values { $0.favourite })
    }

    @Test(arguments: [true, false])
    func `a new object shows no identity of a deleted row, and saves nil`(isOwnBatch: Bool) throws {
        let book = Book(in: context, title: "Dune")
        try context.save()
        let holder = isOwnBatch ? context : other
        let eve = member("Eve", in: holder)
        eve.favourite = try holder.find(Item.self, book.objectID)
        let fetch = Member.where { $0.name == "Eve" }
        #expect(try favourites(fetch, in: holder) == [book.objectID])
        try context.batchDelete(Fetch<Book>(), skipping: [.hooks, .validations, .memberCounts])
        _ = try holder.fetchAll(Book.self)
        #expect(eve.favourite == nil)
        #expect(try favourites(fetch, in: holder) == [nil])
        #expect(Member.Snapshot(of: eve).favourite == nil)
        #expect(try holder.fetch(Member.where { $0.favourite == nil }) == [eve])
        try holder.save()
        #expect(!eve.objectID.isTemporary && eve.favourite == nil)
        #expect(try favourites(fetch, in: container.makeContext()) == [nil])
    }

    @Test(arguments: [true, false])
    func `an edited object whose row went with its destination shows no identity of that`(isOwnBatch: Bool) throws {
        let card = Card(in: context, number: 1, member: member("Ada", in: context))
        try context.save()
        let id = card.objectID
        let holder = isOwnBatch ? try container.makeContext() : other
        // Its member is never loaded.
        let mine = try #require(try holder.find(Card.self, id))
        mine.number = 2
        try (isOwnBatch ? holder : context).batchDelete(Fetch<Member>(), skipping: [.hooks, .validations, .memberCounts])
        _ = try holder.fetchAll(Member.self)
        #expect(!mine.isDeleted && mine.member == nil)
        let fetch = Card.where { $0.number == 2 }
        // The model requires a member, so that no value stands for the missing one.
        #expect(throws: StoreError.unreadableResult(name: "member", entity: "Card", type: "ObjectID")) {
            try holder.fetch(fetch.values { $0.member })
        }
        #expect(Card.Snapshot(of: mine).member == nil)
        #expect(throws: ConflictError.self) { try holder.save() }
    }

    @Test func `a child shows what its parent shows of a deleted destination`() throws {
        let book = Book(in: context, title: "Dune")
        try context.save()
        let eve = member("Eve", in: context)
        eve.favourite = book
        let child = context.makeChild()
        let own = try #require(try child.find(Member.self, eve.objectID))
        try context.batchDelete(Fetch<Book>(), skipping: [.hooks, .validations, .memberCounts])
        try child.refreshAll()
        #expect(own.favourite == nil && Member.Snapshot(of: own).favourite == nil)
        #expect(try favourites(Member.where { $0.name == "Eve" }, in: child) == [nil])
    }

    @Test func `a destination that another object keeps, or that is new, has its identity`() throws {
        let (dune, solaris) = (Book(in: context, title: "Dune"), Book(in: context, title: "Solaris"))
        try context.save()
        let (eve, joe) = (member("Eve", in: context), member("Joe", in: context))
        (eve.favourite, joe.favourite) = (solaris, Book(in: context, title: "New"))
        dune.title = "Dune II"
        let fay = member("Fay", in: context)
        fay.favourite = dune
        try context.batchDelete(Book.where { $0.title == "Dune" }, skipping: [.hooks, .validations, .memberCounts])
        // An object with unsaved changes stays, and so does what refers to it.
        #expect(!dune.isDeleted && fay.favourite === dune)
        let ids = try favourites(Fetch<Member>().sorted { [$0.name.ascending] }, in: context)
        #expect(ids == [solaris.objectID, dune.objectID, joe.favourite?.objectID])
        #expect(Member.Snapshot(of: fay).favourite == dune.objectID && Member.Snapshot(of: eve).favourite == solaris.objectID)
    }
}
