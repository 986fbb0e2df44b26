import SQLiteAccess
import SQLiteStorage
import Testing

/// What a statement makes stands at its beginning.
struct SchemaObjectTests {
    @Test(arguments: ["customer", "order", "Straße", "a b", "say \"x\"", "\"", "\"\"", "o\"\u{301}"])
    func `its name is read as it is printed`(_ name: String) {
        let text = SQL.identifier(name)
        #expect(DDLStatement(sql: "CREATE TABLE \(text) (\n  _id)").created == .init(kind: .table, name: name))
        #expect(DDLStatement(sql: "CREATE VIRTUAL TABLE \(text) USING fts5(a)").created == .init(kind: .search, name: name))
        #expect(DDLStatement(sql: "CREATE TRIGGER \(text) AFTER DELETE ON a\nBEGIN").created == .init(kind: .trigger, name: name))
        #expect(DDLStatement(sql: "CREATE VIEW \(text) AS SELECT 1").created == .init(kind: .view, name: name))
        let index = SchemaObject(kind: .index, name: name, table: name)
        #expect(DDLStatement(sql: "CREATE INDEX \(text) ON \(text) (a)").created == index)
        #expect(DDLStatement(sql: "CREATE UNIQUE INDEX \(text) ON \(text) (a)").created == index)
    }

    @Test func `other statements make nothing`() {
        for sql in ["INSERT INTO customer (name) VALUES ('CREATE TABLE a')", "DROP TABLE customer", "", "CREATE"] {
            #expect(DDLStatement(sql: sql).created == nil)
        }
    }
}
