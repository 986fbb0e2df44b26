import ArgumentParser
import Diagnostics
import ProjectFiles

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a finding's code, with a wrong and a fixed example",
        discussion: """
            Examples:
              trellis explain TR1203     one code
              trellis explain            all codes
              trellis explain --facts    the facts that templates can use
            """)

    @Argument(help: "The code of a finding; lists all codes if omitted.", completion: Completions.codes)
    var code: String?

    @Flag(help: "List all codes.")
    var list = false

    @Flag(help: "Print the facts that templates can use, as Markdown.")
    var facts = false

    @Flag(help: .init("Print the page of all codes, Documentation/findings.md.", visibility: .hidden))
    var page = false

    func validate() throws {
        guard let code else { return }
        if list || facts { throw ValidationError("Name a code or use --list, not both.") }
        guard ExplanationFamily.explanation(of: code) == nil else { return }
        let codes = ExplanationFamily.all.flatMap(\.explanations).map(\.code)
        let hint =
            Spelling.nearest(to: code, in: codes).map { "did you mean '\($0)'?" }
            ?? "'trellis explain' lists all codes."
        throw ValidationError("There is no finding '\(code)': \(hint)")
    }

    func run() {
        // The pages end like the files of Documentation, which tests compare with them.
        if page {
            Terminal.print(FindingsPage.text)
        } else if facts {
            Terminal.print(FactsPage.text)
        } else if let code, let explanation = ExplanationFamily.explanation(of: code) {
            Terminal.printResult(explanation.rendered)
        } else {
            Terminal.printResult(ExplanationFamily.list)
        }
    }
}

extension ExplanationFamily {
    /// All codes with their titles, by family.
    fileprivate static var list: String {
        all.map { family in
            ([family.title + ":"] + family.explanations.map { "  \($0.code)  \($0.title)" }).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }
}

extension Explanation {
    /// The printed explanation: each file of the example is indented by four spaces below a line that names it.
    fileprivate var rendered: String {
        var blocks = ["\(code): \(title)", text]
        if severity != .error {
            blocks.append(
                "This is a \(severity.rawValue): trellis.yaml can suppress it with a reason, or change its severity.")
        }
        if let example {
            blocks += example.wrong.files.flatMap { ["Wrong, in \($0.path):", $0.text.indented] }
            blocks += example.fixed.files.flatMap { ["Fixed, in \($0.path):", $0.text.indented] }
        }
        return blocks.joined(separator: "\n\n")
    }
}

extension String {
    /// The text with four spaces before each line that is not empty.
    fileprivate var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
            .joined(separator: "\n")
    }
}
