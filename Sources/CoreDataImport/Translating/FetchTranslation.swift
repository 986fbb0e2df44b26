import Predicates
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
    private let place: String

    /// A fetch template.
    init(_ fetch: CoreDataModel.FetchTemplate, in model: CoreDataModel, leavingOut: Set<String> = []) {
        self.model = model
        place = "\(fetch.entity).\(fetch.name)"
        if !fetch.givesObjects { remarks.append(Remark(kind: .result, place: place)) }
        guard isTaken(fetch, leavingOut) else { return }
        translate(fetch)
    }

    /// A fetched property of `source`.
    init(_ property: CoreDataModel.FetchedProperty, of source: String, in model: CoreDataModel, leavingOut: Set<String> = []) {
        self.model = model
        place = "\(source).\(property.name)"
        guard isTaken(property.fetch, leavingOut) else { return }
        guard model.entity(property.fetch.entity) != nil else {
            remarks.append(Remark(kind: .brokenCondition, place: place, detail: property.fetch.entity))
            return
        }
        var entries = [(key: "from", value: property.fetch.entity)]
        if let predicate = property.fetch.predicate {
            let text = Self.plainFunctions(predicate)
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

    /// Core Data's spelling of functions, `length:(name)`, in that of the language.
    private static func plainFunctions(_ predicate: String) -> String {
        let functions = ["uppercase", "lowercase", "length", "abs"]
        guard predicate.contains(":(") else { return predicate }
        var (text, quote) = ("", Character?.none)
        var rest = predicate[...]
        while let character = rest.first {
            if quote == nil, let function = functions.first(where: { rest.hasPrefix("\($0):(") }) {
                text += "\(function)("
                rest = rest.dropFirst(function.count + 2)
                continue
            }
            if character == "\\", quote != nil, rest.count > 1 {
                text += rest.prefix(2)
                rest = rest.dropFirst(2)
                continue
            }
            if quote == nil ? character == "\"" || character == "'" : character == quote { quote = quote == nil ? character : nil }
            text.append(character)
            rest = rest.dropFirst()
        }
        return text
    }

    private mutating func translate(_ fetch: CoreDataModel.FetchTemplate) {
        var entries = [(key: String, value: String)]()
        if let predicate = fetch.predicate {
            let text = Self.plainFunctions(predicate)
            guard let condition = try? PredicateParser.condition(text) else {
                remarks.append(Remark(kind: .condition, place: place, detail: predicate))
                return
            }
            var types: [String: String] = [:]
            var comparisons = [(path: [String], parameter: String)]()
            Self.collect(condition, into: &comparisons)
            for (path, parameter) in comparisons where types[parameter] == nil {
                types[parameter] = type(of: path, from: fetch.entity)
            }
            for (path, parameter) in Self.lists(of: condition) where types[parameter] == nil {
                types[parameter] = type(of: path, from: fetch.entity).map { "[\($0)]" }
            }
            // What else a path can lead to, the language decides.
            guard Self.paths(of: condition).allSatisfy({ $0.first.map { hasProperty($0, fetch.entity) } ?? true }) else {
                remarks.append(Remark(kind: .brokenCondition, place: place, detail: predicate))
                return
            }
            let names = condition.parameterNames
            guard names.allSatisfy({ types[$0] != nil }), !predicate.contains("$\(Self.source)") else {
                remarks.append(Remark(kind: .condition, place: place, detail: predicate))
                return
            }
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

    /// The type of what a key path leads to.
    private func type(of path: [String], from entity: String) -> String? {
        guard let name = path.first else { return entity }
        if let relationship = model.relationship(name, of: entity) {
            return type(of: Array(path.dropFirst()), from: relationship.destination)
        }
        guard path.count == 1, let type = model.attribute(name, of: entity)?.type else { return nil }
        return AttributeTranslation.keywords[type]
    }

    // MARK: Looking into conditions

    private static func collect(_ condition: Condition, into comparisons: inout [(path: [String], parameter: String)]) {
        for case (.keyPath(let path), .parameter(let name)) in operandPairs(of: condition) { comparisons.append((path, name)) }
    }

    private static func paths(of condition: Condition) -> [[String]] {
        operandPairs(of: condition).compactMap { if case .keyPath(let path) = $0.0 { path } else { nil } }
    }

    /// The two sides of every comparison, in both orders.
    private static func operandPairs(of condition: Condition) -> [(Operand.Kind, Operand.Kind)] {
        condition.comparisons.flatMap { comparison -> [(Operand.Kind, Operand.Kind)] in
            switch comparison {
            case .quantified(_, let inner): return operandPairs(of: inner)
            case .comparison(let left, _, let right), .text(let left, _, let right): return [(left.kind, right.kind), (right.kind, left.kind)]
            case .between(let value, let low, let high):
                return [low, high].flatMap { [(value.kind, $0.kind), ($0.kind, value.kind)] }
            default: return []
            }
        }
    }

    /// The parameters that are lists, with the paths whose values are looked for in them.
    private static func lists(of condition: Condition) -> [(path: [String], parameter: String)] {
        condition.comparisons.compactMap { comparison in
            var comparison = comparison
            if case .quantified(_, let inner) = comparison { comparison = inner }
            guard case .membership(let left, let right) = comparison, case .keyPath(let path) = left.kind, case .parameter(let name) = right.kind
            else { return nil }
            return (path, name)
        }
    }
}
