import Foundation
import RulesModel
import Testing
import Trellis

/// Objects that hold each other in long chains: their release goes down no stack.
struct ReleasedChainTests {
    private static let depth = 5_000

    @Test func `a chain that was deleted is released on a small stack`() throws {
        let isReleased = try onSmallStack {
            weak var last: Node?
            do {
                let context = try StoreFile(of: Rules.self).context()
                let nodes = Self.chain(in: context)
                try context.save()
                try context.delete(nodes[0])
                try context.save()
                last = nodes.last
            }
            return last == nil
        }
        #expect(isReleased)
    }

    @Test func `a chain that was taken back unsaved is released on a small stack`() throws {
        let isReleased = try onSmallStack {
            weak var last: Node?
            let context = try StoreFile(of: Rules.self).context()
            do {
                let nodes = Self.chain(in: context)
                try context.delete(nodes[0])
                last = nodes.last
            }
            return last == nil && !context.hasChanges
        }
        #expect(isReleased)
    }

    @Test func `a chain that was read is walked, fetched and released on a small stack`() throws {
        let count = try onSmallStack {
            let file = try StoreFile(of: Rules.self)
            let writer = try file.context()
            _ = Self.chain(in: writer)
            try writer.save()
            let context = try file.context()
            var node = try context.fetchAll(Node.self).last
            var count = 0
            while let current = node {
                count += 1
                node = current.parent
            }
            return count
        }
        #expect(count == Self.depth)
    }

    private static func chain(in context: ManagedObjectContext) -> [Node] {
        var nodes = [Node]()
        for number in 1...depth { nodes.append(Node(in: context, name: "\(number)", parent: nodes.last)) }
        return nodes
    }

    /// Runs something on a thread with a fourth of the stack that other threads have on Apple's systems.
    private func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) throws -> Value {
        let outcome = Outcome<Value>()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            outcome.result = Result { try body() }
            done.signal()
        }
        thread.stackSize = 128 << 10
        thread.start()
        done.wait()
        return try #require(outcome.result).get()
    }

    /// Unchecked, because the compiler does not know that it is written before the semaphore is signalled and read after.
    private final class Outcome<Value>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
