import Predicates

// Short words for conditions in tests.

func path(_ path: String) -> Operand { .path(path) }
func text(_ text: String?) -> Operand { Operand(.value(text.map { .text($0) } ?? .null)) }
func number(_ number: Int64) -> Operand { Operand(.value(.integer(number))) }
func value(_ value: ConditionValue) -> Operand { Operand(.value(value)) }
func variable(_ name: String, _ path: String = "") -> Operand {
    Operand(.variable(name, path: path.split(separator: ".").map(String.init)))
}
func aggregate(_ aggregate: Aggregate, _ path: String, of property: String? = nil) -> Operand {
    Operand(.aggregate(aggregate, MemberSet(path: path.split(separator: ".").map(String.init)), of: property.map { [$0] } ?? []))
}

extension Operand {
    static func + (left: Operand, right: Operand) -> Operand { Operand(.arithmetic(left, .plus, right)) }
    static func - (left: Operand, right: Operand) -> Operand { Operand(.arithmetic(left, .minus, right)) }
    static func * (left: Operand, right: Operand) -> Operand { Operand(.arithmetic(left, .times, right)) }
    static func / (left: Operand, right: Operand) -> Operand { Operand(.arithmetic(left, .divided, right)) }

    func has(_ form: TextComparison.Form, _ other: Operand, _ options: TextOptions = []) -> Condition {
        .text(self, TextComparison(form, options), other)
    }
}
