import DqliteClient
import Foundation
import SQLiteAccess
import Trellis

extension ClusterConnection {
    /// - Throws: `SQLiteError` of a connection that only reads
    func begin(isWriting: Bool, collects: Bool) throws {
        refusal = nil
        if isWriting, !canWrite { throw SQLiteError(code: 8, message: "attempt to write a readonly database") }
        transaction = ClusterTransaction(isWriting: isWriting, collects: collects)
        if !isWriting { return }
        if collects {
            transaction?.add(Self.begin)
            return
        }
        do {
            try repeating { try $0.begin() }
            transaction?.hasBegun = true
        } catch {
            transaction = nil
            throw error
        }
    }

    func rollBack() {
        guard let ended = transaction else { return }
        transaction = nil
        if ended.hasBegun { session?.rollBack() }
        forgetKeys(of: ended)
    }

    private func forgetKeys(of transaction: ClusterTransaction) {
        for query in transaction.lastKeys.keys { lastKeys[query] = nil }
    }

    func assumedKey(of query: String) -> Int64? {
        guard let transaction, transaction.collects, !transaction.hasBegun, transaction.failure == nil, cautiousSaves == 0,
            let key = lastKeys[query]
        else { return nil }
        if transaction.lastKeys[query] == nil { transaction.add(SaveRecords.lastKey(key, of: query)) }
        return key
    }

    func note(lastKey: Int64, of query: String) { transaction?.lastKeys[query] = lastKey }

    // MARK: Scripts

    private static let begin = "BEGIN IMMEDIATE"

    /// Sends what waits, and leaves the transaction open.
    func flush() throws {
        guard let transaction, !transaction.script.isEmpty else { return }
        let script = transaction.takeScript()
        try begun(with: script) { _ = try $0.run(script: script) }
        transaction.hasBegun = true
    }

    /// Sends a script. If it begins the transaction, it is sent again while another client writes.
    private func begun(with script: [String], _ send: (ClusterSession) throws -> Void) throws {
        let begins = script[0] == Self.begin
        let end = ContinuousClock.now + .milliseconds(Int64(busyTimeout * 1_000))
        while true {
            // A transaction that has not begun can use any connection.
            let session = try begins ? repeating { $0 } : self.session
            do {
                guard let session else { throw StoreError.connectionLost(reason: "the connection has ended") }
                return try send(session)
            } catch let error as SQLiteError {
                if begins { session?.rollBack() }
                guard error.primaryCode == 5, begins, ContinuousClock.now < end else { throw refused(error) }
                Thread.sleep(forTimeInterval: 0.005)
            } catch {
                transaction?.failure = error
                throw error
            }
        }
    }

    /// Notes why collected changes are undone.
    private func refused(_ error: SQLiteError) -> SQLiteError {
        if error.primaryCode == 19, transaction?.collects == true {
            let isOfKeys = SaveRecords.isOfKeys(error.message)
            refusal = isOfKeys ? .keys : .writes
            if isOfKeys { cautiousSaves = 8 }
        }
        transaction?.failure = error
        return error
    }

    // MARK: Collecting within a transaction

    func beginCollecting() throws {
        guard let transaction, transaction.isWriting, !transaction.collects else { return }
        transaction.collects = true
        transaction.hasSavepoint = true
        transaction.add("SAVEPOINT \(ClusterTransaction.savepoint)")
    }

    func endCollecting() throws -> Bool {
        guard let transaction, transaction.hasSavepoint else { return true }
        if transaction.failure == nil {
            transaction.add("RELEASE \(ClusterTransaction.savepoint)")
            do { try flush() } catch where refusal != nil {}
        }
        transaction.collects = false
        transaction.hasSavepoint = false
        guard refusal != nil else {
            if let failure = transaction.failure { throw failure }
            return true
        }
        refusal = nil
        transaction.failure = nil
        _ = transaction.takeScript()
        _ = try inTransaction {
            try $0.run(script: ["ROLLBACK TO \(ClusterTransaction.savepoint)", "RELEASE \(ClusterTransaction.savepoint)"])
        }
        return false
    }

    // MARK: Committing

    func commit() throws {
        guard let ended = transaction else { return }
        defer { transaction = nil }
        if ended.failure != nil || !ended.hasWritten {
            if ended.hasBegun { session?.rollBack() }
            if let failure = ended.failure { throw failure }
            return
        }
        let script = script(of: ended)
        do {
            do {
                try begun(with: script) { _ = try $0.run(script: script) }
            } catch let error as SQLiteError where ![5, 19].contains(error.primaryCode) || SaveRecords.isOfSameSave(error.message) {
                refusal = nil
                session?.rollBack()
                do {
                    try resolve(ended.save, "\(error.message) (\(error.code))")
                } catch StoreError.connectionLost where error.primaryCode == 1 {
                    // A statement is wrong, and would be so a second time.
                    throw error
                }
            } catch StoreError.connectionLost(let reason) {
                try resolve(ended.save, reason)
            }
        } catch {
            forgetKeys(of: ended)
            session?.rollBack()
            throw error
        }
        saveCount += 1
        if cautiousSaves > 0 { cautiousSaves -= 1 }
        lastKeys.merge(ended.lastKeys) { $1 }
    }

    /// What remains of a transaction. Its record comes first, if it begins here: if the script is sent again and was done before, nothing else of
    /// it runs.
    private func script(of transaction: ClusterTransaction) -> [String] {
        let (script, record) = (transaction.script, SaveRecords.insert(transaction.save))
        guard script.first == Self.begin else { return script + record + ["COMMIT"] }
        return script[..<1] + record + script[1...] + ["COMMIT"]
    }

    /// Asks whether a save was done whose answer is missing.
    /// - Throws: ``StoreError/connectionLost(reason:)`` if it was not; ``StoreError/fateUnknown(_:reason:)``
    private func resolve(_ save: SaveID, _ reason: String) throws {
        let fate: SaveFate
        do {
            fate = try database.fate(of: save)
        } catch {
            throw StoreError.fateUnknown(save, reason: "\(reason); \(error)")
        }
        if fate == .notSaved { throw StoreError.connectionLost(reason: reason) }
    }
}
