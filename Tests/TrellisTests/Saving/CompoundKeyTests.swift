import Foundation
import IndexesModel
import TestSupport
import Testing
import Trellis

/// New objects become the objects of rows that have the same values of two properties.
struct CompoundKeyTests {
    private static let guests = [
        "Ada", "", "'", "\"", "\\", "\\\"", "[1,2]", "{}", "null", "a\nb", "\u{1}", "a\tb", "é", "e\u{301}", "🙂", "1", "1.0", ",", "]",
    ]

    private let file: StoreFile<Indexes>

    init() throws {
        file = try StoreFile(of: Indexes.self)
    }

    private func day(_ number: Int) throws -> Day { try #require(Day(year: 2026, month: 1, day: number)) }

    /// A booking for each guest, each in a room of its own.
    private func book(_ guests: [String?], _ day: Day, price: Decimal, in context: ManagedObjectContext) -> [IndexesModel.Booking] {
        guests.enumerated().map { place, guest in
            IndexesModel.Booking(in: context, day: day, guest: guest, price: price, room: Room(in: context, name: "\(price) \(day) \(place)"))
        }
    }

    @Test(arguments: [UniqueKeyPolicy.objectWins, .storeWins])
    func `each finds its own row, whatever its text is`(_ policy: UniqueKeyPolicy) throws {
        let writer = try file.context()
        let stored = book(Self.guests, try day(1), price: 1, in: writer)
        try writer.save()
        let context = try file.context()
        context.uniqueKeyPolicy = policy
        let new = book(Self.guests.reversed(), try day(1), price: 2, in: context)
        try context.save()
        #expect(new.map(\.objectID.rowID) == stored.reversed().map(\.objectID.rowID))
        #expect(try file.column("SELECT DISTINCT price FROM booking") == [policy == .objectWins ? "200" : "100"])
        #expect(try file.column("SELECT count(*) FROM booking") == ["\(Self.guests.count)"])
    }

    @Test func `one value of two is not enough, and nil equals nothing`() throws {
        let writer = try file.context()
        _ = book(["Ada", nil], try day(1), price: 1, in: writer)
        try writer.save()
        let context = try file.context()
        context.uniqueKeyPolicy = .objectWins
        _ = book(["Bob", nil, nil], try day(1), price: 2, in: context)
        _ = book(["Ada", nil], try day(2), price: 3, in: context)
        try context.save()
        #expect(try file.column("SELECT price FROM booking ORDER BY _id") == ["100", "100", "200", "200", "200", "300", "300"])
    }

    @Test func `two new objects with the same values are refused`() throws {
        let context = try file.context()
        context.uniqueKeyPolicy = .objectWins
        let new = book(["Ada", "Bob"], try day(1), price: 1, in: context) + book(["Ada"], try day(1), price: 2, in: context)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.uniqueTogether(["guest", "day"])])
        #expect(error?.failures.map(\.objectID) == [new[2].objectID] && error?.failures.map(\.conflictingObjectID) == [new[0].objectID])
    }
}
