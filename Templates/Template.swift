public import Diagnostics
import Mustache

extension FindingCode {
    static let badTemplate = FindingCode("TR1703")
}

/// A template that was checked: each of its tags is known to name a fact, where Mustache would leave an unknown one empty.
public struct Template: Sendable {
    private let mustache: MustacheTemplate
    /// The facts of the things that it is rendered with whose values it writes outside of all lists.
    private let mentions: Set<String>

    /// Checks a template.
    /// - Parameters:
    ///   - source: the template.
    ///   - scopes: what it is told about: a name is looked for in the last one first.
    /// - Throws: ``ShellError`` with everything that is wrong with it.
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

    /// Nothing is escaped: what is made is not HTML. The line is none of the result.
    private static let plainText = "{{% CONTENT_TYPE:TEXT}}\n"

    /// What Mustache does not read, and nobody else has found.
    private static func finding(for error: any Error, in source: TemplateSource) -> Finding {
        guard let error = error as? MustacheTemplate.ParserError else {
            return Finding(.badTemplate, "the template cannot be read: \(error)", at: SourceSpan(startOf: source.path))
        }
        let place = SourceLocation(line: max(error.context.lineNumber - 1, 1), column: max(error.context.columnNumber, 1))
        return Finding(
            .badTemplate, "the template cannot be read here: \(error.error)",
            at: SourceSpan(file: source.path, start: place, end: place))
    }

    /// The text of the template for things of the kinds that it was checked for, in the same order.
    public func render(_ things: [TemplateThing]) -> String { mustache.render(SpokenOf(things: things)) }

    /// Whether the template has a value of a fact of the things that it is told about, wherever that stands.
    public func mentions(_ fact: String) -> Bool { mentions.contains(fact) }
}

/// The text of a template, and what findings call its file.
public struct TemplateSource: Sendable, Hashable {
    public var path: String
    public var text: String

    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}

/// What is wrong with a template.
public struct ShellError: Error, Sendable {
    public var findings: [Finding]

    public init(findings: [Finding]) {
        self.findings = findings
    }
}
