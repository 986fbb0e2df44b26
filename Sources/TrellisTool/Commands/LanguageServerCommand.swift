import ArgumentParser
import Foundation
import LanguageServer
import Predicates
import ProjectFiles

struct LanguageServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsp",
        abstract: "Run the language server for models, for editors",
        discussion: """
            Speaks the Language Server Protocol over standard input and output, for models, trellis.yaml and decisions of migrations. \
            An editor starts it. It writes no file: the editor applies its edits.

            Example:
              trellis lsp     waits for an editor's messages
            """)

    @Flag(help: .init("Accepted for editors that pass it: standard input and output are the only streams.", visibility: .hidden))
    var stdio = false

    @Option(help: .init("The day that decides whether suppressions have expired.", visibility: .hidden))
    var today: CalendarDay?

    func run() throws {
        // A client that ends early must not end the server with a signal.
        signal(SIGPIPE, SIG_IGN)
        var loop = ServerLoop(
            Server(DiskFiles(), today: { [today] in today ?? CalendarDay(of: Date()) }, version: ToolVersion.current), output: .standardOutput)
        let code = try loop.run(input: .standardInput)
        if code != 0 { throw ExitCode(code) }
    }
}
