import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What `check --database` counts as lost. The oracle migrates a copy, and asks both files for the same things.
struct StepLossTests {
    /// A thing that both files are asked for. Each row of an answer is one thing.
    struct Question: Sendable {
        /// The words of a finding, if some are lost.
        var words: String
        var before: String
        var after: String
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var versions: [String]
        var decisions: [Int: String] = [:]
        /// SQL that fills the store; `?` is a number that differs from run to run.
        var rows: String
        var questions: [Question]

        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(
            name: "a date stored as text becomes a number",
            versions: [
                "  Order:\n    attributes: { number: int64, due: { type: \"date?\", storage: iso8601 } }",
                "  Order:\n    attributes: { number: int64, due: date? }",
            ],
            rows: "INSERT INTO \"order\" (number, due) SELECT i, iif(i % ? = 0, NULL, '2024-01-02T00:00:00.000Z') FROM n",
            questions: [
                .init(
                    words: "of 'Order.due'", before: "SELECT _id FROM \"order\" WHERE due IS NOT NULL",
                    after: "SELECT _id FROM \"order\" WHERE due IS NOT NULL")
            ]),
        Case(
            name: "a decision keeps the values that exist",
            versions: [
                "  Order:\n    attributes: { number: int64, note: string? }", "  Order:\n    attributes: { number: int64, note: string }",
            ],
            decisions: [2: "values: { Order.note: \"coalesce(note, 'none')\" }"],
            rows: "INSERT INTO \"order\" (number, note) SELECT i, iif(i % ? = 0, NULL, 'note') FROM n",
            questions: [
                .init(
                    words: "of 'Order.note'", before: "SELECT _id FROM \"order\" WHERE note IS NOT NULL",
                    after: "SELECT _id FROM \"order\" WHERE note IS NOT NULL")
            ]),
        Case(
            name: "a decision empties some values",
            versions: [
                "  Order:\n    attributes: { number: int64, note: string? }", "  Order:\n    attributes: { number: int64, note: string? }\n    indexes: [number]",
            ],
            decisions: [2: "values: { Order.note: \"CASE WHEN number > 5 THEN note END\" }"],
            rows: "INSERT INTO \"order\" (number, note) SELECT i, iif(i % ? = 0, NULL, 'note') FROM n",
            questions: [
                .init(
                    words: "of 'Order.note'", before: "SELECT _id FROM \"order\" WHERE note IS NOT NULL",
                    after: "SELECT _id FROM \"order\" WHERE note IS NOT NULL")
            ]),
        Case(
            name: "values move to another attribute, some of them",
            versions: [
                "  Order:\n    attributes: { number: int64, note: string? }", "  Order:\n    attributes: { number: int64, text: string }",
            ],
            decisions: [2: "drops: { Order.note: It is moved. }\nvalues: { Order.text: \"iif(number < 4, 'none', coalesce(note, 'none'))\" }"],
            rows: "INSERT INTO \"order\" (number, note) SELECT i, iif(i % ? = 0, NULL, 'note ' || i) FROM n",
            questions: [
                .init(
                    words: "of 'Order.note'", before: "SELECT _id, note FROM \"order\" WHERE note IS NOT NULL",
                    after: "SELECT _id, text FROM \"order\"")
            ]),
        Case(
            name: "two relationships become inverses of each other",
            versions: [
                "  Label:\n    attributes: { name: string }\n    relationships: { orders: { to: [Order] } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { labels: { to: [Label] } }",
                "  Label:\n    attributes: { name: string }\n    relationships: { orders: { to: [Order], inverse: labels } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { labels: { to: [Label], inverse: orders } }",
            ],
            rows: """
                INSERT INTO label (name) SELECT 'l' || i FROM n; INSERT INTO "order" (number) SELECT i FROM n;
                INSERT INTO label_orders (label_id, order_id) SELECT _id, 1 + _id % ? FROM label;
                INSERT INTO order_labels (label_id, order_id) SELECT 1 + _id % 3, _id FROM "order"
                """,
            questions: [
                .init(
                    words: "of 'Label.orders'", before: "SELECT label_id, order_id FROM label_orders",
                    after: "SELECT label_id, order_id FROM label_orders"),
                .init(
                    words: "of 'Order.labels'", before: "SELECT label_id, order_id FROM order_labels",
                    after: "SELECT label_id, order_id FROM label_orders"),
            ]),
        Case(
            name: "a list and a key become inverses, and the key keeps one of each list",
            versions: [
                "  Customer:\n    attributes: { name: string }\n    relationships: { orders: { to: [Order] } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { customer: { to: \"Customer?\" } }",
                "  Customer:\n    attributes: { name: string }\n    relationships: { orders: { to: [Order], inverse: customer } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { customer: { to: \"Customer?\", inverse: orders } }",
            ],
            decisions: [2: "drops: { Customer.orders: The keys count. }"],
            rows: """
                INSERT INTO customer (name) SELECT 'c' || i FROM n; INSERT INTO "order" (number, customer_id) SELECT i, i FROM n;
                INSERT INTO customer_orders (customer_id, order_id) SELECT _id, 1 + _id % ? FROM customer
                """,
            questions: [
                .init(
                    words: "of 'Customer.orders'", before: "SELECT customer_id, order_id FROM customer_orders",
                    after: "SELECT customer_id, _id FROM \"order\""),
                .init(
                    words: "of 'Order.customer'", before: "SELECT customer_id, _id FROM \"order\"",
                    after: "SELECT customer_id, _id FROM \"order\""),
            ]),
        Case(
            name: "entities, attributes and relationships are dropped",
            versions: [
                "  Label:\n    attributes: { name: string, info: string? }\n    relationships: { orders: { to: [Order], inverse: labels } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { labels: { to: [Label], inverse: orders } }\n"
                    + "  Note:\n    attributes: { text: string }",
                "  Label:\n    attributes: { name: string }\n  Order:\n    attributes: { number: int64 }",
            ],
            decisions: [2: "drops: { Label.orders: It is unused., Note: It is unused., Label.info: It is unused. }"],
            rows: """
                INSERT INTO label (name, info) SELECT 'l' || i, iif(i % ? = 0, 'x', NULL) FROM n; INSERT INTO "order" (number) SELECT i FROM n;
                INSERT INTO label_orders (label_id, order_id) SELECT _id, _id FROM label; INSERT INTO note (text) SELECT 'x' FROM n WHERE i < ?
                """,
            questions: [
                .init(words: "of 'Label.orders'", before: "SELECT _id FROM label_orders", after: "SELECT 1 WHERE 0"),
                .init(words: "of 'Label.info'", before: "SELECT _id FROM label WHERE info IS NOT NULL", after: "SELECT 1 WHERE 0"),
                .init(words: "of 'Note'", before: "SELECT _id FROM note", after: "SELECT 1 WHERE 0"),
            ]),
        Case(
            name: "a child of a hierarchy and an attribute of its parent go",
            versions: [
                "  Item:\n    attributes: { name: string, info: string? }\n  Book:\n    parent: Item\n    attributes: { pages: int64 }\n"
                    + "  Disc:\n    parent: Item\n    attributes: { tracks: int64? }",
                "  Item:\n    attributes: { name: string }\n  Disc:\n    parent: Item\n    attributes: { tracks: int64? }",
            ],
            decisions: [2: "drops: { Book: It is unused., Item.info: It is unused. }"],
            rows: """
                INSERT INTO item (_entity, name, info, pages) SELECT iif(i % ? = 0, 'Book', iif(i % 2 = 0, 'Disc', 'Item')), 'x', iif(i < 6, 'i', NULL), iif(i % ? = 0, 1, NULL) FROM n
                """,
            questions: [
                .init(words: "of 'Book'", before: "SELECT _id FROM item WHERE _entity = 'Book'", after: "SELECT _id FROM item"),
                .init(
                    words: "of 'Item.info'", before: "SELECT _id FROM item WHERE info IS NOT NULL AND _entity <> 'Book'",
                    after: "SELECT 1 WHERE 0"),
            ]),
        Case(
            name: "an attribute moves to the children, and an entity leaves its hierarchy",
            versions: [
                "  Item:\n    attributes: { name: string, weight: int64? }\n  Book:\n    parent: Item\n    attributes: { pages: int64? }\n"
                    + "  Disc:\n    parent: Item\n    attributes: { tracks: int64? }",
                "  Item:\n    attributes: { name: string }\n  Book:\n    attributes: { name: string, weight: int64?, pages: int64? }\n"
                    + "  Disc:\n    parent: Item\n    attributes: { tracks: int64?, weight: int64? }",
            ],
            decisions: [2: "drops: { Item.weight: Items have none. }"],
            rows: """
                INSERT INTO item (_entity, name, weight, pages) SELECT iif(i % ? = 0, 'Book', iif(i % 2 = 0, 'Disc', 'Item')), 'x', iif(i < 9, i, NULL), iif(i % ? = 0, 1, NULL) FROM n
                """,
            questions: [
                .init(
                    words: "of 'Item.weight'", before: "SELECT _id, weight FROM item WHERE weight IS NOT NULL",
                    after: "SELECT _id, weight FROM item UNION ALL SELECT _id, weight FROM book"),
                .init(words: "of 'Book.pages'", before: "SELECT _id, pages FROM item WHERE pages IS NOT NULL", after: "SELECT _id, pages FROM book"),
                .init(words: "rows? of ", before: "SELECT _id FROM item", after: "SELECT _id FROM item UNION ALL SELECT _id FROM book"),
            ]),
        Case(
            name: "a dropped derived attribute is no loss",
            versions: [
                "  Customer:\n    attributes: { name: string, count: { type: int, derived: orders.@count } }\n    relationships: { orders: { to: [Order], inverse: customer } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { customer: { to: \"Customer?\", inverse: orders } }",
                "  Customer:\n    attributes: { name: string }\n    relationships: { orders: { to: [Order], inverse: customer } }\n"
                    + "  Order:\n    attributes: { number: int64 }\n    relationships: { customer: { to: \"Customer?\", inverse: orders } }",
            ],
            rows: "INSERT INTO customer (name) SELECT 'c' || i FROM n; INSERT INTO \"order\" (number, customer_id) SELECT i, 1 + i % ? FROM n",
            questions: [.init(words: "will be lost", before: "SELECT 1 WHERE 0", after: "SELECT 1 WHERE 0")]),
    ]

