import Diagnostics
import Foundation
import SQLiteStorage
import SchemaModel

/// A rule of the new version that rows of the old one may break, with what it is about.
struct RefusedRule: Hashable {
    typealias Place = MigrationDecisions.Place

    /// The attribute or the relationship by its new name; `Order.[name, info]` for properties that are unique together. The model
    /// by its name where nothing says more.
    var place: Place
    var kind: Kind

    enum Kind: Hashable {
        /// NOT NULL.
        case missing
        /// A CHECK, by its condition.
        case check(String)
        /// The type of a column of a STRICT table.
        case type(String)
        /// A unique index.
        case unique
        /// A foreign key.
        case key
        /// A derived value beyond 64 bits.
        case sum
        /// Anything else, in SQLite's words.
        case other(String)
    }

    /// When the migration stops.
    var condition: String {
        switch kind {
        case .missing: "a row has no value for '\(place)'"
        case .check(let condition):
            "a value of '\(place)' breaks CHECK \(condition.hasPrefix("(") && condition.hasSuffix(")") ? condition : "(\(condition))")"
        case .type(let type): "a value of '\(place)' does not fit \(type)"
        case .unique: "two rows have the same '\(place)'"
        case .key: "a key of '\(place)' leads to no row"
        case .sum: "a value of '\(place)' is beyond 64 bits"
        case .other(let reason): "SQLite refuses a row: \(reason)"
        }
    }

    /// The line that accepts the rules of places, as it can be pasted.
    static func line(accepting places: [Place], because reason: String) -> String {
        "'accept: { \(places.map { "\(key(of: $0)): { TR2108: \(reason) }" }.joined(separator: ", ")) }'"
    }

    /// A place as a key of YAML.
    private static func key(of place: Place) -> String {
        let text = place.description
        return text.contains("[") ? "\"\(text)\"" : text
    }
}

extension StoredVersion {
    /// The place of what a unique index is on: its property, or the list of several as the model has it.
    func place(of index: Index, on table: Table) -> MigrationDecisions.Place? {
        let columns = index.keys.compactMap { key in table.columns.first { $0.name == key.column } }
        guard let first = columns.first else { return nil }
        if columns.count == 1 { return .init(first.entity, first.property) }
        let names = columns.map(\.property)
        let owner = table.entities.first { entity in
            model.entity(named: entity)?.uniqueness.contains { $0.map(\.text) == names } ?? false
        }
        return .init(owner ?? first.entity, "[\(names.joined(separator: ", "))]")
    }

    /// Where a place of a rule is declared.
    func span(of place: MigrationDecisions.Place) -> SourceSpan {
        let entity = model.entity(named: place.entity)
        let names = place.property.map { $0.trimmingPrefix("[").split(separator: "]").first?.components(separatedBy: ", ") ?? [] }
        let uniqueness = entity?.uniqueness.first { $0.map(\.text) == names }
        return attributes[place]?.name.span ?? relationship(place)?.name.span ?? uniqueness?.first?.span ?? entity?.name.span
            ?? model.name.span
    }
}
