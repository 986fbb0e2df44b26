import SchemaModel

extension Model {
    /// The class of an entity, as Swift spells it.
    func swiftClass(ofEntity name: String) -> String {
        SwiftNames.declared(entity(named: name)?.className.text ?? name)
    }
}

/// Names of a model as Swift spells them. Trellis never changes a name: reserved words get backticks.
package enum SwiftNames {
    /// The name in its declaration, or alone.
    static func declared(_ name: String) -> String {
        SwiftWords.keywords.contains(name) ? "`\(name)`" : name
    }

    /// The name after a dot, where only four words are reserved.
    static func member(_ name: String) -> String {
        ["init", "self", "Type", "Protocol"].contains(name) ? "`\(name)`" : name
    }

    /// The name as the label of an argument in a call, where only one word is reserved.
    static func label(_ name: String) -> String {
        name == "inout" ? "`inout`" : name
    }

    /// A parameter: its label, and another name if the label cannot name a variable.
    static func parameter(_ name: String) -> (declaration: String, use: String) {
        // A parameter `self` would hide the new object in the initializer.
        name == "self" ? ("`self` selfValue", "selfValue") : (declared(name), declared(name))
    }

    /// Members of the fields of every entity, or of an object in a condition, which a property with that name would clash with.
    static let reservedFields = SwiftWords.reservedFields

    /// Members of every generated enum or of every optional, which a case with that name would clash with.
    static let reservedCases: Set<String> = [
        "Type", "Unwrapped", "allCases", "hashValue", "init", "none", "rawValue", "self", "some",
    ]

    /// Members of every composite's struct, or of a composite in a condition, which a part with that name would hide.
    static let reservedParts = SwiftWords.reservedParts

    /// Static members of every class, which a fetch with that name would hide.
    static let reservedFetches = SwiftWords.reservedFetches

    /// Names in the method that runs a fetch, which hide the fetch itself.
    static let unusableFetches = SwiftWords.unusableFetches

    /// Names that Swift reads differently after the name of a class, even in backticks. The fetch of a fetched property is called there.
    static let unusableFetchedProperties = SwiftWords.unusableFetchedProperties

    /// Names in the method of a fetch, which a parameter with that name would hide. The types are those that its body creates.
    static let reservedParameters = SwiftWords.reservedParameters

    /// Common types of Swift and its concurrency. Beside a class with such a name, `Swift` or `_Concurrency` must be written before them.
    static let namesOfSwift: Set<String> = [
        "Actor", "AnyHashable", "Array", "AsyncSequence", "AsyncStream", "CancellationError", "Character", "Clock", "ClosedRange", "Collection",
        "Comparable", "Decodable", "Decoder", "Dictionary", "Duration", "Encodable", "Encoder", "Equatable", "Error", "Executor", "Hasher",
        "Identifiable", "Int128", "Int8", "KeyPath", "LazySequence", "MainActor", "Mirror", "Range", "Result", "Sequence", "Set",
        "Slice", "StaticString", "Strideable", "Substring", "Task", "TaskGroup", "UInt", "UInt16", "UInt32", "UInt64", "UInt8", "Unicode",
    ]

    /// Common types of Foundation.
    static let namesOfFoundation: Set<String> = [
        "AttributedString", "Bundle", "Calendar", "CharacterSet", "DateComponents", "DateFormatter", "DateInterval", "Dimension", "FileHandle",
        "FileManager", "Formatter", "Host", "IndexPath", "IndexSet", "InputStream", "JSONDecoder", "JSONEncoder", "Locale", "Measurement",
        "Notification", "NotificationCenter", "NumberFormatter", "Operation", "OperationQueue", "OutputStream", "Pipe", "Port", "Predicate",
        "Process", "ProcessInfo", "Progress", "RunLoop", "Scanner", "SortDescriptor", "Stream", "Thread", "TimeInterval", "TimeZone", "Timer",
        "URLComponents", "URLRequest", "URLResponse", "URLSession", "Unit", "UserDefaults",
    ]

    /// The types of Swift Testing that tests do not name only through macros.
    static let namesOfTesting: Set<String> = [
        "Attachable", "Attachment", "Bug", "Comment", "Confirmation", "ExitTest", "Expectation", "Issue", "SourceLocation", "Tag", "Test", "Trait",
    ]
}
