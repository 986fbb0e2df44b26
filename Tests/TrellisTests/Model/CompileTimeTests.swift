import Foundation
import TestSupport
import Testing

/// Mistakes that the compiler finds, so that no program with them ever runs.
struct CompileTimeTests {
    /// Compiles the body of a function that has a context.
    private func compile(_ body: String) throws -> SwiftCompilation {
        try SwiftCompilation(
            """
            import Foundation
            import InheritanceModel
            import OrdersModel
            import Trellis

            func work(in context: ManagedObjectContext) throws {
            \(body)
            }

            actor Other {
                func take(_ context: ManagedObjectContext) {}
                func take(_ customer: Customer) {}
                func take(_ id: ObjectID) {}
            }
            """)
    }

    private func expectToCompile(_ body: String) throws {
        let compilation = try compile(body)
        #expect(compilation.succeeded, "\(compilation.output)")
    }

    /// A body that is refused, for the given reasons alone.
    private func expectError(_ reasons: String..., in body: String) throws {
        let compilation = try compile(body)
        #expect(!compilation.succeeded)
        #expect(!compilation.errors.isEmpty)
        #expect(compilation.errors.allSatisfy { error in reasons.contains { error.contains($0) } }, "\(compilation.output)")
    }

    @Test func `a customer with a name, and one without`() throws {
        try expectToCompile(#"let ada = Customer(in: context, name: "Ada"); ada.info = "info"; try context.save()"#)
        try expectError("missing argument for parameter 'name'", in: "_ = Customer(in: context)")
    }

    @Test func `an order row without the order that it must belong to`() throws {
        try expectToCompile("OrderRow(in: context, sum: 1, order: Order(in: context))")
        try expectError("missing argument for parameter 'order'", in: "OrderRow(in: context, sum: 1)")
    }

    @Test func `what exists for generated code alone`() throws {
        for use in ["_ = context._insertion", "customer._willChange(0)", "customer._awakeFromInsert()", "_ = customer._isLoaded(0)"] {
            try expectError("is inaccessible due to '@_spi' protection level", in: "func work(_ customer: ManagedObject) { \(use) }")
        }
    }

    @Test func `nil for a value that is required`() throws {
        try expectError("'nil' cannot be assigned to type 'String'", in: #"Customer(in: context, name: "Ada").name = nil"#)
    }

    @Test func `an object of a wrong class in a relationship`() throws {
        try expectError(
            "cannot assign value of type 'Service' to type 'Customer'",
            in: #"Order(in: context).customer = Service(in: context, name: "Tea")"#)
        try expectError(
            "cannot convert value of type 'Service' to expected argument type",
            in: #"Customer(in: context, name: "Ada").orders.insert(Service(in: context, name: "Tea"))"#)
    }

    @Test func `a fetch without one of its parameters`() throws {
        try expectToCompile(#"_ = try Order.placed(since: .now, by: Customer(in: context, name: "Ada"), in: context)"#)
        try expectError("missing argument for parameter 'by'", in: "_ = try Order.placed(since: .now, in: context)")
    }

    @Test func `an object of an abstract class, and one of a class that inherits from it`() throws {
        try expectToCompile(#"let house: Place = House(in: context, title: "Hut"); print(house.title)"#)
        try expectError(
            "'Place' is abstract: create 'House', 'Cottage' or 'Office' instead", in: #"_ = Place(in: context, title: "Hut")"#)
        // What its descendants begin with is not seen outside the module.
        try expectError("have '_in:title:', expected 'in:title:'", in: #"_ = Place(_in: context, title: "Hut")"#)
    }

    @Test func `an object of a child without what it requires itself, or without what it inherits`() throws {
        try expectToCompile(
            #"Employee(in: context, name: "Ada", number: 1, salary: 1, office: Office(in: context, title: "Main"))"#)
        try expectError(
            "missing argument for parameter 'name'",
            in: #"Employee(in: context, number: 1, salary: 1, office: Office(in: context, title: "Main"))"#)
        try expectError(
            "missing arguments for parameters 'number', 'salary', 'office'", in: #"Employee(in: context, name: "Ada")"#)
    }

    @Test func `an object of a parent or a sibling where one of a child is asked for`() throws {
        let employee = #"Employee(in: context, name: "", number: 1, salary: 1, office: Office(in: context, title: ""))"#
        try expectToCompile(#"Guest(in: context, name: "").host = \#(employee)"#)
        try expectError(
            "cannot assign value of type 'Person' to type 'Manager'",
            in: #"\#(employee).boss = Person(in: context, name: "")"#)
        try expectError(
            "cannot assign value of type 'Guest' to type 'Manager'",
            in: #"\#(employee).boss = Guest(in: context, name: "")"#)
        try expectError(
            "cannot convert value of type 'Guest' to expected argument type 'Employee'",
            in: #"Office(in: context, title: "").staff.insert(Guest(in: context, name: ""))"#)
    }

    @Test func `classes of a hierarchy in one file, as the build plugin may put them`() throws {
        let folder = "\(Project.root)/Tests/Cases/inheritance/expected"
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        let text = try files.sorted().map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) }.joined()
        for source in [text, text.replacing("open class", with: "class")
            .replacing("@_spi(Generated) public import", with: "@_spi(Generated) import")
            .replacing("@_spi(Generated) public ", with: "").replacing("public ", with: "")] {
            let compilation = try SwiftCompilation(source)
            #expect(compilation.succeeded && compilation.output == "", "\(compilation.output)")
        }
    }

    @Test func `a comparison of a field with a value of another type`() throws {
        try expectToCompile(#"_ = Order.where { $0.customer.name == "Ada" && $0.date < .now && $0.made == true }"#)
        for condition in [
            #"$0.customer.name == 5"#, #"$0.made == "yes""#, #"$0.date < 5"#, #"$0.date > "2024-01-01""#, #"$0.rows.count == "3""#,
            #"$0.customer == Service(in: context, name: "")"#, #"$0.customer.name.beginsWith(5)"#, #"$0.rows.any { $0.sum == "1" }"#,
            #"$0.customer.name.isIn([1, 2])"#, #"$0.rows.contains(Order(in: context))"#, #"$0.customer.name + 1 > 2"#,
            #"$0.date == $0.made"#, #"$0.customer.name"#, #"$0.nothing == 1"#, #"$0.made && "x""#, #"$0.rows.sum { $0.service.name } > 1"#,
        ] {
            #expect(try !compile("_ = Order.where { \(condition) }").succeeded, "\(condition)")
        }
    }

    @Test func `an order of what has none, and nil for what is never nil`() throws {
        try expectToCompile("_ = Order.where { $0.customer.name == nil && $0.customer == nil && $0.rows.max { $0.sum } == nil }")
        for condition in ["$0.made < true", "$0.date == nil", "$0.made != nil", "$0.customer < nil", "$0.made.isBetween(false...true)"] {
            #expect(try !compile("_ = Order.where { \(condition) }").succeeded, "\(condition)")
        }
        try expectToCompile("_ = Order.byName().sorted { [$0.made.ascending] }".replacing("byName", with: "unpaid"))
        #expect(try !compile("_ = Order.unpaid().sorted { [$0.customer.ascending] }").succeeded)
    }

    @Test func `one term of an order and one column of groups need no brackets`() throws {
        try expectToCompile(
            """
            _ = Order.unpaid().sorted { $0.date.descending }
            _ = Order.unpaid().sorted { [$0.date.descending, $0.customer.name.ascending] }
            _ = Order.unpaid().sorted { _ in [] }
            _ = Order.unpaid().sorted { order in
                let key = order.date
                return key.ascending
            }
            _ = Employee.where { $0.salary > 5 }.sorted { $0.name.ascending }
            let sum: [Decimal] = try context.fetch(Employee.where { $0.salary > 5 }.storedGroups { .sum($0.salary) }); print(sum)
            let count: [Int] = try context.fetch(Fetch<OrderRow>().storedGroups { _ in .count }); print(count)
            let names = Fetch<OrderRow>().storedGroups { .key($0.service.name) }.sorted { $0.descending }
            for name in try context.fetch(names) { print(name) }
            let pairs = Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum)) }.sorted { _, sum in sum.descending }
            for (name, sum) in try context.fetch(pairs.having { _, sum in sum > 5 }) { print(name, sum) }
            """)
        for body in [
            "_ = Order.unpaid().sorted { $0.customer.ascending }", "_ = Order.unpaid().sorted { $0.date }",
            "_ = Employee.where { $0.salary > 5 }.storedGroups { .sum($0.name) }",
        ] {
            #expect(try !compile(body).succeeded, "\(body)")
        }
    }

    @Test func `a column of groups without its function, and a condition where a value is fetched, are named`() throws {
        // A closure of one expression may ignore its value, so the compiler warns. Warnings are errors in builds that treat them so.
        for (body, type) in [
            ("_ = Fetch<OrderRow>().storedGroups { $0.sum }", "Field<Decimal>"),
            ("_ = Employee.where { $0.salary > 5 }.storedGroups { $0.salary }", "Field<Decimal>"),
        ] {
            let compilation = try compile(body)
            #expect(compilation.output.contains("expression of type '\(type)' is unused"), "\(body): \(compilation.output)")
        }
        #expect(try compile("_ = Order.unpaid().values { $0.made == true }").output.contains("is unused"))
        for body in [
            "_ = try context.fetch(Fetch<OrderRow>().storedGroups { _ in .sum })",
            "_ = try context.fetch(Fetch<OrderRow>().storedGroups { (.count, $0.sum) })",
            "let sums: [Decimal] = try context.fetch(Fetch<OrderRow>().storedGroups { $0.sum }); print(sums)",
        ] {
            let compilation = try compile(body)
            #expect(!compilation.succeeded && compilation.errors.contains { $0.contains("GroupColumn") || $0.contains("'sum") }, "\(compilation.output)")
        }
    }

    @Test func `a list is assigned to a relationship, objects of another class are not`() throws {
        try expectToCompile(
            """
            let order = Order(in: context)
            let row = OrderRow(in: context, sum: 1, order: order)
            order.rows = [row]
            order.rows = []
            order.rows = ToMany([row].filter { $0.sum > 0 })
            Order(in: context).rows = order.rows
            """)
        for value in ["[Order(in: context)]", #"ToMany([Service(in: context, name: "")])"#, "nil"] {
            #expect(try !compile("Order(in: context).rows = \(value)").succeeded, "\(value)")
        }
    }

    @Test func `a field of a child in a condition on its parent or its sibling`() throws {
        try expectToCompile(#"_ = Employee.where { $0.name == "Ada" && $0.salary > 5 && $0.boss.bonus == nil }"#)
        try expectError("requires that 'Person' inherit from 'Employee'", in: "_ = Person.where { $0.salary > 5 }")
        #expect(try !compile("_ = Guest.where { $0.salary > 5 }").succeeded)
    }

    @Test func `an identity crosses into a task, an object does not`() throws {
        try expectToCompile(
            """
            let id = Customer(in: context, name: "Ada").objectID
            Task.detached { print(id) }
            """)
        try expectError(
            "risks causing data races",
            in: """
                let ada = Customer(in: context, name: "Ada")
                Task.detached { print(ada.name) }
                print(ada.name)
                """)
    }

    @Test func `a context does not cross into a task, a container does`() throws {
        try expectToCompile(
            """
            let container = context.container
            Task.detached { try container.makeContext().save() }
            """)
        try expectError("risks causing data races", in: "Task.detached { try context.save() }")
    }

    @Test func `an identity is sent to an actor, an object and a context are not`() throws {
        let actor = { (argument: String) in
            """
            let ada = Customer(in: context, name: "Ada")
            let id = ada.objectID
            let other = Other()
            func send() async { await other.take(\(argument)) }
            print(ada.name, id, send)
            """
        }
        try expectToCompile(actor("id"))
        try expectError("risks causing data races", in: actor("ada"))
        try expectError("risks causing data races", in: actor("context"))
    }

    @Test func `an object where something Sendable is asked for`() throws {
        let body = { (type: String) in
            """
            func ask<Value: Sendable>(_ type: Value.Type) {}
            ask(\(type).self)
            """
        }
        try expectToCompile(body("ObjectID"))
        try expectToCompile(body("PersistentContainer"))
        try expectToCompile(body("ObjectValidationError"))
        try expectError("unavailable", in: body("Customer"))
        try expectError("does not conform to the 'Sendable' protocol", in: body("ManagedObjectContext"))
    }

    @Test func `a value of another type than its field's`() throws {
        try expectToCompile("let dates: [Date] = try context.fetch(Order.unpaid().values { $0.date }); print(dates)")
        try expectError(
            "expected argument type 'ValueFetch<Order, String>'",
            in: "let dates: [String] = try context.fetch(Order.unpaid().values { $0.date }); print(dates)")
        try expectError(
            "expected argument type 'ValueFetch<Order, Date, String>'",
            in: """
                let names: [(Date, String)] = try context.fetch(Order.unpaid().values { ($0.date, $0.customer.name) })
                print(names)
                """)
    }

    @Test func `a sum of what is no number`() throws {
        try expectToCompile("_ = try context.fetch(Fetch<OrderRow>().storedGroups { (.key($0.service.name), .sum($0.sum)) })")
        try expectError(
            "SummableFieldValue", in: "_ = try context.fetch(Fetch<Order>().storedGroups { GroupColumn.sum($0.date) })")
    }
}
