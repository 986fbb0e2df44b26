public import Diagnostics

extension FindingCode {
    static let unknownKey = FindingCode("TR1101")
    public static let wrongShape = FindingCode("TR1102")
    public static let missingKey = FindingCode("TR1103")
    static let unknownFormat = FindingCode("TR1105")
    static let badFlag = FindingCode("TR1106")
    static let badCount = FindingCode("TR1107")
}

/// The shared state of the readers of a file: the findings so far.
public struct ReadingContext {
    public var findings: [Finding]
    /// Whether names of tables and columns are those of another program's file, which can be any.
    public var takesAnyStoredName = false

    public init(findings: [Finding] = []) {
        self.findings = findings
    }

    /// Adds a finding.
    public mutating func report(
        _ code: FindingCode, _ message: String, at span: SourceSpan, notes: [Finding.Note] = [],
        suggestion: Finding.Suggestion? = nil
    ) {
        findings.append(Finding(code, message, at: span, notes: notes, suggestion: suggestion))
    }

    /// A suggestion to replace `span` with the nearest of `candidates`.
    public static func suggestion(
        for word: String, in candidates: some Sequence<String>, replacing span: SourceSpan
    ) -> Finding.Suggestion? {
        Spelling.nearest(to: word, in: candidates).map {
            Finding.Suggestion("did you mean '\($0)'?", replacing: span, with: $0)
        }
    }
}

// MARK: - Values of a known kind

extension ReadingContext {
    /// Reads a text. Reports any other value as a wrong shape, with `what` as its name.
    public mutating func text(_ node: YAMLNode, _ what: String) -> String? {
        if let text = node.text, !node.isNull { return text }
        report(.wrongShape, "\(what) must be a text, not \(node.kindInWords)", at: node.span)
        return nil
    }

    /// `true` or `false`.
    public mutating func flag(_ node: YAMLNode, _ what: String) -> Bool? {
        switch node.text {
        case "true": return true
        case "false": return false
        default:
            let word = node.text.flatMap { Self.booleanWords[$0.lowercased()] }
            report(
                .badFlag, "\(what) must be true or false", at: node.span,
                suggestion: word.map { .init("write '\($0)'", replacing: node.span, with: "\($0)") })
            return nil
        }
    }

    /// What YAML 1.1 also reads as a Boolean. YAML 1.2 reads these words as texts, so models don't have them.
    private static let booleanWords = ["yes": true, "on": true, "y": true, "true": true, "no": false, "off": false, "n": false, "false": false]

    /// A whole number within `range`.
    public mutating func count(_ node: YAMLNode, _ what: String, in range: ClosedRange<Int>) -> Int? {
        if let text = node.text, let number = Int(text), range.contains(number) { return number }
        let bounds =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        report(.badCount, "\(what) must be a whole number \(bounds)", at: node.span)
        return nil
    }

    /// The entries of a mapping with arbitrary names. A null value counts as an empty mapping.
    public mutating func entries(_ node: YAMLNode?, _ what: String) -> [YAMLNode.Entry] {
        guard let node, !node.isNull else { return [] }
        if let entries = node.entries { return entries }
        report(.wrongShape, "\(what) must be a mapping, not \(node.kindInWords)", at: node.span)
        return []
    }
}

// MARK: - Mappings of known keys

/// The keys of a mapping with a fixed set of keys. Unknown keys are reported with the nearest known one.
public struct KnownKeys {
    private var values: [String: YAMLNode.Entry] = [:]

    /// - Parameters:
    ///   - what: the name of the mapping in messages, for example "an attribute".
    ///   - known: the keys it may have.
    /// - Returns: nil if `node` is not a mapping, which is reported.
    public init?(_ node: YAMLNode, of what: String, known: [String], in context: inout ReadingContext) {
        guard let entries = node.entries else {
            context.report(.wrongShape, "\(what) must be a mapping, not \(node.kindInWords)", at: node.span)
            return nil
        }
        for entry in entries {
            if known.contains(entry.key) {
                values[entry.key] = entry
            } else {
                context.report(
                    .unknownKey, "\(what) has no key '\(entry.key)'", at: entry.keySpan,
                    suggestion: ReadingContext.suggestion(for: entry.key, in: known, replacing: entry.keySpan)
                        ?? .init("its keys are \(known.joined(separator: ", "))"))
            }
        }
    }

    /// The value of a known key.
    public subscript(key: String) -> YAMLNode? { values[key]?.value }

    /// The place of a known key.
    public func keySpan(_ key: String) -> SourceSpan? { values[key]?.keySpan }
}

// MARK: - The format of a file

extension ReadingContext {
    /// The version of Trellis's file formats that this build reads.
    public static let format = "1"

    /// Checks the key `trellis`, which declares the format of the file.
    public mutating func checkFormat(_ keys: KnownKeys, file: String) {
        guard let node = keys["trellis"] else {
            report(
                .missingKey, "the file does not declare its format", at: SourceSpan(startOf: file),
                suggestion: .init("begin with 'trellis: \(Self.format)'"))
            return
        }
        if node.text != Self.format {
            report(
                .unknownFormat, "this build of Trellis reads only format \(Self.format)", at: node.span,
                suggestion: .init("write 'trellis: \(Self.format)'", replacing: node.span, with: Self.format))
        }
    }
}
