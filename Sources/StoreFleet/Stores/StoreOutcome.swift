import StoreMigration

/// What a run did to one store.
public struct StoreOutcome: Sendable, Hashable {
    public var store: FleetStore
    public var result: StoreResult

    public init(_ store: FleetStore, _ result: StoreResult) {
        self.store = store
        self.result = result
    }
}

/// The result of one store of a fleet.
public enum StoreResult: Sendable, Hashable, Codable {
    /// It had the first version, and has the second one now.
    case migrated(from: Int, to: Int)
    /// It had the version already.
    case current(Int)
    /// It was not migrated, or not to the end: it has its last complete version.
    case failed(StoreFailure)
    /// The run ended before it.
    case notStarted
}

/// Why a store of a fleet was not migrated.
public struct StoreFailure: Error, Sendable, Hashable, Codable {
    public var kind: Kind
    /// What is wrong and what to do about it.
    public var reason: String

    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// What failures have in common, for programs that treat them differently.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// No file has the path.
        case missing
        /// The path is a folder or a device, or may not be read or written.
        case unusable
        /// The file is no store, or a store of another model.
        case foreign
        /// The store has a newer version than the model.
        case newer
        /// The store has a version that no plan leads from.
        case unknownVersion
        /// The file is damaged.
        case damaged
        /// Another process holds a lock on it.
        case locked
        /// Its rows or its schema do not allow the migration.
        case refused
        /// The disk is full, or a copy cannot be made.
        case disk
        /// Any other reason.
        case other
    }
}

extension StoreFailure {
    /// The failure of a migration.
    init(_ error: MigrationError) {
        // SQLite's own words are "unable to open database file".
        let needs = "it needs the right to write to the file and its folder, a free file descriptor, and a path of less than 512 bytes"
        let hint = if case .sqlite(let code, _) = error, code & 0xff == 14 { "; \(needs)" } else { "" }
        self.init(Self.kind(of: error), error.description + hint)
    }

    private static func kind(of error: MigrationError) -> Kind {
        switch error {
        case .notADatabase, .notAStore, .otherModel, .otherLayout: .foreign
        case .newerVersion: .newer
        case .otherLineage, .earlierDraft, .squashedVersion, .noPath: .unknownVersion
        case .damaged: .damaged
        case .busy: .locked
        case .readOnly: .unusable
        case .diskFull, .notEnoughSpace, .backupExists, .backupFailed: .disk
        case .brokenObject, .nameTaken, .missingObject, .missingColumn, .ownColumn, .keysNotChecked, .notCarried, .refusedByRows,
            .statementFailed, .swiftStepFailed, .rowCounts, .newViolations, .strayKeys, .sqliteTooOld, .needsProgram:
            .refused
        case .sqlite(let code, _) where code & 0xff == 14: .unusable
        case .withinTransaction, .foreignKeysOn, .notRecorded, .sqlite: .other
        }
    }
}
