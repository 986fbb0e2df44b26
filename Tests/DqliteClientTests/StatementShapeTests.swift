import Testing

@testable import DqliteClient

/// Which statements are queries, and what ends a transaction.
struct StatementShapeTests {
    @Test func `the words of a statement say how it is sent`() {
        let cases: [(String, StatementShape.Kind, Bool)] = [
            ("SELECT 1", .read, true), (" -- a\n/* b; */ select ';'; -- c", .read, true), ("SELECT 1; SELECT 2", .read, false),
            ("/*/ SELECT 1", .empty, true), ("", .empty, true), ("; SELECT 1", .other, false), ("VALUES (1)", .read, true),
            ("WITH a AS (SELECT 1) SELECT * FROM a", .read, true), ("WITH a(x) AS (SELECT 1), b AS (SELECT 2) INSERT INTO t SELECT * FROM a", .other, true),
            ("WITH a AS (SELECT 1) SELECT replace('a', 'b', 'c')", .read, true), ("WITH a AS (SELECT 1) DELETE FROM t RETURNING x", .other, true),
            ("INSERT INTO t VALUES (1) RETURNING x", .other, true), ("EXPLAIN DELETE FROM t", .read, true), ("PRAGMA foreign_keys", .read, true),
            ("PRAGMA table_info(t)", .read, true), ("PRAGMA foreign_keys = OFF", .other, true), ("PRAGMA main.journal_mode=DELETE", .refused, true),
            ("pragma journal_mode(delete)", .refused, true), ("PRAGMA journal_mode", .read, true), ("BEGIN IMMEDIATE", .begin, true),
            ("COMMIT;", .commit, true), ("END TRANSACTION", .commit, true), ("RELEASE a", .commit, true), ("ROLLBACK", .rollback, true),
            ("ROLLBACK TO a", .other, true), ("BEGIN; DELETE FROM t; COMMIT", .begin, false),
            ("CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM u; DELETE FROM v; END", .other, true),
            ("CREATE TABLE [a;b] (\"c;\"\"d\", `e;`)", .other, true), ("CREATE TABLE a (b); DROP TABLE a", .other, false),
        ]
        let wrong = cases.filter { sql, kind, isSingle in
            let found = StatementShape(sql)
            return found.kind != kind || found.isSingle != isSingle
        }
        #expect(wrong.map(\.0) == [])
    }
}
