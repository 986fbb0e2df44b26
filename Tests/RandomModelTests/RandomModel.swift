import TestSupport

/// A model that somebody could have written: as many features as the language has, in random company.
struct RandomModel {
    private var names = RandomNames()
    private var enums: [RandomEnum] = []
    private var entities: [RandomEntity] = []

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            enums.append(RandomEnum("E" + names.type(&random), &random))
        }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            entities.append(RandomEntity(names.type(&random) + "Thing", enums: enums, &random))
        }
        for _ in 0..<Int.random(in: 0...entities.count * 2, using: &random) { relate(&random) }
        for index in entities.indices { entities[index].addIndexesAndFetches(&random) }
    }

    var text: String {
        var lines = ["trellis: 1", "model: RandomModel"]
        if !enums.isEmpty {
            lines.append("enums:")
            lines += enums.map { "  \($0.name): \($0.text)" }
        }
        lines.append("entities:")
        for entity in entities { lines += entity.lines }
        return lines.joined(separator: "\n") + "\n"
    }

    // MARK: Relationships

    private static let rules = ["noAction", "nullify", "cascade", "deny"]

    private mutating func relate(_ random: inout SeededGenerator) {
        let first = Int.random(in: entities.indices, using: &random)
        let second = Int.random(in: entities.indices, using: &random)
        let there = entities[first].names.property(&random) + "There"
        // Both ends may stand in one entity.
        let back = entities[second].names.property(&random) + "Back"
        let (source, destination) = (entities[first].name, entities[second].name)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            // One to many.
            let mark = Bool.random(using: &random) ? "?" : ""
            add(there, to: first, "to: \(destination)\(mark), inverse: \(back)", key: true, &random)
            add(back, to: second, "to: [\(source)], inverse: \(there)" + members(&random), &random)
        case 1:
            // One to one.
            let marks = [("?", ""), ("", "?"), ("?", "?"), ("", "")].randomElement(using: &random) ?? ("", "")
            let place = Bool.random(using: &random) ? ", key: here" : ""
            add(there, to: first, "to: \(destination)\(marks.0), inverse: \(back)\(place)", &random)
            add(back, to: second, "to: \(source)\(marks.1), inverse: \(there)", &random)
        case 2:
            // Many to many.
            add(there, to: first, "to: [\(destination)], inverse: \(back)" + members(&random), &random)
            add(back, to: second, "to: [\(source)], inverse: \(there)" + members(&random), &random)
        case 3:
            // Its own inverse.
            let isToMany = Bool.random(using: &random)
            add(there, to: first, "to: \(isToMany ? "[\(source)]" : source + "?"), inverse: \(there)", &random)
        default:
            // Nothing leads back.
            let form = ["\(destination)?", destination, "[\(destination)]"].randomElement(using: &random) ?? destination
            add(there, to: first, "to: \(form)" + (form.hasPrefix("[") ? members(&random) : ""), &random)
        }
    }

    private mutating func add(
        _ name: String, to entity: Int, _ text: String, key: Bool = false, _ random: inout SeededGenerator
    ) {
        let rule = Bool.random(using: &random) ? ", deleteRule: \(Self.rules.randomElement(using: &random) ?? "deny")" : ""
        entities[entity].relationships.append((name, "{ \(text)\(rule) }"))
        if key { entities[entity].keys.append(name) }
    }

    private func members(_ random: inout SeededGenerator) -> String {
        var text = Bool.random(using: &random) ? ", ordered: true" : ""
        if Int.random(in: 0..<4, using: &random) == 0 { text += ", minCount: 1" }
        if Int.random(in: 0..<4, using: &random) == 0 { text += ", maxCount: 5" }
        return text
    }
}

/// An entity of a random model.
struct RandomEntity {
    var name: String
    var names = RandomNames()
    var attributes: [RandomAttribute] = []
    var relationships: [(name: String, text: String)] = []
    /// The relationships that certainly hold a key.
    var keys: [String] = []
    private var others: [String] = []
    private var fetches: [String] = []

