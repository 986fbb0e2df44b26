import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// Rolling back.
struct RollbackTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    init() throws {
        (file, context) = try StoreFile.withContext()
    }

    @Test func `all edits are undone, and objects are who they were and show what the store holds`() throws {
        let post = Post(in: context, title: "post")
        try context.save()
        post.title = "changed"
        let new = Post(in: context, title: "new")
        #expect(context.hasChanges)
        try context.rollback()
        #expect(!context.hasChanges)
        #expect(post.title == "post" && !post.hasChanges)
        #expect(new.isDeleted && !new.isInserted)
        #expect(try context.fetchAll(Post.self) == [post])
        #expect(try context.find(Post.self, new.objectID) == nil)
        try context.save()
        #expect(try file.rows("SELECT title, _version FROM post") == [["post", "1"]])
    }

    @Test func `the sets of changed objects are empty afterwards, and an object can be changed and saved again`() throws {
        let posts = ["a", "b"].map { Post(in: context, title: $0) }
        try context.save()
        posts[0].title = "changed"
        try context.delete(posts[1])
        let new = Post(in: context, title: "new")
        #expect(context.insertedObjects == [new])
        #expect(context.updatedObjects == [posts[0]])
        #expect(context.deletedObjects == [posts[1]])
        #expect(Set(context.registeredObjects) == Set(posts + [new]))
        try context.rollback()
        #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty && context.deletedObjects.isEmpty)

        posts[0].title = "again"
        #expect(context.updatedObjects == [posts[0]])
        try context.save()
        #expect(try file.rows("SELECT title, _version FROM post ORDER BY _id") == [["again", "2"], ["b", "1"]])
    }

    @Test func `a deleted object is restored, with the objects that were deleted or unlinked with it`() throws {
        let album = Album(in: context, title: "album")
        let tracks = ["a", "b", "c"].map { Track(in: context, title: $0, album: album) }
        let people = try Person.people("x", "y", in: context)
        people[0].friends.insert(people[1])
        people[0].spouse = people[1]
        try context.save()
        #expect(Array(people[1].friends) == [people[0]])

        try context.delete(album)
        try context.delete(people[0])
        #expect(tracks.allSatisfy(\.isDeleted) && people[1].friends.isEmpty && people[1].spouse == nil)
        try context.rollback()
        #expect(!album.isDeleted && Array(album.tracks) == tracks)
        #expect(tracks.allSatisfy { $0.album == album })
        #expect(Array(people[1].friends) == [people[0]] && Array(people[0].friends) == [people[1]])
        #expect(people[1].spouse == people[0] && people[0].spouse == people[1])
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM track WHERE album_id = 1") == ["3"])
    }

    @Test func `members, connections and places are as they were, at both ends`() throws {
        let albums = ["one", "two"].map { Album(in: context, title: $0) }
        let tracks = ["a", "b", "c"].map { Track(in: context, title: $0, album: albums[0]) }
        let post = Post(in: context, title: "post")
        let tags = ["x", "y", "z"].map { Tag(in: context, name: $0) }
        post.tags.replace(with: tags.prefix(2))
        try context.save()

        tracks[1].album = albums[1]
        albums[0].tracks.move(from: 0, to: 1)
        albums[1].tracks.append(Track(in: context, title: "new"))
        post.tags.replace(with: [tags[2], tags[0]])
        #expect(Array(tags[2].posts) == [post])
        try context.rollback()
        #expect(Array(albums[0].tracks) == tracks)
        #expect(albums[1].tracks.isEmpty)
        #expect(Array(post.tags) == Array(tags.prefix(2)))
        #expect(Array(tags[1].posts) == [post] && tags[2].posts.isEmpty)
        #expect(!context.hasChanges)
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM post_tags") == ["2"])
    }

    @Test func `keys and members that nothing leads back along are there again`() throws {
        let people = try Person.people("a", "b", in: context)
        let home = City(withCountryIn: context, name: "Home")
        people[0].home = home
        let post = Post(in: context, title: "post")
        post.readers.replace(with: people)
        try context.save()
        #expect(Set(post.readers) == Set(people))

        try context.delete(people[1])
        #expect(Array(post.readers) == [people[0]])
        try context.delete(#require(home.country))
        #expect(people[0].home == nil)
        try context.rollback()
        #expect(Set(post.readers) == Set(people))
        #expect(people[0].home == home)
    }

    @Test func `members that were loaded while others were going to be deleted are complete again`() throws {
        let (file, context) = try StoreFile.withContext()
        let (post, tag) = (Post(in: context, title: "post"), Tag(in: context, name: "tag"))
        post.tags.append(tag)
        try context.save()
        let fresh = try file.context()
        try fresh.delete(try #require(try fresh.fetchAll(Tag.self).first))
        let again = try #require(try fresh.fetchAll(Post.self).first)
        #expect(again.tags.isEmpty)
        try fresh.rollback()
        #expect(again.tags.map(\.name) == ["tag"])
    }

    @Test func `members that were loaded while unknown rows were hidden are complete again`() throws {
        let file = try StoreFile(of: Orders.self)
        let made = try file.context()
        OrderRow(in: made, sum: 1, order: Order(in: made), service: Service(in: made, name: "service"))
        try made.save()
        let context = try file.context()
        try context.delete(try #require(try context.fetchAll(Order.self).first))
        let service = try #require(try context.fetchAll(Service.self).first)
        #expect(service.rows.isEmpty)
        try context.rollback()
        #expect(service.rows.count == 1)
    }

    @Test func `what others saved meanwhile is seen, and what they deleted is deleted`() throws {
        let posts = ["a", "b"].map { Post(in: context, title: $0) }
        let reader = try Person.people("reader", in: context)[0]
        posts[1].readers.insert(reader)
        try context.save()
        try file.execute("UPDATE post SET title = 'theirs', _version = 7 WHERE _id = 1; DELETE FROM post WHERE _id = 2")
        for post in posts { post.title = "mine" }
        try context.rollback()
        #expect(posts[0].title == "theirs")
        #expect(posts[1].isDeleted)
        #expect(try context.fetchAll(Post.self) == [posts[0]])
        posts[0].title = "mine"
        try context.save()
        #expect(try file.rows("SELECT title, _version FROM post") == [["mine", "8"]])
    }

    @Test func `after a save that failed the edits can be rolled back`() throws {
        let orders = try StoreFile(of: Orders.self)
        let context = try orders.context()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        let order = Order(in: context, customer: ada)
        let second = Customer(in: context, name: "Ada")
        #expect(throws: ObjectValidationError.self) { try context.save() }
        try context.rollback()
        #expect(order.isDeleted && second.isDeleted && ada.orders.isEmpty)
        try context.save()
        #expect(try orders.rows("SELECT * FROM \"order\"").isEmpty)
    }

    @Test func `where a row cannot be read nothing is undone`() throws {
        let posts = ["a", "b"].map { Post(in: context, title: $0) }
        let album = Album(in: context, title: "album")
        try context.save()
        for post in posts { post.title = "mine" }
        album.title = "mine"
        try file.execute("DROP TABLE album; CREATE TABLE album (_id INTEGER PRIMARY KEY, _version, title)")
        try file.execute("INSERT INTO album VALUES (1, 1, x'00')")
        #expect(throws: StoreError.self) { try context.rollback() }
        #expect(posts.map(\.title) == ["mine", "mine"] && context.updatedObjects.count == 3)
    }
}
