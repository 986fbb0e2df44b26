import ArgumentParser
import Diagnostics

/// Finds the command that a person most likely meant: the parser knows options alone.
enum CommandSpelling {
    /// What to say of arguments that name no command, in the place of the parser's first line; nil where they do name one.
    static func message(for arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root
        for argument in arguments {
            let subcommands = command.configuration.subcommands
            guard !subcommands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return nil }
            if let next = subcommands.first(where: { $0.configuration.commandName == argument }) {
                command = next
                continue
            }
            let names = subcommands.compactMap { $0.configuration.commandName }
            let hint = Spelling.nearest(to: argument, in: names).map { "Did you mean '\($0)'?" }
            return "Error: There is no command '\(argument)'. \(hint ?? "The commands are \(names.joined(separator: ", ")).")"
        }
        return nil
    }
}
