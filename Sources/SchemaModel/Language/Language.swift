import SchemaSyntax

/// The shape of the language: what a model's file can say, as far as this build knows it.
///
/// Each key that a reader knows is described here, in the order in which `trellis format` writes it. A description of a key
/// that no reader knows yet has no effect.
public enum Language {
    /// The types that attributes can have without the model declaring them.
    public static let types = AttributeType.keywords

    private static let some = 1...Int.max

    /// A model's file as a whole, or one that such a file includes: the name and the entities may stand elsewhere.
    public static let model = KeyedShape(
        "model", "A data model, which becomes Swift classes and a SQLite schema.", known: ModelReader.keys, isOpen: true,
        keys: [
            .init("trellis", .word([ReadingContext.format]), "The format of this file.", isRequired: true),
            .init("model", .name(.none), "The model's name, that of a Swift type that stands for it."),
            .init("doc", .text, "What the model is about."),
            .init("include", .either([.text, .list(of: .text)]), "Other files of the model, relative to this one."),
            .init(
                "enums", .named(of: .either([cases, .keys(enumeration)]), isOpen: true),
                "Types with a fixed number of values."),
            .init(
                "composites", .named(of: .either([.keys(composite), parts]), isOpen: true),
                "Types of several values that belong together."),
            .init("entities", .named(of: .either([.keys(entity), .nothing]), isOpen: true), "The kinds of objects."),
        ])

    static let enumeration = KeyedShape(
        "enum", "A type with a fixed number of values.", known: EnumerationReader.keys, soleKey: "cases",
        keys: [
            .init("doc", .text, "What it is."),
            .init("raw", .word(["string", "int"]), "What is stored for a case.", silent: "string"),
            .init(
                "cases", .either([cases, .named(of: .either([.value, .nothing]), isOpen: false)]),
                "The names of the cases, or a mapping from them to raw values. 'unknown' stands for all other raw values.",
                isRequired: true),
        ])

    static let composite = KeyedShape(
        "composite", "A type of several values that belong together: a Swift struct.", known: CompositeReader.keys,
        keys: [
            .init("doc", .text, "What it is."),
            .init("attributes", parts, "Its parts.", isRequired: true),
        ])

    private static let parts = Shape.named(of: attributeForms, isOpen: false)

    private static let cases = Shape.list(of: .name(.none), count: some)

    static let entity = KeyedShape(
        "entity", "A kind of object: a Swift class and a table.", known: EntityReader.keys, isOpen: true,
        keys: [
            .init("doc", .text, "What it is."),
            .init("abstract", .flag, "Whether there are only objects of its children.", silent: "false"),
            .init("parent", .name(.none), "The entity whose properties it inherits."),
            .init("table", .storedName, "The name of its table, where it is not the entity's in snake_case."),
            .init(
                "small", .flag, "Whether it has so few objects that looking at all of them costs nothing.", silent: "false"),
            .init("attributes", .named(of: attributeForms, isOpen: true), "The values that an object has."),
            .init(
                "relationships", .named(of: .keys(relationship), isOpen: true),
                "What leads from an object to others; the other end is written down there."),
            .init(
                "unique", .list(of: .list(of: .name(.path), short: true, count: some)),
                "Properties whose values together no two objects share."),
            .init(
                "indexes",
                .list(of: .either([.list(of: .name(.descending), short: true, count: some), .keys(index)])),
                "Indexes beside those that uniqueness and relationships bring. '-' is for descending."),
            .init(
                "search", .either([.list(of: .name(.path), short: true, count: some), .keys(search)]),
                "The strings that full-text search looks at."),
            .init("fetches", .named(of: .keys(fetch), isOpen: true), "Fetches that become static methods of the class."),
            .init(
                "fetchedProperties", .named(of: .keys(fetchedProperty), isOpen: true),
                "Properties whose values are fetched when they are asked for."),
        ])

    static let index = KeyedShape(
        "index", "An index with more to say than its keys.", known: IndexReader.keys, soleKey: "on",
        keys: [
            .init(
                "on", .list(of: .name(.descending), short: true, count: some), "The properties that are its keys; '-' is for descending.",
                isRequired: true),
            .init("where", .text, "A condition on an object's own properties: only objects that meet it are in the index."),
        ])

    static let search = KeyedShape(
        "search", "Full-text search with more to say than its attributes.", known: SearchReader.keys, soleKey: "on",
        keys: [
            .init("on", .list(of: .name(.path), short: true, count: some), "The strings that it looks at.", isRequired: true),
            .init(
                "tokenizer", .word(TextSearch.Tokenizer.allCases.map(\.rawValue)), "How texts are cut into words.",
                silent: TextSearch.Tokenizer.unicode61.rawValue),
            .init(
                "prefixes", .list(of: .count(SearchReader.prefixLengths), short: true),
                "The lengths of word beginnings that get an index of their own."),
        ])
}

// MARK: - Properties