    @Test(arguments: cases)
    func `the counts are those of things that a migrated copy lacks`(_ example: Case) throws {
        let seed = SeededGenerator.seedForTests()
        var random = SeededGenerator(seed: seed)
        let store = try CheckedStore(example.versions, decisions: example.decisions)
        let empty = try Data(contentsOf: URL(filePath: store.folder.file("shop.sqlite")))
        for round in 1...TestScale.count(2, long: 30) {
            let (count, number) = (Int.random(in: 6...15, using: &random), Int.random(in: 2...5, using: &random))
            let comment = Comment(rawValue: "round \(round) of \(seed): \(count) rows, \(number)")
            try empty.write(to: URL(filePath: store.folder.file("shop.sqlite")))
            try store.execute("CREATE TABLE n AS WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count)) SELECT i FROM n")
            try store.execute("\(example.rows.replacing("?", with: String(number))); DROP TABLE n")
            let check = try store.check()
            #expect(check.exitCode == 0, "\(comment): \(check.errors)")
            let (before, after) = (try store.connection(), try store.migrated())
            for question in example.questions {
                let lost = Set(try before.rows(question.before)).subtracting(try after.rows(question.after)).count
                let found = try check.errors.matches(of: Regex("(\\d+) (?:\\w+ )?\(question.words).*will be lost")).compactMap {
                    $0.output[1].substring.flatMap { Int($0) }
                }
                #expect(found.reduce(0, +) == lost, "\(comment), \(question.words): \(check.errors)")
            }
        }
    }

