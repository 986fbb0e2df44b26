/// The severity of a finding.
public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
    /// The run fails and writes nothing.
    case error
    /// The run continues; you should look at it.
    case warning
    /// Information; nothing is wrong.
    case note
}

/// The stable name of a rule, such as `TR1203`.
///
/// A code is declared beside the rule that reports it. It never changes its meaning and is never reused. Its first digits are its
/// topic: `TR00` files and configuration, `TR10` YAML, `TR11` the shape of a model, `TR12` relationships, `TR13` names, `TR14`
/// values and enums, `TR15` fetches, `TR16` the schema, its indexes and searches, `TR17` templates, `TR18` inheritance, `TR20`
/// seeds of tests, `TR21` migrations, `TR22` histories, `TR25` targets.
public struct FindingCode: Sendable, Hashable, Codable, CustomStringConvertible {
    public var name: String
    public var severity: Severity

    public init(_ name: String, _ severity: Severity = .error) {
        self.name = name
        self.severity = severity
    }

    public var description: String { name }
}

/// A problem or a fact in the user's files, with its place.
public struct Finding: Sendable, Hashable, Codable {
    /// A remark on a finding, usually with a second place.
    public struct Note: Sendable, Hashable, Codable {
        public var message: String
        public var span: SourceSpan?

        public init(_ message: String, at span: SourceSpan? = nil) {
            self.message = message
            self.span = span
        }
    }

    /// How to fix it: words and, for a plain replacement, the text that replaces `span`; or entries of another file, of which one
    /// answer is enough.
    public struct Suggestion: Sendable, Hashable, Codable {
        public var message: String
        public var replacement: Replacement?
        /// The entries of another file that settle it, the likeliest first; empty for most findings.
        public var answers: [Answer]

        public struct Replacement: Sendable, Hashable, Codable {
            public var span: SourceSpan
            public var text: String
        }

        public init(_ message: String, replacing span: SourceSpan? = nil, with text: String = "") {
            self.message = message
            self.replacement = span.map { Replacement(span: $0, text: text) }
            answers = []
        }

        public init(_ message: String, answers: [Answer]) {
            self.message = message
            self.answers = answers
        }

        /// One way to settle a finding.
        public struct Answer: Sendable, Hashable, Codable {
            /// The answer as the message has it.
            public var text: String
            /// The entries that belong together; empty if you answer elsewhere.
            public var entries: [Entry]

            public init(_ text: String, entries: [Entry]) {
                self.text = text
                self.entries = entries
            }
        }

        /// An entry of a mapping in another file.
        public struct Entry: Sendable, Hashable, Codable {
            public var section: Section
            public var key: String
            /// The value in YAML.
            public var value: String
            /// What has to be known of the value.
            public var remark: String

            public init(_ section: Section, _ key: String, _ value: String, _ remark: String = "") {
                self.section = section
                self.key = key
                self.value = value
                self.remark = remark
            }
        }

        /// A mapping in another file, by its key.
        public struct Section: Sendable, Hashable, Codable {
            public var name: String

            public init(_ name: String) { self.name = name }
        }
    }

    public var code: FindingCode
    public var message: String
    public var span: SourceSpan
    public var notes: [Note]
    public var suggestion: Suggestion?

    public var severity: Severity { code.severity }

    public init(
        _ code: FindingCode, _ message: String, at span: SourceSpan, notes: [Note] = [],
        suggestion: Suggestion? = nil
    ) {
        self.code = code
        self.message = message
        self.span = span
        self.notes = notes
        self.suggestion = suggestion
    }
}

extension [Finding] {
    /// Whether any finding is an error. Then nothing may be written.
    public var containsError: Bool { contains { $0.severity == .error } }

    /// The findings by file, then by place. Findings at one place keep the order of their rules.
    public func sortedByPlace() -> [Finding] {
        enumerated().sorted { left, right in
            let (a, b) = (left.element.span, right.element.span)
            if a.file != b.file { return a.file < b.file }
            if a.start != b.start { return a.start < b.start }
            return left.offset < right.offset
        }.map(\.element)
    }
}
