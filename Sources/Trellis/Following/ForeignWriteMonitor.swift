import Dispatch
import Foundation
import GRDB

/// Notices what contexts do not report: commits of other processes, and your own SQL on the container's connection.
///
/// SQLite's `PRAGMA data_version` of the connection that writes changes if another connection commits, and all contexts of a container
/// write on that connection. A cluster is asked for the newest change of the history, or for the number of saves. SQLite offers no
/// notification, so the monitor asks again and again while a context listens.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held.
final class ForeignWriteMonitor: @unchecked Sendable {
    private let writer: any DatabaseWriter
    private let history: ForeignHistory?
    private let reach: Reach
    private let report: @Sendable (ForeignWrite) -> Void
    private let lock = NSLock()
    private var listenerCount = 0
    private var timer: (any DispatchSourceTimer)?
    private let observer: OwnSQLObserver
    private var lastVersion: Int64?
    private var isAsking = false
    private var isStopped = false

    /// Who else can write.
    enum Reach {
        /// Only this container.
        case memory
        /// Processes that open the file.
        case file
        /// Processes on any machine. Each question is a round trip.
        case network

        /// How often the monitor asks, in milliseconds.
        fileprivate var interval: Int { self == .network ? 200 : 20 }
    }

    /// - Parameters:
    ///   - writer: the connection that writes. Nothing may be running on it yet.
    ///   - history: tells what others have written; nil without a change history.
    ///   - report: is called on any thread after a commit that no context reports.
    init(
        _ writer: any DatabaseWriter, _ history: ForeignHistory?, reach: Reach, report: @escaping @Sendable (ForeignWrite) -> Void
    ) {
        self.writer = writer
        self.history = history
        self.reach = reach
        self.report = report
        observer = OwnSQLObserver { report(.unknown($0)) }
        // Added once and for all: later this would have to wait for a running write, and stop the program within one.
        writer.add(transactionObserver: observer, extent: .observerLifetime)
    }

    deinit {
        timer?.cancel()
    }

    /// Begins to watch, for the first listener. Nothing waits.
    func addListener() {
        lock.withLock {
            listenerCount += 1
            guard listenerCount == 1 else { return }
            observer.isActive = true
            if reach != .memory, !isStopped { startTimer() }
        }
    }

    /// Ceases to watch after the last listener.
    func removeListener() {
        lock.withLock {
            listenerCount -= 1
            guard listenerCount == 0 else { return }
            observer.isActive = false
            timer?.cancel()
            (timer, lastVersion) = (nil, nil)
        }
    }

    /// Runs a save of a context, which is no foreign write. The caller is on the connection that writes.
    func ignoring<Result>(_ save: () throws -> Result) rethrows -> Result {
        observer.isIgnoring = true
        defer { observer.isIgnoring = false }
        return try save()
    }

    /// Ceases to ask, because the store is closed.
    func stop() {
        lock.withLock {
            isStopped = true
            timer?.cancel()
            timer = nil
        }
    }

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "Trellis.ForeignWriteMonitor", qos: .utility))
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(reach.interval), leeway: .milliseconds(reach.interval / 4))
        timer.setEventHandler { [weak self] in self?.ask() }
        self.timer = timer
        timer.resume()
    }

    private func ask() {
        guard lock.withLock({ begin() }) else { return }
        writer.asyncWriteWithoutTransaction { [weak self] database in
            // A closed or busy connection is asked again later.
            self?.take(try? self?.version(database), database)
        }
    }

    /// A number that differs after commits of others. A history also has those of plain SQL; its own container's are left out later.
    private func version(_ database: Database) throws -> Int64? {
        guard let remote = database.remote else { return try Int64.fetchOne(database, sql: "PRAGMA data_version") }
        return try history?.newest(database) ?? remote.numberOfForeignSaves()
    }

    private func begin() -> Bool {
        if isAsking || timer == nil { return false }
        isAsking = true
        return true
    }

    private func take(_ version: Int64?, _ database: Database) {
        let hasChanged = lock.withLock { () -> Bool in
            isAsking = false
            guard let version, timer != nil else { return false }
            defer { lastVersion = version }
            // The first answer may come after a commit that the first results have not seen.
            return lastVersion != version
        }
        guard hasChanged else { return }
        guard let changes = try? history?.changes(database) else { return report(.unknown([:])) }
        if !changes.isEmpty { report(.recorded(changes)) }
    }
}

/// A write that no context of the container has made.
enum ForeignWrite: Sendable {
    /// Some of its rows, or none, are known.
    case unknown(WrittenRows)
    /// All of its changes are in the change history.
    case recorded(SavedChanges)
}

/// The keys of rows that were written, by the names of their tables.
typealias WrittenRows = [String: Set<Int64>]

/// Reports commits of SQL that ran through GRDB's interface. Contexts step their statements without it.
///
/// Unchecked: GRDB calls an observer on the connection that writes, one call after the other, and `lock` guards the rest.
private final class OwnSQLObserver: TransactionObserver, @unchecked Sendable {
    private let report: @Sendable (WrittenRows) -> Void
    private let lock = NSLock()
    private var isActiveNow = false
    private var rows: WrittenRows = [:]
    private var count = 0
    /// Whether a statement of the transaction can have written. SQLite reports no rows of tables without row ids, and none if a
    /// DELETE empties a table.
    private var hasWritten = false
    /// Whether a context saves.
    var isIgnoring = false

    /// Results are queried again in any case, so beyond this number the rows are not worth their memory.
    private static let limit = 100_000

    /// Whether a listener waits for reports. Without one the observer collects no rows.
    var isActive: Bool {
        get { lock.withLock { isActiveNow } }
        set { lock.withLock { isActiveNow = newValue } }
    }

    init(_ report: @escaping @Sendable (WrittenRows) -> Void) {
        self.report = report
    }

    // GRDB asks before it executes each statement that writes, and when it prepares one that deletes.
    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        hasWritten = true
        return isActive
    }

    func databaseDidChange(with event: DatabaseEvent) {
        count += 1
        if count <= Self.limit { rows[event.tableName, default: []].insert(event.rowID) }
    }

    func databaseDidCommit(_ database: Database) {
        defer { (rows, count, hasWritten) = ([:], 0, false) }
        if hasWritten, isActive, !isIgnoring { report(rows) }
    }

    func databaseDidRollback(_ database: Database) { (rows, count, hasWritten) = ([:], 0, false) }
}
