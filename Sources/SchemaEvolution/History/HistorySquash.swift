public import Diagnostics

extension FindingCode {
    /// A stopped squash has left files of versions that the lock does not list any more.
    public static let squashedFile = FindingCode("TR2216", .warning)
}

/// A history that begins with another version: those before it, which no store has any more, are removed with their steps.
public struct HistorySquash: Sendable {
    /// The new lock. The version with which it begins has no step.
    public let lock: String
    /// The files that the lock does not cover any more, by their names. They are removed after the lock is written: whatever stops
    /// that, the history is the old one or the new one.
    public let removed: [String]
    /// The numbers of the removed versions; empty if a squash that was stopped is finished.
    public let versions: [Int]

    /// - Parameter number: a version of the history. It keeps its number.
    public init(_ history: ModelHistory, _ files: HistoryFiles, before number: Int) {
        versions = history.versions.map(\.number).filter { $0 < number }
        lock = history.lock.beginning(with: number).text
        removed = files.contents.keys.sorted().filter { HistoryFile(name: $0)?.isSquashed(before: number) == true }
    }
}

extension HistoryLock {
    /// The lines from a version on, which has no version before it.
    fileprivate func beginning(with number: Int) -> HistoryLock {
        var lock = self
        lock.versions.removeAll { $0.number < number }
        if !lock.versions.isEmpty { (lock.versions[0].parent, lock.versions[0].migration) = (nil, nil) }
        return lock
    }
}

extension HistoryFile {
    /// Whether a history that begins with a version has no use for the file.
    func isSquashed(before first: Int) -> Bool {
        switch self {
        case .lock: false
        case .model(let version): version < first
        case .decisions(let version), .plan(let version), .script(let version): version <= first
        }
    }
}
