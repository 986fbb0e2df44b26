import Foundation

/// Ends the nodes that still run when the process ends: objects that then exist are never released, and their nodes would outlive it.
final class RunningNodes: @unchecked Sendable {
    static let shared = RunningNodes()

    private let lock = NSLock()
    private var processes: [String: [Process]] = [:]

    private init() {
        atexit { RunningNodes.shared.end() }
    }

    /// - Parameter folder: where the node keeps its files.
    func note(_ process: Process, in folder: String) { lock.withLock { processes[folder, default: []].append(process) } }

    func forget(_ folder: String) { _ = lock.withLock { processes.removeValue(forKey: folder) } }

    private func end() {
        lock.withLock {
            for process in processes.values.joined() where process.isRunning { kill(process.processIdentifier, SIGKILL) }
            for folder in processes.keys { try? FileManager.default.removeItem(atPath: folder) }
        }
    }
}
