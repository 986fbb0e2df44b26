import Predicates
import SchemaSyntax

/// The shape of the language: everything that a model's file can contain in this build.
///
/// Each key of a reader is described here, in the order in which `trellis format` writes it. A description of a key without a
/// reader has no effect.
public enum Language {
    /// The built-in types of attributes.
    public static let types = AttributeType.keywords

    private static let some = 1...Int.max

    /// A model's file, or an included one: the name and the entities may be in another file.
    public static let model = KeyedShape(
        "model", "A data model. Trellis generates Swift classes and a SQLite schema from it.", known: ModelReader.keys, isOpen: true,
        keys: [
            .init("trellis", .word([ReadingContext.format]), "The format of this file.", isRequired: true),
            .init("model", .name(.none), "The name of the model, and of the Swift type that represents it."),
            .init("doc", .text, "A description of the model."),
            .init(
                "layout", .word(LayoutReader.layouts),
                "Whose tables they are: 'existing' opens another program's SQLite file as it is.", silent: "trellis"),
            .init(
                "history", .flag, "Whether stores record every change of an object, also those of other programs.", silent: "false"),
            .init("include", .either([.text, .list(of: .text)]), "Paths of other files of the model, relative to this one."),
            .init(
                "enums", .named(of: .either([cases, .keys(enumeration)]), isOpen: true),
                "Types with a fixed number of values."),
            .init(
                "composites", .named(of: .either([.keys(composite), parts]), isOpen: true),
                "Types of several values that belong together, as Swift structs."),
            .init("entities", .named(of: .either([.keys(entity), .nothing]), isOpen: true), "The kinds of objects.", meansEmpty: true),
        ])

    static let enumeration = KeyedShape(
        "enum", "A type with a fixed number of values.", known: EnumerationReader.keys, soleKey: "cases",
        keys: [
            .init("doc", .text, "A description."),
            .init("raw", .word(["string", "int"]), "The value that is stored for a case.", silent: "string"),
            .init(
                "cases", .either([cases, .named(of: .either([.value, .nothing]), isOpen: false)]),
                "The names of the cases, or a mapping from names to raw values. 'unknown' represents all other raw values.",
                isRequired: true),
        ])

    static let composite = KeyedShape(
        "composite", "A type of several values that belong together: a Swift struct.", known: CompositeReader.keys,
        keys: [
            .init("doc", .text, "A description."),
            .init("attributes", parts, "Its parts.", isRequired: true),
        ])

    private static let parts = Shape.named(of: attributeForms, isOpen: false)

    private static let cases = Shape.list(of: .name(.none), count: some)

    static let entity = KeyedShape(
        "entity", "A kind of object, with a Swift class and a table.", known: EntityReader.keys, isOpen: true,
        keys: [
            .init("doc", .text, "A description."),
            .init("abstract", .flag, "Whether only its children have objects.", silent: "false"),
            .init("parent", .name(.none), "The entity whose properties it inherits."),
            .init("class", .name(.none), "The name of its class in Swift, if it differs from the entity's name."),
            .init("table", .storedName, "The name of its table, if it differs from the entity's name in snake_case."),
            .init("key", .storedName, "The column of the integer key, with 'layout: existing'.", silent: "id"),
            .init(
                "small", .flag, "Whether it has so few objects that reading all of them is cheap.", silent: "false"),
            .init("attributes", .named(of: attributeForms, isOpen: true), "The values of its objects."),
            .init(
                "relationships", .named(of: .keys(relationship), isOpen: true),
                "The relationships of its objects. The other side of each is declared at its own entity."),
            .init(
                "unique", .list(of: .list(of: .name(.path), short: true, count: some)),
                "Lists of properties whose combined values must be unique."),
            .init(
                "indexes",
                .list(of: .either([.list(of: .name(.descending), short: true, count: some), .keys(index)])),
                "Indexes, in addition to those for uniqueness and relationships. '-' means descending."),
            .init(
                "search", .either([.list(of: .name(.path), short: true, count: some), .keys(search)]),
                "The strings that full-text search covers."),
            .init("fetches", .named(of: .keys(fetch), isOpen: true), "Fetches. Each becomes a static method of the class."),
            .init(
                "fetchedProperties", .named(of: .keys(fetchedProperty), isOpen: true),
                "Properties that run a fetch at each access."),
        ])

    static let index = KeyedShape(
        "index", "An index in its long form.", known: IndexReader.keys, soleKey: "on",
        keys: [
            .init(
                "on", .list(of: .name(.descending), short: true, count: some), "The properties that are its keys. '-' means descending.",
                isRequired: true),
            .init("where", .text, "A condition on the object's own properties. Only matching objects are in the index."),
        ])

    static let search = KeyedShape(
        "search", "Full-text search in its long form.", known: SearchReader.keys, soleKey: "on",
        keys: [
            .init("on", .list(of: .name(.path), short: true, count: some), "The strings that it covers.", isRequired: true),
            .init(
                "tokenizer", .word(TextSearch.Tokenizer.allCases.map(\.rawValue)), "The tokenizer, which splits texts into words.",
                silent: TextSearch.Tokenizer.unicode61.rawValue),
            .init(
                "prefixes", .list(of: .count(SearchReader.prefixLengths), short: true),
                "The lengths of word prefixes that get an index of their own."),
        ])
}

// MARK: - Properties

extension Language {
    /// `string?` or `{ type: string, … }`.
    static let attributeForms = Shape.either([.type, .keys(attribute)])

