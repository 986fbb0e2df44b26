import Foundation
import TestSupport
import Testing
import Trellis
import TrellisDelimitedText

/// The Swift of Documentation/guides/own-stores.md.
struct OwnStoresCode {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `keeps objects in text files`() throws {
        func DelimitedTextStore(folder name: String) -> TrellisDelimitedText.DelimitedTextStore { .init(folder: folder.file(name)) }

        let store = DelimitedTextStore(folder: "orders")
        let container = try PersistentContainer(for: Orders.self, at: .atomicStore(store))

        let context = try container.makeContext()
        Order(in: context, made: true, customer: Customer(in: context, name: "Ada, of London"))
        try context.save()
        let text = try String(contentsOfFile: folder.file("orders/Customer.csv"), encoding: .utf8)
        #expect(text.contains("\"Ada, of London\""))
    }

    @Test func `keeps objects in one file, and copies them`() throws {
        let path = folder.file("orders.json")
        do {
            let container = try PersistentContainer(for: Orders.self, at: .atomicStore(JSONFileStore(path: path)))
            let context = try container.makeContext()
            Order(in: context, made: true, customer: Customer(in: context, name: "Ada"))
            try context.save()
        }
        let container = try PersistentContainer(for: Orders.self, at: .atomicStore(JSONFileStore(path: path)))
        let context = try container.makeContext()
        #expect(try context.fetchAll(Order.self).map { $0.customer?.name } == ["Ada"])
        func DelimitedTextStore(folder name: String) -> TrellisDelimitedText.DelimitedTextStore { .init(folder: folder.file(name)) }

        let text = try container.copy(to: .atomicStore(DelimitedTextStore(folder: "export")))

        let copied = try text.makeContext()
        #expect(try copied.fetchAll(Order.self).map { $0.customer?.name } == ["Ada"])
    }
}

struct JSONFileStore: AtomicStore {
    let path: String
    private var file: URL { URL(filePath: path) }
    private var exists: Bool { FileManager.default.fileExists(atPath: path) }

    func header() throws -> AtomicStoreHeader? { exists ? try load().header : nil }

    func load() throws -> AtomicStoreContents {
        try JSONDecoder().decode(AtomicStoreContents.self, from: Data(contentsOf: file))
    }

    func save(_ contents: AtomicStoreContents) throws {
        // Foundation writes another file, and renames it.
        try JSONEncoder().encode(contents).write(to: file, options: .atomic)
    }

    func stamp() throws -> String? {
        guard exists else { return nil }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return "\(attributes[.modificationDate] ?? "") \(attributes[.systemFileNumber] ?? "")"
    }
}
