import ChronicleModel
import Foundation
import TestSupport
import Testing
import Trellis

/// Contexts and live lists that take what other containers and plain SQL write from the change history.
@Suite("Other processes' changes by the history", .serialized)
struct ForeignHistoryTests {
    /// How long a context may take to see what others have committed.
    private static let patience = 5.0

    /// Lists of every strategy, each compared with a fresh fetch.
    private final class Lists {
        private let checks: [() throws -> Bool]
        private let controllers: [AnyObject]

        init(in context: ManagedObjectContext) throws {
            var (checks, controllers) = ([() throws -> Bool](), [AnyObject]())
            func follow<Entity: ManagedObject>(_ fetch: Fetch<Entity>) throws {
                let controller = FetchedResultsController(fetch, in: context, isolation: nil)
                try controller.performFetch()
                controllers.append(controller)
                checks.append { [unowned controller] in
                    let fresh = try context.container.makeContext().fetch(fetch).map(\.objectID)
                    return controller.snapshot.ids == fresh
                }
            }
            try follow(Fetch<Member>().sorted { [$0.name.ascending] })
            try follow(Member.where { $0.visitCount > 1 }.sorted { [$0.name.descending] })
            try follow(Visit.where { $0.member.name.beginsWith("m") }.sorted { [$0.date.ascending] })
            try follow(Visit.where { $0.minutes < 9 }.sorted { [$0.minutes.descending, $0.date.ascending] }.limit(3))
            try follow(Circle.where { circle in circle.members.any { $0.fee != nil } }.sorted { [$0.title.ascending] })
            try follow(Item.where { $0.borrower.home.city != nil }.sorted { [$0.title.ascending] })
            (self.checks, self.controllers) = (checks, controllers)
        }

        /// The numbers of the lists that are not as a fetch finds them.
        func wrong() throws -> [Int] { try checks.indices.filter { try !checks[$0]() } }
    }

    /// All objects with their values and relationships, as a context shows them.
    private static func picture(_ context: ManagedObjectContext) throws -> [String] {
        func ids<Object: ManagedObject>(_ objects: some Sequence<Object>) -> String { objects.map { "\($0.objectID)" }.joined(separator: ",") }
        let members = try context.fetchAll(Member.self).map { member in
            "\(member.objectID) \(member.name) \(member.info ?? "-") \(member.fee ?? 0) \(member.home?.street ?? "-") \(member.visitCount) "
                + "\(member.photo?.count ?? 0) v:\(ids(member.visits)) c:\(ids(member.circles)) f:\(ids(member.friends).split(separator: ",").sorted()) "
                + "l:\(ids(member.loans).split(separator: ",").sorted())"
        }
        let visits = try context.fetchAll(Visit.self).map { "\($0.objectID) \($0.date) \($0.minutes) \($0.member?.name ?? "-")" }
        let circles = try context.fetchAll(Circle.self).map { circle in
            "\(circle.objectID) \(circle.title) \(ids(circle.members).split(separator: ",").sorted()) \(ids(circle.readings).split(separator: ",").sorted())"
        }
        let items = try context.fetchAll(Item.self).map { "\($0.objectID) \($0.title) \($0.borrower?.name ?? "-")" }
        return (members + visits + circles + items).sorted()
    }

