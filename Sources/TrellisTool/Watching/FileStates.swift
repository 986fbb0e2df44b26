import Foundation

/// The state of files, without reading them.
struct FileStates: Equatable {
    /// Changes when a file is written, replaced or moved. A replacement, as many editors write, has another file number. A file
    /// whose time was set back has another time of its last change.
    private struct State: Equatable {
        var number: UInt64
        var size: Int64
        var modified: Time
        var changed: Time
    }

    private struct Time: Equatable {
        var seconds: Int
        var nanoseconds: Int

        init(_ time: timespec) { (seconds, nanoseconds) = (Int(time.tv_sec), Int(time.tv_nsec)) }
    }

    /// By path, and below it by the names in a folder. A missing file has no state.
    private var states: [String: [String: State]] = [:]

    init() {}

    init(of paths: Set<String>) {
        for path in paths { add(path) }
    }

    /// - Parameter path: a file, or a folder, whose visible files count.
    mutating func add(_ path: String) {
        states[path] = nil
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            if let state = Self.state(of: path) { states[path] = ["": state] }
            return
        }
        states[path] = [:]
        for name in names where !name.hasPrefix(".") { states[path]?[name] = Self.state(of: "\(path)/\(name)") }
    }

    private static func state(of path: String) -> State? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
        #else
            let (modified, changed) = (status.st_mtim, status.st_ctim)
        #endif
        return State(
            number: UInt64(status.st_ino), size: Int64(status.st_size), modified: Time(modified), changed: Time(changed))
    }

    /// The changed paths, sorted; for a folder those of its files.
    func differences(from other: FileStates) -> [String] {
        Set(states.keys).union(other.states.keys).flatMap { path in
            let (mine, others) = (states[path] ?? [:], other.states[path] ?? [:])
            return Set(mine.keys).union(others.keys).filter { mine[$0] != others[$0] }.map { $0.isEmpty ? path : "\(path)/\($0)" }
        }.sorted()
    }
}
