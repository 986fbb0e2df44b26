public import StoreMigration

/// How a container treats a store of an older version of its model.
public struct MigrationPolicy: Sendable {
    /// How the store is migrated; nil if it is refused.
    let options: MigrationOptions?

    private init(options: MigrationOptions?) {
        self.options = options
    }

    /// The plans of the model migrate the store before anything else opens the file.
    public static let automatic = MigrationPolicy(options: MigrationOptions())

    /// The plans of the model migrate the store.
    /// - Parameters:
    ///   - backupPath: the file for a copy of the store before a migration; it must not exist. nil for no copy.
    ///   - fileCheck: how thoroughly the file is checked before a migration.
    ///   - onProgress: receives the progress, on the thread that opens the store. An error that it throws stops the migration and is
    ///     thrown; the store then has the version of the last complete step.
    public static func automatic(
        backupPath: String? = nil, fileCheck: FileCheck = .quick, onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) -> MigrationPolicy {
        MigrationPolicy(options: MigrationOptions(backupPath: backupPath, fileCheck: fileCheck, onProgress: onProgress))
    }

    /// The store is refused with ``StoreError/olderVersion(found:expected:)`` and stays as it is.
    public static let never = MigrationPolicy(options: nil)
}

/// How a container treats a store of an earlier draft of its model.
///
/// `import TrellisDrafts` adds `.migrate`, which plans and applies a step that loses nothing.
public struct EarlierDraftPolicy: Sendable {
    enum Action: Sendable {
        case refuse, eraseAndRecreate
        case migrate(any DraftPlanner)
    }

    let action: Action

    /// The store is refused with ``StoreError/earlierDraft(path:found:expected:)`` and stays as it is.
    public static let refuse = EarlierDraftPolicy(action: .refuse)
    /// The container deletes everything in the store and creates it again, for as long as you work on a model.
    ///
    /// A store whose hash is that of a frozen version is never emptied, also if it still calls itself a draft. A draft of an older
    /// version that the program knows no hash of is refused with ``StoreError/draftOfOlderVersion(path:found:expected:)``.
    public static let eraseAndRecreate = EarlierDraftPolicy(action: .eraseAndRecreate)

    /// The store is migrated by a plan that loses nothing and needs no decision. Otherwise it is refused with
    /// ``StoreError/undecidedDraft(path:reasons:)`` and stays as it is.
    /// - Parameter planner: plans the step.
    @_spi(Drafts)
    public static func migrate(by planner: some DraftPlanner) -> EarlierDraftPolicy { .init(action: .migrate(planner)) }
}
