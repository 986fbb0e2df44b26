import Foundation
import OrdersModel
import Testing
import Trellis

/// Work that only reads, beside saves and other reads.
struct PerformReadTests {
    private let file: StoreFile<Orders>
    private let container: PersistentContainer

    init() throws {
        file = try StoreFile(of: Orders.self)
        container = try file.container()
        let context = try container.makeContext()
        for name in ["Ada", "Bob"] { Customer(in: context, name: name) }
        try context.save()
    }

    private func insert(_ name: String, in container: PersistentContainer) throws {
        let context = try container.makeContext()
        Customer(in: context, name: name)
        try context.save()
    }

    @Test(.filesOnly(.databaseWriter)) func `it reads while performed work and a write transaction wait for it`() async throws {
        let (container, began, read) = (container, Gate(), Gate())
        async let written: Void = container.perform { context in
            try container.databaseWriter.write { database in
                try database.execute(sql: "UPDATE customer SET name = name || '!', _version = _version + 1")
                began.open()
                try #require(read.wait())
            }
        }
        // A thread of Swift's tasks must not wait: the work may need it to begin.
        while !began.isOpen { try await Task.sleep(for: .milliseconds(1)) }
        let names = try await container.performRead { try $0.fetch(Customer.byName()).map(\.name) }
        read.open()
        try await written
        #expect(names == ["Ada", "Bob"])
        #expect(try await container.performRead { try $0.fetch(Customer.byName()).map(\.name) } == ["Ada!", "Bob!"])
    }

    @Test func `two reads run at the same time`() async throws {
        let (container, first, second) = (container, Gate(), Gate())
        async let one = container.performRead { context in
            first.open()
            return second.wait() ? try context.fetchAll(Customer.self).count : -1
        }
        async let other = container.performRead { context in
            second.open()
            return first.wait() ? try context.fetchAll(Customer.self).count : -1
        }
        #expect(try await [one, other] == [2, 2])
    }

    @Test func `all fetches of it see one state of the store`() async throws {
        let container = container
        let counts = try await container.performRead { context in
            let before = try context.fetchAll(Customer.self).count
            try insert("Cid", in: container)
            try context.refreshAll()
            return try [before, context.fetchAll(Customer.self).count, context.count(Fetch<Customer>()), context.ids(Fetch<Customer>()).count]
        }
        #expect(counts == [2, 2, 2, 2])
        #expect(try await container.performRead { try $0.fetchAll(Customer.self).count } == 3)
    }

    @Test func `a save and batches of its context are refused, and other contexts save`() async throws {
        let container = container
        try await container.performRead { context in
            let ada = try #require(try context.fetch(Customer.byName()).first)
            ada.name = "edited"
            #expect(throws: StoreError.contextOnlyReads) { try context.save() }
            #expect(throws: StoreError.contextOnlyReads) { try context.batchDelete(Fetch<Customer>()) }
            #expect(throws: StoreError.contextOnlyReads) { try context.batchUpdate(Fetch<Customer>()) { [$0.name.set(to: "x")] } }
            #expect(throws: StoreError.contextOnlyReads) { try context.batchInsert(0..<1) { Customer(in: $1, name: "\($0)") } }
            let child = context.makeChild()
            try #require(try child.find(Customer.self, ada.objectID)).name = "child"
            try child.save()
            #expect(throws: StoreError.contextOnlyReads) { try context.save() }
        }
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Bob"])
        try await container.performRead { _ in try insert("Cid", in: container) }
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["Ada", "Bob", "Cid"])
    }

    @Test func `its connection serves the next context, which sees what was saved since`() async throws {
        for number in 1...20 {
            _ = try await container.performRead { try $0.fetchAll(Customer.self).count }
            try insert("customer \(number)", in: container)
            #expect(try container.makeContext().fetchAll(Customer.self).count == 2 + number)
        }
    }

    @Test func `the error of the work comes back, and the next read goes on`() async throws {
        struct Own: Error {}
        await #expect(throws: Own.self) { try await container.performRead { _ in throw Own() } }
        #expect(try await container.performRead { try $0.fetchAll(Customer.self).count } == 2)
        try container.close()
        await #expect(throws: StoreError.closed) { try await container.performRead { _ in } }
    }

    @Test func `work of a cancelled task does not begin`() async throws {
        let container = container
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await container.performRead { _ in _ = Issue.record("it began") }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `in memory it reads, refuses saves and lets other contexts save`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .inMemory)
        try insert("Ada", in: container)
        let names = try await container.performRead { context in
            #expect(throws: StoreError.contextOnlyReads) { try context.save() }
            try insert("Bob", in: container)
            return try context.fetch(Customer.byName()).map(\.name)
        }
        #expect(names == ["Ada", "Bob"])
    }

    @Test(.filesOnly(.file), arguments: [JournalMode.writeAheadLog, .rollback]) func `many reads beside many saves give whole states`(_ journal: JournalMode) async throws {
        let path = file.path + ".more"
        let container = try PersistentContainer(for: Orders.self, at: .file(path), journal: journal)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...20 {
                group.addTask {
                    try await container.perform { context in
                        for part in 1...3 { Customer(in: context, name: "\(number).\(part)") }
                        try context.save()
                    }
                }
                group.addTask {
                    let counts = try await container.performRead { context in
                        try (0..<3).map { _ in try context.ids(Fetch<Customer>()).count }
                    }
                    #expect(Set(counts).count == 1 && counts[0] % 3 == 0)
                }
            }
            try await group.waitForAll()
        }
        #expect(try container.makeContext().fetchAll(Customer.self).count == 60)
    }
}

/// What one thread opens and another waits for.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    var isOpen: Bool { semaphore.wait(timeout: .now()) == .success }

    /// Whether it was opened within ten minutes: other tests may keep the processors busy.
    func wait() -> Bool { semaphore.wait(timeout: .now() + 600) == .success }
}
