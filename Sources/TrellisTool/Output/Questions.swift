import ArgumentParser
import Foundation
import ProjectFiles

/// Asks the user on a terminal.
enum Questions {
    /// Whether a user can answer.
    static var isPossible: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

    /// Asks until the answer is usable.
    /// - Parameters:
    ///   - usual: the default answer; nil if the user must answer.
    ///   - understand: converts an answer.
    /// - Throws: wrong use if the input ends.
    static func ask<Answer>(
        _ question: String, usual: String? = nil, _ understand: (String) throws(UnusableAnswer) -> Answer
    ) throws -> Answer {
        while true {
            Terminal.printErrorPart("\(question)\(usual.map { " [\($0)]" } ?? ""): ")
            guard let line = readLine() else {
                Terminal.printError("")
                throw ValidationError("The question was not answered, so nothing is written.")
            }
            let answer = line.trimmingCharacters(in: .whitespaces)
            do {
                return try understand(answer.isEmpty ? usual ?? "" : answer)
            } catch {
                let isMissing = answer.isEmpty && usual == nil
                Terminal.printError(" \(isMissing ? "there is no default answer" : error.description)")
            }
        }
    }
}
