/// What a line asks for.
enum Command {
    case list
    case addTeam(String)
    case addPlayer(name: String, number: Int, team: String)
    case renameTeam(String, to: String)
    case renamePlayer(number: Int, team: String, to: String)
    case deleteTeam(String)
    case deletePlayer(number: Int, team: String)
    case help
    case quit

    /// - Returns: nil if the line is no command. Names with several words stand between commas: `add player Ada Byron, 7, Red Stars`.
    init?(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true).map(String.init)
        let parts = words.count < 3 ? [] : words[2].split(separator: ",", omittingEmptySubsequences: false).map(Self.trimmed)
        let number = parts.count > 1 ? Int(parts[1]) : nil
        switch (words.prefix(2).joined(separator: " "), parts.count) {
        case ("list", _): self = .list
        case ("help", _): self = .help
        case ("quit", _): self = .quit
        case ("add team", 1): self = .addTeam(parts[0])
        case ("rename team", 2): self = .renameTeam(parts[0], to: parts[1])
        case ("delete team", 1): self = .deleteTeam(parts[0])
        case ("add player", 3):
            guard let number else { return nil }
            self = .addPlayer(name: parts[0], number: number, team: parts[2])
        case ("rename player", 3):
            guard let number else { return nil }
            self = .renamePlayer(number: number, team: parts[0], to: parts[2])
        case ("delete player", 2):
            guard let number else { return nil }
            self = .deletePlayer(number: number, team: parts[0])
        default: return nil
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    static let overview = """
        list                                 add team TEAM
        rename team TEAM, NEW NAME           add player NAME, NUMBER, TEAM
        rename player TEAM, NUMBER, NAME     delete player TEAM, NUMBER
        delete team TEAM                     quit
        """
}
