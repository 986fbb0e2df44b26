import Dispatch
import Foundation
import GRDB

/// Notices what contexts do not report: commits of other processes, and your own SQL on the container's connection.
///
/// SQLite's `PRAGMA data_version` of the connection that writes changes if another connection commits, and all contexts of a container
/// write on that connection. SQLite offers no notification, so the monitor asks again and again while a context listens.
///
/// Unchecked, because the compiler does not know that the variables are used only while `lock` is held.
final class ForeignWriteMonitor: @unchecked Sendable {
    private let writer: any DatabaseWriter
    private let isFile: Bool
    private let report: @Sendable (WrittenRows) -> Void
    private let lock = NSLock()
    private var listenerCount = 0
    private var timer: (any DispatchSourceTimer)?
    private var observer: OwnSQLObserver?
    private var lastVersion: Int64?
    private var isAsking = false

    /// How often the monitor asks, in milliseconds.
    private static let interval = 20

    /// - Parameter report: is called on any thread after a commit that no context reports, with the rows that are known.
    init(_ writer: any DatabaseWriter, isFile: Bool, report: @escaping @Sendable (WrittenRows) -> Void) {
        self.writer = writer
        self.isFile = isFile
        self.report = report
    }

    deinit {
        timer?.cancel()
    }

    /// Begins to watch, for the first listener.
    func addListener() {
        let observer = lock.withLock { () -> OwnSQLObserver? in
            listenerCount += 1
            guard listenerCount == 1 else { return nil }
            let observer = OwnSQLObserver(report)
            self.observer = observer
            if isFile { startTimer() }
            return observer
        }
        // GRDB waits for a running write here, so the lock is released before.
        if let observer { writer.add(transactionObserver: observer, extent: .observerLifetime) }
    }

    /// Ceases to watch after the last listener.
    func removeListener() {
        let observer = lock.withLock { () -> OwnSQLObserver? in
            listenerCount -= 1
            guard listenerCount == 0 else { return nil }
            timer?.cancel()
            (timer, lastVersion) = (nil, nil)
            defer { self.observer = nil }
            return self.observer
        }
        if let observer { writer.remove(transactionObserver: observer) }
    }

    /// Ceases to ask, because the store is closed.
    func stop() {
        lock.withLock {
            timer?.cancel()
            timer = nil
        }
    }

    private func startTimer() {
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "Trellis.ForeignWriteMonitor", qos: .utility))
        timer.schedule(
            deadline: .now(), repeating: .milliseconds(Self.interval), leeway: .milliseconds(Self.interval / 4))
        timer.setEventHandler { [weak self] in self?.ask() }
        self.timer = timer
        timer.resume()
    }

    private func ask() {
        guard lock.withLock({ begin() }) else { return }
        writer.asyncWriteWithoutTransaction { [weak self] database in
            // A closed or busy connection is asked again later.
            let version = try? Int64.fetchOne(database, sql: "PRAGMA data_version")
            self?.take(version)
        }
    }

    private func begin() -> Bool {
        if isAsking || timer == nil { return false }
        isAsking = true
        return true
    }

    private func take(_ version: Int64?) {
        let hasChanged = lock.withLock { () -> Bool in
            isAsking = false
            guard let version, timer != nil else { return false }
            defer { lastVersion = version }
            // The first answer may come after a commit that the first results have not seen.
            return lastVersion != version
        }
        if hasChanged { report([:]) }
    }
}

/// The keys of rows that were written, by the names of their tables.
typealias WrittenRows = [String: Set<Int64>]

/// Reports commits of SQL that ran through GRDB's interface. Contexts step their statements without it.
private final class OwnSQLObserver: TransactionObserver, @unchecked Sendable {
    private let report: @Sendable (WrittenRows) -> Void
    // GRDB calls an observer on the connection that writes, one call after the other.
    private var rows: WrittenRows = [:]
    private var count = 0

    /// Results are queried again in any case, so beyond this number the rows are not worth their memory.
    private static let limit = 100_000

    init(_ report: @escaping @Sendable (WrittenRows) -> Void) {
        self.report = report
    }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }

    func databaseDidChange(with event: DatabaseEvent) {
        count += 1
        if count <= Self.limit { rows[event.tableName, default: []].insert(event.rowID) }
    }

    func databaseDidCommit(_ database: Database) {
        guard count > 0 else { return }
        defer { (rows, count) = ([:], 0) }
        report(rows)
    }

    func databaseDidRollback(_ database: Database) { (rows, count) = ([:], 0) }
}
