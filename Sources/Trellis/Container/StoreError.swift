import GRDB
import SQLiteAccess
public import StoreMigration

/// An error of a store. Each case states what a program or its user can do.
public enum StoreError: Error, Sendable, Hashable {
    /// The file cannot be opened or created: rights or the folder are missing, or the path leads to something else than a file.
    case cannotOpen(path: String, reason: String)
    /// The file is no SQLite database; it was not touched.
    case notADatabase(path: String)
    /// The file is a SQLite database that Trellis did not make; it was not touched.
    case notAStore(path: String)
    /// A table of another program's file is not as the model, which has `layout: existing`, describes it. The file was not touched.
    case otherTable(path: String, table: String, column: String?, reason: String)
    /// The store is laid out in another format than this library's: use a library that knows it.
    case otherLayout(found: String, supported: Int)
    /// The store belongs to another model; it was not touched.
    case otherModel(found: String, expected: String)
    /// The store was written by a newer version of the model: use a newer program.
    case newerVersion(found: Int, supported: Int)
    /// The store was written by an older version of the model, and the program does not want to migrate it, or brings no plan that
    /// leads from there.
    case olderVersion(found: Int, expected: Int)
    /// The store was written by a version that the model's history does not have any more: the program brings plans from version
    /// `oldest` on.
    case squashedVersion(found: Int, oldest: Int)
    /// The store is of a version whose number the program knows, with another meaning, and the hash `found`: it was made in another
    /// line of versions.
    case otherLineage(version: Int, found: String)
    /// The store at `path` was made from an earlier draft of the model, with the hash `found`. Migrate it, or let the program make a
    /// new one.
    case earlierDraft(path: String, found: String, expected: String)
    /// The store at `path` is marked as a draft of a version whose hash the program does not know. The version is frozen by now, and the store
    /// may be one of it, so it was not emptied. Migrate it.
    case draftOfOlderVersion(path: String, found: Int, expected: Int)
    /// The store at `path` is of an earlier draft, and the step to the program's model needs decisions, for the reasons. It stays as
    /// it is.
    case undecidedDraft(path: String, reasons: [String])
    /// The store could not be migrated, for a reason that its error tells. It is of the version that it was of, or of one between.
    case notMigrated(MigrationError)
    /// The linked SQLite is too old: the layout needs 3.37.
    case sqliteTooOld(version: String)
    /// The container was closed.
    case closed
    /// The results of a controller were read before its first fetch.
    case resultsNotFetched
    /// Another process or connection held the store longer than the container's busy timeout. Nothing was written; try again.
    /// The holder of the lock is named if the system tells which process it is.
    case busy(holder: LockHolder?)
    /// A store of your own could not be loaded, for the reason that it gave, or because rows do not fit the model.
    case notLoaded(path: String, reason: String)
    /// A store of your own could not be saved, for the reason that it gave. Memory and the store are as before.
    case notSaved(path: String, reason: String)
    /// Another program changed a store of your own after it was loaded. It was not overwritten.
    case changedByOther(path: String)
    /// A copy, or a move to another disk, failed. There is no copy.
    case notCopied(path: String, reason: String)
    /// The disk or the quota is full. Nothing was written, and the context keeps its changes.
    case diskFull(message: String)
    /// The store, or its folder, cannot be written to. Nothing was written.
    case readOnly
    /// The store's file, its write-ahead log or a symbolic link to it was removed, moved or replaced while the store was open. Nothing was
    /// written, and the context keeps its changes. A save succeeds again once the same file is back at `path`, with its log.
    case fileRemoved(path: String)
    /// The file is damaged: SQLite finds contradictions in it. Return to a copy, or save the readable rows with `.recover`.
    case damaged(message: String)
    /// A value in the file, which another program wrote, does not fit its attribute. Other rows can be read.
    case unreadableValue(UnreadableValue)
    /// A value that a fetch of values or groups gives, for the named property or aggregate, is none of the Swift type that was
    /// asked for: it is too large for it, others wrote it, or an unsaved object lacks what the model requires.
    case unreadableResult(name: String, entity: String, type: String)
    /// A sum of integers, or of decimals with a scale, needs more than 64 bits, or than the type that it is asked for as has.
    case sumTooLarge(entity: String)
    /// A user-defined trigger on the table ignores a write, with `RAISE(IGNORE)`. Nothing was written, and the context keeps its
    /// changes.
    case ignoredByTrigger(table: String)
    /// New rows of the table get no keys: the greatest one, of a row or in `sqlite_sequence`, is the greatest that SQLite has.
    /// Nothing was written, and the context keeps its changes.
    case noKeysLeft(table: String)
    /// A value has more bytes than SQLite takes, or a whole row if no property is named: 1,000,000,000 by default. Nothing was
    /// written, and the context keeps its changes. The entity is nil if the value is none of an object, but of a query.
    case tooLarge(entity: String?, property: String?)
    /// A constraint of the database failed that the context could not foresee, such as a key whose row another program
    /// deleted. Nothing was written, and the context keeps its changes.
    case constraint(message: String)
    /// The class belongs to no entity of the container's model.
    case notInModel(entity: String, model: String)
    /// The entity has no full-text search in the model.
    case notSearchable(entity: String)
    /// A path to prefetch does not consist of relationships.
    case notARelationship(path: String, entity: String)
    /// A name by which a stored value is asked for is none of an attribute, of a part of a composite, or of a to-one relationship whose key
    /// is in the object's row.
    case noStoredProperty(name: String, entity: String)
    /// The object belongs to another context, or its context was released: find it by its id in this one.
    case notInContext(ObjectID)
    /// The object does not exist in the store: it was deleted, or never saved.
    case notFound(ObjectID)
    /// An attribute could not be loaded, because another context or process has deleted the row. A refresh deletes the object.
    case rowDeleted(ObjectID)
    /// A hook has called `save` of the context that is being saved, that fetches, or that deletes. Or the closure of a batch insert has
    /// saved a context of the store.
    case saveWithinSave
    /// The context of ``PersistentContainer/performRead(_:)`` was to save, or to run a batch. Nothing was written.
    case contextOnlyReads
    /// Hooks that run before a save create objects of this entity without end. Nothing was written.
    case endlessHooks(entity: String)
    /// The connection to a cluster was lost, or no leader was found in time. Nothing was written; try again.
    case connectionLost(reason: String)
    /// The answer to the commit of a save was lost, and no leader could be asked in time: the store has all of the save, or nothing. Ask
    /// for it later: `container.fate(of:)` of the product `TrellisCluster`.
    case fateUnknown(SaveID, reason: String)
    /// The store has the save, whose fate was not known when it ended. The context still has its changes; a save would write them a second
    /// time.
    case savedBefore(SaveID)
    /// A cluster cannot do this, for the reason. Nothing was done.
    case notOnCluster(reason: String)
    /// Any other error of SQLite.
    case sqlite(code: Int32, message: String)

