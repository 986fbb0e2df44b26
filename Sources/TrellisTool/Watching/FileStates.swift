import Foundation

/// The state of files, without reading them.
struct FileStates: Equatable {
    /// By path, and below it by the names in a folder. A missing file has no state.
    private var states: [String: [String: FileState]] = [:]

    init() {}

    init(of paths: Set<String>) {
        for path in paths { add(path) }
    }

    /// - Parameter path: a file, or a folder, whose visible files count.
    mutating func add(_ path: String) {
        states[path] = nil
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            if let state = FileState(of: path) { states[path] = ["": state] }
            return
        }
        states[path] = [:]
        for name in names where !name.hasPrefix(".") { states[path]?[name] = FileState(of: "\(path)/\(name)") }
    }

    /// The changed paths, sorted; for a folder those of its files.
    func differences(from other: FileStates) -> [String] {
        Set(states.keys).union(other.states.keys).flatMap { path in
            let (mine, others) = (states[path] ?? [:], other.states[path] ?? [:])
            return Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }.map { $0.isEmpty ? path : "\(path)/\($0)" }
        }.sorted()
    }
}
