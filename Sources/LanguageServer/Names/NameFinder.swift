import Diagnostics
import SchemaSyntax

/// Finds the places of names in one file of a model.
struct NameFinder {
    let file: SourceFile
    let outline: Outline
    private(set) var found: [Occurrence] = []

    init(_ file: SourceFile, _ outline: Outline) {
        self.file = file
        self.outline = outline
    }

    mutating func find() {
        for section in file.root.entries ?? [] {
            switch section.key {
            case "enums": for entry in section.value.entries ?? [] { findEnumeration(entry) }
            case "composites": for entry in section.value.entries ?? [] { findComposite(entry) }
            case "entities": for entry in section.value.entries ?? [] { findEntity(entry) }
            default: break
            }
        }
    }

    // MARK: Types

    private mutating func findEnumeration(_ entry: YAMLNode.Entry) {
        declare(.enumeration(entry.key), entry)
        let list = entry.value.items != nil ? entry.value : entry.value.entries?.first { $0.key == "cases" }?.value
        for item in list?.items ?? [] {
            if let name = item.text { add(.enumerationCase(name, of: entry.key), 0..<name.unicodeScalars.count, in: item, isDeclaration: true) }
        }
        for item in list?.entries ?? [] { declare(.enumerationCase(item.key, of: entry.key), item) }
    }

    private mutating func findComposite(_ entry: YAMLNode.Entry) {
        declare(.composite(entry.key), entry)
        for part in Outline.parts(ofComposite: entry) where part.key != "doc" || outline.isPart("doc", of: entry.key) {
            declare(.part(part.key, of: entry.key), part)
            findAttribute(part.value)
        }
    }

    // MARK: Entities

    private mutating func findEntity(_ entry: YAMLNode.Entry) {
        let name = entry.key
        declare(.entity(name), entry)
        for section in entry.value.entries ?? [] {
            let members = section.value.entries ?? []
            switch section.key {
            case "parent": addName(section.value) { .entity($0) }
            case "attributes":
                for member in members {
                    declare(.property(member.key, of: name), member)
                    findAttribute(member.value)
                    findDerivation(member.value, of: name)
                }
            case "relationships":
                for member in members {
                    declare(.property(member.key, of: name), member)
                    findRelationship(member.value)
                }
            case "unique", "indexes", "search": findPaths(section.value, of: name)
            case "fetches":
                for member in members {
                    declare(.fetch(member.key, of: name), member)
                    findFetch(member, of: name)
                }
            case "fetchedProperties":
                for member in members {
                    declare(.property(member.key, of: name), member)
                    findFetchedProperty(member.value, of: name)
                }
            default: break
            }
        }
    }

    /// The type of an attribute or of a part, and a default that is a case.
    private mutating func findAttribute(_ node: YAMLNode) {
        let keys = node.entries ?? []
        findType(keys.first { $0.key == "type" }?.value ?? node)
        guard let initial = keys.first(where: { $0.key == "default" })?.value, let name = initial.text,
            let type = keys.first(where: { $0.key == "type" })?.value.text
        else { return }
        let enumeration = type.hasSuffix("?") ? String(type.dropLast()) : type
        if outline.hasCase(name, of: enumeration) {
            add(.enumerationCase(name, of: enumeration), 0..<name.unicodeScalars.count, in: initial)
        }
    }

    private mutating func findType(_ node: YAMLNode) {
        guard let text = node.text else { return }
        let name = text.hasSuffix("?") ? String(text.dropLast()) : text
        let range = 0..<name.unicodeScalars.count
        if outline.enumeration(named: name) != nil {
            add(.enumeration(name), range, in: node)
        } else if outline.composite(named: name) != nil {
            add(.composite(name), range, in: node)
        } else if outline.entity(named: name) != nil {
            add(.entity(name), range, in: node)
        }
    }

    private mutating func findRelationship(_ node: YAMLNode) {
        var destination: String?
        for key in node.entries ?? [] {
            if key.key == "to", let item = key.value.items?.first ?? (key.value.text != nil ? key.value : nil), let text = item.text {
                let name = text.hasSuffix("?") ? String(text.dropLast()) : text
                destination = name
                add(.entity(name), 0..<name.unicodeScalars.count, in: item)
            }
        }
        guard let destination, let inverse = node.entries?.first(where: { $0.key == "inverse" })?.value, let name = inverse.text else { return }
        let owner = outline.property(name, of: destination)?.owner ?? destination
        add(.property(name, of: owner), 0..<name.unicodeScalars.count, in: inverse)
    }

