import Foundation
import IndexesModel
import Testing
import Trellis

/// Properties that are unique together.
struct UniqueTogetherTests {
    private func day(_ number: Int) throws -> Day { try #require(Day(year: 2026, month: 1, day: number)) }

    @Test("Two objects with the same values are refused, and told with all properties and values")
    func refused() throws {
        let store = try StoreFile(of: Indexes.self)
        let context = try store.context()
        let room = Room(in: context, name: "Blue")
        Booking(in: context, day: try day(1), guest: "Ada", room: room)
        try context.save()

        let second = Booking(in: context, day: try day(1), guest: "Bob", room: room)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        let failure = try #require(error?.failures.first)
        #expect(error?.failures.count == 1)
        #expect(failure.objectID == second.objectID && failure.property == "room")
        #expect(failure.rule == .uniqueTogether(["room", "day"]))
        #expect(error?.description.contains("unique together: room, day") == true)
        #expect(error?.text(includingValues: true).contains("2026-01-01") == true)
        #expect(try store.rows("SELECT count(*) FROM booking") == [["1"]])

        second.day = try day(2)
        try context.save()
        #expect(try store.rows("SELECT count(*) FROM booking") == [["2"]])
    }

    @Test("Sharing some of the values is no matter, nor is nil among them")
    func accepted() throws {
        let store = try StoreFile(of: Indexes.self)
        let context = try store.context()
        let rooms = ["Blue", "Red"].map { Room(in: context, name: $0) }
        for room in rooms {
            Booking(in: context, day: try day(1), room: room)
            Booking(in: context, day: try day(2), guest: room.name, room: room)
        }
        try context.save()
        #expect(try store.rows("SELECT count(*) FROM booking") == [["4"]])
    }

    @Test("A value can be handed on from an object to another in one save")
    func handedOn() throws {
        let store = try StoreFile(of: Indexes.self)
        let context = try store.context()
        let room = Room(in: context, name: "Blue")
        let first = Booking(in: context, day: try day(1), room: room)
        let second = Booking(in: context, day: try day(2), room: room)
        try context.save()
        second.day = try day(1)
        first.day = try day(3)
        try context.save()
        #expect(try store.column("SELECT day FROM booking ORDER BY _id") == ["2026-01-03", "2026-01-01"])
    }
}
