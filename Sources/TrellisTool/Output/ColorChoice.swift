import ArgumentParser

/// Whether text is coloured.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// What was said on the command line goes before the environment, and that before what the stream is.
    ///
    /// Sources: no-color.org; bixense.com/clicolors.
    /// - Parameter isTerminal: whether the stream is one.
    func isColoured(environment: [String: String], isTerminal: Bool) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if environment["NO_COLOR"].map({ !$0.isEmpty }) ?? false { return false }
        if environment["CLICOLOR_FORCE"].map({ !$0.isEmpty && $0 != "0" }) ?? false { return true }
        return isTerminal && environment["CLICOLOR"] != "0" && environment["TERM"] != "dumb"
    }
}
