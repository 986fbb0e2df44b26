/// The version that a store is to have, and the plans that lead there from older ones, each going on where the one before it
/// ends.
public struct MigrationChain: Sendable, Hashable {
    /// The model's name.
    public var model: String
    /// The version that a store is to have, from 1.
    public var version: Int
    /// Whether that version can still change: it is not frozen yet.
    public var isDraft: Bool
    /// The hash that its stores record.
    public var hash: String
    /// The hash over its meaning, which stores of a draft recorded that an earlier Trellis created; empty if it is not known.
    public var meaningHash: String
    /// The plans, oldest first.
    public var plans: [MigrationPlan]

    public init(model: String, version: Int, isDraft: Bool, hash: String, meaningHash: String = "", plans: [MigrationPlan]) {
        self.model = model
        self.version = version
        self.isDraft = isDraft
        self.hash = hash
        self.meaningHash = meaningHash
        self.plans = plans
    }

    /// The chain up to an earlier version, which may be the one that the first plan leads from; nil where it has no such version.
    public func ending(at version: Int) -> MigrationChain? {
        if version == self.version { return self }
        if let first = plans.first, first.fromVersion == version {
            return MigrationChain(model: model, version: version, isDraft: false, hash: first.fromHash, plans: [])
        }
        guard let last = plans.lastIndex(where: { $0.toVersion == version }) else { return nil }
        return MigrationChain(
            model: model, version: version, isDraft: plans[last].isDraft, hash: plans[last].toHash, plans: Array(plans[...last]))
    }

    /// Whether a store has all that its version has, though it may still call itself a draft: one that was frozen as it was.
    public func isReached(by store: StoreRecord) -> Bool {
        store.layout == StoreRecord.knownLayout && store.model == model && store.version == version
            && (store.hash == hash || isEarlierRecord(store))
    }

    /// Whether a store is of the draft, or of the draft that was frozen as the version, and an earlier Trellis recorded its hash.
    private func isEarlierRecord(_ store: StoreRecord) -> Bool {
        store.isDraft && store.version == version && store.hash == meaningHash && !meaningHash.isEmpty
    }

    /// Whether a draft's store is none of a frozen version, as far as the chain knows: its version is the one of the chain, or one
    /// whose hash the plans know, and its hash is another. A version that no plan knows may have been frozen with that hash.
    public func provesUnfrozen(_ store: StoreRecord) -> Bool {
        guard store.isDraft, store.hash != hash, !isEarlierRecord(store), !plans.contains(where: { $0.fromHash == store.hash || $0.toHash == store.hash })
        else { return false }
        return store.version == version || plans.contains { $0.fromVersion == store.version || $0.toVersion == store.version }
    }

    /// The plans that a store needs; empty if it has the version already.
    /// - Throws: ``MigrationError`` if no path leads from the store to the version.
    public func path(from store: StoreRecord) throws(MigrationError) -> [MigrationPlan] {
        guard store.layout == StoreRecord.knownLayout else { throw .otherLayout(found: store.layout) }
        if store.hash == hash, store.version == version {
            guard store.model == model else { throw .otherModel(found: store.model, expected: model) }
            // Made by a draft that was frozen as it was: it is one of a version now, which no program may empty.
            return store.isDraft && !isDraft ? [relabelling(store)] : []
        }
        if store.model == model, isEarlierRecord(store) { return [relabelling(store)] }
        // A change that was taken back gives two versions one hash: the number tells them apart. A draft may have been frozen
        // under another number than it had.
        let first =
            plans.firstIndex { $0.fromHash == store.hash && $0.fromVersion == store.version }
            ?? (store.isDraft && store.hash != hash && store.model == model ? plans.lastIndex { $0.fromHash == store.hash } : nil)
        if let first {
            let path = Array(plans[first...])
            let isWhole = zip(path, path.dropFirst()).allSatisfy { $0.toHash == $1.fromHash } && path.last?.toHash == hash
            guard isWhole else { throw .noPath(found: store.version, wanted: version) }
            return path
        }
        guard store.model == model else { throw .otherModel(found: store.model, expected: model) }
        if store.version > version { throw .newerVersion(found: store.version, known: version) }
        // It means the same under a number that no plan knows, as a draft has it.
        if store.hash == hash { return [relabelling(store)] }
        if let oldest = plans.first?.fromVersion ?? (isDraft ? nil : version), oldest > 1, store.version < oldest {
            throw .squashedVersion(found: store.version, oldest: oldest)
        }
        if store.isDraft { throw .earlierDraft(version: store.version, found: store.hash, expected: hash) }
        let isKnown =
            store.version == version || plans.contains { $0.fromVersion == store.version || $0.toVersion == store.version }
        throw isKnown ? .otherLineage(version: store.version, found: store.hash) : .noPath(found: store.version, wanted: version)
    }

    /// The versions that a store reached by another plan than the chain has: the plan was made again after the store had run it, so that
    /// rows may differ from those of other stores.
    public func versionsReachedOtherwise(by store: StoreRecord) -> [Int] {
        Self.versions(upTo: store.version, reachedOtherwiseThan: plans, by: store.plans)
    }

    /// The versions that a store reached by another plan than a program has.
    /// - Parameters:
    ///   - version: the version of the store.
    ///   - plans: those of the program.
    ///   - ran: the hashes of the plans that the store ran, by the versions that they lead to.
    public static func versions(
        upTo version: Int, reachedOtherwiseThan plans: [MigrationPlan], by ran: [Int: String]
    ) -> [Int] {
        plans.compactMap { plan in
            guard plan.toVersion <= version, let ran = ran[plan.toVersion], let frozen = plan.frozenHash, ran != frozen else { return nil }
            return plan.toVersion
        }
    }

    /// The step of a store that has all of the version, and records another number, hash or state.
    private func relabelling(_ store: StoreRecord) -> MigrationPlan {
        let isDraft = store.isDraft && isDraft
        var record = RecordedVersion(version, isDraft: isDraft, hash: hash)
        if !isDraft, let frozen = plans.last(where: { $0.toHash == hash && $0.toVersion == version }), !frozen.compatibleHashes.isEmpty {
            record.compatible = frozen.compatibleHashes
        }
        return MigrationPlan(
            fromVersion: store.version, toVersion: version, isDraft: isDraft, fromHash: store.hash, toHash: hash, tables: [],
            objects: [], steps: [.init(.recordVersion(record), "The version that the store has now")])
    }
}
