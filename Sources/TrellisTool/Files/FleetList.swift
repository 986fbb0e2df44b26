import Foundation
import ProjectFiles
import SQLiteAccess
import StoreFleet
import StoreMigration

/// Finds the stores of a command that names many.
enum FleetList {
    /// The files that match a pattern of the shell, in the order of their names, without SQLite's own files and copies beside them.
    static func stores(matching pattern: String) -> [FleetStore] {
        var found = glob_t()
        defer { globfree(&found) }
        guard glob(pattern, 0, nil, &found) == 0 else { return [] }
        let paths = (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
        let all = Set(paths)
        let endings = Backup.companionEndings + [Self.backupSuffix]
        return paths.filter { path in
            !endings.contains { path.hasSuffix($0) && all.contains(String(path.dropLast($0.count))) } && FileKind(of: path) != .folder
        }.map { FleetStore($0) }
    }

    /// The end of the name of a copy.
    static let backupSuffix = ".backup"

    /// The files of a list: a path on each line, and after a tab its group. Empty lines do not count.
    /// - Parameter path: the list's file; `-` for standard input.
    /// - Throws: ``CouldNotRun``
    static func stores(inList path: String) throws(CouldNotRun) -> [FleetStore] {
        let data: Data
        if path == "-" {
            data = (try? FileHandle.standardInput.readToEnd()) ?? Data()
        } else {
            guard FileKind(of: path) != .folder, let contents = FileManager.default.contents(atPath: path) else {
                throw CouldNotRun("cannot read '\(path)': there is no such file, or it is not readable")
            }
            data = contents
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            let number = data.split(separator: 10, omittingEmptySubsequences: false).firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
            throw CouldNotRun("line \(number + 1) of '\(path)' is not UTF-8: write the list in UTF-8, and rename files with other names")
        }
        // Editors of Windows begin a text with U+FEFF.
        let lines = text.unicodeScalars.first == "\u{feff}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
        return lines.split(whereSeparator: \.isNewline).map { line in
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
            return FleetStore(String(parts[0]), group: parts.count > 1 ? String(parts[1]) : "")
        }
    }

    /// The files that a query on a catalogue database gives: the path in the first column, and the group in a second one.
    /// - Throws: ``CouldNotRun``
    static func stores(inCatalog path: String, query: String) throws(CouldNotRun) -> [FleetStore] {
        try StoreFile.check(path)
        do {
            let connection = try SQLiteConnection(opening: path, readOnly: true)
            connection.setBusyTimeout(5)
            connection.refuseOtherFiles()
            return try connection.rows(query).enumerated().map { number, row in
                guard let path = row.first.flatMap(\.self), !path.isEmpty else {
                    throw CouldNotRun("row \(number + 1) of the query has no path in its first column")
                }
                return FleetStore(path, group: row.count > 1 ? row[1] ?? "" : "")
            }
        } catch let error as CouldNotRun {
            throw error
        } catch let error as SQLiteError {
            throw CouldNotRun("cannot read the catalogue '\(path)': \(error.message)")
        } catch {
            throw CouldNotRun("cannot read the catalogue '\(path)': \(error)")
        }
    }
}
