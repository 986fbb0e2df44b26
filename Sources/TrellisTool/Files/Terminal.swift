import Foundation

/// The two streams of a command: results, and what went wrong.
enum Terminal {
    static func printResult(_ text: String) {
        print(text + "\n")
    }

    /// Prints a text that ends as it should.
    ///
    /// Where it cannot be printed, on a full disk or to a program that reads no more, the tool ends: what it was asked for did not
    /// get to whoever asked.
    static func print(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            printError("error: cannot write to standard output: \(error.localizedDescription)")
            exit(3)
        }
    }

    static func printError(_ text: String) {
        printErrorPart(text + (text.hasSuffix("\n") ? "" : "\n"))
    }

    /// Prints a part of a line. Where the error stream cannot be written to there is nobody to tell.
    static func printErrorPart(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
