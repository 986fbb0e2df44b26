import SQLiteAccess
import TestSupport
import Testing

/// Connections that go another way in the new version, in stores of the tool.
struct KeptConnectionTests {
    private func migrated(_ old: String, _ new: String, decisions: String? = nil, rows: String) throws -> SQLiteConnection {
        let store = try CheckedStore([old, new], decisions: decisions.map { [2: $0] } ?? [:])
        try store.execute(rows)
        return try store.migrated()
    }

    @Test(arguments: ["Customer", "Customer?"]) func `an end that gets another inverse shares the connections of the one that stays`(_ type: String) throws {
        let store = try migrated(
            """
              Customer:
                attributes: { name: string }
                relationships: { orders: { to: [Order], inverse: customer, ordered: true } }
              Order:
                attributes: { number: int }
                relationships: { customer: { to: \(type), inverse: orders } }
            """,
            """
              Customer:
                attributes: { name: string }
                relationships: { orders: { to: [Order], inverse: buyer, ordered: true } }
              Order:
                attributes: { number: int }
                relationships: { customer: { to: \(type) }, buyer: { to: Customer?, inverse: orders } }
            """,
            rows: """
                INSERT INTO customer (_id, name) VALUES (3, 'Ann'), (5, 'Bob');
                INSERT INTO "order" (_id, number, customer_id, customer_position) VALUES (1, 10, 3, 2), (2, 11, 5, 1), (4, 12, 3, 1);
                """)
        #expect(try store.rows("SELECT customer_id, buyer_id, buyer_position FROM \"order\" ORDER BY _id") == [
            ["3", "3", "2"], ["5", "5", "1"], ["3", "3", "1"],
        ])
    }

    @Test func `connections of a root's own objects go with them, and others stay`() throws {
        let store = try migrated(
            """
              Apple:
                attributes: { weight: int }
                relationships: { marks: { to: [Bread] } }
              Bread:
                parent: Apple
                attributes: { crumbs: int? }
            """,
            """
              Grape:
                attributes: { weight: int }
                relationships: { marks: { to: [Bread] } }
              Bread:
                parent: Grape
                attributes: { crumbs: int? }
            """,
            decisions: "drops: { Apple: why, Apple.weight: why }\nvalues: { Grape.weight: \"0\" }",
            rows: """
                INSERT INTO apple (_id, _entity, weight) VALUES (1, 'Apple', 1), (2, 'Bread', 2), (3, 'Bread', 3);
                INSERT INTO apple_marks (apple_id, bread_id) VALUES (1, 2), (2, 3), (3, 3);
                """)
        #expect(try store.rows("SELECT grape_id, bread_id FROM grape_marks ORDER BY grape_id") == [["2", "3"], ["3", "3"]])
        #expect(try store.rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `a key that another one copies is not emptied for the end that leads to fewer objects`() throws {
        let store = try migrated(
            """
              Apple:
                attributes: { weight: int }
                relationships: { next: { to: Apple?, inverse: pieces }, pieces: { to: [Apple], inverse: next } }
              Bread:
                parent: Apple
                attributes: { crumbs: int? }
            """,
            """
              Apple:
                attributes: { weight: int }
                relationships:
                  next: { to: [Bread] }
                  whole: { to: Apple?, inverse: pieces }
                  pieces: { to: [Apple], inverse: whole }
              Bread:
                parent: Apple
                attributes: { crumbs: int? }
            """,
            rows: "INSERT INTO apple (_id, _entity, weight, next_id) VALUES (1, 'Apple', 1, NULL), (2, 'Bread', 2, 1), (3, 'Apple', 3, 2)")
        #expect(try store.rows("SELECT _id, whole_id FROM apple ORDER BY _id") == [["1", nil], ["2", "1"], ["3", "2"]])
        #expect(try store.rows("SELECT apple_id, bread_id FROM apple_next") == [["3", "2"]])
    }

    @Test func `a key that is read from the other side leads to no row that goes`() throws {
        let store = try migrated(
            """
              Bread:
                attributes: { crumbs: int }
                relationships: { dill: { to: Dill?, inverse: bread } }
              Cherry:
                parent: Bread
                attributes: { stones: int? }
              Dill:
                attributes: { leaves: int }
                relationships: { bread: { to: Bread?, inverse: dill } }
            """,
            """
              Bread:
                attributes: { crumbs: int }
                relationships: { dill: { to: [Dill], inverse: bread } }
              Cherry:
                parent: Bread
                abstract: true
                attributes: { stones: int? }
              Dill:
                attributes: { leaves: int }
                relationships: { bread: { to: Bread?, inverse: dill } }
            """,
            decisions: "drops: { Cherry: why }",
            rows: """
                INSERT INTO dill (_id, leaves) VALUES (1, 1), (2, 2);
                INSERT INTO bread (_id, _entity, crumbs, dill_id) VALUES (5, 'Bread', 1, 1), (6, 'Cherry', 2, 2);
                """)
        #expect(try store.rows("SELECT _id, bread_id FROM dill ORDER BY _id") == [["1", "5"], ["2", nil]])
    }
}
