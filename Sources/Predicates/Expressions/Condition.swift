/// A condition on objects: the one expression type behind the YAML's `where`, the Swift operators and predicates from text.
///
/// It names properties by key path and says nothing about tables; ``ResolvedCondition`` is the same condition matched to a
/// layout, from which SQL and the evaluation in memory are made. It is what NSPredicate's comparison language says, except
/// where nil, texts and numbers are concerned: `Documentation/predicates.md` has the rules.
public indirect enum Condition: Sendable, Hashable {
    /// True for every object, or for none: `TRUEPREDICATE` and `FALSEPREDICATE`.
    case constant(Bool)
    /// A comparison of two operands, mostly a key path and a value.
    case comparison(Operand, Comparison, Operand)
    /// Whether a text has a form, such as a beginning; or how two texts compare when case or diacritics do not count.
    case text(Operand, TextComparison, Operand)
    /// Whether a value lies between two others, both included: `age BETWEEN {18, 65}`.
    case between(Operand, Operand, Operand)
    /// Whether a value is among several, which are a list, or what a key path through a to-many relationship leads to.
    case membership(Operand, in: Operand)
    /// Whether a comparison of a key path through a to-many relationship holds for its members.
    ///
    /// The condition inside is one comparison of any kind, without `and`, `or` and `not`.
    case quantified(Quantifier, Condition)
    /// True where all are.
    case and([Condition])
    /// True where one is.
    case or([Condition])
    /// True where the other is not. There is no third truth value: a comparison that meets nil is true or false.
    case not(Condition)

    /// A comparison of the property at `path`, such as `"customer.name"`, with a value.
    public static func compare(_ path: String, _ comparison: Comparison, _ value: ConditionValue) -> Condition {
        .comparison(.path(path), comparison, Operand(.value(value)))
    }
}

/// How many members of a to-many relationship must meet a comparison.
public enum Quantifier: String, Sendable, Hashable, CaseIterable {
    /// At least one; false where there is no member.
    case any = "ANY"
    /// Every one; true where there is no member.
    case all = "ALL"
    /// Not one: the opposite of ``any``.
    case none = "NONE"
}
