import Diagnostics
import SchemaSyntax

/// Reads the uniqueness and indexes of an entity.
///
///     unique: [[customer, date], [number]]
///     indexes: [[made, paid, date], [-date], name, { on: [customer, -date], where: paid == false }]
enum IndexReader {
    static let keys = ["on", "where"]

    static func uniqueness(_ node: YAMLNode?, in context: inout ReadingContext) -> [[Name]] {
        items(node, "the list of unique properties", in: &context).compactMap { item in
            let names = names(item, in: &context)
            for name in names where name.text.hasPrefix("-") {
                context.report(.wrongShape, "uniqueness has no order: remove the '-'", at: name.span)
            }
            return names.isEmpty || names.contains { $0.text.hasPrefix("-") } ? nil : names
        }
    }

    static func indexes(_ node: YAMLNode?, in context: inout ReadingContext) -> [IndexDeclaration] {
        items(node, "the list of indexes", in: &context).compactMap { index($0, in: &context) }
    }

    private static func index(_ node: YAMLNode, in context: inout ReadingContext) -> IndexDeclaration? {
        guard node.entries != nil else {
            let keys = names(node, in: &context).map(key)
            return keys.isEmpty ? nil : IndexDeclaration(keys: keys, span: node.span)
        }
        guard let known = KnownKeys(node, of: "an index", known: keys, in: &context) else { return nil }
        guard let on = known["on"] else {
            context.report(
                .missingKey, "the index has no properties", at: node.span,
                suggestion: .init("add 'on: [property]'"))
            return nil
        }
        let keys = names(on, in: &context).map(key)
        return keys.isEmpty ? nil : IndexDeclaration(keys: keys, condition: known["where"], span: on.span)
    }

    /// `-date` is the property `date`, from its greatest value to its least.
    private static func key(_ name: Name) -> EntityIndex.Key {
        guard name.text.hasPrefix("-") else { return .init(property: name, isAscending: true) }
        let property = Name(String(name.text.dropFirst()), at: name.span)
        return .init(property: property, isAscending: false)
    }

    /// A name, or a list of names.
    private static func names(_ node: YAMLNode, in context: inout ReadingContext) -> [Name] {
        if node.items?.isEmpty == true {
            context.report(.wrongShape, "the list needs at least one property", at: node.span)
        }
        return (node.items ?? [node]).compactMap { item in
            context.text(item, "a property's name").map { Name($0, at: item.span) }
        }
    }

    private static func items(_ node: YAMLNode?, _ what: String, in context: inout ReadingContext) -> [YAMLNode] {
        guard let node, !node.isNull else { return [] }
        if let items = node.items { return items }
        context.report(.wrongShape, "\(what) must be a list, not \(node.kindInWords)", at: node.span)
        return []
    }
}
