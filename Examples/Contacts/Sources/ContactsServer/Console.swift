import Foundation

/// Lines for the terminal, or for a reader behind a pipe, who may have gone.
enum Console {
    static func say(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
    }

    static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data("error: \(line)\n".utf8))
    }
}