    // MARK: Texts with key paths

    private mutating func findDerivation(_ node: YAMLNode, of entity: String) {
        guard let derived = node.entries?.first(where: { $0.key == "derived" })?.value else { return }
        addPaths(derived, ConditionScope(outline, entity: entity, isDerivation: true))
    }

    /// Lists of properties, in any of their forms: of uniqueness, indexes and searches.
    private mutating func findPaths(_ node: YAMLNode, of entity: String) {
        if let items = node.items {
            for item in items { findPaths(item, of: entity) }
        } else if let keys = node.entries {
            for key in keys {
                switch key.key {
                case "on": findPaths(key.value, of: entity)
                case "where": addPaths(key.value, ConditionScope(outline, entity: entity))
                default: break
                }
            }
        } else {
            addPaths(node, ConditionScope(outline, entity: entity))
        }
    }

    private mutating func findFetch(_ entry: YAMLNode.Entry, of entity: String) {
        let keys = entry.value.entries ?? []
        for parameter in keys.first(where: { $0.key == "parameters" })?.value.entries ?? [] {
            declare(.parameter(parameter.key, ofFetch: entry.key, of: entity), parameter)
            let node = parameter.value.items?.first ?? parameter.value
            findType(node.entries?.first { $0.key == "type" }?.value ?? node)
        }
        let parameters = outline.entity(named: entity)?.fetches.first { $0.name == entry.key }?.parameters ?? []
        findConditions(keys, ConditionScope(outline, entity: entity, fetch: entry.key, parameters: parameters))
    }

    private mutating func findFetchedProperty(_ node: YAMLNode, of entity: String) {
        let keys = node.entries ?? []
        guard let from = keys.first(where: { $0.key == "from" })?.value, let destination = from.text else { return }
        addName(from) { .entity($0) }
        findConditions(keys, ConditionScope(outline, entity: destination, source: entity))
    }

    private mutating func findConditions(_ keys: [YAMLNode.Entry], _ scope: ConditionScope) {
        for key in keys {
            switch key.key {
            case "where": addPaths(key.value, scope)
            case "sort": for item in key.value.items ?? [key.value] { addPaths(item, scope) }
            default: break
            }
        }
    }

    private mutating func addPaths(_ node: YAMLNode, _ scope: ConditionScope) {
        guard let text = node.text, !node.isNull else { return }
        for name in scope.names(in: text) { add(name.symbol, name.range, in: node) }
    }

    // MARK: Adding

    private mutating func addName(_ node: YAMLNode, _ symbol: (String) -> ModelSymbol) {
        guard let name = node.text, !node.isNull else { return }
        add(symbol(name), 0..<name.unicodeScalars.count, in: node)
    }

    private mutating func declare(_ symbol: ModelSymbol, _ entry: YAMLNode.Entry) {
        let exact = file.offsets(ofKey: entry)
        found.append(
            Occurrence(
                symbol: symbol, file: file.path, offsets: exact ?? file.document.offsets(of: entry.keySpan), isDeclaration: true,
                isExact: exact != nil))
    }

    private mutating func add(_ symbol: ModelSymbol, _ range: Range<Int>, in node: YAMLNode, isDeclaration: Bool = false) {
        let exact = file.offsets(of: range, in: node)
        found.append(
            Occurrence(
                symbol: symbol, file: file.path, offsets: exact ?? file.document.offsets(of: node.span), isDeclaration: isDeclaration,
                isExact: exact != nil))
    }
}

extension Outline {
    func hasCase(_ name: String, of enumeration: String) -> Bool {
        self.enumeration(named: enumeration)?.members.contains { $0.name == name } == true
    }

    /// Whether a composite has a part of this name, not only a key of its long form.
    func isPart(_ name: String, of composite: String) -> Bool {
        guard let part = self.composite(named: composite)?.members.first(where: { $0.name == name }), case .attribute(let type) = part.kind
        else { return false }
        return isType(type)
    }

    func isType(_ name: String) -> Bool {
        enumeration(named: name) != nil || composite(named: name) != nil || Self.builtInTypes.contains(name)
    }
}
