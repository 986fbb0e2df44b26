import Foundation
import SchemaModel

@testable import CoreDataImport

/// Why an exported model's XML may differ from the original's: the list of all reasons.
struct ExportDifferences {
    typealias Fact = BundleFacts.Fact

    private let remarks: [Remark.Kind: Set<String>]
    /// Old and new names of what was renamed.
    private let renamed: Set<String>
    private let types: [String: String]
    private let other: (old: Set<Fact>, new: Set<Fact>)

    init(_ remarks: [Remark], model: Model, old: Set<Fact>, new: Set<Fact>) {
        self.remarks = Dictionary(grouping: remarks, by: \.kind).mapValues { Set($0.map(\.place)) }
        renamed = Set(
            remarks.filter { $0.kind == .renamed }.flatMap { [$0.detail, $0.place.split(separator: ".").last.map(String.init) ?? $0.place] })
        types = Dictionary(
            old.filter { $0.attribute == "attributeType" }.map { ($0.place, $0.value) }, uniquingKeysWith: { first, _ in first })
        other = (old, new)
    }

    private func has(_ kind: Remark.Kind, _ place: String) -> Bool { remarks[kind]?.contains(place) == true }

    /// What the other model says there.
    private func counterpart(of fact: Fact, isLost: Bool) -> String? {
        (isLost ? other.new : other.old).first { $0.place == fact.place && $0.element == fact.element && $0.attribute == fact.attribute }?.value
    }

    /// - Returns: nil for a difference that is not in the list.
    func reason(for fact: Fact, isLost: Bool) -> String? {
        let (place, other) = (fact.place, counterpart(of: fact, isLost: isLost))
        if place.split(separator: ".").contains(where: { renamed.contains(String($0)) }) || renamed.contains(fact.value) {
            return "import: names that Trellis keeps for itself"
        }
        switch (fact.element, fact.attribute) {
        case ("model", _): return "Xcode: versions of its file"
        case ("elements", _), ("element", _): return "Xcode: pictures of the editor"
        case (_, "syncable"): return "Xcode: Sync Services, which no longer exist"
        case ("attribute", "usesScalarValueType"), ("entity", "codeGenerationType"): return "Xcode: classes that it generates"
        case ("entity", "representedClassName"):
            func name(_ text: String?) -> String { (text ?? "").split(separator: ".").last.map(String.init) ?? "" }
            if name(fact.value) == name(other) { return "Xcode: modules of classes" }
            if [name(fact.value), name(other)].contains("NSManagedObject") { return "Xcode: entities without a class get one" }
            return has(.className, place) ? "import: class names that other types have" : nil
        case ("fetchIndex", "name"): return "Xcode: names of indexes"
        case (_, "elementID"), (_, "renamingIdentifier"): return "renaming identifiers: an export computes them from the history"
        case (_, "versionHashModifier"): return "import: modifiers of version hashes"
        case (_, "valueTransformerName"): return "import: transformers"
        case ("configuration", _), ("memberEntity", _): return "import: configurations"
        case ("entry", _): return "import: user info"
        case ("fetchedProperty", "optional"): return "Xcode: fetched properties are optional"
        default: break
        }
        return fact.element == "attribute" ? attribute(fact, isLost, other) : fact.element == "relationship" ? relationship(fact, isLost, other) : rest(fact, isLost, other)
    }

