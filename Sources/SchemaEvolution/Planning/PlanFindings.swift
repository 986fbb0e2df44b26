public import Diagnostics
import SchemaModel
import StoreMigration

extension FindingCode {
    static let loss = FindingCode("TR2102")
    static let missingValue = FindingCode("TR2103")
    static let missingConversion = FindingCode("TR2104")
    static let decisionOnNothing = FindingCode("TR2105")
    static let notInferable = FindingCode("TR2106")
    static let narrowing = FindingCode("TR2109")
    static let badStatement = FindingCode("TR2110")
    /// A rule that only the library checks is stricter than it was.
    public static let tightenedRule = FindingCode("TR2113", .warning)
}

/// The findings of a plan: each names the lines that decide it.
struct PlanFindings {
    private(set) var findings: [Finding] = []
    let decisions: MigrationDecisions
    private(set) var used = Set<MigrationDecisions.Place>()
    private var usedCases = Set<MigrationDecisions.Place>()
    private var usedAcceptances = Set<MigrationDecisions.Acceptance>()
    private let likelyRenames: [LikelyRename]

    init(_ decisions: MigrationDecisions, _ difference: ModelDifference) {
        self.decisions = decisions
        likelyRenames = difference.likelyRenames
    }

    mutating func report(
        _ code: FindingCode, _ message: String, at span: SourceSpan, notes: [Finding.Note] = [], decide lines: [DecisionLine] = [],
        help: String? = nil
    ) {
        let help = lines.suggestion ?? help.map { Finding.Suggestion($0) }
        // Rows of several tables that come together ask the same.
        if findings.contains(where: { $0.code == code && $0.message == message && $0.span == span }) { return }
        findings.append(Finding(code, message, at: span, notes: notes, suggestion: help))
    }

    /// Whether a loss has a reason: of the property itself, or of its entity as a whole.
    /// - Parameter entityCounts: whether a reason for the entity is one for its properties.
    mutating func allowsLoss(of place: MigrationDecisions.Place, entityCounts: Bool = true) -> Bool {
        let composites = (place.property?.prefixes ?? []).map { MigrationDecisions.Place(place.entity, $0) }
        let names = [place] + composites + (entityCounts ? [.init(place.entity)] : [])
        guard let name = names.first(where: { decisions.drops[$0] != nil }) else { return false }
        used.insert(name)
        return true
    }

    /// The line that gives something a value, as it can be pasted.
    static func line(_ sql: String, for place: MigrationDecisions.Place) -> String { DecisionLine.value(sql, for: place).text }

    mutating func value(of place: MigrationDecisions.Place) -> String? {
        guard let value = decisions.values[place] else { return nil }
        used.insert(place)
        return value.text
    }

    /// Whether a case that is gone has another one that it becomes.
    func decides(_ place: MigrationDecisions.Place) -> Bool { decisions.cases[place] != nil }

    /// The new value of an enum's column, where cases become others.
    mutating func mapped(_ mapping: CaseMapping, _ column: String) -> RowValue? {
        for place in decisions.cases.keys where place.entity == mapping.place(of: "").entity { usedCases.insert(place) }
        for place in mapping.decided(decisions.cases).unknown {
            guard let decision = decisions.cases[place] else { continue }
            report(
                .decisionOnNothing, "the new version has no case '\(decision.text)' that '\(place)' could be", at: decision.span)
        }
        return mapping.value(column, decisions.cases)
    }

    /// Whether a person has said why a finding may stand.
    mutating func accepts(_ code: FindingCode, at place: MigrationDecisions.Place) -> Bool {
        let acceptance = MigrationDecisions.Acceptance(code.name, at: place)
        guard decisions.accepted[acceptance] != nil else { return false }
        usedAcceptances.insert(acceptance)
        return true
    }

