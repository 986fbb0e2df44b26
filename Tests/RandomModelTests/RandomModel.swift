import TestSupport

/// A plausible model: all features of the language, in random combinations.
struct RandomModel {
    private var names = RandomNames()
    private var types = RandomTypes()
    private var entities: [RandomEntity] = []

    init(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            types.enums.append(RandomEnum("E" + names.type(&random), &random))
        }
        for number in 0..<Int.random(in: 0...2, using: &random) {
            types.composites.append(RandomComposite("C" + names.type(&random), number, among: types, &random))
        }
        for number in 0..<Int.random(in: 1...8, using: &random) {
            let parent = Int.random(in: 0..<3, using: &random) == 0 ? entities.randomElement(using: &random)?.name : nil
            entities.append(
                RandomEntity(names.type(&random) + "Thing", number, parent: parent, types: types, &random))
        }
        for _ in 0..<Int.random(in: 0...entities.count * 2, using: &random) { relate(&random) }
        for index in entities.indices { entities[index].addIndexesAndFetches(&random) }
    }

    var text: String {
        var lines = ["trellis: 1", "model: RandomModel"]
        // Not drawn, so that kept seeds give the models that they gave.
        if entities.count % 4 == 0 { lines.append("history: true") }
        if !types.enums.isEmpty {
            lines.append("enums:")
            lines += types.enums.map { "  \($0.name): \($0.text)" }
        }
        if !types.composites.isEmpty {
            lines.append("composites:")
            lines += types.composites.map { "  \($0.name): \($0.text)" }
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
        // Both ends may stand in one entity, and entities that inherit from each other share a table.
        let there = entities[first].names.property(&random) + "There\(first)"
        let back = entities[second].names.property(&random) + "Back\(second)"
        let (source, destination) = (entities[first].name, entities[second].name)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            // One to many.
            let mark = Bool.random(using: &random) ? "?" : ""
            add(there, to: first, "to: \(destination)\(mark), inverse: \(back)", key: true, &random)
            add(back, to: second, "to: [\(source)], inverse: \(there)" + members(&random), &random)
            derive(from: back, of: second, over: first, &random)
        case 1:
            // One to one.
            let marks = [("?", ""), ("", "?"), ("?", "?"), ("", "")].randomElement(using: &random) ?? ("", "")
            let place = Bool.random(using: &random) ? ", key: here" : ""
            add(there, to: first, "to: \(destination)\(marks.0), inverse: \(back)\(place)", &random)
            add(back, to: second, "to: \(source)\(marks.1), inverse: \(there)", &random)
        case 2:
            // Many to many. Connections that deleted members leave behind cannot be counted.
            let rule = ", deleteRule: " + (Self.rules.dropFirst().randomElement(using: &random) ?? "deny")
            add(there, to: first, "to: [\(destination)], inverse: \(back)" + members(&random), &random)
            add(back, to: second, "to: [\(source)], inverse: \(there)" + members(&random), rule: rule, &random)
            derive(from: there, of: first, over: second, &random)
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
        _ name: String, to entity: Int, _ text: String, key: Bool = false, rule: String? = nil, _ random: inout SeededGenerator
    ) {
        let rule = rule ?? (Bool.random(using: &random) ? ", deleteRule: \(Self.rules.randomElement(using: &random) ?? "deny")" : "")
        entities[entity].relationships.append((name, "{ \(text)\(rule) }"))
        if key { entities[entity].keys.append(name) }
    }

    /// An attribute that counts or sums the members of a relationship, now and then.
    private mutating func derive(
        from relationship: String, of entity: Int, over members: Int, _ random: inout SeededGenerator
    ) {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return }
        let name = entities[entity].names.property(&random) + "Derived\(entity)"
        var text = "{ type: int, derived: \(relationship).@count }"
        if let summed = entities[members].attributes.filter(\.canBeSummed).randomElement(using: &random) {
            let isReal = summed.type == "double" || summed.type == "float"
            // A copy leaves kept seeds as they are.
            var own = random
            let filter = Bool.random(using: &own) ? " where \(summed.name) > 1 OR \(summed.name) == nil" : ""
            switch Int.random(in: 0..<5, using: &own) {
            case 0: text = "{ type: \(summed.type)?, derived: \(relationship).@max.\(summed.name)\(filter) }"
            case 1: text = "{ type: double?, derived: \(relationship).@avg.\(summed.name)\(filter) }"
            case 2: text = "{ type: int, derived: \(relationship).@count\(filter) }"
            default: text = "{ type: \(isReal ? "double" : "int"), derived: \(relationship).@sum.\(summed.name)\(filter) }"
            }
        }
        entities[entity].attributes.append(RandomAttribute(name, derived: text))
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
    private let number: Int
    private let hasParent: Bool
    private var others: [String] = []
    private var fetches: [String] = []

    /// - Parameter number: no other entity's, which keeps names of properties apart.
    init(_ name: String, _ number: Int, parent: String?, types: RandomTypes, _ random: inout SeededGenerator) {
        self.name = name
        self.number = number
        hasParent = parent != nil
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            attributes.append(RandomAttribute(names.property(&random) + "Value\(number)", types: types, &random))
        }
        if let folded = attributes.first(where: { $0.type == "string" && $0.isStored && !$0.isLazy }),
            Int.random(in: 0..<3, using: &random) == 0
        {
            let type = "string" + (folded.isOptional ? "?" : "")
            // Without another random number, so that kept seeds give models of the same shape.
            let function = ["fold", "uppercase", "fold", "lowercase"][number % 4]
            attributes.append(RandomAttribute("folded\(number)", derived: "{ type: \(type), derived: \(function)(\(folded.name)) }"))
        }
        let numbers = attributes.filter { $0.canBeSummed && !$0.isLazy }
        var own = random
        if let left = numbers.randomElement(using: &own), let right = numbers.randomElement(using: &own),
            Int.random(in: 0..<3, using: &own) == 0
        {
            let isReal = [left, right].contains { $0.type == "double" || $0.type == "float" }
            let type = (isReal ? "double" : "int") + (left.isOptional || right.isOptional ? "?" : "")
            attributes.append(RandomAttribute("computed\(number)", derived: "{ type: \(type), derived: \(left.name) - \(right.name) * 2 }"))
        }
        if Int.random(in: 0..<6, using: &own) == 0 {
            attributes.append(RandomAttribute("changed\(number)", derived: "{ type: date?, derived: now() }"))
        }
        if let parent { others.append("parent: \(parent)") }
        if Int.random(in: 0..<8, using: &random) == 0 { others.append("abstract: true") }
        if Int.random(in: 0..<6, using: &random) == 0 { others.append("doc: \(RandomText.quoted(&random))") }
        if parent == nil, Int.random(in: 0..<6, using: &random) == 0 { others.append("table: t_\(name.lowercased())") }
        if Int.random(in: 0..<9, using: &random) == 0 { others.append("small: true") }
        // Without another random number, so that kept seeds give the models that they gave.
        if name.utf8.count % 4 == 0 { others.append("class: Class\(number)") }
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
        let strings = attributes.filter { $0.type == "string" && $0.isStored }.map(\.name)
        // Of entities that inherit from each other, one alone can have a search.
        if !strings.isEmpty, !hasParent, Int.random(in: 0..<3, using: &random) == 0 {
            let tokenizer = ["unicode61", "porter", "trigram", "ascii"].randomElement(using: &random) ?? "ascii"
            others.append("search: { on: [\(strings.joined(separator: ", "))], tokenizer: \(tokenizer) }")
        }
        for count in 0..<Int.random(in: 0...2, using: &random) {
            var parts = [String]()
            if let condition = condition(&random) { parts.append("where: '\(condition)'") }
            if let sorted = attributes.filter({ $0.hasOrder && $0.isStored }).randomElement(using: &random) { parts.append("sort: -\(sorted.name)") }
            if Bool.random(using: &random) { parts.append("limit: \(Int.random(in: 1...100, using: &random))") }
            fetches.append("fetch\(count)Of\(number): { \(parts.joined(separator: ", ")) }")
        }
    }

    /// A condition on the entity's own properties.
    private func condition(_ random: inout SeededGenerator) -> String? {
        let comparisons = attributes.filter(\.isStored).compactMap { attribute -> String? in
            switch attribute.type {
            case "bool": "\(attribute.name) == true"
            case "int16", "int32", "int64", "int", "double": "\(attribute.name) > -5"
            case "string": "\(attribute.name) != \"a\\\\b\""
            case "duration": "\(attribute.name) >= \"PT1M\""
            case "date", "day", "uuid", "url", "json", "data", "composite": attribute.isOptional ? "\(attribute.name) == nil" : nil
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
