import Diagnostics
import Foundation

extension TextStyle {
    /// Coloured for a terminal, unless the environment decides otherwise.
    ///
    /// Sources: no-color.org; bixense.com/clicolors.
    /// - Parameter isTerminal: whether the stream is a terminal.
    package static func automatic(isTerminal: Bool) -> TextStyle {
        let environment = ProcessInfo.processInfo.environment
        if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return .plain }
        if environment["CLICOLOR_FORCE"].map({ !$0.isEmpty && $0 != "0" }) ?? false { return .coloured }
        return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb" ? .coloured : .plain
    }

    /// In the colours of a terminal (ECMA-48, "select graphic rendition").
    package static let coloured = TextStyle { part, text in
        guard !text.isEmpty else { return text }
        let parameters =
            switch part {
            case .place, .message: "1"
            case .severity(.error): "1;31"
            case .severity(.warning): "1;35"
            case .severity(.note): "1;36"
            case .margin: "2"
            case .help: "1;32"
            }
        return "\u{1B}[\(parameters)m\(text)\u{1B}[0m"
    }
}
