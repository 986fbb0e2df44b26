import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let optionOfAnotherType = FindingCode("TR1402")
    static let missingType = FindingCode("TR1405")
}

/// The options that every attribute has, as its long form begins.
struct AttributeBeginning {
    let name: Name
    let doc: String?
    let type: AttributeType
    let isOptional: Bool
}

/// Reads one attribute, in its short form (`info: string?`) or its long one.
enum AttributeReader {
    static let keys =
        [
            "type", "optional", "scale", "rounding", "swift", "storage", "default", "unique", "check", "lazy", "transient", "derived",
            "preserveOnDeletion", "column", "doc",
        ] + RulesReader.keys
    /// The keys that a part of a composite cannot have: they belong to the entity that uses the composite.
    static let entityKeys = ["unique", "lazy", "transient", "derived", "preserveOnDeletion"]

    /// The attribute, or nil if its type is unknown, which is reported.
    /// - Parameter isPart: whether it is a part of a composite.
    static func read(
        _ entry: YAMLNode.Entry, _ types: DeclaredTypes, isPart: Bool = false, in context: inout ReadingContext
    ) -> Attribute? {
        let name = Name(entry.key, at: entry.keySpan)
        ModelReader.checkName(name, of: "attribute", in: &context)

        if let text = entry.value.text, !entry.value.isNull {
            let (typeName, isOptional) = TypeExpression.split(text, of: entry.value)
            let expression = TypeExpression(name: typeName, isOptional: isOptional)
            return AttributeType.read(expression, types, in: &context).map {
                Attribute(name: name, type: $0, isOptional: isOptional, isUnique: false)
            }
        }
        let known = isPart ? keys.filter { !entityKeys.contains($0) } : keys
        let what = isPart ? "a part of a composite" : "an attribute"
        guard let keys = KnownKeys(entry.value, of: what, known: known, in: &context),
            let expression = typeExpression(keys, of: "attribute '\(name.text)'", at: name.span, in: &context)
        else { return nil }
        let declaredType = AttributeType.read(expression, types, in: &context)

        let column = StoredNameReader.read(keys["column"], "a column's name", in: &context)
        let doc = keys["doc"].flatMap { context.text($0, "a doc") }
        let isUnique = keys["unique"].flatMap { context.flag($0, "'unique'") } ?? false
        guard let declaredType else { return nil }
        let beginning = AttributeBeginning(name: name, doc: doc, type: declaredType, isOptional: expression.isOptional)
        if let node = keys["transient"], context.flag(node, "'transient'") == true {
            return TransientReader.read(keys, beginning, in: &context)
        }
        if let node = keys["derived"] { return DerivationReader.read(node, keys, beginning, in: &context) }
        let type = StorageReader.type(declaredType, storedAs: keys["storage"], in: &context)

        if let node = keys["scale"], type.valueType.scale == nil {
            context.report(.optionOfAnotherType, "'scale' applies only to decimal, not to \(type.keyword)", at: node.span)
        }
        if let node = keys["swift"], type.jsonType == nil {
            context.report(.optionOfAnotherType, "'swift' applies only to json, not to \(type.keyword)", at: node.span)
        }
        if isUnique, type.jsonType != nil, let node = keys["unique"] {
            context.report(.optionOfAnotherType, "json cannot be unique, because equal values can differ in text", at: node.span)
        }
        if isUnique, let part = type.parts?.first, let node = keys["unique"] {
            context.report(
                .optionOfAnotherType, "a composite cannot be unique, but its parts can", at: node.span,
                suggestion: .init("declare it at the entity: 'unique: [[\(name.text).\(part.name.text)]]'"))
        }
        let reader = RulesReader(keys: keys, type: type)
        let rules = reader.read(in: &context)
        let defaultValue = keys["default"].flatMap { DefaultReader.read($0, for: type, in: &context) }
        reader.check(defaultValue, against: rules, in: &context)
        return Attribute(
            name: name, doc: doc, column: column, type: type, isOptional: expression.isOptional, defaultValue: defaultValue,
            rules: rules, rounding: RoundingReader.read(keys["rounding"], for: type, in: &context), isUnique: isUnique,
            isChecked: CheckReader.read(keys, for: type, rules, in: &context),
            isLazy: !isPart && LazyReader.read(keys, for: type, rules, in: &context),
            isPreserved: keys["preserveOnDeletion"].flatMap { context.flag($0, "'preserveOnDeletion'") } ?? false)
    }

    /// The type of a long form, with `optional` and `scale`: attributes and parameters of fetches have it.
    static func typeExpression(
        _ keys: KnownKeys, of what: String, at span: SourceSpan, in context: inout ReadingContext
    ) -> TypeExpression? {
        guard let node = keys["type"] else {
            context.report(
                .missingType, "the \(what) has no type", at: span, suggestion: .init("add 'type: string' or another type"))
            return nil
        }
        guard let text = context.text(node, "a type") else { return nil }
        var (name, isOptional) = TypeExpression.split(text, of: node)
        if let node = keys["optional"], let flag = context.flag(node, "'optional'") {
            if isOptional && !flag {
                context.report(.doubleOptional, "this contradicts the '?' of the type", at: node.span)
            }
            isOptional = isOptional || flag
        }
        let scale = keys["scale"].flatMap { context.count($0, "'scale'", in: AttributeType.scales) }
        var expression = TypeExpression(
            name: name, isOptional: isOptional, scale: scale ?? (keys["scale"] == nil ? nil : 0))
        if let node = keys["swift"] {
            guard let type = SwiftTypeReader.read(node, in: &context) else { return nil }
            expression.swift = type
        }
        return expression
    }
}
