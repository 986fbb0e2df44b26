import KinshipModel
import Testing
import Trellis

/// Many objects of a hierarchy at once.
struct InheritedPrefetchTests {
    @Test func `prefetched relationships that entities inherit are loaded, with members of every class`() throws {
        let file = try StoreFile(of: Kinship.self)
        let setup = try file.context()
        let club = Club(in: setup, title: "chess")
        let manager = Manager(in: setup, name: "m")
        let employee = Employee(in: setup, name: "e")
        let guest = Guest(in: setup, name: "g")
        for person in [guest, manager, employee] as [Person] { club.members.append(person) }
        manager.deputy = employee
        guest.mentor = manager
        try setup.save()

        let context = try file.context()
        let clubs = try context.fetch(Fetch<Club>(prefetch: ["members"]))
        let people = try context.fetch(Fetch<Person>(sort: [.ascending("name")], prefetch: ["clubs", "peers"]))
        let managers = try context.fetch(Fetch<Manager>(prefetch: ["deputy.deputyOf", "jobs", "badge"]))
        let guests = try context.fetch(Fetch<Guest>(prefetch: ["mentor"]))
        for table in try file.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
        where !table.hasPrefix("sqlite") && !table.contains("search") {
            try file.execute("DELETE FROM \"\(table)\"")
        }
        #expect(clubs.first?.members.map(\.name) == ["g", "m", "e"])
        #expect(clubs.first?.members.map { "\(type(of: $0))" } == ["Guest", "Manager", "Employee"])
        #expect(people.allSatisfy { $0.clubs.map(\.title) == ["chess"] && $0.peers.isEmpty })
        #expect(managers.first?.deputy?.name == "e")
        #expect(managers.first?.deputy?.deputyOf === managers.first)
        #expect(guests.first?.mentor === managers.first)
    }

    @Test func `several identities give objects of the classes that they are of`() throws {
        let file = try StoreFile(of: Kinship.self)
        let setup = try file.context()
        let people = [Employee(in: setup, name: "e"), Guest(in: setup, name: "g"), Manager(in: setup, name: "m")]
        try setup.save()
        let context = try file.context()
        let ids = people.map(\.objectID)
        #expect(try context.find(Person.self, ids).map { "\(type(of: $0))" } == ["Employee", "Guest", "Manager"])
        #expect(try context.find(Employee.self, ids).map(\.name) == ["e", "m"])
    }
}
