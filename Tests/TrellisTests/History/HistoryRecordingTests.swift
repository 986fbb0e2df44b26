import ChronicleModel
import Foundation
import OrdersModel
import Testing
import Trellis

/// What the change history has of one change.
struct HistoryRecordingTests {
    private let file: StoreFile<Chronicle>
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Chronicle.self)
        container = try file.container()
        context = try container.makeContext()
    }

    /// The changes since the last call of a test's own.
    private func changes(after token: HistoryToken) throws -> [HistoryChange] { try container.history.changes(after: token) }

    private func words(_ changes: [HistoryChange]) -> [String] {
        changes.map { "\($0.operation) \($0.objectID) \($0.changedProperties.sorted().joined(separator: ","))" }
    }

    @Test func `an insert, an update and a delete have a change each, in their order`() throws {
        let member = Member(in: context, name: "Ada")
        try context.save()
        member.info = "tall"
        try context.save()
        try context.delete(member)
        try context.save()
        let changes = try changes(after: .beginning)
        #expect(words(changes) == ["insert Member/1 ", "update Member/1 info", "delete Member/1 "])
        #expect(changes.map(\.token).sorted() == changes.map(\.token))
        #expect(try container.history.newestToken == changes.last?.token)
    }

    @Test func `an update that changes nothing, or the version only, has no change`() throws {
        Member(in: context, name: "Ada")
        try context.save()
        let token = try container.history.newestToken
        try file.execute("UPDATE member SET name = name, info = NULL; UPDATE member SET _version = _version + 1")
        #expect(try changes(after: token).isEmpty)
    }

    @Test func `plain SQL is recorded, without an author`() throws {
        try file.execute("INSERT INTO circle (title) VALUES ('a'); UPDATE circle SET title = 'b'; DELETE FROM circle")
        let changes = try changes(after: .beginning)
        #expect(words(changes) == ["insert Circle/1 ", "update Circle/1 title", "delete Circle/1 "])
        #expect(changes.allSatisfy { $0.transaction == nil })
    }

    @Test func `a row that gets another key is another object`() throws {
        try file.execute("INSERT INTO circle (title) VALUES ('a'); UPDATE circle SET _id = 7, title = 'b'")
        #expect(words(try changes(after: .beginning)) == ["insert Circle/1 ", "delete Circle/1 ", "insert Circle/7 "])
    }

    @Test func `a save names its author and its context, and all its changes have one transaction`() throws {
        context.transactionAuthor = "app"
        context.name = "main"
        let begin = Date()
        Circle(in: context, title: "a")
        Circle(in: context, title: "b")
        try context.save()
        context.transactionAuthor = nil
        try context.batchUpdate(Fetch<Circle>()) { [$0.title.set(to: "c")] }
        let changes = try changes(after: .beginning)
        #expect(changes.map(\.transaction?.author) == ["app", "app", nil, nil])
        #expect(changes.map(\.transaction?.contextName) == ["main", "main", "main", "main"])
        let transactions = Set(changes.compactMap(\.transaction))
        #expect(transactions.count == 2)
        #expect(transactions.allSatisfy { (begin...Date()).contains($0.date) })
        #expect(changes[0].transaction?.firstToken == changes[0].token && changes[1].transaction?.lastToken == changes[1].token)
    }

    @Test func `a transaction that fails is not recorded`() throws {
        Member(in: context, name: "Ada")
        try context.save()
        Circle(in: context, title: "a")
        Member(in: context, name: "Ada")
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try changes(after: .beginning).count == 1)
    }

    @Test func `changed properties are asked for by their generated names`() throws {
        let member = Member(in: context, name: "Ada", home: Address(street: "a", city: "b"))
        try context.save()
        let token = try container.history.newestToken
        member.home = Address(street: "a", city: nil)
        try context.save()
        let change = try #require(try container.history.changes(of: Member.self, after: token).first)
        #expect(change.changedProperties == ["home.city"])
        #expect(change.hasChanged { $0.home })
        #expect(!change.hasChanged { $0.name })
        #expect(change.operation == .update && change.objectID == member.objectID)
    }

    @Test func `a to-one relationship changes where its key is, and a derived value where it stands`() throws {
        let member = Member(in: context, name: "Ada")
        let visit = Visit(in: context, date: Date(timeIntervalSinceReferenceDate: 0))
        try context.save()
        let token = try container.history.newestToken
        visit.member = member
        try context.save()
        let all = try changes(after: token)
        #expect(all.contains { $0.objectID == visit.objectID && $0.hasChanged("member") })
        #expect(all.contains { $0.objectID == member.objectID && $0.changedProperties == ["visitCount"] })
        #expect(!all.contains { $0.hasChanged("visits") })
        let token2 = try container.history.newestToken
        try context.delete(visit)
        try context.save()
        let change = try #require(try container.history.changes(of: Visit.self, after: token2).first)
        #expect(change.formerDestination { $0.member } == member.objectID)
    }

    @Test func `a connection changes both ends, and not an end that is gone`() throws {
        let member = Member(in: context, name: "Ada")
        let circle = Circle(in: context, title: "a")
        try context.save()
        var token = try container.history.newestToken
        member.circles.append(circle)
        try context.save()
        #expect(Set(words(try changes(after: token))) == ["update Circle/1 members", "update Member/1 circles"])
        token = try container.history.newestToken
        try context.delete(circle)
        try context.save()
        let last = words(try changes(after: token))
        #expect(Set(last) == ["update Member/1 circles", "delete Circle/1 "] && last.count == 2)
    }

    @Test func `a relationship that is its own inverse changes both objects`() throws {
        let (ada, ben) = (Member(in: context, name: "Ada"), Member(in: context, name: "Ben"))
        try context.save()
        let token = try container.history.newestToken
        ada.friends.insert(ben)
        try context.save()
        #expect(Set(words(try changes(after: token))) == ["update Member/1 friends", "update Member/2 friends"])
    }

    @Test func `a hierarchy's changes have the entity of each row, and a parent finds its children`() throws {
        Book(in: context, title: "a", pages: 3)
        Film(in: context, title: "b")
        try context.save()
        #expect(Set(try changes(after: .beginning).map(\.objectID.entity)) == ["Book", "Film"])
        #expect(try container.history.changes(of: Item.self, after: .beginning).count == 2)
        #expect(try container.history.changes(of: Book.self, after: .beginning).map(\.objectID.entity) == ["Book"])
    }

    @Test(.filesOnly(.nul)) func `a deleted row leaves the values that the model preserves, with all digits`() throws {
        let number = UUID()
        let joined = Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
        let member = Member(
            in: context, name: "Ada \"x\"\n\u{0}é", info: "secret", number: number, joined: joined, fee: Decimal(string: "12.30"),
            home: Address(street: "Lane", city: nil))
        let (book, film) = (Book(in: context, title: "t", pages: .max), Film(in: context, title: "u", rating: 0.1 + 0.2))
        try context.save()
        for object in [member, book, film] { try context.delete(object) }
        try context.save()
        let change = try #require(try container.history.changes(of: Member.self, after: .beginning).last)
        #expect(change.operation == .delete)
        #expect(try change.preservedValue { $0.name } == "Ada \"x\"\n\u{0}é")
        #expect(try change.preservedValue { $0.number } == number)
        #expect(try change.preservedValue { $0.joined } == joined)
        #expect(try change.preservedValue { $0.fee } == Decimal(string: "12.30"))
        #expect(try change.preservedValue { $0.home.street } == "Lane")
        #expect(try change.preservedValue { $0.home.city } == .some(nil))
        #expect(try change.preservedValue { $0.info } == nil)
        let books = try container.history.changes(of: Book.self, after: .beginning)
        #expect(try books.last?.preservedValue { $0.pages } == .max)
        let films = try container.history.changes(of: Film.self, after: .beginning)
        #expect(try films.last?.preservedValue { $0.rating } == .some(0.1 + 0.2))
    }

    @Test func `a model without a history has no table, and says so`() throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container()
        #expect(try file.column("SELECT name FROM sqlite_schema WHERE name LIKE '%history%'").isEmpty)
        #expect(!container.history.isRecorded)
        #expect(throws: HistoryError.notRecorded(model: "Orders")) { try container.history.changes(after: .beginning) }
    }

    @Test(.filesOnly(.file)) func `a store in memory has a history too, and a check finds a lost trigger`() throws {
        let memory = try PersistentContainer(for: Chronicle.self, at: .inMemory)
        let context = try memory.makeContext()
        Circle(in: context, title: "a")
        try context.save()
        #expect(try memory.history.changes(after: .beginning).count == 1)
        #expect(try container.checkIntegrity().isSound)
        try file.execute("DROP TRIGGER _trellis_history__circle__update")
        #expect(try container.checkIntegrity().problems == [.missingObject("_trellis_history__circle__update")])
    }
}
