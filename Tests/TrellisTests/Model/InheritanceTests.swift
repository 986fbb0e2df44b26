import Foundation
import InheritanceModel
import TestSupport
import Testing
import Trellis

/// A small world of people and things, saved in a file.
struct PeopleStore {
    let file: StoreFile<Inheritance>
    let context: ManagedObjectContext
    let office: Office
    let ada: Manager
    let ben: Employee
    let cleo: Guest
    let dan: Person
    let eve: Contractor

    init() throws {
        file = try StoreFile(of: Inheritance.self)
        context = try file.context()
        office = Office(in: context, title: "Main", floor: 3)
        ada = Manager(in: context, name: "Ada", email: "ada@a", number: 1, grade: .senior, salary: 90, office: office, bonus: 200)
        ben = Employee(in: context, name: "Ben", home: office, number: 2, salary: 40, office: office, boss: ada)
        cleo = Guest(in: context, name: "Cleo", until: Day("2027-01-01"), card: "C7", host: ada)
        dan = Person(in: context, name: "Dan", friend: ben)
        eve = Contractor(in: context, name: "Eve", card: "E8")
        try context.save()
    }

    /// A context that has read nothing yet.
    func fresh() throws -> ManagedObjectContext { try file.context() }
}

/// Entities that inherit.
struct InheritanceTests {
    private let store: PeopleStore
    private let context: ManagedObjectContext

    init() throws {
        store = try PeopleStore()
        context = store.context
    }

    private func names(_ people: [Person]) -> [String] { people.map(\.name) }

    // MARK: Rows and classes

