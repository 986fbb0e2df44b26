import Diagnostics
import Foundation
import ProjectFiles
import StoreFleet
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

    private static func bar(_ fraction: Double) -> String {
        let filled = Int(fraction * Double(width))
        return "[\(String(repeating: "#", count: filled))\(String(repeating: "-", count: width - filled))] \(Int(fraction * 100)) %"
    }

    /// The line for a moment of a migration.
    static func text(_ progress: MigrationProgress) -> String {
        let steps = progress.steps > 1 ? "\(progress.step) of \(progress.steps), " : ""
        let left = progress.fraction < 1 ? timeLeft(progress.timeLeft) : ""
        return "\(bar(progress.fraction))\(amount(progress))\(left), \(steps)to version \(progress.toVersion): "
            + "\(progress.purpose.visible().prefix(60))"
    }

    /// The line for a moment of a run over many stores.
    static func text(_ progress: FleetProgress) -> String {
        let fraction = progress.total == 0 ? 1 : Double(progress.done) / Double(progress.total)
        let failed = progress.failed == 0 ? "" : ", \(progress.failed) failed"
        let left = progress.done < progress.total ? timeLeft(progress.timeLeft) : ""
        return "\(bar(fraction)), \(progress.done) of \(progress.total) stores\(failed)\(left)"
    }

    /// The rows and bytes of those to do.
    private static func amount(_ progress: MigrationProgress) -> String {
        if progress.total.rows == 0 { return "" }
        let bytes = progress.total.bytes < 1_000_000 ? "" : ", \(megabytes(progress.done.bytes)) of \(megabytes(progress.total.bytes)) MB"
        return ", \(progress.done.rows) of \(progress.total.rows) rows\(bytes)"
    }

    private static func megabytes(_ bytes: Int64) -> String { "\((bytes + 500_000) / 1_000_000)" }

    /// An estimate in words, in steps that a reader can follow.
    private static func timeLeft(_ time: Duration?) -> String {
        guard let seconds = time?.components.seconds else { return "" }
        if seconds < 10 { return ", a few seconds left" }
        if seconds < 60 { return ", about \(seconds / 10 * 10) s left" }
        if seconds < 3600 { return ", about \((seconds + 30) / 60) min left" }
        return ", about \(seconds / 3600) h \(seconds % 3600 / 60) min left"
    }

    func show(_ progress: MigrationProgress) {
        guard isOnTerminal else { return }
        lock.withLock { write(Self.text(progress)) }
    }

    func show(_ progress: FleetProgress) {
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
