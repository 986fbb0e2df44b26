import ArgumentParser
import Diagnostics

/// Finds the command or the option that the user most likely meant, where the parser does not.
enum CommandSpelling {
    /// The replacement for the parser's first line if the arguments name no command; nil if they do.
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
            return "error: There is no command '\(argument)'. \(hint ?? "The commands are \(names.joined(separator: ", ")).")"
        }
        return nil
    }

    /// The message for an unknown option that resembles a known one. The parser would read its value as an argument, and report
    /// that.
    static func message(forOptionIn arguments: [String], of root: any ParsableCommand.Type) -> String? {
        var command = root
        for argument in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == argument }) else { break }
            command = next
        }
        // The line with the usage leaves options out where they are many.
        func help<Root: ParsableCommand>(_ root: Root.Type) -> String { root.helpMessage(for: command) }
        let known = help(root).matches(of: /--[a-z-]+/).map { String($0.output) }
        for argument in arguments.prefix(while: { $0 != "--" }) where argument.hasPrefix("--") {
            let name = String(argument.prefix { $0 != "=" })
            guard !known.contains(name), let nearest = Spelling.nearest(to: name, in: known) else { continue }
            return "error: Unknown option '\(name)'. Did you mean '\(nearest)'?"
        }
        return nil
    }
}
