import Diagnostics
import SchemaModel

/// A type of the model in Swift.
struct DeclaredSwiftType {
    let name: Name
    /// Whether it is a class with the name of its entity. Such a class can get a name of its own.
    let isNamedByEntity: Bool

    func otherName(in model: Model) -> Finding.Suggestion {
        let example = "\(model.name.text)\(name.text)"
        return isNamedByEntity
            ? .init("give the class another name: 'class: \(example)'. The entity and its table keep theirs")
            : .init("choose another name, for example '\(example)'")
    }
}

/// Finds types that compile, but hide types that programs use.
enum HiddenTypes {
    /// Swift finds a type of the own module first, and those of imported modules before its own. Two imported modules with one name are
    /// ambiguous.
    static func finding(on type: DeclaredSwiftType, in model: Model) -> Finding? {
        let name = type.name.text
        let message: String
        if SwiftNames.namesOfSwift.contains(name) {
            message = "'\(name)' hides the type '\(name)' of Swift in every file that sees it"
        } else if SwiftNames.namesOfFoundation.contains(name) {
            message = "'\(name)' hides the type '\(name)' of Foundation, or is ambiguous beside it in other modules"
        } else if SwiftNames.namesOfTesting.contains(name) {
            message = "'\(name)' is ambiguous in tests that import Testing, which has a type '\(name)'"
        } else {
            return nil
        }
        return Finding(.hiddenType, message, at: type.name.span, suggestion: type.otherName(in: model))
    }
}