    @Test func `one table contains all of them with the entity of each row, and NULL for properties of other entities`() throws {
        #expect(
            try store.file.rows("SELECT _id, _entity, name, number, bonus, guest_card, card FROM person") == [
                ["1", "Manager", "Ada", "1", "20000", nil, nil], ["2", "Employee", "Ben", "2", nil, nil, nil],
                ["3", "Guest", "Cleo", nil, nil, "C7", nil], ["4", "Person", "Dan", nil, nil, nil, nil],
                ["5", "Contractor", "Eve", nil, nil, nil, "E8"],
            ])
        #expect(try store.file.rows("SELECT _entity, title, floor FROM place") == [["Office", "Main", "3"]])
    }

    @Test func `a fetch of a parent finds each object as one of its own class, with all that it has`() throws {
        let fresh = try store.fresh()
        let people = try fresh.fetchAll(Person.self)
        #expect(people.map { "\(type(of: $0))" } == ["Manager", "Employee", "Guest", "Person", "Contractor"])
        #expect(names(people) == ["Ada", "Ben", "Cleo", "Dan", "Eve"])
        let ada = try #require(people[0] as? Manager)
        #expect(ada.email == "ada@a" && ada.number == 1 && ada.grade == .senior && ada.salary == 90 && ada.bonus == 200)
        #expect(ada.office?.floor == 3 && ada.boss == nil && ada.met == store.ada.met)
        let cleo = try #require(people[2] as? Guest)
        #expect(cleo.until == Day("2027-01-01") && cleo.card == "C7" && cleo.host === ada)
        #expect((people[4] as? Contractor)?.card == "E8")
        #expect(people.map(\.objectID.entity) == ["Manager", "Employee", "Guest", "Person", "Contractor"])
    }

    @Test func `a fetch of a child finds its own objects and its descendants'`() throws {
        for context in [context, try store.fresh()] {
            #expect(names(try context.fetchAll(Employee.self)) == ["Ada", "Ben"])
            #expect(names(try context.fetchAll(Manager.self)) == ["Ada"])
            #expect(names(try context.fetchAll(Guest.self)) == ["Cleo"])
            #expect(names(try context.fetchAll(Contractor.self)) == ["Eve"])
            #expect(try context.fetchAll(Contractor.self).map(\.card) == ["E8"])
            #expect(try context.fetchAll(House.self).isEmpty)
            #expect(try context.fetchAll(Place.self).map(\.title) == ["Main"])
        }
    }

    @Test func `a row is one object, whichever entity it is asked through`() throws {
        let fresh = try store.fresh()
        let ada = try #require(try fresh.fetchAll(Manager.self).first)
        #expect(try fresh.fetchAll(Person.self).first === ada)
        #expect(try fresh.fetchAll(Employee.self).first === ada)
        #expect(try fresh.fetchAll(Employee.self).last?.boss === ada)
        #expect(try fresh.find(Person.self, ada.objectID) === ada)
        #expect(try fresh.fetchAll(Guest.self).first?.host === ada)
    }

    @Test func `an object is found as any entity that it is, and as no other`() throws {
        for context in [context, try store.fresh()] {
            let (ada, dan) = (store.ada.objectID, store.dan.objectID)
            #expect(try context.find(Person.self, ada)?.name == "Ada")
            #expect(try context.find(Employee.self, ada)?.number == 1)
            #expect(try context.find(Manager.self, ada)?.bonus == 200)
            #expect(try context.find(Guest.self, ada) == nil)
            #expect(try context.find(Place.self, ada) == nil)
            #expect(try context.find(Employee.self, dan) == nil)
            #expect(try context.find(Person.self, dan)?.name == "Dan")
            // An identity made from a row's key may name an ancestor, and what it names must hold.
            #expect(try context.find(Employee.self, ObjectID(entity: "Person", rowID: 1))?.name == "Ada")
            #expect(try context.find(Person.self, ObjectID(entity: "Guest", rowID: 1)) == nil)
            #expect(try context.find(Person.self, ObjectID(entity: "Ghost", rowID: 1)) == nil)
        }
        let new = Manager(in: context, name: "New", number: 9, salary: 1, office: store.office)
        #expect(try context.find(Employee.self, new.objectID) === new)
        #expect(try context.find(Guest.self, new.objectID) == nil)
    }

    @Test func `an object of an abstract class cannot be asked for by its own name, its descendants' can`() throws {
        let book = Book(in: context, owner: store.dan, title: "Emma", pages: 300)
        Film(in: context, title: "Alien")
        Saw(in: context, owner: store.dan, purpose: "wood")
        Tool(in: context, weight: 1.5)
        try context.save()
        let fresh = try store.fresh()
        #expect(try fresh.fetchAll(Item.self).map { "\(type(of: $0))" } == ["Book", "Film", "Saw", "Tool"])
        #expect(try fresh.fetchAll(Media.self).map(\.title) == ["Emma", "Alien"])
        #expect(try fresh.fetchAll(Tool.self).map(\.weight) == [nil, 1.5])
        let saw = try #require(try fresh.fetchAll(SpecialTool.self).first as? Saw)
        #expect(saw.purpose == "wood" && saw.teeth == 24 && saw.owner?.name == "Dan")
        #expect(try fresh.find(Item.self, book.objectID)?.owner?.name == "Dan")
        #expect(try fresh.find(Person.self, store.dan.objectID)?.items.count == 2)
    }

    // MARK: Changing

    @Test func `what is changed in inherited and in own properties is one update of one row`() throws {
        store.ada.name = "Ada L."
        store.ada.bonus = 0
        store.ada.salary = 91
        #expect(context.updatedObjects == [store.ada])
        try context.save()
        #expect(
            try store.file.rows("SELECT name, bonus, salary, grade, _version, _entity FROM person WHERE _id = 1") == [
                ["Ada L.", "0", "9100", "senior", "2", "Manager"]
            ])
        #expect(try store.fresh().fetchAll(Manager.self).map(\.name) == ["Ada L."])
    }

    @Test func `relationships to a parent hold objects of its children, at both ends`() throws {
        store.dan.friend = store.cleo
        store.ben.friend = store.cleo
        #expect(Set(store.cleo.friends) == [store.dan, store.ben])
        let house = House(in: context, title: "Hut")
        house.dwellers.replace(with: [store.ada, store.eve])
        #expect(store.ada.home === house)
        try context.save()

        let fresh = try store.fresh()
        let cleo = try #require(try fresh.fetchAll(Guest.self).first)
        #expect(Set(cleo.friends.map(\.name)) == ["Dan", "Ben"])
        #expect(Set(cleo.friends.map { "\(type(of: $0))" }) == ["Person", "Employee"])
        let hut = try #require(try fresh.fetchAll(House.self).first)
        #expect(Set(hut.dwellers.map { "\(type(of: $0))" }) == ["Manager", "Contractor"])
        #expect(try fresh.fetchAll(Manager.self).first?.home === hut)
        #expect(try fresh.fetchAll(Employee.self).map { $0.home?.title } == ["Hut", "Main"])
    }

    @Test func `what a child requires is checked for its objects`() throws {
        store.ben.office = nil
        store.ben.salary = -1
        store.ben.name = ""
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.property) == ["name", "salary", "office"])
        #expect(Set(error.failures.map(\.objectID)) == [store.ben.objectID])
    }

    @Test func `another context's change of an inherited property is a conflict`() throws {
        let fresh = try store.fresh()
        try fresh.fetchAll(Person.self).first?.name = "Ada B."
        try fresh.save()
        store.ada.bonus = 1
        let error = try #require(throws: ConflictError.self) { try context.save() }
        #expect(error.conflicts.map(\.objectID) == [store.ada.objectID])
        #expect(error.conflicts.map(\.kind) == [.changed])
    }

    // MARK: Uniqueness

    @Test func `a child's unique value is unique among its objects and its descendants', whatever the others have`() throws {
        let second = Employee(in: context, name: "Fay", number: 1, salary: 1, office: store.office)
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.rule) == [.unique])
        #expect(error.failures.map(\.property) == ["number"])
        #expect(error.failures.map(\.objectID) == [second.objectID])
        #expect(error.failures.map(\.value) == ["1"])
        second.number = 3
        second.name = "Ada"
        let together = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(together.failures.map(\.rule) == [.uniqueTogether(["name", "office"])])
        // A guest may be called as an employee is.
        second.name = "Fay"
        Guest(in: context, name: "Ada")
        try context.save()
    }

    @Test func `a child's required key that is NULL in the file is told with its place`() throws {
        try store.file.execute("UPDATE person SET office_id = NULL WHERE name = 'Ben'")
        func expectTold(_ body: () throws -> Void) {
            #expect(#expect(throws: StoreError.self, performing: body)?.place == "person 2 office_id NULL")
        }
        let fresh = try store.fresh()
        expectTold { _ = try fresh.fetchAll(Person.self) }
        expectTold { _ = try fresh.find(Employee.self, store.ben.objectID) }
        #expect(try fresh.find(Person.self, store.dan.objectID)?.name == "Dan")
        expectTold { try context.refresh(store.ben) }
        #expect(store.ben.office == store.office)
    }

    @Test func `a row that loses two keys in one save is saved once`() throws {
        store.cleo.friend = store.ada
        try context.save()
        let fresh = try store.fresh()
        try fresh.delete(try #require(try fresh.find(Person.self, store.ada.objectID)))
        try fresh.save()
        let rows = try store.file.rows("SELECT name, host_id, friend_id, boss_id, _version FROM person WHERE name IN ('Cleo', 'Ben')")
        #expect(rows == [["Ben", nil, nil, nil, "2"], ["Cleo", nil, nil, nil, "3"]])
        #expect(try fresh.fetchAll(Guest.self).first?.host == nil)
    }

    @Test func `a root's unique value is unique among all`() throws {
        store.cleo.email = "ada@a"
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(error.failures.map(\.rule) == [.unique])
        #expect(error.failures.map(\.objectID) == [store.cleo.objectID])
    }

    // MARK: Deleting

    @Test func `delete rules are inherited`() throws {
        Book(in: context, owner: store.ada, title: "Emma", pages: 300)
        Saw(in: context, owner: store.ada, purpose: "wood")
        Film(in: context, title: "Alien")
        try context.save()
        for context in [context, try store.fresh()] {
            let ada = try #require(try context.find(Manager.self, store.ada.objectID))
            try context.delete(ada)
            #expect(try context.fetchAll(Item.self).map { "\(type(of: $0))" } == ["Film"])
            #expect(try context.find(Employee.self, store.ben.objectID)?.boss == nil)
            #expect(try context.find(Guest.self, store.cleo.objectID)?.host == nil)
            #expect(names(try context.fetchAll(Employee.self)) == ["Ben"])
        }
        try context.save()
        #expect(try store.file.column("SELECT _entity FROM item") == ["Film"])
        #expect(try store.file.rows("SELECT _entity, boss_id, host_id FROM person") == [
            ["Employee", nil, nil], ["Guest", nil, nil], ["Person", nil, nil], ["Contractor", nil, nil],
        ])
    }

    @Test func `a rule of the root and a rule of the child both hold for an object`() throws {
        // Ben lives in the office and works there: dwellers deny what staff would cascade.
        try context.delete(store.office)
        #expect(store.ben.isDeleted && store.ada.isDeleted)
        try context.save()
        #expect(names(try context.fetchAll(Person.self)) == ["Cleo", "Dan", "Eve"])

        let second = try PeopleStore()
        second.eve.home = second.office
        try second.context.save()
        try second.context.delete(second.office)
        let error = try #require(throws: ObjectValidationError.self) { try second.context.save() }
        #expect(error.failures.map(\.rule) == [.deny(count: 1)])
        #expect(error.failures.map(\.property) == ["dwellers"])
    }

    // MARK: Fetching

    @Test func `named fetches and key paths know what is inherited`() throws {
        for context in [context, try store.fresh()] {
            let ada = try #require(try context.find(Manager.self, store.ada.objectID))
            #expect(names(try Person.byName(in: context)) == ["Ada", "Ben", "Cleo", "Dan", "Eve"])
            #expect(names(try Employee.under(boss: ada, in: context)) == ["Ben"])
            #expect(names(try Manager.generous(in: context)) == ["Ada"])
            #expect(names(try Person.named(name: "Eve", in: context)) == ["Eve"])
            let by = Fetch<Employee>(
                where: .and([.compare("boss.bonus", .greater, to: 100), .compare("boss.name", .equal, to: "Ada")]),
                sort: [.ascending("office.title"), .descending("name")])
            #expect(names(try context.fetch(by)) == ["Ben"])
            #expect(throws: ConditionErrors.self) {
                try context.fetch(Fetch<Person>(where: .compare("bonus", .greater, to: 100)))
            }
        }
    }

    @Test func `an object of any entity of the hierarchy can stand in a condition`() throws {
        let boss = { (person: Person) in Fetch<Employee>(where: .compare("boss", .equal, to: person)) }
        #expect(names(try context.fetch(boss(store.ada))) == ["Ben"])
        // This person is no employee's boss: the program may hold it as a person and ask all the same.
        #expect(try context.fetch(boss(store.cleo)).isEmpty)
        let friend = Fetch<Person>(where: .compare("friend", .equal, to: store.ben))
        #expect(names(try context.fetch(friend)) == ["Dan"])
        #expect(throws: ConditionErrors.self) {
            try context.fetch(Fetch<Person>(where: .compare("friend", .equal, to: store.office)))
        }
    }

    @Test func `a fetch of a parent sees what is pending in its children, and one of a child not what is in others`() throws {
        let new = Guest(in: context, name: "Aaron")
        store.ben.name = "Zed"
        try context.delete(store.eve)
        #expect(names(try Person.byName(in: context)) == ["Aaron", "Ada", "Cleo", "Dan", "Zed"])
        #expect(Set(try context.fetchAll(Guest.self)) == [store.cleo, new])
        #expect(try Person.named(name: "Zed", in: context) == [store.ben])
        #expect(try context.fetch(Fetch<Manager>(where: .compare("name", .equal, to: "Zed"))).isEmpty)
        #expect(try context.fetch(Fetch<Employee>(where: .compare("name", .equal, to: "Zed"))) == [store.ben])
        #expect(try context.fetchAll(Contractor.self).isEmpty)
        #expect(try context.fetch(Fetch<Person>(sort: [.descending("name")], limit: 2)) == [store.ben, store.dan])

        store.ada.bonus = 50
        let rich = Fetch<Employee>(where: .compare("boss.bonus", .less, to: 100))
        #expect(try context.fetch(rich) == [store.ben])
        try context.save()
        #expect(try context.fetch(rich) == [store.ben])
    }
}