    /// Reports rules that are stricter than they were, each attribute or relationship once, but those that are accepted.
    mutating func report(_ rules: [TightenedRule]) {
        var places = [MigrationDecisions.Place]()
        for rule in rules where !places.contains(rule.place) { places.append(rule.place) }
        for place in places {
            let own = rules.filter { $0.place == place }
            if accepts(.tightenedRule, at: place) { continue }
            let line = DecisionLine.accept(.tightenedRule, at: place)
            let changes = own.map { "\($0.key) was \($0.old ?? "not set") and is \($0.new)" }
            findings.append(
                Finding(
                    .tightenedRule,
                    "'\(place)' has a stricter rule: \(changes.joined(separator: ", and ")); rows that break it stay, and fail "
                        + "validation when they are next edited",
                    at: own[0].newSpan, notes: [.init("it was declared here", at: own[0].oldSpan)],
                    suggestion: .init(
                        "fix such rows with 'values' or 'after', or accept them in the migration's file: \(line.text)",
                        answers: [.init(line.text, entries: line.entries)])))
        }
    }

    /// Whether an entity that is gone is probably another one under its new name, and nothing is decided about it.
    func isLikelyRename(_ old: String, _ new: String) -> Bool {
        decisions.drops[.init(old)] == nil && likelyRenames.contains { $0.old == .entity(old) && $0.new == .entity(new) }
    }

    /// The renames of a part of a composite, by the attribute that has it.
    /// - Parameters:
    ///   - composite: the composite's name in the old version.
    ///   - exists: whether the entity has a part of a name. An attribute may be gone whose composite others still have.
    func renames(ofPart place: MigrationDecisions.Place, in composite: String, exists: (String) -> Bool) -> [DecisionLine] {
        let path = (place.property ?? "").split(separator: ".").map(String.init)
        return likelyRenames.filter { $0.old == .part(path.last ?? "", of: composite) }.compactMap { rename in
            let attribute = path.dropLast().joined(separator: ".")
            // The attribute that has the composite may have another name too.
            let name = "\(decisions.renames[.init(place.entity, attribute)]?.text ?? attribute).\(rename.new.name)"
            return exists(name) ? .rename(place, to: name) : nil
        }
    }

    /// The lines for something that is gone: what it may be called now, or why it goes.
    func lines(forLossOf place: MigrationDecisions.Place) -> [DecisionLine] {
        likelyRenames.filter { $0.old.place == place }.map { DecisionLine.rename(place, to: $0.new.name) } + [.drop(place)]
    }

    /// The renames that would give something new its values, unless the old place is decided already.
    func renames(to place: MigrationDecisions.Place) -> [DecisionLine] {
        likelyRenames.filter { $0.new.place == place }.compactMap { rename in
            guard let old = rename.old.place, decisions.drops[old] == nil, decisions.renames[old] == nil else { return nil }
            return .rename(old, to: rename.new.name)
        }
    }

    /// Whether another reason gives up more than this one: its entity with all objects, the composite, or the relationship of an
    /// order. Questions that were printed together can have both answers.
    /// - Parameter remaining: the entities that still have the objects of one.
    private func isCovered(
        _ place: MigrationDecisions.Place, by old: StoredVersion, _ remaining: (String) -> Set<String>
    ) -> Bool {
        guard old.has(place), let property = place.property else { return false }
        if used.contains(.init(place.entity)), remaining(place.entity).isEmpty { return true }
        let outer = property.prefixes.map { MigrationDecisions.Place(place.entity, $0) }
        return (outer + outer.compactMap(old.inverse)).contains(where: used.contains)
    }