    @Test func `rows that have new keys after a step are named by their keys in the file`() throws {
        let store = try CheckedStore(
            [
                "  Book:\n    attributes: { title: string, pages: int64?, isbn: string? }\n  Item:\n    attributes: { label: string? }",
                "  Item:\n    attributes: { label: string? }\n  Book:\n    parent: Item\n    attributes: { title: string, pages: int64?, isbn: string? }",
                "  Item:\n    attributes: { label: string? }\n  Book:\n    parent: Item\n    attributes: { title: string, isbn: { type: \"string?\", unique: true } }",
            ], decisions: [3: "drops: { Book.pages: It is unused. }"])
        try store.execute(
            """
            INSERT INTO item (_id, label) VALUES (1, 'a'), (2, 'b'), (50, 'c');
            INSERT INTO book (_id, title, pages, isbn) VALUES (1, 'x', 1, 'same'), (2, 'y', NULL, 'same'), (7, 'z', 3, 'other')
            """)
        let check = try store.check()
        #expect(check.errors.contains("version 3: 2 values of 'Book.pages' will be lost"), "\(check.errors)")
        #expect(check.errors.contains("note: rows of the table 'book': 1, 7"), "\(check.errors)")
        #expect(check.errors.contains("2 rows of 'Item' share 1 value of 'Book.isbn'"), "\(check.errors)")
        #expect(check.errors.contains("note: rows of the table 'book': 1\n"), "\(check.errors)")
    }

    @Test func `a key that led nowhere before a step does not stop it, and is not counted as refused`() throws {
        func shop(_ key: String) -> String {
            "  A: { attributes: { v: int }, relationships: { b: { to: \(key), inverse: as } } }\n"
                + "  B: { attributes: { n: string }, relationships: { as: { to: [A], inverse: b, deleteRule: cascade } } }"
        }
        let store = try CheckedStore(
            [shop("\"B?\""), shop("B")], decisions: [2: "values: { A.b: \"coalesce(b_id, (SELECT min(_id) FROM b))\" }"])
        try store.execute(
            "INSERT INTO b (_id, n) VALUES (1, 'x'), (2, 'y'); "
                + "INSERT INTO a (v, b_id) VALUES (1, 1), (2, NULL), (3, 90), (4, 91), (5, 2), (6, 92)")
        let strays = try store.connection().rows("SELECT count(*) FROM a WHERE b_id NOT IN (SELECT _id FROM b)")
        let check = try store.check()
        #expect(strays == [["3"]] && check.errors.contains("version 1: 3 rows with a key 'A.b' that leads to no row of 'B'"), "\(check.errors)")
        #expect(!check.errors.contains("TR2306"), "\(check.errors)")
        #expect(try store.migrated().rows("SELECT b_id FROM a ORDER BY v") == [["1"], ["1"], ["90"], ["91"], ["2"], ["92"]])
    }
}
