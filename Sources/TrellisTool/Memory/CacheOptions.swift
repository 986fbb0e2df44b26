import ArgumentParser
import Foundation

/// The options of commands that keep their results.
struct CacheOptions: ParsableArguments {
    @Option(name: .customLong("cache"), help: "The folder for the results.", completion: .directory)
    var folder: String?

    @Flag(name: .customLong("no-cache"), help: "Do everything again, and keep no results.")
    var isOff = false

    func validate() throws {
        guard let folder else { return }
        if folder == "" { throw ValidationError("--cache needs the name of a folder.") }
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), !isFolder.boolValue {
            throw ValidationError("--cache needs a folder, and '\(folder)' is a file.")
        }
    }

    /// The results of earlier runs; nil if they do not count.
    /// - Parameters:
    ///   - command: the command whose results they are.
    ///   - options: what the command line states about a model's outputs.
    ///   - goesByName: whether models must have the names of the configuration.
    func memory(of command: ResultMemory.Command, options: [String] = [], goesByName: Bool) -> ResultMemory? {
        isOff ? nil : ResultMemory(of: command, options: options, folder: folder, goesByName: goesByName)
    }
}
