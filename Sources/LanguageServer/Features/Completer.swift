import Diagnostics
import Predicates
import SchemaModel

/// Offers what can be written at a place of a file.
package struct Completer {
    private let document: TextDocument
    private let kind: FileKind
    private let outline: Outline
    private let offset: Int
    private let place: CursorPlace
    private let shape: ShapePlace

    /// - Parameters:
    ///   - outline: the names of the model, from the last text that could be read.
    package static func items(at position: TextPosition, in document: TextDocument, of kind: FileKind, _ outline: Outline) -> [CompletionItem] {
        let completer = Completer(document, kind, outline, at: document.offset(of: position))
        return completer.items
    }

    /// The most items of an answer. A client asks again after each letter if there are more.
    package static let limit = 200

    /// The items whose names have the letters before the cursor in their order, as clients match them; `isWhole` is false if there are more
    /// than ``limit``.
    package static func offers(
        at position: TextPosition, in document: TextDocument, of kind: FileKind, _ outline: Outline
    ) -> (items: [CompletionItem], isWhole: Bool) {
        let completer = Completer(document, kind, outline, at: document.offset(of: position))
        let all = completer.items
        if all.count <= limit { return (all, true) }
        let letters = completer.word.lowercased()
        return (Array(all.lazy.filter { $0.label.hasLetters(letters) }.prefix(limit)), false)
    }

    private init(_ document: TextDocument, _ kind: FileKind, _ outline: Outline, at offset: Int) {
        (self.document, self.kind, self.outline, self.offset) = (document, kind, outline, offset)
        place = CursorReader.place(at: offset, in: document)
        shape = ShapePlace(place.path, in: kind.shape)
    }

    private var items: [CompletionItem] {
        var items: [(item: CompletionItem, word: String)]
        switch place.slot {
        case .comment: return []
        case .key:
            let keys = keys.map { (item: $0, word: place.text) }
            // A value can begin on a line of its own.
            if case .item? = place.path.last { items = values + keys } else { items = keys + (isWithinMapping ? [] : values) }
        case .value:
            items = values
            if case .item? = place.path.last, !place.isInFlow, !place.text.contains(" ") { items += keys.map { ($0, place.text) } }
        }
        return items.enumerated().map { index, entry in
            var item = entry.item
            // The word before the cursor is replaced, so that a client needs no notion of words in YAML.
            let start = offset - entry.word.utf8.count
            let text = (isDirectlyAfterColon ? " " : "") + (item.textEdit?.newText ?? item.label)
            item.textEdit = TextEdit(range: document.range(of: start..<offset), newText: text)
            item.sortText = String(10_000 + index)
            return item
        }
    }

    /// Whether the space between a key and its value is missing.
    private var isDirectlyAfterColon: Bool {
        place.slot == .value && place.text.isEmpty && place.quote == nil && offset > 0 && document.bytes[offset - 1] == UInt8(ascii: ":")
    }

    private var isWithinMapping: Bool { !place.siblings.isEmpty || place.isInFlow }

    // MARK: Keys

    private var keys: [CompletionItem] {
        guard !place.text.contains(" ") else { return [] }
        var seen = Set<String>()
        return shape.alternatives.flatMap { shape -> [CompletionItem] in
            guard case .keys(let keyed) = shape else { return namedKeys(shape) }
            return keyed.keys.filter { !place.siblings.contains($0.name) && seen.insert($0.name).inserted }.map { key in
                var item = CompletionItem(key.name, .property, detail: key.shape.words, doc: key.hover)
                item.textEdit = TextEdit(range: document.range(of: offset..<offset), newText: key.name + (key.startsOwnLines ? ":" : ": "))
                return item
            }
        }
    }

    /// Names that are keys, in decisions and suppressions.
    private func namedKeys(_ shape: Shape) -> [CompletionItem] {
        guard case .named = shape, let section = place.keys.last, kind != .model else { return [] }
        switch section {
        case "renames", "drops", "values", "accept", "suppressions":
            return outline.places.filter { !place.siblings.contains($0.label) }.map(\.item)
        case "cases":
            return outline.enumerations.flatMap { type in type.members.map { CompletionItem("\(type.name).\($0.name)", .enumerationCase) } }
        case "models", "files": return []
        default:
            // Below a part of the model, or 'severity': codes.
            let isCodes = section == "severity" || place.keys.dropLast().last == "suppressions"
            return isCodes ? FindingCodes.suppressible.map { CompletionItem($0, .value) } : []
        }
    }

    // MARK: Values

    /// The word at the cursor, within a value of several words.
    private var word: String {
        let scalars = place.text.unicodeScalars
        let tail = scalars.reversed().prefix { $0.isOfName }
        return String(String.UnicodeScalarView(tail.reversed()))
    }

    private var values: [(item: CompletionItem, word: String)] {
        var found = [(item: CompletionItem, word: String)]()
        for shape in shape.alternatives {
            switch shape {
            case .flag: found += ["true", "false"].map { (CompletionItem($0, .value), place.text) }
            case .word(let words): found += words.map { (CompletionItem($0, .value), place.text) }
            case .type: found += types.map { ($0, word) }
            case .name(let marks): found += names(marks).map { ($0, word) }
            case .text: found += texts.map { ($0, word) }
            case .value: found += defaults.map { ($0, place.text) }
            default: break
            }
        }
        var seen = Set<String>()
        return found.filter { seen.insert($0.item.label).inserted }
    }

    private var types: [CompletionItem] {
        let entities = shape.key?.mapping.name == "fetch" || shape.key?.mapping.name == "parameter" ? outline.entities : []
        return outline.enumerations.map { CompletionItem($0.name, .enumeration, detail: "enum", doc: $0.doc) }
            + outline.composites.map { CompletionItem($0.name, .structure, detail: "composite", doc: $0.doc) }
            + entities.map { CompletionItem($0.name, .type, detail: "entity", doc: $0.doc) }
            + Language.types.map { CompletionItem($0, .keyword, detail: "built-in type") }
    }

    /// The entity around the place.
    private var entity: String? {
        let keys = place.keys
        return kind == .model && keys.count > 1 && keys[0] == "entities" ? keys[1] : nil
    }

    private func names(_ marks: Shape.NameMarks) -> [CompletionItem] {
        guard let (mapping, key) = shape.key else { return [] }
        switch (mapping.name, key.name) {
        case ("relationship", "to"), ("entity", "parent"), ("fetchedProperty", "from"), ("step", "reads"), ("step", "writes"):
            return outline.entities.filter { key.name != "parent" || $0.name != entity }
                .map { CompletionItem($0.name, .type, detail: "entity", doc: $0.doc) }
        case ("relationship", "inverse"): return inverses
        case ("entity", "unique"), ("entity", "indexes"), ("entity", "search"), ("index", "on"), ("search", "on"), ("fetch", "sort"),
            ("fetchedProperty", "sort"):
            return conditionItems(isCondition: false)
        default: return []
        }
    }

    /// The relationships of the destination, those that lead back first.
    private var inverses: [CompletionItem] {
        guard let entity, let written = place.values["to"] else { return [] }
        let destination = written.trimmingCharacters { "[]? \"'".contains($0) }
        let relatives = Set((outline.lineage(of: entity)).map(\.name))
        let all = outline.lineage(of: destination).flatMap(\.properties).compactMap { property -> (property: Outline.Property, leadsBack: Bool)? in
            guard case .relationship(let to, _, _) = property.kind else { return nil }
            return (property, relatives.contains(to))
        }
        return (all.filter(\.leadsBack) + all.filter { !$0.leadsBack }).map { CompletionItem($0.property.name, .reference, detail: $0.property.detail, doc: $0.property.doc) }
    }

    private var texts: [CompletionItem] {
        guard kind == .model, let (mapping, key) = shape.key else { return [] }
        switch (mapping.name, key.name) {
        case ("fetch", "where"), ("fetchedProperty", "where"), ("index", "where"): return conditionItems(isCondition: true)
        case ("fetch", "sort"), ("fetchedProperty", "sort"): return conditionItems(isCondition: false)
        case ("attribute", "derived"): return conditionItems(isCondition: false)
        default: return []
        }
    }

    private var defaults: [CompletionItem] {
        guard kind == .model, shape.key?.key.name == "default", let written = place.values["type"] else { return [] }
        let type = written.trimmingCharacters { "? \"'".contains($0) }
        if let enumeration = outline.enumeration(named: type) {
            return enumeration.members.map { CompletionItem($0.name, .enumerationCase, detail: type) }
        }
        switch type {
        case "bool": return ["true", "false"].map { CompletionItem($0, .value) }
        case "date", "day": return [CompletionItem("now()", .function, doc: "The time at which the object is created.")]
        case "uuid": return [CompletionItem("uuid()", .function, doc: "A new UUID for each object.")]
        default: return []
        }
    }

    // MARK: Conditions

    private func conditionItems(isCondition: Bool) -> [CompletionItem] {
        guard let entity, let scope = conditionScope(of: entity) else { return [] }
        let text = place.text
        let prefix = String(text.dropLast(word.count))
        if prefix.hasSuffix("$") { return parameters(of: scope) }
        if prefix.hasSuffix("@") { return ["count", "sum", "avg", "min", "max"].map { CompletionItem($0, .function, detail: "function of members") } }
        let continuation = scope.continuation(of: prefix)
        let follows = prefix.last == "."
        var items = [CompletionItem]()
        if !follows {
            items += continuation.enumerations.flatMap { name in
                (outline.enumeration(named: name)?.members ?? []).map { CompletionItem($0.name, .enumerationCase, detail: name) }
            }
        }
        switch continuation.target {
        case .entity(let name)?: items += outline.properties(of: name).map(\.item)
        case .composite(let name)?: items += (outline.composite(named: name)?.members ?? []).map(\.item)
        case .enumeration?, .value?, nil: break
        }
        if follows || !isCondition { return items }
        return items + parameters(of: scope).map { item in
            var item = item
            item.label = "$" + item.label
            return item
        } + ConditionWord.keywords.map { CompletionItem($0, .keyword) }
    }

    private func parameters(of scope: ConditionScope) -> [CompletionItem] {
        if scope.source != nil { return [CompletionItem("FETCH_SOURCE", .variable, doc: "The object that has the property.")] }
        return scope.parameters.map { CompletionItem($0.name, .variable, detail: $0.type) }
    }

    private func conditionScope(of entity: String) -> ConditionScope? {
        let keys = place.keys
        guard keys.count > 3 else { return ConditionScope(outline, entity: entity) }
        switch keys[2] {
        case "fetches":
            let parameters = outline.entity(named: entity)?.fetches.first { $0.name == keys[3] }?.parameters ?? []
            return ConditionScope(outline, entity: entity, fetch: keys[3], parameters: parameters)
        case "fetchedProperties":
            guard let from = place.values["from"] else { return nil }
            return ConditionScope(outline, entity: from, source: entity)
        case "attributes": return ConditionScope(outline, entity: entity, isDerivation: true)
        default: return ConditionScope(outline, entity: entity)
        }
    }
}

