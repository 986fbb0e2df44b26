import Contention
import Foundation
import OrdersModel
import RelationshipsModel
import Trellis
import TrellisDelimitedText

/// A process of its own that writes to a test's store.
@main
struct StoreWriter {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.count {
        case 1:
            try save(to: arguments[0])
        case 3 where arguments[0] == "text":
            try saveText(to: arguments[1], dyingAt: Int(arguments[2]) ?? 0)
        case 3 where arguments[0] == "open":
            try openAgain(arguments[1], times: Int(arguments[2]) ?? 0)
        case 4:
            guard let seconds = Double(arguments[2]), let seed = UInt64(arguments[3]) else { exit(2) }
            try contend(arguments[0], name: arguments[1], seconds, seed)
        case 5 where arguments[0] == "upsert":
            guard let place = Int(arguments[2]), let seconds = Double(arguments[3]), let seed = UInt64(arguments[4]) else { exit(2) }
            try StoreUpserter.run(arguments[1], place, seconds, seed)
        case 5 where arguments[0] == "follow":
            guard let place = Int(arguments[2]), let end = Double(arguments[3]), let seed = UInt64(arguments[4]) else { exit(2) }
            try await StoreFollower.run(arguments[1], place, until: Date(timeIntervalSince1970: end), seed)
        case 5 where arguments[0] == "history":
            guard let place = Int(arguments[2]), let end = Double(arguments[3]), let seed = UInt64(arguments[4]) else { exit(2) }
            try HistoryFollower.run(arguments[1], place, until: Date(timeIntervalSince1970: end), seed)
        default:
            exit(2)
        }
    }

    /// Saves until it is killed, and prints the number of each save when it has returned. It goes on with what it finds: save n
    /// enters order n with ten rows, pays order n - 3, and deletes order n - 7 with its rows, which it does not load.
    private static func save(to path: String) throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        let last = try context.fetch(Fetch<Order>(sort: [.descending("date")], limit: 1)).first
        for number in (last.map { Int($0.date.timeIntervalSinceReferenceDate) } ?? 0) + 1 ... .max {
            let order = Order(in: context, date: date(number))
            for cents in 1...10 { OrderRow(in: context, sum: Decimal(cents) / 100, order: order) }
            try find(number - 3, in: context)?.paid = true
            if let old = try find(number - 7, in: context) { try context.delete(old) }
            try context.save()
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }

    /// Writes among others for so many seconds, and prints what it did.
    private static func contend(_ path: String, name: String, _ seconds: Double, _ seed: UInt64) throws {
        let container = try PersistentContainer(for: Society.self, at: .file(path), busyTimeout: 60)
        var rival = try StoreRival(name, on: container, seed: seed)
        FileHandle.standardOutput.write(try JSONEncoder().encode(rival.work(seconds: seconds)))
    }

    /// Saves a customer with an order to delimited text: once, with a disk that kills the process at an operation, or, for 0, until it
    /// is killed. Prints the number of customers after each save.
    private static func saveText(to folder: String, dyingAt operation: Int) throws {
        let disk = DeadlyDisk()
        let store = DelimitedTextStore(folder: folder, disk: disk)
        let context = try PersistentContainer(for: Orders.self, at: .atomicStore(store)).makeContext()
        disk.left = operation
        for number in try context.count(Fetch<Customer>()) + 1 ... .max {
            Order(in: context, customer: Customer(in: context, name: "customer \(number)"))
            try context.save()
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
            if operation > 0 { return }
        }
    }

    /// Opens and closes a store so many times, after some for a start, with contexts, children, undo and live results. Prints how many descriptors and how many KB more it has.
    private static func openAgain(_ path: String, times: Int) throws {
        func open(_ round: Int) throws {
            let location: StoreLocation = path == ":memory:" ? .inMemory : path.hasSuffix(".sqlite") ? .file(path) : .atomicStore(DelimitedTextStore(folder: path))
            let container = try PersistentContainer(for: Orders.self, at: location)
            let context = try container.makeContext()
            context.undoLevels = 1
            let child = context.makeChild()
            let order = Order(in: child, customer: Customer(in: child, name: "c"))
            try child.save()
            let grandchild = child.makeChild()
            let results = FetchedResultsController(Fetch<Customer>(), in: grandchild)
            try results.performFetch()
            try grandchild.find(Order.self, order.objectID)?.customer?.name = "d"
            try grandchild.save()
            if round % 2 == 0 { try context.rollback() }
            try container.close()
        }
        for round in 0..<max(50, times / 10) { try open(round) }
        let (descriptors, memory) = (descriptors, memory)
        for round in 0..<times { try open(round) }
        print("\(self.descriptors - descriptors) \(self.memory - memory)")
    }

    private static var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0 }

    /// The resident memory in KB.
    private static var memory: Int {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return (pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0) * 4
    }

    private static func date(_ number: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(number))
    }

    private static func find(_ number: Int, in context: ManagedObjectContext) throws -> Order? {
        try context.fetch(Fetch<Order>(where: .compare("date", .equal, to: date(number)))).first
    }
}

/// A disk that kills the process at one of its operations.
private final class DeadlyDisk: DiskOperations, @unchecked Sendable {
    private let disk = SystemDisk()
    /// How many operations are left; 0 for any number.
    var left = 0

    private func count() {
        left -= 1
        if left == 0 { kill(getpid(), SIGKILL) }
    }

    func create(_ path: String) -> Int32 {
        count()
        return disk.create(path)
    }

    func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        // Half of the text is on the disk when the process dies.
        if left == 1 { _ = disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[..<(bytes.count / 2)])) }
        count()
        return disk.write(descriptor, bytes)
    }

    func sync(_ descriptor: Int32) -> Int32 {
        count()
        return disk.sync(descriptor)
    }

    func rename(_ old: String, _ new: String) -> Int32 {
        count()
        return disk.rename(old, new)
    }

    func remove(_ path: String) -> Int32 {
        count()
        return disk.remove(path)
    }

    func createFolder(_ path: String) -> Int32 {
        count()
        return disk.createFolder(path)
    }
}
