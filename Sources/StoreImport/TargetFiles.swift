import Foundation

/// The files that a transfer creates. None of them replaces a file.
package struct TargetFiles {
    package let store: String
    /// The list of identities; nil for none.
    package let identities: String?
    private let source: String

    /// What SQLite adds to the name of a database for files that belong to it.
    static let companions = ["-wal", "-shm", "-journal"]

    /// Refuses files that exist, and files that SQLite would take for a part of a store.
    /// - Parameter source: the old store.
    /// - Throws: ``StoreImportError``
    package init(store: String, identities: String?, source: String) throws(StoreImportError) {
        (self.store, self.identities, self.source) = (store, identities, source)
        try check()
    }

    /// - Throws: ``StoreImportError``
    package func check() throws(StoreImportError) {
        for path in [store] + (identities.map { [$0] } ?? []) {
            if Self.exists(path) { throw StoreImportError("'\(path)' exists already, and is not replaced") }
            let folder = Self.folder(of: path)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
                throw StoreImportError("'\(path)' cannot be written: '\(folder)' is no folder")
            }
            for database in [source, store] {
                let place = Self.place(SourceFile.resolved(database))
                guard Self.companions.contains(where: { place + $0 == Self.place(path) }) else { continue }
                throw StoreImportError("'\(path)' cannot be written: SQLite would take it for a part of '\(database)'")
            }
        }
        if let identities, Self.place(identities) == Self.place(store) {
            throw StoreImportError("'\(identities)' cannot be both the store and the list of identities")
        }
        for end in Self.companions where Self.exists(store + end) {
            throw StoreImportError("'\(store + end)' exists: SQLite would take it for a part of the new store. Remove it, or choose another name")
        }
    }

    /// The existing folder that gets a file.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The path without links in its folder.
    private static func place(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return "\(SourceFile.resolved(folder(of: path)))/\(name)"
    }

    /// Whether the name is taken, also by a link that leads nowhere.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}
