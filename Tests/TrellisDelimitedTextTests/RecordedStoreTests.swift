import ChronicleModel
import Testing
import Trellis

/// A store that keeps what it gets in a variable.
private final class BoxStore: AtomicStore, @unchecked Sendable {
    let path = "box"
    private var contents: AtomicStoreContents?
    private(set) var saves = 0

    func header() throws -> AtomicStoreHeader? { contents?.header }

    func load() throws -> AtomicStoreContents {
        guard let contents else { throw CancellationError() }
        return contents
    }

    func save(_ contents: AtomicStoreContents) throws {
        self.contents = contents
        saves += 1
    }

    func stamp() throws -> String? { contents == nil ? nil : "\(saves)" }
}

/// The history of a store of your own.
struct RecordedStoreTests {
    @Test func `it has the changes since the store was loaded, and readers do not save it`() throws {
        let store = BoxStore()
        for round in 0..<2 {
            let container = try PersistentContainer(for: Chronicle.self, at: .atomicStore(store))
            let context = try container.makeContext()
            #expect(try context.fetchAll(Circle.self).count == round)
            let reader = try container.history.register("test", after: .beginning)
            #expect(try reader.changes().isEmpty)
            Circle(in: context, title: "a")
            try context.save()
            let saves = store.saves
            #expect(try reader.changes().map(\.operation) == [.insert])
            try reader.markSeen(through: container.history.newestToken)
            #expect(store.saves == saves)
            try container.close()
        }
    }
}
