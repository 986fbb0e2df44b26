import Diagnostics
import SQLiteStorage
import SchemaModel
import Testing

/// Fetches that look at every row, or sort, and the indexes that spare it: each advice is pasted into the model, and has to hold.
struct IndexAdviceTests {
    /// The findings of verification on plans: messages, and the text to add.
    private func advice(_ text: String) throws -> [(message: String, addition: String)] {
        let model = try readModel(text)
        let findings = SchemaVerifier.verify(model, LayoutPlanner.plan(model).schema)
        #expect(findings.allSatisfy { $0.code.name == "TR1508" && $0.severity == .warning }, "\(findings.map(\.message))")
        return findings.map { ($0.message, $0.suggestion?.message ?? "") }
    }

    /// A model whose `Order` has these fetches, and maybe indexes.
    private func orders(_ fetches: String, indexes: String? = nil, small: Bool = false) -> String {
        """
        trellis: 1
        model: Orders
        entities:
          Customer:
            attributes: { name: string, city: string?, mail: { type: string, unique: true } }
            relationships: { orders: { to: [Order], inverse: customer }, friends: { to: [Customer], inverse: friends } }
          Order:
            attributes:
              date: date
              made: bool
              paid: bool
              note: string?
              number: { type: int, unique: true }
              label: { type: json?, swift: "[Int]" }
            relationships: { customer: { to: Customer?, inverse: orders } }
            small: \(small)
            \(indexes.map { "indexes: [\($0)]" } ?? "doc: None.")
            fetches: { \(fetches) }
        """
    }

    /// The one index that is advised for a fetch of `Order`; pasted, it leaves nothing to be said.
    private func index(for fetch: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> String? {
        let advice = try advice(orders("it: { \(fetch) }"))
        #expect(advice.count <= 1, sourceLocation: sourceLocation)
        guard let addition = advice.first?.addition else { return nil }
        let match = addition.wholeMatch(of: /add 'indexes: \[(.+)\]' to 'Order'/)
        let list = try #require(match, "\(addition)", sourceLocation: sourceLocation).output.1
        let left = try self.advice(orders("it: { \(fetch) }", indexes: String(list)))
        #expect(left.isEmpty, "\(left)", sourceLocation: sourceLocation)
        return String(list)
    }

    @Test func `a full scan that an index spares`() throws {
        #expect(try index(for: "where: made == true") == "made")
        #expect(try index(for: "where: made == true AND paid == false") == "[made, paid]")
        #expect(try index(for: "parameters: { note: string? }, where: note == $note") == "note")
        #expect(try index(for: "where: note == nil") == "note")
        #expect(try index(for: "where: note == \"a\" OR note == \"b\"") == "note")
        #expect(
            try advice(orders("it: { where: made == true }")).map(\.message) == [
                "'it' looks at every 'Order': an index on made would spare it that"
            ])
    }

