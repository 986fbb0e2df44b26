import Foundation

/// The streams of a program.
package enum Terminal {
    package static func printError(_ text: String) {
        printErrorPart(text + (text.hasSuffix("\n") ? "" : "\n"))
    }

    /// Prints a part of a line. Errors of the error stream are ignored, because they cannot be reported.
    package static func printErrorPart(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
