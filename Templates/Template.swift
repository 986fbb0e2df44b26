public import Diagnostics
import Mustache

extension FindingCode {
    static let badTemplate = FindingCode("TR1703")
}

/// A checked template: each of its tags names a fact. Mustache would leave an unknown one empty.
public struct Template: Sendable {
    private let mustache: MustacheTemplate
    /// The facts whose values it writes outside all lists.
    private let mentions: Set<String>

    /// Checks a template.
    /// - Parameters:
    ///   - source: the template.
    ///   - scopes: its subjects. A name is searched in the last one first.
    /// - Throws: ``ShellError`` with all errors.
    public init(_ source: TemplateSource, about scopes: [TemplateScope]) throws(ShellError) {
        let reader = TagReader(source.text, file: source.path)
        var check = TemplateCheck(scopes)
        for tag in reader.tags { check.add(tag) }
        check.finish()
        let findings = (reader.findings + check.findings).sortedByPlace()
        if !findings.isEmpty { throw ShellError(findings: findings) }
        mentions = check.mentions
        do {
            mustache = try MustacheTemplate(string: Self.plainText + reader.text)
        } catch {
            throw ShellError(findings: [Self.finding(for: error, in: source)])
        }
    }

    /// Nothing is escaped, because the output is not HTML. The final newline is not part of the result.
    private static let plainText = "{{% CONTENT_TYPE:TEXT}}\n"

    /// An error that only Mustache finds.
    private static func finding(for error: any Error, in source: TemplateSource) -> Finding {
        guard let error = error as? MustacheTemplate.ParserError else {
            return Finding(.badTemplate, "the template cannot be read: \(error)", at: SourceSpan(startOf: source.path))
        }
        let place = SourceLocation(line: max(error.context.lineNumber - 1, 1), column: max(error.context.columnNumber, 1))
        return Finding(
            .badTemplate, "the template is invalid here: \(error.error)",
            at: SourceSpan(file: source.path, start: place, end: place))
    }

    /// The text of the template for subjects of the checked kinds, in the same order.
    public func render(_ things: [TemplateThing]) -> String { mustache.render(SpokenOf(things: things)) }

    /// Whether the template writes a fact of its subjects, in any place.
    public func mentions(_ fact: String) -> Bool { mentions.contains(fact) }
}

/// The text of a template, and its name in findings.
public struct TemplateSource: Sendable, Hashable {
    public var path: String
    public var text: String

    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// The errors of a template.
public struct ShellError: Error, Sendable {
    public var findings: [Finding]

    public init(findings: [Finding]) {
        self.findings = findings
    }
}
