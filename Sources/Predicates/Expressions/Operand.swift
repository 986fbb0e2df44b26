/// One side of a comparison.
public struct Operand: Sendable, Hashable {
    public indirect enum Kind: Sendable, Hashable {
        /// A property, reached from the object through relationships and composites; the object itself where it is empty (`SELF`).
        case keyPath([String])
        case value(ConditionValue)
        /// A parameter of a named fetch, or a variable of a predicate in text, without its `$`.
        case parameter(String)
        /// A property of what a variable stands for: of a member within `SUBQUERY`, or of `$FETCH_SOURCE`.
        case variable(String, path: [String])
        /// Several values: `{1, 2, 3}`.
        case list([Operand])
        case arithmetic(Operand, Arithmetic, Operand)
        /// The number with the other sign.
        case negated(Operand)
        case function(ConditionFunction, [Operand])
        /// A number of units of time: `7 days`. It is added to a date or a day, or subtracted from one. Without a time zone it is
        /// counted in that of the date that it is added to, or in UTC.
        case period(Operand, CalendarUnit, zone: Operand?)
        case cast(Operand, to: CastType)
        /// What the members of a to-many relationship come to: `rows.@count`, `rows.@sum.price`.
        case aggregate(Aggregate, MemberSet, of: [String])
    }

    public var kind: Kind
    /// Where it stands in the text that it was read from, in Unicode scalars.
    public var range: Range<Int>?

    public init(_ kind: Kind, range: Range<Int>? = nil) {
        // A list of values has the one form in which its text reads back.
        self.kind =
            if case .value(.list(let values)) = kind {
                .list(values.map { Operand(.value($0), range: range) })
            } else {
                kind
            }
        self.range = range
    }

    /// The property at a key path such as `"customer.name"`.
    public static func path(_ path: String) -> Operand {
        Operand(.keyPath(parts(of: path)))
    }

    /// What is between the dots. Characters cost more to split than bytes, and a fetch of one object is made often.
    private static func parts(of path: String) -> [String] {
        guard path.utf8.contains(UInt8(ascii: ".")) else { return path.isEmpty ? [] : [path] }
        return path.utf8.split(separator: UInt8(ascii: ".")).map { String(Substring($0)) }
    }

    // Two conditions that say the same are equal, wherever they stood.
    public static func == (left: Operand, right: Operand) -> Bool { left.kind == right.kind }
    public func hash(into hasher: inout Hasher) { hasher.combine(kind) }
}

/// What is done to two numbers.
///
/// With nil on a side the outcome is nil. Integers stay integers unless 64 bits do not hold the outcome, which is then a
/// floating-point number; dividing integers leaves out the fraction, and dividing by zero gives nil: as SQLite does it.
public enum Arithmetic: String, Sendable, Hashable, CaseIterable {
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    /// Both integers' common bits.
    case bitwiseAnd = "&"
    /// The bits of either integer.
    case bitwiseOr = "|"
}

/// A function of values.
public enum ConditionFunction: String, Sendable, Hashable, CaseIterable {
    /// The instant at which the fetch is made. A time zone is for periods that are added.
    case now
    /// The day on which the fetch is made, in a time zone: beside a day that day, beside a date its first moment.
    case today
    /// The text with every letter in upper case.
    case uppercase
    /// The text with every letter in lower case.
    case lowercase
    /// How many Unicode scalars a text has.
    case length
    /// The number without its sign.
    case abs
    /// Those of ``CalendarFunction``: of a date or a day, in a time zone.
    case year, quarter, month, week, weekYear, day, dayOfYear, weekday, hour, minute, second
    case startOfYear, startOfQuarter, startOfMonth, startOfWeek, startOfDay

    /// The function of the calendar with the same name.
    public var calendar: CalendarFunction? { CalendarFunction(rawValue: rawValue) }

    /// The function of the calendar with the same name.
    public init(_ function: CalendarFunction) {
        // A test holds both lists of names together.
        self = Self(rawValue: function.rawValue) ?? .year
    }

    /// The function of a name in any case.
    init?(name: String) {
        let name = name.lowercased()
        guard let function = Self.allCases.first(where: { $0.rawValue.lowercased() == name }) else { return nil }
        self = function
    }

    /// How many arguments it takes.
    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .now, .today: 0...1
        case .uppercase, .lowercase, .length, .abs: 1...1
        default: 1...2
        }
    }
}

/// What `CAST` makes of a value.
public enum CastType: String, Sendable, Hashable, CaseIterable {
    /// A date: of a number, the seconds since 2001-01-01 UTC.
    case date = "NSDate"
    /// A number: of a date, the seconds since 2001-01-01 UTC; of a duration, its seconds.
    case number = "NSNumber"
    /// A number: of a text, the decimal that its digits say. Of what has a type the same as ``number``, as which it is read.
    case decimal = "NSDecimalNumber"
    /// The text of an integer, a UUID or a day.
    case text = "NSString"
}

/// A value that is computed from all members together.
public enum Aggregate: String, Sendable, Hashable, CaseIterable {
    /// How many there are; of a property, how many are not nil.
    case count = "@count"
    /// The sum of what is not nil; 0 where nothing is.
    case sum = "@sum"
    /// The mean of what is not nil, a floating-point number; nil where nothing is.
    case average = "@avg"
    /// The least; nil where nothing is.
    case min = "@min"
    /// The greatest; nil where nothing is.
    case max = "@max"
}

/// Members of a to-many relationship.
public struct MemberSet: Sendable, Hashable {
    /// The variable that the path starts from; nil for the object that the condition is about.
    public var variable: String?
    /// The path to the members, with at least one to-many relationship in it. A member that two paths reach counts twice.
    public var path: [String]
    /// Which of them count; nil where all do.
    public var filter: Filter?

    /// A condition on a member, which calls it by a name: `SUBQUERY(rows, $row, $row.price > 5)`.
    public struct Filter: Sendable, Hashable {
        public var variable: String
        public var condition: Condition

        public init(variable: String, condition: Condition) {
            self.variable = variable
            self.condition = condition
        }
    }

    public init(variable: String? = nil, path: [String], filter: Filter? = nil) {
        self.variable = variable
        self.path = path
        self.filter = filter
    }
}
