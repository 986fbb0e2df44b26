import Foundation

/// The two streams of a command: results, and what went wrong.
enum Terminal {
    static func printResult(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// Prints a text that ends as it should.
    static func print(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    static func printError(_ text: String) {
        FileHandle.standardError.write(Data((text + (text.hasSuffix("\n") ? "" : "\n")).utf8))
    }
}
