import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import TestSupport
import Testing

/// Indexes.
struct IndexTests {
    @Test("Each has its columns, in their order and direction, and the rows that its condition says")
    func definitions() throws {
        let database = try PlainDatabase(case: "indexes")
        #expect(
            try database.rows("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'booking' AND sql IS NOT NULL") == [
                "CREATE UNIQUE INDEX booking__room_id__day ON booking (room_id, day)",
                "CREATE UNIQUE INDEX booking__guest__day ON booking (guest, day)",
                "CREATE INDEX booking__paid__day ON booking (paid, day DESC)",
                "CREATE INDEX booking__price ON booking (price DESC)",
                "CREATE INDEX booking__day ON booking (day)"
                    + " WHERE paid = 0 AND (guest IS 'it''s me' OR note IS NULL) IS NOT TRUE",
                "CREATE INDEX booking__day__2 ON booking (day) WHERE price >= 10050",
            ])
    }

    @Test("A key has one of its own unless another index begins with it")
    func keys() throws {
        let database = try PlainDatabase(case: "indexes")
        let named = "SELECT name FROM pragma_index_list"
        #expect(try database.rows("\(named)('booking') WHERE name = 'booking__room_id'") == [])
        #expect(try database.rows("\(named)('visit')") == ["visit__room_id"])
    }

    @Test("A partial index does not serve a key: other rows would not be found")
    func partialKey() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Partial
            entities:
              Owner: { relationships: { items: { to: [Item], inverse: owner } } }
              Item:
                attributes: { done: bool }
                relationships: { owner: { to: Owner?, inverse: items } }
                indexes: [{ on: owner, where: done == false }]
            """)
        let table = try #require(LayoutPlanner.plan(model).schema.table(forEntity: "Item"))
        #expect(table.indexes.map(\.name) == ["item__owner_id", "item__owner_id__2"])
        #expect(table.indexes.map(\.condition) == ["done = 0", nil])
        #expect(SchemaVerifier.verify(model, LayoutPlanner.plan(model).schema).isEmpty)
    }

    @Test("Two objects may share each of the values but not all, and nil equals no other value")
    func compoundUniqueness() throws {
        let database = try PlainDatabase(case: "indexes")
        func book(_ guest: String, _ day: String, _ room: Int) throws -> String {
            try database.run(
                "INSERT INTO booking (day, guest, price, paid, room_id) VALUES ('\(day)', \(guest), 0, 0, \(room));"
            ).error
        }
        try database.rows("INSERT INTO room (name) VALUES ('a'), ('b'), ('c');")
        #expect(try book("'Ada'", "2026-01-01", 1) == "")
        #expect(try book("'Ada'", "2026-01-02", 1) == "")
        #expect(try book("NULL", "2026-01-01", 2) == "")
        #expect(try book("NULL", "2026-01-01", 3) == "")
        #expect(try book("'Ada'", "2026-01-01", 2).contains("UNIQUE"))
        #expect(try book("'Bob'", "2026-01-01", 1).contains("UNIQUE"))
    }

    @Test("SQLite uses a partial index for a fetch with the same Boolean condition")
    func partialUse() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Partial
            entities:
              Item:
                attributes: { done: bool, name: string, note: string? }
                indexes:
                  - { on: name, where: done == false }
                  - { on: [note, name], where: note == nil }
                fetches:
                  open: { where: done == false, sort: name }
                  plain: { where: note == nil, sort: [note, name] }
                  all: { sort: name }
            """)
        let schema = LayoutPlanner.plan(model).schema
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(schema.ddl)
        func plan(_ name: String) throws -> String {
            let entity = model.entities[0]
            let fetch = try #require(entity.fetches.first { $0.name.text == name })
            let select = try ResolvedFetch(fetch.query(of: entity), in: schema.fetchLayout(of: model)).select(["_id"])
            return try connection.rows("EXPLAIN QUERY PLAN \(select.sql)").compactMap { $0.last ?? nil }.joined(separator: "; ")
        }
        #expect(try plan("open").contains("item__name"))
        #expect(try plan("plain").contains("item__note__name"))
        #expect(try !plan("all").contains("item__name"))
    }

    @Test("Texts in a condition stay texts", arguments: ["it's", "\"quoted\"", "back\\slash", "a -- b", "'; DROP TABLE item; --"])
    func hostileTexts(text: String) throws {
        let literal = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let model = try readModel(
            """
            trellis: 1
            model: Hostile
            entities:
              Item:
                attributes: { name: string }
                indexes:
                  - on: name
                    where: >-
                      name == "\(literal)"
            """)
        let schema = LayoutPlanner.plan(model).schema
        let connection = try SQLiteConnection.inMemory()
        try connection.execute(schema.ddl)
        let statement = try connection.prepare("INSERT INTO item (name) VALUES (?), (?)")
        try statement.raw.bind(text, at: 1)
        try statement.raw.bind("other", at: 2)
        try statement.raw.run()
        // How many rows are in the index is told by its statistics.
        try connection.execute("ANALYZE")
        #expect(try connection.rows("SELECT substr(stat, 1, 2) FROM sqlite_stat1 WHERE idx = 'item__name'") == [["1 "]])
    }

    @Test func `indexes on the same columns have the same names in whichever order the model has them`() throws {
        func names(_ indexes: [String], children: [String]) throws -> [String: String] {
            let entities = children.map { "  \($0): { parent: Item, indexes: [u] }" }.joined(separator: "\n")
            let model = try readModel(
                "trellis: 1\nmodel: Order\nentities:\n  Item: { attributes: { u: int, x: int? }, indexes: [\(indexes.joined(separator: ", "))] }\n\(entities)\n")
            let table = try #require(LayoutPlanner.plan(model).schema.table(forEntity: "Item"))
            return Dictionary(uniqueKeysWithValues: table.indexes.map { ($0.definition(on: "item").sql.replacing($0.name, with: "_"), $0.name) })
        }
        let indexes = ["{ on: u, where: x == nil }", "u", "[-u]"]
        let first = try names(indexes, children: ["Book", "Film"])
        #expect(first.count == 5 && Set(first.values).count == 5)
        #expect(try names(indexes.reversed(), children: ["Film", "Book"]) == first)
    }
}
