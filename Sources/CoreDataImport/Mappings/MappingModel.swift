/// A mapping model of Core Data: the entities and values of a version, by those of the version before.
package struct MappingModel: Sendable {
    package let source: VersionPath
    package let destination: VersionPath
    let entities: [EntityMapping]

    /// A version of a model, by the path that a project had for it.
    package struct VersionPath: Hashable, Sendable {
        /// The name of the bundle with the version; nil for a version outside of a bundle.
        package let bundle: String?
        package let version: String

        init?(_ path: String) {
            let parts = path.split(separator: "/").map(String.init)
            guard let last = parts.last else { return nil }
            version = Self.name(last, without: ".xcdatamodel")
            bundle = parts.dropLast().last.flatMap { $0.hasSuffix(".xcdatamodeld") ? Self.name($0, without: ".xcdatamodeld") : nil }
        }

        /// Some bundles have the suffix twice in their names.
        private static func name(_ text: String, without suffix: String) -> String {
            text.hasSuffix(suffix) ? name(String(text.dropLast(suffix.count)), without: suffix) : text
        }
    }

    struct EntityMapping: Sendable {
        /// nil for an entity that is new.
        var source: String?
        /// nil for an entity that is removed.
        var destination: String?
        var attributes: [PropertyMapping]
        var relationships: [PropertyMapping]
        /// The app's class that runs the mapping.
        var policy: String?
        /// The condition of the source objects; nil for all.
        var condition: String?
        var line: Int
    }

    struct PropertyMapping: Sendable {
        /// The property of the destination.
        var name: String
        var value: MappedValue
        var line: Int
    }
}

/// The value that a mapping gives a property.
enum MappedValue: Hashable, Sendable {
    /// No expression is written: the value of the source's property with the same name, if it has one.
    case generated
    /// The value, or the members, of a property of the source. Relationships lead to the mapped objects.
    case source(String)
    /// A constant as the editor of models writes it; nil for nil.
    case constant(String?)
    /// An expression that no decision has words for, as text.
    case other(String)
}
