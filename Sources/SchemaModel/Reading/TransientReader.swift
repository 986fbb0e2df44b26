import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let contradictingOption = FindingCode("TR1443")
    static let emptyTransient = FindingCode("TR1444")
}

/// Reads an attribute that is not stored.
enum TransientReader {
    /// All that can be said of it: the other keys are about how a value is stored, or what it must meet when it is.
    private static let keys: Set = ["type", "optional", "swift", "default", "transient", "doc"]

    static func read(
        _ keys: KnownKeys, _ name: Name, doc: String?, _ type: AttributeType, _ expression: TypeExpression,
        in context: inout ReadingContext
    ) -> Attribute {
        for key in AttributeReader.keys where !self.keys.contains(key) {
            guard let span = keys.keySpan(key) else { continue }
            context.report(
                .contradictingOption, "'\(key)' says nothing of a transient attribute: the store does not have it", at: span)
        }
        let defaultValue = keys["default"].flatMap { DefaultReader.read($0, for: type, in: &context) }
        if !expression.isOptional, keys["default"] == nil {
            context.report(
                .emptyTransient, "no row gives '\(name.text)' a value: it is optional, or has a default", at: name.span)
        }
        return Attribute(
            name: name, doc: doc, type: type, isOptional: expression.isOptional, defaultValue: defaultValue, isUnique: false,
            isTransient: true)
    }
}
