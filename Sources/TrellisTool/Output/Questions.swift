import ArgumentParser
import Foundation

/// Asks a person on a terminal.
enum Questions {
    /// Whether there is somebody to answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks until the answer can be used.
    /// - Parameters:
    ///   - usual: what an empty answer stands for; nil where there has to be one.
    ///   - understand: makes something of an answer.
    /// - Throws: wrong use where the answers end.
    static func ask<Answer>(
        _ question: String, usual: String? = nil, _ understand: (String) throws(UnusableAnswer) -> Answer
    ) throws -> Answer {
        while true {
            Terminal.printErrorPart("\(question)\(usual.map { " [\($0)]" } ?? ""): ")
            guard let line = readLine() else {
                Terminal.printError("")
                throw ValidationError("The question was not answered: nothing is written.")
            }
            let answer = line.trimmingCharacters(in: .whitespaces)
            do {
                return try understand(answer.isEmpty ? usual ?? "" : answer)
            } catch {
                let isMissing = answer.isEmpty && usual == nil
                Terminal.printError("  \(isMissing ? "there is no usual answer to this" : error.description)")
            }
        }
    }
}
