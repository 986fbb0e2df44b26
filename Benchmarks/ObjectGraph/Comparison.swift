import Benchmark
import Foundation

/// One round of a piece of work; gives the figure that counts, mostly microseconds, what comes before and after left out.
typealias Round = () throws -> Double

/// Registers a benchmark in which several sides do the same work in turn.
///
/// The harness runs one benchmark after another, and machines slow down in between: so each of its iterations is a round of all
/// sides, and what counts is the ratio of each to the first, the baseline, within that round. The ratios are in thousandths, for
/// the harness counts in integers.
/// - Parameters:
///   - name: what is done.
///   - sides: the names of the sides; the baseline first, then Trellis. Others take part in the first rounds only: they are slow, and
///     their place is known by then.
///   - unit: of what a round gives.
///   - prepare: makes the rounds, in the order of the names, in a folder that is theirs.
func compare(
    _ name: String, _ sides: [String], unit: String = "µs", rounds: Int = usualRounds, prepare: @escaping (URL) throws -> [Round]
) {
    let figures = sides.map { BenchmarkMetric.custom("\($0), \(unit)", useScalingFactor: false) }
    let ratios = sides.dropFirst().map { BenchmarkMetric.custom("\($0) to \(sides[0]), ‰", useScalingFactor: false) }
    let folder = Folder()
    let report = FigureReport(name, unit, sides)
    var prepared = [Round]()
    var taken = 0
    Benchmark(
        name,
        configuration: .init(
            metrics: figures + ratios,
            // Whole numbers, not thousands of them.
            units: Dictionary(uniqueKeysWithValues: (figures + ratios).map { ($0, .count) }), warmupIterations: 1, maxDuration: .seconds(3_600), maxIterations: rounds),
        closure: { benchmark in
            if prepared.isEmpty { prepared = try prepare(folder.make()) }
            taken += 1
            // The first is the warm-up.
            let present = taken <= 1 + peerRounds ? prepared.count : min(2, prepared.count)
            var round = [Double]()
            for side in 0..<present {
                let figure = try prepared[side]()
                round.append(figure)
                benchmark.measurement(figures[side], Int(figure))
                if side > 0 { benchmark.measurement(ratios[side - 1], Int((figure / round[0] * 1_000).rounded())) }
            }
            if taken > 1 { report.note(round) }
        },
        teardown: {
            try report.write()
            prepared = []
            folder.remove()
        })
}

/// How many rounds the sides beyond the second take part in.
private let peerRounds = 3

/// A folder that is made when it is needed: in memory where that can be had, for disks are slow in ways of their own.
private final class Folder {
    private var url: URL?

    func make() throws -> URL {
        let memory = "/dev/shm"
        let parent =
            FileManager.default.isWritableFile(atPath: memory)
            ? URL(filePath: memory) : FileManager.default.temporaryDirectory
        let made = parent.appending(path: "trellis-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
        url = made
        return made
    }

    func remove() {
        if let url { try? FileManager.default.removeItem(at: url) }
        url = nil
    }
}

/// The microseconds that `body` takes.
func microseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e3
}
