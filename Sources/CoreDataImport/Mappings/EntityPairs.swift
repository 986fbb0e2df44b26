/// The entities of a mapping model that become others, each with the one that it becomes.
struct EntityPairs {
    struct Pair {
        /// The place among the mappings.
        let number: Int
        let mapping: MappingModel.EntityMapping
        let source: CoreDataModel.Entity
        let destination: CoreDataModel.Entity
    }

    private(set) var pairs: [Pair] = []
    private(set) var remarks: [(Remark.Kind, place: String, detail: String, line: Int)] = []
    /// The entities of the destination that get objects, or are new.
    private(set) var destinations: Set<String> = []

    init(_ mapping: MappingModel, from old: FileNames, to new: FileNames) {
        for (number, entity) in mapping.entities.enumerated() {
            let (source, destination) = (entity.source.flatMap(old.entity), entity.destination.flatMap(new.entity))
            for (name, found, version) in [(entity.source, source, mapping.source), (entity.destination, destination, mapping.destination)] {
                if let name, found == nil { remarks.append((.mappingUnknown, name, "'\(version.version)' has no such entity", entity.line)) }
            }
            if let destination { destinations.insert(destination.name) }
            let name = destination?.name ?? source?.name ?? ""
            if let policy = entity.policy { remarks.append((.mappingPolicy, name, policy, entity.line)) }
            if let condition = entity.condition { remarks.append((.mappingCondition, name, condition, entity.line)) }
            guard let source, let destination else { continue }
            pairs.append(Pair(number: number, mapping: entity, source: source, destination: destination))
        }
        leaveOutSeveral()
    }

    /// No rename has words for an entity that becomes several, or for several that become one.
    private mutating func leaveOutSeveral() {
        let sources = Dictionary(grouping: pairs, by: \.source.name)
        let destinations = Dictionary(grouping: pairs, by: \.destination.name)
        let several = pairs.filter { (sources[$0.source.name]?.count ?? 0) > 1 || (destinations[$0.destination.name]?.count ?? 0) > 1 }
        // Objects that keep their entity do so also if a mapping makes others of them.
        let kept = several.filter { $0.source.name == $0.destination.name }
        let names = Dictionary(grouping: kept, by: \.source.name).filter { $0.value.count == 1 }.keys
        let leftOut = several.filter { $0.source.name != $0.destination.name || !names.contains($0.source.name) }
        for pair in leftOut { remarks.append((.mappingEntity, "\(pair.source.name) → \(pair.destination.name)", "", pair.mapping.line)) }
        pairs.removeAll { pair in leftOut.contains { $0.number == pair.number } }
    }
}
