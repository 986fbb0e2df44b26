import Foundation

/// A new store with all rows, which has no name yet. Without ``finish()`` it is removed with this object.
package final class UnfinishedStore {
    package let report: TransferReport
    private let files: TargetFiles
    private let folder: WorkFolder

    package static let storeName = "store"
    package static let listName = "identities"

    package init(_ report: TransferReport, _ files: TargetFiles, in folder: WorkFolder) {
        (self.report, self.files, self.folder) = (report, files, folder)
    }

    /// Gives the store its name once the disk has it, and then the list of identities.
    /// - Throws: ``StoreImportError``. Neither file is left then.
    package func finish() throws(StoreImportError) {
        try files.check()
        try name(Self.storeName, files.store)
        guard let identities = files.identities else { return }
        do {
            try name(Self.listName, identities)
        } catch {
            // A store without its list would be taken for complete.
            try? FileManager.default.removeItem(atPath: files.store)
            throw error
        }
    }

    /// Gives the store its name, and writes what belongs to it.
    /// - Throws: ``StoreImportError``, and what `write` throws. No file of the store is left then.
    package func finish(thenWriting write: () throws -> Void) throws {
        try finish()
        do { try write() } catch {
            for path in [files.store, files.identities].compactMap(\.self) { try? FileManager.default.removeItem(atPath: path) }
            throw error
        }
    }

    private func name(_ file: String, _ path: String) throws(StoreImportError) {
        do {
            let handle = try FileHandle(forUpdating: URL(filePath: folder.file(file)))
            try handle.synchronize()
            try handle.close()
            try FileManager.default.moveItem(atPath: folder.file(file), toPath: path)
        } catch {
            throw StoreImportError("'\(path)' cannot be written: \(error.localizedDescription)")
        }
    }
}
