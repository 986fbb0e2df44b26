import Diagnostics
import ModelPages
import SchemaEvolution
import SchemaModel

/// The differences between two versions of a model, for people and for programs.
enum DifferenceText {
    /// A line for each change, then what could be renamed, and the rules that old rows may break.
    static func lines(_ difference: ModelDifference, _ tightened: [TightenedRule]) -> [String] {
        if difference.changes.isEmpty { return ["no differences"] }
        return difference.changes.map { line($0) }
            + difference.likelyRenames.map { "note: \($0.new.kind) '\($0.new.label)' may be '\($0.old.label)' under another name" }
            + tightened.map { rule in
                "note: rows may break the stricter \(rule.key) of '\(rule.place)', \(rule.old ?? "(none)") → \(rule.new): they "
                    + "stay, and fail validation when they are next edited"
            }
    }

    private static func line(_ change: Change) -> String {
        let what = change.element == .model ? "the model" : "\(change.element.kind) \(change.element.label)"
        let place = (change.newSpan ?? change.oldSpan).map { "  (\($0.file):\($0.start.line):\($0.start.column))" } ?? ""
        let sign =
            switch change.action {
            case .added: "+"
            case .removed: "-"
            case .renamed: "="
            case .moved: ">"
            case .altered: "~"
            }
        return "\(sign) \(what)\(change.action.words)\(place)"
    }

    static func json(_ difference: ModelDifference, _ tightened: [TightenedRule]) -> JSONValue {
        [
            "changes": .array(difference.changes.map(json)),
            "likelyRenames": .array(
                difference.likelyRenames.map {
                    .object(element($0.new) + [("from", .string($0.old.label))])
                }),
            "tightenedRules": .array(
                tightened.map { rule in
                    let old = rule.old.map { (key: "from", value: JSONValue.string($0)) }
                    let entries: [(key: String, value: JSONValue)] = [
                        ("name", .string(rule.place.description)), ("key", .string(rule.key.rawValue)),
                    ]
                    return .object(entries + [old, ("to", .string(rule.new))].compactMap(\.self))
                }),
        ]
    }

    private static func json(_ change: Change) -> JSONValue {
        var entries = element(change.element)
        switch change.action {
        case .added: entries.append(("change", "added"))
        case .removed: entries.append(("change", "removed"))
        case .renamed(let name): entries += [("change", "renamed"), ("from", .string(name))]
        case .moved(let entity): entries += [("change", "moved"), ("fromEntity", .string(entity))]
        case .altered(let key, let from, let to):
            entries += [("change", "altered"), ("key", .string(key.rawValue))]
            entries += [("from", from), ("to", to)].compactMap { name, text in text.map { (name, .string($0)) } }
        }
        for (name, span) in [("old", change.oldSpan), ("new", change.newSpan)] {
            guard let span else { continue }
            entries.append(
                (name, ["file": .string(span.file), "line": .integer(span.start.line), "column": .integer(span.start.column)]))
        }
        return .object(entries)
    }

    private static func element(_ path: ModelElement.Path) -> [(key: String, value: JSONValue)] {
        [("kind", .string(path.kind)), ("name", .string(path.label))]
    }
}
