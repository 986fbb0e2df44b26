import Diagnostics
import ProjectFiles

/// The text of `trellis explain` for a finding's code.
///
/// Each code has one, in the file of its family; a test fails where a code of the sources has none. The examples are run by
/// the tests in a real folder: the wrong one gives this code and no other, the fixed one gives nothing.
struct Explanation: Sendable {
    /// The code, for example `TR1203`.
    var code: String
    /// The problem, in a few words and without a full stop.
    var title: String
    /// The rule and its reason, in lines of at most 80 columns.
    var text: String
    /// A wrong example and its fix; nil for the few codes that no short file can show.
    var example: Example?

    init(_ code: String, _ title: String, _ text: String, wrong: ExampleFiles? = nil, fixed: ExampleFiles? = nil) {
        self.code = code
        self.title = title
        self.text = text
        if let wrong, let fixed { example = Example(wrong: wrong, fixed: fixed) }
    }

    /// Its default severity.
    var severity: Severity { CodeList[code]?.severity ?? .error }

    struct Example: Sendable {
        var wrong: ExampleFiles
        /// The files that differ from the wrong ones.
        var fixed: ExampleFiles
    }
}

/// The files of an example: a single text is `Model.yaml`; several have paths.
struct ExampleFiles: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    var files: [(path: String, text: String)]

    init(stringLiteral text: String) {
        files = [("Model.yaml", text)]
    }

    init(dictionaryLiteral elements: (String, String)...) {
        files = elements.map { (path: $0.0, text: $0.1) }
    }
}

/// The explanations of codes with a common prefix, in the order of their codes.
struct ExplanationFamily: Sendable {
    /// The topic of the codes.
    var title: String
    var explanations: [Explanation]

    init(_ title: String, _ explanations: [Explanation]) {
        self.title = title
        self.explanations = explanations
    }

    static let all: [ExplanationFamily] = [
        .configuration, .policy, .outputs, .yaml, .shape, .relationships, .names, .values, .attributeOptions, .derivations, .composites, .changeHistory, .fetches, .schema, .templates,
        .inheritance, .seeds, .migrations, .histories, .databases, .targets,
    ]

    /// The explanation of a code in any letter case; nil if the code does not exist.
    static func explanation(of code: String) -> Explanation? {
        all.lazy.flatMap(\.explanations).first { $0.code == code.uppercased() }
    }
}
