import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/deployment.md.
struct DeploymentCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("orders.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `opens a store`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()

        #expect(try context.fetchAll(Customer.self).isEmpty)
    }

    @Test func `reads what a store says, and moves and removes it`() throws {
        try PersistentContainer(for: Orders.self, at: .file(path)).close()
        var printed: [String] = []
        func print(_ parts: Any...) { printed = parts.map { "\($0)" } }

        let metadata = try StoreFile(path).metadata()
        print(metadata.model, metadata.version, metadata.uuid)

        #expect(printed.prefix(2) == ["Orders", "1"])
        let archive = folder.file("archive.sqlite")
        try StoreFile(path).move(to: archive)
        try StoreFile(archive).remove()
        #expect(StoreFile(path).files.isEmpty && StoreFile(archive).files.isEmpty)
    }

    @Test func `copies a store that is in use`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let writing = try container.makeContext()
        Order(in: writing, made: true, customer: Customer(in: writing, name: "Ada"))
        try writing.save()
        var printed: [String] = []
        func print(_ text: String) { printed.append(text) }

        let copy = folder.file("copy.sqlite")
        try container.backup(to: copy) { fraction in print("\(Int(fraction * 100)) %") }

        #expect(printed.last == "100 %")
        let context = try PersistentContainer(for: Orders.self, at: .file(copy), access: .readOnly).makeContext()
        #expect(try context.fetchAll(Order.self).count == 1)
    }

    @Test func `gives each request a context`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let writing = try container.makeContext()
        Order(in: writing, made: true, customer: Customer(in: writing, name: "Ada"))
        try writing.save()

        @Sendable func orders(of name: String) throws -> [Date] {
            let context = try container.makeContext()
            return try context.fetch(Order.where { $0.customer.name == name }).map(\.date)
        }

        #expect(try orders(of: "Ada").count == 1 && orders(of: "Grace").isEmpty)
    }

    @Test func `has each save wait for the disk`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .file(path), synchronous: .full)

        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        try context.save()
        let level = try container.databaseWriter.writeWithoutTransaction { database in
            try Int.fetchOne(database, sql: "PRAGMA synchronous")
        }
        #expect(level == 2)
    }
}
