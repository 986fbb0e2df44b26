import Foundation
import Predicates
import SQLiteAccess
import StoreImport

/// The file of another program's database, and what is in it. The file is only read.
package final class SourceDatabase {
    package let path: String
    package let contents: ExistingDatabase
    let file: SourceFile

    /// The name under which the file is attached.
    static let schema = "source"

    /// - Parameters:
    ///   - target: the path beside which a copy is made if the database has a log; nil for the folder of temporary files.
    ///   - guesses: whether values decide on types and relationships that nothing declares.
    /// - Throws: ``StoreImportError``
    package init(opening path: String, copyingBeside target: String?, guesses: Bool = true) throws(StoreImportError) {
        self.path = path
        guard FileManager.default.fileExists(atPath: path) else { throw StoreImportError("'\(path)' does not exist") }
        let folder = target.map { TargetFiles.folder(of: $0) } ?? FileManager.default.temporaryDirectory.path
        file = try SourceFile(SourceFile.resolved(path), copyingIn: folder)
        if Self.isUTF16(file.path) {
            throw StoreImportError("'\(path)' keeps its texts in UTF-16: import a copy in UTF-8, such as 'sqlite3 \(path) .dump | sqlite3 copy.db' makes")
        }
        do {
            let connection = try SQLiteConnection(creating: ":memory:")
            try ImportFunctions.register(on: connection.functions)
            try TextDerivation.register(on: connection.functions)
            try file.attach(to: connection, as: Self.schema)
            var reader = DatabaseReader(connection: connection, guesses: guesses)
            contents = try reader.read()
        } catch {
            throw StoreImportError(error, at: "'\(path)'")
        }
    }

    /// By the file's head, whose last byte of the number at offset 56 is the encoding: https://www.sqlite.org/fileformat2.html#enc
    private static func isUTF16(_ path: String) -> Bool {
        let head = FileHandle(forReadingAtPath: path)?.readData(ofLength: 60) ?? Data()
        return head.count == 60 && head.starts(with: Data("SQLite format 3\0".utf8)) && (2...3).contains(head[59])
    }

    /// The number of tables that are imported.
    package var tableCount: Int { contents.tables.count }

    /// A table in SQL.
    static func sql(_ table: String) -> String { "\(schema).\(SQL.identifier(table))" }
}
