import SQLiteAccess

/// What SQLite finds in the pages of a file: damaged trees, and indexes that contradict their tables.
struct FileIntegrity {
    private let connection: SQLiteConnection

    /// How many problems SQLite looks for.
    private static let most = 100

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// SQLite's words for each problem, without rows that break a rule: these have findings of their own.
    /// - Parameter tables: the tables to check if one of the user's indexes calls a function that only another program has.
    /// - Throws: `SQLiteError`
    func problems(ofTables tables: some Sequence<String>) throws -> [String] {
        do {
            return try problems("PRAGMA integrity_check(\(Self.most))")
        } catch let error as SQLiteError where error.primaryCode == 1 {
            return try tables.flatMap { try problems("PRAGMA integrity_check(\(SQL.literal($0)))") }
        }
    }

    private func problems(_ pragma: String) throws -> [String] {
        /// A row that breaks a rule, and no page.
        let brokenRule = /^(NULL value in |non-unique entry in index |CHECK constraint failed in |non-\w+ value in |(TEXT|NUMERIC) value in )/
        var lines = [String]()
        // One row can have several lines.
        do {
            try connection.forEachRow(of: pragma) { lines += ($0[0] ?? "").split(separator: "\n").map(String.init) }
        } catch let error as SQLiteError where error.primaryCode == 11 {
            // Some damage ends the check, after lines that say where it is.
            if lines.allSatisfy({ $0.hasPrefix("*** in database") }) { lines.append(error.message) }
        }
        return lines.filter { $0 != "ok" && !$0.hasPrefix("*** in database") && $0.firstMatch(of: brokenRule) == nil }
    }
}
