import SQLiteAccess
import Testing

/// Names and texts in SQL.
struct IdentifierTests {
    static let hostile = [
        "order", "Order", "a b", "a\"b", "\"", "\"\"", "a'b", "'", "a;b", "a--b", "a\nb", "1a", "é", "日本", "a.b", "[a]",
        "`a`", "/*",
        "\"; DROP TABLE t; --", "a\"\u{301}b", "'\u{301}", "x'\u{301}; SELECT 1", "\u{301}", "a\u{202E}b",
    ]

    @Test("Any name can be a table's and a column's, and stays what it is", arguments: hostile)
    func names(name: String) throws {
        let connection = try SQLiteConnection.inMemory()
        try connection.execute("CREATE TABLE \(SQL.identifier(name)) (\(SQL.identifier(name)) TEXT)")
        let rows = try connection.rows(
            "SELECT name FROM sqlite_master UNION ALL SELECT name FROM pragma_table_info(\(SQL.literal(name)))")
        #expect(rows.map { $0.map { Array(($0 ?? "").utf8) } } == [[Array(name.utf8)], [Array(name.utf8)]])
    }

    @Test("Any text can be a literal, and stays what it is", arguments: hostile)
    func literals(text: String) throws {
        let rows = try SQLiteConnection.inMemory().rows("SELECT \(SQL.literal(text))")
        #expect(rows.count == 1 && Array((rows[0][0] ?? "").utf8) == Array(text.utf8))
    }

    @Test("Small letters, digits and underscores stand bare; a capital, a digit first and a keyword do not")
    func plain() {
        #expect(["name", "order_row", "_id", "a1"].map(SQL.identifier) == ["name", "order_row", "_id", "a1"])
        #expect(["Name", "1a", "order", ""].map(SQL.identifier) == ["\"Name\"", "\"1a\"", "\"order\"", "\"\""])
    }

    @Test("Every name that stands bare is read as a name: no keyword of the linked SQLite is among them")
    func keywords() throws {
        let connection = try SQLiteConnection.inMemory()
        for keyword in SQL.keywords {
            #expect(SQL.identifier(keyword) == "\"\(keyword)\"")
            try connection.execute("CREATE TABLE \(SQL.identifier(keyword)) (\(SQL.identifier(keyword)) INTEGER)")
        }
        // Words that SQLite's grammar knows and our list has not would fail here.
        for word in Self.grammarWords where !SQL.keywords.contains(word) {
            #expect(throws: Never.self, "\(word)") {
                try connection.execute(
                    "CREATE TABLE x_\(word) (\(SQL.identifier(word)) INTEGER); SELECT \(SQL.identifier(word)) FROM x_\(word)"
                )
            }
        }
    }

    @Test("The list holds every keyword that the linked SQLite names")
    func complete() {
        for index in 0..<sqliteKeywordCount() {
            let keyword = sqliteKeyword(index).lowercased()
            #expect(SQL.keywords.contains(keyword), "\(keyword)")
        }
        #expect(sqliteKeywordCount() > 100)
    }

    /// Words that stand in SQL without being reserved.
    static let grammarWords = [
        "rowid", "oid", "integer", "text", "strict", "stored", "true", "false", "count", "date", "name", "value", "abort",
    ]
}
