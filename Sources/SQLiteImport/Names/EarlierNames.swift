import SchemaSyntax

/// A section of a model or an entity whose names are in one scope with those of another one.
enum ModelSection: String, CaseIterable, Sendable {
    case entities, enumerations = "enums", attributes, relationships
}

/// The names that the last import gave to parts of a database, and those that a user has given since.
///
/// What is there still keeps its name. A new part gets a name that neither has.
package struct EarlierNames: Sendable {
    /// Names of one scope of a model that a new part does not get, in small letters.
    struct Taken: Sendable {
        private var names: Set<String> = []
        private var inSection: [ModelSection: Set<String>] = [:]

        func names(in section: ModelSection) -> Set<String> { names.union(inSection[section] ?? []) }

        mutating func add(_ own: [String]) { names.formUnion(own.map { $0.lowercased() }) }

        /// - Parameters:
        ///   - old: the section in the last import.
        ///   - own: the same of the user.
        ///   - pairs: the user's names by those of the import.
        mutating func add(_ section: ModelSection, _ old: StyledNode?, _ own: StyledNode?, _ pairs: [String: String]) {
            let oldNames = old?.entries.compactMap(\.name) ?? [], ownNames = own?.entries.compactMap(\.name) ?? []
            let known = Set(oldNames.compactMap { pairs[$0] }).intersection(ownNames)
            // What has no edit goes away if the database has it no longer, and leaves its name to another section.
            add(known.filter { name in own?.entries.first { $0.name == name }.map { !$0.isUnedited(since: old?[name]) } ?? true })
            // What is gone may have edits of the user, which a new part of its name would get.
            inSection[section, default: []].formUnion(oldNames.map { $0.lowercased() })
            // What the user has added may be the new part, if it stands where that would.
            let added = Set(ownNames).subtracting(known).map { $0.lowercased() }
            for other in ModelSection.allCases where other != section { inSection[other, default: []].formUnion(added) }
        }
    }

    /// The names of an enum's cases.
    struct Cases: Hashable, Sendable {
        /// By the values of the database, which have them already.
        var known: [ByteText: String] = [:]
        /// In small letters, with the values that they stand for: no other value gets them.
        var taken: [String: ByteText] = [:]
    }

    private let names: [NamedThing: String]
    /// Those of entities and enums.
    let types: Taken
    /// Those of properties, by the entities' names in the last import.
    private let properties: [String: Taken]
    /// Those of the user's cases, by the enums' names in the last import.
    private let cases: [String: Cases]
    /// The model's name.
    let model: String?

    package static let none = EarlierNames()

    private init() { (names, types, properties, cases, model) = ([:], Taken(), [:], [:], nil) }

    /// - Parameters:
    ///   - record: the text of the last import's ``NameRecord``.
    ///   - base: the model as it was imported.
    ///   - mine: with the user's edits.
    package init(record: String, base: String, mine: String) {
        let names = NameRecord.names(in: record)
        // The report of an older import has no names.
        guard !names.isEmpty else {
            self = .none
            return
        }
        self.names = names
        let old = StyledDocument(Array(base.utf8))?.root
        model = old?["model"]?.text
        var (types, properties, cases) = (Taken(), [String: Taken](), [String: Cases]())
        types.add([model].compactMap { $0 })
        // Without edits, what is gone leaves its name to others.
        if ByteText(base) != ByteText(mine), let old, let own = StyledDocument(Array(mine.utf8))?.root {
            let changes = NameChanges(from: old, to: own)
            types.add([own["model"]?.text].compactMap { $0 } + (own["composites"]?.entries.compactMap(\.name) ?? []))
            types.add(.entities, old["entities"], own["entities"], changes.entities)
            types.add(.enumerations, old["enums"], own["enums"], changes.allEnumerations(old))
            for item in old["entities"]?.entries ?? [] {
                guard let name = item.name else { continue }
                let entity = changes.entities[name].flatMap { own["entities"]?[$0] }
                for section in [ModelSection.attributes, .relationships] {
                    properties[name, default: Taken()].add(section, item.value[section.rawValue], entity?[section.rawValue], changes.properties[name] ?? [:])
                }
            }
            for (name, ownName) in changes.allEnumerations(old) { cases[name] = Cases(old["enums"]?[name], own["enums"]?[ownName]) }
        }
        (self.types, self.properties, self.cases) = (types, properties, cases)
    }

    func name(of thing: NamedThing) -> String? { names[thing] }

    /// Whether the last import was of another database: its tables have other names, all of them.
    package func areOfAnotherDatabase(than source: SourceDatabase) -> Bool {
        let tables = Set(
            names.keys.compactMap { thing -> SQLName? in
                switch thing {
                case .entity(let table), .pairs(let table, _, _): table
                default: nil
                }
            })
        return !tables.isEmpty && !source.contents.tables.contains { tables.contains(SQLName($0.name)) }
    }

    /// - Parameter entity: its name in the last import.
    func properties(of entity: String) -> Taken { properties[entity] ?? Taken() }

    /// The names of the cases of a column's enum.
    func cases(of list: ListedValues, table: SQLName, column: SQLName) -> Cases {
        var cases = names[.enumeration(table: table, column: column)].flatMap { self.cases[$0] } ?? Cases()
        let recorded = Dictionary(list.values.map(ByteText.init).compactMap { value in
            names[.enumerationCase(table: table, column: column, value: value)].map { (value, $0) }
        }) { first, _ in first }
        // The user's own case of a new value is that value.
        let own = cases.known.filter { own in !recorded.values.contains { $0.lowercased() == own.value.lowercased() } }
        cases.known = recorded.merging(own) { first, _ in first }
        return cases
    }
}

extension EarlierNames.Cases {
    /// - Parameters:
    ///   - old: the enum in the last import.
    ///   - own: the same of the user.
    fileprivate init(_ old: StyledNode?, _ own: StyledNode?) {
        let (oldCases, ownCases) = (old?.cases ?? [], own?.cases ?? [])
        // What has no edit leaves its name to others if its value is gone.
        let unedited = Set(ownCases.filter { item in oldCases.contains { $0.name == item.name && item.isUnedited(since: $0.value) } }.compactMap(\.name))
        for item in ownCases + oldCases {
            guard let name = item.name, !unedited.contains(name), let value = item.value.text.map(ByteText.init), taken[name.lowercased()] == nil else { continue }
            taken[name.lowercased()] = value
        }
        for item in ownCases { if let name = item.name, let value = item.value.text { known[ByteText(value)] = name } }
    }
}

extension StyledItem {
    /// Whether a user has changed nothing of it, and added no comment.
    fileprivate func isUnedited(since old: StyledNode?) -> Bool { value.meaning == old?.meaning && !holdsComments }
}
