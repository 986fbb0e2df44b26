import EveryTypeModel
import Foundation
import InheritanceModel
import OrdersModel
import Testing
import Trellis

/// Groups of stored objects and what they come to.
struct StoredGroupsTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext

    /// Tea: 1.10, 2.20, 0.30; coffee: 5; no service: 0.01, 0.02.
    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        let (tea, coffee) = (Service(in: context, name: "Tea"), Service(in: context, name: "Coffee"))
        let orders = [Order(in: context, date: .at(1), paid: true), Order(in: context, date: .at(2))]
        for (text, service, order) in [
            ("1.10", tea, 0), ("2.20", tea, 1), ("0.30", tea, 1), ("5", coffee, 0), ("0.01", nil, 1), ("0.02", nil, 1),
        ] {
            OrderRow(in: context, sum: decimal(text), order: orders[order], service: service)
        }
        try context.save()
    }

    private func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? 0 }

    private let name = GroupColumn<String?>.key("service.name")
    private let total = GroupColumn<Decimal>.sum("sum")

    @Test(.filesOnly(.functions)) func `groups are made by a key and come in its order, and sums of decimals are exact`() throws {
        let groups = try context.fetch(Fetch<OrderRow>().storedGroups(name, total, .count))
        #expect(groups.map(\.0) == [nil, "Coffee", "Tea"])
        #expect(groups.map(\.1) == ["0.03", "5", "3.60"].map(decimal))
        #expect(groups.map(\.2) == [2, 1, 3])
    }

    @Test func `groups without a column and values without a property are errors`() throws {
        let groups = #expect(throws: ConditionErrors.self) { try context.fetch(Fetch<OrderRow>().storedGroups()) }
        #expect(groups?.errors.map(\.message) == ["a grouped fetch needs at least one column, for example '.count'"])
        let values = #expect(throws: ConditionErrors.self) { try context.fetch(Fetch<OrderRow>().values()) }
        #expect(values?.errors.map(\.message) == ["a fetch of values needs at least one property"])
    }

    @Test(.filesOnly(.functions)) func `groups are made by several keys, which may stand anywhere`() throws {
        let groups = try context.fetch(
            Fetch<OrderRow>().storedGroups(.count, name, total, GroupColumn<Bool?>.key("order.paid")))
        #expect(groups.map(\.0) == [2, 1, 2, 1])
        #expect(groups.map(\.1) == [nil, "Coffee", "Tea", "Tea"])
        #expect(groups.map(\.2) == ["0.03", "5", "2.50", "1.10"].map(decimal))
        #expect(groups.map(\.3) == [false, true, false, true])
    }

    @Test(.filesOnly(.functions)) func `the condition chooses objects, and having chooses groups`() throws {
        let fetch = Fetch<OrderRow>(where: .compare("sum", .less, to: decimal("2")))
        let groups = fetch.storedGroups(name, total, .count)
        #expect(try context.fetch(groups).map(\.1) == ["0.03", "1.40"].map(decimal))
        #expect(try context.fetch(groups.having(total.compare(.greater, to: decimal("0.03")))).map(\.0) == ["Tea"])
        let both = groups.having(GroupColumn.count.compare(.equal, to: 2)).having(name.compare(.equal, to: String?.none))
        #expect(try context.fetch(both).map(\.0) == [nil])
        #expect(try context.fetch(both.having(.not(.and([])))).isEmpty)
        #expect(try context.fetch(groups.having(.or([]))).isEmpty, "none of no conditions is met")
        let either = groups.having(.or([name.compare(.equal, to: "Tea"), total.compare(.less, to: decimal("0.03"))]))
        #expect(try context.fetch(either).map(\.0) == ["Tea"])
        #expect(try context.fetch(groups.having(.not(name.compare(.equal, to: "Tea")))).map(\.0) == [nil])
        let dear = groups.having(GroupColumn.average("sum").compare(.greaterOrEqual, to: 0.7))
        #expect(try context.fetch(dear).map(\.0) == ["Tea"])
    }

    @Test(.filesOnly(.functions), arguments: [
        (.equal, []), (.notEqual, [nil, "Coffee", "Tea"]), (.less, [nil, "Tea"]), (.lessOrEqual, [nil, "Tea"]),
        (.greater, ["Coffee"]), (.greaterOrEqual, ["Coffee"]),
    ] as [(Comparison, [String?])])
    func `a total is compared exactly with a number of more places than it has`(sign: Comparison, names: [String?]) throws {
        let groups = Fetch<OrderRow>().storedGroups(name, total)
        let condition = total.compare(sign, to: decimal("3.60000000000000001"))
        #expect(try context.fetch(groups.having(condition)).map(\.0) == names)
    }

    @Test(.filesOnly(.functions)) func `conditions and orders of groups are written with operators on their columns`() throws {
        let groups = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum), .count, .average($0.sum)) }
        func names(
            _ having: (GroupColumn<String?>, GroupColumn<Decimal>, GroupColumn<Int>, GroupColumn<Double?>) -> GroupCondition
        ) throws -> [String?] {
            try context.fetch(groups.having(having)).map(\.0)
        }
        #expect(try names { _, total, _, _ in total > 1 } == ["Coffee", "Tea"])
        #expect(try names { _, total, count, _ in total >= 5 || count == 2 } == [nil, "Coffee"])
        #expect(try names { name, _, count, _ in name != nil && !(count < 3) } == ["Tea"])
        #expect(try names { name, _, _, _ in name == nil } == [nil])
        #expect(try names { name, _, _, _ in name == "Tea" } == ["Tea"])
        #expect(try names { name, _, _, _ in name != "Tea" } == [nil, "Coffee"], "nil is another value")
        #expect(try names { name, _, _, _ in !(name == "Tea") } == [nil, "Coffee"])
        #expect(try names { name, _, _, _ in name <= "Coffee" } == ["Coffee"], "nil has no order")
        #expect(try names { _, _, _, mean in mean > 0.015 && mean <= 5 } == ["Coffee", "Tea"])
        let both = groups.having { _, total, _, _ in total > 1 }.having { _, _, count, _ in count > 1 }
        #expect(try context.fetch(both).map(\.0) == ["Tea"])
        let sorted = groups.sorted { name, _, count, _ in [count.descending, name.descending] }
        #expect(try context.fetch(sorted).map(\.0) == ["Tea", nil, "Coffee"])
    }

    @Test func `the order of what is grouped means nothing`() throws {
        let groups = Fetch<OrderRow>(sort: [.descending("sum")]).storedGroups(name)
        #expect(try context.fetch(groups) == [nil, "Coffee", "Tea"])
    }

    @Test(.filesOnly(.functions)) func `groups are sorted by what they come to, and cut`() throws {
        let groups = Fetch<OrderRow>().storedGroups(name, total)
        #expect(try context.fetch(groups.sorted(by: total.descending)).map(\.0) == ["Coffee", "Tea", nil])
        #expect(try context.fetch(groups.sorted(by: name.descending)).map(\.0) == ["Tea", "Coffee", nil])
        #expect(try context.fetch(groups.sorted(by: total.descending).offset(1).limit(1)).map(\.0) == ["Tea"])
        #expect(try context.fetch(groups.offset(2)).map(\.0) == ["Tea"])
        #expect(try context.fetch(groups.offset(3)).isEmpty)
        #expect(try context.fetch(groups.limit(0)).isEmpty)
        #expect(try context.fetch(groups.limit(-1)).isEmpty)
        #expect(try context.fetch(groups.offset(-1).limit(1)).map(\.0) == [nil])
        // By what is not among the columns.
        #expect(try context.fetch(groups.sorted(by: GroupColumn.count.descending)).map(\.0) == ["Tea", nil, "Coffee"])
    }

    @Test func `counts pass over nil, and distinct ones count equal values once`() throws {
        let groups = try context.fetch(
            Fetch<OrderRow>().storedGroups(.count, .count("service"), .countDistinct("service"), .countDistinct("order.paid")))
        #expect(groups.count == 1)
        #expect(try #require(groups.first) == (6, 4, 2, 2))
    }

    @Test(.filesOnly(.functions)) func `of nothing the count and the sum are 0, and the rest is nil`() throws {
        let context = try StoreFile(of: Orders.self).context()
        let all = try context.fetch(
            Fetch<OrderRow>().storedGroups(
                .count, total, .average("sum"), GroupColumn<Decimal?>.min("sum"), GroupColumn<Decimal?>.max("sum"),
                .count("service")))
        #expect(all.count == 1)
        #expect(try #require(all.first) == (0, 0, nil, nil, nil, 0))
        #expect(try context.fetch(Fetch<OrderRow>().storedGroups(name, total)).isEmpty)
    }

    @Test(.filesOnly(.functions)) func `means and extremes are those of the values that are there`() throws {
        let rows = try context.fetch(
            Fetch<OrderRow>().storedGroups(
                name, .average("sum"), GroupColumn<Decimal>.min("sum"), GroupColumn<Decimal>.max("sum"),
                GroupColumn<Date?>.max("order.date")))
        #expect(rows.map(\.1) == [0.015, 5, 1.2])
        #expect(rows.map(\.2) == ["0.01", "5", "0.30"].map(decimal))
        #expect(rows.map(\.3) == ["0.02", "5", "2.20"].map(decimal))
        #expect(rows.map(\.4) == [.at(2), .at(1), .at(2)])
    }

    @Test(.filesOnly(.functions)) func `numbers of each kind are added up as what they are`() throws {
        let context = try StoreFile(of: EveryType.self).context()
        for number in 1...3 {
            let sample = Sample(plainIn: context)
            (sample.small, sample.double, sample.single) = (Int16(number), Double(number) / 4, Float(number) / 2)
            sample.maybeDouble = number == 3 ? nil : 0.5
        }
        try context.save()
        let row = try #require(
            try context.fetch(
                Fetch<Sample>().storedGroups(
                    GroupColumn<Int>.sum("small"), GroupColumn<Double>.sum("double"), GroupColumn<Float>.sum("single"),
                    GroupColumn<Double>.sum("maybeDouble"), .average("small"), GroupColumn<Double>.sum("maybeSingle"))
            ).first)
        #expect(row == (6, 1.5, 3, 1, 2, 0))
    }

    @Test(.filesOnly(.functions)) func `a sum beyond 64 bits is an error that says so`() throws {
        let context = try StoreFile(of: EveryType.self).context()
        for _ in 1...2 { Sample(plainIn: context).large = .max }
        try context.save()
        #expect(throws: StoreError.sumTooLarge(entity: "Sample")) {
            try context.fetch(Fetch<Sample>().storedGroups(GroupColumn<Int>.sum("large")))
        }
        // It can be compared and sorted by all the same, as in a condition on members.
        let groups = Fetch<Sample>().storedGroups(GroupColumn<String?>.key("maybeText"), .count)
        let sum = GroupColumn<Int>.sum("large")
        #expect(try context.fetch(groups.having(sum.compare(.greater, to: Int.max)).sorted(by: sum.descending)).map(\.1) == [2])
        #expect(try context.fetch(groups.having(sum.compare(.lessOrEqual, to: Int.max))).isEmpty)
        let one = Fetch<Sample>(where: .compare("text", .equal, to: "x"))
        Sample(plainIn: context, text: "x").large = 40_000
        try context.save()
        #expect(throws: StoreError.sumTooLarge(entity: "Sample")) {
            try context.fetch(one.storedGroups(GroupColumn<Int16>.sum("large")))
        }
    }

    @Test(.filesOnly(.functions)) func `a sum of small integers has room for more than one of them`() throws {
        let context = try StoreFile(of: EveryType.self).context()
        for number in 1...2 {
            let sample = Sample(plainIn: context)
            (sample.small, sample.medium) = (20_000, .max)
            if number == 1 { sample.maybeSmall = .min }
        }
        try context.save()
        let groups = Fetch<Sample>().storedGroups { (.key($0.flag), .sum($0.small), .sum($0.medium), .sum($0.maybeSmall)) }
        let sums: [(Bool, Int64, Int64, Int64)] = try context.fetch(groups.having { _, small, _, _ in small > 39_999 })
        #expect(sums.map(\.1) == [40_000])
        #expect(sums.map(\.2) == [2 * Int64(Int32.max)])
        #expect(sums.map(\.3) == [-32_768])
        #expect(try context.fetch(groups.having { _, small, _, _ in small > 40_000 }).isEmpty)
        #expect(throws: StoreError.sumTooLarge(entity: "Sample")) {
            try context.fetch(Fetch<Sample>().storedGroups(GroupColumn<Int16>.sum("small")))
        }
    }

    @Test(.filesOnly(.functions)) func `what is not saved is not seen`() throws {
        let groups = Fetch<OrderRow>().storedGroups(name, total, .count)
        let row = try #require(try context.first(Fetch<OrderRow>(where: .compare("service.name", .equal, to: "Coffee"))))
        row.sum = 100
        row.service?.name = "Espresso"
        OrderRow(in: context, sum: 1, order: Order(in: context))
        let before = try context.fetch(groups)
        #expect(before.map(\.0) == [nil, "Coffee", "Tea"])
        #expect(before.map(\.1)[1] == 5)
        try context.save()
        #expect(try context.fetch(groups).map(\.0) == [nil, "Espresso", "Tea"])
        #expect(try context.fetch(groups).map(\.1)[1] == 100)
    }

    @Test(.filesOnly(.functions)) func `subentities are grouped too unless the fetch says otherwise`() throws {
        let context = try StoreFile(of: Inheritance.self).context()
        let office = Office(in: context, title: "Main")
        Employee(in: context, name: "a", number: 1, grade: .senior, salary: 1, office: office)
        Manager(in: context, name: "b", number: 2, salary: 2, office: office)
        _ = Person(in: context, name: "c")
        try context.save()
        let salary = GroupColumn<Decimal>.sum("salary")
        #expect(try #require(try context.fetch(Fetch<Employee>().storedGroups(.count, salary)).first) == (2, Decimal(3)))
        let own = Fetch<Employee>().includingSubentities(false)
        #expect(try #require(try context.fetch(own.storedGroups(.count, salary)).first) == (1, Decimal(1)))
        let offices = try context.fetch(Fetch<Employee>().storedGroups(GroupColumn<ObjectID>.key("office"), .count))
        #expect(offices.map(\.0) == [office.objectID])
    }

    @Test func `a key that is an object's identity names the entity that the object is of`() throws {
        let context = try StoreFile(of: Inheritance.self).context()
        let office = Office(in: context, title: "Main")
        let employee = Employee(in: context, name: "a", number: 1, salary: 1, office: office)
        let guest = Guest(in: context, name: "b")
        let person = Person(in: context, name: "c")
        guest.friend = employee
        person.friend = employee
        employee.home = office
        try context.save()
        let friends: [(Int, ObjectID?)] = try context.fetch(Fetch<Person>().storedGroups { (.count, .key($0.friend)) })
        #expect(friends.map(\.0) == [1, 2])
        #expect(friends.map(\.1) == [nil, employee.objectID])
        let people: [(ObjectID, Int)] = try context.fetch(Fetch<Person>().storedGroups { (.key($0), .count) })
        #expect(people.map(\.0) == [employee, guest, person].map(\.objectID))
        #expect(people.map(\.1) == [1, 1, 1])
        // Two keys with a column between them, one of them an identity behind a relationship.
        let home = GroupColumn<ObjectID?>.key("friend.home")
        let homes = Fetch<Person>().storedGroups(home, .count, GroupColumn<ObjectID?>.key("friend"))
        let groups = try context.fetch(homes.having(home.compare(.notEqual, to: String?.none)))
        #expect(groups.map(\.0) == [office.objectID])
        #expect(groups.map(\.1) == [2])
        #expect(groups.map(\.2) == [employee.objectID])
    }

    // MARK: What is refused

    private func refusal<Root, each Value>(_ groups: StoredGroups<Root, repeat each Value>) -> String {
        let error = #expect(throws: ConditionErrors.self) { try context.fetch(groups) }
        return error?.description ?? ""
    }

    @Test func `a path along a to-many relationship is refused, and so is a name that is none`() {
        #expect(refusal(Fetch<Order>().storedGroups(GroupColumn<Decimal>.sum("rows.sum"))).contains("to-many"))
        #expect(refusal(Fetch<Order>().storedGroups(GroupColumn<Decimal>.key("rows"))).contains("to-many"))
        #expect(refusal(Fetch<Order>().storedGroups(GroupColumn<Decimal>.sum("prize"))).contains("no property 'prize'"))
    }

    @Test func `what cannot be added up or put in order is refused`() {
        #expect(
            refusal(Fetch<Order>().storedGroups(GroupColumn<Date>.sum("date"))) == "'date' is a date and cannot be summed")
        #expect(refusal(Fetch<Order>().storedGroups(.average("made"))) == "'made' is a Boolean and cannot be summed")
        #expect(
            refusal(Fetch<Order>().storedGroups(GroupColumn<Bool?>.max("made")))
                == "'made' is a Boolean, which has no minimum or maximum")
    }

    @Test func `a type that does not fit is refused, and nil where there may be none`() {
        #expect(
            refusal(Fetch<OrderRow>().storedGroups(GroupColumn<Double>.sum("sum")))
                == "'sum(sum)' is a decimal of scale 2 and cannot be fetched as Double")
        #expect(
            refusal(Fetch<OrderRow>().storedGroups(GroupColumn<Decimal>.min("sum")))
                == "'min(sum)' can be nil: fetch it as Decimal?")
        #expect(
            refusal(Fetch<OrderRow>().storedGroups(GroupColumn<String>.key("service.name")))
                == "'service.name' can be nil: fetch it as String?")
    }

    @Test func `conditions and orders that do not fit the groups are refused`() {
        let groups = Fetch<OrderRow>().storedGroups(name, total)
        #expect(
            refusal(groups.having(GroupColumn<Bool>.key("order.paid").compare(.equal, to: true)))
                == "'order.paid' is not a key of the groups")
        #expect(
            refusal(groups.sorted(by: GroupColumn<Bool>.key("order.paid").ascending)) == "'order.paid' is not a key of the groups")
        #expect(refusal(groups.having(total.compare(.equal, to: "5"))) == "a decimal of scale 2 cannot be compared with a text")
        #expect(
            refusal(Fetch<OrderRow>().storedGroups(total).having(total.compare(.greater, to: 5)))
                == "a condition on groups needs at least one key")
        #expect(
            refusal(Fetch<OrderRow>(limit: 3).storedGroups(name))
                == "a grouped fetch cannot have a limit or an offset: set them on the groups")
        #expect(refusal(Fetch<OrderRow>().offset(1).storedGroups(name)).hasPrefix("a grouped fetch"))
    }
}
