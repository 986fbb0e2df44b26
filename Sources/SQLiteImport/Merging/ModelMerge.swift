import SchemaModel
import SchemaSyntax

/// The three texts of a merge as trees, in the user's names.
struct MergedTexts {
    var base: StyledNode
    /// The user's.
    var document: StyledDocument
    var new: StyledNode
    /// What has another name than in the import, as places of the user's model.
    let renamed: Set<[String]>

    init?(base: String, mine: String, new: String) {
        guard let base = StyledDocument(Array(base.utf8)), let document = StyledDocument(Array(mine.utf8)), let new = StyledDocument(Array(new.utf8)), !document.hasAnchors
        else { return nil }
        let changes = NameChanges(from: base.root, to: document.root)
        (self.base, self.document, self.new, renamed) = (changes.applied(to: base.root), document, changes.applied(to: new.root), changes.renamed)
    }
}

/// Merges two edits of a model by its names: the user's order, names, docs and fetches stay, and what another import has added or
/// removed is added or removed.
package struct ModelMerge {
    /// A place that both edits change.
    package struct Conflict: Error, Hashable, Sendable {
        /// Such as `Order.state.type`.
        package let place: String
        package let mine: String
        package let new: String
    }

    /// The merged text, formatted.
    package private(set) var text = ""
    /// Lines that the user has changed, and the other edit has removed: they stay.
    package private(set) var kept: [String] = []
    /// Places that the user has removed, and the other edit has changed: they stay away.
    package private(set) var removed: [String] = []
    /// Places that the other edit has added, and what they need and the user has removed: they stay away too.
    package private(set) var unneeded: [(place: String, removed: String)] = []

    private let renamed: Set<[String]>
    private let held: Set<[String]>

    /// - Parameters:
    ///   - base: the model as it was imported.
    ///   - mine: with the user's edits.
    ///   - new: the model of the database now.
    /// - Returns: nil if a text cannot be read as a tree, or shares parts by anchors.
    /// - Throws: ``Conflict``, the first one.
    package init?(base: String, mine: String, new: String) throws(Conflict) {
        guard let texts = MergedTexts(base: base, mine: mine, new: new) else { return nil }
        if let name = Self.repeatedName(texts.new) { throw Conflict(place: name, mine: name, new: name) }
        try self.init(texts)
    }

    init(_ texts: MergedTexts) throws(Conflict) {
        var document = texts.document
        renamed = texts.renamed
        let parts = UnneededParts(base: texts.base, mine: document.root, new: texts.new)
        unneeded = parts.places.map { ($0.place, NameChanges.shown($0.removed)) }
        held = HeldParts(base: texts.base, mine: document.root, new: parts.new, renamed: renamed).paths
        document.root = try merged(texts.base, document.root, parts.new, at: []) ?? document.root
        let printed = DocumentPrinter.text(of: document, width: 100)
        text = ModelFormatter.format(Array(printed.utf8)) ?? printed
    }

    /// A name of the user that is the name of something new too.
    private static func repeatedName(_ model: StyledNode) -> String? {
        func repeated(_ node: StyledNode?) -> String? {
            var names = Set<String>()
            return node?.entries.compactMap(\.name).first { !names.insert($0).inserted }
        }
        if let name = repeated(model["enums"]) ?? repeated(model["entities"]) { return name }
        for item in model["enums"]?.entries ?? [] {
            if let name = repeated(item.value["cases"]) { return "\(item.name ?? "").\(name)" }
        }
        for entity in model["entities"]?.entries ?? [] {
            for section in NameChanges.sections { if let name = repeated(entity.value[section]) { return "\(entity.name ?? "").\(name)" } }
        }
        return nil
    }

    /// - Returns: nil for a place that the result does not have.
    private mutating func merged(_ base: StyledNode?, _ mine: StyledNode?, _ new: StyledNode?, at path: [String]) throws(Conflict) -> StyledNode? {
        if new?.meaning == base?.meaning || new?.meaning == mine?.meaning { return mine }
        let isMine = mine?.meaning != base?.meaning
        guard let new else {
            // Of a section, only what is held stays.
            if let mine, held.contains(where: { $0.count > path.count && $0.starts(with: path) }), !held.contains(where: { path.starts(with: $0) }) {
                return try items(base, mine, StyledNode(.mapping([])), at: path)
            }
            if !isMine, !renamed.contains(path) { return held.contains(path) ? mine : nil }
            kept.append("\(path.last ?? ""): \(mine?.shown ?? "")")
            return mine
        }
        guard let mine else {
            if isMine { removed.append(NameChanges.shown(Self.place(path))) }
            return isMine ? nil : new
        }
        if path.count == 2, path[0] == "enums", let base, base["raw"]?.meaning != new["raw"]?.meaning, mine["raw"]?.meaning == base["raw"]?.meaning {
            // No case of texts can stay in an enum of integers, nor the reverse.
            return new.with(new.entries + mine.entries.filter { !["raw", "cases"].contains($0.name ?? "") })
        }
        if path.count == 2, path[0] == "enums", mine.hasRawValues || new.hasRawValues, !(mine.hasRawValues && new.hasRawValues) {
            return try merged(base?.longEnumeration(), mine.longEnumeration(), new.longEnumeration(), at: path)
        }
        let all = [base, mine, new]
        let (old, own, other) = (base?.long(like: all), mine.long(like: all), new.long(like: all))
        if own.isMapping, other.isMapping, old?.isMapping ?? true { return try items(old, own, other, at: path) }
        if !isMine { return new }
        if own.isList, other.isList, old?.isList ?? true { return elements(old, own, other) }
        throw Conflict(place: Self.place(path), mine: mine.shown, new: new.shown)
    }

    private mutating func items(_ base: StyledNode?, _ mine: StyledNode, _ new: StyledNode, at path: [String]) throws(Conflict) -> StyledNode {
        var result = [StyledItem]()
        var gone = [(name: String, meaning: ByteText)]()
        for var item in mine.entries {
            let name = item.name ?? ""
            guard let value = try merged(base?[name], item.value, new[name], at: path + [name]) else { continue }
            if let old = base?[name], new[name] == nil { gone.append((name, old.without("column").meaning)) }
            item.value = value
            result.append(item)
        }
        var before: String?
        for item in new.entries {
            let name = item.name ?? ""
            defer { before = name }
            guard mine[name] == nil, let value = try merged(base?[name], nil, item.value, at: path + [name]) else { continue }
            // The database may have given what the user has changed another name.
            if path.count == 3, let other = gone.first(where: { $0.meaning == value.without("column").meaning }) {
                throw Conflict(place: Self.place(path + [other.name]), mine: other.name, new: name)
            }
            var added = item
            added.value = value
            let place = result.firstIndex { $0.name == before }.map { $0 + 1 } ?? (before == nil ? 0 : result.count)
            result.insert(added, at: place)
        }
        var node = mine
        node.content = .mapping(result)
        return node
    }

    /// Lists of names are sets here: the order is the user's.
    private func elements(_ base: StyledNode?, _ mine: StyledNode, _ new: StyledNode) -> StyledNode {
        func meanings(_ node: StyledNode?) -> Set<ByteText> { Set(node?.items?.map(\.value.meaning) ?? []) }
        let (old, own, other) = (meanings(base), meanings(mine), meanings(new))
        let kept = (mine.items ?? []).filter { !old.contains($0.value.meaning) || other.contains($0.value.meaning) }
        let added = (new.items ?? []).filter { !old.contains($0.value.meaning) && !own.contains($0.value.meaning) }
        return mine.with(kept + added)
    }

    /// A path in words: `entities`, `attributes` and `relationships` say nothing.
    static func place(_ path: [String]) -> String {
        let words = path.enumerated().filter { place, word in !(place == 0 && path.count > 1 || place == 2 && NameChanges.sections.contains(word) && path.count > 3) }
        return words.map(\.element).joined(separator: ".")
    }
}
