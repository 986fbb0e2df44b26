import ChronicleModel
import Foundation
import Testing
import Trellis

/// Readers of the history, and purges.
struct HistoryReaderTests {
    private let file: StoreFile<Chronicle>
    private let container: PersistentContainer
    private let context: ManagedObjectContext
    private var history: ChangeHistory { container.history }

    init() throws {
        file = try StoreFile(of: Chronicle.self)
        container = try file.container()
        context = try container.makeContext()
    }

    private func insert(_ count: Int) throws {
        for number in 0..<count {
            Circle(in: context, title: "\(number)")
            try context.save()
        }
    }

    @Test func `a reader sees each change until it marks it as seen, also in another container`() throws {
        let reader = try history.register("index")
        try insert(3)
        #expect(try reader.changes(limit: 2).count == 2)
        #expect(try reader.changes().count == 3)
        try reader.markSeen(through: try reader.changes(limit: 2)[1].token)
        let again = try file.container().history.register("index")
        #expect(try again.changes(of: Circle.self).map(\.token.number) == [3])
        try again.markSeen(through: .beginning)
        #expect(try reader.changes().count == 1)
        #expect(try reader.token.number == 2)
    }

    @Test func `what comes while a reader reads stays unseen`() throws {
        let reader = try history.register("index")
        try insert(2)
        let newest = try history.newestToken
        try insert(1)
        #expect(try reader.changes(through: newest).map(\.token.number) == [1, 2])
        #expect(try reader.changes(of: Circle.self, through: newest).map(\.token.number) == [1, 2])
        #expect(try history.changes(after: .beginning, through: newest, limit: 1).map(\.token.number) == [1])
        try reader.markSeen(through: newest)
        #expect(try reader.changes(of: Circle.self).map(\.token.number) == [3])
    }

    @Test func `a new reader begins with the newest change, or where it asks`() throws {
        try insert(2)
        #expect(try history.register("a").changes().isEmpty)
        #expect(try history.register("b", after: .beginning).changes().count == 2)
        #expect(try history.readers.map(\.name) == ["a", "b"])
        #expect(try history.readers.map(\.unseenCount) == [0, 2])
    }

    @Test func `a purge removes what every reader has seen, and reports who lags`() throws {
        let (fast, slow) = (try history.register("fast"), try history.register("slow"))
        try insert(5)
        try fast.markSeen(through: history.newestToken)
        try slow.markSeen(through: slow.changes()[1].token)
        let purge = try history.purge()
        #expect(purge.removedCount == 2)
        #expect(purge.laggingReaders.map(\.name) == ["slow"])
        #expect(purge.laggingReaders.map(\.unseenCount) == [3] && purge.laggingReaders.map(\.hasLostChanges) == [false])
        #expect(try slow.changes().count == 3)
        #expect(try file.column("SELECT count(*) FROM _trellis_history_transaction") == ["3"])
    }

    @Test func `a reader whose changes were purged is told so, and goes on from the newest`() throws {
        let reader = try history.register("index")
        try insert(5)
        let purge = try history.purge(.keepingNewest(2))
        #expect(purge.removedCount == 3 && purge.laggingReaders.map(\.hasLostChanges) == [true])
        let newest = try history.newestToken
        #expect(throws: HistoryError.purged(after: .beginning, newest: newest)) { try reader.changes() }
        try reader.markSeen(through: newest)
        try insert(1)
        #expect(try reader.changes().count == 1)
    }

    @Test func `without readers a purge leaves the newest change, so that no token is given twice`() throws {
        try insert(3)
        #expect(try history.purge().removedCount == 2)
        #expect(try history.purge().removedCount == 0)
        #expect(try history.purge(.keepingNewest(0)).removedCount == 0)
        try insert(1)
        #expect(try history.newestToken.number == 4)
    }

    @Test func `a purge by age removes transactions before a time`() throws {
        try insert(2)
        let time = Date()
        try insert(2)
        #expect(try history.purge(.before(time)).removedCount == 2)
        #expect(try history.purge(.before(.distantPast)).removedCount == 0)
    }

    @Test func `an unregistered reader keeps nothing`() throws {
        let reader = try history.register("index")
        try insert(2)
        try reader.unregister()
        #expect(throws: HistoryError.unknownReader("index")) { try reader.changes() }
        #expect(throws: HistoryError.unknownReader("index")) { try reader.markSeen(through: .beginning) }
        #expect(try history.purge().removedCount == 1)
    }

    @Test func `a token of another store is refused`() throws {
        try insert(1)
        let otherFile = try StoreFile(of: Chronicle.self)
        let other = try otherFile.container()
        let token = try history.newestToken
        #expect(throws: HistoryError.unknownToken(token, newest: .beginning)) { try other.history.changes(after: token) }
        #expect(throws: HistoryError.unknownToken(token, newest: .beginning)) { try other.history.register("a", after: token) }
    }

    @Test func `a token is encoded as its number`() throws {
        try insert(2)
        let token = try history.newestToken
        let data = try JSONEncoder().encode([token])
        #expect(String(decoding: data, as: UTF8.self) == "[2]")
        #expect(try JSONDecoder().decode([HistoryToken].self, from: data) == [token])
    }

    @Test func `errors say what to do`() {
        #expect("\(HistoryError.unknownReader("a"))" == "no reader of the history is called 'a': register the reader first")
        #expect(HistoryError.notRecorded(model: "A").recoverySuggestion == "Add 'history: true' to the model.")
    }
}
