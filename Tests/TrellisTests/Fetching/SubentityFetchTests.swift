import Foundation
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// Fetches of a class with those that inherit from it, and without.
struct SubentityFetchTests {
    private let file: StoreFile<Inheritance>
    private let context: ManagedObjectContext
    private let person: Person
    private let guest: Guest
    private let employee: Employee
    private let manager: Manager

    init() throws {
        file = try StoreFile(of: Inheritance.self)
        context = try file.context()
        let office = Office(in: context, title: "Main")
        person = Person(in: context, name: "a")
        guest = Guest(in: context, name: "b")
        employee = Employee(in: context, name: "c", number: 1, salary: 1, office: office)
        manager = Manager(in: context, name: "d", number: 2, salary: 2, office: office)
        try context.save()
    }

    private func expect<Root: ManagedObject>(
        _ fetch: Fetch<Root>, _ expected: [Root], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fetch = fetch.sorted(by: .ascending("name"))
        #expect(try context.fetch(fetch) == expected, sourceLocation: sourceLocation)
        #expect(try context.count(fetch) == expected.count, sourceLocation: sourceLocation)
        #expect(try context.ids(fetch) == expected.map(\.objectID), sourceLocation: sourceLocation)
        #expect(Array(try context.objects(fetch, batchSize: 1)) == expected, sourceLocation: sourceLocation)
    }

    @Test func `subentities are included unless the fetch says otherwise`() throws {
        try expect(Fetch<Person>(), [person, guest, employee, manager])
        try expect(Fetch<Employee>(), [employee, manager])
        try expect(Fetch<Person>().includingSubentities(false), [person])
        try expect(Fetch<Employee>().includingSubentities(false), [employee])
        try expect(Fetch<Manager>().includingSubentities(false), [manager])
        try expect(Fetch<Person>().includingSubentities(false).includingSubentities(true), [person, guest, employee, manager])
    }

    @Test func `what is not saved is of its own entity too`() throws {
        let newPerson = Person(in: context, name: "e")
        let newGuest = Guest(in: context, name: "f")
        guest.name = "B"
        person.name = "A"
        try context.delete(employee)
        try expect(Fetch<Person>(), [person, guest, manager, newPerson, newGuest])
        try expect(Fetch<Person>().includingSubentities(false), [person, newPerson])
        try expect(Fetch<Guest>().includingSubentities(false), [guest, newGuest])
        try expect(Fetch<Employee>().includingSubentities(false), [])
    }

    @Test func `where everything is judged in memory, subentities are left out as well`() throws {
        person.friend = guest
        manager.friend = guest
        try context.save()
        guest.name = "B"
        let fetch = Fetch<Person>(where: .compare("friend.name", .equal, to: "B"))
        try expect(fetch, [person, manager])
        try expect(fetch.includingSubentities(false), [person])
    }

    @Test func `an abstract entity has no objects of its own, and a class alone in its table all of them`() throws {
        #expect(try context.count(Fetch<Place>()) == 1)
        #expect(try context.count(Fetch<Place>().includingSubentities(false)) == 0)
        let orders = try StoreFile(of: Orders.self).context()
        Customer(in: orders, name: "Ada")
        try orders.save()
        #expect(try orders.count(Fetch<Customer>().includingSubentities(false)) == 1)
    }

    @Test func `the identity of an object is that of its own entity, for each fetch`() throws {
        let reading = try file.context()
        #expect(try reading.ids(Fetch<Person>()).map(\.entity) == ["Person", "Guest", "Employee", "Manager"])
        #expect(reading.registeredObjects.isEmpty)
    }

    @Test func `an entity's name that is none is an error with its place, also where no object is made`() throws {
        try file.execute("UPDATE person SET _entity = 'Place' WHERE _id = 2")
        let reading = try file.context()
        let error = #expect(throws: StoreError.self) { try reading.ids(Fetch<Person>()) }
        #expect(error.map(\.description)?.contains("'_entity' of row 2 in the table 'person'") == true)
        #expect(try reading.ids(Fetch<Guest>()).isEmpty)
    }
}
