import SQLiteStorage
import SchemaModel
import Testing

/// Fetches and their plans for people.
struct PlanWordsTests {
    /// A model whose `Order` has these fetches.
    private func plans(_ fetches: String) throws -> [String: FetchPlan] {
        let model = try readModel(
            """
            trellis: 1
            model: Orders
            entities:
              Customer:
                attributes: { name: string }
                relationships: { orders: { to: [Order], inverse: customer } }
                indexes: [name]
              Order:
                attributes:
                  date: date
                  made: bool
                  paid: bool
                  note: string?
                  total: { type: decimal, scale: 2 }
                  picture: { type: data?, lazy: true }
                relationships: { customer: { to: Customer?, inverse: orders } }
                indexes: [[made, paid, date], -date, note, { on: total, where: paid == false }]
                fetches: { \(fetches) }
            """)
        return Dictionary(
            uniqueKeysWithValues: SchemaVerifier.plans(of: model, LayoutPlanner.plan(model).schema).map { ($0.name.text, $0) })
    }

    private func words(_ fetch: String) throws -> [String] {
        try #require(plans("it: { \(fetch) }")["it"]).words.map { String(repeating: "  ", count: $0.depth) + $0.words }
    }

    @Test func `looking at everything, in no order or in that of an index`() throws {
        #expect(try words("") == ["looks at every Order"])
        #expect(try words("sort: -date") == ["looks at every Order, in the order of its index on -date"])
        #expect(try words("sort: paid") == ["looks at every Order", "sorts what it found"])
        #expect(
            try words("sort: [-date, customer.name]") == [
                "looks at every Order, in the order of its index on -date", "for each, finds Customer by its key",
                "sorts those that are equal so far",
            ])
    }

    @Test func `finding by values and ranges`() throws {
        #expect(
            try words("parameters: { since: date }, where: made == true AND paid == false AND date > $since, sort: date") == [
                "finds Order by made, paid and a range of date, with its index on [made, paid, date]"
            ])
        #expect(
            try words("where: paid == false AND total > 100 AND total < 200, sort: total") == [
                "finds Order by a range of total, with its index on total where paid = 0"
            ])
    }

    @Test func `looking at what a partial index holds`() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Orders
            entities:
              Order:
                attributes: { made: bool, total: int }
                indexes: [{ on: total, where: made == false }]
                fetches: { open: { where: made == false, sort: total } }
            """)
        let plan = try #require(SchemaVerifier.plans(of: model, LayoutPlanner.plan(model).schema).first)
        #expect(plan.words.map(\.words) == ["looks at each Order in an index, which is on total where made = 0"])
        // Not at every one: nothing is wasted.
        #expect(plan.waste.isEmpty)
    }

    @Test func `an OR that two indexes serve`() throws {
        #expect(
            try words("parameters: { by: Customer, note: string }, where: customer == $by OR note == $note, sort: paid") == [
                "takes what any of these finds", "  one part", "    finds Order by customer, with its index on customer",
                "  one part",
                "    finds Order by note, with its index on note", "sorts what it found",
            ])
    }

    @Test func `questions about members are worked out for each, along the indexes of their keys`() throws {
        let model = try readModel(
            """
            trellis: 1
            model: People
            entities:
              Person:
                attributes: { name: string }
                relationships:
                  friends: { to: [Person], inverse: friends }
                  pets: { to: [Pet], inverse: owner }
                fetches:
                  liked: { where: 'ANY friends.name == "Ada"' }
                  owners: { where: pets.@count > 1 }
              Pet:
                attributes: { name: string }
                relationships: { owner: { to: Person?, inverse: pets } }
            """)
        let plans = SchemaVerifier.plans(of: model, LayoutPlanner.plan(model).schema)
        #expect(
            plans.map { $0.words.map { String(repeating: "  ", count: $0.depth) + $0.words } } == [
                [
                    "looks at every Person", "for each, works out",
                    "  finds person_friends by person_id", "  for each, finds Person by its key",
                ],
                [
                    "looks at every Person", "for each, works out",
                    "  finds Pet by owner, with its index on owner, which is all it needs",
                ],
            ])
        // Neither an index of Person nor one of another entity would spare it looking at every one.
        #expect(plans.map(\.waste.scans) == [["Person"], ["Person"]] && plans.allSatisfy { $0.advice == nil })
    }

    @Test func `the statement has its parameters by name, values as they are stored, and a line for each clause`() throws {
        let condition = "date > $since AND (customer.name == $name OR note == \"it's ? -- $\" OR total > 1.5)"
        let parameters = "parameters: { since: date, name: string? }"
        let plan = try #require(
            plans("late: { \(parameters), where: \(condition), sort: [-date, customer.name], limit: 7 }")["late"])
        #expect(
            plan.statementLines == [
                "SELECT t0.* FROM \"order\" AS t0", "LEFT JOIN customer AS t1 ON t1._id = t0.customer_id",
                "WHERE t0.date > $since AND (t1.name IS $name OR t0.note IS 'it''s ? -- $' OR t0.total > 150)",
                "ORDER BY t0.date DESC, t1.name, t0._id", "LIMIT 7",
            ])
    }

    @Test func `what is planned is what a program selects`() throws {
        let plan = try #require(plans("all: { }")["all"])
        // Not the picture, which is read when it is asked for.
        #expect(
            plan.statement.sql
                == "SELECT t0._id, t0._version, t0.date, t0.made, t0.paid, t0.note, t0.total, t0.customer_id"
                + " FROM \"order\" AS t0 ORDER BY t0._id")
    }

    @Test func `a fetch of an entity that inherits reads what it has and what its descendants have`() throws {
        let model = try readModel(
            """
            trellis: 1
            model: People
            entities:
              Person: { attributes: { name: string } }
              Guest: { parent: Person, attributes: { until: day? } }
              Employee: { parent: Person, attributes: { number: int }, fetches: { all: {} } }
              Manager: { parent: Employee, attributes: { bonus: int } }
            """)
        let plan = try #require(SchemaVerifier.plans(of: model, LayoutPlanner.plan(model).schema).first)
        let start = "SELECT t0._id, t0._version, t0._entity, t0.name, t0.number, t0.bonus FROM person AS t0 WHERE"
        #expect(plan.statement.sql.hasPrefix(start))
        #expect(plan.words.map(\.words) == ["looks at every Person"])
    }
}
