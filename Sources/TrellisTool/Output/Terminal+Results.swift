import Foundation
import ProjectFiles

extension Terminal {
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
}
