import Predicates

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

extension DeclaredTypes {
    /// The raw values of the cases of each enum, for conditions that name a case.
    var caseValues: [String: [String: ConditionValue]] {
        enumerations.mapValues { type in
            let cases = type.cases.map { ($0.name, type.isInteger ? Int64($0.raw).map(ConditionValue.integer) : .text($0.raw)) }
            return Dictionary(cases.compactMap { name, value in value.map { (name, $0) } }, uniquingKeysWith: { first, _ in first })
        }
    }
}
