import Foundation
import SQLiteAccess
import StoreMigration
import Testing

/// Operations as SQL and as data.
struct OperationTests {
    /// An operation with its statements, and its form in the text of a plan. Plans of released versions have these forms: they may
    /// get others beside them, and never change.
    struct Sample: Sendable, CustomTestStringConvertible {
        var operation: StoreMigration.Operation
        var sql: [String]
        var text: String

        init(_ operation: StoreMigration.Operation, _ sql: String..., text: String) {
            self.operation = operation
            self.sql = sql
            self.text = text
        }

        var testDescription: String { text }
    }

    private static let table = TableDefinition(
        "order",
        [
            .init("_id", "INTEGER", key: .counting),
            .init("day", "TEXT", isNullable: false, defaultValue: .text("it's"), checks: ["length(day) > 1"]),
            .init("item_id", "INTEGER", reference: .init("item", "_id", onDelete: "CASCADE")),
        ])

    static let samples: [Sample] = [
        .init(
            .createTable(table),
            """
            CREATE TABLE "order" (
              _id INTEGER PRIMARY KEY AUTOINCREMENT,
              day TEXT NOT NULL DEFAULT 'it''s' CHECK (length(day) > 1),
              item_id INTEGER REFERENCES item (_id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            ) STRICT
            """,
            text: #"{"createTable":{"columns":[{"key":"PRIMARY KEY AUTOINCREMENT","name":"_id","type":"INTEGER"},"#
                + #"{"checks":["length(day) > 1"],"defaultValue":"it's","isNullable":false,"name":"day","type":"TEXT"},"#
                + #"{"name":"item_id","reference":{"column":"_id","onDelete":"CASCADE","table":"item"},"type":"INTEGER"}],"name":"order"}}"#),
        .init(.dropTable("order"), #"DROP TABLE "order""#, text: #"{"dropTable":"order"}"#),
        .init(.renameTable("a", to: "order"), #"ALTER TABLE a RENAME TO "order""#, text: #"{"renameTable":{"table":"a","to":"order"}}"#),
        .init(
            .rebuildTable(Rebuild(TableDefinition("a", [.init("n", "REAL")]), [.init("n", .converted(column: "n", .real))], keepsSequence: true)),
            "CREATE TABLE _trellis_new_a (\n  n REAL\n) STRICT", "INSERT INTO _trellis_new_a (n)\nSELECT CAST(n AS REAL)\nFROM a",
            "DELETE FROM sqlite_sequence WHERE name = '_trellis_new_a'",
            "INSERT INTO sqlite_sequence (name, seq)\nSELECT '_trellis_new_a', seq FROM sqlite_sequence WHERE name = 'a'", "DROP TABLE a",
            "ALTER TABLE _trellis_new_a RENAME TO a",
            text: #"{"rebuildTable":{"keepsSequence":true,"table":{"columns":[{"name":"n","type":"REAL"}],"name":"a"},"#
                + #""values":[{"column":"n","value":{"converted":{"column":"n","to":"real"}}}]}}"#),
        .init(
            .addColumn(.init("n", "INTEGER", isNullable: false, defaultValue: .integer(4)), table: "a"),
            "ALTER TABLE a ADD COLUMN n INTEGER NOT NULL DEFAULT 4",
            text: #"{"addColumn":{"definition":{"defaultValue":4,"isNullable":false,"name":"n","type":"INTEGER"},"table":"a"}}"#),
        .init(.dropColumn("order", table: "a"), #"ALTER TABLE a DROP COLUMN "order""#, text: #"{"dropColumn":{"column":"order","table":"a"}}"#),
        .init(
            .renameColumn("n", to: "m", table: "a"), "ALTER TABLE a RENAME COLUMN n TO m",
            text: #"{"renameColumn":{"column":"n","table":"a","to":"m"}}"#),
        .init(
            .dropNotNull(column: "n", table: "a"), "ALTER TABLE a ALTER COLUMN n DROP NOT NULL",
            text: #"{"dropNotNull":{"column":"n","table":"a"}}"#),
        .init(
            .setNotNull(column: "n", table: "a"), "ALTER TABLE a ALTER COLUMN n SET NOT NULL",
            text: #"{"setNotNull":{"column":"n","table":"a"}}"#),
        .init(
            .addCheck(ColumnCheck("n", ["n > 1", "n < 9"]), table: "a"), "ALTER TABLE a ADD CHECK (n > 1 AND n < 9)",
            text: #"{"addCheck":{"check":{"column":"n","conditions":["n > 1","n < 9"]},"table":"a"}}"#),
        .init(
            .updateRows(RowUpdate("a", [.init("n", .coalesce(.column("n"), .literal(.integer(0)))), .init("t", .null)], fillsGaps: true)),
            "UPDATE a SET n = coalesce(n, 0), t = NULL WHERE n IS NULL OR t IS NULL",
            text: #"{"updateRows":{"checks":[],"fillsGaps":true,"table":"a","values":["#
                + #"{"column":"n","value":{"coalesce":[{"column":"n"},{"literal":0}]}},{"column":"t","value":{"null":true}}]}}"#),
        .init(
            .refuseValues(column: "n", notFitting: [.between(least: -8, greatest: 7)], table: "a", type: .integer),
            "UPDATE a SET n = 'does not fit' WHERE NOT (n BETWEEN -8 AND 7)",
            text: #"{"refuseValues":{"column":"n","fits":[{"between":{"after":[],"greatest":7,"least":-8}}],"table":"a","type":"integer"}}"#),
        .init(
            .deleteRows(ofEntity: "Or'der", table: "a"), "DELETE FROM a WHERE _entity = 'Or''der'",
            text: #"{"deleteRows":{"entity":"Or'der","table":"a"}}"#),
        .init(.deleteRows(ofEntity: nil, table: "a"), "DELETE FROM a", text: #"{"deleteRows":{"table":"a"}}"#),
        .init(
            .moveRows(RowMove(into: "b", from: "a", ofEntities: ["B", "C"], [.init("_id", .column("_id"))])),
            "INSERT INTO b (_id)\nSELECT _id\nFROM a\nWHERE _entity IN ('B', 'C')", "DELETE FROM sqlite_sequence WHERE name = 'b'",
            "INSERT INTO sqlite_sequence (name, seq)\nSELECT 'b', seq FROM sqlite_sequence WHERE name = 'a'",
            text: #"{"moveRows":{"entities":["B","C"],"source":"a","table":"b","values":[{"column":"_id","value":{"column":"_id"}}]}}"#),
        .init(
            .renameTexts([.init("A", "B"), .init("B", "A")], column: "_entity", table: "a"),
            "UPDATE a SET _entity = CASE _entity WHEN 'A' THEN 'B' WHEN 'B' THEN 'A' END WHERE _entity IN ('A', 'B')",
            text: #"{"renameTexts":{"column":"_entity","names":[{"new":"B","old":"A"},{"new":"A","old":"B"}],"table":"a"}}"#),
        .init(
            .emptyKeys(column: "b_id", table: "a", leadingTo: RowSet("b", ofEntities: ["B"])),
            "UPDATE a SET b_id = NULL WHERE b_id IN (SELECT _id FROM b WHERE _entity IN ('B'))",
            text: #"{"emptyKeys":{"column":"b_id","rows":{"entities":["B"],"table":"b"},"table":"a"}}"#),
        .init(
            .deleteConnections(column: "b_id", table: "a_bs", of: RowSet("b")), "DELETE FROM a_bs WHERE b_id IN (SELECT _id FROM b)",
            text: #"{"deleteConnections":{"column":"b_id","rows":{"table":"b"},"table":"a_bs"}}"#),
        .init(
            .copyConnections(
                ConnectionCopy(
                    into: "a_bs", from: "b", [.init("a_id", from: "a_id"), .init("b_id", from: "_id")],
                    where: [
                        .leads(key: "a_id", to: "a"), .isOfNone(entities: ["C"]), .avoids(key: "b_id", rows: RowSet("b", ofEntities: ["D"])),
                        .never,
                    ])),
            "INSERT INTO a_bs (a_id, b_id)\nSELECT a_id, _id FROM b WHERE a_id IN (SELECT _id FROM a) AND _entity NOT IN ('C') "
                + "AND b_id NOT IN (SELECT _id FROM b WHERE _entity IN ('D')) AND 0",
            text: #"{"copyConnections":{"columns":[{"column":"a_id","from":"a_id"},{"column":"b_id","from":"_id"}],"#
                + #""conditions":[{"leads":{"key":"a_id","to":"a"}},{"isOfNone":{"entities":["C"]}},"#
                + #"{"avoids":{"key":"b_id","rows":{"entities":["D"],"table":"b"}}},{"never":{}}],"source":"b","table":"a_bs"}}"#),
        .init(
            .renameRecordedProperties([.init("n", "m")], entity: "A", table: "log"),
            "UPDATE log SET properties = substr(replace(replace(' ' || properties, ' n ', ' :0 '), ' :0 ', ' m '), 2), "
                + "former_keys = substr(replace(replace(' ' || former_keys, ' n ', ' :0 '), ' :0 ', ' m '), 2),\n"
                + "  preserved = replace(replace(preserved, '\"n\":', '\":0\":'), '\":0\":', '\"m\":')\n"
                + "WHERE entity = 'A' AND operation <> 'insert'",
            text: #"{"renameRecordedProperties":{"entity":"A","properties":[{"new":"m","old":"n"}],"table":"log"}}"#),
        .init(
            .createIndex(IndexDefinition("i", on: "a", [.init("n"), .init("m", isAscending: false)], isUnique: true, condition: "n > 1")),
            "CREATE UNIQUE INDEX i ON a (n, m DESC) WHERE n > 1",
            text: #"{"createIndex":{"condition":"n > 1","isUnique":true,"keys":[{"column":"n","isAscending":true},"#
                + #"{"column":"m","isAscending":false}],"name":"i","table":"a"}}"#),
        .init(.dropIndex("i"), "DROP INDEX i", text: #"{"dropIndex":"i"}"#),
        .init(.createTrigger("t", sql: "CREATE TRIGGER t"), "CREATE TRIGGER t", text: #"{"createTrigger":{"name":"t","sql":"CREATE TRIGGER t"}}"#),
        .init(.dropTrigger("t"), "DROP TRIGGER t", text: #"{"dropTrigger":"t"}"#),
        .init(.createView("v", sql: "CREATE VIEW v"), "CREATE VIEW v", text: #"{"createView":{"name":"v","sql":"CREATE VIEW v"}}"#),
        .init(.dropView("v"), "DROP VIEW v", text: #"{"dropView":"v"}"#),
        .init(.createSearch("s", sql: "CREATE s"), "CREATE s", text: #"{"createSearch":{"name":"s","sql":"CREATE s"}}"#),
        .init(.dropSearch("s"), "DROP TABLE s", text: #"{"dropSearch":"s"}"#),
        .init(.fillSearch("s"), "INSERT INTO s (s) VALUES ('rebuild')", text: #"{"fillSearch":"s"}"#),
        .init(
            .recompute(column: "c", table: "a", sql: "UPDATE a SET c = 0"), "UPDATE a SET c = 0",
            text: #"{"recompute":{"column":"c","sql":"UPDATE a SET c = 0","table":"a"}}"#),
        .init(
            .recordVersion(.init(3, isDraft: false, .init(hash: "h", definition: "d", model: "M"))),
            "UPDATE _trellis_metadata SET value = '3' WHERE key = 'version'", "UPDATE _trellis_metadata SET value = '0' WHERE key = 'draft'",
            "UPDATE _trellis_metadata SET value = 'h' WHERE key = 'hash'", "UPDATE _trellis_metadata SET value = 'd' WHERE key = 'definition'",
            "UPDATE _trellis_metadata SET value = 'M' WHERE key = 'model'",
            text: #"{"recordVersion":{"isDraft":false,"meaning":{"definition":"d","hash":"h","model":"M"},"version":3}}"#),
        .init(
            .runSwift(
                SwiftStep(
                    "split", reads: [.init("A", type: "B", table: "a", kinds: nil, isAbstract: true, [.init("n", column: "m", .decimal, isOptional: true, scale: 2)])],
                    writes: [
                        .init(
                            "A", type: "A", table: "a", kinds: ["A"], isAbstract: false,
                            [
                                .init("c", column: "c", .text, isOptional: false, cases: .init("C", [.init("x", raw: "y")])),
                                .init("k", column: "k_id", .key, isOptional: false, destination: "B"),
                            ], texts: [.init("f", from: "c", by: "trellis_fold")])
                    ])),
            "SELECT trellis_swift_step('split')",
            text: #"{"runSwift":{"name":"split","reads":[{"entity":"A","isAbstract":true,"properties":[{"column":"m","form":"decimal","isOptional":true,"#
                + #""name":"n","scale":2}],"table":"a","type":"B"}],"writes":[{"entity":"A","isAbstract":false,"kinds":["A"],"properties":"#
                + #"[{"cases":{"cases":[{"name":"x","raw":"y"}],"name":"C"},"column":"c","form":"text","isOptional":false,"name":"c"},"#
                + #"{"column":"k_id","destination":"B","form":"key","isOptional":false,"name":"k"}],"table":"a","#
                + #""texts":[{"column":"f","function":"trellis_fold","source":"c"}],"type":"A"}]}}"#),
        .init(.user(sql: "DELETE FROM a"), "DELETE FROM a", text: #"{"user":"DELETE FROM a"}"#),
        .init(.frozen(.init("DROP TABLE a", .schema)), "DROP TABLE a", text: #"{"frozen":{"sql":"DROP TABLE a","strategy":"schema"}}"#),
    ]

    @Test("Each has its SQL, and a form as data from which it is read again", arguments: samples + joining)
    func forms(sample: Sample) throws {
        #expect(sample.operation.statements == sample.sql)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(String(decoding: try encoder.encode(sample.operation), as: UTF8.self) == sample.text)
        #expect(try JSONDecoder().decode(StoreMigration.Operation.self, from: Data(sample.text.utf8)) == sample.operation)
    }

    @Test("Each value has its SQL, and is the same after it was written and read", arguments: [
        (RowValue.literal(.text("a'b")), "'a''b'"), (.literal(.text("a\0")), "CAST(X'6100' AS TEXT)"), (.literal(.real(1.5)), "1.5"),
        (.literal(.blob([0, 255])), "X'00FF'"), (.column("order"), "\"order\""),
        (.converted(column: "n", .timesTen(power: 2)), "n * 100"), (.converted(column: "n", .throughTen(power: 2)), "n / 100"),
        (.converted(column: "n", .numberOfDecimal(places: 1)), "CAST(n AS REAL) / 10.0"),
        (.converted(column: "n", .decimalOfNumber(places: 1)), "CAST(round(n * 10.0) AS INTEGER)"),
        (.converted(column: "n", .since1970), "n + 978307200.0"), (.converted(column: "n", .since2001), "n - 978307200.0"),
        (.caseMap(CaseMap("n", [.init(.text("a"), .text("b"))])), "CASE n WHEN 'a' THEN 'b' ELSE n END"),
        (
            .caseMap(CaseMap("n", [], unknown: .init(known: [.integer(1)], new: .integer(2)))),
            "CASE WHEN n IS NULL OR n IN (1) THEN n ELSE 2 END"
        ),
        (.whenPresent(anyOf: [.column("a"), .column("b")], .literal(.integer(1))), "CASE WHEN a IS NOT NULL OR b IS NOT NULL THEN 1 END"),
        (.whenPresent(anyOf: [.user(sql: "a + b", isDeterministic: true)], .column("c")), "CASE WHEN (a + b) IS NOT NULL THEN c END"),
        (.ofEntities(["A"], .column("a"), otherwise: .null), "CASE WHEN _entity IN ('A') THEN a ELSE NULL END"),
        (
            .guarded(column: "n", fits: [.same(after: [.integer, .text]), .oneOf(values: [.integer(1)])], .column("n"), refusedBy: .text),
            "CASE WHEN n IS NULL OR CAST(CAST(n AS INTEGER) AS TEXT) = n AND n IN (1) THEN n ELSE X'00' END"
        ),
        (
            .guarded(column: "n", fits: [.multipleOfTen(power: 1), .day], .column("n"), refusedBy: .real),
            "CASE WHEN n IS NULL OR n % 10 = 0 AND n IS date(n, '+0 days') AND n >= '0001-01-01' THEN n ELSE 'does not fit' END"
        ),
        (
            .keyQuery(KeyQuery(in: "order", "item_id", of: "item", entities: ["Order"])),
            #"(SELECT _id FROM "order" WHERE item_id = item._id AND _entity IN ('Order'))"#
        ),
        (.keyQuery(KeyQuery(in: "item", "next_id", of: "item")), "(SELECT _other._id FROM item AS _other WHERE _other.next_id = item._id)"),
        (.text(.fold, .column("n")), "trellis_fold(n)"), (.text(.uppercase, .column("n")), "trellis_upper(n)"),
        (.text(.lowercase, .column("n")), "trellis_lower(n)"), (.generated(.today), "date('now')"), (.generated(.uuidBytes), "randomblob(16)"),
    ])
    func values(value: RowValue, sql: String) throws {
        #expect(value.sql == sql)
        #expect(try JSONDecoder().decode(RowValue.self, from: try JSONEncoder().encode(value)) == value)
    }

    @Test("The form of a key's query is part of the plan's form")
    func keyQueryForm() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let value = RowValue.keyQuery(KeyQuery(in: "order", "item_id", of: "item", entities: ["Order"]))
        #expect(
            String(decoding: try encoder.encode(value), as: UTF8.self)
                == #"{"keyQuery":{"column":"item_id","entities":["Order"],"owner":"item","table":"order"}}"#)
    }

    @Test("A value that is not of the form is an error", arguments: [
        "{}", #"{"other":1}"#, #"{"coalesce":[{"null":true}]}"#, #"{"to":"real"}"#, #"{"literal":{"blob":"0"}}"#, "[]", #"{"column":1}"#,
    ])
    func malformed(text: String) {
        #expect(throws: (any Error).self) { try JSONDecoder().decode(RowValue.self, from: Data(text.utf8)) }
    }

    @Test("A constraint that comes and is refused is told in the words of one that is there")
    func words() {
        let refused = SQLiteError(code: 19, message: "constraint failed")
        func told(_ operation: StoreMigration.Operation) -> String { operation.naming(refused).message }
        #expect(told(.setNotNull(column: "note", table: "order")) == "NOT NULL constraint failed: order.note")
        #expect(told(.addCheck(ColumnCheck("a", ["a >= 1", "length(b) < 3"]), table: "t")) == "CHECK constraint failed: a >= 1 AND length(b) < 3")
        #expect(told(.dropColumn("a", table: "t")) == "constraint failed")
        let other = SQLiteError(code: 1, message: "no such table: t")
        #expect(StoreMigration.Operation.setNotNull(column: "a", table: "t").naming(other) == other)
    }
}
