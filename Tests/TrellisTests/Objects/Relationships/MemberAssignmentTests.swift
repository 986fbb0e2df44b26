import RelationshipsModel
import RulesModel
import Testing
import Trellis

/// Lists that are assigned to to-many relationships.
struct MemberAssignmentTests {
    @Test func `members join and leave, with their other ends, and a save writes it`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let (one, two) = (Owner(in: context, name: "one"), Owner(in: context, name: "two"))
        let members = ["a", "b", "c"].map { Cleared(in: context, name: $0, owner: one) }
        try context.save()
        one.cleared = [members[1]]
        #expect(members.map { $0.owner } == [nil, one, nil])
        // They leave the owner that they had.
        two.cleared = ToMany([members[2], members[1], members[2]])
        #expect(Array(one.cleared) == [] && Set(two.cleared) == [members[1], members[2]])
        try context.save()
        #expect(try file.column("SELECT owner_id FROM cleared ORDER BY _id") == ["NULL", "2", "2"])
        two.cleared = []
        try context.save()
        #expect(try file.column("SELECT owner_id FROM cleared ORDER BY _id") == ["NULL", "NULL", "NULL"])
    }

    @Test func `an ordered relationship takes the order of the list, and what comes twice stands where it came first`() throws {
        let (file, context) = try StoreFile<Society>.withContext()
        let album = Album(in: context, title: "album")
        let tracks = "abcd".map { Track(in: context, title: "\($0)", album: album) }
        try context.save()
        album.tracks = [tracks[3], tracks[0], tracks[3], tracks[2]]
        #expect(album.tracks.map(\.title) == ["d", "a", "c"] && tracks[1].album == nil)
        try context.save()
        #expect(try file.column("SELECT title FROM track WHERE album_id = 1 ORDER BY album_position") == ["d", "a", "c"])
        album.tracks = OrderedToMany(album.tracks.reversed())
        try context.save()
        #expect(try file.column("SELECT title FROM track WHERE album_id = 1 ORDER BY album_position") == ["c", "a", "d"])
    }

    @Test func `both ends of a many-to-many follow, and so do those of a relationship that is its own inverse`() throws {
        let (_, context) = try StoreFile<Society>.withContext()
        let posts = "ab".map { Post(in: context, title: "\($0)") }
        let tags = "xyz".map { RelationshipsModel.Tag(in: context, name: "\($0)") }
        posts[0].tags = [tags[2], tags[0]]
        tags[0].posts = [posts[1]]
        #expect(posts.map { $0.tags.map(\.name) } == [["z"], ["x"]])
        let city = City(in: context, name: "city")
        let people = "abc".map { RelationshipsModel.Person(in: context, name: "\($0)", birthplace: city) }
        people[0].friends = [people[1], people[0]]
        people[1].friends = [people[2]]
        #expect(people.map { Set($0.friends.map(\.name)) } == [["a"], ["c"], ["b"]])
    }

    @Test func `the members of another object are moved or shared, and an object's own stay`() throws {
        let (_, context) = try StoreFile<Society>.withContext()
        let albums = "ab".map { Album(in: context, title: "\($0)") }
        for title in "123" { Track(in: context, title: "\(title)", album: albums[0]) }
        try context.save()
        albums[0].tracks = albums[0].tracks
        #expect(!context.hasChanges && albums[0].tracks.count == 3)
        albums[1].tracks = albums[0].tracks
        #expect(albums.map { $0.tracks.map(\.title).joined() } == ["", "123"])
        let posts = "ab".map { Post(in: context, title: "\($0)") }
        posts[0].tags = [RelationshipsModel.Tag(in: context, name: "x")]
        posts[1].tags = posts[0].tags
        #expect(posts.map { $0.tags.count } == [1, 1])
    }

    @Test func `a save refuses a member that is left without a required owner, and too few or too many members`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owner = Owner(in: context, name: "owner")
        let strict = Strict(in: context, name: "strict", owner: owner)
        try context.save()
        owner.strict = []
        var error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect("\(try #require(error))".contains("owner"))
        owner.strict = [strict]
        try context.save()

        let (_, society) = try StoreFile<Society>.withContext()
        let team = Team(in: society, name: "team")
        team.players = ToMany(["a", "b", "c", "d"].map { Player(in: society, name: $0) })
        error = #expect(throws: ObjectValidationError.self) { try society.save() }
        #expect("\(try #require(error))".contains("players"))
        team.players = ToMany(team.players.prefix(2))
        try society.save()
        #expect(team.players.count == 2)
    }

    @Test func `a deleted object becomes no member`() throws {
        let (_, context) = try StoreFile<Society>.withContext()
        let album = Album(in: context, title: "album")
        let tracks = "ab".map { Track(in: context, title: "\($0)") }
        try context.delete(tracks[0])
        album.tracks = [tracks[0], tracks[1]]
        #expect(Array(album.tracks) == [tracks[1]])
    }

    @Test func `an assignment can be undone`() throws {
        let (_, context) = try StoreFile<Society>.withContext()
        let album = Album(in: context, title: "album")
        let tracks = "abc".map { Track(in: context, title: "\($0)", album: album) }
        try context.save()
        context.undoLevels = 5
        album.tracks = [tracks[2]]
        try context.undo()
        #expect(album.tracks.map(\.title) == ["a", "b", "c"])
        try context.redo()
        #expect(album.tracks.map(\.title) == ["c"])
    }

    @Test func `a list that is not assigned can be read`() throws {
        let (_, context) = try StoreFile<Society>.withContext()
        let track = Track(in: context, title: "a")
        let (list, none): (OrderedToMany<Track>, ToMany<Track>) = ([track], [])
        #expect(list.count == 1 && list[0] === track && list.contains(track) && none.isEmpty && !none.contains(track))
        #expect(list.debugDescription == "[\(track.objectID)]")
        #expect(track.album == nil)
    }

    #if os(macOS) || os(Linux)
        @Test func `a list that is not assigned cannot be edited`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = try PersistentContainer(for: Society.self, at: .inMemory).makeContext()
                let list: OrderedToMany<Track> = []
                list.append(Track(in: context, title: "a"))
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("these members belong to no object: assign them to a relationship"))
        }
    #endif
}
