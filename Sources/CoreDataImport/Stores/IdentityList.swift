import Foundation
import Predicates
import SQLiteAccess
import SQLiteStorage
import StoreImport

/// A file with a line for each object: the identity that Core Data gave it, a tab, and the one in the new store.
struct IdentityList {
    let names: SourceNames
    let schema: StorageSchema
    /// That of the old store.
    let uuid: String

    /// - Throws: ``StoreImportError``, `SQLiteError`
    func write(to path: String, _ connection: SQLiteConnection) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let handle = FileHandle(forWritingAtPath: path) else {
            throw StoreImportError("the list of identities cannot be written")
        }
        do {
            let store = try connection.rows("SELECT value FROM main.\(StoreIdentity.table) WHERE key = 'uuid'").first?[0] ?? ""
            var text = ""
            for table in schema.tables {
                let root = table.entities[0]
                let kind = table.hasEntityColumn ? FetchLayout.entityColumn : SQL.literal(root)
                let statement = try connection.prepare(
                    "SELECT \(FetchLayout.keyColumn), \(kind) FROM main.\(SQL.identifier(table.name)) ORDER BY 1")
                while try statement.raw.step() {
                    let (key, entity) = (statement.raw.integer(at: 0), try statement.raw.text(at: 1))
                    let path = entity == root ? root : "\(root)/\(entity)"
                    text += "x-coredata://\(uuid)/\(names.original(entity))/p\(key)\ttrellis://\(store)/\(path)/\(key)\n"
                    guard text.utf8.count > 1 << 16 else { continue }
                    try handle.write(contentsOf: Data(text.utf8))
                    text = ""
                }
            }
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
        } catch let error as CocoaError {
            throw StoreImportError("the list of identities cannot be written: \(error.localizedDescription)")
        }
    }
}
