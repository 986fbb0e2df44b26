import SQLiteAccess
import Testing

/// Questions whose printed answer once ended in another question, in a refusal or in a failed proof.
struct PastedAnswerTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Shop\nentities:\n" + entities }

    /// The likeliest lines of all questions, by sections.
    private static func lines(_ migration: PlannedMigration) -> [String] {
        migration.findings.filter { $0.severity == .error }.compactMap { $0.suggestion?.answers.first { !$0.entries.isEmpty } }
            .flatMap(\.entries).map { "\($0.section.name): { \($0.key): \($0.value) }" }
    }

    /// An entry of a section that a question prints.
    private static func entry(_ section: String, _ place: String, of migration: PlannedMigration) -> String? {
        let entries = migration.findings.compactMap(\.suggestion).flatMap(\.answers).flatMap(\.entries)
        return entries.first { $0.section.name == section && $0.key == place }.map { "\(section): { \(place): \($0.value) }" }
    }

    // MARK: Names that others have now

    private static func chain(_ first: String, _ second: String, to destination: String = "B") -> String {
        model("  A: { attributes: { n: int? }, relationships: { \(first): { to: B?, inverse: a }, \(second): { to: \(destination)?, inverse: b } } }\n"
            + (destination == "B"
                ? "  B: { attributes: { n: int? }, relationships: { a: { to: [A], inverse: \(first) }, b: { to: [A], inverse: \(second) } } }\n"
                : "  B: { attributes: { n: int? }, relationships: { a: { to: [A], inverse: \(first) } } }\n"
                    + "  \(destination): { attributes: { n: int? }, relationships: { b: { to: [A], inverse: \(second) } } }\n"))
    }

    @Test(arguments: ["B", "C"])
    func `relationships that are renamed in a chain print the renames that keep all of them first`(destination: String) throws {
        let (old, new) = (Self.chain("x", "y", to: destination), Self.chain("z", "x", to: destination))
        let lines = Self.lines(try PlannedMigration(from: old, to: new))
        #expect(Set(lines) == ["renames: { A.x: z }", "renames: { A.y: x }"], "\(lines)")
        let migration = try PlannedMigration(from: old, to: new, "renames: { A.x: z, A.y: x }")
        #expect(migration.findings.map(\.message) == [])
        let other = destination == "B" ? "" : "INSERT INTO c (_id) VALUES (2);"
        let connection = try migration.run("INSERT INTO b (_id) VALUES (1), (2); \(other) INSERT INTO a (_id, x_id, y_id) VALUES (5, 1, 2)")
        #expect(try connection.rows("SELECT z_id, x_id FROM a") == [["1", "2"]])
    }

    @Test(arguments: [("B?", "C?"), ("[B]", "B?"), ("[B]", "[C]")])
    func `relationships without inverses whose names are given on print the renames that their destinations tell`(first: String, second: String) throws {
        func text(_ names: (String, String)) -> String {
            Self.model("  A: { attributes: { n: int? }, relationships: { \(names.0): { to: \(first) }, \(names.1): { to: \(second) } } }\n"
                + "  B: { attributes: { n: int? } }\n  C: { attributes: { n: int? } }\n")
        }
        for names in [("z", "x"), ("y", "x")] {
            let migration = try PlannedMigration(from: text(("x", "y")), to: text(names))
            let lines = Set(Self.lines(migration))
            #expect(lines == ["renames: { A.x: \(names.0) }", "renames: { A.y: x }"], "\(migration.findings.map(\.message)) \(lines)")
            let decided = try PlannedMigration(from: text(("x", "y")), to: text(names), "renames: { A.x: \(names.0), A.y: x }")
            #expect(decided.findings.map(\.message) == [])
        }
    }

    @Test(arguments: [("A?", "[A]"), ("[A]", "[A]")])
    func `two ends of one self-relationship that exchange names print the exchange first`(first: String, second: String) throws {
        func text(_ names: (String, String)) -> String {
            let order = first == "[A]" ? ", ordered: true" : ""
            return Self.model("  A: { attributes: { n: int? }, relationships: { \(names.0): { to: \(first), inverse: \(names.1)\(order) }, \(names.1): { to: \(second), inverse: \(names.0) } } }\n")
        }
        let migration = try PlannedMigration(from: text(("a", "b")), to: text(("b", "a")))
        #expect(Self.lines(migration) == ["renames: { A.a: b }", "renames: { A.b: a }"], "\(migration.helps)")
        let decided = try PlannedMigration(from: text(("a", "b")), to: text(("b", "a")), "renames: { A.a: b, A.b: a }")
        #expect(decided.findings.map(\.message) == [])
    }

    @Test func `a self-relationship without another end that exchanges its name keeps its kind`() throws {
        let old = Self.model(
            "  A: { attributes: { n: string }, relationships: { x: { to: [A], inverse: r }, r: { to: [A], inverse: x }, t: { to: [A], inverse: t } } }\n")
        let new = Self.model(
            "  A: { attributes: { n: string }, relationships: { x: { to: [A], inverse: x }, r: { to: [A], inverse: t }, t: { to: [A], inverse: r } } }\n")
        let lines = Self.lines(try PlannedMigration(from: old, to: new))
        #expect(Set(lines) == ["renames: { A.x: t }", "renames: { A.t: x }"], "\(lines)")
        #expect(try PlannedMigration(from: old, to: new, "renames: { A.x: t, A.t: x }").findings.map(\.message) == [])
    }

    // MARK: Composites

    @Test func `a composite within another one that goes is one question, beside a part that is renamed`() throws {
        let old = Self.model("  A: { attributes: { o: Out, i: In } }\n") + "composites: { In: { p: int, q: int }, Out: { s: string, inner: In } }\n"
        let new = Self.model("  A: { attributes: { o: Out, i: In } }\n") + "composites: { In: { p: int, qq: int }, Out: { s: string } }\n"
        let lines = Self.lines(try PlannedMigration(from: old, to: new))
        #expect(Set(lines) == ["renames: { A.i.q: i.qq }", "drops: { A.o.inner: … }"], "\(lines)")
        let migration = try PlannedMigration(from: old, to: new, "renames: { A.i.q: i.qq }\ndrops: { A.o.inner: why }")
        #expect(migration.findings.map(\.message) == [])
        let connection = try migration.run("INSERT INTO a (o_s, o_inner_p, o_inner_q, i_p, i_q) VALUES ('s', 1, 2, 3, 4)")
        #expect(try connection.rows("SELECT o_s, i_p, i_qq FROM a") == [["s", "3", "4"]])
    }

    // MARK: Reasons

    @Test func `a reason for an entity or a relationship makes those for its parts unnecessary, and no error`() throws {
        let old = Self.model(
            "  A: { attributes: { n: int? }, relationships: { w: { to: [C], ordered: true } } }\n  B: { parent: A, attributes: { m: int? } }\n"
                + "  C: { attributes: { n: int? }, relationships: { s: { to: A? } } }\n  D: { attributes: { n: int? }, relationships: { f: { to: [D], inverse: f } } }\n")
        let new = Self.model(
            "  A: { attributes: { n: int? } }\n  B: { parent: A, attributes: { m: int? } }\n  C: { attributes: { n: int? }, relationships: { s: { to: A? } } }\n")
        let reasons = "drops: { A.w: why, A.w.order: why, D: why, D.n: why, D.f: why }"
        #expect(try PlannedMigration(from: old, to: new, reasons).findings.map(\.message) == [])
        let unknown = try PlannedMigration(from: old, to: new, "drops: { A.w: why, D: why, D.x: why, C.s: why }")
        #expect(Set(unknown.findings.map(\.message)) == ["the old version has no 'D.x'", "'C.s' is not lost"])
    }

    @Test func `a required relationship does not offer a rename of one that is given up`() throws {
        let old = Self.model("  A: { attributes: { n: int? }, relationships: { v: { to: B, inverse: p } } }\n  B: { attributes: { n: int? }, relationships: { p: { to: A?, inverse: v } } }\n")
        let new = old.replacing("{ v:", with: "{ x:").replacing("inverse: v", with: "inverse: x")
        let migration = try PlannedMigration(from: old, to: new, "drops: { A.v: why }")
        #expect(migration.codes == ["TR2103"] && !migration.helps[0].contains("renames"), "\(migration.helps)")
    }

    // MARK: Values

    @Test func `keys that leave a hierarchy's rows out lead to rows of the entity alone when they become mutual`() throws {
        let old = Self.model(
            "  A: { attributes: { n: int? } }\n  C: { parent: A, attributes: { m: int? }, relationships: { t: { to: A? } } }\n")
        let new = old.replacing("t: { to: A? }", with: "t: { to: C?, inverse: t }")
        let asked = try PlannedMigration(from: old, to: new)
        let line = try #require(Self.entry("values", "C.t", of: asked), "\(asked.helps)")
        let migration = try PlannedMigration(from: old, to: new, "\(line)\ndrops: { C.t: why }")
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try migration.run(
            "INSERT INTO a (_id, _entity) VALUES (1, 'A'), (2, 'C'), (3, 'C'), (4, 'C'); UPDATE a SET t_id = CASE _id WHEN 2 THEN 1 WHEN 3 THEN 4 END")
        #expect(try connection.rows("SELECT _id, t_id FROM a ORDER BY _id") == [["1", nil], ["2", nil], ["3", "4"], ["4", "3"]])
    }

    @Test func `values of two tables that read each other's old columns are computed before either changes`() throws {
        let old = Self.model(
            "  A: { attributes: { n: int }, relationships: { u: { to: B?, inverse: x }, y: { to: B, inverse: r } } }\n"
                + "  B: { attributes: { n: int }, relationships: { x: { to: A, inverse: u }, r: { to: [A], inverse: y } } }\n")
        let new = Self.model(
            "  A: { attributes: { n: int }, relationships: { u: { to: B?, inverse: x, key: here }, y: { to: [B], inverse: r } } }\n"
                + "  B: { attributes: { n: int }, relationships: { x: { to: A?, inverse: u }, r: { to: A?, inverse: y } } }\n")
        let asked = try PlannedMigration(from: old, to: new)
        let line = try #require(Self.entry("values", "B.r", of: asked), "\(asked.helps)")
        let migration = try PlannedMigration(from: old, to: new, line)
        #expect(migration.findings.filter { $0.severity == .error }.map(\.message) == [])
        let connection = try migration.run(
            "PRAGMA foreign_keys = OFF; INSERT INTO b (_id, n, x_id) VALUES (1, 0, 7), (2, 0, 8); INSERT INTO a (_id, n, y_id) VALUES (7, 0, 2), (8, 0, 1)")
        #expect(try connection.rows("SELECT _id, u_id FROM a ORDER BY _id") == [["7", "1"], ["8", "2"]])
        #expect(try connection.rows("SELECT _id, r_id FROM b ORDER BY _id") == [["1", "8"], ["2", "7"]])
    }

    @Test(arguments: ["b", "z"])
    func `an ordered to-many that was its own inverse keeps its places at the end of its name`(inverse: String) throws {
        let old = Self.model("  A: { attributes: { n: int? }, relationships: { y: { to: [A], inverse: y, ordered: true } } }\n")
        let new = Self.model(
            "  A: { attributes: { n: int? }, relationships: { y: { to: [A], inverse: \(inverse), ordered: true }, \(inverse): { to: [A], inverse: y, ordered: true } } }\n")
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.findings.map(\.message) == [])
    }

    // MARK: Statements

    @Test(arguments: ["before", "after"])
    func `a statement that writes what a store records about itself is refused`(section: String) throws {
        let old = Self.model("  A: { attributes: { n: int? } }\n")
        let migration = try PlannedMigration(
            from: old, to: old.replacing("n: int?", with: "n: int?, m: int?"), "\(section): [\"UPDATE _trellis_metadata SET value = '7' WHERE key = 'version'\"]")
        #expect(migration.codes == ["TR2110"])
        #expect(migration.findings[0].message.contains("'_trellis_metadata'") && migration.findings[0].span.file == "2.migration.yaml")
    }
}
