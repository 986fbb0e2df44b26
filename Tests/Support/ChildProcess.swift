import Foundation

/// A program run to its end: what a test sees is what a person would.
public struct ChildProcess: Sendable {
    public var exitCode: Int32
    public var output: String
    public var errors: String

    /// Runs a program.
    /// - Parameters:
    ///   - input: what the program reads from its standard input.
    ///   - folder: the folder that it runs in.
    public static func run(
        _ program: String, _ arguments: [String], input: String = "", in folder: String? = nil
    ) throws -> ChildProcess {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        // What the tool remembers of folders that are gone does not belong into the home of the person who runs tests.
        process.environment = ["XDG_CACHE_HOME": "\(Project.products)/remembered"].merging(ProcessInfo.processInfo.environment) { $1 }

        // Through files and not pipes: a full pipe would stop the program, and a reader of each would need a thread.
        let scratch = try TemporaryFolder()
        try scratch.write(input, to: "input")
        for name in ["output", "errors"] { try scratch.write("", to: name) }
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: scratch.file("input")))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: scratch.file("output")))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: scratch.file("errors")))
        try process.run()
        process.waitUntilExit()
        return ChildProcess(
            exitCode: process.terminationStatus,
            output: String(decoding: try Data(contentsOf: URL(filePath: scratch.file("output"))), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: URL(filePath: scratch.file("errors"))), as: UTF8.self))
    }

    /// Runs a program that is found along `PATH`.
    public static func run(named name: String, _ arguments: [String], input: String = "", in folder: String? = nil) throws -> ChildProcess {
        try run("/usr/bin/env", [name] + arguments, input: input, in: folder)
    }
}

/// Where things are.
public enum Project {
    /// The checkout.
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The folder of the build that these tests belong to: programs, and in `Modules` what they can import.
    public static let products: String = {
        #if os(macOS)
            // The test bundle is a folder within the products' folder.
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent().path ?? "\(root)/.build/debug"
        #else
            return URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent().path
        #endif
    }()

    /// Whether `script` is there, which gives a program a terminal; some systems have none, or another one.
    public static let hasTerminals = (try? ChildProcess.run(named: "script", ["-qec", "true", "/dev/null"]))?.exitCode == 0

    /// The tool.
    public static var trellis: String { "\(products)/trellis" }

    /// The program of the build plugin.
    public static var generator: String { "\(products)/TrellisGenerator" }
}
