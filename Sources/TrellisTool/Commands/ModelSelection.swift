import ArgumentParser

/// Which models a command works on: one that is named, or those of the configuration.
struct ModelSelection: ParsableArguments {
    @Argument(help: "A model's file; without it the models of trellis.yaml.")
    var model: String?

    @Option(help: "The configuration; trellis.yaml in this folder unless told otherwise.")
    var config: String?
}

extension ParsableCommand {
    /// Runs `body`; what could not be done is printed and gives exit code 3.
    func reportingFailures(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let error as CouldNotRun {
            Terminal.printError("error: \(error)")
            throw ExitCode.couldNotRun
        }
    }
}
