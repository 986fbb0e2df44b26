/// A word that means something in some place of a condition, in any case. Elsewhere it is a name like any other, so that an
/// attribute may be called `like` or `any`; the ``isReserved`` ones are names only after `#` or a dot.
enum Word: String {
    case and, or, not
    case `true`, `false`, yes, no, `nil`, null
    case `self`
    case truepredicate, falsepredicate
    case any, some, all, none
    case `in`, between, beginswith, endswith, contains, like, matches
    case subquery, cast, function

    /// The word that `name` is, if it is one.
    init?(_ name: String) {
        // The longest word has 14 letters; a hostile name may have a million.
        guard name.utf8.count <= 14 else { return nil }
        self.init(rawValue: name.lowercased())
    }

    /// Whether the word cannot begin a key path.
    var isReserved: Bool { constant != nil || self == .and || self == .or || self == .not || self == .`self` }

    /// The value that the word stands for.
    var constant: ConditionValue? {
        switch self {
        case .true, .yes: .bool(true)
        case .false, .no: .bool(false)
        case .nil, .null: .null
        default: nil
        }
    }

    var quantifier: Quantifier? {
        switch self {
        case .any, .some: .any
        case .all: .all
        case .none: Quantifier.none
        default: nil
        }
    }

    /// The comparison that the word asks for between two operands.
    var comparison: ComparisonOperator? {
        switch self {
        case .in: .membership
        case .between: .between
        case .beginswith: .text(.beginsWith)
        case .endswith: .text(.endsWith)
        case .contains: .text(.contains)
        case .like: .text(.like)
        case .matches: .text(.matches)
        default: nil
        }
    }
}

/// What stands between two operands.
enum ComparisonOperator {
    case order(Comparison)
    case text(TextComparison.Form)
    case membership
    case between
}
