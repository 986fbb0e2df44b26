import AtlasModel
import Foundation
import TestSupport
import Testing
import Trellis

/// Composites.
struct CompositeTests {
    private let store: StoreFile<Atlas>
    private let here = Address(street: "Main", city: "Bern")
    private let there = Address(street: "Side", city: "Köln", zip: "50667", point: Point(latitude: 50.9, longitude: -6.9))

    init() throws {
        store = try StoreFile(of: Atlas.self)
    }

    private func people(_ store: StoreFile<Atlas>) throws -> [Person] {
        try store.context().fetchAll(Person.self)
    }

    @Test("Parts stand in columns of their own, and a missing composite is NULL in all of its")
    func storedForm() throws {
        let context = try store.context()
        Person(in: context, name: "Ada", home: here, fee: Money())
        Person(in: context, name: "Bea", home: there, work: there, fee: Money(amount: 12.5, currency: .usd), note: Note())
        try context.save()
        #expect(
            try store.rows(
                """
                SELECT home_street, home_city, home_postcode, home_point, home_point_latitude, work, work_street, work_city,
                  work_postcode, work_point, work_point_longitude, fee_amount, fee_currency, remark, remark_text
                FROM person ORDER BY name
                """) == [
                    ["Main", "Bern", nil, nil, nil, nil, nil, nil, nil, nil, nil, "0", "eur", nil, nil],
                    ["Side", "Köln", "50667", "1", "50.9", "1", "Side", "Köln", "50667", "1", "-6.9", "1250", "usd", "1", nil],
                ])

