import Foundation
import StoreImport

/// Removes the working folders of this process if the user stops it, and ends it.
///
/// ``Interruption`` waits for the work to ask; the reading of a database is one statement of SQLite after another, over all rows.
final class WorkFolderCleanup {
    private static let signals = [SIGINT, SIGTERM]

    private let sources: [any DispatchSourceSignal]
    /// Held from a signal on: the work that fails without its folder reports nothing more.
    private let lock = NSLock()

    init(ofFoldersIn folders: [String]) {
        let lock = lock
        sources = Self.signals.map { number in
            // Only an ignored signal reaches a source without ending the process.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                lock.lock()
                for folder in folders { WorkFolder.removeAll(in: folder) }
                // As a shell reports a program that the signal ended. Dispatch keeps the signal itself from this process.
                _exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    func end() {
        lock.lock()
        for source in sources { source.cancel() }
        for number in Self.signals { signal(number, SIG_DFL) }
    }
}