    /// The place of a value that does not fit.
    public struct UnreadableValue: Sendable, Hashable {
        public var table: String
        /// The row's `_id`.
        public var row: Int64
        public var column: String
        /// The storage class of the value: INTEGER, REAL, TEXT, BLOB or NULL.
        public var storageClass: String
    }
}

extension StoreError {
    /// What is wrong, and what to do about it.
    var texts: (problem: String, remedy: String?) {
        switch self {
        case .cannotOpen(let path, let reason):
            ("the store '\(path)' cannot be opened: \(reason)", nil)
        case .notADatabase(let path):
            ("'\(path)' is not a SQLite database; it was left as it is", "name another file, or move this one away")
        case .notAStore(let path):
            ("'\(path)' is a SQLite database, but not a store that Trellis made; it was left as it is", "name another file")
        case .otherTable(let path, let table, let column, let reason):
            (
                "the table '\(table)' in '\(path)' is not as the model describes it: \(column.map { "column '\($0)': " } ?? "")\(reason)",
                "change the model, or open the file that it was made for"
            )
        case .otherLayout(let found, let supported):
            ("the store has layout \(found), this library reads layout \(supported)", "use a library that knows it")
        case .otherModel(let found, let expected):
            ("the store belongs to the model '\(found)', not to '\(expected)'", "open it with its own model, or name another file")
        case .newerVersion(let found, let supported):
            ("the store is of version \(found) of the model, this program knows versions up to \(supported)", "use a newer program")
        case .olderVersion(let found, let expected):
            (
                "the store is of version \(found) of the model and has to be migrated to version \(expected)",
                "let the container do it, or run 'trellis migrate apply' on it"
            )
        case .squashedVersion(let found, let oldest):
            (
                "the store is of version \(found) of the model, and the oldest version that this program migrates is \(oldest)",
                "migrate it with an older program first"
            )
        case .otherLineage(let version, let found):
            (
                "the store is of a version \(version) that is not the program's (\(found.prefix(8))): it was made in another line of versions",
                "use the program that made it"
            )
        case .earlierDraft(let path, let found, let expected):
            (
                "the store '\(path)' is of an earlier draft of the model (\(found.prefix(8))), and the program has another one "
                    + "(\(expected.prefix(8)))",
                "run 'trellis migrate apply \(path)', or move the file away to begin with an empty store"
            )
        case .draftOfOlderVersion(let path, let found, let expected):
            (
                "the store '\(path)' is marked as a draft of version \(found), and the program has version \(expected). Version "
                    + "\(found) is frozen now and the store may be of it. So it was not emptied",
                "run 'trellis migrate apply \(path)', or move the file away"
            )
        case .undecidedDraft(let path, let reasons):
            (
                "the store '\(path)' is of an earlier draft of the model, and the step to the program's model needs decisions: "
                    + reasons.joined(separator: "; "),
                "run 'trellis migrate apply \(path)', which prints lines for a file with decisions, or move the file away"
            )
        case .notMigrated(let error):
            ("the store could not be migrated: \(error.texts.problem)", error.texts.remedy)
        case .sqliteTooOld(let version):
            ("SQLite \(version) is too old", "link 3.37 or newer")
        case .closed:
            ("the container was closed", "open the store with a new one")
        case .resultsNotFetched:
            ("the controller has fetched no results", "call 'performFetch()' before you read them")
        case .busy(let holder):
            ("\(holder.map(\.description) ?? "another process or connection") uses the store; nothing was written", "try again")
        case .notLoaded(let path, let reason):
            ("the store '\(path)' cannot be loaded: \(reason)", "fix the place that the reason names, or go back to a copy")
        case .notSaved(let path, let reason):
            ("the store '\(path)' cannot be saved: \(reason); it is as before", "fix the reason and save again")
        case .changedByOther(let path):
            (
                "another program changed the store '\(path)' after it was loaded; it was not overwritten",
                "open it again, and repeat your changes"
            )
        case .notCopied(let path, let reason):
            ("the store cannot be written to '\(path)': \(reason)", "choose another path, or fix the reason and try again")
        case .diskFull(let message):
            ("the disk is full (\(message)); nothing was written", "make room and save again")
        case .readOnly:
            ("the store's file or its folder is read-only; nothing was written", "give the program the right to write to both")
        case .fileRemoved(let path):
            (
                "the store's file '\(path)', or its '-wal' file, was removed, moved or replaced while it was open; nothing was written",
                "move the file back and save again, or open the store with a new container and repeat your changes"
            )
        case .damaged(let message):
            ("the store is damaged (\(message))", "go back to a copy, or save what can be read with sqlite3's '.recover'")
        case .unreadableValue(let place):
            (
                "the column '\(place.column)' of row \(place.row) in the table '\(place.table)' holds a value "
                    + "(\(place.storageClass)) that does not fit its attribute",
                "fix it in the file, with SQL"
            )
        case .unreadableResult(let name, let entity, let type):
            (
                "a value of '\(name)' of '\(entity)' is no \(type)",
                "ask for another type, give the object the value that it lacks, or fix the value in the file, with SQL"
            )
        case .sumTooLarge(let entity):
            (
                "a sum over objects of '\(entity)' does not fit its type",
                "ask for an Int64; if that is too small add up in smaller groups, or ask for an average"
            )
        case .ignoredByTrigger(let table):
            (
                "a trigger on the table '\(table)' ignores a write with RAISE(IGNORE); nothing was written",
                "drop the trigger, or use RAISE(ABORT, 'reason') in it"
            )
        case .noKeysLeft(let table):
            (
                "the table '\(table)' has no keys left: the greatest key of a row, or its 'seq' in sqlite_sequence, is \(Int64.max); nothing "
                    + "was written",
                "set 'seq' to the greatest key of a row if no row has that key"
            )
        case .tooLarge(let entity?, let property?):
            (
                "the value of '\(entity).\(property)' has more bytes than SQLite takes (1,000,000,000 by default); nothing was written",
                "make it smaller, or store it in a file of its own"
            )
        case .tooLarge(let entity?, nil):
            (
                "a row of '\(entity)' has more bytes than SQLite takes (1,000,000,000 by default); nothing was written",
                "make its values smaller, or store them in files of their own"
            )
        case .tooLarge(nil, _):
            ("a value has more bytes than SQLite takes (1,000,000,000 by default)", "make it smaller")
        case .constraint(let message):
            ("the database refused the save (\(message)); nothing was written", "refresh the objects that are concerned")
        case .notInModel(let entity, let model):
            ("'\(entity)' is not an entity of the model '\(model)'", "use the container of the class's own model")
        case .notSearchable(let entity):
            ("'\(entity)' has no full-text search", "give the entity 'search' in the model; with 'layout: existing', fetch with CONTAINS")
        case .noStoredProperty(let name, let entity):
            (
                "'\(entity)' stores no value with the name '\(name)'",
                "name an attribute, a part of a composite such as 'address.city', or a to-one relationship whose key is in the object's row"
            )
        case .notARelationship(let path, let entity):
            ("'\(path)' is not a path of relationships that begins in '\(entity)'", "prefetch relationships only")
        case .notInContext(let id):
            ("\(id) belongs to another context", "find it by its id in this one")
        case .notFound(let id):
            ("\(id) is not in the store: it was deleted, or never saved", nil)
        case .rowDeleted(let id):
            (
                "\(id) was deleted by another context or process, and what was not read of it cannot be loaded",
                "refresh it to have it deleted here too"
            )
        case .saveWithinSave:
            (
                "a hook must not save its object's context, and the closure of a batch insert must save none",
                "edit, create and delete objects: they are saved with the rest"
            )
        case .contextOnlyReads:
            ("the context of 'performRead' only reads; nothing was written", "save in 'perform', or in a context of 'makeContext'")
        case .endlessHooks(let entity):
            ("the save does not end, because hooks create new objects of '\(entity)' again and again; nothing was written", nil)
        case .connectionLost(let reason):
            ("the cluster could not be reached: \(reason); nothing was written", "try again")
        case .fateUnknown(let save, let reason):
            (
                "whether the save \(save) was done is not known: \(reason)",
                "ask the container for its fate later; the context saves nothing before it is known"
            )
        case .savedBefore(let save):
            (
                "the store has the save \(save), whose answer was lost; the context still has its changes",
                "roll the context back, or use a new one, and fetch again"
            )
        case .notOnCluster(let reason):
            ("a store on a cluster cannot do this: \(reason)", nil)
        case .sqlite(let code, let message):
            ("SQLite error \(code): \(message)", nil)
        }
    }

