import AtlasModel
import Foundation
import IndexesModel
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// The generated methods that find an object by the values of a unique key.
struct FindTests {
    @Test func `an object is found before it is saved, after it, and in another context`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        Customer(in: context, name: "ada")
        #expect(try Customer.find(name: "Ada", in: context) === ada)
        try context.save()
        #expect(try Customer.find(name: "Ada", in: context) === ada)
        #expect(try Customer.find(name: "Ada", in: file.context())?.objectID == ada.objectID)
        #expect(try Customer.find(name: "Grace", in: context) == nil)
        #expect(try Customer.find(name: "Ada' OR 1 --", in: context) == nil)
    }

    @Test func `what was renamed and not saved is found by its new name alone, what was deleted is not found`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let (ada, grace) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Grace"))
        try context.save()
        ada.name = "Augusta"
        try context.delete(grace)
        #expect(try Customer.find(name: "Ada", in: context) == nil)
        #expect(try Customer.find(name: "Augusta", in: context) === ada)
        #expect(try Customer.find(name: "Grace", in: context) == nil)
        #expect(try Customer.find(name: "Ada", in: file.context())?.objectID == ada.objectID)
    }

    @Test func `a key of several properties asks for all of them`() throws {
        let context = try StoreFile(of: Indexes.self).context()
        let (blue, red) = (Room(in: context, name: "Blue"), Room(in: context, name: "Red"))
        let (first, second) = (try #require(Day("2026-01-01")), try #require(Day("2026-01-02")))
        let bookings = [(blue, first, nil), (blue, second, "Ada"), (red, first, "Ada")].map { room, day, guest in
            Booking(in: context, day: day, guest: guest, room: room)
        }
        for _ in 1...2 {
            #expect(try Booking.find(room: blue, day: first, in: context) === bookings[0])
            #expect(try Booking.find(room: red, day: first, in: context) === bookings[2])
            #expect(try Booking.find(room: red, day: second, in: context) == nil)
            #expect(try Booking.find(guest: "Ada", day: second, in: context) === bookings[1])
            try context.save()
        }
    }

    @Test func `parts of composites are named by their paths`() throws {
        let context = try StoreFile(of: Atlas.self).context()
        let address = Address(street: "Main", city: "Thun", zip: "3600")
        let person = AtlasModel.Person(in: context, name: "Ada", home: address, fee: Money())
        try context.save()
        #expect(try AtlasModel.Person.find(homeZip: "3600", name: "Ada", in: context) === person)
        #expect(try AtlasModel.Person.find(homeZip: "3601", name: "Ada", in: context) == nil)
    }

    @Test func `a class that inherits a key finds objects of its own by it`() throws {
        let context = try StoreFile(of: Inheritance.self).context()
        let guest = Guest(in: context, name: "Bob", email: "bob@example.org")
        let office = Office(in: context, title: "Main")
        let boss = Manager(in: context, name: "Ada", email: "ada@example.org", number: 1, salary: 1, office: office)
        for _ in 1...2 {
            #expect(try InheritanceModel.Person.find(email: "bob@example.org", in: context) === guest)
            let found: Guest? = try Guest.find(email: "bob@example.org", in: context)
            #expect(found === guest)
            #expect(try Employee.find(email: "bob@example.org", in: context) == nil)
            #expect(try Employee.find(number: 1, in: context) === boss)
            #expect(try Manager.find(name: "Ada", office: office, in: context) === boss)
            try context.save()
        }
    }
}
