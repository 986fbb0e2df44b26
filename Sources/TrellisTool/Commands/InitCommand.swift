import ArgumentParser
import Diagnostics
import ProjectFiles

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Create a package with a model that builds and runs",
        discussion: """
            Writes Package.swift, trellis.yaml, a small model and a program that uses it. The classes come from the build plugin or, \
            with --committed, are generated files. In an existing package it writes only missing files, and prints lines for \
            Package.swift and trellis.yaml. On a terminal it asks for missing options; without any option, for all. Elsewhere it never asks.

            Examples:
              trellis init                                               asks, and creates a package in this folder
              trellis init Library --trellis ../trellis                  in the folder Library, with a checkout of Trellis
              trellis init --model Library --trellis ../trellis --committed
              trellis init --model Library --trellis git@example.org:me/trellis.git@1.2.0
            """)

    @Argument(help: "The folder of the package.", completion: .directory)
    var folder = "."

    @Option(help: "The name of the model. (default: the name of the folder)")
    var model: String?

    @Option(
        help: .init(
            """
            The location of Trellis: the folder of a checkout, or an address with a version or a branch after an @. \
            An address without a version names the branch main.
            """, valueName: "folder-or-url"),
        completion: .directory)
    var trellis: String?

    @Flag(exclusivity: .exclusive)
    var style: StarterStyle?

    func validate() throws {
        if folder.isEmpty { throw ValidationError("The folder has no name: write '.' for this folder.") }
    }

    func run() throws {
        do {
            let starter = try starter()
            let plan = try StarterPlan(starter)
            try NewFiles.write(plan.files, to: starter.folder)
            Terminal.printResult(StarterReport(starter, plan, folder: folder).text)
        } catch let error as CouldNotRun {
            Terminal.printError("error: \("\(error)".visible())")
            throw ExitCode.couldNotRun
        }
    }

    /// The options, with answers and defaults for missing ones.
    private func starter() throws -> Starter {
        let path = CanonicalPath.of(folder)
        let usual = Starter.model(named: path)
        let asks = Questions.isPossible
        let asksAll = asks && model == nil && trellis == nil && style == nil

        let name: String
        if let said = asksAll ? nil : model ?? usual {
            do throws(UnusableAnswer) { try Starter.check(model: said) } catch { throw ValidationError("\(error).") }
            name = said
        } else if asks {
            name = try Questions.ask("The name of the model", usual: usual) { answer throws(UnusableAnswer) in
                try Starter.check(model: answer)
                return answer
            }
        } else {
            throw ValidationError("The folder '\(path.split(separator: "/").last ?? "/")' cannot name a model: name it with --model.")
        }

        let source: TrellisSource
        if let trellis {
            do throws(UnusableAnswer) { source = try TrellisSource(trellis) } catch { throw CouldNotRun(error.description) }
        } else if asks {
            source = try Questions.ask("The location of Trellis, a folder or URL@VERSION", TrellisSource.init)
        } else {
            throw ValidationError("Name the location of Trellis: --trellis FOLDER or --trellis URL@VERSION.")
        }

        if path.split(separator: "/").last?.lowercased() == source.identity {
            throw ValidationError("SwiftPM identifies packages by their folder names: choose a folder with another name than the Trellis checkout.")
        }

        var made = style ?? .plugin
        if asksAll {
            let question = "Who generates the classes: the build (plugin), or you (committed)"
            made = try Questions.ask(question, usual: StarterStyle.plugin.rawValue) { answer throws(UnusableAnswer) in
                guard let style = StarterStyle(rawValue: answer) else { throw UnusableAnswer("write 'plugin' or 'committed'") }
                return style
            }
        }
        return Starter(model: name, trellis: source, style: made, folder: path)
    }
}
