import Diagnostics
import Predicates
import SchemaSyntax

extension FindingCode {
    static let derivationCycle = FindingCode("TR1449")
}

/// Finds derived attributes that are derived from themselves: triggers would never come to an end.
struct DerivationCycles {
    /// An attribute, by the entity that declares it.
    private struct Place: Hashable {
        var entity: String
        var attribute: String
    }

    private let model: Model
    private let layout: FetchLayout
    private var finished: Set<Place> = []

    static func check(_ model: Model, _ layout: FetchLayout, in context: inout ReadingContext) {
        var cycles = DerivationCycles(model: model, layout: layout)
        for entity in model.entities {
            for attribute in entity.attributes where attribute.isKeptByDatabase {
                let place = Place(entity: entity.name.text, attribute: attribute.name.text)
                guard let cycle = cycles.cycle(through: place, []) else { continue }
                let names = (cycle + [cycle[0]]).map { "'\($0.entity).\($0.attribute)'" }
                let words = names.count == 2 ? "\(names[0]) is derived from itself" : names.joined(separator: " is derived from ")
                context.report(.derivationCycle, words, at: attribute.name.span, suggestion: .init("derive one of them from other attributes"))
            }
        }
    }

    private init(model: Model, layout: FetchLayout) {
        self.model = model
        self.layout = layout
    }

    /// The first cycle that is met from a place; nil if no cycle exists. Each cycle is found once.
    private mutating func cycle(through place: Place, _ path: [Place]) -> [Place]? {
        if let start = path.firstIndex(of: place) { return Array(path[start...]) }
        guard finished.insert(place).inserted || path.contains(place) else { return nil }
        for source in sources(of: place) {
            if let cycle = cycle(through: source, path + [place]) { return cycle }
        }
        return nil
    }

    /// The derived attributes that an attribute is derived from.
    private func sources(of place: Place) -> [Place] {
        guard let entity = model.entity(named: place.entity),
            let derivation = entity.attributes.first(where: { $0.name.text == place.attribute })?.derivation
        else { return [] }
        switch derivation {
        case .now, .function: return []
        case .expression(let operand):
            let paths = (try? ResolvedExpression(operand, of: place.entity, in: layout).paths) ?? []
            return paths.compactMap { self.place($0.property, of: $0.steps.last?.destination ?? place.entity) }
        case .members(let members):
            guard let relationship = model.lineage(of: entity).flatMap(\.relationships).first(where: { $0.name.text == members.relationship.text })
            else { return [] }
            let names = (members.attribute.map { [$0.text] } ?? []) + (members.filter?.keyPaths.compactMap(\.first) ?? [])
            return names.compactMap { self.place($0, of: relationship.destination.text) }
        }
    }

    /// A derived attribute that an entity declares or inherits.
    private func place(_ attribute: String, of entity: String) -> Place? {
        guard let entity = model.entity(named: entity) else { return nil }
        return model.lineage(of: entity).lazy.compactMap { declaring -> Place? in
            guard let found = declaring.attributes.first(where: { $0.name.text == attribute }), found.isKeptByDatabase else { return nil }
            return Place(entity: declaring.name.text, attribute: attribute)
        }.first
    }
}
