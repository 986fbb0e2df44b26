import SchemaEvolution
import SchemaModel
import Testing

/// What a store is decides about versions; what only programs know does not.
struct StorageVersionTests {
    private static let defaults = "name: { type: string, minLength: 2, default: Ada }, note: string?"

    private static let otherDefault = "name: { type: string, default: Ada }, note: string?"

    private static func model(_ attributes: String) throws -> Model {
        try #require(ModelReader.read(Array(SampleHistory.model(attributes).utf8), file: "Shop.yaml").model)
    }

    @Test(arguments: [false, true])
    func `a default and a tighter rule need no version`(isOfEarlierTrellis: Bool) throws {
        var sample = try SampleHistory.ofThree()
        if isOfEarlierTrellis { sample = try sample.asOfEarlierTrellis() }
        let history = try #require(sample.read().history)
        #expect(sample.found() == [])
        let model = try Self.model(Self.defaults)
        #expect(history.version(ofLiveModel: model.storageHash) == .init(number: 3, isDraft: false, hash: history.versions[2].hash))
        let (next, findings) = NextVersion.freeze(model, after: history)
        #expect(next == nil && findings.map(\.code.name) == ["TR2211"])
        #expect(findings.first?.message.contains("need no version") == true)
        #expect(history.tightenedRules(in: model).map(\.code.name) == ["TR2113"])
    }

    @Test func `SQL of one's own is a version where nothing else changes`() throws {
        var sample = try SampleHistory.ofThree()
        try sample.freeze(Self.otherDefault, decisions: "trellis: 1\nafter: [\"UPDATE customer SET name = 'Ada' WHERE length(name) < 2\"]\n")
        let history = try #require(sample.read().history)
        #expect(sample.found() == [])
        #expect(history.versions.count == 4 && history.versions[3].hash != history.versions[2].hash)
        #expect(history.plans()[2].steps.contains { $0.sql.hasPrefix("UPDATE customer") })
        let hash = try Self.model(Self.otherDefault).storageHash
        #expect(history.version(ofLiveModel: hash) == .init(number: 4, isDraft: false, hash: history.versions[3].hash))
        // Another step of the same kind can follow.
        try sample.freeze(Self.otherDefault, decisions: "trellis: 1\nafter: [DELETE FROM customer WHERE length(name) > 9]\n")
        #expect(sample.found() == [])
        let hashes = try #require(sample.read().history).versions.map(\.hash)
        #expect(Set(hashes).count == 5)
    }

    @Test func `a history of an earlier Trellis goes on with both kinds of lines`() throws {
        var sample = try SampleHistory.ofThree().asOfEarlierTrellis()
        try sample.freeze("name: string, note: string?, rank: int?")
        #expect(sample.found() == [])
        #expect(try #require(sample["lock"]).split(separator: "\n").map { $0.split(separator: " ").count } == [3, 6, 6, 7])
        let history = try #require(sample.read().history)
        #expect(history.plans().map(\.toHash) == history.versions.dropFirst().map(\.hash))
    }

    @Test func `an edited default in a frozen version is an error`() throws {
        var sample = try SampleHistory.ofThree()
        sample["3.yaml"] = sample["3.yaml"]?.replacing("name: string\n", with: "name: { type: string, default: \"x\" }\n")
        #expect(sample.found() == ["TR2206 versions/3.yaml:2:8"])
    }

    // MARK: Squashed histories

    private static func squashed(_ number: Int) throws -> SampleHistory {
        var sample = try SampleHistory.ofThree()
        let squash = HistorySquash(try #require(sample.read().history), sample.files, before: number)
        sample["lock"] = squash.lock
        for name in squash.removed { sample[name] = nil }
        return sample
    }

    @Test func `a squashed history begins with its version, and goes on`() throws {
        let whole = try #require(try SampleHistory.ofThree().read().history)
        var sample = try Self.squashed(2)
        #expect(sample.found() == [])
        #expect(sample.files.contents.keys.sorted() == ["2.yaml", "3.migration.json", "3.migration.sql", "3.migration.yaml", "3.yaml", "lock"])
        var history = try #require(sample.read().history)
        #expect(history.versions.map(\.number) == [2, 3] && history.versions.map(\.hash) == whole.versions.dropFirst().map(\.hash))
        #expect(history.plans() == Array(whole.plans().dropFirst()))
        #expect(history[version: 1] == nil && history[version: 3]?.number == 3 && history[version: 4] == nil)
        #expect(history.proof(ofVersion: 3).map(\.message) == [])
        try sample.freeze("name: string, note: string?, rank: int?")
        #expect(sample.found() == [])
        history = try #require(sample.read().history)
        #expect(history.versions.map(\.number) == [2, 3, 4])
        // Once more, up to the newest.
        let squash = HistorySquash(history, sample.files, before: 4)
        #expect(squash.versions == [2, 3])
        sample["lock"] = squash.lock
        for name in squash.removed { sample[name] = nil }
        #expect(sample.found() == [] && sample.files.contents.keys.sorted() == ["4.yaml", "lock"])
        #expect(try #require(sample.read().history).version(ofLiveModel: history.versions[2].hash).number == 4)
    }

    @Test func `files that a stopped squash has left are warnings`() throws {
        var sample = try SampleHistory.ofThree()
        let squash = HistorySquash(try #require(sample.read().history), sample.files, before: 3)
        sample["lock"] = squash.lock
        #expect(sample.read().findings.allSatisfy { $0.severity == .warning })
        #expect(Set(sample.read().findings.map(\.code.name)) == ["TR2216"] && sample.found().count == squash.removed.count)
        #expect(try #require(sample.read().history).versions.map(\.number) == [3])
        let rest = HistorySquash(try #require(sample.read().history), sample.files, before: 3)
        #expect(rest.versions == [] && rest.removed == squash.removed)
    }

    @Test func `a lock without its first line is an error`() throws {
        var sample = try SampleHistory.ofThree()
        sample["lock"] = try #require(sample["lock"]).split(separator: "\n").dropFirst().map { "\($0)\n" }.joined()
        #expect(sample.found() == ["TR2204 versions/lock:1:3"])
    }
}
