import Foundation
import GRDB
import RelationshipsModel
import Testing
@testable import Trellis

/// GRDB reports all changes of a save to observers of tables, even changes of rows without an object.
@Suite(.filesOnly(.databaseWriter))
struct ConnectionObserverTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    init() throws {
        (file, context) = try StoreFile.withContext()
    }

    /// How many changes an observer of a table got from `body`.
    private func notices(of table: String, by body: () throws -> Void) throws -> Int {
        let count = Counter()
        let observation = DatabaseRegionObservation(tracking: Table(table))
        let cancellable = observation.start(in: context.container.writer, onError: { _ in }, onChange: { _ in count.add() })
        defer { cancellable.cancel() }
        try body()
        return count.value
    }

    private final class Counter: Sendable {
        private let lock = NSLock()
        nonisolated(unsafe) private var count = 0

        func add() { lock.withLock { count += 1 } }
        var value: Int { lock.withLock { count } }
    }

    @Test func `connections that are made, ordered and undone are told, once a save`() throws {
        let post = Post(in: context, title: "post")
        let tags = ["a", "b"].map { Tag(in: context, name: $0) }
        try context.save()
        let made = try notices(of: "post_tags") {
            post.tags.replace(with: tags)
            try context.save()
        }
        #expect(made == 1)
        let ordered = try notices(of: "post_tags") {
            post.tags.move(from: 0, to: 1)
            try context.save()
        }
        #expect(ordered == 1)
        let undone = try notices(of: "post_tags") {
            tags[0].posts.removeAll()
            try context.save()
        }
        #expect(undone == 1)
        let other = try notices(of: "post_tags") {
            post.title = "changed"
            try context.save()
        }
        #expect(other == 0)
    }

    @Test func `places in the members' own table are told`() throws {
        let album = Album(in: context, title: "album")
        for title in ["a", "b"] { Track(in: context, title: title, album: album) }
        try context.save()
        let told = try notices(of: "track") {
            album.tracks.move(from: 0, to: 1)
            try context.save()
        }
        #expect(told == 1)
    }

    @Test func `rows that go with an object at either end are told`() throws {
        let people = try Person.people("a", "b", "c", in: context)
        let post = Post(in: context, title: "post")
        people[0].followers.insert(people[1])
        people[0].friends.insert(people[2])
        post.readers.replace(with: people)
        try context.save()
        #expect(
            try notices(of: "person_followers") {
                try context.delete(people[1])
                try context.save()
            } == 1)
        #expect(
            try notices(of: "person_friends") {
                try context.delete(people[2])
                try context.save()
            } == 1)
        #expect(
            try notices(of: "post_readers") {
                try context.delete(post)
                try context.save()
            } == 1)
    }

    @Test func `rows that go with an object that nothing leads back from are told`() throws {
        let people = try Person.people("a", in: context)
        Post(in: context, title: "post").readers.insert(people[0])
        try context.save()
        let fresh = try context.container.makeContext()
        let told = try notices(of: "post_readers") {
            try fresh.delete(try fresh.named("a") as Person)
            try fresh.save()
        }
        #expect(told == 1)
        #expect(try file.rows("SELECT * FROM post_readers").isEmpty)
    }

    @Test func `keys without an inverse that are cleared are told`() throws {
        let people = try Person.people("a", in: context)
        people[0].home = City(withCountryIn: context, name: "Paris")
        try context.save()
        let fresh = try context.container.makeContext()
        let told = try notices(of: "person") {
            try fresh.delete(try fresh.named("Land of Paris") as Country)
            try fresh.save()
        }
        #expect(told == 1)
        #expect(try file.column("SELECT home_id FROM person") == ["NULL"])
    }
}
