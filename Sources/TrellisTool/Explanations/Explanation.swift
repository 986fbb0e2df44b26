import Diagnostics

/// What `trellis explain` tells of a finding's code.
///
/// Each code has one, in the file of its family; a test fails where a code of the sources has none. The examples are run by
/// the tests as a person would run them: the wrong one gives this code and no other, the mended one gives nothing.
struct Explanation: Sendable {
    /// The code, such as `TR1203`.
    var code: String
    /// How severe it is by itself.
    var severity: Severity
    /// What is the matter, in a few words and without a full stop.
    var title: String
    /// What the rule asks for and why, in lines of at most 80 columns.
    var text: String
    /// What it looks like, and how it is mended; nil for the few that no short file can show.
    var example: Example?

    init(
        _ code: String, _ severity: Severity, _ title: String, _ text: String, wrong: ExampleFiles? = nil,
        mended: ExampleFiles? = nil
    ) {
        self.code = code
        self.severity = severity
        self.title = title
        self.text = text
        if let wrong, let mended { example = Example(wrong: wrong, mended: mended) }
    }

    /// Explains an error, as most codes are.
    init(_ code: String, _ title: String, _ text: String, wrong: ExampleFiles? = nil, mended: ExampleFiles? = nil) {
        self.init(code, .error, title, text, wrong: wrong, mended: mended)
    }

    struct Example: Sendable {
        var wrong: ExampleFiles
        /// The files that differ from the wrong ones.
        var mended: ExampleFiles
    }
}

/// The files of an example: a text alone is a model, in `Model.yaml`; several are given by their paths.
struct ExampleFiles: Sendable, ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
    var files: [(path: String, text: String)]

    init(stringLiteral text: String) {
        files = [("Model.yaml", text)]
    }

    init(dictionaryLiteral elements: (String, String)...) {
        files = elements.map { (path: $0.0, text: $0.1) }
    }
}

/// The explanations of codes that begin alike, in the order of their codes.
struct ExplanationFamily: Sendable {
    /// What the codes are about.
    var title: String
    var explanations: [Explanation]

    init(_ title: String, _ explanations: [Explanation]) {
        self.title = title
        self.explanations = explanations
    }

    static let all: [ExplanationFamily] = [
        .configuration, .policy, .outputs, .yaml, .shape, .relationships, .names, .values, .attributeOptions, .derivations, .composites, .fetches, .schema, .templates,
        .inheritance, .seeds, .migrations, .histories,
    ]

    /// The explanation of a code, whatever its letters' case; nil where there is no such code.
    static func explanation(of code: String) -> Explanation? {
        all.lazy.flatMap(\.explanations).first { $0.code == code.uppercased() }
    }
}
