/// A user-defined rule that an object breaks: the error that `validate` and `validateForDelete` throw.
public struct BrokenRule: Error, Sendable, Hashable {
    /// What the rule asks for, in words, such as "after the date of the order". No value belongs in here: it is shown to everybody.
    public var rule: String
    /// The attribute or relationship; nil where the rule is about the whole object.
    public var property: String?
    /// The value at fault, in words; it is left out where an error is described without values.
    public var value: String?

    public init(_ rule: String, property: String? = nil, value: String? = nil) {
        self.rule = rule
        self.property = property
        self.value = value
    }
}

extension ObjectValidationError {
    /// Several rules of a person's own that an object breaks.
    public init(_ rules: [BrokenRule], of object: ManagedObject) {
        failures = rules.map { Failure($0, of: object) }
    }
}

extension ObjectValidationError.Failure {
    init(_ broken: BrokenRule, of object: ManagedObject) {
        self.init(objectID: object.objectID, property: broken.property, rule: .custom(broken.rule), value: broken.value)
    }

    /// What a validation of a person's own has thrown. The text of an error that is not ours may hold anything: it counts as a value.
    static func failures(_ error: any Error, of object: ManagedObject) -> [Self] {
        switch error {
        case let error as ObjectValidationError: error.failures
        case let error as BrokenRule: [Self(error, of: object)]
        default: [Self(objectID: object.objectID, property: nil, rule: .custom("\(type(of: error))"), value: "\(error)")]
        }
    }
}
