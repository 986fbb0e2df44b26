import Diagnostics
import SchemaModel

extension FindingCode {
    static let loss = FindingCode("TR2102")
    static let missingValue = FindingCode("TR2103")
    static let missingConversion = FindingCode("TR2104")
    static let decisionOnNothing = FindingCode("TR2105")
    static let notInferable = FindingCode("TR2106")
}

/// The findings of a plan: each names the lines that decide it.
struct PlanFindings {
    private(set) var findings: [Finding] = []
    let decisions: MigrationDecisions
    private(set) var used = Set<MigrationDecisions.Place>()
    private let likelyRenames: [LikelyRename]

    init(_ decisions: MigrationDecisions, _ difference: ModelDifference) {
        self.decisions = decisions
        likelyRenames = difference.likelyRenames
    }

    mutating func report(
        _ code: FindingCode, _ message: String, at span: SourceSpan, notes: [Finding.Note] = [], decide lines: [String] = []
    ) {
        let help = lines.isEmpty ? nil : Finding.Suggestion("decide in the migration's file: " + lines.joined(separator: ", or "))
        findings.append(Finding(code, message, at: span, notes: notes, suggestion: help))
    }

    /// Whether a loss has a reason: of the property itself, or of its entity as a whole.
    mutating func allowsLoss(of place: MigrationDecisions.Place) -> Bool {
        let names = [place, .init(place.entity, place.property?.split(separator: ".").first.map(String.init)), .init(place.entity)]
        guard let name = names.first(where: { decisions.drops[$0] != nil }) else { return false }
        used.insert(name)
        return true
    }

    mutating func value(of place: MigrationDecisions.Place) -> String? {
        guard let value = decisions.values[place] else { return nil }
        used.insert(place)
        return value.text
    }

    /// The lines for something that is gone: what it may be called now, or why it goes.
    func lines(forLossOf place: MigrationDecisions.Place) -> [String] {
        let likely = likelyRenames.filter { $0.old.place == place }.map { "'renames: { \(place): \($0.new.name) }'" }
        return likely + ["'drops: { \(place): why }'"]
    }

    /// Reports decisions on what there is not, and those that nothing needed.
    mutating func checkDecisions(_ old: StoredVersion, _ new: StoredVersion) {
        for (place, decision) in decisions.renames {
            if !old.has(place) {
                report(.decisionOnNothing, "the old version has no '\(place)'", at: decision.span)
            } else if !new.hasName(decision.text, insteadOf: place, decisions) {
                report(.decisionOnNothing, "the new version has no '\(decision.text)' that '\(place)' could be", at: decision.span)
            }
        }
        for (place, decision) in decisions.drops where !used.contains(place) {
            let reason = old.has(place) ? "'\(place)' is not lost" : "the old version has no '\(place)'"
            report(.decisionOnNothing, reason, at: decision.span)
        }
        for (place, decision) in decisions.values where !used.contains(place) {
            let reason = new.has(place) ? "'\(place)' takes no value" : "the new version has no '\(place)'"
            report(.decisionOnNothing, reason, at: decision.span)
        }
        findings = findings.sortedByPlace()
    }
}

extension StoredVersion {
    fileprivate func has(_ place: MigrationDecisions.Place) -> Bool {
        guard let entity = model.entity(named: place.entity) else { return false }
        guard let property = place.property else { return true }
        return entity.persistentAttributes.contains { $0.name.text == property } || attributes[place] != nil || relationship(place) != nil
    }

    fileprivate func hasName(_ name: String, insteadOf place: MigrationDecisions.Place, _ decisions: MigrationDecisions) -> Bool {
        if place.property == nil { return has(.init(name)) }
        let entity = decisions.renames[.init(place.entity)]?.text ?? place.entity
        guard let declared = model.entity(named: entity) else { return false }
        // It may have moved within its hierarchy as well.
        return (model.lineage(of: declared) + model.subtree(of: declared)).contains { has(.init($0.name.text, name)) }
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
