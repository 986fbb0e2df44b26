import Foundation
import IndexesModel
import InheritanceModel
import LedgerModel
import OrdersModel
import SQLiteAccess
import Testing
import Trellis

/// The generated methods that find an object by the values of a unique key, or create it.
struct FindOrCreateTests {
    private struct Refusal: Error {}

    @Test func `the stored object is found, an unsaved one too, and another is created and filled once`() throws {
        let file = try StoreFile(of: Orders.self)
        let (first, context) = (try file.context(), try file.context())
        OrdersModel.Customer(in: first, name: "Ada", info: "stored")
        try first.save()
        var filled = [String]()
        func customer(_ name: String) throws -> OrdersModel.Customer {
            try .findOrCreate(name: name, in: context) {
                filled.append($0.name)
                $0.info = "filled"
            }
        }
        let (ada, grace) = (try customer("Ada"), try customer("Grace"))
        #expect(ada.info == "stored" && !ada.isInserted && grace.info == "filled" && grace.isInserted)
        #expect(try customer("Grace") === grace && customer("Ada") === ada && customer("ada") !== ada)
        #expect(filled == ["Grace", "ada"])
        try context.save()
        #expect(try customer("Grace") === grace && filled.count == 2)
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Grace", "ada"])
    }

    @Test func `it sees what was changed, deleted, rolled back and undone`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        func isNew(_ name: String) throws -> Bool { try OrdersModel.Customer.findOrCreate(name: name, in: context).isInserted }
        let ada = OrdersModel.Customer(in: context, name: "Ada")
        let bob = OrdersModel.Customer(in: context, name: "Bob")
        try context.save()
        ada.name = "Augusta"
        try context.delete(bob)
        #expect(try OrdersModel.Customer.findOrCreate(name: "Augusta", in: context) === ada)
        #expect(try isNew("Ada") && isNew("Bob"))
        try context.rollback()
        #expect(try OrdersModel.Customer.findOrCreate(name: "Ada", in: context) === ada)
        #expect(try !isNew("Bob"))

        let new = try OrdersModel.Customer.findOrCreate(name: "Carl", in: context)
        new.name = "Karl"
        #expect(try OrdersModel.Customer.findOrCreate(name: "Karl", in: context) === new)
        let other = try OrdersModel.Customer.findOrCreate(name: "Carl", in: context)
        #expect(other !== new)
        try context.delete(other)
        #expect(try OrdersModel.Customer.findOrCreate(name: "Carl", in: context) !== other)