/// What a fetch of any entity of a hierarchy finds with changes pending is what it finds once they are saved.
struct RandomInheritanceTests {
    /// The names of the objects that each of some fetches finds, in order.
    private func found(in context: ManagedObjectContext) throws -> [[String]] {
        let bonus = Condition.compare("boss.bonus", .less, to: 3)
        return [
            try context.fetchAll(Person.self).map(\.name), try context.fetchAll(Employee.self).map(\.name),
            try context.fetchAll(Manager.self).map(\.name), try context.fetchAll(Guest.self).map(\.name),
            try context.fetchAll(Contractor.self).map(\.name),
            try context.fetch(Fetch<Employee>(where: bonus, sort: [.descending("boss.name")], limit: 4)).map(\.name),
            try context.fetch(Fetch<Person>(where: .compare("friend.email", .notEqual, to: "a"), limit: 5)).map(\.name),
            try context.fetch(Fetch<Manager>(where: .not(.or([bonus, .compare("salary", .greater, to: 5)])))).map(\.name),
            try context.fetch(Fetch<Guest>(where: .compare("host.name", .greater, to: "p5"), sort: [.ascending("host.name")]))
                .map(\.name),
            try context.fetchAll(Manager.self).map { $0.reports.map(\.name).sorted().joined(separator: " ") },
            try context.fetchAll(Person.self).map { $0.guests.map(\.name).sorted().joined(separator: " ") },
        ]
    }

