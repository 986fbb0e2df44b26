public import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let badPlace = FindingCode("TR2101")
}

/// Reads the decisions of a migration:
///
///     trellis: 1
///     renames:
///       Customer: Client             # an entity
///       Order.info: note             # one of its properties
///     drops:
///       Order.made: Nobody asked for it.
///     values:
///       Order.total: "price * count"  # SQL, on a row of the old table
public enum DecisionReader {
    private static let keys = ["trellis", "renames", "drops", "values"]

    /// - Returns: the decisions, or nil where a finding is an error.
    public static func read(_ bytes: [UInt8], file: String) -> (decisions: MigrationDecisions?, findings: [Finding]) {
        let parsed = YAMLParser.parse(bytes, file: file)
        guard let root = parsed.root else { return (nil, parsed.findings) }
        var context = ReadingContext(findings: parsed.findings)
        guard let keys = KnownKeys(root, of: "a migration", known: keys, in: &context) else { return (nil, context.findings) }
        context.checkFormat(keys, file: file)
        let decisions = MigrationDecisions(
            renames: read(keys["renames"], "the renames", "a new name", in: &context),
            drops: read(keys["drops"], "the drops", "a reason", in: &context),
            values: read(keys["values"], "the values", "a value", in: &context))
        let findings = context.findings.sortedByPlace()
        return (findings.containsError ? nil : decisions, findings)
    }

    private static func read(
        _ node: YAMLNode?, _ what: String, _ kind: String, in context: inout ReadingContext
    ) -> [MigrationDecisions.Place: MigrationDecisions.Decision] {
        var decisions: [MigrationDecisions.Place: MigrationDecisions.Decision] = [:]
        for entry in context.entries(node, what) {
            guard let text = context.text(entry.value, kind) else { continue }
            if text.isEmpty {
                context.report(.badPlace, "\(kind) is not empty", at: entry.value.span)
                continue
            }
            let parts = entry.key.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let place = MigrationDecisions.Place(parts[0], parts.count > 1 ? parts[1] : nil)
            decisions[place] = .init(text, at: entry.keySpan)
        }
        return decisions
    }
}
