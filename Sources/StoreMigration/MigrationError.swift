package import SQLiteAccess

/// Why a store was not migrated. After each of them the store is of the version that the last whole step made, with all its rows.
public enum MigrationError: Error, Sendable, Hashable {
    // MARK: What the store is

    /// The file is no SQLite database.
    case notADatabase
    /// The file is a database that Trellis did not make.
    case notAStore
    /// The store is laid out in a format that this library does not know.
    case otherLayout(found: String)
    /// The store belongs to another model.
    case otherModel(found: String, expected: String)
    /// The store is of a newer version than those that are known.
    case newerVersion(found: Int, known: Int)
    /// The store is of a version whose number is known, and whose meaning is another: it was made in another line of versions.
    case otherLineage(version: Int, found: String)
    /// The store was made from a draft of the model, which no plan begins with.
    case earlierDraft(version: Int, found: String, expected: String)
    /// The store is of a version that the model's history does not have any more. The oldest one that it has is `oldest`.
    case squashedVersion(found: Int, oldest: Int)
    /// No plan leads from the store's version to the one that is wanted.
    case noPath(found: Int, wanted: Int)

    // MARK: Before anything is changed

    /// The SQLite that runs is older than a plan of the path needs.
    case sqliteTooOld(found: SQLiteVersion, needed: SQLiteVersion, version: Int)
    /// The plan to a version has steps in Swift that the program does not have. A store can be migrated up to `reachable` without them;
    /// nil if its own version is the one before.
    case needsProgram(version: Int, steps: [String], reachable: Int?)
    /// A transaction is open on the connection.
    case withinTransaction
    /// Foreign keys could not be turned off: dropping a table would delete what leads to its rows.
    case foreignKeysOn
    /// The schema has an object that SQLite cannot use, such as a view of what there is no more.
    case brokenObject(name: String, reason: String)
    /// Something has a name that the migration needs for a while.
    case nameTaken(name: String)
    /// The store lacks a table, an index or a trigger of its version, because it was removed.
    case missingObject(name: String)
    /// The table lacks a column of its version, because it was removed.
    case missingColumn(table: String, column: String)
    /// A table that is rebuilt has a column that no version of the model declares: it would be lost.
    case ownColumn(table: String, column: String)
    /// SQLite cannot check the store's foreign keys: a key leads to what is no key.
    case keysNotChecked(reason: String)
    /// The disk has less room than the migration may need. In bytes.
    case notEnoughSpace(path: String, needed: Int64, available: Int64)
    /// There is a file where the copy is to be.
    case backupExists(path: String)
    /// The copy could not be made.
    case backupFailed(path: String, reason: String)

    // MARK: During the migration

    /// A user-defined view, trigger or index cannot be recreated after the migration, or a key of a user-defined table would lead to
    /// other rows or nowhere.
    case notCarried(kind: String, name: String, reason: String)
    /// Rows do not meet a rule of the new version; one of them, where it can be found.
    case refusedByRows(version: Int, statement: String, reason: String, row: RefusedRow? = nil)
    /// SQLite refuses a statement of the plan.
    case statementFailed(version: Int, statement: String, reason: String)
    /// A step in Swift threw an error.
    case swiftStepFailed(version: Int, step: String, reason: String)
    /// A table has another number of rows than the plan says.
    case rowCounts([RowCounts.Discrepancy])
    /// Keys would lead nowhere that did not before; the row of one of them, where it can be found.
    case newViolations([ForeignKeyViolations.Violation], row: RefusedRow? = nil)
    /// Keys that lead to no row, and could lead to another one when rows get new keys.
    case strayKeys(StrayKeys)
    /// The plan did not make the store say that it is of the new version.
    case notRecorded(version: Int)
    /// Another process uses the store.
    case busy
    /// The disk, or what the system allows, is full.
    case diskFull(reason: String)
    /// The file or its folder cannot be written to.
    case readOnly
    /// The file is damaged.
    case damaged(reason: String)
    /// Any other error of SQLite.
    case sqlite(code: Int32, reason: String)