    private func edit(_ context: ManagedObjectContext, _ office: Office, _ number: Int, with random: inout SeededGenerator) throws {
        let people = try context.fetchAll(Person.self)
        let person = people.randomElement(using: &random)
        let managers = try context.fetchAll(Manager.self)
        let (name, amount) = ("p\(number)", Decimal(Int.random(in: 0..<9, using: &random)))
        switch Int.random(in: 0..<12, using: &random) {
        case 0: Person(in: context, name: name, friend: person)
        case 1: Guest(in: context, name: name, friend: person, host: people.randomElement(using: &random))
        case 2: Contractor(in: context, name: name, card: name)
        case 3, 4:
            Employee(
                in: context, name: name, number: Int64(number), salary: amount, office: office,
                boss: managers.randomElement(using: &random))
        case 5:
            Manager(
                in: context, name: name, number: Int64(number), salary: amount, office: office,
                boss: managers.randomElement(using: &random), bonus: amount)
        case 6: person?.name = name
        case 7: person?.email = name
        case 8: managers.randomElement(using: &random)?.bonus = amount
        case 9: (person as? Employee)?.boss = managers.randomElement(using: &random)
        case 10: person?.friend = people.randomElement(using: &random)
        default: if let person { try context.delete(person) }
        }
    }

    @Test func `they find the same before a save, after it, and in a context that is fresh`() throws {
        var random = SeededGenerator.forTests()
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        let office = Office(in: context, title: "Office")
        var number = 0
        for _ in 1...40 {
            for _ in 1...Int.random(in: 1...8, using: &random) {
                number += 1
                try edit(context, office, number, with: &random)
            }
            let pending = try found(in: context)
            try context.save()
            #expect(try found(in: context) == pending)
            let fresh = try file.context()
            #expect(try found(in: fresh) == pending)
        }
    }
}
