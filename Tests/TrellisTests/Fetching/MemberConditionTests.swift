import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Conditions on members of to-many relationships, while a context has edits that are not saved: the answer is that of a
/// naive filter of all objects, and that of the store after the save.
struct MemberConditionTests {
    /// All objects that are there, by class.
    private final class World {
        let context: ManagedObjectContext
        var albums: [Album] = []
        var tracks: [Track] = []
        var posts: [Post] = []
        var tags: [Tag] = []
        var people: [Person] = []
        let city: City
        static let names = ["", "a", "A", "\u{e9}", "e\u{301}", "b\u{0}"]

        init(_ context: ManagedObjectContext) {
            self.context = context
            city = City(in: context, name: "c")
            _ = Country(in: context, name: "l", capital: city)
        }

        func edit(_ random: inout SeededGenerator) throws {
            let name = Self.names.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<20, using: &random) {
            case 0: albums.append(Album(in: context, title: name))
            case 1, 2: tracks.append(Track(in: context, title: name, album: albums.randomElement(using: &random)))
            case 3: tracks.randomElement(using: &random)?.title = name
            case 4: tracks.randomElement(using: &random)?.album = albums.randomElement(using: &random)
            case 5: tracks.randomElement(using: &random)?.album = nil
            case 6: posts.append(Post(in: context, title: name))
            case 7: tags.append(Tag(in: context, name: name))
            case 8: tags.randomElement(using: &random)?.name = name
            case 9, 10:
                guard let tag = tags.randomElement(using: &random), tag.posts.count < 3 else { return }
                posts.randomElement(using: &random)?.tags.append(tag)
            case 11:
                guard let post = posts.randomElement(using: &random), let tag = post.tags.first else { return }
                post.tags.remove(tag)
            case 12: people.append(Person(in: context, name: name, birthplace: city))
            case 13: people.randomElement(using: &random)?.name = name
            case 14:
                guard let person = people.randomElement(using: &random) else { return }
                posts.randomElement(using: &random)?.readers.insert(person)
            case 15:
                guard let person = people.randomElement(using: &random) else { return }
                people.randomElement(using: &random)?.friends.insert(person)
            case 16:
                guard let person = people.randomElement(using: &random), let friend = Array(person.friends).first else { return }
                person.friends.remove(friend)
            case 17:
                guard let person = people.randomElement(using: &random) else { return }
                people.randomElement(using: &random)?.following.append(person)
            case 18:
                if let tag = tags.randomElement(using: &random) { try context.delete(tag) }
                if Bool.random(using: &random), let album = albums.randomElement(using: &random) { try context.delete(album) }
            default:
                if let person = people.randomElement(using: &random) { try context.delete(person) }
                if Bool.random(using: &random), let track = tracks.randomElement(using: &random) { try context.delete(track) }
            }
            albums.removeAll(where: \.isDeleted)
            tracks.removeAll(where: \.isDeleted)
            tags.removeAll(where: \.isDeleted)
            people.removeAll(where: \.isDeleted)
        }
    }

    /// A condition in two forms.
    private struct Question<Root: ManagedObject> {
        var condition: Condition
        var isMet: (Root) -> Bool

        init(_ condition: Condition, _ isMet: @escaping (Root) -> Bool) {
            self.condition = condition
            self.isMet = isMet
        }

        static func random(_ leaves: [Question<Root>], _ random: inout SeededGenerator, depth: Int = 2) -> Question<Root> {
            let first = leaves.randomElement(using: &random) ?? leaves[0]
            if depth == 0 { return first }
            let (left, right) = (self.random(leaves, &random, depth: depth - 1), self.random(leaves, &random, depth: depth - 1))
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return Question(.and([left.condition, right.condition])) { left.isMet($0) && right.isMet($0) }
            case 1: return Question(.or([left.condition, right.condition])) { left.isMet($0) || right.isMet($0) }
            case 2: return Question(.not(left.condition)) { !left.isMet($0) }
            default: return first
            }
        }
    }

    private static func same(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private static func compares(_ path: String, _ sign: Comparison, _ text: String) -> Condition {
        .compare(path, sign, .text(text))
    }

    private static func count(_ path: String, _ sign: Comparison, _ number: Int64, where filter: MemberSet.Filter? = nil)
        -> Condition
    {
        let members = MemberSet(path: path.split(separator: ".").map(String.init), filter: filter)
        return .comparison(Operand(.aggregate(.count, members, of: [])), sign, Operand(.value(.integer(number))))
    }

    private static func albums(_ name: String, _ track: Track?) -> [Question<Album>] {
        let ofItself = MemberSet.Filter(
            variable: "t",
            condition: .and([
                .text(Operand(.variable("t", path: ["title"])), TextComparison(.beginsWith), Operand(.value(.text(name)))),
                .comparison(Operand(.variable("t", path: ["album"])), .equal, Operand(.keyPath([]))),
            ]))
        return [
            Question(.quantified(.any, compares("tracks.title", .equal, name))) { $0.tracks.contains { same($0.title, name) } },
            Question(.quantified(.all, compares("tracks.title", .notEqual, name))) {
                $0.tracks.allSatisfy { !same($0.title, name) }
            },
            Question(.quantified(.none, compares("tracks.title", .less, name))) {
                !$0.tracks.contains { $0.title.utf8.lexicographicallyPrecedes(name.utf8) }
            },
            Question(count("tracks", .less, 2)) { $0.tracks.count < 2 },
            Question(count("tracks", .equal, 1, where: ofItself)) {
                $0.tracks.filter { $0.title.utf8.starts(with: name.utf8) }.count == 1
            },
            Question(.membership(Operand(.value(track?.conditionValue ?? .null)), in: .path("tracks"))) { album in
                track.map { album.tracks.contains($0) } ?? false
            },
            Question(compares("title", .equal, name)) { same($0.title, name) },
        ]
    }

    private static func posts(_ name: String, _ person: Person?) -> [Question<Post>] {
        [
            Question(.quantified(.any, compares("tags.name", .equal, name))) { $0.tags.contains { same($0.name, name) } },
            Question(.quantified(.all, compares("tags.name", .equal, name))) { $0.tags.allSatisfy { same($0.name, name) } },
            Question(.quantified(.any, compares("tags.posts.title", .equal, name))) {
                $0.tags.contains { $0.posts.contains { same($0.title, name) } }
            },
            Question(count("tags.posts", .greater, 2)) { $0.tags.map(\.posts.count).reduce(0, +) > 2 },
            Question(.quantified(.any, compares("readers.friends.name", .notEqual, name))) {
                $0.readers.contains { $0.friends.contains { !same($0.name, name) } }
            },
            Question(.membership(Operand(.value(person?.conditionValue ?? .null)), in: .path("readers"))) { post in
                person.map { post.readers.contains($0) } ?? false
            },
        ]
    }

    private static func people(_ name: String) -> [Question<Person>] {
        [
            Question(.quantified(.any, compares("friends.name", .equal, name))) { $0.friends.contains { same($0.name, name) } },
            Question(.quantified(.none, compares("followers.name", .equal, name))) {
                !$0.followers.contains { same($0.name, name) }
            },
            Question(count("following.followers", .greaterOrEqual, 2)) { $0.following.map(\.followers.count).reduce(0, +) >= 2 },
            Question(.quantified(.all, compares("following.name", .equal, name))) {
                $0.following.allSatisfy { same($0.name, name) }
            },
        ]
    }

    /// The keys of what is found, after a check that it is what is asked for.
    private static func found<Root: ManagedObject>(_ question: Question<Root>, among all: [Root], in world: World) throws
        -> [ObjectID]
    {
        let found = try world.context.fetch(Fetch<Root>(where: question.condition))
        let expected = all.filter { !$0.isDeleted && question.isMet($0) }
        #expect(
            Set(found) == Set(expected) && found.count == expected.count,
            "found \(found.map(\.objectID)), expected \(expected.map(\.objectID)): \(question.condition)")
        return expected.map(\.objectID)
    }

    @Test(.filesOnly(.nul)) func `random conditions on members see random edits that are not saved`() throws {
        var random = SeededGenerator.forTests()
        let file = try StoreFile(of: Society.self)
        let world = World(try file.context())
        for round in 1...TestScale.count(30, long: 4_000) {
            for _ in 0..<Int.random(in: 1...4, using: &random) { try world.edit(&random) }
            let name = World.names.randomElement(using: &random) ?? ""
            let albums = Question.random(Self.albums(name, world.tracks.randomElement(using: &random)), &random)
            let posts = Question.random(Self.posts(name, world.people.randomElement(using: &random)), &random)
            let people = Question.random(Self.people(name), &random)
            _ = try Self.found(albums, among: world.albums, in: world)
            _ = try Self.found(posts, among: world.posts, in: world)
            _ = try Self.found(people, among: world.people, in: world)
            guard round.isMultiple(of: 5) else { continue }
            try world.context.save()
            // Another context asks the store alone.
            let other = try file.context()
            let keptPeople = try Self.found(people, among: world.people, in: world)
            // The object has a permanent key by now: a condition that was made before matches no object.
            if albums.condition.objects.allSatisfy({ $0.key > 0 }) {
                let kept = try Self.found(albums, among: world.albums, in: world)
                #expect(try Set(other.fetch(Fetch<Album>(where: albums.condition)).map(\.objectID)) == Set(kept))
            }
            #expect(try Set(other.fetch(Fetch<Person>(where: people.condition)).map(\.objectID)) == Set(keptPeople))
        }
    }

    @Test func `a connection that is not saved changes what is found, though it changes no object's values`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let (post, tag) = (Post(in: context, title: "p"), Tag(in: context, name: "t"))
        try context.save()
        let condition = Condition.quantified(.any, .compare("tags.name", .equal, .text("t")))
        #expect(try context.fetch(Fetch<Post>(where: condition)).isEmpty)
        post.tags.append(tag)
        #expect(try context.fetch(Fetch<Post>(where: condition)) == [post])
        #expect(try context.fetch(Fetch<Post>(where: .not(condition))).isEmpty)
        try context.save()
        #expect(try context.fetch(Fetch<Post>(where: condition)) == [post])
        post.tags.remove(tag)
        #expect(try context.fetch(Fetch<Post>(where: condition)).isEmpty)
    }

    @Test(.filesOnly(.functions)) func `a regular expression that would run for ever is stopped with the same error, saved or not`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let post = Post(in: context, title: String(repeating: "a", count: 60))
        let condition = Condition.text(.path("title"), TextComparison(.matches), Operand(.value(.text("(a+)+b"))))
        let unsaved = #expect(throws: StoreError.self) { try context.fetch(Fetch<Post>(where: condition)) }
        try context.save()
        let saved = #expect(throws: StoreError.self) { try context.fetch(Fetch<Post>(where: condition)) }
        #expect(unsaved == saved)
        #expect(saved?.description.contains("was stopped") == true)
        post.title = "b"
    }
}
