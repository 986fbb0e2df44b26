import SchemaSyntax

/// Formats a model's file: writes each construct in its one canonical form, and keeps comments, docs and the order of names.
public enum ModelFormatter {
    /// The columns of a line.
    static let width = 100

    /// The formatted text of a valid model file; nil if it cannot be read.
    public static func format(_ bytes: [UInt8]) -> String? {
        guard var document = StyledDocument(bytes) else { return nil }
        let former = ShortFormer(keepsForms: document.hasAnchors)
        document.root = former.form(document.root, as: .keys(Language.model))
        return DocumentPrinter.text(of: document, width: width, breakBefore: ["AND", "OR", "&&", "||"])
    }
}

/// Orders keys, removes redundant ones and uses short forms. A commented key stays, because its comment needs the place.
struct ShortFormer {
    /// Whether forms and the order of keys stay: aliases repeat earlier text unchanged.
    var keepsForms: Bool

    func form(_ node: StyledNode, as shape: Shape) -> StyledNode {
        switch shape {
        case .either(let shapes):
            return form(node, asOneOf: shapes)
        case .named(let element, let isOpen):
            guard case .mapping(let items) = node.content else { return node }
            var formed = node.with(items.map { form($0, as: element) })
            formed.isOpen = isOpen
            return formed
        case .list(let element, let isShort, _):
            guard case .list(let items) = node.content else { return node }
            // Comments that move above an element's dash do not prevent its short form.
            let formed = node.with(items.map { form(form($0, as: element).hoistingComments(), as: element) })
            return isShort && !keepsForms ? formed.soleElement ?? formed : formed
        case .keys(let keyed):
            return form(node, as: keyed)
        case .text, .value, .flag, .count, .word, .name, .type, .storedName, .nothing, .empty, .anything:
            return node
        }
    }

    private func form(_ item: StyledItem, as shape: Shape) -> StyledItem {
        var item = item
        item.value = form(item.value, as: shape)
        return item
    }

    /// The first shape that matches the node decides its form.
    private func form(_ node: StyledNode, asOneOf shapes: [Shape]) -> StyledNode {
        let candidates = shapes.filter { $0.isOfKind(of: node) }
        let shape = candidates.first { $0.hasKeys(of: node) } ?? candidates.last
        guard let shape else { return node }
        var formed = form(node, as: shape)
        let mayBeNothing = shapes.contains { if case .nothing = $0 { true } else { false } }
        if mayBeNothing, !keepsForms, formed.items?.isEmpty == true { formed.content = .scalar("", .plain) }
        return formed
    }

    private func form(_ node: StyledNode, as keyed: KeyedShape) -> StyledNode {
        guard case .mapping(var items) = node.content else { return node }
        items = items.map { item in
            guard let key = keyed.key(named: item.name) else { return item }
            return form(item, as: key.shape)
        }
        if !keepsForms {
            if let mark = keyed.optionalMark { items = markingOptional(items, at: mark) }
            items.removeAll { goesWithoutSaying($0, in: keyed) }
            items = sorted(items, as: keyed)
        }
        var formed = node.with(items)
        formed.isOpen = keyed.isOpen
        // A mapping would be read as the keys of the long form.
        guard !keepsForms, let sole = keyed.soleKey, items.count == 1, items[0].name == sole, !formed.holdsComments,
            !items[0].value.isMapping
        else { return formed }
        return items[0].value
    }

    /// `{ type: string, optional: true }` is `{ type: string? }`.
    private func markingOptional(_ items: [StyledItem], at mark: String) -> [StyledItem] {
        guard let place = items.firstIndex(where: { $0.name == mark }),
            case .scalar(let text, let style) = items[place].value.content,
            let optional = items.first(where: { $0.name == "optional" }), !optional.holdsComments
        else { return items }
        var marked = items
        marked.removeAll { $0.name == "optional" }
        if optional.value.text == "true", !text.hasSuffix("?"), let place = marked.firstIndex(where: { $0.name == mark }) {
            marked[place].value.content = .scalar(text + "?", style)
        }
        return marked
    }

    /// Whether a key only states its default.
    private func goesWithoutSaying(_ item: StyledItem, in keyed: KeyedShape) -> Bool {
        guard let key = keyed.key(named: item.name), !key.isRequired, !key.meansEmpty, !item.holdsComments else { return false }
        switch key.shape {
        case .named, .list: return item.value.isNull || item.value.items?.isEmpty == true
        default: return key.silent != nil && item.value.text == key.silent
        }
    }

    private func sorted(_ items: [StyledItem], as keyed: KeyedShape) -> [StyledItem] {
        let places = items.map { item in keyed.keys.firstIndex { $0.name == item.name } ?? .max }
        return zip(places, items).enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }
}

extension Shape {
    fileprivate func isOfKind(of node: StyledNode) -> Bool {
        switch (self, node.content) {
        case (.list, .list), (.named, .mapping), (.keys, .mapping): true
        default: false
        }
    }

    /// Whether a mapping has only keys of the language. The parts of a composite may have the names of its long form's keys; then
    /// another key differs, or none of them is a mapping.
    fileprivate func hasKeys(of node: StyledNode) -> Bool {
        guard case .keys(let keyed) = self, let items = node.items else { return true }
        return items.allSatisfy { item in
            guard let key = keyed.key(named: item.name) else { return false }
            if case .named = key.shape { return key.shape.isOfKind(of: item.value) }
            return true
        }
    }
}

extension StyledItem {
    fileprivate var name: String { key?.text ?? "" }
}

extension StyledNode {
    fileprivate var isMapping: Bool {
        if case .mapping = content { true } else { false }
    }

    /// The only scalar in a list, if no comment needs the list.
    fileprivate var soleElement: StyledNode? {
        guard case .list(let items) = content, items.count == 1, items[0].value.text != nil, !holdsComments else {
            return nil
        }
        return items[0].value
    }
}
