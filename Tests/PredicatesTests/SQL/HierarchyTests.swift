import Predicates
import SQLiteAccess
import Testing

/// Entities that inherit from each other share a table: conditions know what is inherited, and which rows count.
struct HierarchyTests {
    private let layout = FetchLayout(entities: [
        .init(
            name: "Manager", table: "person", parent: "Employee",
            properties: ["bonus": .attribute(column: "bonus", type: .integer, isOptional: true)]),
        .init(
            name: "Person", table: "person",
            properties: [
                "name": .attribute(column: "name", type: .text, isOptional: false),
                "boss": .toOne(column: "boss_id", destination: "Manager", isOptional: true),
                "friend": .toOne(column: "friend_id", destination: "Person", isOptional: true),
            ]),
        .init(
            name: "Employee", table: "person", parent: "Person",
            properties: ["wage": .attribute(column: "wage", type: .integer, isOptional: false)]),
        .init(name: "Guest", table: "person", parent: "Person", properties: [:]),
        .init(name: "House", table: "house", properties: [:]),
    ])

    private let connection: SQLiteConnection

    init() throws {
        connection = try .inMemory()
        try connection.execute(
            """
            CREATE TABLE person (
              _id INTEGER PRIMARY KEY, _entity TEXT NOT NULL, name TEXT NOT NULL, boss_id INTEGER, friend_id INTEGER, wage INTEGER,
              bonus INTEGER
            ) STRICT;
            """)
    }

    private func fetch(_ entity: String, _ condition: String?, _ value: ConditionValue? = nil) throws -> ResolvedFetch {
        var condition = try condition.map { try PredicateParser.condition($0) }
        if let value, case .comparison(let left, let comparison, _) = condition {
            condition = .comparison(left, comparison, Operand(.value(value)))
        }
        return try ResolvedFetch(FetchQuery(entity: entity, condition: condition), in: layout)
    }

    private func clause(_ entity: String, _ condition: String? = nil, _ value: ConditionValue? = nil) throws -> String {
        let sql = try fetch(entity, condition, value).select(["_id"]).sql
        _ = try connection.prepare(sql)
        return String(sql.dropFirst("SELECT t0._id FROM person AS t0".count).dropLast(" ORDER BY t0._id".count))
    }

    @Test("A fetch of a root looks at all rows, one of a child at its own and its descendants'")
    func restriction() throws {
        #expect(try clause("Person") == "")
        #expect(try clause("Employee") == " WHERE t0._entity IN ('Employee', 'Manager')")
        #expect(try clause("Manager") == " WHERE t0._entity = 'Manager'")
        #expect(try clause("Guest", "name == 'a'") == " WHERE t0._entity = 'Guest' AND t0.name = ?")
        #expect(
            try clause("Employee", "wage < 3 OR name == 'a'")
                == " WHERE t0._entity IN ('Employee', 'Manager') AND (t0.wage < ? OR t0.name = ?)")
        #expect(
            try clause("Manager", "NOT wage < 3") == " WHERE t0._entity = 'Manager' AND (t0.wage < ?) IS NOT TRUE")
    }

    @Test("A partial index of a child holds its rows only, in the words in which a fetch asks for them")
    func index() throws {
        #expect(try fetch("Person", nil).indexExpression == nil)
        #expect(try fetch("Employee", nil).indexExpression == "_entity IN ('Employee', 'Manager')")
        #expect(
            try fetch("Manager", "wage < 3 OR bonus == nil").indexExpression
                == "_entity = 'Manager' AND (wage < 3 OR bonus IS NULL)")
        #expect(try fetch("Manager", "boss.wage < 3").indexExpression == nil)

        try connection.execute("CREATE INDEX i ON person (wage) WHERE _entity IN ('Employee', 'Manager') AND name <> 'a'")
        let select = try fetch("Employee", "name != 'b'").select(["_id"]).sql.replacing("?", with: "'a'")
            .replacing("ORDER BY t0._id", with: "ORDER BY t0.wage")
        #expect(try connection.rows("EXPLAIN QUERY PLAN \(select)").description.contains("USING INDEX i"))
    }

    @Test("Everything that is inherited can be named, and nothing that a descendant adds")
    func properties() throws {
        #expect(try clause("Manager", "name == 'a' AND wage == 1 AND bonus == 1").hasSuffix("t0.bonus IS ?"))
        #expect(try clause("Person", "boss.wage == 1").contains("t1.wage = ?"))
        let errors = #expect(throws: ConditionErrors.self) { try fetch("Person", "wage == 1") }
        #expect(errors?.errors.map(\.message) == ["'Person' has no property 'wage'"])
        #expect(throws: ConditionErrors.self) { try fetch("Employee", "bonus == 1") }
        #expect(throws: ConditionErrors.self) { try fetch("Person", "friend.wage == 1") }
    }

    @Test("Objects are compared where one could be the other")
    func objects() throws {
        #expect(try clause("Person", "boss == friend") == " WHERE t0.boss_id IS t0.friend_id")
        for entity in ["Person", "Employee", "Manager", "Guest"] {
            // A program may have it as a person, and find at run time that it is a guest, who has no staff.
            let object = ConditionValue.object(ObjectReference(entity: entity, key: 1))
            #expect(try clause("Person", "boss == nil", object) == " WHERE t0.boss_id IS ?")
        }
        let house = ConditionValue.object(ObjectReference(entity: "House", key: 1))
        #expect(throws: ConditionErrors.self) { try fetch("Person", "boss == nil", house) }

        for (entity, fits) in [("Person", true), ("Employee", true), ("Manager", true), ("Guest", false), ("House", false)] {
            let parameters = ["who": FetchParameter(type: .object(entity: entity), isOptional: false)]
            let condition = try PredicateParser.condition("boss == $who")
            let query = FetchQuery(entity: "Person", condition: condition)
            let resolved = try? ResolvedFetch(query, in: layout, parameters: parameters)
            #expect((resolved != nil) == fits, "\(entity)")
        }
    }

    @Test("A column that is nil is NULL in the row")
    func placeholders() throws {
        #expect(
            try fetch("Guest", nil).select(["_id", nil, "name"]).sql
                == "SELECT t0._id, NULL, t0.name FROM person AS t0 WHERE t0._entity = 'Guest' ORDER BY t0._id")
    }
}
