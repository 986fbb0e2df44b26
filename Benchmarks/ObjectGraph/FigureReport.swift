import Foundation

/// What a benchmark measured, for `Scripts/bench-check.py`: a line of JSON in the file that `TRELLIS_FIGURES` names. Without that, nothing
/// is written: the harness's own formats have percentiles, but not the ratios of one round.
final class FigureReport {
    private var measured: Measured

    private struct Measured: Encodable {
        let name: String
        let unit: String
        let rows: Int
        let sides: [String]
        /// For each round the figures of the sides that took part.
        var rounds: [[Double]] = []
    }

    init(_ name: String, _ unit: String, _ sides: [String]) {
        measured = Measured(name: name, unit: unit, rows: rows, sides: sides)
    }

    func note(_ round: [Double]) { measured.rounds.append(round) }

    func write() throws {
        guard let path = ProcessInfo.processInfo.environment["TRELLIS_FIGURES"], !measured.rounds.isEmpty else { return }
        let line = try JSONEncoder().encode(measured) + Data("\n".utf8)
        guard FileManager.default.fileExists(atPath: path) else { return try line.write(to: URL(filePath: path)) }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        try file.seekToEnd()
        try file.write(contentsOf: line)
    }
}
