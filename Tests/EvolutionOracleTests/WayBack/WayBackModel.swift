import TestSupport

/// A model whose elements keep a number through all edits, so that a test knows what each is called in every version.
struct WayBackModel: Equatable {
    struct Attribute: Equatable {
        var id: Int
        var name: String
        var type: String
        var isOptional: Bool
    }

    /// A to-one relationship with its inverse.
    struct Key: Equatable {
        var id: Int
        var name: String
        var inverse: String
        /// The entity that it leads to.
        var destination: Int
        var isOrdered = false
    }

    struct Entity: Equatable {
        var id: Int
        var name: String
        var attributes: [Attribute]
        var keys: [Key] = []
    }

    struct Case: Equatable {
        var id: Int
        var name: String
        var raw: Int
    }

    var entities: [Entity] = []
    /// The cases of the only enum, whose raw values are integers.
    var cases: [Case] = []
    /// A many-to-many relationship of the first two entities, with its inverse.
    var pair = (id: 0, name: "", inverse: "")
    var isIndexed = false
    private(set) var count = 0

    static func == (first: Self, second: Self) -> Bool { first.text == second.text }

    static let enumeration = "Way"

    /// Types with those that have all of their values.
    private static let types: [(name: String, wider: [String])] = [
        ("int16", ["int32", "int64", "string"]), ("int32", ["int64", "string", "double"]), ("int64", ["string"]),
        ("bool", ["int16", "int64"]), ("double", []), ("string", []), ("date", []), ("day", ["string"]), ("data", []), (enumeration, []),
    ]

    init(_ random: inout SeededGenerator) {
        cases = (1...Int.random(in: 2...4, using: &random)).map { Case(id: number(), name: name(), raw: $0) }
        for _ in 0..<Int.random(in: 2...3, using: &random) {
            let attributes = (0..<Int.random(in: 2...5, using: &random)).map { _ in attribute(&random) }
            entities.append(Entity(id: number(), name: name().capitalized, attributes: attributes))
        }
        pair = (number(), name(), name())
        addKey(&random)
    }

    private mutating func number() -> Int {
        count += 1
        return count
    }

    /// A name of small letters, which is the name of a column too.
    private mutating func name() -> String {
        let number = self.number()
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        return "q\(letters[number / 26 % 26])\(letters[number % 26])\(letters[number * 7 % 26])x"
    }

    private mutating func attribute(_ random: inout SeededGenerator) -> Attribute {
        let type = Self.types[Int.random(in: 0..<Self.types.count, using: &random)].name
        return Attribute(id: number(), name: name(), type: type, isOptional: Bool.random(using: &random))
    }

    private mutating func addKey(_ random: inout SeededGenerator) {
        let (owner, destination) = (Int.random(in: 0..<entities.count, using: &random), Int.random(in: 0..<entities.count, using: &random))
        entities[owner].keys.append(Key(id: number(), name: name(), inverse: name(), destination: entities[destination].id))
    }

    func entity(_ id: Int) -> Entity? { entities.first { $0.id == id } }

    // MARK: Text

    var text: String {
        var text = "trellis: 1\nmodel: Random\nenums:\n  \(Self.enumeration): { raw: int, cases: { "
        text += cases.map { "\($0.name): \($0.raw)" }.joined(separator: ", ") + " } }\nentities:\n"
        for (place, entity) in entities.enumerated() {
            text += "  \(entity.name):\n    attributes:\n"
            text += entity.attributes.map { "      \($0.name): \"\($0.type)\($0.isOptional ? "?" : "")\"\n" }.joined()
            var ends = entity.keys.compactMap { key in
                self.entity(key.destination).map { "      \(key.name): { to: \"\($0.name)?\", inverse: \(key.inverse) }\n" }
            }
            for owner in entities {
                ends += owner.keys.filter { $0.destination == entity.id }.map {
                    "      \($0.inverse): { to: [\(owner.name)], inverse: \($0.name)\($0.isOrdered ? ", ordered: true" : "") }\n"
                }
            }
            if place < 2 {
                let (own, other) = place == 0 ? (pair.name, pair.inverse) : (pair.inverse, pair.name)
                ends.append("      \(own): { to: [\(entities[1 - place].name)], inverse: \(other) }\n")
            }
            if !ends.isEmpty { text += "    relationships:\n" + ends.joined() }
            if isIndexed, let first = entity.attributes.first { text += "    indexes: [\(first.name)]\n" }
        }
        return text
    }