    /// Reports decisions on what there is not, and those that nothing needed.
    /// - Parameter remaining: the entities that still have the objects of an old one.
    mutating func checkDecisions(_ old: StoredVersion, _ new: StoredVersion, remaining: (String) -> Set<String>) {
        for (place, decision) in decisions.renames {
            if !old.has(place) {
                report(.decisionOnNothing, "the old version has no '\(place)'", at: decision.span)
            } else if let first = decisions.firstClaim(of: place) {
                report(.decisionOnNothing, "'\(first)' is already renamed to '\(decision.text)'", at: decision.span)
            } else if !new.hasName(decision.text, insteadOf: place, decisions, old) {
                report(
                    .decisionOnNothing, "the new version has no '\(decision.text)' that '\(place)' could be", at: decision.span)
            }
        }
        for (place, decision) in decisions.drops where !used.contains(place) && !isCovered(place, by: old, remaining) {
            let reason = old.has(place) ? "'\(place)' is not lost" : "the old version has no '\(place)'"
            report(.decisionOnNothing, reason, at: decision.span)
        }
        for (place, decision) in decisions.values where !used.contains(place) {
            let reason = new.has(place) ? "'\(place)' needs no value" : "the new version has no '\(place)'"
            report(.decisionOnNothing, reason, at: decision.span)
        }
        for (place, decision) in decisions.cases {
            let enumeration = old.model.enumerations.first { $0.name.text == place.entity }
            if enumeration?.type.hasCase(place.property ?? "") != true {
                report(.decisionOnNothing, "the old version has no case '\(place)'", at: decision.span)
            } else if !usedCases.contains(place) {
                report(.decisionOnNothing, "no attribute of the new version has values of '\(place)'", at: decision.span)
            }
        }
        for (acceptance, decision) in decisions.accepted {
            switch acceptance.code {
            // Only the proof knows.
            case FindingCode.dependsOnData.name: break
            case FindingCode.narrowing.name where !usedAcceptances.contains(acceptance):
                report(.decisionOnNothing, "unnecessary 'accept': no value of '\(acceptance.place)' is lost", at: decision.span)
            case FindingCode.tightenedRule.name where !usedAcceptances.contains(acceptance):
                report(.decisionOnNothing, "unnecessary 'accept': no rule of '\(acceptance.place)' is stricter", at: decision.span)
            case FindingCode.narrowing.name, FindingCode.tightenedRule.name: break
            default:
                let codes = "\(FindingCode.dependsOnData), \(FindingCode.narrowing) and \(FindingCode.tightenedRule)"
                report(.decisionOnNothing, "'\(acceptance.code)' cannot be accepted: \(codes) can", at: decision.span)
            }
        }
        findings = findings.sortedByPlace()
    }
}

extension String {
    /// The paths around a path, the innermost first: `home.place` and `home` of `home.place.zip`.
    var prefixes: [String] {
        let parts = split(separator: ".")
        return parts.indices.dropFirst().reversed().map { parts[..<$0].joined(separator: ".") }
    }
}

extension EnumerationType {
    fileprivate func hasCase(_ name: String) -> Bool {
        cases.contains { $0.name == name } || hasUnknown && name == Self.unknownCase
    }
}

extension StoredVersion {
    fileprivate func has(_ place: MigrationDecisions.Place) -> Bool {
        guard let entity = model.entity(named: place.entity) else { return false }
        guard let property = place.property else { return true }
        return entity.persistentAttributes.contains { $0.name.text == property } || attributes[place] != nil
            || hasParts(place) || relationship(place) != nil
            || entity.relationships.contains { $0.isOrdered && place == .init(orderOf: .init(place.entity, $0.name.text)) }
    }

    /// Whether a composite is at a place, within another one too.
    fileprivate func hasParts(_ place: MigrationDecisions.Place) -> Bool {
        attributes.keys.contains { $0.entity == place.entity && $0.property?.prefixes.contains(place.property ?? "") == true }
    }

    /// Whether what an old place becomes can have a name: its entity has it, or another one of the hierarchy to which it has moved.
    /// An entity that inherited it may have left that hierarchy.
    fileprivate func hasName(
        _ name: String, insteadOf place: MigrationDecisions.Place, _ decisions: MigrationDecisions, _ old: StoredVersion
    ) -> Bool {
        if place.property == nil { return has(.init(name)) }
        let heirs = old.model.entity(named: place.entity).map { old.model.subtree(of: $0).map(\.name.text) } ?? []
        return heirs.contains { heir in
            guard let declared = model.entity(named: decisions.renames[.init(heir)]?.text ?? heir) else { return false }
            return (model.lineage(of: declared) + model.subtree(of: declared)).contains { has(.init($0.name.text, name)) }
        }
    }
}

extension ModelElement.Path {
    /// The place, for what decisions are about.
    var place: MigrationDecisions.Place? {
        switch self {
        case .entity(let name): .init(name)
        case .attribute(let name, let entity), .relationship(let name, let entity): .init(entity, name)
        default: nil
        }
    }
}
