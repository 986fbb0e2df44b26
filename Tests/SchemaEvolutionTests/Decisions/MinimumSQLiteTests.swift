import Diagnostics
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// `minimum-sqlite` in the decisions of a migration, where a step keeps what it was planned for.
struct MinimumSQLiteTests {
    private static let minimum = SQLiteVersion(3, 53)

    private func model(_ attributes: String) throws -> Model {
        try #require(ModelReader.read(Array(SampleHistory.model(attributes).utf8), file: "Shop.yaml").model)
    }

    private func decisions(_ text: String) throws -> (decisions: MigrationDecisions, text: String) {
        (try #require(DecisionReader.read(Array(text.utf8), file: "2.migration.yaml").decisions, "\(text)"), text)
    }

    /// The text of the second version's decisions, frozen for a SQLite.
    private func frozen(_ text: String?, for minimum: SQLiteVersion?) throws -> String {
        var sample = SampleHistory()
        try sample.freeze("name: string")
        let (next, findings) = NextVersion.freeze(
            try model("name: string, info: string?"), after: try #require(sample.read().history), minimumSQLite: minimum, try text.map(decisions))
        #expect(findings.map(\.message) == [])
        for (file, text) in try #require(next).files { sample[file.name] = text }
        // The step is complete alone, whatever later steps declare.
        #expect(sample.found() == [])
        return try #require(sample["2.migration.yaml"])
    }

    @Test("It is written into the decisions of a version that is frozen, wherever their format stands")
    func written() throws {
        #expect(try frozen(nil, for: Self.minimum).hasSuffix("nothing had to be decided.\ntrellis: 1\nminimum-sqlite: \"3.53\"\n"))
        for (text, expected) in [
            ("trellis: 1\n", "trellis: 1\nminimum-sqlite: \"3.54.1\"\n"),
            ("trellis: 1", "trellis: 1\nminimum-sqlite: \"3.54.1\""),
            ("# Why\r\ntrellis: 1 # ö\r\nafter: []\r\n", "# Why\r\ntrellis: 1 # ö\r\nminimum-sqlite: \"3.54.1\"\nafter: []\r\n"),
            ("after:\n  - DELETE FROM customer\ntrellis:\n  1\nrenames: {}\n", "after:\n  - DELETE FROM customer\ntrellis:\n  1\nminimum-sqlite: \"3.54.1\"\nrenames: {}\n"),
            ("  trellis: 1\n  renames: {}\n", "  trellis: 1\n  minimum-sqlite: \"3.54.1\"\n  renames: {}\n"),
            ("{ trellis: 1, after: [] }\n", "{ trellis: 1, minimum-sqlite: \"3.54.1\", after: [] }\n"),
            ("--- { after: ['SELECT 1'],\n  trellis: 1 }\n", "--- { after: ['SELECT 1'],\n  trellis: 1, minimum-sqlite: \"3.54.1\" }\n"),
        ] {
            #expect(try frozen(text, for: SQLiteVersion(3, 54, 1)) == expected)
        }
    }

    @Test("What the decisions say themselves counts, and nothing is written where nothing or the oldest is said")
    func said() throws {
        let text = "trellis: 1\nminimum-sqlite: 3.40\n"
        #expect(try frozen(text, for: Self.minimum) == text)
        #expect(try decisions(text).decisions.minimumSQLite == SQLiteVersion(3, 40))
        for minimum in [nil, SQLiteVersion.oldestSupported] {
            #expect(try frozen("trellis: 1\n", for: minimum) == "trellis: 1\n")
            #expect(try frozen(nil, for: minimum) == NextVersion.emptyDecisions(for: 2))
        }
    }

    @Test("One that is too old, or no version, is refused with what to write instead", arguments: [
        ("3.36.9", "3.37", "no store can be opened with SQLite 3.36.9: 3.37 is the oldest"), ("v3.53", "3.53", "'v3.53' is not a version of SQLite"),
        ("SQLite 3.54.1", "3.54.1", "'SQLite 3.54.1' is not a version of SQLite"), ("2.8 or so", "3.37", "'2.8 or so' is not a version of SQLite"),
        ("newest", "3.37", "'newest' is not a version of SQLite"), ("3", "3.37", "'3' is not a version of SQLite"),
    ])
    func refused(text: String, instead: String, message: String) throws {
        for (written, width) in [(text, text.count), ("\"\(text)\"", text.count + 2)] {
            let (decisions, findings) = DecisionReader.read(Array("trellis: 1\nminimum-sqlite: \(written)\n".utf8), file: "2.migration.yaml")
            #expect(decisions == nil && findings.map(\.code.name) == ["TR2111"] && findings[0].message == message)
            let replacement = try #require(findings.first?.suggestion?.replacement)
            #expect(replacement.text == "\"\(instead)\"" && replacement.span.start.column == 17 && replacement.span.end.column == 17 + width)
        }
    }

    @Test("A frozen step is planned for what its decisions say: its SQL is stale without it, and the plan carries what it needs")
    func frozenStep() throws {
        var sample = SampleHistory()
        try sample.freeze("name: string")
        try sample.freeze("name: string?")
        let rebuild = try #require(sample["2.migration.sql"])
        sample["2.migration.yaml"] = "trellis: 1\nminimum-sqlite: \"3.53\"\n"
        #expect(sample.found() == ["TR2208 versions/2.migration.yaml:1:1"])
        // Only a SQLite that runs the statements can prove them.
        let (renewal, findings) = HistoryRenewal.renew(try #require(sample.read().history), sample.files, from: 2)
        #expect(findings.map(\.code.name) == (SQLiteVersion.linked < Self.minimum ? ["TR2112"] : []))
        for (file, text) in renewal?.files ?? [] { sample[file.name] = text }
        if renewal != nil {
            #expect(sample.found() == [])
            #expect(sample["2.migration.sql"]?.contains("-- It needs SQLite 3.53 or newer.\n") == true)
            #expect(sample["2.migration.sql"]?.contains("ALTER TABLE customer ALTER COLUMN name DROP NOT NULL;\n") == true)
            #expect(sample.read().history?.plans().map(\.minimumSQLite) == [Self.minimum])
        }
        sample["2.migration.yaml"] = "trellis: 1\n"
        #expect(sample.found() == ["TR2208 versions/2.migration.yaml:1:1"])
        let again = HistoryRenewal.renew(try #require(sample.read().history), sample.files, from: 2)
        for (file, text) in try #require(again.renewal).files { sample[file.name] = text }
        #expect(sample.found() == [] && sample["2.migration.sql"] == rebuild)
    }

    @Test("A step that cannot be proved here is not frozen, and never made in another way instead")
    func notProved() throws {
        var sample = SampleHistory()
        try sample.freeze("name: string")
        let (next, findings) = NextVersion.freeze(
            try model("name: string?"), after: try #require(sample.read().history), minimumSQLite: Self.minimum)
        if SQLiteVersion.linked < Self.minimum {
            #expect(next == nil && findings.map(\.code.name) == ["TR2112"] && findings[0].span.file == "Shop.yaml")
        } else {
            #expect(findings.isEmpty && next?.plan?.minimumSQLite == Self.minimum)
        }
    }

    @Test("A version that gets another number keeps it, with other decisions too")
    func rebased() throws {
        var (kept, moving) = (SampleHistory(), SampleHistory())
        for name in ["city", "info"] {
            var sample = SampleHistory()
            try sample.freeze("name: string")
            try sample.freeze("name: string, \(name): string?", decisions: name == "info" ? "trellis: 1\nminimum-sqlite: \"3.53\"\n" : nil)
            if name == "city" { kept = sample } else { moving = sample }
        }
        for decided in [[:], [2: try decisions("trellis: 1\nafter: [DELETE FROM customer]\n")]] {
            let (rebase, findings) = HistoryRebase.rebase(
                .init(files: moving.files, history: try #require(moving.read().history)), after: 1,
                onto: .init(files: kept.files, history: try #require(kept.read().history)),
                live: try model("name: string, city: string?, info: string?"), decisions: decided)
            #expect(findings.map(\.message) == [])
            #expect(rebase?.moved.map(\.number) == [3])
            #expect(rebase?.history.versions.map { $0.readDecisions().decisions?.minimumSQLite } == [nil, nil, Self.minimum])
            #expect(rebase?.files.contents["3.migration.yaml"].map { String(decoding: $0, as: UTF8.self).contains("after") } == !decided.isEmpty)
        }
    }
}
