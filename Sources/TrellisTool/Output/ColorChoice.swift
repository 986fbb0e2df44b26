import ArgumentParser
import Diagnostics
import ProjectFiles

/// Whether text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The command line decides first, then the environment, then the kind of the stream.
    /// - Parameter isTerminal: whether the stream is a terminal.
    func style(isTerminal: Bool) -> TextStyle {
        switch self {
        case .auto: .automatic(isTerminal: isTerminal)
        case .always: .coloured
        case .never: .plain
        }
    }
}
