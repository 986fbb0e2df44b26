/// What a journal says about the run that has not ended.
struct JournalState: Hashable {
    /// The run; nil if none is unfinished.
    private(set) var run: JournalEntry?
    /// The outcomes of the run, by paths.
    private(set) var results: [String: StoreResult] = [:]
    /// What stores had before the run migrated them, by paths.
    private(set) var starts: [String: Start] = [:]

    /// What a store had before it was migrated.
    struct Start: Hashable {
        var version: Int
        var hash: String
    }

    /// Forgets a store that was restored: to the run it is a new one, and an earlier copy of it stays.
    mutating func forget(_ path: String) { (results[path], starts[path]) = (nil, nil) }

    init(_ entries: [JournalEntry]) {
        for entry in entries {
            switch entry {
            case .run: (run, results, starts) = (entry, [:], [:])
            case .start(let path, let version, let hash):
                // A store of which some steps are done is started again, and keeps its first version.
                if starts[path] == nil { starts[path] = Start(version: version, hash: hash) }
            case .done(let path, let result): results[path] = result
            case .end: (run, results, starts) = (nil, [:], [:])
            }
        }
    }
}
