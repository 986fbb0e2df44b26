import EnumsModel
import Foundation
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// Values and groups that are chosen by the generated fields.
struct FieldValueFetchTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let order: Order

    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        order = Order(in: context, date: .at(1), paid: true, customer: ada)
        let tea = Service(in: context, name: "Tea")
        OrderRow(in: context, sum: 2, order: order, service: tea)
        OrderRow(in: context, sum: 3, order: order)
        OrderRow(in: context, sum: 5, order: Order(in: context, date: .at(2)), service: tea)
        try context.save()
    }

    @Test func `a tuple of fields gives tuples of their types`() throws {
        let fetch = OrderRow.where { $0.sum > 0 }.sorted { [$0.sum.ascending] }
        let rows: [(Decimal, Date, String?)] = try context.fetch(fetch.values { ($0.sum, $0.order.date, $0.service.name) })
        #expect(rows.map(\.0) == [2, 3, 5])
        #expect(rows.map(\.1) == [.at(1), .at(1), .at(2)])
        #expect(rows.map(\.2) == ["Tea", nil, "Tea"])
        let sums: [Decimal] = try context.fetch(fetch.values { $0.sum })
        #expect(sums == [2, 3, 5])
        #expect(try context.fetch(Fetch<OrderRow>().values { $0.service.name }.distinct()) == [nil, "Tea"])
    }

    @Test func `the object itself and its relationships stand for identities`() throws {
        let rows: [(ObjectID, ObjectID, ObjectID?)] = try context.fetch(
            OrderRow.where { $0.sum == 3 }.values { ($0, $0.order, $0.service) })
        #expect(rows.map(\.0.rowID) == [2])
        #expect(rows.map(\.1) == [order.objectID])
        #expect(rows.map(\.2) == [nil])
    }

    @Test(.filesOnly(.functions)) func `enums are fetched as they are, and fields of a class that inherits as those of its own`() throws {
        let parcels = try StoreFile(of: Enums.self).context()
        EnumsModel.Parcel(in: parcels, state: .lost, color: .green, number: 1)
        let states: [(State, Color?)] = try parcels.fetch(Fetch<EnumsModel.Parcel>().values { ($0.state, $0.color) })
        #expect(states.map(\.0) == [.lost])
        #expect(states.map(\.1) == [.green])

        let people = try StoreFile(of: Inheritance.self).context()
        let office = Office(in: people, title: "Main")
        Employee(in: people, name: "Ada", number: 1, salary: 7, office: office)
        try people.save()
        let names: [(String, Decimal, String)] = try people.fetch(
            Employee.where { $0.salary > 1 }.values { ($0.name, $0.salary, $0.office.title) })
        #expect(names.map(\.0) == ["Ada"])
        #expect(names.map(\.2) == ["Main"])
        let groups: [(ObjectID, Decimal, Int)] = try people.fetch(
            Employee.where { $0.salary > 1 }.storedGroups { (.key($0.office), .sum($0.salary), .count) })
        #expect(groups.map(\.0) == [office.objectID])
    }

    @Test(.filesOnly(.functions)) func `groups are made by fields, and what they come to has the fields' types`() throws {
        let groups: [(String?, Decimal, Decimal?, Double?, Int)] = try context.fetch(
            OrderRow.where { $0.sum > 0 }.storedGroups {
                (.key($0.service.name), .sum($0.sum), .max($0.sum), .average($0.sum), .countDistinct($0.order))
            })
        #expect(groups.map(\.0) == [nil, "Tea"])
        #expect(groups.map(\.1) == [3, 7])
        #expect(groups.map(\.2) == [3, 5])
        #expect(groups.map(\.3) == [3, 3.5])
        #expect(groups.map(\.4) == [1, 2])
    }

    @Test func `what the model requires and an unsaved object lacks is an error that names it`() throws {
        let row = try #require(try context.first(OrderRow.where { $0.sum == 3 }))
        row.order = nil
        #expect(throws: StoreError.unreadableResult(name: "order.date", entity: "OrderRow", type: "Date")) {
            try context.fetch(Fetch<OrderRow>().values { $0.order.date })
        }
        #expect(throws: StoreError.unreadableResult(name: "order", entity: "OrderRow", type: "ObjectID")) {
            try context.fetch(Fetch<OrderRow>().values { $0.order })
        }
    }
}
