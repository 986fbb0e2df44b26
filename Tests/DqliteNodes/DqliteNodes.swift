import Foundation
import TestSupport

public import DqliteClient

/// Nodes of dqlite that a test starts on this machine; they end with this object. Only one thread may start and stop single ones.
public final class DqliteNodes: @unchecked Sendable {
    private static let isThere = ["dqlite", "dqlite-demo"].allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
    public static let notice: Bool = {
        if !isThere { print("SKIPPED: no test talks to a real node, because dqlite is not installed (Scripts/setup.sh installs it on Debian)") }
        return isThere
    }()

    private let folder: TemporaryFolder
    public private(set) var addresses: [DqliteAddress] = []
    private var processes: [Process?] = []

    public struct NoAnswer: Error {
        public init() {}
    }

    public init(_ count: Int) throws {
        folder = try TemporaryFolder()
        for _ in 0..<count {
            addresses.append(DqliteAddress(host: "127.0.0.1", port: try Self.freePort()))
            processes.append(nil)
        }
        for number in 0..<count { try launch(number) }
        // The second of two nodes does not vote, so all have to run before any is waited for.
        for number in 0..<count { try waitForVote(of: number) }
    }

    deinit {
        for process in processes { if let process, process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        RunningNodes.shared.forget(folder.path)
    }

    /// It waits long for a leader: where many nodes share two processors, an election can take more than ten seconds.
    public var cluster: DqliteCluster {
        var options = DqliteOptions()
        options.connectTimeout = .seconds(60)
        return DqliteCluster(addresses, options)
    }

    /// Starts a node again after ``stop(_:)``.
    public func start(_ number: Int) throws {
        try launch(number)
        try waitForVote(of: number)
    }

    private func launch(_ number: Int) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/dqlite-demo")
        process.arguments = ["--api", "127.0.0.1:\(try Self.freePort())", "--db", "\(addresses[number])", "--dir", folder.file("\(number)")]
        if number > 0 { process.arguments? += ["--join", "\(addresses[0])"] }
        try FileManager.default.createDirectory(atPath: folder.file("\(number)"), withIntermediateDirectories: true)
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        try process.run()
        processes[number] = process
        RunningNodes.shared.note(process, in: folder.path)
        guard number == 0 else { return }
        // The others join it, which they try only once.
        for _ in 0..<400 where (try? cluster(of: 0).leader()) == nil { Thread.sleep(forTimeInterval: 0.05) }
    }

    private func waitForVote(of number: Int) throws {
        let deadline = Date(timeIntervalSinceNow: 60)
        while Date() < deadline {
            let members = (try? cluster(of: number).nodes()) ?? []
            if members.contains(where: { $0.address == "\(addresses[number])" && $0.role == .voter }) { return }
            Thread.sleep(forTimeInterval: 0.05)
        }
        throw NoAnswer()
    }

    private func cluster(of number: Int) -> DqliteCluster {
        var options = DqliteOptions()
        options.connectTimeout = .milliseconds(500)
        return DqliteCluster([addresses[number]], options)
    }

    /// Ends a node at once, as a loss of power does.
    public func stop(_ address: DqliteAddress) throws -> Int {
        guard let number = addresses.firstIndex(of: address), let process = processes[number] else { throw NoAnswer() }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        processes[number] = nil
        return number
    }

    public func processIdentifier(of address: DqliteAddress) -> Int32? {
        addresses.firstIndex(of: address).flatMap { processes[$0]?.processIdentifier }
    }

    /// What the shell of dqlite prints for a statement.
    public func ask(_ database: String, _ sql: String) throws -> String {
        let shell = try ChildProcess.run("/usr/bin/dqlite", ["-s", list, database, sql])
        return shell.output + shell.errors
    }

    /// What the shell of dqlite prints for statements that it reads, each on a line of its own.
    public func ask(_ database: String, lines: [String]) throws -> String {
        let input = lines.map { $0.replacing("\n", with: " ") + "\n" }.joined()
        let shell = try ChildProcess.run("/usr/bin/dqlite", ["-s", list, database], input: input)
        return (shell.output + shell.errors).replacing("dqlite> ", with: "")
    }

    private var list: String { addresses.map(\.description).joined(separator: ",") }

    #if canImport(Darwin)
        private static let streamType = SOCK_STREAM
    #else
        private static let streamType = Int32(SOCK_STREAM.rawValue)
    #endif

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, streamType, 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        (address.sin_family, address.sin_addr.s_addr) = (sa_family_t(AF_INET), UInt32(0x7f00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1 }
        }
        guard code == 0 else { throw NoAnswer() }
        return UInt16(bigEndian: address.sin_port)
    }
}
