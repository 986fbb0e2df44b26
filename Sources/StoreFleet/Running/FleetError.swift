/// Why a run over a fleet could not be done. A store that cannot be migrated is an outcome, and no error.
public enum FleetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The journal cannot be used.
    case journal(path: String, reason: String)
    /// The journal belongs to a run to another version that has not ended.
    case otherRun(path: String, model: String, version: Int)

    public var description: String {
        switch self {
        case .journal(let path, let reason): "cannot use the journal '\(path)': \(reason)"
        case .otherRun(let path, let model, let version):
            "the journal '\(path)' belongs to an unfinished run to version \(version) of \(model): continue that run first, or name another file"
        }
    }
}
