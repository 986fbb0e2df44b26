public import Diagnostics
import Predicates
import SQLiteAccess
public import SchemaModel

/// A rule that is stricter than it was, and that only the library checks, when an object is saved.
///
/// Rows that break it stay in the store: saving one of them fails as soon as anything in it is edited. A rule that the database
/// checks too (`check: true`) is none of these, because the migration stops at such a row; neither is an enum's lost case, which
/// `cases` decides.
public struct TightenedRule: Sendable, Hashable {
    /// The attribute, the part of one (`home.zip`) or the relationship, by the names of the new version.
    public var place: MigrationDecisions.Place
    public var key: Fact.Key
    /// The rule as a model writes it; nil for none.
    public var old: String?
    public var new: String
    public var oldSpan: SourceSpan
    public var newSpan: SourceSpan

    /// The rules of a model that are stricter than those of an older version.
    /// - Parameter match: which element of the new version is which of the old one.
    public static func all(in match: ModelMatch) -> [TightenedRule] {
        all(from: StoredVersion(match.old), to: StoredVersion(match.new), match)
    }

    /// In the order of the new version.
    static func all(from old: StoredVersion, to new: StoredVersion, _ match: ModelMatch) -> [TightenedRule] {
        let kinds = RowKinds(old: old, new: new, match: match)
        return new.model.entities.flatMap { entity -> [TightenedRule] in
            let attributes = entity.storedAttributes.flatMap { stored -> [TightenedRule] in
                let place = MigrationDecisions.Place(entity.name.text, stored.name.text)
                let formers = kinds.formerPlaces(of: place).compactMap { old.attributes[$0.place] }
                return tightened(stored, formers, at: place)
            }
            let relationships = entity.relationships.flatMap { relationship -> [TightenedRule] in
                let place = MigrationDecisions.Place(entity.name.text, relationship.name.text)
                let former = match.former(place) { old.relationship($0) != nil }.flatMap(old.relationship)
                return former.map { tightened(relationship, $0, at: place) } ?? []
            }
            return attributes + relationships
        }
    }

    /// Of several attributes that become one, the first with a looser rule is named.
    private static func tightened(
        _ stored: StoredAttribute, _ formers: [StoredAttribute], at place: MigrationDecisions.Place
    ) -> [TightenedRule] {
        let (rules, type) = (stored.attribute.rules, stored.attribute.type.valueType)
        func first(_ key: Fact.Key, _ text: String?, _ former: (ValueRules) -> String?, if isTighter: (ValueRules) -> Bool)
            -> TightenedRule?
        {
            guard let text, let looser = formers.first(where: { isTighter($0.attribute.rules) }) else { return nil }
            return .init(
                place: place, key: key, old: former(looser.attribute.rules), new: text, oldSpan: looser.name.span,
                newSpan: stored.name.span)
        }
        // No CHECK has a regular expression.
        let pattern = first(.pattern, rules.pattern, { $0.pattern }) { $0.pattern != rules.pattern }
        if stored.attribute.isChecked { return [pattern].compactMap(\.self) }
        return [
            first(.min, rules.min?.text, { $0.min?.text }) { isGreater(rules.min, $0.min, type) },
            first(.max, rules.max?.text, { $0.max?.text }) { isGreater($0.max, rules.max, type) },
            first(.minLength, rules.minLength.map(String.init), { $0.minLength.map(String.init) }) {
                rules.minLength ?? 0 > $0.minLength ?? 0
            },
            first(.maxLength, rules.maxLength.map(String.init), { $0.maxLength.map(String.init) }) {
                rules.maxLength ?? .max < $0.maxLength ?? .max
            },
            pattern,
        ].compactMap(\.self)
    }

    /// Whether one bound is greater than another; true where they cannot be compared, or one of them is missing.
    private static func isGreater(_ one: LiteralValue?, _ other: LiteralValue?, _ type: ValueType) -> Bool {
        switch (one?.conditionValue.stored(as: type), other?.conditionValue.stored(as: type)) {
        case (.integer(let one)?, .integer(let other)?): one > other
        case (.real(let one)?, .real(let other)?): one > other
        case (.integer(let one)?, .real(let other)?): Double(one) > other
        case (.real(let one)?, .integer(let other)?): one > Double(other)
        case (.text(let one)?, .text(let other)?): one > other
        default: true
        }
    }

    private static func tightened(
        _ relationship: Relationship, _ former: Relationship, at place: MigrationDecisions.Place
    ) -> [TightenedRule] {
        func rule(_ key: Fact.Key, _ count: KeyPath<Relationship, Int?>) -> TightenedRule {
            .init(
                place: place, key: key, old: former[keyPath: count].map(String.init),
                new: relationship[keyPath: count].map(String.init) ?? "", oldSpan: former.name.span,
                newSpan: relationship.name.span)
        }
        var rules = [TightenedRule]()
        if relationship.minCount ?? 0 > former.minCount ?? 0 { rules.append(rule(.minCount, \.minCount)) }
        if relationship.maxCount ?? .max < former.maxCount ?? .max { rules.append(rule(.maxCount, \.maxCount)) }
        // NOT NULL is for keys alone: an empty to-many, or the end of a one-to-one without the key, has no column.
        if rules.isEmpty, !relationship.isOptional, former.isOptional, !relationship.holdsKey {
            rules.append(
                .init(
                    place: place, key: .optional, old: "true", new: "false", oldSpan: former.name.span,
                    newSpan: relationship.name.span))
        }
        return rules
    }
}
