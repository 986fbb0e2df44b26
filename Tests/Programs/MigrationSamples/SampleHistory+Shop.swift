public import SQLiteAccess

extension SampleHistory {
    private static let first = """
        trellis: 1
        model: Shop
        enums: { State: [open, paid, sent] }
        entities:
          Customer:
            attributes: { name: string, info: string?, orderCount: { type: int, derived: orders.@count } }
            relationships: { orders: { to: [Order], inverse: customer, deleteRule: cascade } }
            indexes: [name]
            search: [name]
          Order:
            attributes: { number: int16, state: { type: State, default: open }, price: { type: decimal, scale: 2 } }
            relationships:
              customer: { to: Customer?, inverse: orders }
              labels: { to: [Label], inverse: orders }
            indexes: [[state, number]]
          Label:
            attributes: { name: { type: string, unique: true } }
            relationships: { orders: { to: [Order], inverse: labels } }

        """

    /// A shop in six versions: parts are added, renamed, rebuilt, exchanged and dropped.
    public static func shop() throws -> SampleHistory { try planned.get() }

    private static let planned = Result { try planShop() }

    private static func planShop() throws -> SampleHistory {
        let second = first.replacing("number: int16,", with: "number: int16, note: string?, due: day?,") + "  Visit:\n    attributes: { at: date }\n"
        let third = second.replacing("Customer:", with: "Client:").replacing("to: Customer?", with: "to: Client?").replacing("info: string?", with: "hint: string?")
        let fourth = third.replacing("hint: string?", with: "hint: { type: string, default: none }").replacing("number: int16", with: "number: double")
            .replacing("deleteRule: cascade", with: "deleteRule: nullify")
        let fifth = fourth.replacing("customer: { to: Client?, inverse: orders }", with: "customers: { to: [Client], inverse: orders }")
            .replacing("inverse: customer, deleteRule: nullify", with: "inverse: customers")
        let sixth = fifth.replacing("name: string, hint: { type: string, default: none }", with: "hint: string, name: { type: string, default: none }")
            .replacing("indexes: [name]", with: "indexes: [hint]").replacing("search: [name]", with: "search: [hint]")
            .replacing("  Visit:\n    attributes: { at: date }\n", with: "")
        return try SampleHistory([
            (first, ""), (second, ""), (third, "renames: { Customer: Client, Customer.info: hint }"), (fourth, ""),
            (fifth, "renames: { Order.customer: customers }"),
            (sixth, "renames: { Client.name: hint, Client.hint: name }\ndrops: { Visit: The shop has closed. }"),
        ])
    }

    /// One change each to the shop's first version, of every kind that tables know.
    public static func shopChanges() throws -> [SampleHistory] {
        func changed(_ old: String, _ new: String, _ decisions: String = "") throws -> SampleHistory {
            try SampleHistory([(first, ""), (first.replacing(old, with: new), decisions)])
        }
        let labels = "      labels: { to: [Label], inverse: orders }\n"
        return try [
            changed("info: string?", "info: string?, note: string?"),
            changed("number: int16", "number: int16, count: { type: int, default: 3 }"),
            changed("info: string?", "memo: string?", "renames: { Customer.info: memo }"),
            changed("info: string?, ", "", "drops: { Customer.info: not used }"),
            changed("info: string?", "info: { type: string, default: x }"),
            changed("name: string, info: string?", "name: string?, info: string?"),
            changed("number: int16", "number: string", "values: { Order.number: \"'No. ' || number\" }"),
            changed("[open, paid, sent]", "[open, sent]", "values: { Order.state: \"CASE state WHEN 'paid' THEN 'sent' ELSE state END\" }"),
            changed("scale: 2", "scale: 4"),
            changed("deleteRule: cascade", "deleteRule: deny"),
            changed("indexes: [name]", "indexes: [info, [name, info]]"),
            changed("    search: [name]\n", ""),
            changed("search: [name]", "search: [name, info]"),
            changed(labels, labels.replacing("inverse: orders }", with: "inverse: orders, ordered: true }")),
            changed(", orderCount: { type: int, derived: orders.@count }", ""),
            changed("  Label:\n", "  Firm: { parent: Customer, attributes: { number: int? } }\n  Label:\n"),
            changed("Label", "Mark", "renames: { Label: Mark }"),
        ]
    }

    /// Fills a store of the shop's first version: as many customers, with two orders each.
    public static func fillShop(_ connection: SQLiteConnection, customers: Int) throws {
        try connection.execute(
            """
            PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;
            BEGIN;
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(customers))
            INSERT INTO customer (_id, _version, name, info)
            SELECT i, i % 5 + 1, 'customer ' || i, CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN '' ELSE printf('%.*c', i % 200, 'x') END FROM n;
            INSERT INTO "order" (_id, number, state, price, customer_id)
            SELECT 2 * _id + k, (2 * _id + k) % 30000, CASE _id % 3 WHEN 0 THEN 'open' WHEN 1 THEN 'paid' ELSE 'sent' END, _id * 100 + k, _id
            FROM customer, (SELECT 0 AS k UNION ALL SELECT 1);
            INSERT INTO label (_id, name) VALUES (1, 'a'), (2, 'b'), (3, 'c');
            INSERT INTO label_orders (label_id, order_id) SELECT _id % 3 + 1, _id FROM "order";
            DELETE FROM customer WHERE _id = \(customers);
            COMMIT
            """)
    }
}
