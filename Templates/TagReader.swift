import Diagnostics

extension FindingCode {
    static let badTag = FindingCode("TR1701")
}

/// A tag of a template, with its parsed sign.
struct TemplateTag {
    enum Role {
        /// `{{name}}`, and `{{{name}}}` and `{{&name}}`, which mean the same: a template's text is plain.
        case value
        /// `{{#name}}`
        case section
        /// `{{^name}}`
        case inverted
        /// `{{/name}}`
        case end
        /// `{{! words }}`
        case comment
    }

    var role: Role
    var name: String
    /// The place of the name.
    var span: SourceSpan
}

/// Finds the tags of a template with their places.
///
/// The tags are Mustache's values, sections, inverted sections and comments. Its other tags are refused.
struct TagReader {
    /// The template without a byte order mark.
    let text: String
    private(set) var tags: [TemplateTag] = []
    private(set) var findings: [Finding] = []
    private let scalars: [Unicode.Scalar]
    private let file: String
    private var index = 0
    private var location = SourceLocation(line: 1, column: 1)

    /// - Parameter file: the template's path in findings.
    init(_ template: String, file: String) {
        scalars = Array(template.unicodeScalars.drop { $0 == "\u{FEFF}" })
        text = String(String.UnicodeScalarView(scalars))
        self.file = file
        while index < scalars.count {
            if follows("{{") { readTag() } else { advance() }
        }
    }

    // MARK: Reading

    private func follows(_ word: String) -> Bool { scalars[index...].starts(with: word.unicodeScalars) }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count {
            location =
                scalars[index] == "\n"
                ? .init(line: location.line + 1, column: 1) : .init(line: location.line, column: location.column + 1)
            index += 1
        }
    }

    private mutating func readTag() {
        let isTriple = follows("{{{")
        advance(isTriple ? 3 : 2)
        let begin = index
        skipSpaces()
        let place = location
        if index > begin, index < scalars.count, "#^/!&".unicodeScalars.contains(scalars[index]) {
            findings.append(
                Finding(
                    .badTag, "write the sign of a tag directly after its braces",
                    at: SourceSpan(file: file, start: location, end: location)))
        }
        guard let role = readRole(isTriple) else {
            while index < scalars.count, scalars[index] != "\n", !follows("}}") { advance() }
            return follows("}}") ? advance(2) : ()
        }
        if role == .comment { return readComment(at: place) }
        skipSpaces()
        let nameStart = location
        var name = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] != "}", !scalars[index].properties.isWhitespace {
            name.append(scalars[index])
            advance()
        }
        let span = SourceSpan(file: file, start: nameStart, end: location)
        skipSpaces()
        guard follows(isTriple ? "}}}" : "}}") else {
            let isOnLine = index < scalars.count && scalars[index] != "\n" && scalars[index] != "\r" && scalars[index] != "}"
            let message = isOnLine ? "a tag contains one name" : "the tag that begins here is not closed on its line"
            return findings.append(Finding(.badTag, message, at: span))
        }
        advance(isTriple ? 3 : 2)
        if name.isEmpty { return findings.append(Finding(.badTag, "a tag needs the name of a fact", at: span)) }
        tags.append(TemplateTag(role: role, name: String(name), span: span))
    }

    /// The meaning of the sign before a name; nil if it has none here, which is reported.
    private mutating func readRole(_ isTriple: Bool) -> TemplateTag.Role? {
        guard index < scalars.count, !isTriple else { return .value }
        let roles: [Unicode.Scalar: TemplateTag.Role] = ["#": .section, "^": .inverted, "/": .end, "!": .comment, "&": .value]
        let sign = scalars[index]
        if let role = roles[sign] {
            advance()
            return role
        }
        guard !sign.properties.isAlphabetic, !sign.properties.isWhitespace, !"}._".unicodeScalars.contains(sign) else {
            return .value
        }
        advance()
        let reasons: [Unicode.Scalar: String] = [
            ">": "partials are not supported: write their text here", "=": "the braces of tags cannot be changed",
        ]
        findings.append(
            Finding(
                .badTag, "a tag cannot begin with '\(sign)'",
                at: SourceSpan(file: file, start: location, end: location),
                suggestion: reasons[sign].map { .init($0) }))
        return nil
    }

    private mutating func skipSpaces() {
        while index < scalars.count, scalars[index] == " " || scalars[index] == "\t" { advance() }
    }

    private mutating func readComment(at place: SourceLocation) {
        while index < scalars.count, !follows("}}") { advance() }
        let span = SourceSpan(file: file, start: place, end: place)
        guard follows("}}") else {
            return findings.append(Finding(.badTag, "the comment that begins here is not closed", at: span))
        }
        advance(2)
    }
}
