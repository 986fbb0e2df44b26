import Diagnostics
import SchemaModel

extension FindingCode {
    static let missingIndex = FindingCode("TR1508", .warning)
}

extension FetchPlan {
    /// That an index would make the plan a better one; nil where none does.
    public func finding(in model: Model) -> Finding? {
        guard let advice else { return nil }
        let names = advice.indexes.map { index in
            let owner = index.entity == entity.name.text ? "" : " of '\(index.entity)'"
            return "an index on \(PlanWords.list(index.keys.map(\.text)))\(owner)"
        }
        let spared = waste.without(advice.remaining)
        var message = "'\(name.text)' \(spared.words): \(PlanWords.list(names)) would spare it that"
        if !advice.remaining.isEmpty { message += "; then it \(advice.remaining.words)" }
        return Finding(.missingIndex, message, at: name.span, suggestion: .init(advice.declaration(in: model)))
    }
}

extension IndexAdvice {
    /// The text to add to the model.
    fileprivate func declaration(in model: Model) -> String {
        let entities = indexes.map(\.entity).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let parts = entities.map { entity in
            let texts = indexes.filter { $0.entity == entity }.map(\.text).joined(separator: ", ")
            let hasOthers = model.entity(named: entity)?.indexes.isEmpty == false
            return hasOthers ? "'\(texts)' to the indexes of '\(entity)'" : "'indexes: [\(texts)]' to '\(entity)'"
        }
        return "add \(PlanWords.list(parts))"
    }
}

extension PlanWaste {
    /// What is not in another one, or smaller there.
    fileprivate func without(_ other: PlanWaste) -> PlanWaste {
        var difference = self
        difference.scans.removeAll { other.scans.contains($0) }
        if other.sort.rawValue >= sort.rawValue { difference.sort = .none }
        return difference
    }

    /// What is wasted, in words: 'looks at every 'Order' and sorts what it finds'.
    public var words: String {
        let scans = scans.reduce(into: [String]()) { if !$0.contains("every '\($1)'") { $0.append("every '\($1)'") } }
        let sort: String? =
            switch self.sort {
            case .none: nil
            case .partial: "sorts what is equal in a part of its order"
            case .whole: "sorts what it finds"
            }
        return PlanWords.list((scans.isEmpty ? [] : ["looks at \(PlanWords.list(scans))"]) + (sort.map { [$0] } ?? []))
    }
}
