import ChronicleModel
import Foundation
import TestSupport
import Testing
import Trellis

/// The Swift of Documentation/guides/history.md.
struct HistoryCode {
    @Test func `a reader follows a store`() throws {
        let container = try PersistentContainer(for: Chronicle.self, at: .inMemory)
        let context = try container.makeContext()
        let index = SearchIndex()

        context.transactionAuthor = "app"
        context.name = "import"

        context.automaticallyMergesChanges = true

        let reader = try container.history.register("search-index")
        let member = Member(in: context, name: "Ada", info: "tall")
        try context.save()
        member.name = "Ada L."
        try context.save()

        let newest = try container.history.newestToken
        for change in try reader.changes(of: Member.self, through: newest) {
            switch change.operation {
            case .insert: try index.add(change.objectID)
            case .update: if change.hasChanged({ $0.name }) { try index.add(change.objectID) }
            case .delete: try index.remove(change.preservedValue { $0.name })
            }
        }
        try reader.markSeen(through: newest)

        #expect(index.added == [member.objectID, member.objectID])
        #expect(try reader.changes().isEmpty)

        let purge = try container.history.purge()
        for reader in purge.laggingReaders { print("\(reader.name) lacks \(reader.unseenCount) changes") }
        try container.history.purge(.before(Date(timeIntervalSinceNow: -30 * 86_400)))

        #expect(purge.removedCount == 1)
    }

    @Test func `a reader in parts begins again if it was too late`() throws {
        let container = try PersistentContainer(for: Chronicle.self, at: .inMemory)
        let context = try container.makeContext()
        let reader = try container.history.register("upload")
        for number in 0..<5 {
            Circle(in: context, title: "\(number)")
            try context.save()
        }
        var uploads = 0
        func upload(_ changes: [HistoryChange]) { uploads += changes.count }
        var restarts = 0
        func uploadEverything() { restarts += 1 }

        do {
            while case let changes = try reader.changes(limit: 2), let last = changes.last {
                upload(changes)
                try reader.markSeen(through: last.token)
            }
        } catch HistoryError.purged(_, let newest) {
            uploadEverything()
            try reader.markSeen(through: newest)
        }

        #expect(uploads == 5 && restarts == 0)
    }
}

/// An index of names.
private final class SearchIndex {
    var added: [ObjectID] = []
    var removed: [String] = []

    func add(_ id: ObjectID) throws { added.append(id) }

    func remove(_ name: String?) throws { if let name { removed.append(name) } }
}