    /// An error of SQLite in these terms.
    package init(_ error: SQLiteError) {
        self =
            switch error.primaryCode {
            case 5, 6: .busy
            case 8: .readOnly
            case 13: .diskFull(reason: error.message)
            case 11: .damaged(reason: error.message)
            case 26: .notADatabase
            default: .sqlite(code: error.code, reason: error.message)
            }
    }
}

extension MigrationError {
    /// The refusal of the first plan of a path with a step in Swift that has no function; nil if each has one.
    /// - Parameters:
    ///   - path: the plans that a store needs, oldest first.
    ///   - functions: those of the program.
    package static func needsProgram(_ path: [MigrationPlan], having functions: [SwiftStepFunction] = []) -> MigrationError? {
        for plan in path {
            let missing = plan.swiftSteps.map(\.name).filter { name in
                !functions.contains { $0.toVersion == plan.toVersion && $0.name == name }
            }
            if missing.isEmpty { continue }
            return .needsProgram(version: plan.toVersion, steps: missing, reachable: plan == path.first ? nil : plan.fromVersion)
        }
        return nil
    }
}

extension MigrationError: CustomStringConvertible {
    /// What is wrong and what to do about it.
    public var description: String { texts.remedy.map { "\(texts.problem): \($0)" } ?? texts.problem }