    init(_ name: String, enums: [RandomEnum], _ random: inout SeededGenerator) {
        self.name = name
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            attributes.append(RandomAttribute(names.property(&random) + "Value", enums: enums, &random))
        }
        if Int.random(in: 0..<6, using: &random) == 0 { others.append("doc: \(RandomText.quoted(&random))") }
        if Int.random(in: 0..<6, using: &random) == 0 { others.append("table: t_\(name.lowercased())") }
        if Int.random(in: 0..<9, using: &random) == 0 { others.append("small: true") }
    }

    mutating func addIndexesAndFetches(_ random: inout SeededGenerator) {
        let indexable = attributes.filter(\.canBeIndexed).map(\.name) + keys
        func some(_ random: inout SeededGenerator, atLeast least: Int) -> [String]? {
            guard indexable.count >= least else { return nil }
            return Array(indexable.shuffled(using: &random).prefix(Int.random(in: least...max(least, 3), using: &random)))
        }
        if Int.random(in: 0..<3, using: &random) == 0, let group = some(&random, atLeast: 2) {
            others.append("unique: [[\(group.joined(separator: ", "))]]")
        }
        if Int.random(in: 0..<2, using: &random) == 0, let group = some(&random, atLeast: 1) {
            let keys = group.map { (Bool.random(using: &random) ? "-" : "") + $0 }.joined(separator: ", ")
            let condition = condition(&random)
            others.append(condition.map { "indexes: [{ on: [\(keys)], where: '\($0)' }]" } ?? "indexes: [[\(keys)]]")
        }
        let strings = attributes.filter { $0.type == "string" }.map(\.name)
        if !strings.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
            let tokenizer = ["unicode61", "porter", "trigram", "ascii"].randomElement(using: &random) ?? "ascii"
            others.append("search: { on: [\(strings.joined(separator: ", "))], tokenizer: \(tokenizer) }")
        }
        for number in 0..<Int.random(in: 0...2, using: &random) {
            var parts = [String]()
            if let condition = condition(&random) { parts.append("where: '\(condition)'") }
            if let sorted = attributes.filter(\.hasOrder).randomElement(using: &random) { parts.append("sort: -\(sorted.name)") }
            if Bool.random(using: &random) { parts.append("limit: \(Int.random(in: 1...100, using: &random))") }
            fetches.append("fetch\(number): { \(parts.joined(separator: ", ")) }")
        }
    }

    /// A condition on the entity's own properties.
    private func condition(_ random: inout SeededGenerator) -> String? {
        let comparisons = attributes.compactMap { attribute -> String? in
            switch attribute.type {
            case "bool": "\(attribute.name) == true"
            case "int16", "int32", "int64", "int", "double": "\(attribute.name) > -5"
            case "string": "\(attribute.name) != \"a\\\\b\""
            case "date", "day", "uuid", "url", "json", "data": attribute.isOptional ? "\(attribute.name) == nil" : nil
            default: nil
            }
        }
        guard let first = comparisons.randomElement(using: &random), let second = comparisons.randomElement(using: &random)
        else { return nil }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return "\(first) AND NOT (\(second))"
        case 1: return "\(first) OR \(second)"
        default: return first
        }
    }

    var lines: [String] {
        var lines = ["  \(name):"]
        if attributes.isEmpty, relationships.isEmpty, others.isEmpty, fetches.isEmpty { return lines }
        lines += others.map { "    \($0)" }
        if !attributes.isEmpty {
            lines.append("    attributes:")
            lines += attributes.map { "      \($0.name): \($0.text)" }
        }
        if !relationships.isEmpty {
            lines.append("    relationships:")
            lines += relationships.map { "      \($0.name): \($0.text)" }
        }
        if !fetches.isEmpty {
            lines.append("    fetches:")
            lines += fetches.map { "      \($0)" }
        }
        return lines
    }
}
