import Foundation
import OrdersModel
import TestSupport
import Testing
import Trellis

/// A loop over a long result that waits between batches.
struct FetchedObjectStreamTests {
    private let file: StoreFile<Orders>
    private let fetch = Fetch<Order>(sort: [.ascending("date")])

    init() throws {
        file = try StoreFile(of: Orders.self)
        let context = try file.context()
        for second in 0..<25 { Order(in: context, date: .at(second)) }
        try context.save()
    }

    @Test func `everything comes in order, on the main actor`() async throws {
        let file = file
        let fetch = fetch
        let seconds = try await Task { @MainActor in
            let context = try file.container().viewContext
            var seconds = [Double]()
            for try await order in try context.stream(fetch, batchSize: 4) {
                MainActor.assertIsolated()
                seconds.append(order.date.timeIntervalSinceReferenceDate)
            }
            return seconds
        }.value
        #expect(seconds == (0..<25).map(Double.init))
    }

    @Test func `others have their turn between batches`() async throws {
        let file = file
        let fetch = fetch
        let turns = try await Task { @MainActor in
            let container = try file.container()
            let context = container.viewContext
            let counter = Counter()
            let other = Task { @MainActor in
                while !Task.isCancelled {
                    counter.turns += 1
                    await Task.yield()
                }
            }
            for try await _ in try context.stream(fetch, batchSize: 5) {}
            other.cancel()
            return counter.turns
        }.value
        #expect(turns >= 4)
    }

    @Test func `a cancelled task ends the loop with an error before the next batch`() async throws {
        let file = file
        let fetch = fetch
        let task = Task { @MainActor in
            let container = try file.container()
            let context = container.viewContext
            var count = 0
            do {
                for try await _ in try context.stream(fetch, batchSize: 10) {
                    count += 1
                    if count == 13 { withUnsafeCurrentTask { $0?.cancel() } }
                }
                return (count, false)
            } catch is CancellationError {
                return (count, true)
            }
        }
        let (count, isCancelled) = try await task.value
        #expect(count == 20)
        #expect(isCancelled)
    }

    @Test func `a batch that cannot be read throws in the loop`() async throws {
        try file.execute("PRAGMA ignore_check_constraints = ON; UPDATE \"order\" SET made = 7 WHERE date = 12")
        let context = try file.context()
        var count = 0
        do {
            for try await _ in try context.stream(fetch, batchSize: 5) { count += 1 }
            Issue.record("the loop came to its end")
        } catch let error as StoreError {
            #expect(error.description.contains("'made' of row 13"))
        }
        #expect(count == 10)
        #expect(try context.count(fetch) == 25)
    }

    @Test func `rows that others delete meanwhile are passed over`() async throws {
        let context = try file.context()
        let other = try file.context()
        var seconds = [Double]()
        for try await order in try context.stream(fetch, batchSize: 10) {
            seconds.append(order.date.timeIntervalSinceReferenceDate)
            if seconds.count == 5 {
                for late in try other.fetch(fetch.offset(8).limit(4)) { try other.delete(late) }
                try other.save()
            }
        }
        // The first batch was read by then.
        let others = (0..<25).filter { $0 != 10 && $0 != 11 }
        #expect(seconds == others.map { Double($0) })
    }

    @MainActor private final class Counter {
        var turns = 0
    }
}
