public import StoreMigration

/// What a container does with a store of an older version of its model.
public struct MigrationPolicy: Sendable {
    /// How it is migrated; nil where it is not.
    let options: MigrationOptions?

    private init(options: MigrationOptions?) {
        self.options = options
    }

    /// It is migrated by the plans that the model brings, before anything else opens the file.
    public static let automatic = MigrationPolicy(options: MigrationOptions())

    /// It is migrated by the plans that the model brings.
    /// - Parameters:
    ///   - backupPath: the file that gets a copy of the store first, where something is to be migrated; it must not exist. nil for
    ///     none.
    ///   - fileCheck: how thoroughly the file is checked first, where something is to be migrated.
    ///   - onProgress: hears how far it is, on the thread that opens the store. What it throws stops the migration and is thrown;
    ///     the store is of the version that the last whole step made then.
    public static func automatic(
        backupPath: String? = nil, fileCheck: FileCheck = .quick, onProgress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) -> MigrationPolicy {
        MigrationPolicy(options: MigrationOptions(backupPath: backupPath, fileCheck: fileCheck, onProgress: onProgress))
    }

    /// It is refused, with ``StoreError/olderVersion(found:expected:)``, and left as it is.
    public static let never = MigrationPolicy(options: nil)
}

/// What a container does with a store that an earlier draft of its model made.
public enum EarlierDraftPolicy: Sendable {
    /// It is refused, with ``StoreError/earlierDraft(found:expected:)``, and left as it is.
    case refuse
    /// The container empties it, with all that it holds, and creates it again: for as long as you work on a model.
    ///
    /// A store whose hash is that of a frozen version is never emptied, also if it still calls itself a draft. A draft of an older
    /// version that the program knows no hash of is refused with ``StoreError/draftOfOlderVersion(found:expected:)``.
    case eraseAndRecreate
}
