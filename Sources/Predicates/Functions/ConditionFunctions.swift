import SQLiteAccess

/// The functions of a connection that the SQL of conditions needs: what SQLite's own do otherwise than the evaluation in
/// memory, or not at all. Every connection on which such SQL is prepared or run has them.
public enum ConditionFunctions {
    /// - Throws: `SQLiteError`
    public static func register(on functions: FunctionRegistry) throws {
        let (patterns, zones) = (PatternCache(), TimeZoneCache())
        try TextDerivation.register(on: functions)
        for function in [ResolvedFunction.length, .abs, .text, .instant, .instantText] {
            try functions.add(function.sqlName, arguments: 1) { call in
                call.give(function.apply(to: try call.argument(0).value))
            }
        }
        for operation in CalendarOperation.all {
            try functions.add(operation.sqlName, arguments: operation.argumentCount) { call in
                var arguments = [SQLiteValue]()
                for place in 0..<call.argumentCount { arguments.append(try call.argument(place).value) }
                call.give(try operation.apply(arguments, zones))
            }
        }
        try functions.add(begins, arguments: 2) { call in
            try test(call) { text, other in text.starts(with: other) }
        }
        try functions.add(ends, arguments: 2) { call in
            try test(call) { text, other in text.suffix(other.count).elementsEqual(other) }
        }
        try functions.add(like, arguments: 2) { call in
            try test(call) { text, other in patterns.pattern(other).matches(text) }
        }
        for ignoringCase in [false, true] {
            try functions.add(matches(ignoringCase: ignoringCase), arguments: 2) { call in
                let (text, pattern) = (call.argument(0), call.argument(1))
                guard text.isText, pattern.isText else { return }
                call.give(try patterns.expression(try pattern.text, ignoringCase: ignoringCase).matches(try text.text))
            }
        }
        try functions.add(float, arguments: 1) { call in
            switch try call.argument(0).value {
            case .real(let number): call.give(.real(Double(Float(number))))
            case .integer(let number): call.give(.real(Double(Float(number))))
            default: break
            }
        }
        for mode in Rounding.allCases {
            try functions.add(rounded(mode), arguments: 2) { call in
                guard case .integer(let divisor) = try call.argument(1).value, divisor > 0 else { return }
                switch try call.argument(0).value {
                case .integer(let number): call.give(.integer(mode.quotient(number, divisor)))
                case .real(let number): call.give(.stored(mode.whole(number / Double(divisor))))
                default: break
                }
            }
        }
        try functions.addAggregate(sum, arguments: 1) { TotalState(gives: \.sum) }
        try functions.addAggregate(average, arguments: 1) { TotalState(gives: \.mean) }
        try functions.add(listed, arguments: 1) { call in
            call.give(ListElement.value(try call.argument(0).textBytes))
        }
    }

    static let begins = "trellis_begins"
    static let ends = "trellis_ends"
    static let like = "trellis_like"
    static let listed = "trellis_listed"
    /// The nearest `Float` of a number.
    static let float = "trellis_float"
    /// The sum of what is not NULL, 0 where nothing is.
    public static let sum = "trellis_sum"
    /// The mean of what is not NULL, NULL where nothing is.
    public static let average = "trellis_avg"

    /// The quotient of a number and a positive integer, rounded to a whole number.
    static func rounded(_ mode: Rounding) -> String { "trellis_round_\(mode.rawValue)" }

    static func matches(ignoringCase: Bool) -> String { ignoringCase ? "trellis_matches_i" : "trellis_matches" }

    /// NULL where either text is none.
    private static func test(
        _ call: borrowing FunctionCall, _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) throws {
        let (text, other) = (call.argument(0), call.argument(1))
        guard text.isText, other.isText else { return }
        call.give(body(try text.textBytes, try other.textBytes))
    }

    private struct TotalState: AggregateState {
        var total = Total()
        let gives: KeyPath<Total, SQLiteValue>

        init(gives: KeyPath<Total, SQLiteValue>) {
            self.gives = gives
        }

        mutating func add(_ call: borrowing FunctionCall) throws { total.add(try call.argument(0).value) }
        func result() -> SQLiteValue { total[keyPath: gives] }
    }
}

extension ResolvedFunction {
    /// What the function is called in SQL, which for folding takes options too.
    var sqlName: String {
        switch self {
        case .fold: FoldedText.functionName
        case .uppercase: "trellis_upper"
        case .lowercase: "trellis_lower"
        case .length: "trellis_length"
        case .abs: "trellis_abs"
        case .text: "trellis_text"
        case .instant: "trellis_instant"
        case .instantText: "trellis_instant_text"
        }
    }
}
