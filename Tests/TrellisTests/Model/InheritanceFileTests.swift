import InheritanceModel
import Testing
import Trellis

/// Others can write anything into a file: a program never gets an object of a class that it does not expect.
struct InheritanceFileTests {
    private let store: PeopleStore

    init() throws {
        store = try PeopleStore()
    }

    private func place(_ error: StoreError?) -> String? {
        guard case .unreadableValue(let place) = error else { return nil }
        return "\(place.table) \(place.row) \(place.column) \(place.storageClass)"
    }

    @Test("A row of no entity", arguments: ["'Ghost'", "'person'", "'Person '", "''", "'Place'", "'Perso'", "char(0)"])
    func unknown(entity: String) throws {
        try store.file.execute("UPDATE person SET _entity = \(entity) WHERE _id = 4")
        let context = try store.fresh()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Person.self) }
        #expect(place(error) == "person 4 _entity TEXT")
        #expect(throws: StoreError.self) { try context.find(Person.self, store.dan.objectID) }
        // Children ask for rows of their own only.
        #expect(try context.fetchAll(Employee.self).count == 2)
        #expect(try context.fetchAll(Guest.self).count == 1)
    }

    @Test("A row of an entity that is abstract", arguments: ["Item", "Media", "SpecialTool"])
    func abstract(entity: String) throws {
        try store.file.execute("INSERT INTO item (_entity, title, purpose) VALUES ('\(entity)', 'a', 'b')")
        let context = try store.fresh()
        #expect(place(#expect(throws: StoreError.self) { try context.fetchAll(Item.self) }) == "item 1 _entity TEXT")
        #expect(throws: StoreError.self) { try context.find(Item.self, ObjectID(entity: "Book", rowID: 1)) }
        #expect(try context.fetchAll(Book.self).isEmpty)
    }

    @Test("A row that lacks what its entity requires")
    func missing() throws {
        try store.file.execute("INSERT INTO person (_entity, name, met, number, grade) VALUES ('Employee', 'Fred', 0, 7, 'junior')")
        let context = try store.fresh()
        #expect(place(#expect(throws: StoreError.self) { try context.fetchAll(Person.self) }) == "person 6 salary NULL")
        #expect(throws: StoreError.self) { try context.fetchAll(Employee.self) }
        #expect(try context.fetchAll(Guest.self).count == 1)
    }

    @Test("What a row has of another entity's properties is left alone")
    func surplus() throws {
        try store.file.execute("UPDATE person SET bonus = 7, card = 'x' WHERE _entity = 'Guest'")
        let context = try store.fresh()
        let guest = try #require(try context.fetchAll(Guest.self).first)
        #expect(guest.card == "C7")
        guest.card = "C9"
        try context.save()
        #expect(try store.file.rows("SELECT bonus, card, guest_card FROM person WHERE _id = 3") == [["7", "x", "C9"]])
    }

    @Test("A key that leads to a row of a wrong entity gives no object and an error, known or not", arguments: [false, true])
    func wrongDestination(isKnown: Bool) throws {
        try store.file.execute("UPDATE person SET boss_id = 3 WHERE _id = 2")
        let context = try store.fresh()
        let guest = isKnown ? try context.fetchAll(Guest.self).first : nil
        let ben = try #require(try context.find(Employee.self, store.ben.objectID))
        #expect(ben.boss == nil)
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Place.self) }
        #expect(place(error) == "person 3 _entity TEXT")
        // It was reported once, and can be fixed.
        ben.boss = try context.fetchAll(Manager.self).first
        try context.save()
        #expect(try store.file.column("SELECT boss_id FROM person WHERE _id = 2") == ["1"])
        #expect((guest?.card ?? "C7") == "C7")
    }

    @Test("A member of a wrong entity is an error too, and the relationship stays empty", arguments: [false, true])
    func wrongMember(isKnown: Bool) throws {
        try store.file.execute("UPDATE person SET boss_id = 1 WHERE _id = 5")
        let context = try store.fresh()
        let contractors = isKnown ? try context.fetchAll(Contractor.self) : []
        let ada = try #require(try context.fetchAll(Manager.self).first)
        #expect(ada.reports.isEmpty)
        #expect(place(#expect(throws: StoreError.self) { try context.save() }) == "person 5 _entity TEXT")
        try store.file.execute("UPDATE person SET boss_id = NULL WHERE _id = 5")
        #expect(ada.reports.map(\.name) == ["Ben"])
        #expect(contractors.count == (isKnown ? 1 : 0))
    }

    @Test("A row that became another entity's after its object was read is not taken for one of the other")
    func changedEntity() throws {
        let context = try store.fresh()
        let dan = try #require(try context.find(Person.self, store.dan.objectID))
        try store.file.execute("UPDATE person SET _entity = 'Guest' WHERE _id = 4")
        #expect(place(#expect(throws: StoreError.self) { try context.fetchAll(Guest.self) }) == "person 4 _entity TEXT")
        #expect(try context.fetchAll(Person.self).contains(dan))
        #expect(try store.fresh().fetchAll(Guest.self).map(\.name) == ["Cleo", "Dan"])
    }

    @Test("Rows that plain SQL wrote are objects of their classes")
    func plainSQL() throws {
        try store.file.execute(
            """
            INSERT INTO person (_entity, name, met, number, grade, salary, office_id, bonus)
            VALUES ('Manager', 'Max', 0, 10, 'senior', 100, 1, 50), ('Person', 'Mia', 0, NULL, NULL, NULL, NULL, NULL);
            """)
        let context = try store.fresh()
        let max = try #require(try context.fetchAll(Manager.self).last)
        #expect(max.name == "Max" && max.salary == 1 && max.bonus == 0.5 && max.office?.title == "Main")
        #expect(try context.fetchAll(Person.self).last.map { type(of: $0) == Person.self } == true)
    }

    @Test("A context and objects of several classes of a hierarchy are released together")
    func lifetime() throws {
        weak var context: ManagedObjectContext?
        weak var ada: Manager?
        weak var ben: Employee?
        do {
            let made = try store.fresh()
            let read = try made.fetchAll(Person.self)
            (context, ada, ben) = (made, read[0] as? Manager, read[1] as? Employee)
            #expect(ada?.reports.first === ben && ben?.boss === ada && ada?.office?.staff.count == 2)
        }
        #expect(context == nil && ada == nil && ben == nil)
    }
}
