import Foundation

/// Cuts of the power at random moments of a piece of work that `FaultRunner` did once: its trace is played as often as there are
/// cuts.
public struct PowerCuts {
    private let trace: FileTrace
    private let start: String
    private let folder: TemporaryFolder
    private let seed: UInt64

    /// What a cut has left.
    public struct Remains {
        /// The files' content, by their names.
        public var files: [String: [UInt8]]
        /// The last number that the work had acknowledged; 0 for none.
        public var acknowledged: Int
        /// Which cut it was, for messages.
        public var name: String

        /// Writes the files into a folder.
        public func write(to folder: String) throws {
            for (name, bytes) in files { try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)")) }
        }
    }

    public struct Failure: Error, CustomStringConvertible {
        public var description: String
    }

    /// The folder with the files that the work began with.
    public var startFolder: String { start }

    /// Does the work.
    public init(_ work: String) throws {
        seed = SeededGenerator.seedForTests("power cuts while \(work)")
        folder = try TemporaryFolder()
        start = folder.file("start")
        let process = try ChildProcess.run("\(Project.products)/FaultRunner", ["trace", work, folder.path])
        guard process.exitCode == 0 else { throw Failure(description: process.errors) }
        trace = try FileTrace(folder.file("trace"))
    }

    /// Gives `check` what is left after each of some cuts.
    public func run(_ count: Int, _ check: (Remains) throws -> Void) throws {
        var random = SeededGenerator(seed: seed)
        let moments = (0..<count).map { _ in Int.random(in: 0...trace.events.count, using: &random) }.sorted()
        var disk = try SimulatedDisk(start)
        var (passed, acknowledged) = (0, 0)
        for moment in moments {
            for event in trace.events[passed..<moment] {
                disk.apply(event)
                if case .acknowledge(let number) = event { acknowledged = number }
            }
            passed = moment
            let files = disk.afterPowerCut(using: &random)
            try check(Remains(files: files, acknowledged: acknowledged, name: "cut after \(moment) of \(trace.events.count), TRELLIS_SEED=\(seed)"))
        }
    }
}
