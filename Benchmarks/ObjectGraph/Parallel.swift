import CBaseline
import Foundation
import GRDB
import Trellis

/// How reads of several contexts share the processors: one thread fetches, then two, each of them as often as the one. If they do not
/// hinder each other, both take the same time, and the ratio is 1.
func registerParallel() {
    let sides = ["one thread", "two threads"]
    let count = min(rows, 10_000)

    // What the machine itself has to give: two threads that share nothing.
    compare("Parallel, arithmetic", sides) { _ in
        try rounds { Reader { _ = keepSum(40_000_000) } }
    }

    compare("Parallel reads of \(count), C loop", sides) { folder in
        let path = try shipmentStore(in: folder, count).path
        return try rounds {
            let connection = try Connection(path, readOnly: true)
            return Reader {
                let found = try PlainShipment.all(connection)
                precondition(found.count == count)
            }
        }
    }

    compare("Parallel reads of \(count), Trellis (goal 1.18)", sides) { folder in
        let container = try shipmentStore(in: folder, count).container
        return [1, 2].map { threads in
            {
                try microseconds {
                    try waiting {
                        try await withThrowingTaskGroup { group in
                            for _ in 0..<threads {
                                group.addTask {
                                    for _ in 0..<fetches {
                                        let found = try await container.performRead { try $0.fetchAll(Shipment.self).count }
                                        precondition(found == count)
                                    }
                                }
                            }
                            try await group.waitForAll()
                        }
                    }
                }
            }
        }
    }

    compare("Parallel reads of \(count), GRDB's pool", sides) { folder in
        let pool = try DatabasePool(path: shipmentStore(in: folder, count).path)
        return try rounds {
            Reader {
                let found = try pool.read { try ShipmentRecord.fetchAll($0, sql: PlainShipment.select + " ORDER BY _id") }
                precondition(found.count == count)
            }
        }
    }
}

/// How often each thread fetches in a round.
private let fetches = 20

/// What one thread does again and again. Unchecked, because only one thread at a time has it.
private struct Reader: @unchecked Sendable {
    let read: () throws -> Void

    init(_ read: @escaping () throws -> Void) { self.read = read }
}

/// A round in one thread, and one in two.
private func rounds(_ make: () throws -> Reader) throws -> [Round] {
    try [1, 2].map { threads in
        let readers = try (0..<threads).map { _ in try make() }
        return {
            microseconds {
                DispatchQueue.concurrentPerform(iterations: threads) { thread in
                    // A failure is a mistake in the benchmark.
                    for _ in 0..<fetches { do { try readers[thread].read() } catch { preconditionFailure("\(error)") } }
                }
            }
        }
    }
}

/// Sums numbers in a way that the compiler cannot shorten.
@inline(never)
private func keepSum(_ count: UInt64) -> UInt64 {
    var state: UInt64 = 7
    for number in 0..<count / 20 { state = state &* 6_364_136_223_846_793_005 &+ number }
    return state
}

/// Lets the calling thread wait for tasks.
private func waiting(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    Task {
        do { try await body() } catch { preconditionFailure("\(error)") }
        done.signal()
    }
    done.wait()
}
