/// Words that names in generated code collide with.
package enum SwiftWords {
    /// The keywords of Swift that need backticks in a declaration
    /// (https://docs.swift.org/swift-book/documentation/the-swift-programming-language/lexicalstructure/).
    package static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch",
        "class", "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
        "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
        "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true",
        "try", "typealias", "var", "where", "while",
    ]

    /// Members of every object, which an attribute or a relationship with that name would hide.
    package static let reservedMembers: Set<String> = [
        "hasChanges", "hashValue", "isDeleted", "isInserted", "isUpdated", "managedObjectContext", "objectID",
    ]

    /// Members of the conditions of every object, which a field with that name would hide.
    package static let reservedFields: Set<String> = ["isIn"]

    /// Members of every composite's struct, or of a composite in a condition, which a part with that name would hide.
    package static let reservedParts: Set<String> = ["CodingKeys", "Fields", "hashValue", "isIn", "operand"]

    /// Static members of every class, which a fetch with that name would hide.
    package static let reservedFetches: Set<String> = ["entityDescriptor"]

    /// Names in the method that runs a fetch, which hide the fetch itself.
    package static let unusableFetches: Set<String> = ["context", "self"]

    /// Names that Swift reads differently after the name of a class, even in backticks. The fetch of a fetched property is called there.
    package static let unusableFetchedProperties: Set<String> = ["Protocol", "Type"]

    /// Names in the method of a fetch, which a parameter with that name would hide. The types are those that its body creates.
    package static let reservedParameters: Set<String> = [
        "Fetch", "MemberSet", "Operand", "ScaledDecimal", "Self", "context", "in", "self",
    ]

    /// Types that generated code uses or Swift reserves, which a class with that name would hide.
    package static let reservedTypes: Set<String> = [
        "Any", "Bool", "CaseIterable", "Codable", "ColumnIndex", "ColumnWriter", "CompositeFields", "CompositeValue",
        "Condition", "ConditionValue", "Data", "Date", "Day", "Decimal", "DerivedValue", "Double", "Duration",
        "EmbeddedPlans", "EntityDescriptor", "EntityFields", "EntityHooks", "EnumerationValue", "Fetch", "Fetchable",
        "FetchableHierarchy", "Field", "FieldPath", "Fields", "Float", "Foundation", "Hashable", "HierarchyFields",
        "Hooks", "ID", "Int", "Int16", "Int32", "Int64", "LazyValue", "ManagedObject", "ManagedObjectContext",
        "MemberSet", "MigratedRow", "MigratedRowReader", "MigratedRowWriter", "MigratedValue", "ModelDescriptor",
        "Never", "Object", "ObjectID", "ObjectSnapshot", "OpaqueValue", "Operand", "Optional", "OptionalFields",
        "OrderedToMany", "PersistentContainer", "PersistentModel", "Protocol", "RawRepresentable", "RowReader",
        "ScaledDecimal", "SearchPattern", "SearchResult", "Self", "Sendable", "SnapshotReader", "SnippetStyle",
        "SortTerm", "String", "SwiftStepFunction", "SwiftStepRun", "ToMany", "ToManyFields", "ToOneReference",
        "Trellis", "TrellisGenerated_1", "Type", "URL", "UUID", "UnorderedField", "Void", "WritableMigratedRow",
    ]
}
