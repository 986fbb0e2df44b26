import AtlasModel
import ArchiveModel
import EveryTypeModel
import Foundation
import InheritanceModel
import OrdersModel
import RelationshipsModel
import Testing
import Trellis
import TrellisTesting

/// Stores that begin with what a YAML file says.
struct SeedTests {
    @Test func `objects have the attributes and the destinations that the seeds say`() throws {
        let store = try TestStore(
            of: Orders.self,
            seeds: """
                trellis: 1
                seeds: Orders
                objects:
                  OrderRow:
                    - { sum: 12.50, order: first, service: tea }
                    - { sum: 3, order: first }
                  Customer:
                    ada: { name: Ada, info: ~ }
                  Order:
                    first: { date: "2026-01-05T08:00:00Z", made: true, paid: false, customer: ada }
                  Service:
                    tea: { name: Tea, info: "null" }
                """)
        #expect(store.context.registeredCount == 0)
        let ada: Customer = try store.object("ada")
        #expect(ada.name == "Ada" && ada.info == nil)
        let first = try store.object("first", as: Order.self)
        #expect(ada.orders.map(\.self) == [first])
        #expect(first.made && !first.paid)
        #expect(first.date == ISO8601DateFormatter().date(from: "2026-01-05T08:00:00Z"))
        #expect(first.rows.map(\.sum).sorted() == [3, 12.5])
        #expect(try store.object("tea", as: Service.self).rows.count == 1)
        #expect(try store.object("tea", as: Service.self).info == "null")
        #expect(store.id("ada") == ada.objectID && store.id("missing") == nil)
        #expect(!store.context.hasChanges)
    }

    @Test func `every type of attribute can be said`() throws {
        let store = try TestStore(
            of: EveryType.self,
            seeds: """
                trellis: 1
                seeds: EveryType
                objects:
                  Sample:
                    full:
                      flag: true
                      small: -3
                      medium: 70000
                      large: 9223372036854775807
                      single: 0.5
                      double: -1e3
                      text: "no"
                      amount: -12.34
                      instant: 2001-01-01T00:00:01.500Z
                      day: 2024-02-29
                      span: PT1H30M0.000001S
                      bytes: AQI=
                      identifier: 00000000-0000-0000-0000-000000000001
                      maybeAmount: 0.000000000000000001
                      maybeText: ""
                """)
        let full: Sample = try store.object("full")
        #expect(full.flag && full.small == -3 && full.medium == 70000 && full.large == .max)
        #expect(full.single == 0.5 && full.double == -1000 && full.text == "no" && full.amount == Decimal(string: "-12.34"))
        #expect(full.instant.timeIntervalSinceReferenceDate == 1.5 && full.day.description == "2024-02-29")
        #expect(full.span == .minutes(90) + .microseconds(1))
        #expect(full.bytes == Data([1, 2]) && full.identifier.uuidString.hasSuffix("0001"))
        #expect(full.maybeAmount == Decimal(string: "0.000000000000000001") && full.maybeText == "" && full.maybeDay == nil)
    }

    @Test func `composites are mappings, and JSON is what YAML has for it or a text`() throws {
        let atlas = try TestStore(
            of: Atlas.self,
            seeds: """
                trellis: 1
                seeds: Atlas
                objects:
                  Person:
                    ada:
                      name: Ada
                      home: { street: Main, city: Thun, point: { latitude: 46.7, longitude: 7.6 } }
                      fee: { amount: 5, currency: usd }
                      work: ~
                """)
        let ada: AtlasModel.Person = try atlas.object("ada")
        #expect(ada.home.city == "Thun" && ada.home.point?.latitude == 46.7 && ada.home.zip == nil)
        #expect(ada.fee.amount == 5 && ada.fee.currency == .usd && ada.work == nil && ada.note == nil)

        let archive = try TestStore(
            of: Archive.self,
            seeds: """
                trellis: 1
                seeds: Archive
                objects:
                  Document:
                    one: { number: 1, tags: [a, "1"], counts: { x: 2 }, span: '{"start":0,"duration":5}', limit: 2.5 }
                """)
        let document: Document = try archive.object("one")
        #expect(document.tags == ["a", "1"] && document.counts == ["x": 2] && document.span.duration == 5)
        #expect(document.limit == 2.5 && document.channels == nil)
    }

    @Test func `members are listed in their order, on either side`() throws {
        let store = try TestStore(
            of: Society.self,
            seeds: """
                trellis: 1
                seeds: Society
                objects:
                  Tag:
                    red: { name: red }
                    blue: { name: blue }
                    green: { name: green }
                  Post:
                    first: { title: first, tags: [green, red, blue] }
                """)
        let first: Post = try store.object("first")
        #expect(first.tags.map(\.name) == ["green", "red", "blue"])
    }

    @Test func `objects of entities that inherit have what is inherited, and stand in for their parents`() throws {
        let store = try TestStore(
            of: Inheritance.self,
            seeds: """
                trellis: 1
                seeds: Inheritance
                objects:
                  Office:
                    main: { title: Main, floor: 1 }
                  Manager:
                    eve: { name: Eve, met: "2026-01-05T08:00:00Z", number: 1, grade: senior, salary: 10, bonus: 1, office: main }
                  Employee:
                    ada: { name: Ada, met: "2026-01-05T08:00:00Z", number: 2, grade: junior, salary: 5, office: main, boss: eve }
                """)
        let eve: Manager = try store.object("eve")
        #expect(eve.reports.map(\.name) == ["Ada"] && eve.grade == .senior)
        #expect(try store.object("eve", as: InheritanceModel.Person.self) === eve)
        #expect(throws: SeedError.self) { try store.object("ada", as: Manager.self) }
        #expect(throws: SeedError.self) { try store.object("missing", as: Manager.self) }
    }

    @Test func `seeds come from a file too`() throws {
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: "\(UUID()).yaml")
        try "trellis: 1\nseeds: Orders\nobjects: { Customer: { ada: { name: Ada } } }\n".write(to: url, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: url) }
        let store = try TestStore(of: Orders.self, seeds: Seeds(contentsOf: url))
        #expect(try store.object("ada", as: Customer.self).name == "Ada")
    }

    @Test func `a store without seeds is empty`() throws {
        #expect(try TestStore(of: Orders.self).context.fetchAll(Order.self).isEmpty)
    }
}

extension ManagedObjectContext {
    fileprivate var registeredCount: Int { insertedObjects.count + updatedObjects.count + deletedObjects.count }
}
