import DqliteClient
import StoreMigration
import Trellis

/// A database on a cluster, as a container opens it.
struct ClusterDatabase: RemoteDatabase {
    let addresses: [String]
    let name: String
    let options: ClusterOptions

    init(addresses: [String], name: String, _ options: ClusterOptions) {
        (self.addresses, self.name, self.options) = (addresses, name, options)
    }

    var path: String { "dqlite://\(addresses.joined(separator: ","))/\(name)" }

    // MARK: Connecting

    /// Connects to the leader.
    /// - Throws: ``StoreError``
    func connect(busyTimeout: Double = 5) throws -> ClusterSession {
        let known = addresses.map { DqliteAddress($0) }
        if let place = known.firstIndex(of: nil) { throw cannotOpen("'\(addresses[place])' is no host and port") }
        if !DqliteCluster.canName(name) {
            throw cannotOpen("the name of a database begins with no '.', has no '/' and no U+0000, and does not end with '-wal', '-shm' or '-journal'")
        }
        if known.isEmpty { throw cannotOpen("no address of a node is named") }
        var settings = DqliteOptions()
        (settings.connectTimeout, settings.requestTimeout) = (options.connectTimeout, options.requestTimeout)
        settings.busyTimeout = .milliseconds(Int64(busyTimeout * 1_000))
        do {
            return try ClusterSession(DqliteCluster(known.compactMap { $0 }, settings).connect(to: name), options.onRequest)
        } catch let error as DqliteError {
            throw StoreError(error)
        }
    }

    private func cannotOpen(_ reason: String) -> StoreError { .cannotOpen(path: path, reason: reason) }

    /// Repeats work on a new connection that can be repeated, because connections end with their leader.
    private func repeatingOnNew<Result>(_ body: (ClusterSession) throws -> Result) throws -> Result {
        try repeating { try body(connect()) }
    }

    /// Repeats work that connects by itself.
    func repeating<Result>(_ body: () throws -> Result) throws -> Result {
        // It begins with the loss: a leader that is stopped keeps a request for longer than the search for another one may take.
        var end: ContinuousClock.Instant?
        while true {
            do {
                return try body()
            } catch StoreError.connectionLost(let reason) {
                if let end, ContinuousClock.now >= end { throw StoreError.connectionLost(reason: reason) }
                end = end ?? .now + options.connectTimeout
                Pause.shortly()
            }
        }
    }

    // MARK: Opening

    func open(creating ddl: String?) throws -> StoreRecord {
        try repeatingOnNew { session in
            if let record = try record(session) {
                if ddl != nil, try session.rows(SaveRecords.isThere).isEmpty { _ = try session.run(script: [SaveRecords.ddl]) }
                return record
            }
            guard let ddl else { throw cannotOpen("there is no store, and the access is read-only") }
            try session.begin()
            // Another process may have created it in between.
            if let record = try record(session) { return record }
            guard try session.rows("SELECT 1 FROM sqlite_schema LIMIT 1").isEmpty else { throw StoreError.notAStore(path: path) }
            // After a lost answer the next attempt reads what was done.
            _ = try session.run(script: [ddl, SaveRecords.ddl, "COMMIT"])
            guard let record = try record(session) else { throw StoreError.notAStore(path: path) }
            return record
        }
    }

    private func record(_ session: ClusterSession) throws -> StoreRecord? {
        if try session.rows(StoreRecord.presenceQuery).isEmpty { return nil }
        var values: [String: String] = [:]
        for row in try session.rows(StoreRecord.query) {
            if case .text(let key) = row[0], case .text(let value) = row[1] { values[key] = value }
        }
        return StoreRecord(values: values)
    }

    func connection(ddl: String, canWrite: Bool, busyTimeout: Double) throws -> any RemoteConnection {
        try ClusterConnection(self, ddl: ddl, canWrite: canWrite, busyTimeout: busyTimeout)
    }

    // MARK: Saves

    /// Reads the record of a save under the lock for writers. A commit that is under way holds that lock, and a new leader has applied all
    /// commits that can ever count. Otherwise a record of a save that was given up takes its place, so that no message that is still
    /// under way can do the save later.
    func fate(of save: SaveID) throws -> SaveFate {
        try repeatingOnNew { session in
            try session.begin()
            let row = try session.rows(SaveRecords.select(save)).first ?? []
            if case .integer(let isSaved) = row[0] { return isSaved == 1 ? .saved : .notSaved }
            if case .integer(let oldest) = row[1], oldest > 1, case .integer(let time) = row[2], SaveRecords.time(of: save) <= time {
                throw StoreError.notOnCluster(reason: "the cluster remembers its last saves, and \(save) is older")
            }
            _ = try session.run(script: SaveRecords.insert(save, isSaved: false) + ["COMMIT"])
            return .notSaved
        }
    }
}
