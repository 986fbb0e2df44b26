import KinshipModel
import Testing
import Trellis

/// Relationships of every kind that a parent declares, between objects of its children.
struct InheritedRelationshipTests {
    private let file: StoreFile<Kinship>
    private let context: ManagedObjectContext
    private let ada: Manager
    private let ben: Employee
    private let cleo: Guest
    private let dan: Person

    init() throws {
        file = try StoreFile(of: Kinship.self)
        context = try file.context()
        ada = Manager(in: context, name: "Ada")
        ben = Employee(in: context, name: "Ben")
        cleo = Guest(in: context, name: "Cleo")
        dan = Person(in: context, name: "Dan")
        try context.save()
    }

    /// The names of an object's peers.
    private func names(_ person: Person?) -> [String] { person?.peers.map(\.name).sorted() ?? [] }

    /// Saves, and runs a check on the objects as a context has them that saw nothing of it.
    private func saved(_ check: (_ people: [String: Person]) throws -> Void) throws {
        try context.save()
        let fresh = try file.context()
        let people = try fresh.fetchAll(Person.self)
        try check(Dictionary(uniqueKeysWithValues: people.map { ($0.name, $0) }))
    }

    @Test func `one that is its own inverse leads both ways between a manager and a guest`() throws {
        ada.spouse = cleo
        #expect(cleo.spouse === ada)
        try saved { people in
            #expect(people["Cleo"]?.spouse === people["Ada"])
            #expect(people["Ada"]?.spouse === people["Cleo"])
        }
        dan.spouse = cleo
        #expect(ada.spouse == nil && cleo.spouse === dan)
        try saved { people in
            #expect(people["Ada"]?.spouse == nil)
            #expect(people["Cleo"]?.spouse?.name == "Dan")
        }
        try context.delete(cleo)
        try saved { people in #expect(people["Dan"]?.spouse == nil) }
    }

    @Test func `a to-many that is its own inverse is in the table in both directions, from either end`() throws {
        ada.peers.insert(cleo)
        ben.peers.replace(with: [ada, dan])
        #expect(names(ada) == ["Ben", "Cleo"])
        try saved { people in
            #expect(names(people["Ada"]) == ["Ben", "Cleo"])
            #expect(names(people["Cleo"]) == ["Ada"])
            #expect(names(people["Dan"]) == ["Ben"])
        }
        #expect(try file.column("SELECT count(*) FROM person_peers") == ["6"])
        cleo.peers.remove(ada)
        try context.delete(dan)
        try saved { people in
            #expect(names(people["Ada"]) == ["Ben"])
            #expect(people["Cleo"]?.peers.isEmpty == true)
        }
        #expect(try file.column("SELECT count(*) FROM person_peers") == ["2"])
    }

    @Test func `many-to-many with an order holds members of several classes`() throws {
        let club = Club(in: context, title: "Chess")
        for person in [dan, ada, ben] { club.members.append(person) }
        cleo.clubs.insert(club)
        try saved { people in
            let club = try #require(people["Ada"]?.clubs.first)
            #expect(club.members.map(\.name) == ["Dan", "Ada", "Ben", "Cleo"])
            #expect(club.members.map { "\(type(of: $0))" } == ["Person", "Manager", "Employee", "Guest"])
        }
        club.members.move(from: 3, to: 0)
        try context.delete(ada)
        try saved { people in
            #expect(people["Dan"]?.clubs.first?.members.map(\.name) == ["Cleo", "Dan", "Ben"])
        }
    }

    @Test func `one-to-one leads from a manager to an employee and back, and to another table`() throws {
        ada.deputy = ben
        let badge = Badge(in: context, code: "A1", bearer: ada)
        #expect(ben.deputyOf === ada && ada.badge === badge)
        try saved { people in
            let (ada, ben) = (try #require(people["Ada"] as? Manager), try #require(people["Ben"] as? Employee))
            #expect(ada.deputy === ben && ben.deputyOf === ada && ada.badge?.code == "A1" && ben.badge == nil)
            #expect(ada.badge?.bearer === ada)
        }
        let max = Manager(in: context, name: "Max")
        max.deputy = ben
        max.badge = badge
        #expect(ada.deputy == nil && ada.badge == nil)
        try saved { people in
            #expect((people["Ben"] as? Employee)?.deputyOf?.name == "Max")
            #expect((people["Max"] as? Manager)?.badge?.code == "A1")
        }
        #expect(try file.rows("SELECT _entity, deputy_id FROM person WHERE deputy_id IS NOT NULL") == [["Manager", "2"]])
    }

    @Test func `an ordered to-many with a limit is inherited with both`() throws {
        for title in ["a", "b", "c"] { ada.jobs.append(Job(in: context, title: title)) }
        ada.jobs.move(from: 2, to: 0)
        try saved { people in
            #expect((people["Ada"] as? Manager)?.jobs.map(\.title) == ["c", "a", "b"])
        }
        ada.jobs.append(Job(in: context, title: "d"))
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property) == ["jobs"])
        #expect(error.failures.map(\.objectID) == [ada.objectID])
        ada.jobs.remove(at: 0)
        try context.save()
        try context.delete(ada)
        try context.save()
        #expect(try file.rows("SELECT count(*), count(doer_id) FROM job") == [["4", "0"]])
    }

