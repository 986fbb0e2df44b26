import Foundation
import TestSupport

/// A command as the parser describes it with `--experimental-dump-help`.
struct CommandDump: Decodable {
    struct Argument: Decodable {
        struct Name: Decodable {
            var kind: String
            var name: String
        }
        /// What a shell completes it with; what that is does not matter here.
        struct Completion: Decodable {}
        var kind: String
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var abstract: String?
        var defaultValue: String?
        var isOptional: Bool
        var isRepeating: Bool
        var shouldDisplay: Bool
        var completionKind: Completion?
    }

    var commandName: String
    var abstract: String?
    var discussion: String?
    var superCommands: [String]?
    var arguments: [Argument]?
    var subcommands: [CommandDump]?

    static func root() throws -> CommandDump {
        struct Dump: Decodable { var command: CommandDump }
        let text = try ChildProcess.run(Project.trellis, ["--experimental-dump-help"]).output
        return try JSONDecoder().decode(Dump.self, from: Data(text.utf8)).command
    }

    /// The words after `trellis`.
    var words: [String] { superCommands == nil ? [] : Array((superCommands ?? []).dropFirst()) + [commandName] }

    /// This command and all below it, the parser's own aside.
    var all: [CommandDump] { [self] + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap(\.all) }

    /// The arguments of its examples: lines of the discussion that begin with the tool's name.
    var examples: [[String]] {
        (discussion ?? "").split(separator: "\n").compactMap { line in
            guard let match = line.firstMatch(of: /^  trellis (.*)$/) else { return nil }
            // Two spaces end the command and begin what it is for.
            let command = String(match.output.1).split(separator: "  ").first ?? ""
            return command.split(separator: " ").map(String.init).prefix { $0 != ">" }.map { $0 }
        }
    }
}

/// `Documentation/command-line.md`.
struct CommandLinePage {
    var root: CommandDump

    var text: String {
        let head = """
            # The command line

            <!-- Generated from the tool's own description by a test, which checks that it is current. -->

            \(root.abstract.map { "\($0)." } ?? "") Exit codes: 0 clean (warnings too), 1 findings, 2 wrong use, 3 could not run. \
            For an unknown name the tool suggests the most likely one.

            Completions for a shell are printed by `trellis --generate-completion-script` with `bash`, `zsh` or `fish`:

            ```sh
            trellis --generate-completion-script zsh > ~/.zfunc/_trellis                               # a folder of fpath
            trellis --generate-completion-script bash > ~/.local/share/bash-completion/completions/trellis
            trellis --generate-completion-script fish > ~/.config/fish/completions/trellis.fish
            ```
            """
        let commands = root.all.dropFirst().filter { $0.subcommands?.allSatisfy { $0.commandName == "help" } ?? true }
        return ([head] + commands.map(section)).joined(separator: "\n\n") + "\n"
    }

    private func section(_ command: CommandDump) -> String {
        let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && $0.preferredName?.name != "help" }
        var blocks = ["## trellis \(command.words.joined(separator: " "))", command.abstract ?? ""]
        let (words, examples) = parts(of: command.discussion ?? "")
        if !words.isEmpty { blocks.append(escaped(words)) }
        if !examples.isEmpty { blocks.append("```sh\n\(examples)\n```") }
        if !arguments.isEmpty {
            blocks.append("| argument | what it is |\n| --- | --- |\n" + arguments.map(row).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n")
    }

    /// The words of a discussion, and its examples.
    private func parts(of discussion: String) -> (words: String, examples: String) {
        let heading = /(^|\n)Examples?:\n/
        let parts = discussion.split(separator: heading, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let examples = parts.count > 1 ? parts[1].split(separator: "\n").map { String($0.dropFirst(2)) } : []
        return (parts[0].trimmingCharacters(in: .whitespacesAndNewlines), examples.joined(separator: "\n"))
    }

    private func row(_ argument: CommandDump.Argument) -> String {
        let names = (argument.names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
        let value = argument.kind == "flag" ? "" : "<\(argument.valueName ?? "")>"
        let shown = ([names.joined(separator: ", ")] + [value]).filter { !$0.isEmpty }.joined(separator: " ")
        let fallback = argument.defaultValue.map { " (default: \($0))" } ?? ""
        let repeats = argument.isRepeating && argument.kind == "positional" ? " …" : ""
        return "| `\(shown)\(repeats)` | \(escaped(argument.abstract ?? ""))\(fallback) |"
    }

    /// Text in which nothing is markup.
    private func escaped(_ text: String) -> String {
        text.map { "`*_<|".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
