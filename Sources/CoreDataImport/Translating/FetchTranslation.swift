import Predicates
import SchemaModel
import StoreImport

/// A fetch template, or a fetched property, in Trellis's words: the types of its variables are those of what they are compared with.
struct FetchTranslation {
    private(set) var remarks: [Remark] = []
    /// The fetch; nil where it cannot be said.
    private(set) var text: String?

    /// The variable of fetched properties, which templates have not.
    private static let source = "FETCH_SOURCE"

    /// What is left out of a translation because the language refuses it.
    static func key(_ place: String) -> String { "\(place) fetch" }

    private let model: CoreDataModel
    private let names: NewNames
    private let place: String

    /// A fetch template.
    init(_ fetch: CoreDataModel.FetchTemplate, in model: CoreDataModel, _ names: NewNames, leavingOut: Set<String> = []) {
        (self.model, self.names) = (model, names)
        place = "\(fetch.entity).\(fetch.name)"
        if !fetch.givesObjects { remarks.append(Remark(kind: .result, place: place)) }
        guard isTaken(fetch, leavingOut) else { return }
        translate(fetch)
    }

    /// A fetched property of `source`.
    init(_ property: CoreDataModel.FetchedProperty, of source: String, in model: CoreDataModel, _ names: NewNames, leavingOut: Set<String> = []) {
        (self.model, self.names) = (model, names)
        place = "\(source).\(property.name)"
        guard isTaken(property.fetch, leavingOut) else { return }
        guard model.entity(property.fetch.entity) != nil else {
            remarks.append(Remark(kind: .brokenCondition, place: place, detail: property.fetch.entity))
            return
        }
        var entries = [(key: "from", value: property.fetch.entity)]
        if let predicate = property.fetch.predicate {
            let spelling = PredicateSpelling(predicate, reserved: [])
            let text = RenamedPaths(spelling.text, from: property.fetch.entity, source: source, names).text
            guard (try? PredicateParser.condition(text)) != nil else {
                remarks.append(Remark(kind: .condition, place: place, detail: predicate))
                return
            }
            entries.append(("where", YAMLText.quoted(text)))
        }
        if let limit = property.fetch.limit, limit > 0 { entries.append(("limit", "\(limit)")) }
        text = YAMLText.mapping(entries)
    }

    /// Whether the language takes the fetch. Another one is reported.
    private mutating func isTaken(_ fetch: CoreDataModel.FetchTemplate, _ leavingOut: Set<String>) -> Bool {
        guard leavingOut.contains(Self.key(place)) else { return true }
        remarks.append(Remark(kind: .condition, place: place, detail: fetch.predicate ?? fetch.entity))
        return false
    }

    private mutating func translate(_ fetch: CoreDataModel.FetchTemplate) {
        var entries = [(key: String, value: String)]()
        if let predicate = fetch.predicate {
            let spelling = PredicateSpelling(predicate, reserved: SwiftWords.reservedParameters)
            let text = RenamedPaths(spelling.text, from: fetch.entity, names).text
            guard let condition = try? PredicateParser.condition(text), !predicate.contains("$\(Self.source)") else {
                remarks.append(Remark(kind: .condition, place: place, detail: predicate))
                return
            }
            // What else a path can lead to, the language decides.
            guard condition.keyPaths.allSatisfy({ $0.first.map { hasProperty($0, fetch.entity) } ?? true }) else {
                remarks.append(Remark(kind: .brokenCondition, place: place, detail: predicate))
                return
            }
            let types = ParameterTypes(of: condition, from: fetch.entity, in: model).types
            let names = condition.parameterNames
            guard names.allSatisfy({ types[$0] != nil }) else {
                remarks.append(Remark(kind: .variable, place: place, detail: predicate))
                return
            }
            remarks += spelling.renamed.map { Remark(kind: .renamed, place: "\(place) $\($0.new)", detail: "$\($0.old)") }
            if !names.isEmpty {
                entries.append(("parameters", YAMLText.mapping(names.sorted().map { ($0, types[$0] ?? "") })))
            }
            entries.append(("where", YAMLText.quoted(text)))
        }
        if let limit = fetch.limit, limit > 0 { entries.append(("limit", "\(limit)")) }
        text = entries.isEmpty ? "{}" : YAMLText.mapping(entries)
    }

    private func hasProperty(_ name: String, _ entity: String) -> Bool {
        model.attribute(name, of: entity) != nil || model.relationship(name, of: entity) != nil
    }
}