    /// An error of SQLite, of GRDB or of this library in this library's terms.
    init(_ error: any Error) {
        switch error {
        case let error as StoreError:
            self = error
        case let error as DatabaseError:
            self.init(code: error.extendedResultCode.rawValue, message: error.message ?? "no message")
        case let error as SQLiteError:
            self.init(code: error.code, message: error.message)
        case let error as MigrationError:
            self = .notMigrated(error)
        // What SQLite says where a function that it calls fails.
        case let error as EvaluationError:
            self = .sqlite(code: 1, message: error.description)
        default:
            self = .sqlite(code: 0, message: "\(error)")
        }
    }

    /// The error for a row, or the value of one column, that SQLite refuses for its size; nil for an error of another kind.
    static func tooLarge(_ error: any Error, of entity: EntityRuntime, column: ColumnIndex?) -> StoreError? {
        guard let error = error as? SQLiteError, error.primaryCode == ResultCode.SQLITE_TOOBIG.rawValue else { return nil }
        return .tooLarge(entity: entity.descriptor.name, property: column.map { entity.columns[$0].property })
    }

    /// Whether SQLite gives this error for a file that is not where it was.
    var mayBeOfLostFile: Bool {
        switch self {
        case .readOnly, .damaged, .sqlite: true
        default: false
        }
    }

    /// Whether an error is one of SQLite, of GRDB or of this library, and not a caller's.
    static func isOurs(_ error: any Error) -> Bool {
        error is StoreError || error is DatabaseError || error is SQLiteError || error is MigrationError
    }

    private init(code: Int32, message: String) {
        switch ResultCode(rawValue: code & 0xff) {
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(holder: nil)
        case .SQLITE_FULL: self = .diskFull(message: message)
        case .SQLITE_READONLY: self = .readOnly
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(message: message)
        case .SQLITE_CONSTRAINT: self = .constraint(message: message)
        // GRDB's words for a connection that another thread closes meanwhile, and SQLite's for the one that is not there then.
        case .SQLITE_MISUSE where message == "Connection is closed" || message == "out of memory": self = .closed
        case .SQLITE_TOOBIG: self = .tooLarge(entity: nil, property: nil)
        case .SQLITE_PROTOCOL where code == RemoteErrorCode.connectionLost: self = .connectionLost(reason: message)
        case .SQLITE_PROTOCOL where code == RemoteErrorCode.notOnCluster: self = .notOnCluster(reason: message)
        default: self = .sqlite(code: code, message: message)
        }
    }
}
