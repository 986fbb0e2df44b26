import SchemaModel
import SchemaSyntax

extension StyledNode {
    /// The items of a mapping; nothing for an empty value.
    var entries: [StyledItem] { if case .mapping(let items) = content { items } else { [] } }

    subscript(key: String) -> StyledNode? { entries.first { $0.key?.text == key }?.value }

    /// A text that is equal for values that mean the same: without comments, styles, and the order of keys.
    var meaning: ByteText { ByteText(meaningText) }

    private var meaningText: String {
        switch content {
        case .scalar(let text, _): isNull ? "~" : "'\(text.replacing("'", with: "''"))'"
        case .alias(let name): "*\(name)"
        case .list(let items): "[\(items.map(\.value.meaningText).joined(separator: ","))]"
        case .mapping(let items):
            items.isEmpty ? "~" : "{\(items.map { "\($0.key?.meaningText ?? ""):\($0.value.meaningText)" }.sorted().joined(separator: ","))}"
        }
    }

    func without(_ key: String) -> StyledNode {
        guard case .mapping(let items) = content else { return self }
        return with(items.filter { $0.name != key })
    }

    /// On one line, for a message.
    var shown: String {
        switch content {
        case .scalar(let text, _): isNull ? "" : text
        case .alias(let name): "*\(name)"
        case .list(let items): "[\(items.map(\.value.shown).joined(separator: ", "))]"
        case .mapping(let items): "{ \(items.map { "\($0.key?.shown ?? ""): \($0.value.shown)" }.joined(separator: ", ")) }"
        }
    }

    var isMapping: Bool { if case .mapping = content { true } else { isNull } }
    var isList: Bool { if case .list = content { true } else { false } }

    /// The long form of a value that another edit has written in its long form: `string` as `{ type: string }`, `name` as `[name]`.
    func long(like others: [StyledNode?]) -> StyledNode {
        guard case .scalar = content, !isNull else { return self }
        if others.contains(where: { $0?["type"] != nil }) {
            return StyledNode(.mapping([StyledItem(key: StyledNode(.scalar("type", .plain)), value: self)]))
        }
        return others.contains { $0?.isList == true } ? StyledNode(.list([StyledItem(key: nil, value: self)])) : self
    }

    /// Whether it is an enum that gives a case another raw value than its name.
    var hasRawValues: Bool { self["cases"]?.entries.isEmpty == false }

    /// The cases of an enum with their raw values, without `unknown`, which has none.
    var cases: [StyledItem] { (longEnumeration()["cases"]?.entries ?? []).filter { !$0.value.isNull } }

    /// An enum in its long form: `[a, b]` as `{ cases: { a: a, b: b } }`.
    func longEnumeration() -> StyledNode {
        func key(_ text: String) -> StyledNode { StyledNode(.scalar(text, .plain)) }
        if isList {
            let cases = (items ?? []).map { item -> StyledItem in
                let name = item.value.text ?? ""
                return StyledItem(key: item.value, value: key(name == EnumerationType.unknownCase ? "" : name))
            }
            return StyledNode(.mapping([StyledItem(key: key("cases"), value: StyledNode(.mapping(cases)))]))
        }
        return with(
            entries.map { item in
                guard item.name == "cases", item.value.isList else { return item }
                return StyledItem(key: item.key, value: item.value.longEnumeration()["cases"] ?? item.value)
            })
    }

    /// The same value with another text.
    func with(_ text: String) -> StyledNode {
        guard case .scalar(_, let style) = content else { return self }
        var node = self
        node.content = .scalar(text, style)
        return node
    }
}
