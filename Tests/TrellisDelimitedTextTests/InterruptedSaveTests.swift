import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis
import TrellisDelimitedText

/// A disk of which one operation fails, and all that follow if it is full.
private final class FailingDisk: DiskOperations, @unchecked Sendable {
    private let disk = SystemDisk()
    private let lock = NSLock()
    /// The operation that fails, from 1; 0 for none.
    var failing = 0
    var staysBroken = false
    var error = EIO
    private(set) var count = 0

    private func fails() -> Bool {
        lock.withLock {
            count += 1
            guard failing > 0, count == failing || staysBroken && count > failing else { return false }
            errno = error
            return true
        }
    }

    func start(failing: Int) { (self.failing, count) = (failing, 0) }

    func create(_ path: String) -> Int32 { fails() ? -1 : disk.create(path) }
    func sync(_ descriptor: Int32) -> Int32 { fails() ? -1 : disk.sync(descriptor) }
    func rename(_ old: String, _ new: String) -> Int32 { fails() ? -1 : disk.rename(old, new) }
    func remove(_ path: String) -> Int32 { fails() ? -1 : disk.remove(path) }
    func createFolder(_ path: String) -> Int32 { fails() ? -1 : disk.createFolder(path) }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        guard fails() else { return disk.write(descriptor, bytes) }
        // A full disk takes a part.
        _ = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)]))
        return -1
    }
}

/// Saves of delimited text that are interrupted.
struct InterruptedSaveTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("text") }

    init() throws { folder = try TemporaryFolder() }

    private func open(_ disk: any DiskOperations = SystemDisk()) throws -> PersistentContainer {
        try PersistentContainer(for: Orders.self, at: .atomicStore(DelimitedTextStore(folder: path, disk: disk)))
    }

    private func names() throws -> [String] {
        let container = try open()
        defer { try? container.close() }
        let context = try container.makeContext()
        #expect(try context.fetchAll(Order.self).count == context.count(Fetch<Customer>()))
        return try context.fetchAll(Customer.self).map(\.name)
    }

    @Test(arguments: [(EIO, false), (ENOSPC, true), (EIO, true)])
    func `each operation that fails leaves the old state or the new one, and the error says which`(_ error: Int32, _ staysBroken: Bool) throws {
        let disk = FailingDisk()
        (disk.error, disk.staysBroken) = (error, staysBroken)
        let container = try open(disk)
        let context = try container.makeContext()
        var expected: [String] = []
        var (failures, successes) = (0, 0)
        for number in 1... {
            let name = "customer \(number)"
            Order(in: context, customer: Customer(in: context, name: name))
            disk.start(failing: number)
            let saved: Bool
            do {
                try context.save()
                saved = true
            } catch {
                guard case StoreError.notSaved = error else { throw error }
                saved = false
                failures += 1
            }
            let count = disk.count
            disk.start(failing: 0)
            if saved {
                expected.append(name)
                successes += 1
            } else {
                #expect(context.hasChanges)
            }
            #expect(try names() == expected, "operation \(number)")
            if !saved {
                // The same save succeeds when the disk works.
                try context.save()
                expected.append(name)
                #expect(try names() == expected, "operation \(number), again")
            }
            if count < number { break }
        }
        #expect(failures >= 10 && successes >= 1)
    }

    @Test func `a process that is killed at each operation leaves the old state or the new one`() throws {
        var ends = Set<Int>()
        for operation in 1...60 {
            let before = try FileManager.default.fileExists(atPath: path) ? names().count : 0
            let run = try ChildProcess.run("\(Project.products)/StoreWriter", ["text", path, "\(operation)"])
            let after = try names().count
            ends.insert(after - before)
            if run.exitCode == 0 { return #expect(ends == [0, 1] && operation > 20) }
            #expect([before, before + 1].contains(after), "operation \(operation)")
        }
        Issue.record("a save has more operations than were tried")
    }

    @Test func `a process that is killed at any moment leaves whole saves, and all that it reported`() throws {
        var random = SeededGenerator.forTests()
        let kills = TestScale.count(12, long: 200)
        var last = 0
        for _ in 1...kills {
            let process = Process()
            process.executableURL = URL(filePath: "\(Project.products)/StoreWriter")
            process.arguments = ["text", path, "0"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            var output = pipe.fileHandleForReading.availableData
            usleep(.random(in: 0...30_000, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            output += try pipe.fileHandleForReading.readToEnd() ?? Data()
            let reported = String(decoding: output, as: UTF8.self).split(separator: "\n").last.flatMap { Int($0) } ?? last
            let found = try names()
            #expect(found == (1...max(1, found.count)).prefix(found.count).map { "customer \($0)" })
            #expect([reported, reported + 1].contains(found.count), "\(reported) reported, \(found.count) found")
            last = found.count
        }
        #expect(last >= kills)
    }

    @Test func `of programs that save at the same moment one succeeds, and the others overwrite nothing`() async throws {
        try open().close()
        var expected: [String] = []
        for round in 0..<TestScale.count(15, long: 200) {
            let containers = try (0..<3).map { _ in try open() }
            let saved: [String] = try await withThrowingTaskGroup(of: String?.self) { group in
                for (number, container) in containers.enumerated() {
                    group.addTask {
                        try await container.perform { context in
                            let name = "\(round).\(number)"
                            Order(in: context, customer: Customer(in: context, name: name))
                            do {
                                try context.save()
                                return name
                            } catch StoreError.changedByOther {
                                return nil
                            }
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { if let name = $1 { $0.append(name) } }
            }
            #expect(saved.count == 1)
            expected += saved
            for container in containers { try container.close() }
            #expect(try names() == expected)
        }
    }
}
