import IndexesModel
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// A save that is refused for values that are not unique tells all of them, each with both objects.
struct UniquenessConflictTests {
    @Test func `all values that others have are told, with the objects that have them`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let saved = ["a", "b", "c"].map { Customer(in: context, name: $0) }
        try context.save()
        saved[2].name = "a"
        let new = ["b", "x", "x", "d"].map { Customer(in: context, name: $0) }
        Service(in: context, name: "fine")
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.objectID) == [saved[2], new[0], new[2]].map(\.objectID))
        #expect(error.failures.map(\.conflictingObjectID) == [saved[0], saved[1], new[1]].map(\.objectID))
        #expect(error.failures.allSatisfy { $0.rule == .unique && $0.property == "name" })
        #expect(error.failures.map(\.value) == ["a", "b", "x"])
        #expect(error.description.contains("and Customer/1 has the same"))
        #expect(new.allSatisfy { $0.objectID.isTemporary })
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["a", "b", "c"])
        #expect(try file.rows("SELECT * FROM service").isEmpty)

        (saved[2].name, new[0].name, new[2].name) = ("e", "f", "g")
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM customer") == ["7"])
    }

    @Test func `an object that breaks two keys is told for both`() throws {
        let file = try StoreFile(of: Indexes.self)
        let context = try file.context()
        let rooms = ["Blue", "Red"].map { Room(in: context, name: $0) }
        let day = try #require(Day(year: 2026, month: 1, day: 1))
        let first = Booking(in: context, day: day, guest: "a", room: rooms[0])
        let second = Booking(in: context, day: day, guest: "b", room: rooms[1])
        try context.save()
        let new = Booking(in: context, day: day, guest: "a", room: rooms[1])
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.objectID) == [new.objectID, new.objectID])
        #expect(
            Set(error.failures.map(\.rule)) == [.uniqueTogether(["room", "day"]), .uniqueTogether(["guest", "day"])])
        #expect(Set(error.failures.map(\.conflictingObjectID)) == [first.objectID, second.objectID])
    }

    @Test func `a key that a person added by hand is told too, but not for rows that are none of its`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        try file.execute("CREATE UNIQUE INDEX own ON customer (info) WHERE info <> 'any'")
        let saved = [("a", "any"), ("b", "one")].map { Customer(in: context, name: $0.0, info: $0.1) }
        try context.save()
        let new = [("a", "any"), ("c", "one")].map { Customer(in: context, name: $0.0, info: $0.1) }
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property) == ["name", "info"])
        #expect(error.failures.map(\.objectID) == new.map(\.objectID))
        #expect(error.failures.map(\.conflictingObjectID) == saved.map(\.objectID))
    }

    @Test func `a key of entities that inherit names the other object by its own entity`() throws {
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        let office = Office(in: context, title: "office", floor: 1)
        let manager = Manager(in: context, name: "m", email: "m@x", number: 7, salary: 0, office: office)
        Guest(in: context, name: "e")
        try context.save()
        let employee = Employee(in: context, name: "e", email: "m@x", number: 7, salary: 0, office: office)
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(Set(error.failures.map(\.property)) == ["email", "number"])
        #expect(Set(error.failures.map(\.objectID)) == [employee.objectID])
        #expect(Set(error.failures.map(\.conflictingObjectID)) == [manager.objectID])
        #expect(manager.objectID.entity == "Manager")
    }

    @Test(arguments: [MergePolicy.storeWins, .objectWins, .overwrite, .rollback])
    func `no merge policy decides which of two objects a value belongs to`(_ policy: MergePolicy) throws {
        let file = try StoreFile(of: Orders.self)
        let (context, other) = (try file.context(), try file.context())
        context.mergePolicy = policy
        let mine = Customer(in: context, name: "mine")
        Customer(in: other, name: "Ada")
        try other.save()
        mine.name = "Ada"
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try error?.failures.map(\.conflictingObjectID) == [context.id(Customer.self, 1)])
        #expect(context.insertedObjects == [mine])
    }

    @Test func `conflicts are told before values that are not unique`() throws {
        let file = try StoreFile(of: Orders.self)
        let (context, other) = (try file.context(), try file.context())
        let customers = ["a", "b"].map { Customer(in: context, name: $0) }
        try context.save()
        let theirs = try #require(try other.find(Customer.self, customers[0].objectID))
        theirs.info = "theirs"
        try other.save()
        customers[0].name = "b"
        #expect(throws: ConflictError.self) { try context.save() }
        try context.refresh(customers[0])
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }
}
