import Foundation

/// Times two pieces of work in turn, so that a machine that slows down slows both, and compares them pair by pair.
struct Rounds {
    let baseline: [Double]
    let subject: [Double]

    /// - Parameters:
    ///   - count: how many rounds are timed; one more goes before them.
    ///   - baseline, subject: one round each; they time themselves, in seconds, what comes before and after left out.
    init(_ count: Int, baseline: () throws -> Double, subject: () throws -> Double) throws {
        _ = try (baseline(), subject())
        var pairs = [(Double, Double)]()
        for _ in 0..<count { pairs.append((try baseline(), try subject())) }
        self.baseline = pairs.map(\.0)
        self.subject = pairs.map(\.1)
    }

    func printResult(_ title: String) {
        let ratios = zip(subject, baseline).map { $0 / $1 }.sorted()
        func milliseconds(_ values: [Double]) -> String {
            String(format: "%.1f ms", values.sorted()[values.count / 2] * 1_000)
        }
        print(title)
        print("  baseline \(milliseconds(baseline)), Trellis \(milliseconds(subject)) (medians of \(ratios.count))")
        print(
            String(
                format: "  ratio %.2f (from %.2f to %.2f)", ratios[ratios.count / 2], ratios[0], ratios[ratios.count - 1]))
    }
}

/// The seconds that `body` takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    try body()
    return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9
}
