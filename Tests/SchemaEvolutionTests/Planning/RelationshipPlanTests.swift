import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Plans for relationships that change, run on databases with rows.
struct RelationshipPlanTests: ShopPlans {
    @Test("A to-one that becomes a to-many keeps its destination as the one member")
    func toMany() throws {
        let new = Self.old.replacing("customer: { to: Customer?, inverse: orders }", with: "customer: { to: [Customer], inverse: orders }")
            .replacing("deleteRule: cascade", with: "deleteRule: nullify")
        let (connection, _) = try migrate(to: new)
        #expect(try connection.rows("SELECT order_id, customer_id FROM customer_orders") == [["3", "7"]])
    }

    @Test("A key that changes sides takes a value, which is told")
    func otherSide() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  Book:\n    attributes: { name: string }\n  Item:\n    relationships: { book: { to: Book? } }\n"
        let new = "trellis: 1\nmodel: Shop\nentities:\n  Book:\n    attributes: { name: string }\n    relationships: { item: { to: Item?, inverse: book, key: here } }\n  Item:\n    relationships: { book: { to: Book?, inverse: item } }\n"
        let asked = try PlannedMigration(from: old, to: new)
        #expect(asked.codes == ["TR2104"] && asked.helps[0].contains("'values: { Book.item: \"(SELECT _id FROM item WHERE book_id = book._id)\" }'"))
        let connection = try PlannedMigration(from: old, to: new, "values: { Book.item: \"(SELECT _id FROM item WHERE book_id = book._id)\" }")
            .run("INSERT INTO book (_id, name) VALUES (1, 'a'), (2, 'b'); INSERT INTO item (_id, book_id) VALUES (7, 2), (8, NULL)")
        #expect(try connection.rows("SELECT item_id FROM book ORDER BY _id") == [[nil], ["7"]])
    }

    @Test("The line that is told for a key that changes sides does, whichever table comes first and whatever it is called then")
    func otherSideInAnyOrder() throws {
        let (head, book) = ("trellis: 1\nmodel: Shop\nentities:\n", "  Book:\n    attributes: { name: string }\n")
        let flipped = head + "  Item:\n    relationships: { book: { to: Book?, inverse: item } }\n" + book + "    relationships: { item: { to: Item?, inverse: book, key: here } }\n"
        let loose = head + "  Item:\n    relationships: { book: { to: Book? } }\n" + book
        let oneToOne = head + "  Item:\n    relationships: { book: { to: Book?, inverse: item, key: here } }\n" + book + "    relationships: { item: { to: Item?, inverse: book } }\n"
        for old in [loose, oneToOne] {
            for (name, renames) in [("Item", ""), ("Part", "renames: { Item: Part }\n")] {
                let new = flipped.replacing("Item", with: name)
                let value = "values: { Book.item: \"(SELECT _id FROM \(name.lowercased()) WHERE book_id = book._id)\" }"
                let asked = try PlannedMigration(from: old, to: new, renames)
                // No two rows of a one-to-one lead to the same one, so that its keys can go to the other side.
                if old == oneToOne {
                    #expect(asked.codes == [])
                } else {
                    #expect(asked.codes == ["TR2104"] && asked.helps.first?.contains("'\(value)'") == true, "\(asked.helps)")
                }
                let connection = try PlannedMigration(from: old, to: new, renames + (old == oneToOne ? "" : value))
                    .run("INSERT INTO book (_id, name) VALUES (1, 'a'), (2, 'b'); INSERT INTO item (_id, book_id) VALUES (7, 2), (8, NULL)")
                #expect(try connection.rows("SELECT item_id FROM book ORDER BY _id") == [[nil], ["7"]])
            }
        }
    }

    @Test("Many-to-many relationships exchange their names, hand them on, or leave them to an entity's table")
    func namesOfConnections() throws {
        let old = "trellis: 1\nmodel: Shop\nentities:\n  A: { relationships: { x: { to: [B] }, y: { to: [B] } } }\n  B: { attributes: { n: int } }\n  T: { attributes: { n: int } }\n"
        let rows = "INSERT INTO a (_id) VALUES (1); INSERT INTO b (n) VALUES (7), (8); INSERT INTO a_x (a_id, b_id) VALUES (1, 1); INSERT INTO a_y (a_id, b_id) VALUES (1, 2); INSERT INTO t (n) VALUES (9)"
        let exchanged = try PlannedMigration(from: old, to: old, "renames: { A.x: y, A.y: x }").run(rows)
        #expect(try exchanged.rows("SELECT a_x.b_id, a_y.b_id FROM a_x, a_y") == [["2", "1"]])
        let shifted = try PlannedMigration(from: old, to: old.replacing("y: {", with: "z: {").replacing("x: {", with: "y: {"), "renames: { A.x: y, A.y: z }").run(rows)
        #expect(try shifted.rows("SELECT a_y.b_id, a_z.b_id FROM a_y, a_z") == [["1", "2"]])
        let taken = try PlannedMigration(
            from: old, to: old.replacing("x: {", with: "z: {").replacing("T: {", with: "T: { table: a_x,"), "renames: { A.x: z }").run(rows)
        #expect(try taken.rows("SELECT a_z.b_id, a_x.n FROM a_z, a_x") == [["1", "9"]])
    }

    @Test("Connections with an entity that is gone are lost, though the relationship keeps its name")
    func otherDestination() throws {
        let new = Self.old.replacing("  Label:\n", with: "  Tag:\n").replacing("[Label]", with: "[Tag]")
        // If 'Label' is 'Tag', nothing is lost: that is asked first.
        #expect(try findings(to: new).map(\.message) == ["'Label' was removed, and all its objects would be lost"])
        #expect(try findings(to: new, "drops: { Label: no }").map(\.message) == [])
        let (connection, _) = try migrate(to: new, "drops: { Label: no, Order.labels: no }")
        #expect(try connection.rows("SELECT count(*) FROM order_labels") == [["0"]])
        let (renamed, _) = try migrate(to: new, "renames: { Label: Tag }")
        #expect(try renamed.rows("SELECT count(*) FROM order_labels") == [["2"]])
    }

    @Test("Members of a many-to-many get an order, and connections stay")
    func ordered() throws {
        let new = Self.old.replacing("labels: { to: [Label], inverse: orders }", with: "labels: { to: [Label], inverse: orders, ordered: true }")
        let (connection, _) = try migrate(to: new)
        #expect(try connection.rows("SELECT label_id, order_id, label_position FROM label_orders") == [["2", "3", nil], ["2", "4", nil]])
    }
}
