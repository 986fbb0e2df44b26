import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let contradictingOption = FindingCode("TR1443")
    static let emptyTransient = FindingCode("TR1444")
}

/// Reads a transient attribute.
enum TransientReader {
    /// The permitted keys. The others concern storing a value, or checking it at a save.
    private static let keys: Set = ["type", "optional", "swift", "default", "transient", "doc"]

    static func read(
        _ keys: KnownKeys, _ beginning: AttributeBeginning, in context: inout ReadingContext
    ) -> Attribute {
        for key in AttributeReader.keys where !self.keys.contains(key) {
            guard let span = keys.keySpan(key) else { continue }
            context.report(
                .contradictingOption, "'\(key)' does not apply to a transient attribute, which is not stored", at: span)
        }
        let defaultValue = keys["default"].flatMap { DefaultReader.read($0, for: beginning.type, in: &context) }
        if !beginning.isOptional, keys["default"] == nil {
            context.report(
                .emptyTransient, "the transient attribute '\(beginning.name.text)' needs a default, or must be optional",
                at: beginning.name.span)
        }
        return Attribute(
            name: beginning.name, doc: beginning.doc, type: beginning.type, isOptional: beginning.isOptional,
            defaultValue: defaultValue, isUnique: false, isTransient: true)
    }
}
