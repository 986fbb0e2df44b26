import Foundation

/// A new folder for the files of one run. It is removed with this object, and with it all files in it.
///
/// Its name is unique, so the run overwrites and removes no file of another owner. It has the number of its process, so that one that is
/// interrupted can remove it. A process that is killed leaves it.
package final class WorkFolder {
    package let path: String

    /// - Parameter folder: the existing folder in which it is created.
    /// - Throws: ``StoreImportError``
    package init(in folder: String) throws(StoreImportError) {
        path = "\(folder)/\(Self.prefix)\(UUID().uuidString)"
        // Fails if the name is taken, also by a link.
        guard mkdir(path, 0o700) == 0 else {
            throw StoreImportError("'\(folder)' takes no new files: \(String(cString: strerror(errno)))")
        }
    }

    private static var prefix: String { ".trellis-import-\(getpid())-" }

    /// Removes the folders of this process.
    package static func removeAll(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(prefix) { try? FileManager.default.removeItem(atPath: "\(folder)/\(name)") }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
