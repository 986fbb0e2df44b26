public import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badPlace = FindingCode("TR2101")
    static let badConversion = FindingCode("TR2115")
}

/// Reads the decisions of a migration:
///
///     trellis: 1
///     minimum-sqlite: "3.53"         # the oldest SQLite that runs the statements (default: 3.37)
///     compatible-from: 14            # the oldest version whose programs open the stores (default: none)
///     renames:
///       Customer: Client             # an entity
///       Order.info: note             # one of its properties
///     drops:
///       Order.made: No report uses it.
///     values:
///       Order.total: "price * count"  # SQL, on a row of the old table
///     cases:
///       Channel.fax: phone           # an old case of an enum, and what it is now
///     accept:
///       Order.number: { TR2109: No number is that large. }
///     before: ["DELETE FROM draft"]  # SQL of one's own
///     after: ["UPDATE customer SET name = trim(name)"]
///     steps: [{ swift: splitNames, reads: [Customer], writes: [Customer] }]  # Swift of one's own
public enum DecisionReader {
    package static let keys = [
        "trellis", MinimumSQLite.key, CompatibleFrom.key, "renames", "drops", "values", "cases", "accept", "before", "after", "steps",
    ]

    /// - Returns: the decisions, or nil where a finding is an error.
    public static func read(_ bytes: [UInt8], file: String) -> (decisions: MigrationDecisions?, findings: [Finding]) {
        let parsed = YAMLParser.parse(bytes, file: file)
        guard let root = parsed.root else { return (nil, parsed.findings) }
        var context = ReadingContext(findings: parsed.findings)
        guard let keys = KnownKeys(root, of: "a migration", known: keys, in: &context) else { return (nil, context.findings) }
        context.checkFormat(keys, file: file)
        let decisions = MigrationDecisions(
            minimumSQLite: MinimumSQLite.read(keys[MinimumSQLite.key], in: &context),
            compatibleFrom: CompatibleFrom.read(keys[CompatibleFrom.key], in: &context),
            renames: read(.renames, of: keys, in: &context),
            drops: read(.drops, of: keys, in: &context),
            values: read(.values, of: keys, in: &context),
            cases: read(.cases, of: keys, in: &context), accepted: accepted(keys["accept"], in: &context),
            before: statements(keys["before"], in: &context), after: statements(keys["after"], in: &context),
            steps: SwiftStepReader.read(keys["steps"], in: &context))
        let findings = context.findings.sortedByPlace()
        return (findings.containsError ? nil : decisions, findings)
    }

    /// A mapping of places to decisions.
    private struct Section {
        let key: String
        /// The name of a decision in messages.
        let decision: String
        var isSQL = false

        static let renames = Section(key: "renames", decision: "a new name")
        static let drops = Section(key: "drops", decision: "a reason")
        static let values = Section(key: "values", decision: "a value", isSQL: true)
        static let cases = Section(key: "cases", decision: "a case")
    }

    private static func read(
        _ section: Section, of keys: KnownKeys, in context: inout ReadingContext
    ) -> [MigrationDecisions.Place: MigrationDecisions.Decision] {
        var decisions: [MigrationDecisions.Place: MigrationDecisions.Decision] = [:]
        for entry in context.entries(keys[section.key], "the \(section.key)") {
            guard let text = text(entry.value, section.decision, isSQL: section.isSQL, in: &context) else { continue }
            let place = MigrationDecisions.Place(said: entry.key)
            decisions[place] = section.isSQL ? sql(text, at: entry.keySpan, entry.value.span, in: &context) : .init(text, at: entry.keySpan)
        }
        return decisions
    }

    /// SQL with its conversions written out; nil where a finding says what is wrong with one.
    private static func sql(
        _ text: String, at span: SourceSpan, _ textSpan: SourceSpan, in context: inout ReadingContext
    ) -> MigrationDecisions.Decision? {
        do {
            var decision = MigrationDecisions.Decision(try StoredFormExpansion.expand(text), at: span)
            decision.written = text
            return decision
        } catch {
            context.report(.badConversion, error.message, at: textSpan, suggestion: .init(error.help))
            return nil
        }
    }

    private static func accepted(
        _ node: YAMLNode?, in context: inout ReadingContext
    ) -> [MigrationDecisions.Acceptance: MigrationDecisions.Decision] {
        var decisions: [MigrationDecisions.Acceptance: MigrationDecisions.Decision] = [:]
        for entry in context.entries(node, "what is accepted") {
            for finding in context.entries(entry.value, "what is accepted of something") {
                guard let text = text(finding.value, "a reason", in: &context) else { continue }
                decisions[.init(finding.key, at: .init(said: entry.key))] = .init(text, at: finding.keySpan)
            }
        }
        return decisions
    }

    /// SQL statements: a list of them, or one.
    private static func statements(_ node: YAMLNode?, in context: inout ReadingContext) -> [MigrationDecisions.Decision] {
        guard let node, !node.isNull else { return [] }
        return (node.items ?? [node]).compactMap { item in
            text(item, "a statement", isSQL: true, in: &context).flatMap { sql($0, at: item.span, item.span, in: &context) }
        }
    }

    /// A text with something in it.
    private static func text(
        _ node: YAMLNode, _ kind: String, isSQL: Bool = false, in context: inout ReadingContext
    ) -> String? {
        guard let text = context.text(node, kind) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            context.report(.badPlace, "\(kind) is not empty", at: node.span)
            return nil
        }
        // A printed line leaves this to you.
        if text == DecisionLine.open || isSQL && text.unquoted.contains(DecisionLine.open) {
            context.report(.badPlace, "'\(DecisionLine.open)' stands for \(kind): write it there", at: node.span)
            return nil
        }
        return text
    }
}

extension String {
    /// The text without what stands in single quotes, as texts of SQL do.
    fileprivate var unquoted: String {
        split(separator: "'", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
    }
}

extension MigrationDecisions.Place {
    /// A place as a file writes it.
    init(said text: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(parts[0], parts.count > 1 ? parts[1] : nil)
    }
}
