import Trellis

/// Reads commands, one to a line, and answers them. Each command is a save of its own.
struct Session {
    private let context: ManagedObjectContext

    init(_ context: ManagedObjectContext) {
        self.context = context
    }

    func run() throws {
        print("Type 'help' for the commands.")
        while let line = readLine() {
            if line.allSatisfy(\.isWhitespace) { continue }
            print("> \(line)")
            guard let command = Command(line) else {
                print("This is no command.\n\(Command.overview)")
                continue
            }
            if case .quit = command { return }
            do {
                try perform(command)
                try context.save()
            } catch let error as any TrellisError {
                // The message says what is wrong with which object.
                print(error)
                try context.rollback()
            } catch let error as Refusal {
                print(error.reason)
                try context.rollback()
            }
        }
    }

    private func perform(_ command: Command) throws {
        switch command {
        case .list: try list()
        case .addTeam(let name):
            Team(in: context, name: name)
        case .addPlayer(let name, let number, let team):
            Player(in: context, name: name, number: Int64(number), team: try find(team))
        case .renameTeam(let name, let newName):
            try find(name).name = newName
        case .renamePlayer(let number, let team, let name):
            try find(number, in: team).name = name
        case .deleteTeam(let name):
            let team = try find(name)
            let players = team.players.count == 1 ? "its player" : "its \(team.players.count) players"
            if confirm("Delete '\(team.name)'\(team.players.isEmpty ? "" : " and \(players)")?") { try context.delete(team) }
        case .deletePlayer(let number, let team):
            let player = try find(number, in: team)
            if confirm("Delete '\(player.name)'?") { try context.delete(player) }
        case .help: print(Command.overview)
        case .quit: break
        }
    }

    private func list() throws {
        let teams = try Team.byName(in: context)
        if teams.isEmpty { print("There are no teams.") }
        for team in teams {
            print("\(team.name): \(team.playerCount) player\(team.playerCount == 1 ? "" : "s")")
            for player in team.players.sorted(by: { $0.number < $1.number }) { print("  \(player.number)  \(player.name)") }
        }
    }

    private func find(_ name: String) throws -> Team {
        guard let team = try Team.find(name: name, in: context) else { throw Refusal(reason: "There is no team '\(name)'.") }
        return team
    }

    private func find(_ number: Int, in name: String) throws -> Player {
        let team = try find(name)
        guard let player = try Player.find(team: team, number: Int64(number), in: context) else {
            throw Refusal(reason: "'\(name)' has no player \(number).")
        }
        return player
    }

    private func confirm(_ question: String) -> Bool {
        print("\(question) (yes or no)")
        let answer = readLine() ?? "no"
        print("> \(answer)")
        return answer == "yes"
    }
}

/// Why a command was not carried out.
private struct Refusal: Error {
    var reason: String
}
