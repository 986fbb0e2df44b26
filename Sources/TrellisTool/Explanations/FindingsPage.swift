import Diagnostics

/// The page of all findings, made from their explanations.
enum FindingsPage {
    static var text: String {
        let head = """
            # Findings

            <!-- Made by 'trellis explain --page'; a test checks that it is current. -->

            What each code means. `trellis explain TR1203` prints the same; where findings can go, and how they are \
            suppressed, is told in [reports](reports.md). A code keeps its meaning for ever and is never used again.
            """
        return ([head] + ExplanationFamily.all.map(section)).joined(separator: "\n\n") + "\n"
    }

    private static func section(_ family: ExplanationFamily) -> String {
        (["## \(family.title)"] + family.explanations.map(entry)).joined(separator: "\n\n")
    }

    private static func entry(_ explanation: Explanation) -> String {
        let text = explanation.text.split(separator: "\n").joined(separator: " ")
        var blocks = ["### \(explanation.code): \(explanation.title)"]
        if explanation.severity != .error { blocks.append("A \(explanation.severity.rawValue).") }
        blocks.append(escaped(text))
        if let example = explanation.example {
            blocks += example.wrong.files.map { file("Wrong", $0) } + example.mended.files.map { file("Mended", $0) }
        }
        return blocks.joined(separator: "\n\n")
    }

    private static func file(_ label: String, _ file: (path: String, text: String)) -> String {
        let language = file.path.hasSuffix(".yaml") ? "yaml" : file.path.hasSuffix(".sql") ? "sql" : "text"
        return "\(label), in `\(file.path)`:\n\n```\(language)\n\(file.text)\n```"
    }

    /// Text in which nothing is markup.
    private static func escaped(_ text: String) -> String {
        text.map { "\\`*_<[".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
