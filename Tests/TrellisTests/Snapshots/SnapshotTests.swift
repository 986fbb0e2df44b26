import Foundation
import KitchenSinkModel
import Testing
import Trellis

/// Values of objects, to where the objects themselves cannot go.
struct SnapshotTests {
    private let file: StoreFile<KitchenSink>
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: KitchenSink.self)
        container = try file.container()
        context = try container.makeContext()
    }

    private func member(_ name: String) -> Member {
        Member(in: context, name: name, home: Address(street: "Main", city: "Thun"))
    }

    /// What another program would get.
    private func sent<Snapshot: ObjectSnapshot>(_ snapshot: Snapshot) throws -> Snapshot {
        try JSONDecoder().decode(Snapshot.self, from: JSONEncoder().encode(snapshot))
    }

    // MARK: What it holds

    @Test func `it holds the attributes and where to-one relationships lead`() throws {
        let (ada, bob) = (member("Ada"), member("Bob"))
        ada.spouse = bob
        Card(in: context, number: 7, member: ada)
        let book = Book(in: context, title: "Dune")
        ada.favourite = book
        try context.save()
        let snapshot = Member.Snapshot(of: ada)
        #expect(snapshot.objectID == ada.objectID)
        #expect(snapshot.name == "Ada" && snapshot.home.city == "Thun" && snapshot.channel == .desk && snapshot.work == nil)
        #expect(snapshot.spouse == bob.objectID && snapshot.card == ada.card?.objectID && snapshot.favourite == book.objectID)
        #expect(Member.Snapshot(of: bob).card == nil && Member.Snapshot(of: bob).favourite == nil)
        ada.name = "Eve"
        #expect(snapshot.name == "Ada", "later changes are none of its business")
    }

    @Test func `nothing is loaded for an identity that the row tells`() throws {
        let (ada, bob) = (member("Ada"), member("Bob"))
        (ada.spouse, ada.favourite) = (bob, Book(in: context, title: "Dune"))
        try context.save()
        let other = try container.makeContext()
        let read = try #require(try other.find(Member.self, ada.objectID))
        let (snapshot, statements) = other.recordStatements { Member.Snapshot(of: read) }
        #expect(snapshot.spouse == bob.objectID)
        // The card's key stands in the card's row, and what an item is in the item's.
        #expect(snapshot.favourite?.entity == "Book")
        #expect(statements.map(\.purpose).sorted { $0.rawValue < $1.rawValue } == [.fault, .relationship])
    }

    @Test func `a class that inherits has its parent's values in its own`() throws {
        let record = DoubleRecord(in: context, title: "Live", sides: 3)
        record.tracks.append(Track(in: context, title: "One", seconds: 60))
        record.shelf = Shelf(in: context, label: "A")
        record.cover = Data([1])
        try context.save()
        let snapshot = DoubleRecord.Snapshot(of: record)
        #expect(snapshot.title == "Live" && snapshot.sides == 3 && snapshot.shelf == record.shelf?.objectID)
        #expect(snapshot.sortTitle == "live" && snapshot.seconds == 60 && snapshot.cover == Data([1]))
        let asItem = Item.Snapshot(of: record)
        #expect(asItem.title == "Live" && asItem.objectID == record.objectID)
    }

    // MARK: Sending it

    @Test func `every type comes back from JSON as it was`() throws {
        let values = Values(plainIn: context)
        values.amount = try #require(Decimal(string: "12.34"))
        (values.text, values.bytes, values.kind, values.state) = ("å", Data([1, 2]), .vinyl, .broken)
        (values.maybeChannel, values.maybeDay, values.counts) = (.unknown("X"), Day(2024, 2, 29), ["a": 1])
        (values.maybePlace, values.maybeDouble) = (Point(latitude: 1, longitude: 2), 0.1)
        try context.save()
        let snapshot = Values.Snapshot(of: values)
        let back = try sent(snapshot)
        #expect(back == snapshot && back.hashValue == snapshot.hashValue)
        #expect(back.maybeChannel == .unknown("X") && back.maybeDay == Day(2024, 2, 29) && back.maybePlace?.longitude == 2)
        #expect(back.maybeFlag == nil && back.amount == values.amount && back.counts == ["a": 1])
    }

    @Test func `it is an object with the names of the model`() throws {
        let card = Card(in: context, number: 7, member: member("Ada"))
        try context.save()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(Card.Snapshot(of: card)), as: UTF8.self)
        let store = try #require(card.objectID.storeIdentifier)
        #expect(text == #"{"member":"trellis://\#(store)/Member/1","number":7,"objectID":"trellis://\#(store)/Card/1"}"#)
    }

    @Test func `what is missing is nil where it may be, and an error otherwise`() throws {
        let back = try JSONDecoder().decode(Card.Snapshot.self, from: Data(#"{"objectID":"Card/1","number":7}"#.utf8))
        #expect(back.number == 7 && back.member == nil)
        for text in [#"{"objectID":"Card/1"}"#, #"{"number":7}"#, #"{"objectID":"Card/x","number":7}"#, #"{"objectID":"Card/-1","number":7}"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Card.Snapshot.self, from: Data(text.utf8)) }
        }
    }

    @Test func `an identity that is temporary is not written down`() {
        let snapshot = Member.Snapshot(of: member("Ada"))
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(snapshot) }
    }

    @Test func `snapshots with other values, or of other objects, are not equal`() throws {
        let (ada, values) = (member("Ada"), Values(plainIn: context))
        let before = Member.Snapshot(of: ada)
        #expect(before == Member.Snapshot(of: ada))
        ada.home.city = "Bern"
        #expect(before != Member.Snapshot(of: ada))
        ada.home.city = "Thun"
        #expect(before == Member.Snapshot(of: ada))
        #expect(Member.Snapshot(of: member("Ada")) != before)
        let counts = Values.Snapshot(of: values)
        values.counts = ["b": 1]
        #expect(counts != Values.Snapshot(of: values))
    }

    // MARK: Applying it

    @Test func `it leaves perform, and is applied in another context`() async throws {
        let container = container
        let snapshot = try await container.perform { context in
            let ada = Member(in: context, name: "Ada", home: Address(street: "Main", city: "Thun"))
            let bob = Member(in: context, name: "Bob", home: Address(street: "Main", city: "Thun"))
            try context.save()
            ada.name = "Eve"
            ada.spouse = bob
            ada.home.zip = "3600"
            return Member.Snapshot(of: ada)
        }
        let ada = try snapshot.apply(in: context)
        #expect(ada.name == "Eve" && ada.home.zip == "3600" && ada.spouse?.name == "Bob" && ada.spouse?.spouse === ada)
        try context.save()
        #expect(try file.column("SELECT name FROM member ORDER BY _id") == ["Eve", "Bob"])
    }

    @Test func `applying what an object has already changes nothing`() throws {
        let ada = member("Ada")
        Card(in: context, number: 7, member: ada)
        try context.save()
        try Member.Snapshot(of: ada).apply(to: ada)
        #expect(!context.hasChanges)
    }

    @Test func `what is derived stays as it is`() throws {
        let shelf = Shelf(in: context, label: "A")
        let book = Book(in: context, title: "Dune")
        book.shelf = shelf
        try context.save()
        var snapshot = Shelf.Snapshot(of: shelf)
        snapshot.itemCount = 12
        try snapshot.apply(to: shelf)
        #expect(shelf.itemCount == 1 && !context.hasChanges)
    }

    @Test func `a relationship that leads nowhere is an error before anything is set`() throws {
        let ada = member("Ada")
        try context.save()
        var snapshot = Member.Snapshot(of: ada)
        snapshot.name = "Eve"
        snapshot.spouse = ObjectID(entity: "Member", rowID: 99)
        #expect(throws: StoreError.notFound(ObjectID(entity: "Member", rowID: 99))) { try snapshot.apply(to: ada) }
        #expect(ada.name == "Ada" && !context.hasChanges)
        try context.delete(ada)
        try context.save()
        #expect(throws: StoreError.notFound(ada.objectID)) { try snapshot.apply(in: context) }
    }
}
