import RelationshipsModel
import Testing
import Trellis

/// A team has two or three players, and no substitutes or at least two; a tag has three posts at most.
struct MemberCountTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    init() throws {
        (file, context) = try StoreFile.withContext()
    }

    private func team(_ name: String, players: Int, substitutes: Int = 0) -> Team {
        let team = Team(in: context, name: name)
        for number in 0..<players { Player(in: context, name: "\(name)\(number)", team: team) }
        for number in 0..<substitutes { Player(in: context, name: "\(name)+\(number)", benchOf: team) }
        return team
    }

    private let tooFew = Broken("Team.players", .minCount(2))
    private let tooMany = Broken("Team.players", .maxCount(3))
    private let shortBench = Broken("Team.substitutes", .minCount(2))

    // MARK: New owners

    @Test func `a new owner needs its least count, and none at all is too few`() throws {
        let team = team("t", players: 0)
        #expect(context.failuresOfSaving() == [tooFew])
        team.players.insert(Player(in: context, name: "a"))
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.objectID) == [team.objectID])
        #expect(error?.failures.map(\.value) == ["1"])
        #expect(try file.rows("SELECT * FROM player").isEmpty)
        Player(in: context, name: "b", team: team)
        try context.save()
        #expect(try file.column("SELECT team_id FROM player") == ["1", "1"])
    }

    @Test func `a new owner has its greatest count at most`() throws {
        let team = team("t", players: 4)
        #expect(context.failuresOfSaving() == [tooMany])
        team.players.first?.team = nil
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM player WHERE team_id = 1") == ["3"])
    }

    @Test(arguments: zip([0, 1, 2, 5], [true, false, true, true]))
    func `where none is fine as well, a few are too few`(_ count: Int, _ isFine: Bool) throws {
        _ = team("t", players: 2, substitutes: count)
        if isFine { try context.save() } else { #expect(context.failuresOfSaving() == [shortBench]) }
        #expect(try file.column("SELECT COUNT(*) FROM player") == [isFine ? "\(count + 2)" : "0"])
    }

    @Test func `all counts that are broken are told at once`() throws {
        _ = team("s", players: 1, substitutes: 1)
        _ = team("t", players: 4)
        #expect(context.failuresOfSaving() == [tooFew, shortBench, tooMany])
    }

    // MARK: Owners whose members change

    @Test(arguments: [false, true])
    func `losing a member by a delete is checked, also for an owner that was never loaded`(_ isLoaded: Bool) throws {
        _ = team("t", players: 2)
        try context.save()
        let other = isLoaded ? context : try file.context()
        try other.delete(try other.named("t0") as Player)
        #expect(other.failuresOfSaving() == [tooFew])
        #expect(try file.column("SELECT COUNT(*) FROM player") == ["2"])
        Player(in: other, name: "new", team: try other.named("t"))
        try other.save()
        #expect(try file.column("SELECT name FROM player") == ["t1", "new"])
    }

    @Test(arguments: [false, true])
    func `losing a member to no other owner is checked, even for an owner that was never loaded`(_ isLoaded: Bool) throws {
        _ = team("t", players: 2, substitutes: 2)
        try context.save()
        let other = isLoaded ? context : try file.context()
        let player: Player = try other.named("t0")
        player.team = nil
        #expect(other.failuresOfSaving() == [tooFew])
        player.team = try other.named("t")
        let substitute: Player = try other.named("t+0")
        substitute.benchOf = nil
        #expect(other.failuresOfSaving() == [shortBench])
        (try other.named("t+1") as Player).benchOf = nil
        try other.save()
        #expect(try file.column("SELECT COUNT(*) FROM player WHERE bench_of_id IS NULL") == ["4"])
    }

    @Test(arguments: [false, true])
    func `a member that moves is checked at both owners, loaded or not`(_ isLoaded: Bool) throws {
        _ = [team("s", players: 2), team("t", players: 3)]
        try context.save()
        let other = isLoaded ? context : try file.context()
        let player: Player = try other.named("s0")
        player.team = try other.named("t")
        #expect(Set(other.failuresOfSaving()) == [tooFew, tooMany])
        // One for one is fine.
        (try other.named("t0") as Player).team = try other.named("s")
        try other.save()
        #expect(
            try file.rows("SELECT name, team_id FROM player")
                == [["s0", "2"], ["s1", "1"], ["t0", "1"], ["t1", "2"], ["t2", "2"]])
    }

    @Test func `an owner that is deleted counts nothing`() throws {
        let team = team("t", players: 2, substitutes: 2)
        try context.save()
        try context.delete(try #require(team.players.first))
        try context.delete(try #require(team.substitutes.first))
        try context.delete(team)
        try context.save()
        #expect(try file.rows("SELECT bench_of_id FROM player") == [[nil]])
    }

    @Test func `members that a rule of their own deletes are counted as gone`() throws {
        // The substitutes' own team goes, and they with it: they leave the bench of the other.
        let (s, t) = (team("s", players: 2), team("t", players: 2))
        for player in s.players { player.benchOf = t }
        try context.save()
        let other = try file.context()
        try other.delete(try other.named("s") as Team)
        try other.save()
        #expect(try file.column("SELECT name FROM player") == ["t0", "t1"])

        let third = team("u", players: 2)
        third.players.first?.benchOf = t
        let extra = Player(in: context, name: "extra", benchOf: t)
        try context.save()
        let fresh = try file.context()
        try fresh.delete(try fresh.named("u") as Team)
        #expect(fresh.failuresOfSaving() == [shortBench])
        try fresh.delete(try #require(try fresh.find(Player.self, extra.objectID)))
        try fresh.save()
        #expect(try file.column("SELECT name FROM player") == ["t0", "t1"])
    }

    @Test func `an owner whose members did not change is not checked`() throws {
        let team = team("t", players: 2)
        try context.save()
        try file.execute("DELETE FROM player WHERE name = 't0'")
        let other = try file.context()
        let again: Team = try other.named("t")
        again.name = "renamed"
        again.players.first?.name = "renamed"
        try other.save()
        #expect(try file.column("SELECT name FROM team UNION ALL SELECT name FROM player") == ["renamed", "renamed"])
        #expect(team.name == "t")
    }

    // MARK: Join tables

    @Test(arguments: [false, true])
    func `a count is checked at an end that was changed from the other one`(_ isLoaded: Bool) throws {
        let tag = Tag(in: context, name: "tag")
        tag.posts.replace(with: (0..<3).map { Post(in: context, title: "\($0)") })
        let posts = ["x", "y"].map { Post(in: context, title: $0) }
        try context.save()

        let other = isLoaded ? context : try file.context()
        let post: Post = try other.named("x", "title")
        post.tags.append(try other.named("tag"))
        #expect(other.failuresOfSaving() == [Broken("Tag.posts", .maxCount(3))])
        #expect(try file.column("SELECT COUNT(*) FROM post_tags") == ["3"])
        try other.delete(try other.named("0", "title") as Post)
        try other.save()
        let titles = try file.column("SELECT title FROM post_tags JOIN post ON post._id = post_id ORDER BY post_position")
        #expect(titles == ["1", "2", "x"])
        #expect(posts.count == 2)
    }

    @Test func `none is fine where nothing says how many there must be`() throws {
        let tag = Tag(in: context, name: "tag")
        tag.posts.append(Post(in: context, title: "post"))
        try context.save()
        tag.posts.removeAll()
        try context.save()
        #expect(try file.rows("SELECT * FROM post_tags").isEmpty)
    }
}
