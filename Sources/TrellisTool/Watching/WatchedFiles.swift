/// The files and folders that a run looks at, as they were before it read them: what changes meanwhile is seen afterwards.
/// Those that are not there are among them, so that they are seen to come.
final class WatchedFiles {
    private var paths: Set<String> = []
    private var states = FileStates()

    /// Has to be called before the file is read.
    func add(_ path: String) {
        if paths.insert(path).inserted { states.add(path) }
    }

    /// Adds what an earlier run has looked at and this one did not come to.
    func add(_ former: WatchedFiles) {
        for path in former.paths { add(path) }
    }

    /// The paths at which something else is by now, sorted.
    var changes: [String] { current.differences(from: states) }

    /// The files as they are now.
    var current: FileStates { FileStates(of: paths) }
}
