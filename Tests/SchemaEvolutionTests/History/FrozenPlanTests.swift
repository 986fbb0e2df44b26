import Diagnostics
import Foundation
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// What ran once is what runs for ever.
struct FrozenPlanTests {
    @Test func `a plan that is read is the one that was frozen`() throws {
        let sample = try SampleHistory.ofThree()
        let versions = try #require(sample.read().history).versions
        for (old, new) in zip(versions, versions.dropFirst()) {
            let (from, to) = (try #require(old.read().version), try #require(new.read().version))
            var frozen = try #require(new.plan)
            #expect(frozen.frozenHash?.count == 64)
            frozen.frozenHash = nil
            #expect(frozen == MigrationPlanner.plan(from: from, to: to, try #require(new.readDecisions().decisions)).plan)
        }
    }

    @Test(arguments: ["2.migration.yaml", "2.migration.json", "2.migration.sql"])
    func `an edited file of a frozen migration is an error, even if only its comments differ`(_ name: String) throws {
        var sample = try SampleHistory.ofThree()
        sample[name] = (sample[name] ?? "") + (name.hasSuffix("json") ? " " : name.hasSuffix("sql") ? "-- more\n" : "# more\n")
        #expect(sample.found() == ["TR2208 versions/\(name):1:1"])
        #expect(sample.read().findings[0].notes.map(\.span?.start.line) == [2])
    }

    @Test func `ends of lines that git changed are no edit`() throws {
        var sample = try SampleHistory.ofThree()
        for name in ["2.migration.yaml", "2.migration.json", "2.migration.sql"] {
            sample[name] = sample[name]?.replacing("\n", with: "\r\n")
        }
        #expect(sample.found() == [])
    }

    @Test func `what the planner makes today does not count: the plan runs as it was frozen`() throws {
        var sample = try SampleHistory.ofThree()
        // As another planner would have written it.
        let own = "{\"operation\":{\"frozen\":{\"sql\":\"ANALYZE\",\"strategy\":\"schema\"}}},\n"
        let text = try #require(sample["2.migration.json"]).replacing("\"steps\":[\n", with: "\"steps\":[\n\(own)")
        try sample.freezeAgain(text, as: "2.migration.json")
        #expect(sample.found() == [])
        let history = try #require(sample.read().history)
        #expect(history.plans()[0].steps.first?.sql == "ANALYZE")
        #expect(history.versionsPlannedOtherwise() == [2])
        #expect(history.proof(ofVersion: 2).map(\.message) == [])
    }

    @Test func `a plan of format 1, whose steps are SQL, runs word for word and is not planned again`() throws {
        var sample = try SampleHistory.ofThree()
        let plan = try #require(sample.read().history).plans()[0]
        let definition = try #require(sample["2.yaml"])
        let literal = "'\(definition.replacing("'", with: "''"))'"
        let steps = plan.byStatements.steps.map { step -> [String: any Sendable] in
            let sql = step.sql.replacing(literal, with: "$definition")
            return ["sql": sql, "hasDefinition": sql != step.sql, "strategy": step.strategy.rawValue]
        }
        let file: [String: any Sendable] = [
            "format": 1, "from": ["version": 1, "hash": plan.fromHash] as [String: any Sendable],
            "to": ["version": 2, "hash": plan.toHash] as [String: any Sendable], "tables": [] as [String], "objects": plan.objects, "steps": steps,
        ]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: file), as: UTF8.self)
        try sample.freezeAgain(text, as: "2.migration.json")
        #expect(sample.found() == [])
        let history = try #require(sample.read().history)
        let read = history.plans()[0]
        #expect(read.byStatements.steps.map(\.sql) == plan.byStatements.steps.map(\.sql))
        // All but the record is frozen.
        #expect(read.steps.dropLast().allSatisfy { if case .frozen = $0.operation { true } else { false } })
        #expect(read.steps.last?.operation == plan.steps.last?.operation)
        #expect(PlanText.text(read).contains("\"frozen\"") && sample["2.migration.json"] == text)
    }

    @Test func `a plan in the form of a newer Trellis is told as one`() throws {
        var sample = try SampleHistory.ofThree()
        let text = try #require(sample["3.migration.json"]).replacing("\"format\":2", with: "\"format\":4")
        try sample.freezeAgain(text, as: "3.migration.json")
        #expect(sample.found() == ["TR2215 versions/3.migration.json:1:1"])
    }

    @Test(arguments: ["", "{}", "[1]", "{\"format\": 1}", "{\"format\": \"1\"}", "null", "{\"format\": 1, \"steps\": [{}]}", "{\"format\": 2}"])
    func `a text that is no plan is an error, whatever its hash`(_ text: String) throws {
        var sample = try SampleHistory.ofThree()
        try sample.freezeAgain(text, as: "3.migration.json")
        #expect(sample.found() == ["TR2208 versions/3.migration.json:1:1"])
    }

    @Test func `the plan of another version is an error`() throws {
        var sample = try SampleHistory.ofThree()
        try sample.freezeAgain(try #require(sample["2.migration.json"]), as: "3.migration.json")
        #expect(sample.found() == ["TR2208 versions/3.migration.json:1:1"])
    }

    // MARK: Planned again

    @Test func `an edited decision is planned again where no store has the version`() throws {
        var sample = try SampleHistory.ofThree()
        let script = try #require(sample["2.migration.sql"])
        sample["3.migration.yaml"] = "trellis: 1\ndrops: { Customer.info: It was unused. }\n"
        #expect(sample.found() == ["TR2208 versions/3.migration.yaml:1:1"])
        #expect(try sample.renew(from: 3) == [3])
        #expect(sample.found() == [])
        #expect(sample["3.migration.sql"]?.contains("DROP COLUMN info") == true && sample["2.migration.sql"] == script)
        #expect(try sample.renew(from: 2) == [])
    }

    @Test func `a decision that does not fit the step writes nothing`() throws {
        var sample = try SampleHistory.ofThree()
        for (text, found) in [
            ("trellis: 1\n", "TR2102 versions/3.yaml:6:7"), ("renames: []\n", "TR1103 versions/3.migration.yaml:1:1"),
            ("trellis: 1\nrenames: { Customer.info: note, Customer.inf: notes }\n", "TR2105 versions/3.migration.yaml:2:33"),
        ] {
            sample["3.migration.yaml"] = text
            let (renewal, findings) = HistoryRenewal.renew(try #require(sample.read().history), sample.files, from: 3)
            #expect(renewal == nil && findings.contains { "\($0.code)" == found.prefix(6) }, "\(findings.map(\.message))")
        }
    }

    // MARK: Histories of before

    @Test func `a history without frozen plans is upgraded by one command, with its SQL as it is`() throws {
        let whole = try SampleHistory.ofThree().asOfEarlierTrellis()
        #expect(whole.found() == [])
        var sample = whole
        try sample.removePlans()
        #expect(sample.found() == ["TR2214 versions/lock:2:1", "TR2214 versions/lock:3:1"])
        let (renewal, findings) = HistoryRenewal.upgrade(try #require(sample.read().history), sample.files)
        #expect(findings.map(\.message) == [])
        #expect(renewal?.versions == [2, 3])
        for (file, text) in renewal?.files ?? [] { sample[file.name] = text }
        #expect(sample.files.contents == whole.files.contents)
    }

    @Test func `comments of SQL that another Trellis wrote stay, and are no other plan`() throws {
        var sample = try SampleHistory.ofThree().asOfEarlierTrellis()
        try sample.removePlans()
        let script = try #require(sample["2.migration.sql"])
        let other = script.replacing("-- Migrates a store from", with: "-- Another comment about")
        #expect(other != script)
        sample["2.migration.sql"] = other
        let (renewal, findings) = HistoryRenewal.upgrade(try #require(sample.read().history), sample.files)
        #expect(findings.map(\.message) == [] && renewal?.files.contains { $0.file == .script(version: 2) } == false)
        for (file, text) in renewal?.files ?? [] { sample[file.name] = text }
        #expect(sample.found() == [] && sample["2.migration.sql"] == other)
        #expect(try #require(sample.read().history).versionsPlannedOtherwise() == [])
    }

    @Test func `SQL that this Trellis would not write stays, and is told`() throws {
        var sample = try SampleHistory.ofThree().asOfEarlierTrellis()
        try sample.removePlans()
        sample["2.migration.sql"] = sample["2.migration.sql"]?.replacing("COMMIT;", with: "COMMIT ;")
        let (renewal, findings) = HistoryRenewal.upgrade(try #require(sample.read().history), sample.files)
        #expect(renewal == nil)
        #expect(findings.map { "\($0.code) \($0.span.file)" } == ["TR2208 versions/2.migration.sql"])
    }
}

extension SampleHistory {
    /// Writes a file of a version, and its hash into the lock: as if it had been frozen like this.
    fileprivate mutating func freezeAgain(_ text: String, as name: String) throws {
        let number = try #require(HistoryFile(name: name)?.version)
        self[name] = text
        var lines = try #require(self["lock"]).split(separator: "\n").map(String.init)
        var words = lines[number - 1].split(separator: " ").map(String.init)
        // The hash of a text in place of a model's is the hash of the text.
        words[4] = Model.hash(ofText: text)
        lines[number - 1] = words.joined(separator: " ")
        self["lock"] = lines.map { $0 + "\n" }.joined()
    }

    /// - Returns: the versions that were planned again.
    fileprivate mutating func renew(from number: Int) throws -> [Int] {
        let (renewal, findings) = HistoryRenewal.renew(try #require(read().history), files, from: number)
        #expect(findings.map(\.message) == [])
        for (file, text) in renewal?.files ?? [] { self[file.name] = text }
        return try #require(renewal).versions
    }

    /// Makes it one that an earlier Trellis has written.
    fileprivate mutating func removePlans() throws {
        for number in 2...3 { self["\(number).migration.json"] = nil }
        self["lock"] = try #require(self["lock"]).split(separator: "\n").map { line in
            line.split(separator: " ").prefix(3).joined(separator: " ") + "\n"
        }.joined()
    }
}