extension Language {
    /// `string?` or `{ type: string, … }`.
    static let attributeForms = Shape.either([.type, .keys(attribute)])

    static let attribute = KeyedShape(
        "attribute", "A value that an object has.", known: AttributeReader.keys, optionalMark: "type", soleKey: "type",
        keys: [
            .init("type", .type, "The type; '?' behind it makes it optional.", isRequired: true),
            .init("optional", .flag, "Whether it may be nil. Shorter: '?' behind the type.", silent: "false"),
            .init("swift", .text, "The Swift type that a json attribute holds."),
            scale,
            .init("storage", .word(["unix", "iso8601", "text"]), "How its values are stored, where there is a choice."),
            .init("min", .value, "The least value."),
            .init("max", .value, "The greatest value."),
            .init("minLength", .count(0...Int.max), "The least length of a string in Unicode scalars, of data in bytes."),
            .init("maxLength", .count(0...Int.max), "The greatest length of a string in Unicode scalars, of data in bytes."),
            .init("pattern", .text, "A regular expression that the whole string matches."),
            .init(
                "default", .either([.value, .empty]),
                "What a new object has: a value of the type, now() for a date or a day, uuid() for a uuid."),
            .init("unique", .flag, "Whether no two objects have the same value; nil does not count.", silent: "false"),
            .init("lazy", .flag, "Whether it is loaded when it is first used."),
            .init("transient", .flag, "Whether it is not stored.", silent: "false"),
            .init(
                "derived", .text,
                "Where its value comes from: a count as 'orders.@count', a sum as 'rows.@sum.price', a folded string as 'fold(name)'."),
            .init("check", .flag, "Whether the database checks the rules as well.", silent: "false"),
            .init("column", .storedName, "The name of its column, where it is not the attribute's in snake_case."),
            .init("doc", .text, "What it is."),
        ])

    private static let scale = KeyedShape.Key(
        "scale", .count(AttributeType.scales), "The places of a decimal behind the point.")

    static let relationship = KeyedShape(
        "relationship", "What leads from an object to another, or to many.", known: RelationshipReader.keys,
        optionalMark: "to",
        keys: [
            .init(
                "to", .either([.name(.optional), .list(of: .name(.none), count: 1...1)]),
                "The entity it leads to: 'Customer', 'Customer?' where there may be none, '[Order]' for many.",
                isRequired: true),
            .init("optional", .flag, "Whether it may be empty. Shorter: '?' behind the entity.", silent: nil),
            .init("inverse", .name(.none), "The relationship at the other end."),
            .init(
                "deleteRule", .word(DeleteRule.allCases.map(\.rawValue)),
                "What becomes of the destinations when the object is deleted.", silent: DeleteRule.nullify.rawValue),
            .init("ordered", .flag, "Whether the destinations keep an order.", silent: "false"),
            .init("minCount", .count(0...Int.max), "The least number of destinations.", silent: "0"),
            .init("maxCount", .count(1...Int.max), "The greatest number of destinations."),
            .init("key", .word(["here"]), "Says of a one-to-one that this side holds the key."),
            .init("column", .storedName, "The name of its column, where it is not the relationship's in snake_case with '_id'."),
            .init("doc", .text, "What it is."),
        ])
}

// MARK: - Fetches

extension Language {
    static let fetchedProperty = KeyedShape(
        "fetchedProperty", "A property whose value is fetched when it is asked for.", known: FetchReader.propertyKeys,
        keys: [
            .init("doc", .text, "What it is."),
            .init("from", .name(.none), "The entity whose objects are fetched.", isRequired: true),
            .init(
                "where", .text, "The condition that an object meets; $FETCH_SOURCE is the object that has the property."),
            .init(
                "sort", .list(of: .name(.descending), short: true), "The key paths of its order; '-' is for descending."),
            .init("limit", .count(1...Int.max), "How many objects it gives at most."),
        ])

    static let fetch = KeyedShape(
        "fetch", "A fetch that becomes a static method of the class.", known: FetchReader.keys,
        keys: [
            .init("doc", .text, "What it gives."),
            .init(
                "parameters", .named(
                    of: .either([.type, .keys(parameter), .list(of: .either([.type, .keys(parameter)]), count: 1...1)]),
                    isOpen: false),
                "What the method is given: types or entities, and lists of them, `[string]`."),
            .init("where", .text, "The condition that an object meets: key paths, values and $parameters."),
            .init(
                "sort", .list(of: .name(.descending), short: true), "The key paths of its order; '-' is for descending."),
            .init("limit", .count(1...Int.max), "How many objects it gives at most."),
        ])

    static let parameter = KeyedShape(
        "parameter", "What a fetch is given.", known: FetchReader.parameterKeys, optionalMark: "type", soleKey: "type",
        keys: [
            .init("type", .type, "A type or an entity; '?' behind it makes it optional.", isRequired: true),
            .init("optional", .flag, "Whether it may be nil. Shorter: '?' behind the type.", silent: "false"),
            scale,
        ])
}
