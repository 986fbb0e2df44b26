import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import TestSupport
import Testing

/// The schema of a model.
struct SchemaTests {
    static let cases = [
        "orders", "league", "contacts", "keywords", "every-type", "rules", "readme", "value-rules", "links", "indexes",
        "enums", "stored-names", "attribute-options", "inheritance",
    ]

    @Test("A plain sqlite3 loads it, and finds nothing wrong with what it has then", arguments: cases)
    func loads(name: String) throws {
        let database = try PlainDatabase(case: name)
        #expect(try database.rows("PRAGMA integrity_check; PRAGMA foreign_key_check;") == ["ok"])
    }

    @Test("Every table is STRICT, has a key that is never given twice, and a version", arguments: cases)
    func tables(name: String) throws {
        let database = try PlainDatabase(case: name)
        let lax = try database.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'")
        #expect(lax == [])
        // The rows of a join table are pairs, which no code finds by their key.
        let odd = try database.rows(
            """
            SELECT name FROM sqlite_master
            WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('_trellis_metadata', 'web_next')
              AND (sql NOT LIKE '%_id INTEGER PRIMARY KEY AUTOINCREMENT,%' OR sql NOT LIKE '%_version INTEGER NOT NULL DEFAULT 1%')
            """)
        #expect(odd == [])
    }

    @Test("Every foreign key has an index, and nothing uses a function or a collation of our own", arguments: cases)
    func indexes(name: String) throws {
        let database = try PlainDatabase(case: name)
        let unindexed = try database.rows(
            """
            SELECT t.name, k."from" FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS k
            WHERE NOT EXISTS (
              SELECT 1 FROM pragma_index_list(t.name) AS i JOIN pragma_index_info(i.name) AS c ON c.seqno = 0 AND c.name = k."from")
            """)
        #expect(unindexed == [])
        #expect(try database.rows("SELECT name FROM sqlite_master WHERE type = 'view'") == [])
    }

    @Test("There are triggers for the rules of keys that plain SQL has no action for, and no others")
    func triggers() throws {
        for name in Self.cases where !["rules", "links"].contains(name) {
            #expect(try PlainDatabase(case: name).rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") == [])
        }
        #expect(
            try PlainDatabase(case: "rules").rows("SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY 1") == [
                "chained__owner_id__cascade", "denied__owner_id__deny",
            ])
    }

    @Test("The types of SQLite are those of the attributes, and what is required is NOT NULL")
    func types() throws {
        let database = try PlainDatabase(case: "every-type")
        let columns = "name || ' ' || type || ' ' || \"notnull\" FROM pragma_table_info('sample') WHERE name"
        #expect(
            try database.rows("SELECT \(columns) NOT GLOB '[_]*' AND name NOT GLOB 'maybe*'") == [
                "flag INTEGER 1", "small INTEGER 1", "medium INTEGER 1", "large INTEGER 1", "single REAL 1", "double REAL 1",
                "text TEXT 1", "amount INTEGER 1", "instant REAL 1", "day TEXT 1", "span INTEGER 1", "bytes BLOB 1", "identifier BLOB 1",
            ])
        let optional = try database.rows("SELECT \(columns) GLOB 'maybe*'")
        #expect(optional.count == 13 && optional.allSatisfy { $0.hasSuffix(" 0") })
    }

    @Test("A value of another type is refused", arguments: ["'text', 1", "1.5, 1", "x'00', 1", "1, 'text'"])
    func strict(values: String) throws {
        let database = try PlainDatabase(case: "contacts")
        let (_, error) = try database.run(
            "INSERT INTO person (age, _version, first_name, last_name) VALUES (\(values), 'a', 'b');")
        #expect(error.contains("cannot store"))
    }

    @Test("A key is never given again, also after the last row is gone")
    func keys() throws {
        let database = try PlainDatabase(case: "contacts")
        let insert = "INSERT INTO person (first_name, last_name) VALUES ('a', 'b') RETURNING _id, _version;"
        #expect(try database.rows(insert + insert + "DELETE FROM person;" + insert) == ["1|1", "2|1", "3|1"])
    }

    @Test("A unique attribute is unique, but nil as often as one likes")
    func unique() throws {
        let database = try PlainDatabase(case: "rules")
        let insert =
            "INSERT INTO owner (name) VALUES ('o'); INSERT INTO strict (name, code, owner_id) VALUES ('aa', NULL, 1), ('bb', NULL, 1), ('cc', 7, 1);"
        try database.rows(insert)
        #expect(
            try database.run("INSERT INTO strict (name, code, owner_id) VALUES ('dd', 7, 1);").error.contains(
                "UNIQUE constraint failed: strict.code"))
    }

    @Test("The store says what it is; its UUID is its own")
    func metadata() throws {
        let query = "SELECT key, value FROM _trellis_metadata WHERE key NOT IN ('uuid', 'definition') ORDER BY key;"
        let databases = [try PlainDatabase(case: "contacts"), try PlainDatabase(case: "contacts")]
        let text = try String(contentsOfFile: "\(Project.root)/Schemas/Contacts/Contacts.yaml", encoding: .utf8)
        let model = try readModel(text)
        // An earlier Trellis froze the version, whose hash is that of its meaning.
        #expect(
            try databases[0].rows(query) == [
                "draft|0", "hash|\(model.meaningHash)", "layout|1", "model|Contacts", "version|4",
            ])
        let uuids = try databases.map { try $0.rows("SELECT value FROM _trellis_metadata WHERE key = 'uuid';") }
        #expect(uuids[0] != uuids[1])
        for uuid in uuids { #expect(uuid.count == 1 && uuid[0].count == 32 && uuid[0].allSatisfy(\.isHexDigit)) }
        let definition = try databases[0].rows("SELECT value FROM _trellis_metadata WHERE key = 'definition';")
        #expect(definition.joined(separator: "\n") + "\n" == model.meaningText)
    }

    @Test("Whatever a default and a doc hold, the schema is one that SQLite takes, and the definition reads back")
    func hostileTexts() throws {
        let texts = [
            "it's", "'); DROP TABLE thing; --", "'\u{301}", "\u{0}", "\n", "\"\"\"#", "-- x", "/*", "é", "\u{FFFF}",
            "\u{2028}",
        ]
        for text in texts {
            let escaped = text.unicodeScalars.map {
                "\\U" + String(repeating: "0", count: 8 - String($0.value, radix: 16).count) + String($0.value, radix: 16)
            }
            let yaml = """
                trellis: 1
                model: Things
                entities:
                  Thing:
                    doc: "\(escaped.joined())"
                    attributes: { a: { type: string, default: "\(escaped.joined())", doc: "\(escaped.joined())" } }
                """
            let model = try readModel(yaml)
            let (schema, _) = LayoutPlanner.plan(model)
            let connection = try SQLiteConnection.inMemory()
            try connection.execute(schema.ddl)
            #expect(
                try connection.rows("SELECT value FROM _trellis_metadata WHERE key = 'definition'") == [[model.meaningText]])
            // With the comments of the docs it is the same schema.
            let commented = try SQLiteConnection.inMemory()
            try commented.execute(schema.commentedDDL)
            #expect(
                try commented.rows("SELECT name FROM sqlite_master") == connection.rows("SELECT name FROM sqlite_master"),
                "\(text)")
        }
    }
}
