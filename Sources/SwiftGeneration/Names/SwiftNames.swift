/// Names of a model as Swift spells them. A name is never changed: where Swift keeps the word for itself it stands in backticks.
enum SwiftNames {
    /// The name where it is declared, or used on its own.
    static func declared(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name after a dot, where all but four words are free.
    static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }

    /// The name as the label of an argument in a call, where only one word is not free.
    static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }

    /// A parameter: its label, and a name of its own where the label cannot be a variable's.
    static func parameter(_ name: String) -> (declaration: String, use: String) {
        // A parameter called `self` would hide the object that the initializer makes.
        name == "self" ? ("`self` selfValue", "selfValue") : (declared(name), declared(name))
    }

    /// Swift's keywords that cannot name a declaration bare.
    static let keywords: Set<String> = [
        "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "borrowing", "break", "case", "catch", "class",
        "consuming", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
        "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
        "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static",
        "struct", "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]

    /// Members that every object has, which an attribute or a relationship of that name would hide.
    static let reservedMembers: Set<String> = [
        "hasChanges", "hashValue", "isDeleted", "isInserted", "isUpdated", "managedObjectContext", "objectID",
    ]

    /// Members that the fields of every entity have, or an object in a condition, which a property of that name would meet.
    static let reservedFields: Set<String> = ["isIn"]

    /// Members that every generated enum or every optional has, which a case of that name would meet.
    static let reservedCases: Set<String> = [
        "Type", "Unwrapped", "allCases", "hashValue", "init", "none", "rawValue", "self", "some",
    ]

    /// Members that every composite's struct or a composite in a condition has, which a part of that name would hide.
    static let reservedParts: Set<String> = ["CodingKeys", "Fields", "hashValue", "isIn", "operand"]

    /// Static members that every class has, which a fetch of that name would hide.
    static let reservedFetches: Set<String> = ["entityDescriptor"]

    /// What a fetch's method has already, which a parameter of that name would meet or hide: the types are those that its body
    /// makes values of.
    static let reservedParameters: Set<String> = [
        "Fetch", "MemberSet", "Operand", "ScaledDecimal", "Self", "context", "in", "self",
    ]

    /// Types that generated code names or Swift keeps for itself: a class of that name would take their place.
    static let reservedTypes: Set<String> = [
        "Any", "Bool", "CaseIterable", "Codable", "ColumnOutcome", "ColumnWriter", "CompositeFields", "CompositeValue",
        "Condition", "ConditionValue", "Data", "Date", "Day", "Decimal", "DerivedValue", "Double", "EntityDescriptor",
        "EntityFields", "EnumerationValue", "Fetch", "Fetchable", "FetchableHierarchy", "Field", "FieldPath", "Fields", "Float",
        "Foundation", "Hashable", "HierarchyFields", "ID", "Int", "Int16", "Int32", "Int64", "LazyValue", "ManagedObject",
        "ManagedObjectContext", "MemberSet", "MigrationPlan", "ModelDescriptor", "Never", "ObjectID", "ObjectSnapshot",
        "OpaqueValue", "Operand", "Optional", "OptionalFields", "OrderedToMany", "PersistentContainer", "PersistentModel",
        "Protocol", "RawRepresentable", "RowReader", "ScaledDecimal", "SearchPattern", "SearchResult", "Self", "Sendable",
        "SnapshotReader", "SnippetStyle", "SortTerm", "String", "TableOutcome", "ToMany", "ToManyFields", "ToOneReference",
        "Trellis", "TrellisGenerated_1", "Type", "URL", "UUID", "UnorderedField", "Void",
    ]
}
