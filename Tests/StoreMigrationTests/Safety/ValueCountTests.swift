import SQLiteAccess
import StoreMigration
import Testing

/// Values that a migration would lose.
struct ValueCountTests {
    /// A parent, a child that leads to it, and a plan that rewrites the children.
    private static let objects = ["parent", "child"]

    private static func rewritten(key: String, _ outcome: ColumnOutcome) -> MigrationPlan {
        PlainStore.plan(
            [
                ("CREATE TABLE _trellis_new_child (_id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES parent (_id))", .rebuild),
                ("INSERT INTO _trellis_new_child (_id, owner_id) SELECT _id, \(key) FROM child", .rebuild),
                ("DROP TABLE child", .rebuild), ("ALTER TABLE _trellis_new_child RENAME TO child", .alter),
            ],
            [.init("parent", "parent"), .init("child", "child", isRewritten: true, columns: [.init("_id", "_id"), outcome])], objects: objects)
    }

    @Test func `a table that is rewritten without its values leaves the store as it was`() throws {
        let plan = PlainStore.plan(
            [
                ("CREATE TABLE _trellis_new_parent (_id INTEGER PRIMARY KEY, name TEXT)", .rebuild),
                ("INSERT INTO _trellis_new_parent (_id, name) SELECT _id, nullif(name, 'a') FROM parent", .rebuild),
                ("DROP TABLE parent", .rebuild), ("ALTER TABLE _trellis_new_parent RENAME TO parent", .alter),
            ], [PlainStore.rebuilt, .init("child", "child")], objects: Self.objects)
        let error = try PlainStore(PlainStore.family).refusal(plan)
        #expect(error == .rowCounts([.init(table: "parent", column: "name", before: 2, after: 1)]))
        #expect(error?.description.contains("'parent.name' had 2 values and would have 1") == true)
    }

    @Test func `connections of a key that is renamed at once are counted by both names`() throws {
        let lost = Self.rewritten(key: "nullif(parent_id, 2)", .init("parent_id", "owner_id"))
        #expect(try PlainStore(PlainStore.family).refusal(lost) == .rowCounts([.init(table: "child", column: "parent_id", before: 3, after: 2)]))
        let store = try PlainStore(PlainStore.family)
        try store.migrate(Self.rewritten(key: "parent_id", .init("parent_id", "owner_id")))
        #expect(try store.rows("SELECT owner_id FROM child") == [["1"], ["1"], ["2"]])
    }

    @Test(arguments: [
        ("parent_id", ColumnOutcome.Values.kept, true), ("coalesce(parent_id, 1)", .kept, false), ("nullif(parent_id, 2)", .kept, false),
        ("parent_id", .converted, true), ("coalesce(parent_id, 1)", .converted, true), ("nullif(parent_id, 2)", .converted, false),
        ("parent_id", .changed, true), ("coalesce(parent_id, 1)", .changed, true), ("nullif(parent_id, 2)", .changed, true),
    ])
    func `the plan declares what may happen to the values of a column`(key: String, values: ColumnOutcome.Values, isRight: Bool) throws {
        let store = try PlainStore(PlainStore.family + "INSERT INTO child VALUES (4, NULL);")
        let plan = Self.rewritten(key: key, .init("parent_id", "owner_id", values: values))
        if isRight {
            try store.migrate(plan)
            #expect(try store.rows("SELECT count(*) FROM child") == [["4"]])
        } else {
            guard case .rowCounts(let found) = try store.refusal(plan) else { return #expect(Bool(false), "the plan was applied, or refused for another reason") }
            #expect(found.map(\.column) == ["parent_id"])
        }
    }

    @Test func `values that are written where they are, and that become required, are counted too`() throws {
        let inPlace = PlainStore.plan(
            [("UPDATE child SET parent_id = NULL WHERE _id = 1", .update)],
            [.init("parent", "parent"), .init("child", "child", columns: [.init("parent_id", "parent_id", values: .converted)])], objects: Self.objects)
        #expect(try PlainStore(PlainStore.family).refusal(inPlace) == .rowCounts([.init(table: "child", column: "parent_id", before: 3, after: 2)]))
        // A row without a name gets one, which a column that is copied does not declare.
        let required = PlainStore.rebuild.map { (sql: $0.sql.replacing("SELECT _id, name", with: "SELECT _id, coalesce(name, '')"), strategy: $0.strategy) }
        let store = "\(PlainStore.family)INSERT INTO parent VALUES (3, NULL);"
        let error = try PlainStore(store).refusal(PlainStore.plan(required, [PlainStore.rebuilt, .init("child", "child")], objects: Self.objects))
        #expect(error == .rowCounts([.init(table: "parent", column: "name", before: 2, after: 3)]))
    }

    @Test func `a table that may lose rows may lose their values`() throws {
        var outcome = PlainStore.rebuilt
        outcome.mayLoseRows = true
        let plan = PlainStore.plan(
            [("DELETE FROM child WHERE parent_id = 2", .update), ("DELETE FROM parent WHERE _id = 2", .update)] + PlainStore.rebuild,
            [outcome, .init("child", "child", mayLoseRows: true)], objects: Self.objects)
        let store = try PlainStore(PlainStore.family)
        try store.migrate(plan)
        #expect(try store.rows("SELECT count(*) FROM parent") == [["1"]])
    }
}
