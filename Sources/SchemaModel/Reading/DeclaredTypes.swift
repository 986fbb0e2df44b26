/// The types that a model declares itself, by name.
struct DeclaredTypes {
    var enumerations: [String: EnumerationType] = [:]
    var composites: [String: CompositeType] = [:]
    /// Names of types that could not be read, so that nobody is told that they do not exist.
    var broken: Set<String> = []
    /// Whether all files that could declare a type were read.
    var isWhole = true

    var names: [String] { (Array(enumerations.keys) + composites.keys).sorted() }
}