    @Test func `a context with lists shows the file after each change of another container`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(2, long: 40) { try run(&random) }
    }

    private func run(_ random: inout SeededGenerator) throws {
        let file = try StoreFile(of: Chronicle.self)
        let (mine, other) = (try file.container(), try file.container())
        let context = try mine.makeContext()
        context.automaticallyMergesChanges = true
        let lists = try Lists(in: context)
        var session = ChronicleSession(try other.makeContext(), random)
        // A container on a cluster does not notice it.
        let plain = TestStore.isOnCluster ? nil : try file.connection()
        for step in 0..<40 {
            _ = try session.step(plain)
            if step % 5 == 0 {
                // A save of its own in between is no change of others.
                Circle(in: context, title: "own \(step)")
                try context.save()
                session.context.reset()
            }
            let expected = try Self.picture(try mine.makeContext())
            let deadline = Date(timeIntervalSinceNow: Self.patience)
            var (shown, wrong) = ([String](), [Int]())
            repeat {
                try context.processPendingChanges()
                (shown, wrong) = (try Self.picture(context), try lists.wrong())
                if shown == expected, wrong.isEmpty { break }
                Thread.sleep(forTimeInterval: 0.005)
            } while Date() < deadline
            let difference = shown.difference(from: expected).map { "\($0)" }
            #expect(shown == expected && wrong.isEmpty, "step \(step): lists \(wrong), \(difference)")
            if shown != expected || !wrong.isEmpty { return }
        }
        random = session.random
    }

    @Test func `a change of one row reads one row, and not all`() throws {
        let file = try StoreFile(of: Chronicle.self)
        let counter = RowCounter()
        let mine = try file.container(observers: [StatementObserver { counter.add($0) }])
        let context = try mine.makeContext()
        for number in 0..<300 { Circle(in: context, title: String(format: "%03d", number)) }
        try context.save()
        let controller = FetchedResultsController(Fetch<Circle>().sorted { [$0.title.ascending] }, in: context, isolation: nil)
        try controller.performFetch()
        let circles = try context.fetchAll(Circle.self)
        // The monitor's first answer.
        Thread.sleep(forTimeInterval: 0.2)
        try context.processPendingChanges()
        counter.reset()
        try file.execute("UPDATE circle SET title = '999' WHERE _id = 1")
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while circles[0].title != "999", Date() < deadline {
            Thread.sleep(forTimeInterval: 0.005)
            try context.processPendingChanges()
        }
        #expect(circles[0].title == "999")
        #expect(controller.snapshot.ids.last == circles[0].objectID)
        #expect(counter.rows < 20, "\(counter.rows) rows were read")
    }

    @Test(arguments: [true, false]) func `a row that plain SQL writes without its version is reported as updated, also without an object`(isLoaded: Bool) throws {
        let file = try StoreFile(of: Chronicle.self)
        let first = try file.context()
        let members = ["a", "b"].map { Member(in: first, name: $0) }
        try first.save()
        let context = try file.context()
        let list = FetchedResultsController(Fetch<Member>().sorted { [$0.name.ascending] }, in: context, isolation: nil)
        let recorder = ChangeRecorder<Member>()
        list.delegate = recorder
        try list.performFetch()
        let held = isLoaded ? try list.fetchedObjects : []
        try file.execute("UPDATE member SET info = 'x' WHERE name = 'b'")
        var updated: [ObjectID] = []
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while updated.isEmpty, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.005)
            try context.processPendingChanges()
            updated += recorder.take().flatMap { $0.updatedRows.map(\.id) }
        }
        #expect(updated == [members[1].objectID])
        withExtendedLifetime(held) {}
    }

    @Test(arguments: [true, false])
    func `other members that another container connects are no update of the objects, and another value is`(isLoaded: Bool) throws {
        let file = try StoreFile(of: Chronicle.self)
        let other = try file.context()
        let (ann, ben) = (Member(in: other, name: "a"), Member(in: other, name: "b"))
        let circles = ["c", "d"].map { Circle(in: other, title: $0) }
        let dune = Book(in: other, title: "Dune", pages: 7)
        ann.circles.append(circles[0])
        for day in 1...2 { Visit(in: other, date: Date(timeIntervalSinceReferenceDate: Double(day)), member: ben) }
        try other.save()
        let context = try file.context()
        let (members, memberReports) = try follow(Fetch<Member>().sorted { [$0.name.ascending] }, in: context)
        let (titles, titleReports) = try follow(Fetch<Circle>().sorted { [$0.title.ascending] }, in: context)
        let (visits, visitReports) = try follow(Fetch<Visit>().sorted { [$0.date.ascending] }, in: context)
        let inCircles = try follow(Member.where { member in member.circles.any { $0.title == "d" } }, in: context)
        let held: [ManagedObject] = isLoaded ? try members.fetchedObjects + titles.fetchedObjects + visits.fetchedObjects : []
        // The monitor's first answer.
        Thread.sleep(forTimeInterval: 0.2)
        try context.processPendingChanges()

        ann.circles.append(circles[1])
        ann.friends.insert(ben)
        circles[0].readings.insert(dune)
        circles[1].members.insert(ben)
        ben.circles.insert(circles[0], at: 0)
        // Places among ordered members, and a count that the database derives.
        ben.visits.move(from: 0, to: 1)
        Visit(in: other, date: Date(timeIntervalSinceReferenceDate: 3), member: ann)
        try other.save()
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while inCircles.list.count < 2 || visits.count < 3, Date() < deadline {
            Thread.sleep(forTimeInterval: 0.005)
            try context.processPendingChanges()
        }
        #expect(inCircles.list.count == 2 && visits.count == 3)
        #expect(visitReports.take().flatMap(\.updatedRows) == [])
        #expect(memberReports.take() == [] && titleReports.take() == [])
        #expect(try context.find(Member.self, ann.objectID)?.circles.map(\.title) == ["c", "d"])

        // Members and a value at once.
        ben.circles.remove(circles[0])
        ben.info = "x"
        try other.save()
        var updated: [ObjectID] = []
        let later = Date(timeIntervalSinceNow: Self.patience)
        while updated.isEmpty, Date() < later {
            Thread.sleep(forTimeInterval: 0.005)
            try context.processPendingChanges()
            updated += memberReports.take().flatMap { $0.updatedRows.map(\.id) }
        }
        #expect(updated == [ben.objectID] && titleReports.take() == [])
        withExtendedLifetime((held, inCircles, visits)) {}
    }

    private func follow<Entity: ManagedObject>(
        _ fetch: Fetch<Entity>, in context: ManagedObjectContext
    ) throws -> (list: FetchedResultsController<Entity>, recorder: ChangeRecorder<Entity>) {
        let list = FetchedResultsController(fetch, in: context, isolation: nil)
        let recorder = ChangeRecorder<Entity>()
        list.delegate = recorder
        try list.performFetch()
        return (list, recorder)
    }

    @Test func `a context that merges automatically sees another process without live lists`() throws {
        let file = try StoreFile(of: Chronicle.self)
        let context = try file.context()
        let circle = Circle(in: context, title: "a")
        try context.save()
        context.automaticallyMergesChanges = true
        try file.execute("UPDATE circle SET title = 'b'")
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        while circle.title != "b", Date() < deadline {
            Thread.sleep(forTimeInterval: 0.005)
            _ = try context.fetchAll(Visit.self)
        }
        #expect(circle.title == "b")
    }
}

/// Counts the rows that contexts read.
private final class RowCounter: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var rows: Int { lock.withLock { count } }

    func add(_ record: StatementRecord) { lock.withLock { count += record.rows } }

    func reset() { lock.withLock { count = 0 } }
}
