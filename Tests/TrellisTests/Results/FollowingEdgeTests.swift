import AttributeOptionsModel
import Foundation
import GRDB
import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// Live results whose observers edit, controllers that come and go, and writes that SQLite does not report row by row.
struct FollowingEdgeTests {
    private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(day)) }

    private var byDate: Fetch<Order> { Fetch<Order>().sorted { [$0.date.ascending] } }

    private func context(days: Int, in container: PersistentContainer) throws -> ManagedObjectContext {
        let context = try container.makeContext()
        for day in 0..<days { Order(in: context, date: date(day)) }
        try context.save()
        return context
    }

    /// Runs code within the delegate's calls.
    private final class Script: FetchedResultsControllerDelegate {
        typealias Entity = Order
        var will: (FetchedResultsController<Order>) -> Void = { _ in }
        var did: (FetchedResultsController<Order>) -> Void = { _ in }

        func controllerWillChangeContent(_ controller: FetchedResultsController<Order>) { will(controller) }
        func controllerDidChangeContent(_ controller: FetchedResultsController<Order>) { did(controller) }
    }

    private func controller(
        _ context: ManagedObjectContext, _ delegate: some FetchedResultsControllerDelegate<Order>
    ) throws -> FetchedResultsController<Order> {
        let controller = FetchedResultsController(byDate, in: context, isolation: nil)
        controller.delegate = delegate
        try controller.performFetch()
        return controller
    }

    // MARK: Observers that edit

    @Test func `the results are the old ones until they have changed`() throws {
        let context = try context(days: 3, in: PersistentContainer(for: Orders.self, at: .fresh))
        let script = Script()
        var counts: [Int] = []
        script.will = { counts.append($0.count) }
        script.did = { counts.append($0.count) }
        let controller = try controller(context, script)
        Order(in: context, date: date(9))
        try context.processPendingChanges()
        try controller.setFetch(byDate.where { $0.paid })
        #expect(counts == [3, 4, 4, 0])
    }

    @Test func `an observer's edit is not reported to later results as a part of the change before`() throws {
        let context = try context(days: 4, in: PersistentContainer(for: Orders.self, at: .fresh))
        let orders = try context.fetch(byDate)
        let script = Script()
        var isFirst = true
        script.did = { _ in
            guard isFirst else { return }
            isFirst = false
            orders[0].date = date(100)
            Order(in: context, date: date(50))
            #expect(throws: Never.self) { try context.save() }
        }
        let first = try controller(context, script)
        let recorder = ChangeRecorder<Order>()
        let second = try controller(context, recorder)
        orders[0].paid = true
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == [
            "will", "update 0.0 to 0.0", "did", "will", "insert 0.3", "move 0.0 to 0.4", "update 0.0 to 0.4", "did",
        ])
        #expect(first.snapshot == second.snapshot)
    }

    @Test func `results that an observer fetches report nothing that they already show`() throws {
        let context = try context(days: 4, in: PersistentContainer(for: Orders.self, at: .fresh))
        let orders = try context.fetch(byDate)
        let (script, recorder) = (Script(), ChangeRecorder<Order>())
        var created: FetchedResultsController<Order>?
        script.did = { _ in
            guard created == nil else { return }
            orders[1].paid = true
            orders[1].date = date(100)
            created = try? controller(context, recorder)
            orders[2].made = true
        }
        let first = try controller(context, script)
        orders[0].paid = true
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "update 0.1 to 0.1", "did"])
        #expect(first.snapshot == created?.snapshot)
    }

    @Test func `a controller that an observer releases reports nothing`() throws {
        let context = try context(days: 4, in: PersistentContainer(for: Orders.self, at: .fresh))
        let (script, recorder) = (Script(), ChangeRecorder<Order>())
        var second: FetchedResultsController<Order>?
        script.did = { _ in second = nil }
        let first = try controller(context, script)
        second = try controller(context, recorder)
        try #require(try first.fetchedObjects.first).paid = true
        try context.processPendingChanges()
        #expect(second == nil)
        #expect(recorder.takeCalls() == [])
    }

    // MARK: Lazy attributes

    @Test func `a lazy value counts as changed if another version of the row is read, and otherwise not`() throws {
        let container = try PersistentContainer(for: AttributeOptions.self, at: .fresh)
        let context = try container.makeContext()
        let photo = Photo(in: context, title: "a", image: Data([1, 2]), note: "n", rating: 1, album: Album(in: context))
        try context.save()
        let id = photo.objectID
        context.reset()
        let controller = FetchedResultsController(Fetch<Photo>(), in: context, isolation: nil)
        let recorder = ChangeRecorder<Photo>()
        controller.delegate = recorder
        try controller.performFetch()
        let shown = try controller.object(at: IndexPath(indexes: [0, 0]))
        let other = try container.makeContext()
        let foreign = try #require(try other.find(Photo.self, id))
        foreign.image = Data([7])
        try other.save()
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
        #expect(shown.image == Data([7]))
        try context.refresh(shown)
        #expect(recorder.takeCalls() == [])
    }

    // MARK: Contexts that come and go

    @Test func `automatic merging is as before when the last results are gone`() throws {
        let context = try context(days: 1, in: PersistentContainer(for: Orders.self, at: .fresh))
        var controller: FetchedResultsController<Order>? = FetchedResultsController(byDate, in: context, isolation: nil)
        #expect(context.automaticallyMergesChanges)
        controller = nil
        #expect(!context.automaticallyMergesChanges)
        context.automaticallyMergesChanges = true
        controller = FetchedResultsController(byDate, in: context, isolation: nil)
        controller = nil
        #expect(context.automaticallyMergesChanges && controller == nil)
    }

    @Test func `results of a closed store report an error and ask nothing`() throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container()
        let context = try context(days: 1, in: container)
        try container.close()
        let controller = FetchedResultsController(byDate, in: context, isolation: nil)
        #expect(throws: StoreError.closed) { try controller.performFetch() }
    }

    @Test(.filesOnly(.databaseWriter)) func `a controller can be created and released within a write of your own`() throws {
        let file = try StoreFile(of: Orders.self)
        let container = try file.container()
        let context = try context(days: 3, in: container)
        let recorder = ChangeRecorder<Order>()
        var controller: FetchedResultsController<Order>?
        try container.databaseWriter.write { database in
            try database.execute(sql: #"UPDATE "order" SET date = 50 WHERE date = 0"#)
            controller = try self.controller(context, recorder)
            controller = nil
            controller = try self.controller(context, recorder)
        }
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "move 0.0 to 0.2", "update 0.0 to 0.2", "did"])
        #expect(try controller?.fetchedObjects.last?.date == date(50))
        try container.databaseWriter.write { _ in controller = nil }
    }

    /// A weak reference that other threads may read.
    private final class Weak: @unchecked Sendable {
        weak var object: AnyObject?
        init(_ object: AnyObject) { self.object = object }
    }

    private actor Screen {
        private var context: ManagedObjectContext?
        private var controller: FetchedResultsController<Order>?
        private var recorder = ChangeRecorder<Order>()

        func open(_ container: PersistentContainer) throws -> [Weak] {
            let context = try container.makeContext()
            let controller = FetchedResultsController(Fetch<Order>(), in: context)
            controller.delegate = recorder
            try controller.performFetch()
            (self.context, self.controller) = (context, controller)
            return [Weak(self), Weak(context), Weak(controller)]
        }

        func edit() {
            guard let context else { return }
            Order(in: context)
        }

        var reportCount: Int { recorder.changes.count }
    }

    @Test func `actors that own their contexts and results are released`() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        var references: [Weak] = []
        for number in 0..<10_000 {
            let screen = Screen()
            references += try await screen.open(container)
            if number % 100 == 0 { await screen.edit() }
            if number % 1_000 == 0 {
                for _ in 0..<2_000 {
                    if await screen.reportCount > 0 { break }
                    try await Task.sleep(for: .milliseconds(1))
                }
                let count = await screen.reportCount
                #expect(count == 1)
            }
        }
        // A report may be on its way.
        for _ in 0..<1_000 where references.contains(where: { $0.object != nil }) { try await Task.sleep(for: .milliseconds(5)) }
        #expect(references.count { $0.object != nil } == 0)
    }

    // MARK: Your own SQL

    @Test(.filesOnly(.databaseWriter)) func `several commits before the actor is free are one report`() async throws {
        try await Self.commitOften()
    }

    /// Not async, so that the write is not either.
    private static func pay(_ day: Int, in container: PersistentContainer) throws {
        try container.databaseWriter.write { try $0.execute(sql: #"UPDATE "order" SET paid = 1 WHERE date = ?"#, arguments: [day]) }
    }

    @MainActor private static func commitOften() async throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        let context = container.viewContext
        for day in 0..<5 { Order(in: context, date: Date(timeIntervalSinceReferenceDate: Double(day))) }
        try context.save()
        let controller = FetchedResultsController(Fetch<Order>().sorted { [$0.date.ascending] }, in: context)
        let recorder = ChangeRecorder<Order>()
        controller.delegate = recorder
        try controller.performFetch()
        try await Task.sleep(for: .milliseconds(50))
        for day in 0..<5 {
            try pay(day, in: container)
        }
        for _ in 0..<1_000 where recorder.changes.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await Task.sleep(for: .milliseconds(50))
        #expect(recorder.changes.map(\.updatedRows.count) == [5])
    }

    @Test(.filesOnly(.databaseWriter)) func `a table that is emptied, and connections that your own SQL makes, are followed`() throws {
        let container = try PersistentContainer(for: Society.self, at: .fresh)
        let context = try container.makeContext()
        let post = Post(in: context, title: "a")
        post.tags.append(Tag(in: context, name: "swift"))
        try context.save()
        context.reset()
        let controller = FetchedResultsController(Post.where { post in post.tags.any { $0.name == "swift" } }, in: context, isolation: nil)
        try controller.performFetch()
        #expect(controller.count == 1)
        try container.databaseWriter.write { try $0.execute(sql: "DELETE FROM post_tags") }
        try context.processPendingChanges()
        #expect(controller.count == 0)
        try container.databaseWriter.write {
            let (post, tag) = (try Int64.fetchOne($0, sql: "SELECT _id FROM post"), try Int64.fetchOne($0, sql: "SELECT _id FROM tag"))
            let columns = try $0.columns(in: "post_tags").map(\.name).filter { $0 == "post_id" || $0 == "tag_id" }
            try $0.execute(
                sql: "INSERT INTO post_tags (\(columns.joined(separator: ", "))) VALUES (?, ?)",
                arguments: StatementArguments(columns.map { $0.hasPrefix("post") ? post : tag }))
        }
        try context.processPendingChanges()
        #expect(controller.count == 1)
        let all = FetchedResultsController(Fetch<Tag>(), in: context, isolation: nil)
        try all.performFetch()
        try container.databaseWriter.write { try $0.execute(sql: "DELETE FROM tag") }
        try context.processPendingChanges()
        #expect(all.count == 0 && controller.count == 0)
    }

    @Test(.filesOnly(.statements)) func `saves of a context are not mistaken for SQL of your own`() throws {
        let container = try PersistentContainer(for: Orders.self, at: .fresh)
        let context = try context(days: 5, in: container)
        let controller = FetchedResultsController(byDate, in: context, isolation: nil)
        try controller.performFetch()
        let other = try container.makeContext()
        for order in try other.fetch(byDate).prefix(2) { try other.delete(order) }
        try other.save()
        try other.fetch(byDate).first?.paid = true
        try other.save()
        let statements = try context.recordStatements { try context.processPendingChanges() }.statements
        #expect(statements.allSatisfy { $0.purpose != .fetch || $0.sql.contains("IN (") }, "\(statements)")
        #expect(controller.count == 3)
    }
}
