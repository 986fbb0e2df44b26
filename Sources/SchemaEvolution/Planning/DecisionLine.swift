import Diagnostics
import SchemaModel

/// A line that decides a finding: entries of the migration's file that belong together, as text and as data, or words alone.
struct DecisionLine {
    typealias Place = MigrationDecisions.Place
    typealias Entry = Finding.Suggestion.Entry

    /// The line, with what has to be said about it.
    private(set) var text: String
    /// What you write into the file; empty for an answer that is none of the file.
    private(set) var entries: [Entry]

    /// An answer that does not stand in the migration's file.
    static func words(_ text: String) -> DecisionLine { .init(text: text, entries: []) }

    /// New names, which only make sense together.
    static func rename(_ names: [(old: Place, new: String)]) -> DecisionLine {
        let pairs = names.map { "\($0.old): \($0.new)" }.joined(separator: ", ")
        return .init(text: "'renames: { \(pairs) }'", entries: names.map { Entry(.renames, "\($0.old)", $0.new) })
    }

    static func rename(_ old: Place, to new: String) -> DecisionLine { rename([(old, new)]) }

    /// The reason for a loss, which you write.
    static func drop(_ place: Place) -> DecisionLine {
        .init(text: "'drops: { \(place): why }'", entries: [Entry(.drops, "\(place)", open)])
    }

    /// A value in SQL.
    /// - Parameter remark: what has to be known of it, after the line.
    static func value(_ sql: String, for place: Place, _ remark: String = "") -> DecisionLine {
        let text = sql.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return .init(text: "'values: { \(place): \"\(text)\" }'\(remark)", entries: [Entry(.values, "\(place)", "\"\(text)\"", remark)])
    }

    /// The cases that become others.
    static func cases(_ cases: [(old: Place, new: String)]) -> DecisionLine {
        let pairs = cases.map { "\($0.old): \($0.new)" }.joined(separator: ", ")
        return .init(text: "'cases: { \(pairs) }'", entries: cases.map { Entry(.cases, "\($0.old)", $0.new) })
    }

    /// The reason why a finding may stand, which you write.
    static func accept(_ code: FindingCode, at place: Place) -> DecisionLine {
        .init(text: "'accept: { \(place): { \(code): why } }'", entries: [Entry(.accept, "\(place)", "{ \(code): \(open) }")])
    }

    /// Both lines together.
    func and(_ other: DecisionLine, _ remark: String) -> DecisionLine {
        .init(text: "\(text) and \(other.text)\(remark)", entries: entries + other.entries)
    }

    func adding(_ remark: String) -> DecisionLine { .init(text: text + remark, entries: entries) }

    /// What you have to write in the place of it.
    static let open = "…"
}

extension [DecisionLine] {
    /// The help of a finding with the lines, and the entries of each.
    var suggestion: Finding.Suggestion? {
        isEmpty
            ? nil
            : Finding.Suggestion(
                "decide in the migration's file: " + map(\.text).joined(separator: ", or "),
                answers: map { .init($0.text, entries: $0.entries) })
    }
}

extension Finding.Suggestion.Section {
    static let renames = Self("renames")
    static let drops = Self("drops")
    static let values = Self("values")
    static let cases = Self("cases")
    static let accept = Self("accept")

    /// The sections of the file, in their order.
    static let all = [renames, drops, values, cases, accept]
}
