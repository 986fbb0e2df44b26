import Foundation
import RulesModel
import Testing
import Trellis

/// SQLite's own actions stop at 1,000 levels, and a thread's stack at some depth of calls: neither limits the graph.
struct DeepCascadeTests {
    private let file: StoreFile<Rules>
    private static let depth = 5_000

    init() throws {
        file = try StoreFile(of: Rules.self)
        let context = try file.context()
        var parent: Node?
        for number in 1...Self.depth { parent = Node(in: context, name: "\(number)", parent: parent) }
        Node(in: context, name: "other")
        try context.save()
    }

    @Test func `a chain of thousands is deleted from its root`() throws {
        let context = try file.context()
        let root = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 1)))
        try context.delete(root)
        // The others are not loaded for that.
        #expect(context.deletedObjects == [root])
        #expect(try context.fetchAll(Node.self).map(\.name) == ["other"])
        try context.save()
        #expect(try file.column("SELECT name FROM node") == ["other"])
    }

    @Test func `a chain of thousands is deleted from its middle, and the rest stays a chain`() throws {
        let context = try file.context()
        let middle = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 2_500)))
        try context.delete(middle)
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM node") == ["2500"])
        #expect(try file.rows("SELECT _id FROM node WHERE parent_id NOT IN (SELECT _id FROM node)").isEmpty)
    }

    @Test func `a hundred thousand rows in a chain are deleted from its root`() throws {
        let file = try StoreFile(of: Rules.self)
        _ = try file.container()
        try file.execute(
            """
            INSERT INTO node (_id, name, parent_id)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i, i, NULLIF(i - 1, 0) FROM n;
            INSERT INTO node (name) VALUES ('other')
            """)
        let context = try file.context()
        let root = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 1)))
        try context.delete(root)
        #expect(try context.fetchAll(Node.self).map(\.name) == ["other"])
        try context.save()
        #expect(try file.column("SELECT name FROM node") == ["other"])
    }

    @Test func `a loaded chain of thousands is released`() throws {
        weak var leaf: Node?
        do {
            let context = try file.context()
            let nodes = try context.fetchAll(Node.self)
            #expect(nodes.count { $0.parent != nil } == Self.depth - 1)
            leaf = nodes.last
            #expect(leaf != nil)
        }
        #expect(leaf == nil)
    }

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
        let path = file
        let count = try onSmallStack {
            let context = try path.context()
            var node = try context.fetchAll(Node.self).dropLast().last
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
