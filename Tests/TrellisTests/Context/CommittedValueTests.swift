import EveryTypeModel
import Foundation
import InheritanceModel
import LedgerModel
import OrdersModel
import Testing
import Trellis

/// Values before.
struct CommittedValueTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let ada: OrdersModel.Customer
    private let grace: OrdersModel.Customer
    private let order: OrdersModel.Order

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        ada = OrdersModel.Customer(in: context, name: "Ada", info: "info")
        grace = OrdersModel.Customer(in: context, name: "Grace")
        order = OrdersModel.Order(in: context, date: Date(timeIntervalSinceReferenceDate: 10), customer: ada)
        try context.save()
    }

    @Test func `an object tells which properties have changed, and what they were`() throws {
        #expect(!order.hasChanged { $0.date })
        #expect(try order.committedValue { $0.date } == Date(timeIntervalSinceReferenceDate: 10))
        order.date = Date(timeIntervalSinceReferenceDate: 20)
        order.date = Date(timeIntervalSinceReferenceDate: 30)
        #expect(order.hasChanged { $0.date })
        #expect(!order.hasChanged { $0.made })
        #expect(try order.committedValue { $0.date } == Date(timeIntervalSinceReferenceDate: 10))
        try context.save()
        #expect(!order.hasChanged { $0.date })
        #expect(try order.committedValue { $0.date } == Date(timeIntervalSinceReferenceDate: 30))
    }

    @Test func `nil before is told from no value before`() throws {
        grace.info = "new"
        let before: String?? = try grace.committedValue { $0.info }
        #expect(before == .some(.none))
        let new = OrdersModel.Customer(in: context, name: "new")
        #expect(new.hasChanged { $0.name })
        #expect(try new.committedValue { $0.name } == nil)
    }

    @Test func `relationships tell at both ends that they have changed`() throws {
        order.customer = grace
        #expect(order.hasChanged { $0.customer })
        #expect(order.committedDestination { $0.customer } == ada.objectID)
        #expect(ada.hasChanged { $0.orders } && grace.hasChanged { $0.orders })
        #expect(!ada.hasChanged { $0.name })
        order.customer = ada
        #expect(!order.hasChanged { $0.customer } && !ada.hasChanged { $0.orders } && !grace.hasChanged { $0.orders })

        let second = OrdersModel.Order(in: context, customer: grace)
        #expect(grace.hasChanged { $0.orders } && !ada.hasChanged { $0.orders })
        try context.delete(second)
        #expect(!grace.hasChanged { $0.orders })
        try context.delete(order)
        #expect(ada.hasChanged { $0.orders })
    }

    @Test func `an edit that is taken back is no change`() throws {
        ada.name = "Else"
        ada.name = "Ada"
        order.made = true
        order.made = false
        order.customer = nil
        order.customer = ada
        grace.info = ""
        grace.info = nil
        #expect(!context.hasChanges && context.updatedObjects.isEmpty)
        #expect(!ada.isUpdated && !order.hasChanges)
        try context.save()
        #expect(try file.column("SELECT _version FROM customer") == ["1", "1"])
        #expect(try file.column("SELECT _version FROM \"order\"") == ["1"])
        #expect(Array(ada.orders) == [order])
    }

    @Test func `an edit that is taken back conflicts with no other`() throws {
        let other = try file.context()
        try #require(try other.fetchAll(OrdersModel.Customer.self).first { $0.name == "Ada" }).info = "other"
        try other.save()
        ada.info = "mine"
        ada.info = "info"
        try context.save()
        #expect(try file.column("SELECT info FROM customer WHERE name = 'Ada'") == ["other"])
    }

    @Test func `a column that was taken back changes again`() throws {
        ada.name = "one"
        ada.name = "Ada"
        ada.name = "two"
        #expect(ada.hasChanged { $0.name })
        #expect(try ada.committedValue { $0.name } == "Ada")
        try context.save()
        #expect(try file.column("SELECT name FROM customer WHERE _id = 1") == ["two"])
    }

    @Test func `two spellings of a character are two values`() throws {
        ada.name = "e\u{301}"
        try context.save()
        ada.name = "x"
        ada.name = "\u{e9}"
        #expect(ada.hasChanged { $0.name })
        ada.name = "e\u{301}"
        #expect(!ada.hasChanges)
    }

    @Test func `a member that goes and comes back is there once, loaded or not`() throws {
        for loadsFirst in [true, false] {
            let context = try file.context()
            let order = try #require(try context.fetchAll(OrdersModel.Order.self).first)
            let ada = try #require(order.customer)
            if loadsFirst { #expect(ada.orders.count == 1) }
            order.customer = nil
            order.customer = ada
            #expect(Array(ada.orders) == [order])
            try context.save()
            #expect(Array(ada.orders) == [order])
            // Another context takes it away, which a merge shows.
            let other = try file.context()
            try #require(try other.fetchAll(OrdersModel.Order.self).first).customer = nil
            try other.save()
            try context.refreshAll()
            #expect(Array(ada.orders).isEmpty)
            try #require(try other.fetchAll(OrdersModel.Order.self).first).customer = try other.fetchAll(OrdersModel.Customer.self).first { $0.name == "Ada" }
            try other.save()
        }
    }

    @Test func `a merge gives the value before another one, and it counts`() throws {
        let other = try file.context()
        try #require(try other.fetchAll(OrdersModel.Customer.self).first { $0.name == "Ada" }).info = "theirs"
        ada.info = "mine"
        try other.save()
        try context.refresh(ada)
        #expect(try ada.committedValue { $0.info } == "theirs")
        ada.info = "info"
        #expect(ada.hasChanged { $0.info })
        ada.info = "theirs"
        #expect(!ada.hasChanges)
    }

    @Test func `undo and a rollback leave no change of what was taken back`() throws {
        context.undoLevels = 10
        ada.name = "one"
        ada.name = "Ada"
        #expect(!context.hasChanges)
        try context.undo()
        #expect(ada.name == "Ada" && !context.hasChanges)
        ada.name = "two"
        try context.rollback()
        #expect(ada.name == "Ada" && !ada.hasChanges && !ada.hasChanged { $0.name })
    }

    @Test func `members tell whether they are loaded`() throws {
        let context = try file.context()
        let order = try #require(try context.fetchAll(OrdersModel.Order.self).first)
        #expect(!order.hasLoaded { $0.customer } && !order.hasLoaded { $0.rows } && order.hasLoaded { $0.date })
        _ = order.customer
        _ = order.rows.count
        #expect(order.hasLoaded { $0.customer } && order.hasLoaded { $0.rows })
    }

    @Test func `each kind of value is told as it was, and taken back`() throws {
        let file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        let sample = Sample(plainIn: context, text: "before")
        try context.save()
        let date = sample.instant
        (sample.flag, sample.small, sample.double, sample.amount) = (true, 7, .infinity, 1.25)
        (sample.text, sample.instant, sample.day) = ("after", .now, Day(2020, 2, 29))
        (sample.bytes, sample.identifier) = (Data([1]), UUID())
        #expect(try sample.committedValue { $0.flag } == false)
        #expect(try sample.committedValue { $0.small } == 0)
        #expect(try sample.committedValue { $0.double } == 0)
        #expect(try sample.committedValue { $0.amount } == 0)
        #expect(try sample.committedValue { $0.text } == "before")
        #expect(try sample.committedValue { $0.instant } == date)
        #expect(try sample.committedValue { $0.day } == Day(2001, 1, 1))
        #expect(try sample.committedValue { $0.identifier } == UUID(repeating: 0))
        (sample.flag, sample.small, sample.double, sample.amount) = (false, 0, 0, 0)
        (sample.text, sample.instant, sample.day) = ("before", date, Day(2001, 1, 1))
        (sample.bytes, sample.identifier) = (Data(), UUID(repeating: 0))
        #expect(!context.hasChanges)
        sample.double = .nan
        sample.double = .nan
        sample.double = 0
        #expect(!context.hasChanges)
    }

    @Test func `what a class inherits is asked for as its own`() throws {
        let file = try StoreFile(of: Inheritance.self)
        let context = try file.context()
        let office = Office(in: context, title: "here")
        let boss = Manager(in: context, name: "Ada", number: 1, salary: 5, office: office)
        try context.save()
        boss.name = "Ada L."
        boss.bonus = 3
        #expect(boss.hasChanged { $0.name } && boss.hasChanged { $0.bonus } && !boss.hasChanged { $0.salary })
        #expect(try boss.committedValue { $0.name } == "Ada")
        let person: InheritanceModel.Person = boss
        #expect(try person.committedValue { $0.name } == "Ada")
        #expect(boss.committedDestination { $0.office } == office.objectID)
        (boss.name, boss.bonus) = ("Ada", 0)
        #expect(!boss.hasChanges)
    }

    @Test func `all changes are listed by name, with what was there before`() throws {
        #expect(order.changedValues().isEmpty)
        order.made = true
        order.date = Date(timeIntervalSinceReferenceDate: 20)
        order.customer = grace
        #expect(
            order.changedValues() == ["made": .bool(true), "date": .date(Date(timeIntervalSinceReferenceDate: 20)), "customer": .id(2)])
        let before = try order.committedValues()
        #expect(before["made"] == .bool(false) && before["date"] == .date(Date(timeIntervalSinceReferenceDate: 10)))
        #expect(before["customer"] == .id(1) && before["paid"] == .bool(false) && before.count == 4)
        #expect(try order.committedValues(for: ["made"]) == ["made": .bool(false)])
        #expect(throws: StoreError.self) { try order.committedValues(for: ["mdae"]) }
        order.made = false
        #expect(Set(order.changedValues().keys) == ["date", "customer"])
        try context.save()
        #expect(order.changedValues().isEmpty)
        #expect(try order.committedValues(for: ["customer"]) == ["customer": .id(2)])
    }

    @Test func `of a new object everything has changed, and nothing was there`() throws {
        let new = OrdersModel.Customer(in: context, name: "New")
        #expect(new.changedValues() == ["name": .text("New"), "info": .null])
        #expect(try new.committedValues().isEmpty)
    }


    @Test func `a folded attribute has the value that belongs to the text before`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        let person = LedgerModel.Customer(in: context, name: "Ada", note: "N")
        try context.save()
        #expect(try person.committedValue { $0.key } == "ada")
        person.name = "ADA"
        #expect(person.hasChanged { $0.name } && !person.hasChanged { $0.key })
        person.name = "Bob"
        person.note = nil
        #expect(person.hasChanged { $0.key } && person.hasChanged { $0.plainNote })
        #expect(try person.committedValue { $0.key } == "ada")
        #expect(try person.committedValue { $0.plainNote } == "n")
        #expect(try person.committedValues(for: ["key"]) == ["key": .text("ada")])
        person.name = "Ada"
        #expect(!person.hasChanged { $0.key })
        person.name = "Bob"
        try context.save()
        #expect(try !person.hasChanged { $0.key } && person.committedValue { $0.key } == "bob")
    }

    @Test func `names of nothing that is stored are refused as such`() throws {
        for name in ["nonsense", "orders"] {
            let error = #expect(throws: StoreError.noStoredProperty(name: name, entity: "Customer")) {
                try ada.committedValues(for: [name])
            }
            #expect(error?.entity == "Customer" && error?.path == "Customer.\(name)" && error?.description.contains("'\(name)'") == true)
        }
    }
}
