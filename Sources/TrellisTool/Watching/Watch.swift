import ArgumentParser
import Foundation

/// Does something again whenever a file changes that it looked at, until a person stops it.
///
/// It asks the file system three times a second. That works on every disk, also on those of other machines and of containers,
/// where nobody tells of changes, and costs next to nothing for the few files of models.
enum Watch {
    /// How long it waits before it looks again, in seconds.
    private static let interval = 0.3
    /// How long files have to stay as they are before they count as written, in seconds.
    private static let rest = 0.05

    /// Ends with exit code 0 when a person presses Ctrl-C.
    /// - Parameters:
    ///   - say: hears what is told along the way.
    ///   - body: what is done. It tells what it finds and cannot read; the next change may mend that.
    static func run(_ say: (String) -> Void, _ body: (WatchedFiles) throws -> Void) throws {
        let interruption = Interruption()
        var former = WatchedFiles()
        do {
            while true {
                let watched = WatchedFiles()
                do {
                    try body(watched)
                } catch let code as ExitCode {
                    // Who could not read one file did not come to the others.
                    if code == .couldNotRun { watched.add(former) }
                }
                say("watching for changes, until Ctrl-C")
                say("changed: \(try changes(of: watched, interruption).joined(separator: ", "))")
                former = watched
            }
        } catch is Interruption.Stopped {}
    }

    /// Waits until something has changed, and stays as it is for a moment: an editor may be writing it.
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