    // MARK: Edits

    /// The next version, with the names and cases that a user decides for it.
    func edited(_ random: inout SeededGenerator) -> (model: WayBackModel, renames: [String: String], cases: [String: String]) {
        var next = self
        for _ in 0..<Int.random(in: 1...4, using: &random) { next.edit(&random) }
        var renames: [String: String] = [:]
        for entity in entities {
            guard let later = next.entity(entity.id) else { continue }
            if entity.name != later.name { renames[entity.name] = later.name }
            for attribute in entity.attributes {
                guard let name = later.attributes.first(where: { $0.id == attribute.id })?.name, name != attribute.name else { continue }
                renames["\(entity.name).\(attribute.name)"] = name
            }
            for key in entity.keys {
                guard let name = later.keys.first(where: { $0.id == key.id })?.name, name != key.name else { continue }
                renames["\(entity.name).\(key.name)"] = name
            }
        }
        if pair.name != next.pair.name { renames["\(entities[0].name).\(pair.name)"] = next.pair.name }
        var decided: [String: String] = [:]
        // Without a column no row has a case.
        let isStored = entities.contains { entity in
            entity.attributes.contains { old in
                old.type == Self.enumeration && next.entity(entity.id)?.attributes.contains { $0.id == old.id && $0.type == old.type } == true
            }
        }
        let isRecoded = isStored && cases.contains { old in next.cases.contains { $0.id == old.id && $0.raw != old.raw } }
        for old in isRecoded ? cases : [] {
            if let later = next.cases.first(where: { $0.id == old.id }) { decided["\(Self.enumeration).\(old.name)"] = later.name }
        }
        return (next, renames, decided)
    }

    private mutating func edit(_ random: inout SeededGenerator) {
        let place = Int.random(in: 0..<entities.count, using: &random)
        let column = Int.random(in: 0..<entities[place].attributes.count, using: &random)
        switch Int.random(in: 0..<15, using: &random) {
        case 0, 1: entities[place].attributes[column].name = name()
        case 2: entities[place].name = name().capitalized
        case 3:
            // Two attributes exchange their names.
            let other = Int.random(in: 0..<entities[place].attributes.count, using: &random)
            let name = entities[place].attributes[other].name
            entities[place].attributes[other].name = entities[place].attributes[column].name
            entities[place].attributes[column].name = name
        case 4, 5: entities[place].attributes.insert(attribute(&random), at: column)
        case 6: if entities[place].attributes.count > 1 { entities[place].attributes.remove(at: column) }
        case 7, 8:
            let wider = Self.types.first { $0.name == entities[place].attributes[column].type }?.wider ?? []
            if let type = wider.randomElement(using: &random) { entities[place].attributes[column].type = type }
        case 9: entities[place].attributes[column].isOptional.toggle()
        case 10: exchangeRawValues(&random)
        case 11: cases.insert(Case(id: number(), name: name(), raw: (cases.map(\.raw).max() ?? 0) + 1), at: 0)
        case 12: cases[Int.random(in: 0..<cases.count, using: &random)].name = name()
        case 13: entities.append(Entity(id: number(), name: name().capitalized, attributes: [attribute(&random)]))
        default: editEnds(place, &random)
        }
    }

    private mutating func exchangeRawValues(_ random: inout SeededGenerator) {
        let (first, second) = (Int.random(in: 0..<cases.count, using: &random), Int.random(in: 0..<cases.count, using: &random))
        let raw = cases[first].raw
        cases[first].raw = cases[second].raw
        cases[second].raw = raw
    }

    private mutating func editEnds(_ place: Int, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: isIndexed.toggle()
        case 1: pair.name = name()
        case 2: addKey(&random)
        default:
            guard let key = entities[place].keys.indices.randomElement(using: &random) else { return addKey(&random) }
            switch Int.random(in: 0..<3, using: &random) {
            case 0: entities[place].keys[key].name = name()
            case 1: entities[place].keys[key].isOrdered.toggle()
            default: entities[place].keys.remove(at: key)
            }
        }
    }
}
