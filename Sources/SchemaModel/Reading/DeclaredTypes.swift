/// The types that a model declares, by name.
struct DeclaredTypes {
    var enumerations: [String: EnumerationType] = [:]
    var composites: [String: CompositeType] = [:]
    /// Names of types that could not be read. They are not reported as unknown.
    var broken: Set<String> = []
    /// Whether all files that could declare a type were read.
    var isWhole = true

    var names: [String] { (Array(enumerations.keys) + composites.keys).sorted() }
}
