import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A later trellis import sqlite into the same folder: the model's file has edits, and the database has changed.
struct ImportAgainTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func database(_ sql: String) throws { try SQLiteConnection(creating: folder.file("shop.db")).execute(sql) }

    private func text(_ name: String = "Shop.yaml") throws -> String { try String(contentsOfFile: folder.file("Shop/\(name)"), encoding: .utf8) }

    private func imported(_ more: [String]) throws -> ChildProcess {
        let process = try ChildProcess.run(Project.trellis, ["import", "sqlite", "shop.db", "--output", "Shop"] + more, in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        return process
    }

    private func expectValid() throws {
        let check = try ChildProcess.run(Project.trellis, ["validate", "Shop/Shop.yaml"], in: folder.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    private static let shop = """
        CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, fax TEXT, state TEXT CHECK (state IN ('a', 'b')));
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, total INTEGER);
        """
    private static let change = """
        ALTER TABLE customers ADD email TEXT; ALTER TABLE customers DROP COLUMN fax; ALTER TABLE orders ADD note TEXT;
        CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers, number TEXT UNIQUE);
        """

    /// The edits of a user: names, docs, a comment, a fetch and the order.
    private static let edited = """
        trellis: 1
        model: Shop
        enums:
          State: [a, b]
        entities:
          # What customers buy.
          Purchase:
            doc: What a client buys.
            attributes:
              total: { type: "int?", doc: In cents. }
            relationships:
              buyer: { to: Client, inverse: purchases }
            fetches:
              large: { where: total > 100 }
          Client:
            attributes:
              state: State?
              fullName: string?
              fax: string?
            relationships:
              purchases: { to: [Purchase], inverse: buyer, deleteRule: deny }

        """

    @Test func `names, docs, fetches and order stay, and what is new gets the user's names`() throws {
        try database(Self.shop)
        _ = try imported([])
        try folder.write(Self.edited, to: "Shop/Shop.yaml")
        try expectValid()
        #expect(try imported([]).output.contains("'Shop/Shop.yaml' stays as you edited it"))
        #expect(try text() == Self.edited)
        try database(Self.change)
        let again = try imported([])
        #expect(
            try text() == """
                trellis: 1
                model: Shop
                enums:
                  State: [a, b]
                entities:
                  # What customers buy.
                  Purchase:
                    doc: What a client buys.
                    attributes:
                      total: { type: "int?", doc: In cents. }
                      note: string?
                    relationships:
                      buyer: { to: Client, inverse: purchases }
                    fetches:
                      large: { where: total > 100 }
                  Invoice:
                    attributes:
                      number: string?
                    relationships:
                      customer: { to: Client, inverse: invoices }
                    unique: [number]
                  Client:
                    attributes:
                      state: State?
                      email: string?
                      fullName: string?
                    relationships:
                      purchases: { to: [Purchase], inverse: buyer, deleteRule: deny }
                      invoices: { to: [Invoice], inverse: customer, deleteRule: deny }

                """)
        try expectValid()
        #expect(again.output.contains("new since the last import: Client.email, Client.invoices, Invoice, Invoice.customer, Invoice.number, Purchase.note\ngone since the last import: Client.fax\n"))
        let files = [try text(), try text("Shop.import.txt")]
        _ = try imported([])
        #expect(try [text(), text("Shop.import.txt")] == files)
    }

    @Test func `a model of an existing file is merged by its tables and columns`() throws {
        try database(Self.shop)
        _ = try imported(["--layout", "existing"])
        let files = [try text(), try text("Shop.import.txt")]
        _ = try imported(["--layout", "existing"])
        #expect(try [text(), text("Shop.import.txt")] == files)
        let edited = """
            trellis: 1
            model: Shop
            layout: existing
            enums:
              State: [a, b]
            entities:
              Purchase:
                table: orders
                attributes:
                  cents: { type: "int?", column: total }
                relationships:
                  buyer: { to: Client, inverse: purchases, column: customer_id }
              Client:
                doc: Who buys.
                table: customers
                attributes:
                  place: { type: "State?", column: state }
                  label: { type: "string?", column: name }
                  fax: { type: "string?", column: fax }
                relationships:
                  purchases: { to: [Purchase], inverse: buyer, deleteRule: deny }

            """
        try folder.write(edited, to: "Shop/Shop.yaml")
        try expectValid()
        _ = try imported(["--layout", "existing"])
        #expect(try text() == edited)
        try database(Self.change)
        let again = try imported(["--layout", "existing"])
        #expect(
            try text() == """
                trellis: 1
                model: Shop
                layout: existing
                enums:
                  State: [a, b]
                entities:
                  Purchase:
                    table: orders
                    attributes:
                      cents: { type: "int?", column: total }
                      note: { type: "string?", column: note }
                    relationships:
                      buyer: { to: Client, inverse: purchases, column: customer_id }
                  Invoice:
                    table: invoices
                    attributes:
                      number: { type: "string?", unique: true, column: number }
                    relationships:
                      customer: { to: Client, inverse: invoices, column: customer_id }
                  Client:
                    doc: Who buys.
                    table: customers
                    attributes:
                      place: { type: "State?", column: state }
                      email: { type: "string?", column: email }
                      label: { type: "string?", column: name }
                    relationships:
                      purchases: { to: [Purchase], inverse: buyer, deleteRule: deny }
                      invoices: { to: [Invoice], inverse: customer, deleteRule: deny }

                """)
        try expectValid()
        #expect(again.output.contains("gone since the last import: Client.fax\n"))
    }

    @Test func `what you removed stays away, what you changed stays, and both are reported`() throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, age INTEGER, owner TEXT, n INTEGER)")
        _ = try imported([])
        let edited = try text().replacing("      age: int?\n", with: "").replacing("owner: string?", with: "owner: { type: \"string?\", doc: Mine. }")
        try folder.write(edited, to: "Shop/Shop.yaml")
        try database("INSERT INTO pets (id, age) VALUES (1, 'old'); ALTER TABLE pets DROP COLUMN owner; ALTER TABLE pets ADD since DATE")
        let again = try imported([])
        #expect(try text() == edited.replacing("      n: int?\n", with: "      n: int?\n      since: day?\n"))
        #expect(again.errors.contains("the database has changed 'Pet.age', which you removed"), "\(again.errors)")
        #expect(again.errors.contains("the database has dropped what you changed to 'owner: { type: string?, doc: Mine. }'"), "\(again.errors)")
    }

    @Test func `what an import named keeps its name, with your docs and fetches, whatever is new beside it`() throws {
        try database(
            """
            CREATE TABLE shop_customers (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE shop_tags (id INTEGER PRIMARY KEY);
            CREATE TABLE shop_orders (id INTEGER PRIMARY KEY, billing_id INTEGER REFERENCES shop_customers, state TEXT CHECK (state IN ('a b', 'c')));
            """)
        _ = try imported([])
        let edited = try text().replacing("inverse: billing, deleteRule: deny }", with: "inverse: billing, deleteRule: deny, doc: Paid by them. }")
            .replacing("OrderState:", with: "OrderState: # How far").replacing("aB: ", with: "first: ")
        try folder.write(edited, to: "Shop/Shop.yaml")
        try database(
            """
            ALTER TABLE shop_orders ADD shipping_id INTEGER REFERENCES shop_customers; CREATE TABLE accounts (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES shop_customers);
            ALTER TABLE shop_tags ADD orders_id INTEGER REFERENCES shop_orders;
            CREATE TABLE shop_customers_tags (customer_id INTEGER NOT NULL REFERENCES shop_customers, tag_id INTEGER NOT NULL REFERENCES shop_tags, PRIMARY KEY (customer_id, tag_id));
            """)
        _ = try imported([])
        let parts = [
            "  Customer:\n", "  Order:\n", "  Account:\n", "orders: { to: [Order], inverse: billing, deleteRule: deny, doc: Paid by them. }", "billing: { to: \"Customer?\", inverse: orders }",
            "shipping: { to: \"Customer?\", inverse: shippingOrders }", "first: a b",
        ]
        let model = try text()
        #expect(parts.filter { !model.contains($0) } == [], "\(model)")
        try expectValid()
        let files = [model, try text("Shop.import.txt")]
        _ = try imported([])
        #expect(try [text(), text("Shop.import.txt")] == files)
    }

    @Test func `a hint comes also where your file stays as it is`() throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, fax TEXT)")
        _ = try imported([])
        let edited = try text().replacing("fax: string?", with: "phone: string?")
        try folder.write(edited, to: "Shop/Shop.yaml")
        try database("ALTER TABLE pets DROP COLUMN fax")
        let again = try imported([])
        #expect(try text() == edited)
        #expect(again.output.contains("'Shop/Shop.yaml' stays as you edited it"), "\(again.output)")
        #expect(again.errors.contains("the database has dropped what you changed to 'phone: string?'"), "\(again.errors)")
    }

    @Test func `a conflict names the place and both values`() throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
        _ = try imported([])
        try folder.write(try text().replacing("age: int?", with: "age: double?"), to: "Shop/Shop.yaml")
        try database("INSERT INTO pets VALUES (1, 'a', 'old')")
        let again = try ChildProcess.run(Project.trellis, ["import", "sqlite", "shop.db", "--output", "Shop"], in: folder.path)
        #expect(again.exitCode == 3 && again.errors.contains("both changed 'Pet.age': it has 'double?', and the import 'string?'. Write there what the import has, import again, and then make your change"), "\(again.errors)")
    }

    @Test func `new keys and indexes stay away if they need what you removed`() throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, age INTEGER); CREATE TABLE toys (id INTEGER PRIMARY KEY, a TEXT); CREATE TABLE vets (id INTEGER PRIMARY KEY, b TEXT)")
        _ = try imported([])
        let edited = try text().replacing("      age: int?\n", with: "").replacing("  Toy:\n    attributes:\n      a: string?\n", with: "")
        try folder.write(edited, to: "Shop/Shop.yaml")
        try database("CREATE INDEX by_age ON pets (age, name); CREATE INDEX by_name ON pets (name); ALTER TABLE vets ADD toy_id INTEGER REFERENCES toys; CREATE UNIQUE INDEX by_toy ON vets (toy_id, b)")
        let again = try imported([])
        #expect(try text() == edited.replacing("      name: string?\n", with: "      name: string?\n    indexes: [name]\n"))
        let parts = [("Pet.indexes", "Pet.age"), ("Vet.toy", "Toy"), ("Vet.unique", "Toy")]
        #expect(parts.filter { !again.errors.contains("the database has added to '\($0.0)' what needs '\($0.1)', which you removed") }.isEmpty, "\(again.errors)")
        try expectValid()
    }

    @Test func `parts that do not fit together are named, and no others`() throws {
        let shop = "CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, age INTEGER%1, fur TEXT); CREATE TABLE toys (id INTEGER PRIMARY KEY, a TEXT%2);"
        try database(shop.replacing("%1", with: "").replacing("%2", with: ""))
        _ = try imported([])
        try folder.write(
            """
            trellis: 1
            model: Shop
            entities:
              Toy:
                doc: To play with.
                attributes:
                  label: string?
              Pet:
                attributes:
                  fur: { type: "string?", doc: Soft. }
                  age: bool?
                  name: string?

            """, to: "Shop/Shop.yaml")
        let edited = try text()
        try FileManager.default.removeItem(atPath: folder.file("shop.db"))
        try database(shop.replacing("%1", with: " CHECK (age >= 0), weight REAL").replacing("%2", with: ", b TEXT"))
        let again = try ChildProcess.run(Project.trellis, ["import", "sqlite", "shop.db", "--output", "Shop"], in: folder.path)
        #expect(again.exitCode == 3 && again.errors.contains("do not fit together: ") && again.errors.contains(". You changed 'Pet.age'. The database changed 'Pet.age'. Write"), "\(again.errors)")
        #expect(try text() == edited)
    }

    @Test func `what a conflict asks for can be done`() throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)")
        _ = try imported([])
        let first = try text()
        try database("INSERT INTO pets VALUES (1, 'a', 'old')")
        try folder.write(first.replacing("age: int?", with: "age: string?"), to: "Shop/Shop.yaml")
        _ = try imported([])
        let edited = first.replacing("age: int?", with: "age: double?")
        try folder.write(edited, to: "Shop/Shop.yaml")
        _ = try imported([])
        #expect(try text() == edited)
    }

    @Test(arguments: [[], ["--layout", "existing"]]) func `a database without any table of the imported one is refused`(_ layout: [String]) throws {
        try database("CREATE TABLE pets (id INTEGER PRIMARY KEY, name TEXT)")
        _ = try imported(layout)
        let model = try text()
        try SQLiteConnection(creating: folder.file("other.db")).execute("CREATE TABLE songs (id INTEGER PRIMARY KEY, name TEXT)")
        let other = try ChildProcess.run(Project.trellis, ["import", "sqlite", "other.db", "--output", "Shop"] + layout, in: folder.path)
        #expect(other.exitCode == 3 && other.errors.contains("'other.db' has no table of the database that 'Shop/Shop.yaml' was imported from"), "\(other.errors)")
        #expect(try text() == model)
    }

    @Test func `a row that breaks a check and changes the model of a version is named`() throws {
        try database("CREATE TABLE jobs (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('a', 'b'))); INSERT INTO jobs VALUES (1, 'a')")
        _ = try imported(["--store", "One.sqlite"])
        try database("PRAGMA ignore_check_constraints = ON; INSERT INTO jobs VALUES (7, 'c')")
        let again = try ChildProcess.run(Project.trellis, ["import", "sqlite", "shop.db", "--output", "Shop", "--store", "Two.sqlite"], in: folder.path)
        #expect(again.exitCode == 3 && again.errors.contains("'jobs' has rows that break a check: 1 of 2 rows, such as that with id 7: state IN ( 'a' , 'b' )"), "\(again.errors)")
    }
}
