import Diagnostics
public import SchemaSyntax
public import StoreMigration

extension FindingCode {
    static let badMinimum = FindingCode("TR2111")
}

/// The key of `trellis.yaml` and of a migration's decisions that says which SQLite runs the statements at the least.
///
///     minimum-sqlite: "3.53"
public enum MinimumSQLite {
    public static let key = "minimum-sqlite"

    /// - Returns: the version; nil if none is stated or if it is invalid, which is reported.
    public static func read(_ node: YAMLNode?, in context: inout ReadingContext) -> SQLiteVersion? {
        guard let node, let text = context.text(node, "'\(key)'") else { return nil }
        let oldest = SQLiteVersion.oldestSupported
        guard let version = SQLiteVersion(text) else {
            let meant = text.firstMatch(of: /[0-9]+\.[0-9]+(?:\.[0-9]+)?/).flatMap { SQLiteVersion($0.output) } ?? oldest
            report("'\(text)' is not a version of SQLite", max(meant, oldest), at: node, in: &context)
            return nil
        }
        if version >= oldest { return version }
        report("no store can be opened with SQLite \(version): \(oldest) is the oldest", oldest, at: node, in: &context)
        return nil
    }

    private static func report(
        _ message: String, _ version: SQLiteVersion, at node: YAMLNode, in context: inout ReadingContext
    ) {
        context.report(
            .badMinimum, message, at: node.span,
            suggestion: .init("write '\(key): \"\(version)\"'", replacing: node.span, with: "\"\(version)\""))
    }

    /// Decisions that say nothing of it, with a line that does.
    static func stated(_ version: SQLiteVersion, in text: String) -> String? {
        DecisionHead.adding("\(key): \"\(version)\"", to: text) { $0.minimumSQLite == version }
    }
}

/// The keys at the beginning of a file of decisions that `migrate create` writes itself.
enum DecisionHead {
    /// The decisions with one more line behind the format; nil if none of the places for it gives the decisions that are asked for.
    /// - Parameter isStated: whether decisions have what the line says.
    static func adding(_ line: String, to text: String, _ isStated: (MigrationDecisions) -> Bool) -> String? {
        let root = YAMLParser.parse(Array(text.utf8), file: "").root
        guard let format = root?.entries?.first(where: { $0.key == "trellis" }) else { return nil }
        let end = format.value.span.end
        let indent = String(repeating: " ", count: format.keySpan.start.column - 1)
        // By scalars: a line may end with two.
        var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        guard lines.indices.contains(end.line - 1) else { return nil }
        // Behind the format in a mapping in braces, a line of its own in any other.
        var braced = lines
        let scalars = lines[end.line - 1].unicodeScalars
        braced[end.line - 1] = "\(String(scalars.prefix(end.column - 1))), \(line)\(String(scalars.dropFirst(end.column - 1)))"
        lines.insert(indent + line, at: end.line)
        return [lines, braced].map { $0.joined(separator: "\n") }.first { candidate in
            DecisionReader.read(Array(candidate.utf8), file: "").decisions.map(isStated) == true
        }
    }
}
