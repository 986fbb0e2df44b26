import Foundation

/// Random numbers that come again with the same seed, so that what a random test finds can be looked at.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    /// A generator with a seed of its own, which is printed; `TRELLIS_SEED` gives a run the seed of another.
    public static func forTests(_ name: String = #function) -> SeededGenerator {
        SeededGenerator(seed: seedForTests(name))
    }

    /// A seed for several generators or processes, which is printed; `TRELLIS_SEED` gives that of another run.
    public static func seedForTests(_ name: String = #function) -> UInt64 {
        let given = ProcessInfo.processInfo.environment["TRELLIS_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...999_999_999)
        print("\(name): TRELLIS_SEED=\(seed)")
        return seed
    }

    // SplitMix64.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}

/// How much the random tests try.
public enum TestScale {
    /// Whether this run may take its time: `make test-long` sets `TRELLIS_LONG`.
    public static let isLong = ProcessInfo.processInfo.environment["TRELLIS_LONG"] == "1"

    /// The number of tries that `TRELLIS_TRIES` asks for, for a single test; nil without one.
    private static let tries = ProcessInfo.processInfo.environment["TRELLIS_TRIES"].flatMap { Int($0) }

    /// A number for every run, or one for those that may take their time.
    public static func count(_ usual: Int, long: Int) -> Int { tries ?? (isLong ? long : usual) }
}
