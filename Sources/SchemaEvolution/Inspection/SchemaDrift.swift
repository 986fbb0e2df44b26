import Diagnostics
import SQLiteAccess
import SQLiteStorage

extension FindingCode {
    static let driftedSchema = FindingCode("TR2301")
}

/// Compares the schema of a file with that of the version that the file claims to have.
///
/// User-defined tables, indexes, triggers and views are no difference: Trellis keeps them.
struct SchemaDrift {
    private let version: StoredVersion
    private let file: String

    /// - Parameters:
    ///   - version: the version that the file claims.
    ///   - file: the file's name, as findings show it.
    init(from version: StoredVersion, file: String) {
        (self.version, self.file) = (version, file)
    }

    /// The differences and the objects that differ.
    struct Result {
        var findings: [Finding] = []
        /// The names of the version's objects that are missing or different, in lower case.
        var names: Set<String> = []
    }

    /// - Throws: `SQLiteError`
    func compare(_ connection: SQLiteConnection) throws -> Result {
        let fresh = try SQLiteConnection.inMemory()
        try fresh.execute(version.schema.ddl)
        let (expected, found) = (try SchemaSnapshot(fresh), try SchemaSnapshot(connection))
        let (wanted, present) = (try Self.texts(of: fresh), try Self.texts(of: connection))
        var result = Result()
        func add(_ problem: String, _ name: String) {
            result.names.insert(name.lowercased())
            var notes = [wanted[name].map { Finding.Note("version \(version.schema.identity.version) has: \($0)") }]
            notes.append(present[name].map { .init("the file has: \($0)") })
            result.findings.append(
                Finding(
                    .driftedSchema, "the database does not have the schema of version \(version.schema.identity.version): \(problem)",
                    at: SourceSpan(startOf: file), notes: notes.compactMap { $0 },
                    suggestion: .init("go back to a copy, or change the schema with SQL until it matches")))
        }
        for (name, facts) in expected.tables.sorted(by: { $0.key < $1.key }) {
            guard let table = found.tables[name] else {
                add("the table '\(name)' is missing", name)
                continue
            }
            for difference in SchemaFact.differences(from: facts, in: table, of: name) { add(difference, name) }
        }
        for (object, text) in expected.others.sorted(by: { $0.key < $1.key }) where found.others[object] != text {
            let name = object.split(separator: " ", maxSplits: 1).last.map(String.init) ?? object
            let kind = object.split(separator: " ").first.map(String.init) ?? ""
            if kind == "trigger", let trigger = present[name], let other = wanted[name], Self.isSameTrigger(trigger, other, name) { continue }
            add("the \(kind) '\(name)' is \(found.others[object] == nil ? "missing" : "different")", name)
        }
        return result
    }

    /// Whether two texts create the same trigger. Trellis names columns in the order in which the model declared them when it wrote the
    /// trigger, and the order of the columns of an event means nothing.
    private static func isSameTrigger(_ found: String, _ wanted: String, _ name: String) -> Bool {
        let (found, wanted) = (withOrderedEvent(found), withOrderedEvent(wanted))
        return found == wanted || isSameHistoryTrigger(found, wanted, name)
    }

    /// A trigger's text with the columns of its event, `UPDATE OF b, a ON`, in the order of their names.
    private static func withOrderedEvent(_ text: String) -> String {
        // The event precedes all other text but the name, so the first match is the event.
        guard let match = text.firstMatch(of: /\bUPDATE OF (.+?) ON\b/) else { return text }
        let columns = match.1.split(separator: ", ").sorted().joined(separator: ", ")
        return text[..<match.range.lowerBound] + "UPDATE OF \(columns) ON" + text[match.range.upperBound...]
    }

    /// Whether two texts create the same trigger of the change history. It names the properties in the order in which the model declared
    /// them when Trellis wrote the trigger; another order records the same.
    private static func isSameHistoryTrigger(_ found: String, _ wanted: String, _ name: String) -> Bool {
        name.hasPrefix("\(HistoryLayout.changes)__") && HistoryTrigger(found) == HistoryTrigger(wanted)
    }

    /// A trigger of the change history without the order of its properties.
    private struct HistoryTrigger: Equatable {
        /// What it compares and what it records, of each property: names, former keys and preserved values.
        let parts: [String]
        /// The text around these.
        let rest: String

        init(_ text: String) {
            var parts = [String]()
            func take(_ pattern: Regex<Substring>, from text: String) -> String {
                parts += text.matches(of: pattern).map { String($0.output) }
                return text.replacing(pattern, with: "")
            }
            // A preserved value with the name that it is recorded by.
            let guarded = take(/'[^']*', CASE WHEN .*?\bEND\b/, from: text)
            let names = take(/CASE WHEN .*?\bEND\b/, from: guarded)
            let keys = take(/coalesce\('[^']*' \|\| OLD\.\S+ \|\| ' ', ''\)/, from: names)
            let values = take(/'[^']*', OLD\.[^\s,)]+/, from: keys)
            rest = take(/OLD\.\S+ IS NOT NEW\.[^\s)]+/, from: values)
            self.parts = parts.sorted()
        }
    }

    /// The statements that created the objects of a database, by their names, each on one line.
    private static func texts(of connection: SQLiteConnection) throws -> [String: String] {
        Dictionary(
            try connection.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL").compactMap { row in
                if let name = row[0], let sql = row[1] { (name, sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")) } else { nil }
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// Compares the schema of a database with that of a version.
package enum SchemaComparison {
    /// The differences in words; empty if the schema is that of the version.
    /// - Throws: `SQLiteError`
    package static func differences(of connection: SQLiteConnection, from version: StoredVersion) throws -> [String] {
        try SchemaDrift(from: version, file: connection.path ?? "").compare(connection).findings.map(\.message)
    }
}
