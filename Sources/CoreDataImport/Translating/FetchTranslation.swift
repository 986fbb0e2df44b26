import Predicates
import StoreImport

/// A fetch template, or a fetched property, in Trellis's words: the types of its variables are those of what they are compared with.
struct FetchTranslation {
    private(set) var remarks: [Remark] = []
    /// The fetch; nil where it cannot be said.
    private(set) var text: String?

    private let model: CoreDataModel
    private let place: String

    /// A fetch template.
    init(_ fetch: CoreDataModel.FetchTemplate, in model: CoreDataModel) {
        self.model = model
        place = "\(fetch.entity).\(fetch.name)"
        if !fetch.givesObjects { remarks.append(Remark(kind: .result, place: place)) }
        translate(fetch, source: nil)
    }

    /// A fetched property of `source`: what it takes from its object becomes parameters.
    init(_ property: CoreDataModel.FetchedProperty, of source: String, in model: CoreDataModel) {
        self.model = model
        place = "\(source).\(property.name)"
        remarks.append(Remark(kind: .fetchedProperty, place: place))
        translate(property.fetch, source: source)
    }

    /// The name of the fetch that says a fetched property, at the entity that it fetches.
    static func name(of property: CoreDataModel.FetchedProperty, of source: String) -> String {
        source.prefix(1).lowercased() + source.dropFirst() + property.name.prefix(1).uppercased() + property.name.dropFirst()
    }

    private mutating func translate(_ fetch: CoreDataModel.FetchTemplate, source: String?) {
        var entries = [(key: String, value: String)]()
        if let predicate = fetch.predicate {
            let (text, sourcePaths) = Self.namingSource(predicate)
            // A path from another variable asks the property itself, such as its user info.
            guard text.firstMatch(of: /\$\w+\./) == nil, let condition = try? PredicateParser.condition(text) else {
                remarks.append(Remark(kind: .condition, place: place, detail: predicate))
                return
            }
            var types: [String: String] = [:]
            for (name, path) in sourcePaths {
                types[name] = source.flatMap { path.isEmpty ? $0 : type(of: path, from: $0) }
            }
            var comparisons = [(path: [String], parameter: String)]()
            Self.collect(condition, into: &comparisons)
            for (path, parameter) in comparisons where types[parameter] == nil {
                types[parameter] = type(of: path, from: fetch.entity)
            }
            guard Self.paths(of: condition).allSatisfy({ type(of: $0, from: fetch.entity) != nil }) else {
                remarks.append(Remark(kind: .brokenCondition, place: place, detail: predicate))
                return
            }
            let names = Set(Self.parameters(of: condition))
            guard names.allSatisfy({ types[$0] != nil }), Self.namesProperty(condition) else {
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

    /// The predicate with `$FETCH_SOURCE.num` as `$sourceNum`, and the paths that such parameters stand for.
    private static func namingSource(_ predicate: String) -> (text: String, paths: [String: [String]]) {
        var paths: [String: [String]] = [:]
        let text = predicate.replacing(/\$FETCH_SOURCE((?:\.\w+)*)/) { match in
            let path = match.output.1.split(separator: ".").map(String.init)
            let name = "source" + path.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            paths[name] = path
            return "$\(name)"
        }
        return (text, paths)
    }

    /// The type of what a key path leads to, through to-one relationships.
    private func type(of path: [String], from entity: String) -> String? {
        guard let name = path.first else { return entity }
        if let relationship = model.relationship(name, of: entity) {
            return relationship.isToMany ? nil : type(of: Array(path.dropFirst()), from: relationship.destination)
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

    private static func parameters(of condition: Condition) -> [String] {
        operandPairs(of: condition).compactMap { if case .parameter(let name) = $0.0 { name } else { nil } }
    }

    /// Whether each comparison has a property in it: two values have nothing to be fetched by.
    private static func namesProperty(_ condition: Condition) -> Bool {
        let pairs = operandPairs(of: condition)
        return pairs.indices.allSatisfy { index in
            if case .keyPath = pairs[index].0 { true } else if case .keyPath = pairs[index].1 { true } else { false }
        }
    }

    /// The two sides of every comparison, in both orders.
    private static func operandPairs(of condition: Condition) -> [(Operand.Kind, Operand.Kind)] {
        condition.comparisons.flatMap { comparison in
            guard case .comparison(let left, _, let right) = comparison else { return [(Operand.Kind, Operand.Kind)]() }
            return [(left.kind, right.kind), (right.kind, left.kind)]
        }
    }
}
