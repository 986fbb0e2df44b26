import Diagnostics
import Foundation
import ProjectFiles
import SQLiteAccess

/// The program of the build plugin. It generates the classes of one model and does nothing else, because every user of the plugin
/// compiles it.
@main
struct Main {
    /// Exit codes: 0 clean, 1 errors in the files, 2 wrong use, 3 could not run.
    static func main() {
        SQLiteConnection.disableMemoryStatistics()
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
            Terminal.printError("error: wrong arguments\n\(Arguments.usage)")
            exit(2)
        }
        do throws(CouldNotRun) {
            if try !Generation.run(arguments) { exit(1) }
        } catch {
            Terminal.printError("error: \(error.description.visibleLines())")
            exit(3)
        }
    }
}