        let read = try people(store)
        #expect(read.map(\.home) == [here, there])
        #expect(read.map(\.work) == [nil, there])
        #expect(read.map(\.fee) == [Money(amount: 0, currency: .eur), Money(amount: 12.5, currency: .usd)])
        // Missing, and there with nothing in it, are two things.
        #expect(read.map(\.note) == [nil, Note(text: nil)])
    }

    @Test("Composites in composites, JSON and names that are Swift's words come back")
    func nested() throws {
        let parcel = Parcel(
            sender: there, receiver: here, value: Money(amount: 1, currency: .unknown("chf")), labels: ["a"], route: [here, there],
            sent: Date(timeIntervalSinceReferenceDate: 0.5))
        let words = Words(
            self: "s", init: .min, class: Note(text: "c"), row: Note(), column: .max, part: "p", writer: "w", Type: true,
            value: Note(text: "v"), in: Data([0]), attributes: "")
        let context = try store.context()
        Shipment(in: context, parcel: parcel, spare: parcel, words: words)
        Shipment(in: context, parcel: Parcel(receiver: here, value: Money(), sent: nil))
        try context.save()
        let read = try store.context().fetchAll(Shipment.self)
        #expect(read[0].parcel == parcel && read[0].spare == parcel && read[0].words == words)
        #expect(read[1].parcel == Parcel(receiver: here, value: Money(), sent: nil))
        #expect(read[1].spare == nil && read[1].words == nil)
        #expect(
            try store.column("SELECT spare_route FROM shipment")[0]
                == #"[{"city":"Bern","street":"Main"},"#
                + #"{"city":"Köln","point":{"latitude":50.9,"longitude":-6.9},"street":"Side","zip":"50667"}]"#)
    }

    @Test("Setting a part writes its column alone, and setting what is there already writes nothing")
    func changes() throws {
        let context = try store.context()
        let person = Person(in: context, name: "Ada", home: there, fee: Money())
        try context.save()
        try store.execute(
            """
            CREATE TABLE written (street, city, latitude);
            CREATE TRIGGER street AFTER UPDATE OF home_street ON person BEGIN INSERT INTO written (street) VALUES (1); END;
            CREATE TRIGGER latitude AFTER UPDATE OF home_point_latitude ON person BEGIN INSERT INTO written (latitude) VALUES (1); END;
            CREATE TRIGGER city AFTER UPDATE OF home_city ON person BEGIN INSERT INTO written (city) VALUES (1); END;
            """)
        person.home = there
        person.work = nil
        person.note = nil
        #expect(!person.isUpdated)
        person.home.city = "Bonn"
        person.home.point?.latitude = 50.7
        #expect(person.isUpdated)
        try context.save()
        #expect(try store.rows("SELECT * FROM written") == [[nil, "1", nil], [nil, nil, "1"]].sorted { $0[1] != nil && $1[1] == nil })
        #expect(try people(store)[0].home == Address(street: "Side", city: "Bonn", zip: "50667", point: Point(latitude: 50.7, longitude: -6.9)))
    }

    @Test("An accent spelled in another way is a change of a part, and is stored")
    func spelling() throws {
        let context = try store.context()
        let person = Person(in: context, name: "Ada", home: Address(street: "caf\u{E9}", city: ""), fee: Money())
        try context.save()
        let other = Address(street: "cafe\u{301}", city: "")
        #expect(person.home == other)
        person.home = other
        #expect(person.isUpdated)
        try context.save()
        #expect(try store.column("SELECT hex(home_street) FROM person") == ["63616665CC81"])
    }

    @Test("A composite can come and go")
    func presence() throws {
        let context = try store.context()
        let person = Person(in: context, name: "Ada", home: here, fee: Money())
        try context.save()
        person.work = Address(street: "x", city: "y", point: Point(latitude: 1, longitude: 2))
        person.note = Note()
        try context.save()
        #expect(try store.rows("SELECT work, work_point_latitude, remark FROM person") == [["1", "1.0", "1"]])
        person.work?.point = nil
        try context.save()
        #expect(try store.rows("SELECT work, work_point, work_point_latitude FROM person") == [["1", nil, nil]])
        person.work = nil
        person.note = nil
        try context.save()
        #expect(try store.rows("SELECT work, work_street, work_point, remark FROM person") == [[nil, nil, nil, nil]])
        #expect(try people(store)[0].work == nil)
    }

    @Test("Rules of parts are looked at where there are parts, and failures name their paths")
    func validation() throws {
        let context = try store.context()
        let person = Person(
            in: context, name: "Ada", home: Address(street: "", city: "c", zip: "12x"),
            work: Address(street: "s", city: "c", point: Point(latitude: 91, longitude: .nan)), fee: Money(amount: 0.001))
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(
            error?.failures.map(\.property) == [
                "home.street", "home.zip", "work.point.latitude", "work.point.longitude", "fee.amount",
            ])
        #expect(error?.failures.map(\.rule) == [.minLength(1), .pattern("[0-9]{4,5}"), .max("90.0"), .finite, .scale(2)])
        person.home = here
        person.work = nil
        person.fee.amount = 1
        try context.save()
    }

    @Test("A part that must be unique is reported by its path, and missing parts are never equal")
    func uniqueness() throws {
        let context = try store.context()
        Person(in: context, name: "Ada", home: here, work: there, fee: Money())
        Person(in: context, name: "Bea", home: here, fee: Money())
        Person(in: context, name: "Cid", home: here, fee: Money())
        try context.save()
        Person(in: context, name: "Dee", home: here, work: there, fee: Money())
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["work.point.longitude"] && error?.failures.map(\.rule) == [.unique])
        #expect(error?.failures.map(\.value) == ["-6.9"])
    }

    // MARK: Plain SQL

    private static let plainColumns = "name, home_street, home_city, fee_amount, fee_currency"

    @Test("Plain SQL writes a row without its optional composites, and with them")
    func plainSQL() throws {
        _ = try store.context()
        try store.execute(
            """
            INSERT INTO person (\(Self.plainColumns)) VALUES ('Ada', 's', 'c', 100, 'eur');
            INSERT INTO person (\(Self.plainColumns), work, work_street, work_city) VALUES ('Bea', 's', 'c', 100, 'eur', 1, 'a', 'b');
            """)
        #expect(try people(store).map(\.work) == [nil, Address(street: "a", city: "b")])
    }

    @Test(
        "Plain SQL cannot write half a composite",
        arguments: [
            "work = 1", "work_street = 'a', work_city = 'b'", "work = 1, work_street = 'a'", "work = 0", "work = 2, work_street = 'a', work_city = 'b'",
            "work = 1, work_street = 'a', work_city = 'b', work_point = 1", "work_point = 1, work_point_latitude = 1, work_point_longitude = 1",
            "work_postcode = '1234'", "remark_text = 'x'",
        ])
    func half(assignments: String) throws {
        _ = try store.context()
        try store.execute("INSERT INTO person (\(Self.plainColumns)) VALUES ('Ada', 's', 'c', 100, 'eur')")
        #expect(throws: (any Error).self) { try store.execute("UPDATE person SET \(assignments)") }
        #expect(try people(store).map(\.work) == [nil])
    }

    @Test(
        "A value that does not fit a part is told with its place",
        arguments: [
            ("spare_sender_point_latitude", "NULL", "NULL"), ("spare", "2", "INTEGER"), ("spare_labels", "'{}'", "TEXT"),
            ("parcel_labels", "'[1]'", "TEXT"), ("words_type", "2", "INTEGER"), ("spare_value_currency", "NULL", "NULL"),
        ])
    func unreadable(column: String, value: String, storageClass: String) throws {
        let parcel = Parcel(sender: there, receiver: here, value: Money())
        let context = try store.context()
        let words = Words(self: "", row: Note(), column: 0, part: "", writer: "", Type: false, value: Note(), attributes: "")
        Shipment(in: context, parcel: parcel, spare: parcel, words: words)
        try context.save()
        try store.execute("PRAGMA ignore_check_constraints = ON; UPDATE shipment SET \(column) = \(value)")
        let error = #expect(throws: StoreError.self) { try store.context().fetchAll(Shipment.self) }
        guard case .unreadableValue(let place) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place.table == "shipment" && place.row == 1 && place.column == column && place.storageClass == storageClass)
    }

    // MARK: Fetching

    @Test("Fetches look into composites, saved or not")
    func fetches() throws {
        let context = try store.context()
        let boss = Person(in: context, name: "Ada", home: here, work: there, fee: Money(currency: .usd))
        Person(in: context, name: "Bea", home: there, work: here, fee: Money(), boss: boss)
        Person(in: context, name: "Cid", home: there, fee: Money(currency: .unknown("x")), boss: boss)
        Person(in: context, name: "Dee", home: here, fee: Money())
        func check(_ context: ManagedObjectContext) throws {
            #expect(try Person.homeIn(city: "Köln", in: context).map(\.name) == ["Bea", "Cid"])
            #expect(try Person.workless(in: context).map(\.name) == ["Bea", "Cid", "Dee"])
            #expect(try Person.bossAt(city: "Köln", in: context).map(\.name) == ["Bea"])
            #expect(try Person.bossAt(city: nil, in: context).map(\.name) == ["Dee"])
        }
        try check(context)
        try context.save()
        try check(store.context())
    }

    @Test("A required composite is never nil: asking says so")
    func neverNil() throws {
        let context = try store.context()
        #expect(throws: ConditionErrors.self) {
            try context.fetch(Fetch<Person>(where: .compare("home", .equal, .null)))
        }
    }

    @Test("What a fetch finds unsaved it finds saved, with random composites")
    func agreement() throws {
        var random = SeededGenerator.forTests()
        let texts = ["", "a", "A", "b", "\u{E9}", "e\u{301}"]
        func text() -> String { texts.randomElement(using: &random) ?? "" }
        func point() -> Point? {
            Bool.random(using: &random)
                ? nil : Point(latitude: Double(Int.random(in: -2...2, using: &random)), longitude: Double(Int.random(in: 0...1_000_000, using: &random)))
        }
        func address() -> Address {
            Address(street: "s" + text(), city: text(), zip: Bool.random(using: &random) ? nil : "1234", point: point())
        }
        let context = try store.context()
        for number in 0..<60 {
            Person(
                in: context, name: "\(number)", home: Address(street: "s", city: text(), point: point()),
                work: Bool.random(using: &random) ? nil : address(),
                fee: Money(amount: Decimal(Int.random(in: -2...2, using: &random))),
                note: Bool.random(using: &random) ? nil : Note(text: Bool.random(using: &random) ? nil : text()))
        }
        let conditions: [Condition] = [
            .compare("work", .equal, .null), .compare("work", .notEqual, .null), .compare("work.city", .equal, .text("\u{E9}")),
            .compare("work.city", .notEqual, .text("a")), .compare("work.city", .less, .text("b")),
            .not(.compare("work.city", .less, .text("b"))), .compare("home.point.latitude", .greaterOrEqual, .integer(0)),
            .compare("work.point", .equal, .null), .compare("note.text", .equal, .null), .compare("note", .equal, .null),
            .comparison(Operand(.keyPath(["home", "city"])), .equal, Operand(.keyPath(["work", "city"]))),
            .comparison(Operand(.keyPath(["home", "point", "latitude"])), .notEqual, Operand(.keyPath(["work", "point", "latitude"]))),
            .compare("fee.amount", .less, .decimal(0.5)),
        ]
        let sorts: [[SortTerm]] = [
            [.ascending("work.city"), .descending("home.point.latitude")], [.descending("note.text")], [.ascending("fee.amount")],
        ]
        func found(_ context: ManagedObjectContext) throws -> [[String]] {
            try conditions.flatMap { condition in
                try sorts.map { try context.fetch(Fetch<Person>(where: condition, sort: $0)).map(\.name) }
            }
        }
        let unsaved = try found(context)
        try context.save()
        #expect(try found(store.context()) == unsaved)
        #expect(unsaved.contains { !$0.isEmpty && $0.count < 60 })
    }
}
