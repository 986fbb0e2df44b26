import Foundation
import TestSupport

/// What `FaultRunner` found of one scenario.
struct FaultRun {
    /// How many of the scenario's calls failed, each in a try of its own.
    private(set) var tries = 0
    private(set) var problems: [String] = []

    /// The seed of all scenarios of this run: it chooses which calls fail where not every one does.
    static let seed = SeededGenerator.seedForTests("faults")

    /// How many calls of a scenario fail in an ordinary run; every one in a long run. About one call in 42 of a save of searched texts
    /// leaves FTS5 with wrong numbers in memory: fewer tries would miss all of them.
    private static func sample(of scenario: String) -> Int {
        TestScale.count(scenario == "save what is searched" ? 150 : 2, long: 0)
    }

    /// The same hashes each time, so that a seed repeats a run.
    private static let environment = ["SWIFT_DETERMINISTIC_HASHING=1", "\(Project.products)/FaultRunner"]

    /// Whether one call fails, or also all behind it: both in a long run, and what the seed chooses in an ordinary one. Memory fails
    /// once: where it stays short, GRDB and a migration cannot end their transactions yet.
    static func frequencies(of scenario: String, _ kind: String) -> [String] {
        if kind == "memory" { return ["once"] }
        if TestScale.isLong { return ["once", "always"] }
        let hash = (scenario + kind).utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return [hash >> 32 % 2 == 0 ? "once" : "always"]
    }

    static func scenarios() throws -> [String] {
        try ChildProcess.run("\(Project.products)/FaultRunner", ["list"]).output.split(separator: "\n").map(String.init)
    }

    init(_ scenario: String, _ kind: String, _ frequency: String) throws {
        var first: Int64 = 1
        // A crash ends the process: the next one goes on behind the call at which it crashed.
        while true {
            let folder = try TemporaryFolder()
            let arguments = ["run", scenario, kind, frequency, "\(first)", "\(Self.sample(of: scenario))", "\(Self.seed)", folder.path]
            let process = try ChildProcess.run(named: "SWIFT_BACKTRACE=enable=no", Self.environment + arguments)
            let lines = process.output.split(separator: "\n").map(String.init)
            problems += lines.filter { $0.hasPrefix("failed ") }
            let tried = lines.compactMap { $0.hasPrefix("at ") ? Int64($0.dropFirst(3)) : nil }
            tries += tried.count
            if process.exitCode == 0, lines.last?.hasPrefix("done ") == true { return }
            guard let last = tried.last else {
                problems.append("it did not begin: \(process.errors)")
                return
            }
            if !Self.isKnown(process.errors, in: scenario) { problems.append("crashed at \(last): \(process.errors.suffix(600))") }
            first = last + 1
        }
    }

    /// Whether a crash is one of GRDB's own, which callers cannot avoid: while it opens a connection, it adds functions and collations,
    /// and takes a lack of memory there for a mistake in itself.
    private static func isKnown(_ errors: String, in scenario: String) -> Bool {
        opening.contains(scenario) && errors.contains("GRDB/Utils.swift") && errors.contains("out of memory")
    }

    /// The scenarios that open connections while memory fails.
    private static let opening: Set = [
        "create a store", "open a store", "open a store with a log that a crash left", "open a further context",
        "refuse a database that is no store", "migrate a store on opening", "replace the store of a draft on opening",
    ]
}
