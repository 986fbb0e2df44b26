import Foundation
import OrdersModel
import Trellis
import TrellisCluster

/// Measures the same work on a file and on a cluster, and counts round trips. Arguments: addresses with commas, and a folder.
@main
enum ClusterFigures {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return print("usage: ClusterFigures host:port,host:port folder") }
        let counter = Counter()
        var options = ClusterOptions()
        options.onRequest = { _ in counter.add() }
        let nodes = arguments[1].split(separator: ",").map(String.init)
        let remote = try PersistentContainer(for: Orders.self, at: .dqlite(nodes, database: "figures\(getpid())", options))
        // A file that is as safe as a cluster waits for the disk at each commit.
        let local = try PersistentContainer(for: Orders.self, at: .file("\(arguments[2])/figures\(getpid()).sqlite"), synchronous: .full)
        print("| work | file, ms | cluster, ms | round trips |\n| --- | --- | --- | --- |")
        let (file, cluster) = (Work(local, counter), Work(remote, counter))
        for (name, times, body) in Work.all {
            let (first, second) = (try file.measure(times, body), try cluster.measure(times, body))
            print("| \(name) | \(text(first.milliseconds)) | \(text(second.milliseconds)) | \(second.trips) |")
        }
    }

    private static func text(_ number: Double) -> String { String(format: "%.3g", number) }
}

/// The work of one container.
private final class Work {
    private let container: PersistentContainer
    private let counter: Counter
    private var number = 0

    init(_ container: PersistentContainer, _ counter: Counter) { (self.container, self.counter) = (container, counter) }

    typealias Body = (Work) throws -> () throws -> Void

    /// Each body prepares something, and returns what is measured.
    static var all: [(name: String, times: Int, body: Body)] { [
        ("save of one new object", 200, { try $0.insert(1) }), ("save of one changed object", 200, { try $0.update() }),
        ("save of 1,000 new objects", 7, { try $0.insert(1_000) }), ("batch insert of 10,000 objects", 3, { try $0.batch() }),
        ("fetch of 10,000 objects", 7, { try $0.fetch(10_000) }), ("fetch of one object", 300, { try $0.fetchOne() }),
        ("object by its id", 300, { try $0.find() }),
    ] }

    /// - Returns: the median, and the round trips of the last time.
    func measure(_ times: Int, _ body: Body) throws -> (milliseconds: Double, trips: Int) {
        var (durations, trips) = ([Double](), 0)
        for _ in 0..<times {
            let measured = try body(self)
            let before = counter.count
            let duration = try ContinuousClock().measure(measured)
            trips = counter.count - before
            durations.append(duration / .milliseconds(1))
        }
        return (durations.sorted()[times / 2], trips)
    }

    private struct WrongCount: Error {}

    private static func expect(_ expected: Int, _ found: Int) throws { if found != expected { throw WrongCount() } }

    private func name() -> String {
        number += 1
        return "customer \(number)"
    }

    private lazy var context = Result { try container.makeContext() }

    private func insert(_ count: Int) throws -> () throws -> Void {
        let context = try context.get()
        for _ in 0..<count { Customer(in: context, name: name(), info: "some text about a customer") }
        return { try context.save() }
    }

    private func update() throws -> () throws -> Void {
        let context = try context.get()
        let customer = try context.fetch(Fetch<Customer>(limit: 1)).first
        customer?.info = name()
        return { try context.save() }
    }

    private func batch() throws -> () throws -> Void {
        let context = try container.makeContext()
        let names = (0..<10_000).map { _ in name() }
        return { try context.batchInsert(names) { Customer(in: $1, name: $0, info: "some text about a customer") } }
    }

    private func fetch(_ count: Int) throws -> () throws -> Void {
        let context = try container.makeContext()
        _ = try context.count(Fetch<Customer>())
        return { try Self.expect(count, context.fetch(Fetch<Customer>(limit: count)).count) }
    }

    private func fetchOne() throws -> () throws -> Void {
        let context = try container.makeContext()
        _ = try context.count(Fetch<Customer>())
        let name = "customer \(Int.random(in: 1...200))"
        return { try Self.expect(1, context.fetch(Customer.where { $0.name == name }).count) }
    }

    private func find() throws -> () throws -> Void {
        let context = try container.makeContext()
        _ = try context.count(Fetch<Customer>())
        let id = ObjectID(entity: "Customer", rowID: Int64.random(in: 1...200))
        return { try Self.expect(1, context.find(Customer.self, id) == nil ? 0 : 1) }
    }
}

private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }

    func add() { lock.withLock { number += 1 } }
}
