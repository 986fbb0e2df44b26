import Foundation
import OrdersModel
import Testing
import Trellis

/// A store that others use at the same time.
struct LockedStoreTests {
    private let file: StoreFile<Orders>

    init() throws {
        file = try StoreFile(of: Orders.self)
    }

    @Test func `a save that waits for a lock too long writes nothing, keeps its changes and can be repeated`() throws {
        let context = try file.container(busyTimeout: 0.05).makeContext()
        let other = try file.connection()
        try other.execute("BEGIN IMMEDIATE; INSERT INTO customer (name) VALUES ('other')")
        let ada = Customer(in: context, name: "Ada")
        expectBusy { try context.save() }
        #expect(context.insertedObjects == [ada])
        #expect(ada.objectID.isTemporary)

        try other.execute("COMMIT")
        try context.save()
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["other", "Ada"])
    }

    private func expectBusy(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { try body() }
        // The other connection is one of this process.
        guard case .busy(let holder)? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
        #expect(holder == nil || holder?.processID == getpid(), sourceLocation: sourceLocation)
    }

    @Test func `a save waits for a lock that is given up in time`() throws {
        let context = try file.container(busyTimeout: 60).makeContext()
        let isLocked = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [file] in
            defer { isLocked.signal() }
            do {
                let other = try file.connection()
                try other.execute("BEGIN IMMEDIATE; INSERT INTO customer (name) VALUES ('other')")
                isLocked.signal()
                // However long this takes, the save below waits for it.
                Thread.sleep(forTimeInterval: 0.2)
                try other.execute("COMMIT")
            } catch {
                Issue.record(error)
            }
        }
        isLocked.wait()
        Customer(in: context, name: "Ada")
        try context.save()
        #expect(try file.column("SELECT name FROM customer ORDER BY _id") == ["other", "Ada"])
    }

    @Test func `reading does not wait for a writer`() throws {
        let context = try file.container(busyTimeout: 0.05).makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        let other = try file.connection()
        try other.execute("BEGIN IMMEDIATE; UPDATE customer SET name = 'changed'")
        let reading = try file.context()
        #expect(try Customer.byName(in: reading).map(\.name) == ["Ada"])
        try other.execute("COMMIT")
    }

    @Test(.filesOnly(.file)) func `opening a store that another process locks reports that it is busy`() throws {
        do { _ = try file.container() }
        do {
            let other = try file.connection()
            try other.execute("PRAGMA locking_mode = EXCLUSIVE; INSERT INTO customer (name) VALUES ('other')")
            expectBusy { _ = try file.container(busyTimeout: 0.05) }
        }
        let context = try file.context()
        #expect(try Customer.byName(in: context).map(\.name) == ["other"])
    }

    @Test(.filesOnly(.connection)) func `a store that is read-only is told as such, and the context keeps its changes`() throws {
        let container = try file.container()
        let context = try container.makeContext()
        let ada = Customer(in: context, name: "Ada")
        // Rights on files mean nothing to a superuser; this makes SQLite refuse in the same way.
        try container.databaseWriter.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = ON") }
        #expect(throws: StoreError.readOnly) { try context.save() }
        #expect(context.insertedObjects == [ada])
        try container.databaseWriter.writeWithoutTransaction { try $0.execute(sql: "PRAGMA query_only = OFF") }
        try context.save()
        #expect(try file.column("SELECT name FROM customer") == ["Ada"])
    }

    @Test func `a save that the database refuses is told as such, and the context keeps its changes`() throws {
        let context = try file.context()
        // A trigger stands for every reason that the database itself has to refuse.
        try file.execute("CREATE TRIGGER no BEFORE INSERT ON customer BEGIN SELECT RAISE(ABORT, 'not today'); END")
        let ada = Customer(in: context, name: "Ada")
        #expect(throws: StoreError.constraint(message: "not today")) { try context.save() }
        #expect(ada.objectID.isTemporary)
        try file.execute("DROP TRIGGER no")
        try context.save()
        #expect(ada.objectID.rowID == 1)
    }
}
