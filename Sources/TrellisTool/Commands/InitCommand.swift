import ArgumentParser
import Diagnostics

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Begins a package with a model: one that builds and runs.",
        discussion: """
            Written are Package.swift, trellis.yaml, a small model, a program that uses it, and what has the build make the \
            classes, or the classes themselves. Where there is a package already, no file of it is touched: what is missing is \
            written, and the lines to add to Package.swift are printed. On a terminal it asks for what no option says; without \
            any option, for everything. Elsewhere it never asks.

            Examples:
              trellis init                                               asks, and begins a package in this folder
              trellis init Library --trellis ../trellis                  in the folder Library, with a checkout of Trellis
              trellis init --model Library --trellis ../trellis --committed
              trellis init --model Library --trellis git@example.org:me/trellis.git@1.2.0
            """)

    @Argument(help: "The package's folder; this one unless told otherwise.", completion: .directory)
    var folder = "."

    @Option(help: "The model's name; that of the folder unless told otherwise.")
    var model: String?

    @Option(
        help: .init(
            """
            Where the package finds Trellis: the folder of a checkout, or an address with a version or a branch behind an @; \
            without one it is the branch main.
            """, valueName: "folder-or-url"),
        completion: .directory)
    var trellis: String?

    @Flag(exclusivity: .exclusive)
    var style: StarterStyle?

    func validate() throws {
        if folder.isEmpty { throw ValidationError("The package's folder has no name: say '.' for this one.") }
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

    /// What was said, with what is asked or goes without saying.
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
            throw ValidationError("The folder's name cannot be a model's: name the model with --model.")
        }

        let source: TrellisSource
        if let trellis {
            do throws(UnusableAnswer) { source = try TrellisSource(trellis) } catch { throw CouldNotRun(error.description) }
        } else if asks {
            source = try Questions.ask("Where the package finds Trellis, a folder or URL@VERSION", TrellisSource.init)
        } else {
            throw ValidationError("Say where the package finds Trellis: --trellis FOLDER or --trellis URL@VERSION.")
        }

        if path.split(separator: "/").last?.lowercased() == source.identity {
            throw ValidationError("SwiftPM knows packages by their folders' names: give this one another than Trellis has.")
        }

        var made = style ?? .plugin
        if asksAll {
            let question = "The classes are made by the build (plugin), or committed"
            made = try Questions.ask(question, usual: StarterStyle.plugin.rawValue) { answer throws(UnusableAnswer) in
                guard let style = StarterStyle(rawValue: answer) else { throw UnusableAnswer("say 'plugin' or 'committed'") }
                return style
            }
        }
        return Starter(model: name, trellis: source, style: made, folder: path)
    }
}
