import Diagnostics
import SchemaEvolution
import SQLiteStorage
import SchemaModel

extension MigrationDecisions {
    /// Decides what a finding asks: what a step loses is given up, and a value that is missing is the zero of its type.
    mutating func complete(_ finding: Finding, _ new: StoredVersion) {
        let help = finding.suggestion?.message ?? ""
        if let match = help.firstMatch(of: /drops: \{ (\w+)(?:\.([\w.]+))?: why/) {
            drops[.init(String(match.output.1), match.output.2.map(String.init))] = .init("given up", at: finding.span)
        } else if let match = help.firstMatch(of: /accept: \{ (\w+)\.([\w.]+): \{ (TR\d+)/) {
            accepted[.init(String(match.output.3), at: .init(String(match.output.1), String(match.output.2)))] = .init("accepted", at: finding.span)
        } else if let match = help.firstMatch(of: /values: \{ (\w+)\.([\w.]+): "((?:[^"\\]|\\.)*)"/) {
            let place = Place(String(match.output.1), String(match.output.2))
            let text = String(match.output.3).replacing("\\\"", with: "\"")
            guard let zero = zero(of: place, new) else {
                // The line for a key that other rows have is whole.
                if !text.contains("…") { values[place] = .init(text, at: finding.span) }
                return
            }
            values[place] = .init(text.hasPrefix("coalesce(") ? text.replacing("…", with: zero) : zero, at: finding.span)
        }
    }

    /// The least that an attribute can be; nil for a relationship.
    private func zero(of place: Place, _ version: StoredVersion) -> String? {
        let attributes = version.model.entity(named: place.entity)?.storedAttributes ?? []
        guard let type = attributes.first(where: { $0.name.text == place.property })?.attribute.type else { return nil }
        switch type {
        case .uuid(.blob): return "zeroblob(16)"
        case .decimal(nil): return "'0'"
        case .json: return "'{}'"
        default:
            return switch type.columnType {
            case .integer: "0"
            case .real: "0.0"
            case .text: "''"
            case .blob: "X''"
            }
        }
    }
}
