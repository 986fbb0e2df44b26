import Diagnostics
import Mustache

extension FindingCode {
    static let badTag = FindingCode("TR1701")
    static let unknownTag = FindingCode("TR1702")
    static let badTemplate = FindingCode("TR1703")
}

/// Renders shells strictly: every tag is checked before anything is rendered, where Mustache would leave an unknown one empty.
public enum ShellRenderer {
    /// The rendered text for each of `facts`, or what is wrong with the shell.
    public static func render(_ shell: Shell, with facts: [some Sendable]) -> Result<[String], ShellError> {
        render(shell.text, named: shell.rawValue, with: facts)
    }

    /// The rendered text of any template for each of `facts`; the names of the facts are those of its properties.
    public static func render(
        _ template: String, named name: String, with facts: [some Sendable]
    ) -> Result<[String], ShellError> {
        guard let first = facts.first else { return .success([]) }
        let known = Mirror(reflecting: first).children.compactMap(\.label)
        let findings = TagScanner.check(template, file: name, known: known)
        if !findings.isEmpty { return .failure(ShellError(findings: findings)) }
        do {
            let parsed = try MustacheTemplate(string: template)
            return .success(facts.map { parsed.render(values(of: $0)) })
        } catch {
            let finding = Finding(.badTemplate, "the template cannot be read: \(error)", at: .init(startOf: name))
            return .failure(ShellError(findings: [finding]))
        }
    }

    /// The facts by their names: Mustache would look through the properties anew for each tag.
    private static func values(of facts: some Sendable) -> [String: Any] {
        let named = Mirror(reflecting: facts).children.compactMap { child in child.label.map { ($0, child.value) } }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }
}

/// What is wrong with a shell.
public struct ShellError: Error, Sendable {
    public var findings: [Finding]
}

/// Finds the tags of a template and checks them against the facts that there are.
enum TagScanner {
    static func check(_ template: String, file: String, known: [String]) -> [Finding] {
        var findings = [Finding]()
        for (index, line) in template.lines.enumerated() {
            for tag in tags(in: String(line)) {
                let location = SourceLocation(line: index + 1, column: tag.column)
                let end = SourceLocation(line: index + 1, column: tag.column + tag.name.unicodeScalars.count)
                let span = SourceSpan(file: file, start: location, end: end)
                if let finding = check(tag, at: span, known: known) { findings.append(finding) }
            }
        }
        return findings
    }

    private struct Tag {
        /// What stands between the braces before the name: `#`, `^`, `/`, `&` or nothing.
        var sigil: Character?
        var name: String
        var column: Int
        var isClosed: Bool
    }

    private static func check(_ tag: Tag, at span: SourceSpan, known: [String]) -> Finding? {
        guard tag.isClosed else { return Finding(.badTag, "the tag that begins here does not end on its line", at: span) }
        if let sigil = tag.sigil, !"#^/&".contains(sigil) {
            return Finding(.badTag, "a tag that begins with '\(sigil)' cannot be used here", at: span)
        }
        if tag.name == "." || known.contains(tag.name) { return nil }
        return Finding(
            .unknownTag, "there is no fact '\(tag.name)'", at: span,
            suggestion: Spelling.nearest(to: tag.name, in: known).map {
                .init("did you mean '\($0)'?", replacing: span, with: $0)
            } ?? .init("the facts are \(known.joined(separator: ", "))"))
    }

    private static func tags(in line: String) -> [Tag] {
        let characters = Array(line)
        var tags = [Tag]()
        var index = 0
        while index + 1 < characters.count {
            guard characters[index] == "{", characters[index + 1] == "{" else {
                index += 1
                continue
            }
            index += 2
            if index < characters.count, characters[index] == "{" { index += 1 }
            var tag = Tag(name: "", column: index + 1, isClosed: false)
            if index < characters.count, !characters[index].isLetter, !characters[index].isWhitespace, characters[index] != "." {
                tag.sigil = characters[index]
                index += 1
                tag.column += 1
            }
            while index < characters.count, characters[index] != "}" {
                tag.name.append(characters[index])
                index += 1
            }
            tag.isClosed = index + 1 < characters.count && characters[index + 1] == "}"
            tag.column += tag.name.prefix { $0 == " " }.count
            tag.name = String(tag.name.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            tags.append(tag)
        }
        return tags
    }
}
