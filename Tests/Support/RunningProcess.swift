import Foundation

/// A program that runs beside a test, which talks to it by files and signals.
public final class RunningProcess {
    private let process = Process()
    private let scratch: TemporaryFolder

    /// Starts a program; what it prints goes to a file, standard output and errors in the order in which they come.
    public init(_ program: String, _ arguments: [String], in folder: String) throws {
        scratch = try TemporaryFolder()
        try scratch.write("", to: "output")
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardInput = FileHandle.nullDevice
        // One open file, so that both go to its end.
        let output = try FileHandle(forWritingTo: URL(filePath: scratch.file("output")))
        process.standardOutput = output
        process.standardError = output
        try process.run()
    }

    deinit {
        if process.isRunning { process.terminate() }
    }

    public var isRunning: Bool { process.isRunning }

    /// What it has printed so far.
    public var output: String { (try? String(contentsOfFile: scratch.file("output"), encoding: .utf8)) ?? "" }

    /// Waits until it has printed something in its output behind the first `offset` characters; gives where that ends.
    /// - Returns: nil where it does not come within a minute, or the program ends before.
    public func wait(for text: String, after offset: Int = 0) -> Int? {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            let wasRunning = process.isRunning
            let output = output
            let start = output.index(output.startIndex, offsetBy: min(offset, output.count))
            if let found = output[start...].range(of: text) {
                return output.distance(from: output.startIndex, to: found.upperBound)
            }
            if !wasRunning { return nil }
            Thread.sleep(forTimeInterval: 0.02)
        }
        return nil
    }

    /// Presses Ctrl-C, and waits for the program's end.
    /// - Returns: its exit code; nil where a signal ended it.
    public func interrupt() -> Int32? {
        process.interrupt()
        process.waitUntilExit()
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }
}
