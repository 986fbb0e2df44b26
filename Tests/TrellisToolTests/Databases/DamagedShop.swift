import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// A model with a frozen version, and a store of it that a test damages as other programs can.
struct DamagedShop {
    let folder: TemporaryFolder

    private static let model = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes:
              name: { type: string, minLength: 1, unique: true }
              age: { type: "int16?", min: 0, max: 150, check: true }
              info: string?
              orderCount: { type: int, derived: orders.@count }
            relationships:
              orders: { to: [Order], inverse: customer, deleteRule: cascade }
          Order:
            attributes:
              number: int64
              paid: { type: bool, default: false }
            relationships:
              customer: { to: "Customer?", inverse: orders }
              tags: { to: [Tag], inverse: orders }
            indexes: [number]
          Tag:
            attributes: { label: string }
            relationships:
              orders: { to: [Order], inverse: tags }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
        try freeze()
        #expect(try trellis("generate", "Shop.yaml", "--sql", "shop.sql").exitCode == 0)
        try folder.write("", to: "shop.sqlite")
        try execute(String(contentsOfFile: folder.file("shop.sql"), encoding: .utf8))
        try FileManager.default.removeItem(atPath: folder.file("shop.sql"))
    }

    func trellis(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.path)
    }

    func check() throws -> ChildProcess { try trellis("check", "--database", "shop.sqlite", "Shop.yaml") }

    // MARK: Versions

    private func freeze() throws {
        let process = try trellis("migrate", "create", "Shop.yaml")
        #expect(process.exitCode == 0, "\(process.errors)")
    }

    /// Freezes the next version, with an edit of the model's text.
    func freeze(replacing old: String, with new: String, decisions: String? = nil) throws {
        try freeze(edits: [(old, new)], decisions: decisions)
    }

    func freeze(removing text: String, decisions: String? = nil) throws {
        try freeze(edits: [(text, "")], decisions: decisions)
    }

    func freeze(edits: [(old: String, new: String)], decisions: String? = nil) throws {
        var text = try String(contentsOfFile: folder.file("Shop.yaml"), encoding: .utf8)
        for edit in edits {
            #expect(text.contains(edit.old))
            text = text.replacing(edit.old, with: edit.new)
        }
        try folder.write(text, to: "Shop.yaml")
        let versions = try FileManager.default.contentsOfDirectory(atPath: folder.file("versions"))
        let next = versions.filter { $0.hasSuffix(".yaml") && !$0.contains("migration") }.count + 1
        if let decisions { try folder.write("trellis: 1\n\(decisions)\n", to: "versions/\(next).migration.yaml") }
        try freeze()
    }

    // MARK: The store

    func connection() throws -> SQLiteConnection { try SQLiteConnection(opening: folder.file("shop.sqlite")) }

    func execute(_ sql: String) throws { try connection().execute(sql) }

    func bytes() throws -> Data { try Data(contentsOf: URL(filePath: folder.file("shop.sqlite"))) }

    /// The files of the store, and those beside it that a command may have left.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains("sqlite") }.sorted()
    }

    /// Inserts customers with the keys from 1, an order of each, and a tag on each second order.
    func fill(customers count: Int) throws {
        try execute(
            """
            BEGIN;
            WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO customer (_id, name, age) SELECT i, 'customer ' || i, i % 50 FROM n;
            INSERT INTO "order" (_id, number, paid, customer_id) SELECT _id, _id * 10, _id % 2, _id FROM customer;
            INSERT INTO tag (_id, label) SELECT _id, 'tag ' || _id FROM customer;
            INSERT INTO order_tags (order_id, tag_id) SELECT _id, _id FROM "order" WHERE _id % 2 = 0;
            COMMIT
            """)
    }

    // MARK: Damage

    /// Gives the first customers an age that no rule allows.
    func breakAges(_ rows: Int) throws {
        try execute("PRAGMA ignore_check_constraints = ON; UPDATE customer SET age = 999 WHERE _id <= \(rows)")
    }

    /// Lets the first orders lead to customers that do not exist.
    func breakKeys(_ rows: Int) throws {
        try execute("PRAGMA foreign_keys = OFF; UPDATE \"order\" SET customer_id = 1000000 + _id WHERE _id <= \(rows)")
    }

    /// Deletes tags as a program does that enforces no keys.
    func deleteTags(_ rows: Int) throws {
        try execute("PRAGMA foreign_keys = OFF; DELETE FROM tag WHERE _id IN (SELECT tag_id FROM order_tags ORDER BY tag_id LIMIT \(rows))")
    }

    /// Gives customers without a unique index the name of the last customer.
    func duplicateNames(_ rows: Int) throws {
        try execute(
            "DROP INDEX customer__name; UPDATE customer SET name = (SELECT name FROM customer ORDER BY _id DESC LIMIT 1) WHERE _id <= \(rows)")
    }

    /// Writes values that the table's definition refuses, by taking the definition away for a moment.
    func writeAgainstDefinition(of table: String, removing words: String, _ sql: String) throws {
        let definition = try #require(try connection().rows("SELECT sql FROM sqlite_schema WHERE name = '\(table)'").first?[0])
        #expect(definition.contains(words))
        func define(_ text: String) throws {
            try execute(
                "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \(SQL.literal(text)) WHERE name = '\(table)'; "
                    + "PRAGMA writable_schema = OFF")
        }
        try define(definition.replacing(words, with: ""))
        try execute(sql)
        try define(definition)
    }

    /// Overwrites pages in the middle of the file.
    func overwritePages() throws {
        let file = try FileHandle(forUpdating: URL(filePath: folder.file("shop.sqlite")))
        defer { try? file.close() }
        let size = try file.seekToEnd()
        try file.seek(toOffset: size / 4 / 4096 * 4096)
        try file.write(contentsOf: Data(repeating: 0x5A, count: Int(size / 2)))
    }
}
