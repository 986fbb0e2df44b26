import SQLiteAccess
import StoreMigration
import Testing

/// A store knows which plans it ran.
struct PlanRecordTests {
    private static let frozen = String(repeating: "a", count: 64)
    private static let renewed = String(repeating: "b", count: 64)

    private static func plan(_ hash: String?) -> MigrationPlan {
        var plan = PlainStore.plan(PlainStore.rebuild, [PlainStore.rebuilt], objects: ["parent", "child"])
        plan.frozenHash = hash
        return plan
    }

    private static func chain(_ hash: String?) -> MigrationChain {
        MigrationChain(model: "Plain", version: 2, isDraft: false, hash: "two", plans: [plan(hash)])
    }

    private func stored(in store: PlainStore) throws -> StoreRecord { try #require(try StoreRecord(reading: store.file.connect())) }

    @Test func `a frozen plan is recorded in the transaction that runs it`() throws {
        let store = try PlainStore(PlainStore.family)
        #expect(try stored(in: store).plans == [:])
        try store.migrate(Self.plan(Self.frozen))
        let record = try stored(in: store)
        #expect(record.plans == [2: Self.frozen] && record.version == 2)
        #expect(Self.chain(Self.frozen).versionsReachedOtherwise(by: record) == [])
        #expect(Self.chain(Self.renewed).versionsReachedOtherwise(by: record) == [2])
        // It is no reason to migrate again.
        #expect(try Self.chain(Self.renewed).path(from: record) == [])
    }

    @Test func `a plan that fails is not recorded`() throws {
        let store = try PlainStore(PlainStore.family)
        var plan = Self.plan(Self.frozen)
        plan.steps.append(.init("UPDATE nowhere SET a = 1", .update))
        #expect(try store.refusal(plan) != nil)
        #expect(try stored(in: store).plans == [:])
    }

    @Test func `a plan that is not frozen, and a store of before, give nothing to compare`() throws {
        let store = try PlainStore(PlainStore.family)
        try store.migrate(Self.plan(nil))
        let record = try stored(in: store)
        #expect(record.plans == [:] && Self.chain(Self.renewed).versionsReachedOtherwise(by: record) == [])
    }

    @Test(arguments: ["('plan 2', 'short')", "('plan x', '\(frozen)')", "('plan 2 ', '\(frozen)')", "('plan 0', '\(frozen)')"])
    func `a row that is no record of a plan says nothing`(_ row: String) throws {
        let store = try PlainStore("INSERT INTO _trellis_metadata VALUES \(row);")
        #expect(try stored(in: store).plans == [:])
    }

    @Test func `a store of a version that was squashed is told from one of another line`() throws {
        let store = try PlainStore("")
        let record = try stored(in: store)
        let plan = MigrationPlan(fromVersion: 5, toVersion: 6, isDraft: false, fromHash: "five", toHash: "six", tables: [], objects: [], steps: [])
        let chains = [
            MigrationChain(model: "Plain", version: 6, isDraft: false, hash: "six", plans: [plan]),
            MigrationChain(model: "Plain", version: 5, isDraft: false, hash: "five", plans: []),
        ]
        for chain in chains {
            let error = #expect(throws: MigrationError.self) { try chain.path(from: record) }
            #expect(error == .squashedVersion(found: 1, oldest: 5))
            #expect(error?.description.contains("the oldest version that is known here is 5") == true)
        }
    }

    // MARK: Drafts of before

    @Test func `a draft's store whose hash was that of the meaning is relabelled`() throws {
        let store = try PlainStore("UPDATE _trellis_metadata SET value = '1' WHERE key = 'draft'; UPDATE _trellis_metadata SET value = 'meaning' WHERE key = 'hash';")
        let draft = MigrationChain(model: "Plain", version: 1, isDraft: true, hash: "stored", meaningHash: "meaning", plans: [])
        let former = try stored(in: store)
        #expect(draft.isReached(by: former) && !draft.provesUnfrozen(former))
        let other = MigrationChain(model: "Plain", version: 1, isDraft: true, hash: "stored", meaningHash: "", plans: [])
        #expect(throws: MigrationError.self) { try other.path(from: former) }
        #expect(try StoreMigrator(store.file.connect(), draft).migrate().steps == 1)
        let record = try stored(in: store)
        #expect(record.hash == "stored" && record.isDraft && record.version == 1)
        #expect(try StoreMigrator(store.file.connect(), draft).migrate().steps == 0)
    }

    @Test func `the same for a draft that was frozen since`() throws {
        let store = try PlainStore("UPDATE _trellis_metadata SET value = '1' WHERE key = 'draft'; UPDATE _trellis_metadata SET value = 'meaning' WHERE key = 'hash';")
        let chain = MigrationChain(model: "Plain", version: 1, isDraft: false, hash: "stored", meaningHash: "meaning", plans: [])
        try StoreMigrator(store.file.connect(), chain).migrate()
        let record = try stored(in: store)
        #expect(record.hash == "stored" && !record.isDraft)
    }
}