    @Test func `a sort that an index spares, in the order's directions`() throws {
        #expect(try index(for: "sort: date") == "date")
        #expect(try index(for: "sort: -date") == "-date")
        #expect(try index(for: "sort: [-date, note], limit: 10") == "[-date, note]")
        #expect(
            try advice(orders("it: { sort: date }")).map(\.message) == [
                "'it' sorts what it finds: an index on date would spare it that"
            ])
    }

    @Test func `both at once: the values first, then the order`() throws {
        #expect(try index(for: "where: made == true AND paid == false, sort: -date") == "[made, paid, -date]")
        // The order goes without what has one value anyway.
        #expect(try index(for: "where: made == true, sort: [made, date]") == "[made, date]")
        #expect(try index(for: "parameters: { since: date }, where: date >= $since, sort: date") == "date")
        #expect(
            try index(for: "parameters: { since: date, by: Customer }, where: date >= $since AND customer == $by, sort: -date")
                == "[customer, -date]")
        #expect(
            try advice(orders("it: { where: made == true, sort: date }")).map(\.message) == [
                "'it' looks at every 'Order' and sorts what it finds: an index on made and date would spare it that"
            ])
    }

    @Test func `what stays is said too`() throws {
        let range = "it: { parameters: { since: date }, where: date >= $since AND date < $since, sort: note }"
        let found = try advice(orders(range))
        #expect(
            found.map(\.message) == [
                "'it' looks at every 'Order': an index on date would spare it that; then it sorts what it finds"
            ])
        #expect(found.map(\.addition) == ["add 'indexes: [date]' to 'Order'"])
        #expect(try advice(orders(range, indexes: "date")).isEmpty)
    }

    @Test func `an OR takes an index for each part that has none`() throws {
        let fetch = "parameters: { name: string }, where: note == $name OR (paid == true AND made == false), sort: date"
        let found = try advice(orders("it: { \(fetch) }"))
        #expect(
            found.map(\.message) == [
                "'it' looks at every 'Order': an index on note and an index on paid and made would spare it that;"
                    + " then it sorts what it finds"
            ])
        #expect(found.map(\.addition) == ["add 'indexes: [note, [paid, made]]' to 'Order'"])
        let other = try advice(orders("it: { \(fetch) }", indexes: "note"))
        #expect(other.map(\.addition) == ["add '[paid, made]' to the indexes of 'Order'"])
        #expect(try advice(orders("it: { \(fetch) }", indexes: "note, [paid, made]")).isEmpty)
    }

    @Test(
        "Nothing is said where there is nothing to spare",
        arguments: [
            // Everything is asked for, in the order in which it stands.
            "", "limit: 3",
            // Unique values have an index, and so have keys.
            "sort: number", "where: number == 3", "parameters: { by: Customer }, where: customer == $by",
            "where: number > 3, sort: number",
            "where: customer.mail == \"a\"",
        ])
    func served(fetch: String) throws {
        #expect(try index(for: fetch) == nil)
    }

    @Test(
        "Nothing is said where no index helps",
        arguments: [
            "sort: customer.name", "where: made != true", "where: note != nil", "where: NOT (made == true)",
            "where: label == nil",
            "parameters: { name: string? }, where: customer.name == $name", "where: date == date",
            // Objects come in the order of their keys without a sort, which SQLite prefers to a range.
            "parameters: { since: date }, where: date >= $since",
        ])
    func hopeless(fetch: String) throws {
        #expect(try index(for: fetch) == nil)
    }

    @Test func `where every row is looked at in any case, an index for the order would be no gain but with a limit`() throws {
        #expect(try index(for: "where: note != nil, sort: date") == nil)
        let limited = try advice(orders("it: { where: note != nil, sort: date, limit: 10 }"))
        #expect(
            limited.map(\.message) == [
                "'it' sorts what it finds: an index on date would spare it that; then it looks at every 'Order'"
            ])
    }

    @Test func `an index that another fetch needs is no advice to one that gains nothing by it`() throws {
        let fetches = "a: { sort: date }, b: { where: note != nil, sort: date }"
        #expect(try advice(orders(fetches)).map(\.message) == ["'a' sorts what it finds: an index on date would spare it that"])
    }

    @Test func `an entity that is small needs no index`() throws {
        #expect(try !advice(orders("it: { where: made == true, sort: date }")).isEmpty)
        #expect(try advice(orders("it: { where: made == true, sort: date }", small: true)).isEmpty)
        // What inherits from it is small too, and a child may be so by itself.
        func people(_ small: String) -> String {
            """
            trellis: 1
            model: People
            entities:
              Person: { attributes: { name: string }, small: \(small == "Person") }
              Employee: { parent: Person, attributes: { number: int }, small: \(small == "Employee") }
              Manager: { parent: Employee, attributes: { bonus: int }, fetches: { paid: { where: bonus == 1, sort: number } } }
            """
        }
        #expect(try advice(people("Person")).isEmpty && advice(people("Employee")).isEmpty)
        #expect(try advice(people("")).map(\.addition) == ["add 'indexes: [[bonus, number]]' to 'Manager'"])
    }

    @Test func `an order that goes through a relationship gets an index as far as it is the entity's own`() throws {
        let fetch = "it: { where: made == true, sort: [date, customer.name] }"
        let found = try advice(orders(fetch))
        #expect(
            found.map(\.message) == [
                "'it' looks at every 'Order' and sorts what it finds: an index on made and date would spare it that;"
                    + " then it sorts what is equal in a part of its order"
            ])
        #expect(try advice(orders(fetch, indexes: "[made, date]")).isEmpty)
        // A smaller sort is a sort still.
        #expect(try advice(orders("it: { sort: [date, customer.name] }")).isEmpty)
    }

    @Test func `one index serves several fetches where it can`() throws {
        let conditions = "a: { where: made == true }, b: { where: made == true AND note == \"x\" }, c: { where: note == \"y\" }"
        #expect(
            try advice(orders(conditions)).map(\.addition) == [
                "add 'indexes: [[made, note]]' to 'Order'", "add 'indexes: [[made, note]]' to 'Order'",
                "add 'indexes: [note]' to 'Order'",
            ])
        #expect(try advice(orders(conditions, indexes: "[made, note], note")).isEmpty)
        let order = "a: { sort: date }, b: { sort: [date, note] }"
        #expect(
            try advice(orders(order)).map(\.message) == [
                "'a' sorts what it finds: an index on date and note would spare it that;"
                    + " then it sorts what is equal in a part of its order",
                "'b' sorts what it finds: an index on date and note would spare it that",
            ])
        #expect(try advice(orders(order, indexes: "[date, note]")).isEmpty)
    }

    @Test func `an index of the entity at the end of a key path counts too`() throws {
        let fetch = "it: { parameters: { a: string, b: string }, where: customer.name > $a AND customer.name < $b }"
        #expect(
            try advice(orders(fetch)).map { "\($0.message) // \($0.addition)" } == [
                "'it' looks at every 'Order': an index on name of 'Customer' would spare it that; then it sorts what it finds"
                    + " // add 'indexes: [name]' to 'Customer'"
            ])
        // It is there already where the name is unique.
        #expect(try advice(orders(fetch.replacing("customer.name", with: "customer.mail"))).isEmpty)
    }

    @Test func `a value of the object at the end of a key path is found by an index there, unless nil is one`() throws {
        let fetch = "it: { parameters: { name: string }, where: customer.name == $name }"
        #expect(
            try advice(orders(fetch)).map { "\($0.message) // \($0.addition)" } == [
                "'it' looks at every 'Order': an index on name of 'Customer' would spare it that; then it sorts what it finds"
                    + " // add 'indexes: [name]' to 'Customer'"
            ])
        #expect(try advice(orders(fetch.replacing("name: string", with: "name: string?"))).isEmpty)
    }

    @Test func `a fetched property is advised as a fetch of what it gives`() throws {
        func library(_ indexes: String) -> String {
            """
            trellis: 1
            model: Library
            entities:
              Book: { attributes: { shelf: int, title: string }, \(indexes) }
              Shelf:
                attributes: { number: int, name: string? }
                fetchedProperties:
                  books: { from: Book, where: shelf == $FETCH_SOURCE.number, sort: title }
                  others: { from: Shelf, where: name == $FETCH_SOURCE.name }
            """
        }
        #expect(
            try advice(library("doc: None.")).map { "\($0.message) // \($0.addition)" } == [
                "'books' looks at every 'Book' and sorts what it finds: an index on shelf and title of 'Book' would spare it that"
                    + " // add 'indexes: [[shelf, title]]' to 'Book'",
                "'others' looks at every 'Shelf': an index on name would spare it that // add 'indexes: [name]' to 'Shelf'",
            ])
        #expect(try advice(library("indexes: [[shelf, title]]")).map(\.addition) == ["add 'indexes: [name]' to 'Shelf'"])
        #expect(try advice(library("small: true")).map(\.addition) == ["add 'indexes: [name]' to 'Shelf'"])
    }

    @Test func `a fetched property that gives a child's objects is advised an index of the child's`() throws {
        func people(_ indexes: String) -> String {
            """
            trellis: 1
            model: People
            entities:
              Person: { attributes: { name: string } }
              Employee: { parent: Person, attributes: { badge: int }, \(indexes) }
              Door:
                attributes: { number: int }
                fetchedProperties: { bearers: { from: Employee, where: badge == $FETCH_SOURCE.number } }
            """
        }
        #expect(try advice(people("doc: None.")).map(\.addition) == ["add 'indexes: [badge]' to 'Employee'"])
        #expect(try advice(people("indexes: [badge]")).isEmpty)
    }

    @Test func `finding fewer rows counts for more than their order, but where only the first ones are asked for`() throws {
        let fetch = "parameters: { since: date, to: date }, where: made == true AND date > $since AND date < $to, sort: note"
        #expect(try index(for: fetch) == "[made, date]")
        #expect(try index(for: fetch + ", limit: 10") == "[made, note]")
        // What is found by a range stays so, though all that are made would come in order.
        let range = "it: { where: made == true AND number > 10 AND number < 20, sort: date }"
        #expect(try advice(orders(range)).isEmpty)
        // And so does what a partial index holds.
        let partial = "it: { parameters: { a: date, b: date }, where: paid == false AND date > $a AND date < $b }"
        #expect(try advice(orders(partial, indexes: "{ on: date, where: paid == false }")).isEmpty)
    }

    @Test func `lists, beginnings and ranges are found by an index`() throws {
        #expect(try index(for: "where: 'note IN {\"a\", \"b\"}'") == "note")
        #expect(try index(for: "where: 'note BEGINSWITH \"a\"', sort: note") == "note")
        #expect(try index(for: "where: 'number BETWEEN {3, 5} AND note IN {\"a\", \"b\"}', sort: number") == nil)
        #expect(try index(for: "parameters: { a: date, b: date }, where: 'date BETWEEN {$a, $b}', sort: date") == "date")
        for fetch in [
            "note CONTAINS \"a\"", "note ENDSWITH \"a\"", "note BEGINSWITH[c] \"a\"", "number + 1 == 3", "TRUEPREDICATE",
        ] {
            #expect(try index(for: "where: '\(fetch)'") == nil, "\(fetch)")
        }
    }

    @Test func `a child's index holds the child's rows, inherited properties included`() throws {
        func people(_ indexes: String) -> String {
            """
            trellis: 1
            model: People
            entities:
              Person:
                attributes: { name: string, met: date }
                fetches: { byName: { sort: name } }
              Guest:
                parent: Person
                attributes: { until: day? }
                fetches: { all: {}, until: { where: until == nil, sort: until } }
              Employee:
                parent: Person
                attributes: { number: int }
                \(indexes)
                fetches: { latest: { sort: -met, limit: 3 }, numbered: { parameters: { number: int }, where: number == $number } }
              Manager: { parent: Employee }
            """
        }
        #expect(
            try advice(people("doc: None.")).map { "\($0.message) // \($0.addition)" } == [
                "'byName' sorts what it finds: an index on name would spare it that // add 'indexes: [name]' to 'Person'",
                "'until' looks at every 'Person': an index on until would spare it that // add 'indexes: [until]' to 'Guest'",
                "'latest' looks at every 'Person' and sorts what it finds: an index on -met would spare it that"
                    + " // add 'indexes: [-met]' to 'Employee'",
                "'numbered' looks at every 'Person': an index on number would spare it that"
                    + " // add 'indexes: [number]' to 'Employee'",
            ])
        #expect(
            try advice(people("indexes: [-met, number]")).map(\.addition) == [
                "add 'indexes: [name]' to 'Person'", "add 'indexes: [until]' to 'Guest'",
            ])
    }

    @Test func `a part of a composite is named by its path`() throws {
        let model = """
            trellis: 1
            model: Places
            composites: { Address: { city: string, zip: string? } }
            entities:
              Place:
                attributes: { home: Address, work: Address? }
                fetches:
                  inCity: { parameters: { city: string }, where: work.city == $city, sort: [-home.zip] }
                  workless: { where: work == nil }
            """
        #expect(try advice(model).map(\.addition) == ["add 'indexes: [[work.city, -home.zip]]' to 'Place'"])
    }

    @Test func `the finding stands at the fetch's name, in the order of the model`() throws {
        try expectFindings(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                attributes: { date: date, note: string? }
                fetches:
                  1️⃣byDate: { sort: date }
                  noted: { sort: [date, note], where: date == nil }
              Other:
                attributes: { date: date }
                fetches: { 2️⃣byDate: { sort: -date } }
            """, .init("TR1508", at: 1), .init("TR1508", at: 2))
    }
}
