/// An error of the change history.
public enum HistoryError: Error, Sendable, Hashable {
    /// The model has no change history.
    case notRecorded(model: String)
    /// Changes after the token were purged. A reader that gets this reads the objects themselves, and continues after `newest`.
    case purged(after: HistoryToken, newest: HistoryToken)
    /// The token is newer than the history: it belongs to another store, or the model had no history in between.
    case unknownToken(HistoryToken, newest: HistoryToken)
    /// No reader of that name is registered.
    case unknownReader(String)

    private var texts: (problem: String, remedy: String) {
        switch self {
        case .notRecorded(let model): ("the model '\(model)' has no change history", "add 'history: true' to the model")
        case .purged(let token, let newest):
            ("changes after \(token) were purged", "read the objects themselves, and continue after \(newest)")
        case .unknownToken(let token, let newest):
            ("the history ends with \(newest), before \(token)", "read the objects themselves, and continue after \(newest)")
        case .unknownReader(let name): ("no reader of the history is called '\(name)'", "register the reader first")
        }
    }
}

extension HistoryError: TrellisError {
    /// What is wrong and what to do about it, in one line.
    public var description: String { "\(texts.problem): \(texts.remedy)" }
    public var errorDescription: String? { texts.problem.sentence }
    public var recoverySuggestion: String? { texts.remedy.sentence }
}
