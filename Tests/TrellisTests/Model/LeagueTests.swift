import LeagueModel
import TestSupport
import Testing
import Trellis

/// The first steps of a user of Core Data: teams, players, a few deletions, and a look into the file.
struct LeagueTests {
    private let file: StoreFile<League>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: League.self)
        context = try file.context()
        let crew = Team(in: context, name: "Crew", uniformColor: "Blue")
        let fire = Team(in: context, name: "Fire", uniformColor: "Red")
        Team(in: context, name: "Revolution", uniformColor: "Green")
        Player(in: context, firstName: "Jordan", lastName: "Gordon", team: crew)
        Player(in: context, firstName: "Pat", lastName: "Sprat", team: crew)
        Player(in: context, firstName: "Bailey", lastName: "Staley", team: crew)
        Player(in: context, firstName: "Terry", lastName: "Gary", team: fire)
        try context.save()
    }

    private func team(_ name: String, in context: ManagedObjectContext) throws -> Team {
        try #require(try Team.byName(in: context).first { $0.name == name })
    }

    private func joined() throws -> String {
        let shell = try ChildProcess.run(
            named: "sqlite3",
            [
                file.path,
                """
                SELECT player.first_name, player.last_name, team.name, team.uniform_color
                FROM player JOIN team ON player.team_id = team._id ORDER BY player._id
                """,
            ])
        #expect(shell.errors == "")
        return shell.output
    }

    @Test(.filesOnly(.file)) func `the sqlite3 program joins what was saved`() throws {
        #expect(
            try joined() == """
                Jordan|Gordon|Crew|Blue
                Pat|Sprat|Crew|Blue
                Bailey|Staley|Crew|Blue
                Terry|Gary|Fire|Red

                """)
    }

    @Test(.filesOnly(.file)) func `after a player and a team are deleted only the others are left in the file`() throws {
        let crew = try team("Crew", in: context)
        try context.delete(try #require(crew.players.first { $0.lastName == "Sprat" }))
        try context.delete(try team("Fire", in: context))
        try context.save()

        #expect(try joined() == "Jordan|Gordon|Crew|Blue\nBailey|Staley|Crew|Blue\n")
        #expect(try file.column("SELECT name FROM team ORDER BY _id") == ["Crew", "Revolution"])
        #expect(try file.column("SELECT COUNT(*) FROM player") == ["2"])
    }

    @Test(.filesOnly(.file)) func `deleting in a context that has loaded nothing leaves the same`() throws {
        let other = try file.context()
        let players = try other.fetch(Fetch<Player>(where: .compare("lastName", .equal, to: "Sprat")))
        try other.delete(try #require(players.first))
        try other.delete(try team("Fire", in: other))
        try other.save()

        #expect(try joined() == "Jordan|Gordon|Crew|Blue\nBailey|Staley|Crew|Blue\n")
    }

    @Test func `a team shows its players before and after they are saved`() throws {
        let revolution = try team("Revolution", in: context)
        #expect(revolution.players.isEmpty)
        let robin = Player(in: context, firstName: "Robin", lastName: "Hood", team: revolution)
        #expect(Array(revolution.players) == [robin])
        try context.save()
        #expect(Array(revolution.players) == [robin])
        let other = try file.context()
        #expect(try team("Revolution", in: other).players.map(\.lastName) == ["Hood"])
    }

    @Test func `a player whose team was taken away cannot be saved`() throws {
        let crew = try team("Crew", in: context)
        let pat = try #require(crew.players.first { $0.lastName == "Sprat" })
        pat.team = nil
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.required])
        #expect(error?.failures.map(\.property) == ["team"])
        #expect(try file.column("SELECT COUNT(*) FROM player WHERE team_id = 1") == ["3"])
    }
}
