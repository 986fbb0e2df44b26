import Foundation

/// A new folder for the files of one run. It is removed with this object, and with it all files in it.
///
/// Its name is unique, so the run overwrites and removes no file of another owner. A process that is killed leaves it.
package final class WorkFolder {
    package let path: String

    /// - Parameter folder: the existing folder in which it is created.
    /// - Throws: ``StoreImportError``
    package init(in folder: String) throws(StoreImportError) {
        path = "\(folder)/.trellis-import-\(UUID().uuidString)"
        // Fails if the name is taken, also by a link.
        guard mkdir(path, 0o700) == 0 else {
            throw StoreImportError("'\(folder)' takes no new files: \(String(cString: strerror(errno)))")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