    private func attribute(_ fact: Fact, _ isLost: Bool, _ other: String?) -> String? {
        let place = fact.place
        let isArchive = has(.archive, place)
        // A composite without attributes takes the attributes with it.
        let composite = self.other.old.first { $0.place == place && $0.attribute == "composite" }?.value
        if isLost, let composite, has(.emptyComposite, composite) { return "import: composites without attributes" }
        if has(.derivation, place), ["derived", "derivationExpression"].contains(fact.attribute) { return "import: derivations that Trellis refuses" }
        switch fact.attribute {
        case "attributeType", "customClassName":
            return isArchive ? "import: transformable values that stay archives" : has(.untyped, place) ? "import: attributes without a type" : nil
        case "defaultValueString", "defaultDateTimeInterval":
            if has(.badDefault, place) { return "import: defaults that are no value of their type" }
            if has(.defaultRead, place) || isSame(fact.value, other) { return "other spelling: numbers and Booleans" }
            return fact.attribute == "defaultValueString" && types[place] == "Date" ? "other spelling: a date's default, written twice" : nil
        case "minValueString", "maxValueString", "minDateTimeInterval", "maxDateTimeInterval":
            if has(.badBound, place) { return "import: bounds that are no value of their type" }
            if has(.transientRule, place) { return "import: rules on transient attributes" }
            if isSame(fact.value, other) { return "other spelling: numbers and Booleans" }
            return types[place] == "String" && fact.attribute == "minValueString" && fact.value == "0" ? "no rule: a string of at least 0 characters" : nil
        case "optional":
            if has(.transientRequired, place) { return "import: required transients without a default" }
            return nil
        case "regularExpressionString": return has(.transientRule, place) ? "import: rules on transient attributes" : nil
        default: return nil
        }
    }

    private func relationship(_ fact: Fact, _ isLost: Bool, _ other: String?) -> String? {
        let place = fact.place
        if has(.transientRelationship, place) { return "import: transient relationships" }
        if has(.unknownDestination, place) { return "import: relationships to nothing" }
        switch fact.attribute {
        case "minCount", "maxCount":
            return ["0", "1"].contains(fact.value) ? "other spelling: the count of a to-one, and 0 for no bound" : nil
        case "inverseEntity" where !has(.brokenInverse, place):
            let destination = self.other.old.first { $0.place == place && $0.attribute == "destinationEntity" }?.value
            return isLost == (fact.value != destination) ? "no meaning: another entity than the destination for an inverse" : nil
        case "ordered": return has(.orderedToOne, place) ? "no meaning: order of a to-one" : nil
        case "inverseName", "inverseEntity": return has(.brokenInverse, place) ? "import: inverses that do not point back" : nil
        case "indexed": return "no meaning: relationships have indexes"
        default: return nil
        }
    }

    private func rest(_ fact: Fact, _ isLost: Bool, _ other: String?) -> String? {
        let place = fact.place
        switch (fact.element, fact.attribute) {
        case ("fetchRequest", "predicateString"):
            if let other, Self.plain(fact.value) == Self.plain(other) { return "other spelling: predicates" }
        case ("composite", _) where has(.emptyComposite, place): return "import: composites without attributes"
        default: break
        }
        if fact.element == "fetchRequest" || fact.element == "fetchedProperty" {
            if remarks[.condition]?.contains(where: { $0.hasSuffix(".\(fact.place)") || fact.place.hasPrefix($0) }) == true
                || remarks[.brokenCondition]?.contains(where: { $0.hasSuffix(".\(fact.place)") || fact.place.hasPrefix($0) }) == true
            { return "import: conditions that Trellis refuses" }
            if ["resultType", "includeSubentities", "includePropertyValues", "includesPendingChanges", "returnObjectsAsFaults", "returnDistinctResults"].contains(fact.attribute) {
                return "import: options of fetches"
            }
        }
        if fact.element == "unique", remarks[.uniqueness] != nil { return "import: uniqueness of what has no column" }
        if fact.element == "index", remarks[.index] != nil { return "import: indexes of what has no column" }
        return nil
    }

    /// A predicate without its spelling.
    private static func plain(_ predicate: String) -> String {
        predicate.lowercased().replacing("&&", with: " and ").replacing("||", with: " or ").replacing("==", with: "=")
            .filter { !" ()".contains($0) }
    }

    private func isSame(_ value: String, _ other: String?) -> Bool {
        guard let other else { return false }
        if let one = Double(value), let two = Double(other) { return one == two }
        let booleans = ["YES": true, "1": true, "NO": false, "0": false]
        return booleans[value] != nil && booleans[value] == booleans[other]
    }
}