    static let attribute = KeyedShape(
        "attribute", "A value of an object.", known: AttributeReader.keys, optionalMark: "type", soleKey: "type",
        keys: [
            .init("type", .type, "The type. '?' after it makes it optional.", isRequired: true),
            .init("optional", .flag, "Whether it may be nil. Short form: '?' after the type.", silent: "false"),
            .init("swift", .text, "The Swift type of a json attribute."),
            scale,
            .init(
                "rounding", .word(Rounding.allCases.map(\.rawValue)),
                "How a value with more places than the attribute has is rounded. By default a save refuses it."),
            .init("storage", .word(["unix", "iso8601", "text"]), "The storage of its values, for types with several."),
            .init("min", .value, "The least value."),
            .init("max", .value, "The greatest value."),
            .init("minLength", .count(0...Int.max), "The least length of a string in Unicode scalars, of data in bytes."),
            .init("maxLength", .count(0...Int.max), "The greatest length of a string in Unicode scalars, of data in bytes."),
            .init("pattern", .text, "A regular expression that the whole string must match."),
            .init(
                "default", .either([.value, .empty]),
                "The value in a new object: a value of the type, now() for a date or a day, uuid() for a uuid."),
            .init("unique", .flag, "Whether its values must be unique. nil does not count.", silent: "false"),
            .init("lazy", .flag, "Whether it is loaded at its first use."),
            .init("transient", .flag, "Whether it exists only in the class and is not stored.", silent: "false"),
            .init(
                "derived", .text,
                "The source of its value: 'orders.@count', 'rows.@sum.price where paid == true', 'pieces * price', 'customer.name', 'now()', 'fold(name)', 'uppercase(name)', 'lowercase(name)'."),
            .init("check", .flag, "Whether the database checks the rules too.", silent: "false"),
            .init(
                "preserveOnDeletion", .flag, "Whether the change history keeps its value when its object is deleted.",
                silent: "false"),
            .init("column", .storedName, "The name of its column, if it differs from the attribute's name in snake_case."),
            .init("doc", .text, "A description."),
        ])

    private static let scale = KeyedShape.Key(
        "scale", .count(AttributeType.scales), "The number of decimal places.")

    static let relationship = KeyedShape(
        "relationship", "A relationship from an object to one other or to many.", known: RelationshipReader.keys,
        optionalMark: "to",
        keys: [
            .init(
                "to", .either([.name(.optional), .list(of: .name(.none), count: 1...1)]),
                "The destination: 'Customer', 'Customer?' if optional, '[Order]' for many.",
                isRequired: true),
            .init("optional", .flag, "Whether it may be empty. Short form: '?' after the entity.", silent: nil),
            .init("inverse", .name(.none), "The relationship of the destination that leads back."),
            .init(
                "deleteRule", .word(DeleteRule.allCases.map(\.rawValue)),
                "What happens to the destinations when the object is deleted.", silent: DeleteRule.nullify.rawValue),
            .init("ordered", .flag, "Whether the destinations have an order.", silent: "false"),
            .init("minCount", .count(0...Int.max), "The least number of destinations.", silent: "0"),
            .init("maxCount", .count(1...Int.max), "The greatest number of destinations."),
            .init("key", .word(["here"]), "Declares that this side of a one-to-one relationship holds the key."),
            .init("column", .storedName, "The name of its column, if it differs from the relationship's name in snake_case with '_id'."),
            .init("pairs", .keys(pairs), "The join table of a many-to-many relationship, with 'layout: existing'."),
            .init("doc", .text, "A description."),
        ])

    private static let pairs = KeyedShape(
        "pairs", "The join table of a many-to-many relationship, in another program's file.", known: PairsReader.keys,
        keys: [
            .init("table", .storedName, "The name of the table.", isRequired: true),
            .init("own", .storedName, "The column with the key of the entity that has the relationship.", isRequired: true),
            .init("other", .storedName, "The column with the key of the destination.", isRequired: true),
        ])
}

// MARK: - Fetches

extension Language {
    static let fetchedProperty = KeyedShape(
        "fetchedProperty", "A property that runs a fetch at each access.", known: FetchReader.propertyKeys,
        keys: [
            .init("doc", .text, "A description."),
            .init("from", .name(.none), "The entity to fetch.", isRequired: true),
            .init(
                "where", .text, "The condition. $FETCH_SOURCE is the object that has the property."),
            .init(
                "sort", .list(of: .either([.name(.descending), .text]), short: true),
                "The key paths to sort by, or functions of dates. '-' means descending."),
            .init("limit", .count(1...Int.max), "The greatest number of objects."),
        ])

    static let fetch = KeyedShape(
        "fetch", "A fetch, which becomes a static method of the class.", known: FetchReader.keys,
        keys: [
            .init("doc", .text, "A description."),
            .init(
                "parameters", .named(
                    of: .either([.type, .keys(parameter), .list(of: .either([.type, .keys(parameter)]), count: 1...1)]),
                    isOpen: false),
                "The parameters of the method: types or entities, and lists of them, `[string]`."),
            .init("where", .text, "The condition: key paths, values and $parameters."),
            .init(
                "sort", .list(of: .either([.name(.descending), .text]), short: true),
                "The key paths to sort by, or functions of dates. '-' means descending."),
            .init("limit", .count(1...Int.max), "The greatest number of objects."),
            .init(
                "live", .flag, "Whether lists of its objects follow changes. Trellis warns if they must query again.",
                silent: "false"),
        ])

    static let parameter = KeyedShape(
        "parameter", "A parameter of a fetch.", known: FetchReader.parameterKeys, optionalMark: "type", soleKey: "type",
        keys: [
            .init("type", .type, "A type or an entity. '?' after it makes it optional.", isRequired: true),
            .init("optional", .flag, "Whether it may be nil. Short form: '?' after the type.", silent: "false"),
            scale,
        ])
}
