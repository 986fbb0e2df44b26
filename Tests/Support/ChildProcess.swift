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
        // What the tool remembers of folders that are gone does not belong into the home of the person who runs tests.
        let environment = ["XDG_CACHE_HOME": "\(Project.products)/remembered"].merging(ProcessInfo.processInfo.environment) { $1 }

        // Through files and not pipes: a full pipe would stop the program, and a reader of each would need a thread.
        let scratch = try TemporaryFolder()
        try scratch.write(input, to: "input")
        let status = try spawned(
            [program] + arguments, environment.map { "\($0)=\($1)" }, in: folder,
            files: [scratch.file("input"), scratch.file("output"), scratch.file("errors")])
        return ChildProcess(
            exitCode: status & 0x7f == 0 ? status >> 8 & 0xff : status & 0x7f,
            output: String(decoding: try Data(contentsOf: URL(filePath: scratch.file("output"))), as: UTF8.self),
            errors: String(decoding: try Data(contentsOf: URL(filePath: scratch.file("errors"))), as: UTF8.self))
    }

    /// Runs a program to its end, and waits for that process alone. Foundation learns of the end by a socket, which every process that is
    /// started at the same moment inherits: then a test waits for the end of that one, which may be a node that runs for all tests.
    /// - Returns: the status as `waitpid` gives it.
    private static func spawned(_ words: [String], _ environment: [String], in folder: String?, files: [String]) throws -> Int32 {
        #if canImport(Darwin)
            var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
        #else
            var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        for (number, file) in files.enumerated() {
            posix_spawn_file_actions_addopen(&actions, Int32(number), file, number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        }
        #if canImport(Darwin)
            if let folder { posix_spawn_file_actions_addchdir_np(&actions, folder) }
        #else
            // Swift cannot see that function here.
            let words = folder.map { ["/usr/bin/env", "-C", $0] + words } ?? words
        #endif
        // Threads of tests block signals that programs are to receive.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))

        var (argv, envp) = (words.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
        defer { for text in argv + envp { free(text) } }
        var (process, status) = (pid_t(), Int32())
        let error = posix_spawn(&process, words[0], &actions, &attributes, &argv, &envp)
        if error != 0 { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        }
        return status
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
