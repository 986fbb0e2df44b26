import Diagnostics
import Foundation
import ProjectFiles
import StoreMigration

/// Shows the progress of a migration on a terminal, in one line: the part that is done, the rows and bytes of those to do, and about how
/// long the rest takes.
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
        let percent = Int(progress.fraction * 100)
        let steps = progress.steps > 1 ? "\(progress.step) of \(progress.steps), " : ""
        return "[\(bar)] \(percent) %\(amount(progress))\(timeLeft(progress)), \(steps)to version \(progress.toVersion): "
            + "\(progress.purpose.visible().prefix(60))"
    }

    /// The rows and bytes of those to do.
    private static func amount(_ progress: MigrationProgress) -> String {
        if progress.total.rows == 0 { return "" }
        let bytes = progress.total.bytes < 1_000_000 ? "" : ", \(megabytes(progress.done.bytes)) of \(megabytes(progress.total.bytes)) MB"
        return ", \(progress.done.rows) of \(progress.total.rows) rows\(bytes)"
    }

    private static func megabytes(_ bytes: Int64) -> String { "\((bytes + 500_000) / 1_000_000)" }

    /// An estimate in words, in steps that a reader can follow.
    private static func timeLeft(_ progress: MigrationProgress) -> String {
        guard progress.fraction < 1, let seconds = progress.timeLeft?.components.seconds else { return "" }
        if seconds < 10 { return ", a few seconds left" }
        if seconds < 60 { return ", about \(seconds / 10 * 10) s left" }
        if seconds < 3600 { return ", about \((seconds + 30) / 60) min left" }
        return ", about \(seconds / 3600) h \(seconds % 3600 / 60) min left"
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