    /// What is wrong, and what to do about it.
    package var texts: (problem: String, remedy: String?) {
        switch self {
        case .notADatabase: ("the file is no SQLite database", "name another one")
        case .notAStore: ("the database is no store that Trellis made", "name another file")
        case .otherLayout(let found):
            ("the store has layout \(found), this library knows layout \(StoreRecord.knownLayout)", "use a library that knows it")
        case .otherModel(let found, let expected):
            ("the store belongs to the model '\(found)', not to '\(expected)'", "name another file")
        case .newerVersion(let found, let known):
            ("the store is of version \(found), and the newest that is known here is \(known)", "use a newer program")
        case .otherLineage(let version, let found):
            (
                "the store has a version \(version) with an unknown hash (\(found.prefix(8))). It belongs to another line of versions, for "
                    + "example another branch",
                "migrate it with the model that made it"
            )
        case .earlierDraft(let version, let found, let expected):
            (
                "the store was made from a draft of version \(version) (\(found.prefix(8)), wanted \(expected.prefix(8))), which no plan "
                    + "begins with",
                "migrate it with 'trellis migrate apply'"
            )
        case .squashedVersion(let found, let oldest):
            (
                "the store is of version \(found), and the oldest version that is known here is \(oldest): those before were squashed",
                "migrate it to version \(oldest) with an older program first"
            )
        case .noPath(let found, let wanted):
            ("no plan leads from version \(found) to version \(wanted)", "migrate the store with a program that knows the versions between")
        case .sqliteTooOld(let found, let needed, let version):
            (
                "the migration to version \(version) needs SQLite \(needed), and \(found) runs here; nothing was changed",
                "migrate with a program that has a newer SQLite"
            )
        case .needsProgram(let version, let steps, let reachable):
            (
                "the migration to version \(version) has \(steps.count == 1 ? "a step" : "steps") in Swift, which only the program has: "
                    + "\(steps.joined(separator: ", ")); nothing was changed",
                "open the store with the program"
                    + (reachable.map { ", or migrate it to version \($0) first (--to \($0))" } ?? "")
            )
        case .withinTransaction: ("a transaction is open on the connection", "end it first")
        case .foreignKeysOn:
            ("foreign keys cannot be turned off on this connection, and rows would be deleted; nothing was changed", nil)
        case .brokenObject(let name, let reason):
            ("SQLite cannot use '\(name)' (\(reason))", "fix or drop it, and migrate again")
        case .nameTaken(let name): ("'\(name)' has a name that the migration needs", "rename it, and migrate again")
        case .missingObject(let name):
            ("the store lacks '\(name)', which its version has", "recreate it first")
        case .missingColumn(let table, let column):
            ("the table '\(table)' lacks the column '\(column)', which its version has", "add it again first")
        case .ownColumn(let table, let column):
            (
                "the migration rewrites the table '\(table)', and its column '\(column)', which is none of the model's, would be lost",
                "put its values into a table of your own, drop it, and migrate again"
            )
        case .keysNotChecked(let reason):
            ("SQLite cannot check the store's foreign keys (\(reason))", "fix the table of your own first")
        case .notEnoughSpace(let path, let needed, let available):
            (
                "there may not be enough room beside '\(path)': the migration takes up to \(Self.inWords(needed)), and "
                    + "\(Self.inWords(available)) are free",
                "make room first"
            )
        case .backupExists(let path): ("there is a file '\(path)' already", "name another place for the copy, or move it away")
        case .backupFailed(let path, let reason): ("the copy '\(path)' could not be made (\(reason)); nothing was changed", nil)
        case .notCarried(let kind, let name, let reason):
            (
                "the \(kind) '\(name)', which is your own, does not fit the new version (\(reason))",
                "drop it, migrate, and create it again"
            )
        case .refusedByRows(let version, let statement, let reason, let row):
            (
                "rows do not meet a rule of version \(version) (\(reason)); this step changed nothing",
                "fix them first" + (row.map { "\n  \($0)" } ?? "") + "\n  \(statement.excerpt)"
            )
        case .statementFailed(let version, let statement, let reason):
            ("SQLite refuses a statement of the migration to version \(version) (\(reason)); this step changed nothing\n  \(statement.excerpt)", nil)
        case .swiftStepFailed(let version, let step, let reason):
            ("the Swift step '\(step)' of the migration to version \(version) failed (\(reason)); this step changed nothing", nil)
        case .rowCounts(let found):
            (
                "the migration would change how many rows there are or have a value, which its plan does not declare; "
                    + "this step changed nothing: " + found.map(\.description).joined(separator: ", "), nil
            )
        case .newViolations(let found, let row):
            (
                "keys would lead nowhere that did not before; this step changed nothing: "
                    + found.prefix(5).map(\.description).joined(separator: ", ")
                    + (found.count > 5 ? " and \(found.count - 5) more" : "") + (row.map { "\n  \($0)" } ?? ""), nil
            )
        case .strayKeys(let keys): (keys.description, "empty such keys, in the store or in 'before', and migrate again")
        case .notRecorded(let version):
            ("the plan does not make the store one of version \(version): it is not whole; this step changed nothing", nil)
        case .busy: ("another process or connection uses the store", "close it there, and migrate again")
        case .diskFull(let reason): ("the disk is full (\(reason)); this step changed nothing", "make room, and migrate again")
        case .readOnly: ("the file or its folder is read-only", "give the right to write to both")
        case .damaged(let reason):
            ("the file is damaged (\(reason))", "go back to a copy, or save with sqlite3's '.recover' what can be read")
        case .sqlite(let code, let reason) where code & 0xff == 10:
            (
                "the file could not be read or written (SQLite error \(code): \(reason)); this step changed nothing",
                "check whether the disk, or what the system allows, is full, and migrate again"
            )
        case .sqlite(let code, let reason): ("SQLite error \(code): \(reason); this step changed nothing", nil)
        }
    }

    /// A number of bytes as people say it.
    private static func inWords(_ bytes: Int64) -> String {
        bytes < 10 << 20 ? "\((bytes + 1023) >> 10) KB" : "\((bytes + (1 << 20) - 1) >> 20) MB"
    }
}

extension String {
    /// The first lines, for a message.
    fileprivate var excerpt: String {
        let lines = split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: true)
        return lines.prefix(3).joined(separator: "\n  ") + (lines.count > 3 ? " …" : "")
    }
}
