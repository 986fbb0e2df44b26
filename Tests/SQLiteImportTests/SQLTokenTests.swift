import Testing

@testable import SQLiteImport

/// The tokens of SQL that other programs wrote.
struct SQLTokenTests {
    @Test func `comments, quotes and numbers are read as SQLite reads them`() {
        let sql = """
            CREATE TABLE "a""b" ( -- CHECK (x > 1)
              [odd name] TEXT DEFAULT 'it''s', /* ' */ `c` REAL CHECK(`c`>=-1.5e-3), d BLOB DEFAULT x'00' -- '
            """
        let texts = SQLToken.tokens(of: sql).map(\.text)
        #expect(
            texts == [
                "CREATE", "TABLE", "a\"b", "(", "odd name", "TEXT", "DEFAULT", "it's", ",", "c", "REAL", "CHECK", "(", "c", ">=", "-", "1.5e-3", ")",
                ",", "d", "BLOB", "DEFAULT", "00",
            ])
    }

    @Test func `what is not closed ends with the text`() {
        for sql in ["'", "\"a", "[a", "/* a", "x'0", "-- a", "`", "1e", "a'", "\u{0}", "é’"] { _ = SQLToken.tokens(of: sql) }
    }
}
