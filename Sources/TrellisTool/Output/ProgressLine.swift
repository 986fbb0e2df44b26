import Diagnostics
import Foundation
import StoreMigration

/// Shows the progress of a migration on a terminal, in one line.
///
/// Unchecked, because the compiler does not know that the state is used only while `lock` is held.
final class ProgressLine: @unchecked Sendable {
    private let lock = NSLock()
    private var shown = ""
    private let isOnTerminal: Bool

    /// Other streams show nothing, because a log does not need progress.
    init(isOnTerminal: Bool = isatty(STDERR_FILENO) == 1) {
        self.isOnTerminal = isOnTerminal
    }

    private static let width = 24

    /// The line for a moment of a migration.
    static func text(_ progress: MigrationProgress) -> String {
        let filled = Int(progress.fraction * Double(width))
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled)
        let rows = progress.rows > 0 ? ", \(progress.rows) rows" : ""
        return "[\(bar)] \(progress.step) of \(progress.steps), to version \(progress.toVersion): \(progress.purpose.visible().prefix(60))\(rows)"
    }

    func show(_ progress: MigrationProgress) {
        guard isOnTerminal else { return }
        lock.withLock { write(Self.text(progress)) }
    }

    /// Clears the line.
    func clear() {
        guard isOnTerminal else { return }
        lock.withLock { write("") }
    }

    private func write(_ text: String) {
        guard text != shown else { return }
        let padding = String(repeating: " ", count: max(0, shown.count - text.count))
        Terminal.printErrorPart("\r\(text)\(padding)\(text.isEmpty ? "\r" : "")")
        shown = text
    }
}
