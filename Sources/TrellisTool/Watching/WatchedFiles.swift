/// The files and folders that a run reads, in their state before it read them, so that changes during the run are noticed.
/// Missing files are included, so that their creation is noticed.
final class WatchedFiles {
    private var paths: Set<String> = []
    private var states = FileStates()

    /// Call this before the file is read.
    func add(_ path: String) {
        if paths.insert(path).inserted { states.add(path) }
    }

    /// Adds the files of an earlier run that this one did not reach.
    func add(_ former: WatchedFiles) {
        for path in former.paths { add(path) }
    }

    /// The changed paths, sorted.
    var changes: [String] { current.differences(from: states) }

    /// The present files.
    var current: FileStates { FileStates(of: paths) }
}
