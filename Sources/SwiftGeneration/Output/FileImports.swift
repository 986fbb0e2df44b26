import SchemaModel

/// The imports of a generated file: the modules whose types it names, each visible to those who see the declarations.
struct FileImports: Sendable {
    /// Whether its declarations name types of Foundation.
    var usesFoundation: Bool
    /// The access level of its declarations.
    var access: AccessLevel
    /// The access level of those that name types of Foundation; nil for the same.
    var foundationAccess: AccessLevel?

    var subjects: [ImportSubject] {
        (usesFoundation ? ["Foundation"] : []).map { ImportSubject(module: $0, access: foundationAccess ?? access) }
            + [ImportSubject(module: "Trellis", access: access)]
    }
}

extension ImportSubject {
    /// A public import fits beside every import of other files, with and without `InternalImportsByDefault`. Without the feature, Swift
    /// refuses other levels beside imports without a level.
    var declaration: String {
        let plain = "import \(module)"
        let visibility = module == "Trellis" ? "@_spi(Generated) " : ""
        return switch access {
        case .internal: visibility + plain
        case .public: "\(visibility)public \(plain)"
        case .package:
            """
            #if hasFeature(InternalImportsByDefault)
            \(visibility)package \(plain)
            #else
            \(visibility)\(plain)
            #endif
            """
        }
    }
}

extension Model {
    /// Whether the declarations of an entity's class name types of Foundation. The initializer names those of inherited attributes.
    func usesFoundation(_ entity: Entity) -> Bool {
        // The initializer has no derived attributes.
        let inherited = lineage(of: entity).filter { $0.name.text != entity.name.text }.flatMap(\.attributes).filter { $0.derivation == nil }
        let attributes = entity.attributes + inherited
        let parameters = (entity.fetches + uniqueKeys(of: entity)).flatMap(\.parameters)
        return attributes.contains { $0.type.isOfFoundation }
            || parameters.contains { if case .value(let type) = $0.type { type.isOfFoundation } else { false } }
    }
}

extension Composite {
    var usesFoundation: Bool { type.attributes.contains { $0.type.isOfFoundation } }
}

extension AttributeType {
    /// Whether its Swift type is declared in Foundation.
    fileprivate var isOfFoundation: Bool {
        switch self {
        case .decimal, .date, .data, .uuid, .url: true
        case .json(let type): type.rootNames.contains(where: Self.codableTypesOfFoundation.contains)
        case .bool, .int16, .int32, .int64, .float, .double, .string, .day, .duration, .enumeration, .composite: false
        }
    }

    /// The types of Foundation that a JSON attribute can have.
    private static let codableTypesOfFoundation: Set<String> = [
        "AffineTransform", "AttributedString", "CGFloat", "CGPoint", "CGRect", "CGSize", "CGVector", "Calendar", "CharacterSet", "Data",
        "Date", "DateComponents", "DateInterval", "Decimal", "Foundation", "IndexPath", "IndexSet", "Locale", "Measurement", "NSRange",
        "PersonNameComponents", "TimeInterval", "TimeZone", "URL", "URLComponents", "URLQueryItem", "UUID",
    ]
}
