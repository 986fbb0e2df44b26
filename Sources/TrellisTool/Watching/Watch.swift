import ArgumentParser
import Foundation

/// Repeats a command when a file changes that it read, until the user stops it.
///
/// It asks the file system three times a second. That works on every disk, even on disks of other machines and containers, which
/// send no notifications, and costs little for the few files of models.
enum Watch {
    /// The time between two looks, in seconds.
    private static let interval = 0.3
    /// The time for which files must stay unchanged before they count as written, in seconds.
    private static let rest = 0.05

    /// Ends with exit code 0 when the user presses Ctrl-C.
    /// - Parameters:
    ///   - say: prints progress.
    ///   - body: the command. It reports its own findings and errors; the next change may fix them.
    static func run(_ say: (String) -> Void, _ body: (WatchedFiles) throws -> Void) throws {
        let interruption = Interruption()
        var former = WatchedFiles()
        do {
            while true {
                let watched = WatchedFiles()
                do {
                    try body(watched)
                } catch let code as ExitCode {
                    // If one file could not be read, later ones were not reached.
                    if code == .couldNotRun { watched.add(former) }
                }
                say("watching for changes, until Ctrl-C")
                say("changed: \(try changes(of: watched, interruption).joined(separator: ", "))")
                former = watched
            }
        } catch is Interruption.Stopped {}
    }

    /// Waits until a file has changed, and stays unchanged for a moment, because an editor may still be writing it.
    /// - Throws: ``Interruption/Stopped``
    private static func changes(of files: WatchedFiles, _ interruption: Interruption) throws -> [String] {
        while files.changes.isEmpty {
            Thread.sleep(forTimeInterval: interval)
            try interruption.check()
        }
        var states = files.current
        while true {
            Thread.sleep(forTimeInterval: rest)
            try interruption.check()
            let later = files.current
            if later == states { break }
            states = later
        }
        return files.changes
    }
}
