import Foundation

/// The two streams of a command: results and errors.
enum Terminal {
    static func printResult(_ text: String) {
        print(text + "\n")
    }

    /// Prints a text.
    ///
    /// If it cannot be printed, because the disk is full or the reader has stopped, the tool ends: its result cannot be
    /// delivered.
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

    /// Prints a part of a line. Errors of the error stream are ignored, because they cannot be reported.
    static func printErrorPart(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
