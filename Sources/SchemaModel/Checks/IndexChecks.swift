import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let indexOnNothing = FindingCode("TR1602")
    static let repeatedIndexKey = FindingCode("TR1603")
    static let coveredIndex = FindingCode("TR1604", .warning)
    static let indexCondition = FindingCode("TR1605")
    static let indexOnJSON = FindingCode("TR1606")
}

/// Checks that uniqueness and indexes have valid properties and no duplicates.
struct IndexChecks {
    /// The entity with everything that it inherits.
    let entity: EntityDeclaration
    /// Its relationships that were resolved.
    let relationships: [Relationship]
    let scope: FetchScope

    /// The groups of unique properties that exist.
    func uniqueness(in context: inout ReadingContext) -> [[Name]] {
        var seen: [Set<String>: SourceSpan] = [:]
        return entity.uniqueness.filter { names in
            guard exist(names, in: &context) else { return false }
            let group = Set(names.map(\.text))
            let attribute = names.count == 1 ? entity.attributes.first { $0.name.text == names[0].text } : nil
            let first = seen[group] ?? (attribute?.isUnique == true ? attribute?.name.span : nil)
            if let first {
                context.report(
                    .coveredIndex, "this is unique already", at: names[0].span, notes: [.init("this uniqueness is declared twice", at: first)],
                    suggestion: .init("remove one of them"))
                return false
            }
            seen[group] = names[0].span
            return true
        }
    }

    /// The indexes whose keys exist, with resolved conditions.
    func indexes(in context: inout ReadingContext) -> [EntityIndex] {
        var kept = [EntityIndex]()
        for declared in entity.indexes where exist(declared.keys.map(\.property), in: &context) {
            var index = EntityIndex(keys: declared.keys, span: declared.span)
            if let node = declared.condition {
                guard let condition = condition(node, in: &context) else { continue }
                index.condition = condition
            }
            if let first = kept.first(where: { $0.covers(index) }) {
                context.report(
                    .coveredIndex, "another index begins with the same keys and makes this one redundant", at: index.span,
                    notes: [.init("the other index is here", at: first.span)],
                    suggestion: .init("remove this one"))
            }
            kept.append(index)
        }
        return kept
    }

    private func exist(_ names: [Name], in context: inout ReadingContext) -> Bool {
        // An unresolved relationship was reported already, and may have a key.
        let keyless = relationships.filter { !$0.holdsKey }
        let keys = entity.relationships.map(\.name.text).filter { name in !keyless.contains { $0.name.text == name } }
        let stored = entity.attributes.stored
        let known = stored.filter { !$0.isPresence }.map(\.name.text) + keys
        var isRight = true
        var seen = Set<String>()
        for name in names {
            let own = name.text.prefix { $0 != "." }
            if entity.brokenAttributes.contains(String(own)) || (entity.inheritsUnknown && !known.contains(name.text)) {
                isRight = false
            } else if let part = stored.first(where: { $0.name.text.hasPrefix(name.text + ".") && !$0.isPresence }) {
                context.report(
                    .indexOnNothing, "'\(entity.name.text).\(name.text)' is a composite, and only its parts have columns", at: name.span,
                    suggestion: .init("name its parts, for example '\(part.name.text)'"))
                isRight = false
            } else if !known.contains(name.text) {
                let path = "'\(entity.name.text).\(name.text)'"
                let keyless = keyless.first { $0.name.text == name.text }
                let isTransient = entity.attributes.contains { $0.name.text == name.text }
                let message =
                    switch keyless?.storage {
                    case .inverseKey where keyless?.isToMany == true: "\(path) is a to-many relationship, whose members hold the keys"
                    case .inverseKey: "\(path) has no column, because the other side of the relationship holds the key"
                    case .joinTable: "\(path) is a to-many relationship, whose keys are in a join table"
                    case nil where isTransient: "\(path) is transient and has no column"
                    case .key, nil: "'\(entity.name.text)' has no property '\(name.text)' that an index can use"
                    }
                context.report(
                    .indexOnNothing, message, at: name.span,
                    suggestion: keyless == nil && !isTransient
                        ? ReadingContext.suggestion(for: name.text, in: known, replacing: name.span) : nil)
                isRight = false
            } else if stored.contains(where: { $0.name.text == name.text && $0.attribute.type.jsonType != nil }) {
                context.report(
                    .indexOnJSON, "'\(name.text)' is JSON: its text has no useful order, and equal values can differ in text",
                    at: name.span)
                isRight = false
            } else if !seen.insert(name.text).inserted {
                context.report(.repeatedIndexKey, "'\(name.text)' is listed twice", at: name.span)
                isRight = false
            }
        }
        return isRight
    }

    /// A condition on the entity's own columns, without parameters.
    private func condition(_ node: YAMLNode, in context: inout ReadingContext) -> Condition? {
        guard let condition = FetchChecks(of: entity, in: scope).condition(node, in: &context) else { return nil }
        let query = FetchQuery(entity: entity.name.text, condition: condition)
        let resolved = try? ResolvedFetch(query, in: scope.layout).condition
        if let resolved, let problem = condition.indexProblem(resolved) {
            context.report(.indexCondition, problem, at: node.span)
            return nil
        }
        guard let resolved else { return nil }
        if resolved.indexExpression == nil {
            context.report(
                .indexCondition, "the condition of an index can only use the object's own properties", at: node.span)
            return nil
        }
        return condition
    }
}

extension Condition {
    /// Why no index can have the condition: it reads the clock, or needs a function that only Trellis' connections have. nil if it
    /// does neither with the calendar.
    fileprivate func indexProblem(_ resolved: ResolvedCondition) -> String? {
        if let clock = [ConditionFunction.now, .today].first(where: functions.contains) {
            return "the condition of an index cannot use '\(clock.rawValue)()', because the rows of an index do not change with time"
        }
        let calendar = functions.filter { $0.calendar != nil }.map(\.rawValue).sorted().first.map { "'\($0)()'" }
        // A period beside a duration is a number.
        guard let function = calendar ?? (hasPeriods && resolved.indexExpression == nil ? "periods" : nil) else { return nil }
        return "the condition of an index cannot use \(function): only Trellis has the function, so other programs could not write the table"
    }
}

extension EntityIndex {
    /// Whether this index serves all queries of the other one: it has the same objects, and begins with the other's keys.
    fileprivate func covers(_ other: EntityIndex) -> Bool {
        condition == other.condition && keys.count >= other.keys.count
            && zip(keys, other.keys).allSatisfy {
                $0.property.text == $1.property.text && $0.isAscending == $1.isAscending
            }
    }
}
