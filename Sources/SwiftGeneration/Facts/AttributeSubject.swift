import Predicates
import SQLiteStorage
import SchemaModel
import Templates

/// The facts of an attribute or of a part of a composite.
struct AttributeSubject: TemplateSubject {
    let attribute: Attribute
    /// Its columns.
    let columns: [Column]

    static let kind = "attribute"
    static let summary =
        "An attribute of an entity, or a part of a composite. Exactly one of the flags from `isBool` to `isComposite` is true."

    static let facts: [TemplateFact<Self>] = identity + types + rules

    private static let identity: [TemplateFact<Self>] = [
        .text("name", "Its name.") { $0.attribute.name.text },
        .text("swiftName", "Its name in Swift.") { SwiftNames.declared($0.attribute.name.text) },
        .optionalText("doc", "Its documentation in the model.") { $0.attribute.doc },
        .text("type", "Its type in the model, without a question mark.") { $0.attribute.type.keyword },
        .text("swiftType", "Its type in Swift, with a question mark if it is optional.") { $0.attribute.swiftType },
        .optionalText(
            "column", "Its column. Composites, transient attributes and parts of composites have none."
        ) {
            $0.column?.name
        },
        .optionalText("columnType", "The type of its column in SQL.") { $0.column?.type.rawValue },
        .list(
            "columns", "All its columns: for a composite those of its parts, and the one that marks it as present."
        ) {
            $0.columns.map(ColumnSubject.init)
        },
        .flag("isOptional", "Whether it can be nil.", \.attribute.isOptional),
        .flag("isUnique", "Whether its values are unique.", \.attribute.isUnique),
        .flag("isDerived", "Whether it is derived from other values.") { $0.attribute.derivation != nil },
        .flag("isLazy", "Whether it is loaded at its first use.", \.attribute.isLazy),
        .flag("isTransient", "Whether it exists only in the class and is not stored.", \.attribute.isTransient),
    ]

    private static let types: [TemplateFact<Self>] = [
        .flag("isBool", "Whether it is a Boolean.") { $0.attribute.type == .bool },
        .flag("isInteger", "Whether it is an integer, of any size.") { [.int16, .int32, .int64].contains($0.attribute.type) },
        .flag("isReal", "Whether it is a floating-point number.") { [.float, .double].contains($0.attribute.type) },
        .flag("isDecimal", "Whether it is a decimal number.") { if case .decimal = $0.attribute.type { true } else { false } },
        .flag("isString", "Whether it is a string.") { $0.attribute.type == .string },
        .flag("isDate", "Whether it is an instant.") { if case .date = $0.attribute.type { true } else { false } },
        .flag("isDay", "Whether it is a calendar day.") { $0.attribute.type == .day },
        .flag("isDuration", "Whether it is a duration.") { $0.attribute.type == .duration },
        .flag("isData", "Whether it is data.") { $0.attribute.type == .data },
        .flag("isUUID", "Whether it is a UUID.") { if case .uuid = $0.attribute.type { true } else { false } },
        .flag("isURL", "Whether it is a URL.") { $0.attribute.type == .url },
        .flag("isJSON", "Whether it is a Codable value, stored as JSON.") { $0.attribute.type.jsonType != nil },
        .flag("isEnum", "Whether it is an enum, named by `type`.") {
            if case .enumeration = $0.attribute.type { true } else { false }
        },
        .flag("isComposite", "Whether it is a composite, named by `type`.") { $0.attribute.type.composite != nil },
    ]

    private static let rules: [TemplateFact<Self>] = [
        .optionalText("scale", "The number of decimal places.") {
            $0.attribute.type.valueType.scale.map(String.init)
        },
        .optionalText("rounding", "How it rounds, as written in the model.") { $0.attribute.rounding?.rawValue },
        .optionalText("default", "Its default, as written in the model: a text in double quotes, `now()`.") {
            $0.attribute.defaultValue?.text
        },
        .optionalText("min", "The least value, as written in the model.") { $0.attribute.rules.min?.text },
        .optionalText("max", "The greatest value, as written in the model.") { $0.attribute.rules.max?.text },
        .optionalText("minLength", "The least length, in Unicode scalars or bytes.") {
            $0.attribute.rules.minLength.map(String.init)
        },
        .optionalText("maxLength", "The greatest length, in Unicode scalars or bytes.") {
            $0.attribute.rules.maxLength.map(String.init)
        },
        .optionalText("pattern", "The regular expression that the whole text must match.") { $0.attribute.rules.pattern },
        .optionalText("derivation", "Its derivation, as written in the model.") { $0.attribute.derivation?.text },
    ]

    /// Its only column.
    private var column: Column? { attribute.type.composite == nil ? columns.first : nil }
}
