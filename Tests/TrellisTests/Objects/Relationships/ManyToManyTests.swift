import RelationshipsModel
import Testing
import Trellis

/// Many-to-many relationships.
struct ManyToManyTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let people: [Person]

    init() throws {
        (file, context) = try StoreFile.withContext()
        people = try Person.people("a", "b", "c", "d", in: context)
        try context.save()
    }

    /// Who is followed by whom.
    private func rows() throws -> [[String?]] {
        try file.rows("SELECT following_id, followers_id FROM person_followers ORDER BY 1, 2")
    }

    /// The titles of posts and the names of their tags.
    private func tagged() throws -> [[String]] {
        try file.rows("SELECT title, name FROM post_tags JOIN post ON post._id = post_id JOIN tag ON tag._id = tag_id")
            .map { $0.compactMap(\.self) }
    }

    private func followers(of name: String, in context: ManagedObjectContext) throws -> Set<String> {
        let person: Person = try context.named(name)
        return Set(person.followers.map(\.name))
    }

    @Test func `both ends follow each change, before and after the save`() throws {
        people[0].followers.insert(people[1])
        people[2].following.append(people[0])
        #expect(Array(people[1].following) == [people[0]])
        #expect(Set(people[0].followers) == [people[1], people[2]])
        #expect(people[0].following.isEmpty)
        try context.save()
        #expect(try rows() == [["1", "2"], ["1", "3"]])

        people[1].following.remove(people[0])
        #expect(Array(people[0].followers) == [people[2]])
        #expect(!people[0].followers.contains(people[1]))
        try context.save()
        #expect(try rows() == [["1", "3"]])
        people[0].followers.removeAll()
        #expect(people[2].following.isEmpty)
        try context.save()
        #expect(try rows().isEmpty)
    }

    @Test func `another context sees what was saved, from either end`() throws {
        people[0].followers.replace(with: [people[1], people[2]])
        people[3].followers.insert(people[1])
        try context.save()
        let other = try file.context()
        #expect(try followers(of: "a", in: other) == ["b", "c"])
        let second: Person = try other.named("b")
        #expect(second.following.map(\.name) == ["a", "d"])
        #expect(second.following.first?.followers.contains(second) == true)
    }

    @Test func `one can follow oneself`() throws {
        people[0].followers.insert(people[0])
        #expect(Array(people[0].following) == [people[0]])
        try context.save()
        #expect(try rows() == [["1", "1"]])
        let other = try file.context()
        #expect(try followers(of: "a", in: other) == ["a"])
        people[0].following.remove(people[0])
        #expect(people[0].followers.isEmpty)
        try context.save()
        #expect(try rows().isEmpty)
    }

    // MARK: What is not loaded

    @Test func `members come and go without being loaded, and are right when they are`() throws {
        people[0].followers.replace(with: [people[1], people[2]])
        try context.save()

        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        all[0].followers.insert(all[3])
        all[0].followers.remove(all[1])
        all[0].followers.insert(all[2])
        #expect(Set(all[0].followers) == [all[2], all[3]])
        #expect(all[1].following.isEmpty)
        #expect(Array(all[3].following) == [all[0]])
        try other.save()
        #expect(try rows() == [["1", "3"], ["1", "4"]])
    }

    @Test func `members that were never looked at are saved as well`() throws {
        people[0].followers.replace(with: [people[1], people[2]])
        try context.save()
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        all[3].following.append(all[0])
        all[1].following.remove(all[0])
        try other.save()
        #expect(try rows() == [["1", "3"], ["1", "4"]])
        // And the views that were not loaded then are right when they are loaded now.
        #expect(Set(all[0].followers) == [all[2], all[3]])
        #expect(all[1].following.isEmpty)
    }

    @Test func `contains asks the table, and knows what is pending`() throws {
        people[0].followers.insert(people[1])
        try context.save()
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        #expect(all[0].followers.contains(all[1]))
        #expect(!all[0].followers.contains(all[2]))
        #expect(all[1].following.contains(all[0]))
        all[1].following.remove(all[0])
        #expect(!all[0].followers.contains(all[1]))
        all[0].followers.insert(all[2])
        #expect(all[2].following.contains(all[0]))
        // No view was loaded until now: a row that cannot be read would be reported.
        #expect(try !other.fetchAll(Person.self).isEmpty)
    }

    // MARK: Changes and undone changes

    @Test func `adding what is there and removing what is not changes nothing`() throws {
        people[0].followers.insert(people[1])
        try context.save()
        people[0].followers.insert(people[1])
        people[1].following.append(people[0])
        people[0].followers.remove(people[2])
        #expect(!context.hasChanges)
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        all[0].followers.insert(all[1])
        all[0].followers.remove(all[2])
        #expect(!other.hasChanges)
    }

    @Test func `a member that is removed and added again without an order is no change`() throws {
        people[0].friends.insert(people[1])
        try context.save()
        for _ in 1...2 {
            people[0].friends.remove(people[1])
            #expect(context.hasChanges)
            people[1].friends.insert(people[0])
            #expect(!context.hasChanges)
        }
        people[0].friends.insert(people[2])
        people[0].friends.remove(people[2])
        #expect(!context.hasChanges)
        let (_, statements) = try context.recordStatements { try context.save() }
        #expect(statements.isEmpty)
    }

    @Test(arguments: [false, true])
    func `what is removed and added again in one save stays`(_ isLoaded: Bool) throws {
        people[0].followers.replace(with: [people[1], people[2]])
        try context.save()
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        if isLoaded { #expect(all[0].followers.count == 2) }
        all[0].followers.remove(all[1])
        all[0].followers.insert(all[1])
        all[0].followers.insert(all[3])
        all[0].followers.remove(all[3])
        all[0].followers.remove(all[2])
        #expect(Array(all[0].followers) == [all[1]])
        try other.save()
        #expect(try rows() == [["1", "2"]])
        all[0].followers.remove(all[1])
        try other.save()
        #expect(try rows().isEmpty)
    }

    @Test func `hasChanges reports connections, which are no change of a row`() throws {
        let readers = people
        let post = Post(in: context, title: "post")
        try context.save()
        post.readers.insert(readers[0])
        #expect(context.hasChanges)
        #expect(post.hasChanges)
        #expect(!post.isUpdated)
        #expect(context.updatedObjects.isEmpty)
        post.readers.remove(readers[0])
        #expect(!context.hasChanges)
        post.readers.insert(readers[0])
        people[0].friends.insert(people[1])
        #expect(people[1].hasChanges)
        try context.save()
        #expect(!context.hasChanges)
        #expect(!post.hasChanges)
        #expect(!people[1].hasChanges)
        let versions = try file.column("SELECT _version FROM person UNION ALL SELECT _version FROM post")
        #expect(versions == Array(repeating: "1", count: 5))
    }

    @Test func `unsaved objects are saved with what connects them, in whatever order they were made`() throws {
        let posts = ["p", "q"].map { Post(in: context, title: $0) }
        let tags = ["s", "t"].map { Tag(in: context, name: $0) }
        posts[0].tags.append(tags[1])
        tags[0].posts.append(posts[1])
        tags[1].posts.append(posts[1])
        let gone = Post(in: context, title: "gone")
        gone.tags.append(tags[0])
        try context.delete(gone)
        #expect(Array(tags[0].posts) == [posts[1]])
        try context.save()
        #expect(try Set(tagged()) == [["p", "t"], ["q", "s"], ["q", "t"]])
    }

    @Test func `a save that fails writes no connection and keeps them all`() throws {
        people[0].followers.insert(people[1])
        try context.save()
        people[0].followers.remove(people[1])
        people[0].followers.insert(people[2])
        let new = try Person.people("e", in: context)[0]
        new.following.append(people[0])
        new.birthplace = nil
        #expect(context.failuresOfSaving() == [Broken("Person.birthplace", .required)])
        #expect(try rows() == [["1", "2"]])
        #expect(context.hasChanges)
        #expect(Set(people[0].followers) == [people[2], new])

        new.birthplace = people[0].birthplace
        try file.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON person_followers BEGIN SELECT RAISE(ABORT, 'refused'); END")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(new.objectID.isTemporary)
        #expect(try rows() == [["1", "2"]])
        #expect(context.hasChanges)
        try file.execute("DROP TRIGGER refuse")
        try context.save()
        #expect(try rows() == [["1", "3"], ["1", "5"]])
        #expect(!context.hasChanges)
    }

    // MARK: Several contexts

    @Test func `two contexts add the same pair and remove the same pair`() throws {
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        all[0].followers.insert(all[1])
        people[0].followers.insert(people[1])
        try context.save()
        try other.save()
        #expect(try rows() == [["1", "2"]])
        all[0].followers.remove(all[1])
        people[1].following.remove(people[0])
        try other.save()
        try context.save()
        #expect(try rows().isEmpty)
    }

    @Test func `two contexts that connect one object with different ones do not conflict`() throws {
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        #expect(all[0].followers.isEmpty)
        all[0].followers.insert(all[1])
        people[0].followers.insert(people[2])
        try context.save()
        try other.save()
        #expect(try rows() == [["1", "2"], ["1", "3"]])
    }

    @Test func `a connection to what another context deleted is refused, and nothing is written`() throws {
        let other = try file.context()
        let all = try other.fetchAll(Person.self)
        try context.delete(people[1])
        try context.save()
        all[0].followers.insert(all[1])
        all[2].name = "changed"
        #expect(throws: (any Error).self) { try other.save() }
        #expect(try rows().isEmpty)
        #expect(try file.column("SELECT name FROM person") == ["a", "c", "d"])
        #expect(other.hasChanges)
        all[0].followers.remove(all[1])
        try other.save()
        #expect(try file.column("SELECT name FROM person") == ["a", "changed", "d"])
    }

    // MARK: Deleting

    @Test(arguments: [false, true])
    func `deleting either end drops the rows and the other end's view`(_ isLoaded: Bool) throws {
        people[0].followers.replace(with: people)
        people[1].followers.insert(people[0])
        people[2].followers.insert(people[3])
        try context.save()

        let other = isLoaded ? context : try file.context()
        let all = try other.fetchAll(Person.self)
        if isLoaded { #expect(Array(all[1].following) == [all[0]]) }
        try other.delete(all[0])
        #expect(all[1].following.isEmpty)
        #expect(all[1].followers.isEmpty)
        #expect(!all[1].followers.contains(all[0]))
        try other.save()
        #expect(try rows() == [["3", "4"]])
        #expect(all[1].following.isEmpty)
        #expect(Array(all[3].following) == [all[2]])
    }

    @Test func `what was connected and is deleted in the same save leaves nothing`() throws {
        people[0].followers.insert(people[1])
        people[2].following.append(people[0])
        try context.delete(people[1])
        try context.delete(people[0])
        #expect(people[2].following.isEmpty)
        try context.save()
        #expect(try rows().isEmpty)
        #expect(try file.column("SELECT name FROM person") == ["c", "d"])
    }

    @Test func `a deleted object is connected with nothing any more`() throws {
        try context.delete(people[0])
        people[0].followers.insert(people[1])
        people[1].followers.insert(people[0])
        #expect(people[1].followers.isEmpty)
        #expect(people[1].following.isEmpty)
        try context.save()
        #expect(try rows().isEmpty)
    }

    @Test func `an object that is removed and deleted is gone, and no other object is`() throws {
        people[0].followers.replace(with: [people[1], people[2]])
        try context.save()
        people[0].followers.remove(people[1])
        try context.delete(people[1])
        try context.save()
        #expect(try rows() == [["1", "3"]])
    }

    @Test func `hundreds of connections come and go`() throws {
        let posts = (0..<30).map { Post(in: context, title: "\($0)") }
        let tags = (0..<300).map { Tag(in: context, name: "\($0)") }
        for (index, tag) in tags.enumerated() { tag.posts.replace(with: [posts[index % 30], posts[index / 30]]) }
        let expected = tags.indices.flatMap { index in Set([index % 30, index / 30]).map { [index, $0] } }
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM post_tags") == ["\(expected.count)"])

        let other = try file.context()
        let all = try other.fetchAll(Post.self)
        for (index, tag) in try other.fetchAll(Tag.self).enumerated() where index % 3 == 0 { all[index % 30].tags.remove(tag) }
        try other.save()
        let left = expected.filter { $0[0] % 3 != 0 || $0[1] != $0[0] % 30 }
        #expect(try Set(tagged()) == Set(left.map { ["\($0[1])", "\($0[0])"] }))
        #expect(all.reduce(0) { $0 + $1.tags.count } == left.count)
    }

    @Test(arguments: [false, true]) func `an end that was read before another context undid a connection has the member once`(_ isRead: Bool) throws {
        let (post, tag) = (Post(in: context, title: "post"), Tag(in: context, name: "tag"))
        post.tags.append(tag)
        try context.save()
        let mine = try file.context()
        let (myPost, myTag) = (try #require(try mine.find(Post.self, post.objectID)), try #require(try mine.find(Tag.self, tag.objectID)))
        #expect(myPost.tags.count == 1)
        post.tags = []
        try context.save()
        if isRead { #expect(myTag.posts.isEmpty) }
        myTag.posts.append(myPost)
        #expect(Array(myPost.tags) == [myTag] && myPost.tags.count == 1)
        try mine.save()
        #expect(Array(myPost.tags) == [myTag] && Array(myTag.posts) == [myPost])
        #expect(try tagged() == [["post", "tag"]])
        myPost.tags.remove(myTag)
        #expect(myPost.tags.isEmpty && myTag.posts.isEmpty)
        try mine.save()
        #expect(try tagged() == [])
    }
}
