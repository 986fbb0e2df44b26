import AtlasModel
import AttributeOptionsModel
import EnumsModel
import EveryTypeModel
import Foundation
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// Values of some properties, as tuples, without objects.
struct ValueFetchTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let orders: [Order]
    private let ada: Customer

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        ada = Customer(in: context, name: "Ada")
        let (context, ada) = (context, ada)
        orders = (1...4).map { Order(in: context, date: .at($0), made: $0 > 2, customer: $0 == 1 ? nil : ada) }
        try context.save()
    }

    private let byDate = Fetch<Order>(sort: [.ascending("date")])
    private let name = FetchedProperty<String?>("customer.name")

    // MARK: What is read

    @Test func `values come as tuples in the fetch's order, with nil where a path breaks off`() throws {
        let reading = try file.context()
        let rows = try reading.fetch(byDate.values(FetchedProperty<Date>("date"), name, FetchedProperty<Bool>("made")))
        #expect(rows.map(\.0) == (1...4).map { Date.at($0) })
        #expect(rows.map(\.1) == [nil, "Ada", "Ada", "Ada"])
        #expect(rows.map(\.2) == [false, false, true, true])
        #expect(reading.registeredObjects.isEmpty)
        let pairs = try reading.fetch(byDate.offset(1).limit(2).values(name, name))
        #expect(pairs.map { $0.1 } == ["Ada", "Ada"])
    }

    @Test func `a to-one relationship gives the identity of what it leads to`() throws {
        let customer = FetchedProperty<ObjectID?>("customer")
        #expect(try context.fetch(byDate.values(customer)) == [nil] + Array(repeating: ada.objectID, count: 3))
        let new = Customer(in: context, name: "New")
        orders[1].customer = new
        #expect(try context.fetch(byDate.limit(3).values(customer)) == [nil, new.objectID, ada.objectID])
    }

    @Test func `every type of attribute is what its object has, from the store and from memory`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        let sample = Sample(
            in: context, flag: true, small: -7, medium: .min, large: .max, single: 1.5, double: -0.25, text: "e\u{301}",
            amount: Decimal(string: "-12.34") ?? 0, instant: .at(10.5), day: Day(2000, 2, 29), bytes: Data([0, 255]),
            identifier: UUID(repeating: 7))
        sample.maybeAmount = Decimal(string: "0.000000000000000001")
        sample.maybeDay = Day(1, 1, 1)
        func expectAll(in context: ManagedObjectContext) throws {
            let fetch = Fetch<Sample>()
            let first = try #require(
                try context.fetch(
                    fetch.values(
                        FetchedProperty<Bool>("flag"), FetchedProperty<Int16>("small"), FetchedProperty<Int32>("medium"),
                        FetchedProperty<Int64>("large"), FetchedProperty<Float>("single"), FetchedProperty<Double>("double"),
                        FetchedProperty<String>("text"))
                ).first)
            #expect((first.0, first.1, first.2, first.3, first.4, first.5) == (true, -7, .min, .max, 1.5, -0.25))
            #expect(first.6.utf8.elementsEqual("e\u{301}".utf8))
            let second = try #require(
                try context.fetch(
                    fetch.values(
                        FetchedProperty<Decimal>("amount"), FetchedProperty<Date>("instant"), FetchedProperty<Day>("day"),
                        FetchedProperty<Data>("bytes"), FetchedProperty<UUID>("identifier"),
                        FetchedProperty<Decimal?>("maybeAmount"))
                ).first)
            #expect(
                second == (sample.amount, .at(10.5), Day(2000, 2, 29), Data([0, 255]), UUID(repeating: 7), sample.maybeAmount))
            let third = try #require(
                try context.fetch(
                    fetch.values(
                        FetchedProperty<Bool?>("maybeFlag"), FetchedProperty<Int16?>("maybeSmall"),
                        FetchedProperty<Int?>("maybeLarge"), FetchedProperty<String?>("maybeText"),
                        FetchedProperty<Day?>("maybeDay"), FetchedProperty<UUID?>("maybeIdentifier"))
                ).first)
            #expect(third == (nil, nil, nil, nil, Day(1, 1, 1), nil))
        }
        try expectAll(in: context)
        try context.save()
        try expectAll(in: try file.context())
        sample.maybeFlag = true
        sample.maybeFlag = nil
        try expectAll(in: context)
    }

    @Test func `values in other forms than the usual ones are read as their objects read them`() throws {
        let file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        let event = Event(in: context, title: "x", made: .at(0.5), sent: .at(60.25), token: UUID(repeating: 9))
        let fetch = Fetch<Event>().values(
            FetchedProperty<Date>("made"), FetchedProperty<Date>("sent"), FetchedProperty<UUID>("token"),
            FetchedProperty<Date?>("read"), FetchedProperty<UUID?>("source"))
        for _ in 1...2 {
            let row = try #require(try context.fetch(fetch).first)
            #expect(row == (event.made, event.sent, event.token, nil, nil))
            try context.save()
        }
    }

    @Test func `enums are fetched as what they are, or as what they are stored as`() throws {
        let context = try StoreFile(of: Enums.self).context()
        EnumsModel.Parcel(in: context, channel: .phone, state: .lost, color: .green, carrier: .unknown("drone"), number: 1)
        let asEnums = Fetch<EnumsModel.Parcel>().values(
            FetchedProperty<EnumsModel.Channel>("channel"), FetchedProperty<State>("state"), FetchedProperty<Color?>("color"),
            FetchedProperty<Carrier>("carrier"), FetchedProperty<Priority?>("priority"))
        let asStored = Fetch<EnumsModel.Parcel>().values(FetchedProperty<String>("carrier"), FetchedProperty<Int>("state"))
        for _ in 1...2 {
            #expect(try #require(try context.fetch(asEnums).first) == (.phone, .lost, .green, .unknown("drone"), nil))
            #expect(try #require(try context.fetch(asStored).first) == ("drone", -1))
            try context.save()
        }
    }

    @Test func `parts of composites and lazy attributes are values like others`() throws {
        let atlas = try StoreFile(of: Atlas.self).context()
        _ = AtlasModel.Person(
            in: atlas, name: "Ada", home: Address(street: "Main", city: "Thun"), fee: Money(amount: 12))
        let parts = Fetch<AtlasModel.Person>().values(
            FetchedProperty<String>("home.city"), FetchedProperty<String?>("work.city"), FetchedProperty<Decimal>("fee.amount"))
        for _ in 1...2 {
            #expect(try #require(try atlas.fetch(parts).first) == ("Thun", nil, 12))
            try atlas.save()
        }
        let options = try StoreFile(of: AttributeOptions.self)
        let context = try options.context()
        Photo(in: context, title: "x", image: Data([1, 2, 3]), rating: 1)
        try context.save()
        #expect(try options.context().fetch(Fetch<Photo>().values(FetchedProperty<Data>("image"))) == [Data([1, 2, 3])])
    }

    @Test func `the other side of a one-to-one is fetched by its key`() throws {
        let society = try StoreFile(of: Society.self).context()
        let reader = Reader(in: society, name: "Ada")
        Reader(in: society, name: "Bob")
        let card = Card(in: society, number: 7, reader: reader)
        let fetch = Fetch<Reader>(sort: [.ascending("name")]).values(
            FetchedProperty<ObjectID?>("card"), FetchedProperty<Int64?>("card.number"))
        for _ in 1...2 {
            let rows = try society.fetch(fetch)
            #expect(rows.map(\.0) == [card.objectID, nil])
            #expect(rows.map(\.1) == [7, nil])
            try society.save()
        }
    }

    // MARK: Distinct

    @Test func `distinct values come once, in their order`() throws {
        let values = Fetch<Order>(sort: [.descending("customer.name")]).values(name)
        #expect(try context.fetch(values) == ["Ada", "Ada", "Ada", nil])
        #expect(try context.fetch(values.distinct()) == ["Ada", nil])
        let made = Fetch<Order>().values(FetchedProperty<Bool>("made"), name).distinct()
        #expect(try context.fetch(made).map(\.0) == [false, false, true])
        #expect(try context.fetch(made).map(\.1) == [nil, "Ada", "Ada"])
        orders[0].made = true
        #expect(try context.fetch(made).map(\.0) == [false, true, true])
        #expect(try context.fetch(made).map(\.1) == ["Ada", nil, "Ada"])
    }

    @Test func `limit and offset count distinct values, with pending changes too`() throws {
        let dates = byDate.offset(1).limit(2).values(FetchedProperty<Date>("date")).distinct()
        #expect(try context.fetch(dates) == [.at(2), .at(3)])
        for _ in 1...3 { Order(in: context, date: .at(2)) }
        Order(in: context, date: .at(2.5))
        #expect(try context.fetch(dates) == [.at(2), .at(2.5)])
    }

    @Test func `two spellings of a character are two values, in the store and in memory`() throws {
        for info in ["\u{e9}", "e\u{301}", "\u{e9}"] { Customer(in: context, name: UUID().uuidString, info: info) }
        let infos = Fetch<Customer>(where: .compare("info", .notEqual, to: String?.none)).values(FetchedProperty<String?>("info"))
        for _ in 1...2 {
            let found = try context.fetch(infos.distinct())
            #expect(found.map { $0.map { Array($0.unicodeScalars).count } } == [2, 1])
            try context.save()
        }
    }

    // MARK: Pending changes

    @Test func `what is not saved is seen in its place`() throws {
        try context.delete(orders[1])
        orders[2].date = .at(0)
        Order(in: context, date: .at(3.5), customer: ada)
        let values = byDate.values(FetchedProperty<Date>("date"), name)
        for _ in 1...2 {
            let rows = try context.fetch(values)
            #expect(rows.map(\.0) == [0, 1, 3.5, 4].map { Date.at($0) })
            #expect(rows.map(\.1) == ["Ada", nil, "Ada", "Ada"])
            try context.save()
        }
    }

    @Test func `a value at the end of a path is what it is now`() throws {
        ada.name = "Zoe"
        #expect(try context.fetch(byDate.limit(2).values(name)) == [nil, "Zoe"])
        #expect(try context.fetch(byDate.values(name).distinct().sortedByName()) == [nil, "Zoe"])
    }

    @Test func `values without local changes are the store's, even if the context knows older ones`() throws {
        #expect(orders[0].date == .at(1))
        try file.execute("UPDATE \"order\" SET date = 1.25 WHERE _id = 1")
        let dates = byDate.limit(1).values(FetchedProperty<Date>("date"))
        #expect(try context.fetch(dates) == [.at(1.25)])
        #expect(orders[0].date == .at(1))
    }

    @Test func `values are the store's under unsaved edits of other objects, and an edited object's own`() throws {
        #expect(orders[1].date == .at(2))
        try file.execute("UPDATE \"order\" SET date = 2.25 WHERE _id = 2")
        let both = byDate.offset(1).limit(1).values(FetchedProperty<Date>("date"), name)
        #expect(try context.fetch(both).map(\.0) == [.at(2.25)])
        ada.name = "Zoe"
        #expect(try context.fetch(both).map(\.0) == [.at(2.25)])
        #expect(orders[1].date == .at(2))
        orders[1].paid.toggle()
        #expect(try context.fetch(both).map(\.0) == [.at(2)])
    }

    // MARK: What is refused

    private func refusal<each Value>(_ values: ValueFetch<Order, repeat each Value>) throws -> String {
        let error = #expect(throws: ConditionErrors.self) { try context.fetch(values) }
        return error?.description ?? ""
    }

    @Test func `a type that does not fit the attribute is refused before anything is read`() throws {
        #expect(
            try refusal(byDate.values(FetchedProperty<String>("date")))
                == "'date' is a date and cannot be fetched as String")
        #expect(
            try refusal(byDate.values(FetchedProperty<Int>("made"), FetchedProperty<Date>("customer")))
                == "'made' is a Boolean and cannot be fetched as Int; "
                + "'customer' is an object of 'Customer' and cannot be fetched as Date")
        #expect(
            try refusal(byDate.values(FetchedProperty<State?>("customer.name")))
                == "'customer.name' is a string and cannot be fetched as Optional<State>")
    }

    @Test func `what can be nil is fetched as an optional`() throws {
        #expect(
            try refusal(byDate.values(FetchedProperty<String>("customer.name")))
                == "'customer.name' can be nil: fetch it as String?")
        #expect(
            try refusal(byDate.values(FetchedProperty<ObjectID>("customer"))) == "'customer' can be nil: fetch it as ObjectID?")
    }

    @Test func `names that are none and paths along to-many relationships are refused`() throws {
        #expect(try refusal(byDate.values(FetchedProperty<Date>("dat"))).contains("no property 'dat'"))
        #expect(try refusal(byDate.values(FetchedProperty<Decimal>("rows.sum"))).contains("to-many"))
        #expect(try refusal(byDate.values(FetchedProperty<Date>(""))) != "")
    }

    @Test func `distinct values in the order of something else are refused`() throws {
        #expect(
            try refusal(byDate.values(name).distinct())
                == "'date' is not one of the distinct values, so it cannot sort them")
    }

    @Test func `a value that no attribute can have is an error that names it`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        Sample(plainIn: context, text: "x")
        try context.save()
        try file.execute("PRAGMA ignore_check_constraints = ON; UPDATE sample SET small = 40000, day = 'today'")
        let reading = try file.context()
        #expect(throws: StoreError.unreadableResult(name: "small", entity: "Sample", type: "Int16")) {
            try reading.fetch(Fetch<Sample>().values(FetchedProperty<Int16>("small")))
        }
        #expect(try reading.fetch(Fetch<Sample>().values(FetchedProperty<Int>("small"))) == [40000])
        #expect(throws: StoreError.unreadableResult(name: "day", entity: "Sample", type: "Day")) {
            try reading.fetch(Fetch<Sample>().values(FetchedProperty<Day>("day")))
        }
    }
}

extension ValueFetch {
    fileprivate func sortedByName() -> ValueFetch {
        var copy = self
        copy.fetch = fetch.sorted(by: .ascending("customer.name"))
        return copy
    }
}
