import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// What versions between demand and change, though a jump passes them.
struct JumpTests {
    /// A history of one entity, and rows of its first version.
    struct Path: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The attributes in each version, with the decisions that lead to it.
        var versions: [(attributes: String, decisions: String)]
        var rows: String
        /// Whether the steps refuse the rows.
        var isRefused = false
        /// Whether the first step migrates them before another one refuses them.
        var isRefusedLater = false
        /// How often the jump rebuilds the table; nil if that is another test's matter.
        var rebuilds: Int?
    }

    static let paths: [Path] = [
        .init(
            testDescription: "a value between is too long, and the rule is gone at the end",
            versions: [
                ("text: string, pad: int16", ""),
                ("text: { type: string, maxLength: 3, check: true }, pad: int16", "accept: { Item.text: { TR2108: a test } }"),
                ("text: string, pad: double", ""),
            ],
            rows: "INSERT INTO item (text, pad) VALUES ('long text', 1)", isRefused: true),
        .init(
            testDescription: "a value between is no small integer",
            versions: [
                ("size: int, pad: int16", ""), ("size: { type: int16, check: true }, pad: int16", "values: { Item.size: size }"), ("size: int, pad: double", ""),
            ],
            rows: "INSERT INTO item (size, pad) VALUES (100000, 1)", isRefused: true),
        .init(
            testDescription: "values between are twice the same, and need not be unique at the end",
            versions: [
                ("code: string, pad: int16", ""), ("code: { type: string, unique: true }, pad: double", "accept: { Item.code: { TR2108: a test } }"),
                ("code: string, pad: string", "values: { Item.pad: \"CAST(pad AS TEXT)\" }"),
            ],
            rows: "INSERT INTO item (code, pad) VALUES ('a', 1), ('a', 2)", isRefused: true),
        .init(
            testDescription: "a required value is optional again: what was filled stays",
            versions: [
                ("text: string?, pad: int16", ""), ("text: string, pad: int16", "values: { Item.text: \"coalesce(text, 'none')\" }"),
                ("text: string?, pad: double", ""),
            ],
            rows: "INSERT INTO item (text, pad) VALUES ('a', 1), (NULL, 2)"),
        .init(
            testDescription: "an integer becomes a double, and that a text",
            versions: [
                ("size: int16", ""), ("size: double", ""), ("size: string", "values: { Item.size: \"CAST(size AS TEXT)\" }"),
            ],
            rows: "INSERT INTO item (size) VALUES (5), (-1)"),
        .init(
            testDescription: "a column goes and another one comes under its name",
            versions: [
                ("text: string, size: int16", ""), ("size: int16", "drops: { Item.text: a test }"),
                ("size: int16, text: string?", ""), ("size: double, text: string?", ""),
            ],
            rows: "INSERT INTO item (text, size) VALUES ('a', 1)"),
        .init(
            testDescription: "a column is renamed where it is, and goes with a rebuild",
            versions: [
                ("text: string?, size: int16", ""), ("title: string?, size: int16", "renames: { Item.text: title }"),
                ("size: double", "drops: { Item.title: a test }"),
            ],
            rows: "INSERT INTO item (text, size) VALUES ('a', 1)"),
        .init(
            testDescription: "two columns exchange names between two rebuilds",
            versions: [
                ("a: int16, b: int16", ""), ("a: double, b: int16", ""), ("b: double, a: int16", "renames: { Item.a: b, Item.b: a }"),
                ("b: double, a: double", ""),
            ],
            rows: "INSERT INTO item (a, b) VALUES (1, 2)"),
        .init(
            testDescription: "a column goes after a rebuild and a new column",
            versions: [
                ("text: string?, size: int16", ""), ("text: string?, size: double", ""), ("text: string?, size: double, more: int?", ""),
                ("size: double, more: int?", "drops: { Item.text: a test }"),
            ],
            rows: "INSERT INTO item (text, size) VALUES ('a', 1)", rebuilds: 1),
        .init(
            testDescription: "a new column goes again after a rebuild, and another one of its name comes",
            versions: [
                ("size: int16", ""), ("size: double", ""), ("size: double, more: { type: int, default: 3 }", ""),
                ("size: double, kind: int?", "drops: { Item.more: a test }"), ("size: double, kind: int?, more: string?", ""),
            ],
            rows: "INSERT INTO item (size) VALUES (1)"),
        .init(
            testDescription: "a column has another name after a rebuild, and a new one of its name goes",
            versions: [
                ("b: int?, size: int16", ""), ("b: int?, size: double", ""), ("c: int?, size: double", "renames: { Item.b: c }"),
                ("c: int?, size: double, b: int?", ""), ("c: int?, size: double, d: int?", "drops: { Item.b: a test }"),
            ],
            rows: "INSERT INTO item (b, size) VALUES (7, 1)"),
        .init(
            testDescription: "a computed value is one that is set at the end",
            versions: [
                ("size: int16, twice: { type: int, derived: size * 2 }", ""), ("size: int16, twice: { type: int, derived: size * 3 }", ""),
                ("size: double, twice: int", ""),
            ],
            rows: "INSERT INTO item (size) VALUES (5)"),
        .init(
            testDescription: "a computed value stays when its source changes without it",
            versions: [
                ("size: int16, twice: { type: int, derived: size * 2 }", ""), ("size: int16, twice: { type: int, derived: size * 3 }", ""),
                ("size: double, twice: int", "values: { Item.size: \"size * 100.0\" }"),
            ],
            rows: "INSERT INTO item (size) VALUES (5)"),
        .init(
            testDescription: "a computed value is copied between two computations",
            versions: [
                ("size: int16, twice: { type: int, derived: size * 2 }, copy: int?", ""),
                ("size: int16, twice: { type: int, derived: size * 3 }, copy: int?", ""),
                ("size: double, twice: { type: double, derived: size * 4 }, copy: int", "values: { Item.copy: twice }"),
                ("size: double, twice: { type: double, derived: size * 5 }, copy: int", ""),
            ],
            rows: "INSERT INTO item (size) VALUES (5)"),
        .init(
            testDescription: "a UUID that a version between gives is one, and its copies equal it",
            versions: [
                ("size: int16", ""), ("size: double, key: { type: uuid, default: uuid() }", ""),
                ("size: string, key: uuid, other: uuid", "values: { Item.size: \"CAST(size AS TEXT)\", Item.other: key }"),
            ],
            rows: "INSERT INTO item (size) VALUES (5)"),
        .init(
            testDescription: "a type changes, and then the column gets a rule",
            versions: typeAndRule, rows: "INSERT INTO item (size) VALUES (5), (7)", rebuilds: 1),
        .init(
            testDescription: "a value does not fit the type that a rule follows", versions: typeAndRule,
            rows: "INSERT INTO item (size) VALUES (5), (9007199254740993)", isRefused: true, rebuilds: 1),
        .init(
            testDescription: "a value fits the type, and not the rule that follows", versions: typeAndRule,
            rows: "INSERT INTO item (size) VALUES (5), (-3)", isRefused: true, isRefusedLater: true, rebuilds: 1),
        .init(
            testDescription: "a type changes, and then the column is required",
            versions: typeAndValue, rows: "INSERT INTO item (size) VALUES (5), (NULL)", rebuilds: 1),
        .init(
            testDescription: "a value does not fit the type, and gaps are filled afterwards",
            versions: typeAndValue, rows: "INSERT INTO item (size) VALUES (9007199254740993), (NULL)", isRefused: true, rebuilds: 1),
        .init(
            testDescription: "a type changes, and then another column gets a rule",
            versions: [
                ("size: int16, pad: int?", ""), ("size: string, pad: int?", ""),
                ("size: string, pad: { type: \"int?\", max: 9, check: true }", "accept: { Item.pad: { TR2108: a test } }"),
            ],
            rows: "INSERT INTO item (size, pad) VALUES (5, NULL), (7, 9)", rebuilds: 1),
        .init(
            testDescription: "a type changes with a rule, which is gone at the end",
            versions: [
                ("size: int", ""),
                ("size: { type: double, min: 0, check: true }", "accept: { Item.size: { TR2109: a test, TR2108: a test } }"),
                ("size: { type: double, min: -5, check: true }", ""),
            ],
            rows: "INSERT INTO item (size) VALUES (-3)", isRefused: true, rebuilds: 2),
        .init(
            testDescription: "a required column is filled after its type has changed, and has no value between",
            versions: [
                ("size: int?", ""), ("size: double", "values: { Item.size: size }"),
                ("size: { type: double, min: 0, check: true }", "accept: { Item.size: { TR2108: a test } }\nvalues: { Item.size: \"coalesce(size, 0)\" }"),
            ],
            rows: "INSERT INTO item (size) VALUES (NULL)", isRefused: true),
    ]

    /// An integer becomes a double, which must not be negative afterwards.
    private static let typeAndRule: [(attributes: String, decisions: String)] = [
        ("size: int", ""), ("size: double", "accept: { Item.size: { TR2109: a test } }"),
        ("size: { type: double, min: 0, check: true }", "accept: { Item.size: { TR2108: a test } }"),
    ]

    /// An optional integer becomes a double, which is required afterwards.
    private static let typeAndValue: [(attributes: String, decisions: String)] = [
        ("size: int?", ""), ("size: double?", "accept: { Item.size: { TR2109: a test } }"), ("size: { type: double, default: 1.5 }", ""),
    ]

    @Test(arguments: paths)
    func `it leaves what the steps leave, and refuses what they refuse`(_ path: Path) throws {
        let history = try SampleHistory(path.versions.map { version in
            ("trellis: 1\nmodel: Jump\nentities:\n  Item:\n    attributes: { \(version.attributes) }\n", version.decisions)
        })
        let (one, other) = (try store(history, path.rows), try store(history, path.rows))
        let before = try StoreDump(one)
        if let rebuilds = path.rebuilds {
            let jumps = Jump.jumps(along: history.plans, from: try StoredTables(one))
            #expect(jumps.count == 1 && jumps[0].plan.steps.count { $0.strategy == .rebuild } == rebuilds, "\(jumps.map(\.plan.text))")
        }
        let stepwise = Result { try StoreMigrator(one, history.chain(), MigrationOptions(availableSpace: .max, composesPlans: false)).migrate() }
        let jump = Result { try StoreMigrator(other, history.chain(), MigrationOptions(availableSpace: .max)).migrate() }
        switch (stepwise, jump) {
        case (.success, .success(let outcome)):
            #expect(!path.isRefused && outcome.transactions == 1 && outcome.steps == history.plans.count)
        case (.failure(let first), .failure(let second)):
            #expect(path.isRefused && "\(first)" == "\(second)")
            #expect(try StoreDump(other).differences(from: before).isEmpty != path.isRefusedLater)
        default: Issue.record("\(stepwise), but \(jump)")
        }
        if path.testDescription.contains("UUID") {
            #expect(try other.rows("SELECT count(*) FROM item WHERE \"key\" = other") == [["1"]])
        } else {
            #expect(try StoreDump(other).differences(from: StoreDump(one)) == [])
        }
    }

    private func store(_ history: SampleHistory, _ rows: String) throws -> SQLiteConnection {
        let connection = try SQLiteConnection.inMemory()
        try history.make(1, in: connection)
        try connection.execute("UPDATE _trellis_metadata SET value = 'same' WHERE key = 'uuid'; \(rows)")
        return connection
    }
}