        try context.save()
        context.undoLevels = 10
        let dora = try OrdersModel.Customer.findOrCreate(name: "Dora", in: context)
        try context.undo()
        #expect(dora.isDeleted)
        #expect(try OrdersModel.Customer.findOrCreate(name: "Dora", in: context) !== dora)
    }

    @Test func `if filling throws, no object is left`() throws {
        let context = try StoreFile(of: Orders.self).context()
        #expect(throws: Refusal.self) {
            try OrdersModel.Customer.findOrCreate(name: "Ada", in: context) { _ in throw Refusal() }
        }
        #expect(!context.hasChanges && context.insertedObjects.isEmpty)
        #expect(try OrdersModel.Customer.findOrCreate(name: "Ada", in: context).isInserted)
    }

    @Test func `a search within filling finds the object that is filled`() throws {
        let context = try StoreFile(of: Orders.self).context()
        try OrdersModel.Customer.findOrCreate(name: "Ada", in: context) { ada in
            let again = try OrdersModel.Customer.findOrCreate(name: "Ada", in: context)
            #expect(again === ada)
        }
        #expect(context.insertedObjects.count == 1)
    }

    @Test func `a key of several properties with a relationship, and what else the object requires`() throws {
        let file = try StoreFile(of: Indexes.self)
        let context = try file.context()
        let (blue, red) = (Room(in: context, name: "Blue"), Room(in: context, name: "Red"))
        let day = Day(2026, 1, 1)
        for _ in 1...2 {
            let booking = try Booking.findOrCreate(room: blue, day: day, in: context) { $0.guest = "Ada" }
            #expect(try Booking.findOrCreate(room: blue, day: day, in: context) === booking)
            #expect(try Booking.findOrCreate(guest: "Ada", day: day, in: context, room: red) === booking)
            #expect(try Booking.findOrCreate(room: red, day: day, in: context) !== booking)
            #expect(booking.room === blue)
            try context.save()
        }
        #expect(try file.column("SELECT count(*) FROM booking") == ["2"])
        // nil equals no value.
        let others = try ["", "Bob"].map { try Booking.findOrCreate(guest: $0, day: day, in: context, room: Room(in: context, name: "n\($0)")) }
        #expect(others.map(\.isInserted) == [true, true])
    }

    @Test func `a folded key is searched by its source, without case and diacritics`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        let customer = try LedgerModel.Customer.findOrCreate(name: "Ångström", in: context)
        for _ in 1...2 {
            for spelling in ["angstrom", "A\u{30A}NGSTRO\u{308}M", "ÅNGSTRÖM"] {
                #expect(try LedgerModel.Customer.findOrCreate(name: spelling, in: context) === customer)
            }
            try context.save()
        }
        customer.name = "Celsius"
        #expect(try LedgerModel.Customer.findOrCreate(name: "CELSIUS", in: context) === customer)
        #expect(try LedgerModel.Customer.findOrCreate(name: "angstrom", in: context).isInserted)
    }

    @Test func `two spellings of one character are two values where the key is not folded`() throws {
        let context = try StoreFile(of: Orders.self).context()
        let composed = try OrdersModel.Customer.findOrCreate(name: "\u{E9}", in: context)
        let decomposed = try OrdersModel.Customer.findOrCreate(name: "e\u{301}", in: context)
        #expect(composed !== decomposed)
        try context.save()
        #expect(try OrdersModel.Customer.findOrCreate(name: "e\u{301}", in: context) === decomposed)
    }

    @Test func `a class finds objects of its subclasses, a subclass none of its parent's`() throws {
        let context = try StoreFile(of: Inheritance.self).context()
        let office = Office(in: context, title: "Main")
        let ada = try Employee.findOrCreate(email: "ada@x", in: context, name: "Ada", number: 1, salary: 5, office: office)
        #expect(try InheritanceModel.Person.findOrCreate(email: "ada@x", in: context, name: "") === ada)
        #expect(try Employee.findOrCreate(number: 1, in: context, name: "", salary: 0, office: office) === ada)
        let guest = try Guest.findOrCreate(email: "bob@x", in: context, name: "Bob")
        try context.save()
        #expect(try InheritanceModel.Person.findOrCreate(email: "bob@x", in: context, name: "") === guest)
        let manager = try Manager.findOrCreate(email: "bob@x", in: context, name: "Bob", number: 2, salary: 5, office: office)
        #expect(manager.isInserted)
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }

    @Test func `a child context finds what its parents have not saved, and does not what they have changed or deleted`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let names = ["stored", "renamed", "deleted", "restored"]
        let stored = names.map { OrdersModel.Customer(in: context, name: $0) }
        try context.save()
        let unsaved = OrdersModel.Customer(in: context, name: "unsaved")
        stored[1].name = "new name"
        try context.delete(stored[2])
        let middle = context.makeChild()
        let child = middle.makeChild()
        func found(_ name: String, in context: ManagedObjectContext) throws -> ObjectID? {
            let customer = try OrdersModel.Customer.findOrCreate(name: name, in: context)
            return customer.isInserted ? nil : customer.objectID
        }
        for context in [child, middle] {
            #expect(try found("unsaved", in: context) == unsaved.objectID)
            #expect(try found("stored", in: context) == stored[0].objectID)
            #expect(try found("new name", in: context) == stored[1].objectID)
            #expect(try found("renamed", in: context) == nil)
            #expect(try found("deleted", in: context) == nil)
        }
        // What a context has changed itself counts before what its parent has.
        let own = try #require(try child.find(OrdersModel.Customer.self, unsaved.objectID))
        own.name = "own"
        #expect(try found("unsaved", in: child) == nil)
        #expect(try found("own", in: child) == unsaved.objectID)
        #expect(try found("unsaved", in: middle) == unsaved.objectID)
    }

    @Test func `a child's new objects are found in its parent after its save, by keys of new objects too`() throws {
        let file = try StoreFile(of: Indexes.self)
        let context = try file.context()
        defer { withExtendedLifetime(file) {} }
        let room = Room(in: context, name: "Blue")
        let booking = try Booking.findOrCreate(room: room, day: Day(2026, 1, 1), in: context)
        let child = context.makeChild()
        let sameRoom = try Room.findOrCreate(name: "Blue", in: child)
        #expect(sameRoom.objectID == room.objectID)
        #expect(try Booking.findOrCreate(room: sameRoom, day: Day(2026, 1, 1), in: child).objectID == booking.objectID)
        let second = try Booking.findOrCreate(room: sameRoom, day: Day(2026, 1, 2), in: child)
        #expect(second.isInserted)
        try child.save()
        #expect(try Booking.findOrCreate(room: room, day: Day(2026, 1, 2), in: context).objectID == second.objectID)
        try context.save()
        #expect(try Room.findOrCreate(name: "Blue", in: child).objectID == room.objectID)
    }

    @Test func `what two contexts create with one key becomes one row where the policy says so`() throws {
        let file = try StoreFile(of: Orders.self)
        let contexts = [try file.context(), try file.context()]
        let created = try contexts.map { context in
            context.uniqueKeyPolicy = .storeWins
            return try OrdersModel.Customer.findOrCreate(name: "Ada", in: context) { $0.info = "new" }
        }
        for context in contexts { try context.save() }
        #expect(created[0].objectID == created[1].objectID)
        #expect(try file.column("SELECT count(*) FROM customer") == ["1"])
    }

    @Test func `it agrees with a fetch after random edits`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        var generator = SystemRandomNumberGenerator()
        let names = (1...12).map { "name \($0)" }
        for _ in 1...300 {
            let name = names.randomElement(using: &generator) ?? ""
            let all = try context.fetchAll(OrdersModel.Customer.self)
            let known = all.filter { $0.name == name }
            let found = try OrdersModel.Customer.findOrCreate(name: name, in: context)
            #expect(known.isEmpty ? found.isInserted && !all.contains(found) : known.contains(found))
            let other = all.randomElement(using: &generator)
            switch Int.random(in: 1...9, using: &generator) {
            case 1...3: if let other { try context.delete(other) }
            case 4...6:
                let new = names.randomElement(using: &generator) ?? ""
                if let other, !other.isDeleted, try OrdersModel.Customer.find(name: new, in: context) == nil { other.name = new }
            case 7: try context.save()
            case 8: try context.rollback()
            default: try context.refreshAll(mergeChanges: true)
            }
        }
    }

    /// The time that this thread has worked: other tests run at the same time.
    private static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    @Test func `many calls with many unsaved objects take time in proportion to their number`() throws {
        func seconds(_ count: Int) throws -> Double {
            let file = try StoreFile(of: Orders.self)
            let context = try file.context()
            defer { withExtendedLifetime(file) {} }
            let start = Self.processorSeconds
            for number in 1...count {
                try OrdersModel.Customer.findOrCreate(name: "name \(number)", in: context) { $0.info = "new" }
                try OrdersModel.Customer.findOrCreate(name: "name \(number / 2)", in: context)
            }
            #expect(context.insertedObjects.count == count + 1)
            return Self.processorSeconds - start
        }
        // A search of all unsaved objects for each call would make sixteen times as many calls 256 times as slow.
        let (few, many) = (try seconds(200), try seconds(3200))
        #expect(many < 64 * few, "\(few) and \(many) seconds")
    }
}
