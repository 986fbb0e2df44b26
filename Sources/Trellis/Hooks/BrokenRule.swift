/// A user-defined rule that an object breaks: the error that `validate` and `validateForDelete` throw.
public struct BrokenRule: Error, Sendable, Hashable {
    /// The rule in words, such as "after the date of the order". Put no value in it: every description of the error shows it.
    public var rule: String
    /// The attribute or relationship; nil if the rule is about the whole object.
    public var property: String?
    /// The value at fault, in words; descriptions without values leave it out.
    public var value: String?

    public init(_ rule: String, property: String? = nil, value: String? = nil) {
        self.rule = rule
        self.property = property
        self.value = value
    }
}

extension ObjectValidationError {
    /// An error with several user-defined rules that an object breaks.
    public init(_ rules: [BrokenRule], of object: ManagedObject) {
        failures = rules.map { Failure($0, of: object) }
    }
}

extension ObjectValidationError.Failure {
    init(_ broken: BrokenRule, of object: ManagedObject) {
        self.init(objectID: object.objectID, property: broken.property, rule: .custom(broken.rule), value: broken.value)
    }

    /// The failures of an error that a user-defined validation threw. The text of a foreign error counts as a value.
    static func failures(_ error: any Error, of object: ManagedObject) -> [Self] {
        switch error {
        case let error as ObjectValidationError: error.failures
        case let error as BrokenRule: [Self(error, of: object)]
        default: [Self(objectID: object.objectID, property: nil, rule: .custom("\(type(of: error))"), value: "\(error)")]
        }
    }
}
