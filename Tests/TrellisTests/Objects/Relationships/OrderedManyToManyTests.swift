import RelationshipsModel
import Testing
import Trellis

/// Many-to-many relationships with an order at both ends.
struct OrderedManyToManyTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let posts: [Post]
    private let tags: [Tag]

    /// Posts p and q with the tags a, b, c each, in opposite orders.
    init() throws {
        (file, context) = try StoreFile.withContext()
        let (p, q) = (Post(in: context, title: "p"), Post(in: context, title: "q"))
        tags = [Tag(in: context, name: "a"), Tag(in: context, name: "b"), Tag(in: context, name: "c")]
        posts = [p, q]
        p.tags.replace(with: tags)
        q.tags.replace(with: tags.reversed())
        try context.save()
    }

    private func shown(_ post: Post) -> String { post.tags.map(\.name).joined() }
    private func shown(_ tag: Tag) -> String { tag.posts.map(\.title).joined() }

    /// The tags of each post, then the posts of each tag, as a context shows them that has just been made.
    private func stored() throws -> [String] {
        let fresh = try file.context()
        let shown = try fresh.fetchAll(Post.self).map(shown) + fresh.fetchAll(Tag.self).map(shown)
        let plain = try file.column(Self.members("post", of: "tag", "name")) + file.column(Self.members("tag", of: "post", "title"))
        #expect(plain == shown.map { $0.isEmpty ? "NULL" : $0 })
        return shown
    }

    /// A query of the members of each owner, put together in their order.
    private static func members(_ owner: String, of member: String, _ name: String) -> String {
        """
        SELECT (SELECT group_concat(\(name), '') FROM (
          SELECT \(name) FROM \(member) JOIN post_tags ON \(member)_id = \(member)._id
          WHERE \(owner)_id = \(owner)._id ORDER BY \(member)_position NULLS LAST, \(member)._id))
        FROM \(owner) ORDER BY _id
        """
    }

    @Test func `each end has its own order`() throws {
        #expect(posts.map(shown) == ["abc", "cba"])
        #expect(tags.map(shown) == ["pq", "pq", "pq"])
        #expect(try stored() == ["abc", "cba", "pq", "pq", "pq"])
        tags[1].posts.move(from: 1, to: 0)
        posts[0].tags.sort { $0.name > $1.name }
        #expect(posts.map(shown) == ["cba", "cba"])
        try context.save()
        #expect(try stored() == ["cba", "cba", "pq", "qp", "pq"])
    }

    @Test func `what is put in at a place of one end comes last at the other`() throws {
        let tag = Tag(in: context, name: "d")
        tag.posts.append(posts[1])
        posts[0].tags.insert(tag, at: 1)
        tag.posts.insert(Post(in: context, title: "r"), at: 0)
        #expect(posts.map(shown) == ["adbc", "cbad"])
        #expect(shown(tag) == "rqp")
        try context.save()
        #expect(try stored() == ["adbc", "cbad", "d", "pq", "pq", "pq", "rqp"])
    }

    @Test func `members are moved, removed and put in again without the other end being disturbed`() throws {
        posts[0].tags.move(from: 0, to: 2)
        posts[1].tags.remove(tags[2])
        #expect(shown(tags[2]) == "p")
        try context.save()
        #expect(try stored() == ["bca", "ba", "pq", "pq", "p"])
        tags[2].posts.insert(posts[1], at: 0)
        posts[1].tags.insert(tags[2], at: 1)
        try context.save()
        #expect(try stored() == ["bca", "bca", "pq", "pq", "qp"])
    }

    @Test func `members are appended without anything being loaded`() throws {
        let fresh = try file.context()
        let (post, tag): (Post, Tag) = (try fresh.named("p", "title"), Tag(in: fresh, name: "d"))
        post.tags.append(tag)
        let new = Post(in: fresh, title: "r")
        let second: Tag = try fresh.named("b")
        second.posts.append(new)
        try fresh.save()
        #expect(try stored() == ["abcd", "cba", "b", "pq", "pqr", "pq", "p"])
        #expect(shown(post) == "abcd")
        #expect(shown(second) == "pqr")
    }

    @Test(arguments: [false, true], [false, true])
    func `what is removed and appended again in one save comes last at both ends`(_ isLoaded: Bool, _ isShown: Bool) throws {
        let fresh = try file.context()
        let (post, tag): (Post, Tag) = (try fresh.named("p", "title"), try fresh.named("a"))
        if isLoaded { #expect([shown(post), shown(tag)] == ["abc", "pq"]) }
        post.tags.remove(tag)
        post.tags.append(tag)
        if isShown { #expect([shown(post), shown(tag)] == ["bca", "qp"]) }
        try fresh.save()
        #expect(try stored() == ["bca", "cba", "qp", "pq", "pq"])
        #expect([shown(post), shown(tag)] == ["bca", "qp"])
    }

    @Test func `an edit writes the places of the rows that it moves, and no others`() throws {
        func places(_ column: String) throws -> [String] { try file.column("SELECT \(column) FROM post_tags ORDER BY _id") }
        let (tagPlaces, postPlaces) = (try places("tag_position"), try places("post_position"))
        posts[0].tags.move(from: 0, to: 2)
        try context.save()
        #expect(zip(tagPlaces, try places("tag_position")).count { $0 != $1 } == 1)
        #expect(try places("post_position") == postPlaces)
    }

    @Test(arguments: [false, true])
    func `rows that plain SQL wrote without a place come last at both ends`(_ isLoaded: Bool) throws {
        try file.execute(
            "INSERT INTO tag (name) VALUES ('d'), ('e'); INSERT INTO post_tags (post_id, tag_id) VALUES (1, 5), (1, 4), (2, 4)")
        #expect(try stored() == ["abcde", "cbad", "pq", "pq", "pq", "pq", "p"])
        let fresh = try file.context()
        let post: Post = try fresh.named("p", "title")
        if isLoaded { #expect(shown(post) == "abcde") }
        post.tags.append(Tag(in: fresh, name: "f"))
        try fresh.save()
        #expect(try stored() == ["abcdef", "cbad", "pq", "pq", "pq", "pq", "p", "p"])
    }

    @Test(arguments: [false, true])
    func `a deleted member leaves the others in their order`(_ isLoaded: Bool) throws {
        let fresh = try file.context()
        let post: Post = try fresh.named("p", "title")
        if isLoaded { #expect(shown(post) == "abc") }
        try fresh.delete(try fresh.named("b") as Tag)
        #expect(shown(post) == "ac")
        post.tags.move(from: 1, to: 0)
        try fresh.save()
        #expect(try stored() == ["ca", "ca", "pq", "pq"])
        try fresh.delete(post)
        try fresh.save()
        #expect(try stored() == ["ca", "q", "q"])
    }

    @Test func `only one end can have an order`() throws {
        let people = try Person.people("a", "b", "c", in: context)
        for person in people.reversed() { person.followers.insert(people[0]) }
        people[1].followers.insert(people[2])
        #expect(people[0].following.map(\.name) == ["c", "b", "a"])
        people[0].following.move(from: 2, to: 1)
        try context.save()
        let other = try file.context()
        let first: Person = try other.named("a")
        #expect(first.following.map(\.name) == ["c", "a", "b"])
        #expect(try Set((other.named("b") as Person).followers.map(\.name)) == ["a", "c"])
    }

    @Test func `two contexts order one end each, and do not conflict`() throws {
        let fresh = try file.context()
        let tag: Tag = try fresh.named("a")
        tag.posts.move(from: 0, to: 1)
        posts[0].tags.move(from: 0, to: 1)
        try context.save()
        try fresh.save()
        #expect(try stored() == ["bac", "cba", "qp", "pq", "pq"])
    }
}
