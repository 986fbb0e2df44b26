import AttributeOptionsModel
import Foundation
import RelationshipsModel
import Testing
import Trellis

/// Live results after changes that are taken back, and after saves of others that meet unsaved changes.
struct FollowingTakenBackTests {
    private let container: PersistentContainer
    private let context: ManagedObjectContext

    init() throws {
        container = try PersistentContainer(for: Society.self, at: .fresh)
        context = try container.makeContext()
    }

    private func controller<Entity: ManagedObject>(
        _ fetch: Fetch<Entity>, in context: ManagedObjectContext
    ) throws -> (FetchedResultsController<Entity>, ChangeRecorder<Entity>) {
        let controller = FetchedResultsController(fetch, in: context, isolation: nil)
        let recorder = ChangeRecorder<Entity>()
        controller.delegate = recorder
        try controller.performFetch()
        return (controller, recorder)
    }

    // MARK: Connections

    @Test(arguments: [true, false]) func `a refresh takes connections back at both ends`(_ refreshesPost: Bool) throws {
        let post = Post(in: context, title: "a")
        let tag = Tag(in: context, name: "x")
        try context.save()
        let (posts, recorder) = try controller(Post.where { $0.tags.any { $0.name == "x" } }, in: context)
        post.tags.append(tag)
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "insert 0.0", "did"])
        try context.refresh(refreshesPost ? post : tag, mergeChanges: false)
        #expect(posts.snapshot.ids == [])
        #expect(recorder.takeCalls() == ["will", "delete 0.0", "did"])
    }

    @Test func `a new object that is deleted and never saved leaves those that it was connected with`() throws {
        let post = Post(in: context, title: "a")
        try context.save()
        let (free, _) = try controller(Post.where { $0.tags.none { $0.name == "x" } }, in: context)
        let (tagged, _) = try controller(Post.where { $0.tags.any { $0.name == "x" } }, in: context)
        let tag = Tag(in: context, name: "x")
        post.tags.append(tag)
        try context.processPendingChanges()
        #expect(free.snapshot.ids == [] && tagged.snapshot.ids == [post.objectID])
        try context.delete(tag)
        try context.save()
        #expect(free.snapshot.ids == [post.objectID] && tagged.snapshot.ids == [])
    }

    @Test func `a refresh gives a partner back and takes it from the object that had got it`() throws {
        let user = User(in: context, name: "a")
        let badge = Badge(in: context, number: 1, holder: user)
        try context.save()
        let (held, _) = try controller(User.where { $0.badge.number > 0 }, in: context)
        let new = Badge(in: context, number: 2, holder: user)
        #expect(badge.holder == nil)
        try context.refresh(badge, mergeChanges: false)
        #expect(badge.holder === user && new.holder == nil && user.badge === badge)
        #expect(try context.ids(held.fetch) == [user.objectID])
        #expect(held.snapshot.ids == [user.objectID])
    }

    // MARK: Values

    @Test func `a rollback of a lazy attribute is reported if the edit was`() throws {
        let context = try PersistentContainer(for: AttributeOptions.self, at: .fresh).makeContext()
        let photo = Photo(in: context, title: "a", image: Data([1]), note: "n", rating: 1, album: Album(in: context))
        try context.save()
        let (photos, recorder) = try controller(Fetch<Photo>(), in: context)
        defer { withExtendedLifetime(photos) {} }
        photo.image = Data([2])
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
        try context.rollback()
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
        photo.image = Data([2])
        try context.processPendingChanges()
        _ = recorder.takeCalls()
        try context.refresh(photo, mergeChanges: false)
        #expect(recorder.takeCalls() == ["will", "update 0.0 to 0.0", "did"])
        _ = photo.image
        photo.image = Data([2])
        try context.rollback()
        #expect(recorder.takeCalls() == [])
    }

    // MARK: Saves of others

    @Test func `a member that another context adds is found beside an order that is not saved`() throws {
        let album = RelationshipsModel.Album(in: context, title: "a")
        for title in ["1", "2"] { Track(in: context, title: title, album: album) }
        try context.save()
        let (tracks, recorder) = try controller(Fetch<Track>().sorted { [$0.title.ascending] }, in: context)
        album.tracks.move(from: 0, to: 1)
        try context.processPendingChanges()
        let other = try container.makeContext()
        Track(in: other, title: "3", album: try other.first(Fetch<RelationshipsModel.Album>()))
        try other.save()
        try context.processPendingChanges()
        #expect(recorder.takeCalls() == ["will", "insert 0.2", "did"])
        #expect(tracks.snapshot.ids == (try context.ids(tracks.fetch)))
    }

    @Test func `an object whose row is recreated has lost its connections at both ends`() throws {
        context.mergePolicy = .objectWins
        let (post, tag) = (Post(in: context, title: "a"), Tag(in: context, name: "x"))
        post.tags.append(tag)
        try context.save()
        let (tagged, _) = try controller(Post.where { $0.tags.any { $0.name != "" } }, in: context)
        tag.name = "y"
        let other = try container.makeContext()
        try other.delete(try #require(try other.first(Fetch<Tag>())))
        try other.save()
        try context.save()
        #expect(post.tags.isEmpty && tag.posts.isEmpty)
        #expect(try context.ids(tagged.fetch) == [])
        #expect(tagged.snapshot.ids == [])
    }

    @Test func `an edited object whose row another context has deleted has lost its connections at both ends`() throws {
        let (post, tag) = (Post(in: context, title: "a"), Tag(in: context, name: "x"))
        post.tags.append(tag)
        try context.save()
        let (tagged, _) = try controller(Post.where { $0.tags.any { $0.name != "" } }, in: context)
        let (used, _) = try controller(Tag.where { $0.posts.any { $0.title != "" } }, in: context)
        post.title = "b"
        let other = try container.makeContext()
        try other.delete(try #require(try other.first(Fetch<Post>())))
        try other.save()
        try context.processPendingChanges()
        #expect(!post.isDeleted && post.tags.isEmpty && tag.posts.isEmpty)
        #expect(tagged.snapshot.ids == [] && used.snapshot.ids == [])
        #expect(try context.ids(tagged.fetch) == [] && context.ids(used.fetch) == [])
    }

    @Test func `an object with other members whose row another context has deleted is found by its values`() throws {
        let album = RelationshipsModel.Album(in: context, title: "a")
        Track(in: context, title: "1", album: album)
        try context.save()
        let (albums, _) = try controller(RelationshipsModel.Album.where { $0.title == "a" }, in: context)
        let (tracks, _) = try controller(Track.where { $0.album.title == "a" }, in: context)
        let new = Track(in: context, title: "2", album: album)
        let other = try container.makeContext()
        try other.delete(try #require(try other.first(Fetch<RelationshipsModel.Album>())))
        try other.save()
        try context.processPendingChanges()
        #expect(!album.isDeleted && Array(album.tracks) == [new])
        #expect(albums.snapshot.ids == [album.objectID] && tracks.snapshot.ids == [new.objectID])
        #expect(try context.ids(albums.fetch) == [album.objectID] && context.ids(tracks.fetch) == [new.objectID])
        try context.rollback()
        #expect(album.isDeleted && albums.snapshot.ids == [] && tracks.snapshot.ids == [])
    }

    @Test func `a refresh leaves an edited object whose row is gone among the members of its owner`() throws {
        let album = RelationshipsModel.Album(in: context, title: "a")
        let track = Track(in: context, title: "1", album: album)
        try context.save()
        let (albums, _) = try controller(RelationshipsModel.Album.where { $0.tracks.any { $0.title == "x" } }, in: context)
        track.title = "x"
        let other = try container.makeContext()
        try other.delete(try #require(try other.first(Fetch<Track>())))
        try other.save()
        try context.refreshAll()
        #expect(Array(album.tracks) == [track])
        #expect(try context.ids(albums.fetch) == [album.objectID])
        #expect(albums.snapshot.ids == [album.objectID])
        try context.refresh(album)
        #expect(Array(album.tracks) == [track])
        track.title = "1"
        try context.processPendingChanges()
        #expect(track.isDeleted && album.tracks.isEmpty)
        #expect(albums.snapshot.ids == [])
    }

    @Test(arguments: [true, false], [true, false])
    func `an edit that is undone or set back shows what another context has done meanwhile`(_ undoes: Bool, _ deletes: Bool) throws {
        let post = Post(in: context, title: "a")
        try context.save()
        context.undoLevels = 5
        let (posts, _) = try controller(Post.where { $0.title != "other" }, in: context)
        post.title = "mine"
        try context.processPendingChanges()
        let other = try container.makeContext()
        let theirs = try #require(try other.first(Fetch<Post>()))
        if deletes { try other.delete(theirs) } else { theirs.title = "other" }
        try other.save()
        try context.processPendingChanges()
        #expect(posts.snapshot.ids == [post.objectID])
        if undoes {
            try context.undo()
        } else {
            post.title = "a"
            try context.processPendingChanges()
        }
        #expect(posts.snapshot.ids == [])
        #expect(try context.ids(posts.fetch) == [])
        if !deletes { #expect(post.title == "other") }
    }
}
