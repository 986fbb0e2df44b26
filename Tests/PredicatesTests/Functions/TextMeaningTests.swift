import Predicates
import SQLiteAccess
import Testing

struct TextMeaningTests {
    private func names(_ names: [String], _ condition: Condition) throws -> [String] {
        let store = try SampleStore(["thing": names.map { ["name": .text($0)] }])
        return try store.keys(where: condition).map { names[Int($0) - 1] }
    }

    @Test func `texts compare by their bytes, and without case or diacritics where that is asked for`() throws {
        let spellings = ["cafe", "Cafe", "café", "cafe\u{301}", "CAFÉ"]
        func same(_ options: TextOptions) throws -> Int {
            try names(spellings, path("name").has(.compares(.equal), text("cafe\u{301}"), options)).count
        }
        #expect(try names(spellings, .comparison(path("name"), .equal, text("café"))).count == 1)
        #expect(try same([]) == 1)
        #expect(try same(.caseInsensitive) == 3)
        #expect(try same(.diacriticInsensitive) == 3)
        #expect(try same([.caseInsensitive, .diacriticInsensitive]) == 5)
    }

    @Test func `a folded text of ASCII is the one that Foundation makes of it beside other characters`() {
        for byte in UInt8(0)..<128 {
            let scalar = String(Unicode.Scalar(byte))
            for options in [TextOptions.caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive]] {
                #expect(FoldedText.text(scalar + "日", options) == FoldedText.text(scalar, options) + "日")
            }
        }
    }

    @Test(arguments: [
        ("", ["", "a", "ab", "a\u{0}", "é", "\u{10FFFF}", "\u{10FFFF}a"]), ("a", ["a", "ab", "a\u{0}"]), ("a\u{0}", ["a\u{0}"]),
        ("\u{10FFFF}", ["\u{10FFFF}", "\u{10FFFF}a"]), ("\u{10FFFF}\u{10FFFF}", []), ("\u{D7FF}", []), ("é", ["é"]), ("b", []),
    ])
    func `a beginning is a range of texts that has all of them and no other`(prefix: String, expected: [String]) throws {
        let all = ["", "a", "ab", "a\u{0}", "é", "\u{10FFFF}", "\u{10FFFF}a", "\u{E000}"]
        let found = try names(all, path("name").has(.beginsWith, text(prefix)))
        #expect(found.map { Array($0.utf8) } == (prefix.isEmpty ? all : expected).map { Array($0.utf8) })
    }

    @Test func `a beginning uses the index of its column, and so does a list, however long`() throws {
        let connection = try SQLiteConnection.inMemory()
        try ConditionFunctions.register(on: connection.functions)
        try connection.execute(SampleLayout.schema + "CREATE INDEX by_name ON thing (name)")
        func plan(_ condition: Condition) throws -> String {
            let fetch = try ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout)
            return try connection.rows("EXPLAIN QUERY PLAN " + fetch.select(["_id"]).sql).description
        }
        func list(_ count: Int, _ end: String = "") -> Condition {
            .membership(path("name"), in: value(.list((0..<count).map { .text("\($0)\(end)") })))
        }
        let conditions = [path("name").has(.beginsWith, text("a")), list(3), list(1_000), list(1_000, "\u{0}")]
        for condition in conditions { #expect(try plan(condition).contains("SEARCH t0 USING COVERING INDEX by_name (name")) }
    }

    @Test(arguments: [
        ("a*", ["a", "ab", "a*"]), ("*", ["a", "ab", "a*", "b", "é", "e\u{301}", ""]), ("?", ["a", "b", "é"]),
        ("??", ["ab", "a*", "e\u{301}"]),
        ("a\\*", ["a*"]), ("", [""]), ("*b", ["ab", "b"]), ("*a*b*", ["ab"]), ("a?", ["ab", "a*"]), ("[a]", []), ("%", []),
        ("_", []),
    ])
    func `LIKE takes a star for any characters and a question mark for one scalar`(pattern: String, expected: [String]) throws {
        let all = ["a", "ab", "a*", "b", "é", "e\u{301}", ""]
        #expect(try names(all, path("name").has(.like, text(pattern))) == expected)
    }

    @Test func `LIKE takes no longer for a pattern of many stars`() throws {
        let (long, pattern) = (String(repeating: "a", count: 2_000), String(repeating: "*a", count: 300) + "*b")
        #expect(try names([long], path("name").has(.like, text(pattern))) == [])
    }

    @Test func `MATCHES is for the whole text`() throws {
        let all = ["a", "ab", "ba", "A", "a\nb", "a\u{0}b", "é", "e\u{301}"]
        func found(_ pattern: String, _ options: TextOptions = []) throws -> [String] {
            try names(all, path("name").has(.matches, text(pattern), options))
        }
        #expect(try found("a") == ["a"])
        #expect(try found("a|b|ab") == ["a", "ab"])
        #expect(try found("a.b") == ["a\u{0}b"])
        #expect(try found("^a$") == ["a"])
        #expect(try found("A", .caseInsensitive) == ["a", "A"])
        #expect(try found("\\S", [.caseInsensitive, .diacriticInsensitive]) == ["a", "A", "é", "e\u{301}"])
        #expect(try found("é", .diacriticInsensitive).count == 2)
        #expect(try found("").isEmpty)
    }

    @Test(arguments: ["(a+)+b", "(a|a)*b", "(.*)*(.*)*(.*)*x", "(?:a|a)*+b|(a*)*c"])
    func `a regular expression that would run for ever is given up, in SQL and in memory alike`(pattern: String) throws {
        let store = try SampleStore(["thing": [["name": .text(String(repeating: "a", count: 60))]]])
        let query = FetchQuery(entity: "Thing", condition: path("name").has(.matches, text(pattern)))
        let fetch = try ResolvedFetch(query, in: SampleLayout.layout)
        let inSQL = #expect(throws: SQLiteError.self) { try store.keysBySQL(fetch) }
        let inMemory = #expect(throws: EvaluationError.self) { try store.keysByMemory(fetch) }
        #expect(inSQL?.message == inMemory?.description)
        #expect(
            inMemory?.description.contains("'\(pattern)' was stopped: it takes too many steps on a text of 60 characters") == true)
    }

    @Test func `a regular expression that is none is an error at its place; one that a row has is one when it is met`() throws {
        for pattern in ["(", "a{2", "[", "*", "(?<n>a)\\k<m>"] {
            let operand = Operand(.value(.text(pattern)), range: 13..<20)
            let query = FetchQuery(entity: "Thing", condition: path("name").has(.matches, operand))
            let errors = #expect(throws: ConditionErrors.self) { try ResolvedFetch(query, in: SampleLayout.layout) }
            #expect(errors?.errors.map(\.range) == [13..<20])
            #expect(errors?.errors.first?.message == "'\(pattern)' is not a regular expression")
        }
        let store = try SampleStore(["thing": [["name": .text("a"), "info": .text("(")]]])
        let query = FetchQuery(entity: "Thing", condition: path("name").has(.matches, path("info")))
        let fetch = try ResolvedFetch(query, in: SampleLayout.layout)
        #expect(throws: SQLiteError.self) { try store.keysBySQL(fetch) }
        #expect(throws: EvaluationError.self) { try store.keysByMemory(fetch) }
    }

    @Test(arguments: [
        "'; DROP TABLE thing; --", "%", "_", "\"", "\\", "]]", "?1", "*/", "a' OR '1'='1", "\u{0}", "$name", "x\u{301}'",
    ])
    func `a hostile text is a text wherever it stands`(hostile: String) throws {
        let store = try SampleStore(["thing": [["name": .text(hostile)], ["name": .text("other")]]])
        let literal = hostile.unicodeScalars.map { "\\x{\(String($0.value, radix: 16))}" }.joined()
        let escaped = hostile.replacing("\\", with: "\\\\").replacing("*", with: "\\*").replacing("?", with: "\\?")
        let lists = [
            [ConditionValue.text(hostile)],
            Array(repeating: 0, count: 100).map { _ in .text(hostile) } + (0..<100).map { .text("\($0)") },
        ]
        let conditions =
            [
                .comparison(path("name"), .equal, text(hostile)), path("name").has(.beginsWith, text(hostile)),
                path("name").has(.endsWith, text(hostile), .caseInsensitive), path("name").has(.contains, text(hostile)),
                path("name").has(.like, text(escaped)), path("name").has(.matches, text(literal)),
            ] + lists.map { .membership(path("name"), in: value(.list($0))) }
        for condition in conditions { #expect(try store.keys(where: condition) == [1], "\(condition)") }
        // As the name of a property it is one that there is not.
        for operand in [
            Operand(.keyPath([hostile])), .init(.keyPath(["owner", hostile])), .init(.variable(hostile, path: [hostile])),
        ] {
            #expect(throws: ConditionErrors.self) { try store.keys(where: .comparison(operand, .equal, text("a"))) }
        }
    }

    @Test func `a text is in a text that contains it, and functions know all of Unicode`() throws {
        let all = ["straße", "STRASSE", "a\u{0}é"]
        #expect(try names(all, .membership(text("tra"), in: path("name"))) == ["straße"])
        #expect(
            try names(all, .comparison(Operand(.function(.uppercase, [path("name")])), .equal, text("STRASSE"))) == [
                "straße", "STRASSE",
            ])
        #expect(try names(all, .comparison(Operand(.function(.length, [path("name")])), .equal, number(3))) == ["a\u{0}é"])
    }

    @Test func `a folded column is compared with folded texts, whatever is asked for`() throws {
        let store = try SampleStore(["person": [["folded": .text("angstrom")]]])
        for form in [TextComparison.Form.beginsWith, .compares(.equal), .contains, .like] {
            #expect(try store.keys("Person", where: path("folded").has(form, text("ÅNGSTRÖM"))) == [1])
        }
    }

    @Test func `a folded column is compared with the folded form of another, by every comparison there is`() throws {
        let store = try SampleStore([
            "person": [
                ["folded": .text("angstrom"), "name": .text("ÅNGSTRÖM")], ["folded": .text("b"), "name": .text("C")],
                ["folded": .null, "name": .text("c"), "boss_id": .integer(1)],
            ]
        ])
        for (condition, keys) in [
            ("folded == name", [1]), ("name == folded", [1]), ("folded != name", [2, 3]), ("folded < name", [2]),
            ("name >= folded", [1, 2]), ("folded IN {name, \"B\"}", [1, 2]), ("folded BETWEEN {\"B\", name}", [2]),
            ("ANY staff.name > folded", [1]), ("SUBQUERY(staff, $s, $s.boss.folded == $s.boss.name).@count == 1", [1]),
            ("folded == uppercase(name)", [1]), ("staff.@max.name > folded", [1]),
        ] as [(String, [Int64])] {
            #expect(try store.keys("Person", where: try PredicateParser.condition(condition)) == keys, "\(condition)")
        }
    }
}
