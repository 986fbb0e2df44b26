import SQLiteStorage
import Testing

/// Delete rules of the side that holds the key: no foreign key has an action for them, so triggers do.
struct KeyRuleTests {
    /// A database of two owners and one member with `rule`, whose own members are of `inverseRule`.
    private func database(_ rule: String, inverseRule: String = "nullify") throws -> PlainDatabase {
        let model = try readModel(
            """
            trellis: 1
            model: Keys
            entities:
              Owner:
                attributes: { name: string }
                relationships:
                  members: { to: [Member], inverse: owner, deleteRule: \(inverseRule) }
                  guests: { to: [Guest], inverse: owner, deleteRule: cascade }
              Member:
                attributes: { name: string }
                relationships: { owner: { to: Owner?, inverse: members, deleteRule: \(rule) } }
              Guest:
                attributes: { name: string }
                relationships: { owner: { to: Owner?, inverse: guests } }
            """)
        let database = try PlainDatabase(schema: LayoutPlanner.plan(model).schema.ddl)
        try database.rows(
            """
            INSERT INTO owner (name) VALUES ('first'), ('second');
            INSERT INTO member (name, owner_id) VALUES ('a', 1), ('b', 1), ('c', 2), ('alone', NULL);
            INSERT INTO guest (name, owner_id) VALUES ('x', 1), ('y', 2);
            """)
        return database
    }

    /// What is left, in the order of tables and keys.
    private let left = """
        SELECT name FROM owner; SELECT name || coalesce(owner_id, '-') FROM member; SELECT name || owner_id FROM guest;
        PRAGMA foreign_key_check;
        """

    /// A connection says for itself that triggers may start others of their own table.
    private let recursive = "PRAGMA recursive_triggers = ON;"

    @Test("A row that cascades takes its owner, whose own rules apply to what it leaves")
    func cascade() throws {
        let database = try database("cascade")
        #expect(
            try database.rows("\(recursive) DELETE FROM member WHERE name = 'a'; \(left)")
                == ["second", "b-", "c2", "alone-", "y2"])
    }

    @Test("A row that cascades and whose owner cascades takes its siblings too")
    func cascadeBothWays() throws {
        let database = try database("cascade", inverseRule: "cascade")
        #expect(
            try database.rows("\(recursive) DELETE FROM member WHERE name = 'a'; \(left)") == [
                "second", "c2", "alone-", "y2",
            ])
    }

    @Test("A row that cascades cannot go where what is left denies that its owner goes")
    func cascadeAgainstDeny() throws {
        let database = try database("cascade", inverseRule: "deny")
        #expect(
            try database.run("\(recursive) DELETE FROM member WHERE name = 'a';").error.contains(
                "FOREIGN KEY constraint failed"))
        #expect(try database.rows("SELECT count(*) FROM owner;") == ["2"])
        // The only member of its owner denies nothing: it has gone.
        #expect(
            try database.rows("\(recursive) DELETE FROM member WHERE name = 'c'; SELECT name FROM owner;") == ["first"])
    }

    @Test("A row that cascades and has no owner goes alone")
    func cascadeWithoutOwner() throws {
        let database = try database("cascade")
        #expect(
            try database.rows("\(recursive) DELETE FROM member WHERE name = 'alone'; \(left)")
                == ["first", "second", "a1", "b1", "c2", "x1", "y2"])
    }

    @Test("A row that denies cannot be deleted while its owner exists, and the error names the key")
    func deny() throws {
        let database = try database("deny")
        for statement in ["DELETE FROM member WHERE name = 'a';", "DELETE FROM member;"] {
            #expect(try database.run(recursive + statement).error.contains("member.owner_id denies the delete"))
        }
        #expect(try database.rows("SELECT count(*) FROM member;") == ["4"])
        #expect(try database.rows("DELETE FROM member WHERE name = 'alone'; SELECT count(*) FROM member;") == ["3"])
    }

    @Test("A row that denies goes after its owner in one transaction, and after it was led elsewhere")
    func denyTogether() throws {
        let database = try database("deny", inverseRule: "deny")
        try database.rows("BEGIN; DELETE FROM owner WHERE _id = 1; DELETE FROM member WHERE owner_id = 1; COMMIT;")
        #expect(try database.rows(left) == ["second", "c2", "alone-", "y2"])
        try database.rows("UPDATE member SET owner_id = NULL WHERE name = 'c'; DELETE FROM member WHERE name = 'c';")
        #expect(try database.rows(left) == ["second", "alone-", "y2"])
    }

    @Test("A row that denies goes with an owner that cascades")
    func denyWithCascade() throws {
        let database = try database("deny", inverseRule: "cascade")
        #expect(
            try database.rows("\(recursive) DELETE FROM owner WHERE _id = 1; \(left)") == [
                "second", "c2", "alone-", "y2",
            ])
    }

    @Test("nullify and noAction leave the owner as it is", arguments: ["nullify", "noAction"])
    func nothing(rule: String) throws {
        let database = try database(rule)
        #expect(try database.rows("SELECT name FROM sqlite_master WHERE type = 'trigger';") == [])
        #expect(
            try database.rows("\(recursive) DELETE FROM member WHERE name = 'a'; \(left)")
                == ["first", "second", "b1", "c2", "alone-", "x1", "y2"])
    }

    @Test("A chain is deleted from its beginning to its end, a ring wholly, and a tree from its root")
    func chains() throws {
        let database = try PlainDatabase(case: "links")
        #expect(
            try database.rows(
                """
                \(recursive)
                INSERT INTO link (name, next_id) VALUES ('d', NULL), ('c', 1), ('b', 2), ('a', 3), ('other', 1);
                DELETE FROM link WHERE name = 'b';
                SELECT name || coalesce(next_id, '-') FROM link;
                INSERT INTO ring (name, next_id) VALUES ('a', 2), ('b', 3), ('c', 1), ('alone', NULL);
                DELETE FROM ring WHERE name = 'b';
                SELECT name FROM ring;
                INSERT INTO branch (name, parent_id) VALUES ('root', NULL), ('a', 1), ('aa', 2), ('alone', NULL);
                """) == ["a-", "other-", "alone"])
        #expect(
            try database.run("DELETE FROM branch WHERE name = 'aa';").error.contains(
                "branch.parent_id denies the delete"))
        #expect(
            try database.rows("\(recursive) DELETE FROM branch WHERE name = 'root'; SELECT name FROM branch;") == [
                "alone"
            ])
    }

    @Test("Names that have to be quoted are")
    func quotedNames() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Keys
            entities:
              Table: { relationships: { index: { to: [Order], inverse: group } } }
              Order: { relationships: { group: { to: Table?, inverse: index, deleteRule: deny } } }
            """)
        let database = try PlainDatabase(schema: LayoutPlanner.plan(model).schema.ddl)
        let insert = "INSERT INTO \"table\" DEFAULT VALUES; INSERT INTO \"order\" (group_id) VALUES (1);"
        #expect(try database.run("\(insert) DELETE FROM \"order\";").error.contains("order.group_id denies the delete"))
    }
}
