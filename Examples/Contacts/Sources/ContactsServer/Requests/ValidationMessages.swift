import Trellis

extension ObjectValidationError {
    /// What to say beside each field.
    var messages: [PersonField: String] {
        var messages: [PersonField: String] = [:]
        for failure in failures {
            guard let field = failure.property.flatMap(PersonField.init(rawValue:)), messages[field] == nil else { continue }
            messages[field] = message(field, failure.rule)
        }
        return messages
    }

    private func message(_ field: PersonField, _ rule: Rule) -> String {
        switch (field, rule) {
        case (_, .minLength(1)): "\(field.label) must not be empty."
        case (_, .maxLength(let length)): "\(field.label) must have at most \(length) characters."
        case (.age, .min(let least)): "Age must be a whole number, at least \(least)."
        case (.phone, .pattern): "Phone must be digits, such as +41 44 123 45 67."
        default: "\(field.label) \(rule)."
        }
    }
}