    @Test func `a key without an inverse is cleared when an object of a child is deleted`() throws {
        cleo.mentor = ada
        try saved { people in #expect((people["Cleo"] as? Guest)?.mentor === people["Ada"]) }
        for isLoaded in [false, true] {
            let context = try file.context()
            let cleo = isLoaded ? try context.fetchAll(Guest.self).first : nil
            let ada = try #require(try context.fetchAll(Manager.self).first)
            try context.delete(ada)
            #expect(try context.fetchAll(Guest.self).first?.mentor == nil)
            #expect(cleo == nil || cleo?.mentor == nil)
        }
        try context.delete(ada)
        try saved { people in #expect((people["Cleo"] as? Guest)?.mentor == nil) }
        #expect(try file.rows("SELECT mentor_id FROM person WHERE _entity = 'Guest'") == [[nil]])
    }

    @Test func `a key path leads over the far side of a one-to-one that is inherited`() throws {
        ada.deputy = ben
        Badge(in: context, code: "Z", bearer: ada)
        let byBadge = Fetch<Manager>(where: .compare("badge.code", .equal, to: "Z"))
        let byDeputy = Fetch<Employee>(where: .compare("deputyOf.badge.code", .equal, to: "Z"))
        #expect(try context.fetch(byBadge) == [ada])
        #expect(try context.fetch(byDeputy) == [ben])
        try context.save()
        let fresh = try file.context()
        #expect(try fresh.fetch(byBadge).map(\.name) == ["Ada"])
        #expect(try fresh.fetch(byDeputy).map(\.name) == ["Ben"])
    }

    // MARK: Searching

    @Test func `a parent's search finds objects of its children, and those of a child alone where that is asked`() throws {
        Guest(in: context, name: "Ada the guest")
        try context.save()
        let fresh = try file.context()
        let found = try Person.search(.allWords("ada"), in: fresh)
        #expect(Set(found.map { "\(type(of: $0)) \($0.name)" }) == ["Manager Ada", "Guest Ada the guest"])
        #expect(try fresh.search(Fetch<Guest>(), for: .allWords("ada")).map(\.name) == ["Ada the guest"])
        #expect(try fresh.search(Fetch<Employee>(), for: .allWords("ada")).map(\.name) == ["Ada"])
        #expect(try fresh.search(Fetch<Manager>(), for: .allWords("ben")).isEmpty)
        #expect(try fresh.search(Fetch<Person>().includingSubentities(false), for: .allWords("ada")).isEmpty)
        #expect(throws: StoreError.self) { try fresh.search(Fetch<Club>(), for: .allWords("ada")) }
        #expect(throws: StoreError.self) { try fresh.searchResults(Fetch<Club>(), for: .allWords("ada")) }

        let (_, statements) = try fresh.recordStatements {
            try fresh.search(Fetch<Person>(prefetch: ["clubs"]), for: .allWords("ada"))
        }
        #expect(statements.map(\.purpose) == [.search, .prefetch])

        let results = try fresh.searchResults(Fetch<Guest>(), for: .allWords("guest"))
        #expect(results.map { $0.snippet(of: \.name)?.marked("[", "]") } == ["Ada the [guest]"])
        #expect(try results.map { try $0.highlighted(\.name)?.marked("[", "]") } == ["Ada the [guest]"])
        #expect(try Person.searchResults(.allWords("guest"), in: fresh).map(\.object.name) == ["Ada the guest"])
    }
}