extension Outline.Property {
    var item: CompletionItem {
        switch kind {
        case .attribute: CompletionItem(name, .field, detail: detail, doc: doc)
        case .relationship, .fetched: CompletionItem(name, .reference, detail: detail, doc: doc)
        }
    }
}

extension Outline {
    /// The parts of the model as decisions and suppressions name them.
    fileprivate var places: [(label: String, item: CompletionItem)] {
        entities.flatMap { entity in
            [(entity.name, CompletionItem(entity.name, .type, detail: "entity"))]
                + entity.properties.map { ("\(entity.name).\($0.name)", CompletionItem("\(entity.name).\($0.name)", .field, detail: $0.detail)) }
        }
    }
}

extension String {
    /// Whether the letters occur in this order, letter case aside.
    fileprivate func hasLetters(_ letters: String) -> Bool {
        var rest = letters[...]
        for letter in lowercased() where letter == rest.first { rest = rest.dropFirst() }
        return rest.isEmpty
    }

    func trimmingCharacters(_ isTrimmed: (Character) -> Bool) -> String {
        var slice = Substring(self)
        while let first = slice.first, isTrimmed(first) { slice = slice.dropFirst() }
        while let last = slice.last, isTrimmed(last) { slice = slice.dropLast() }
        return String(slice)
    }
}
