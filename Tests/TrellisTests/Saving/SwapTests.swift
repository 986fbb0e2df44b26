import AttributeOptionsModel
import Foundation
import IndexesModel
import InheritanceModel
import OrdersModel
import RulesModel
import Testing
import Trellis

/// Values that must be unique change hands within one save.
struct SwapTests {
    @Test(arguments: 2...7)
    func `objects pass on their values in a circle`(_ count: Int) throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let customers = (0..<count).map { Customer(in: context, name: "\($0)") }
        try context.save()
        for (number, customer) in customers.enumerated() { customer.name = "\((number + 1) % count)" }
        try context.save()
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == (0..<count).map { "\(($0 + 1) % count)" })
        #expect(try file.column("SELECT DISTINCT _version FROM customer") == ["2"])
    }

    @Test func `thousands of values move up by one`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owner = Owner(in: context, name: "owner")
        let objects = (0..<3_000).map { Strict(in: context, name: "ab", code: Int64($0), owner: owner) }
        try context.save()
        for object in objects { object.code = object.code.map { $0 + 1 } }
        try context.save()
        #expect(try file.rows("SELECT COUNT(*), MIN(code), MAX(code) FROM strict") == [["3000", "1", "3000"]])
    }

    @Test func `keys of several properties, one of them a relationship's`() throws {
        let file = try StoreFile(of: Indexes.self)
        let context = try file.context()
        let rooms = ["Blue", "Red"].map { Room(in: context, name: $0) }
        let days = try (1...2).map { try #require(Day(year: 2026, month: 1, day: $0)) }
        let bookings = [
            Booking(in: context, day: days[0], guest: "a", room: rooms[0]),
            Booking(in: context, day: days[1], guest: "a", room: rooms[1]),
            Booking(in: context, day: days[0], guest: "b", room: rooms[1]),
        ]
        try context.save()
        (bookings[0].room, bookings[2].room) = (rooms[1], rooms[0])
        try context.save()
        (bookings[0].day, bookings[1].day) = (days[1], days[0])
        try context.save()
        #expect(
            try file.rows("SELECT day, room_id, guest FROM booking ORDER BY _id") == [
                ["2026-01-02", "2", "a"], ["2026-01-01", "2", "a"], ["2026-01-01", "1", "b"],
            ])
    }

    @Test func `keys of an entity that inherits`() throws {
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        let office = Office(in: context, title: "office", floor: 1)
        let employees = (1...2).map { Employee(in: context, name: "\($0)", number: Int64($0), salary: 0, office: office) }
        try context.save()
        (employees[0].number, employees[1].number) = (2, 1)
        (employees[0].name, employees[1].name) = ("2", "1")
        try context.save()
        #expect(try file.rows("SELECT name, number FROM person ORDER BY _id") == [["2", "2"], ["1", "1"]])
    }

    @Test func `a column that the database checks, and texts, bytes and nil`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        let photos = ["a", nil, "b"].map { Photo(in: context, title: "photo", image: Data(), note: $0, rating: 1) }
        let events = (1...2).map { number in
            Event(
                in: context, title: "event", read: Date(timeIntervalSinceReferenceDate: Double(number)),
                token: UUID(repeating: UInt8(number)))
        }
        try context.save()
        (photos[0].note, photos[1].note, photos[2].note) = ("b", "a", nil)
        (events[0].token, events[1].token) = (events[1].token, events[0].token)
        (events[0].read, events[1].read) = (events[1].read, events[0].read)
        try context.save()
        #expect(try file.column("SELECT note FROM photo ORDER BY _id") == ["b", "a", "NULL"])
        #expect(try file.column("SELECT substr(read, 18, 2) FROM event ORDER BY _id") == ["02", "01"])
        #expect(throws: (any Error).self) { try file.execute("UPDATE photo SET note = 'much too long a note'") }
    }

    @Test func `values are swapped beside deletes and moves in the same save`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owners = ["one", "two"].map { Owner(in: context, name: $0) }
        let objects = (0..<3).map { Strict(in: context, name: "ab", code: Int64($0), owner: owners[0]) }
        try context.save()
        (objects[0].code, objects[1].code) = (1, 2)
        objects[0].owner = owners[1]
        try context.delete(objects[2])
        Strict(in: context, name: "new", code: 0, owner: owners[1])
        try context.save()
        #expect(
            try file.rows("SELECT name, code, owner_id FROM strict ORDER BY code") == [
                ["new", "0", "2"], ["ab", "1", "2"], ["ab", "2", "1"],
            ])
    }

    @Test func `who swaps with an object that keeps its value is refused, and told with it`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let customers = ["a", "b", "c"].map { Customer(in: context, name: $0) }
        try context.save()
        (customers[0].name, customers[1].name) = ("b", "c")
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.objectID) == [customers[1].objectID])
        #expect(error.failures.map(\.conflictingObjectID) == [customers[2].objectID])
        #expect(try file.rows("SELECT name, _version FROM customer ORDER BY _id") == [["a", "1"], ["b", "1"], ["c", "1"]])
    }
}
