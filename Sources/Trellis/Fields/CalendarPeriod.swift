public import Foundation

/// A number of units of time that a condition adds to a date or a day, or subtracts: `$0.due < .today(in: zone) + .days(7)`.
///
/// Years to days are moves in the calendar: the time of day stays the same, also where a day has 23 or 25 hours, and of a month that has
/// no such day it is the last one. Hours to seconds are durations.
public struct CalendarPeriod: Sendable {
    private let count: Operand
    private let unit: CalendarUnit

    private init(_ count: Int, _ unit: CalendarUnit) {
        self.count = .value(count)
        self.unit = unit
    }

    /// A number of units that each object has: `.init($0.term, .days)`.
    public init<Count: OrderedExpression>(_ count: Count, _ unit: CalendarUnit) where Count.Value.Unwrapped: IntegerFieldValue {
        self.count = count.operand
        self.unit = unit
    }

    public static func years(_ count: Int) -> CalendarPeriod { .init(count, .years) }
    public static func quarters(_ count: Int) -> CalendarPeriod { .init(count, .quarters) }
    public static func months(_ count: Int) -> CalendarPeriod { .init(count, .months) }
    public static func weeks(_ count: Int) -> CalendarPeriod { .init(count, .weeks) }
    public static func days(_ count: Int) -> CalendarPeriod { .init(count, .days) }
    public static func hours(_ count: Int) -> CalendarPeriod { .init(count, .hours) }
    public static func minutes(_ count: Int) -> CalendarPeriod { .init(count, .minutes) }
    public static func seconds(_ count: Int) -> CalendarPeriod { .init(count, .seconds) }

    fileprivate func operand(in timeZone: TimeZone?) -> Operand {
        Operand(.period(count, unit, zone: timeZone.map { .value($0.identifier) }))
    }
}

/// The date or day that lies a period later, counted in the time zone of the date on the left, or in UTC.
public func + <Left: OrderedExpression>(left: Left, right: CalendarPeriod) -> ComputedField<Left.Value>
where Left.Value: CalendarFieldValue {
    ComputedField(.arithmetic(left.operand, .plus, right.operand(in: nil)))
}

/// The date or day that lies a period earlier, counted in the time zone of the date on the left, or in UTC.
public func - <Left: OrderedExpression>(left: Left, right: CalendarPeriod) -> ComputedField<Left.Value>
where Left.Value: CalendarFieldValue {
    ComputedField(.arithmetic(left.operand, .minus, right.operand(in: nil)))
}

extension OrderedExpression where Value: CalendarFieldValue, Value.Unwrapped == Date {
    /// The date that lies a period later, counted in a time zone: `$0.date.adding(.months(1), in: zone)`.
    public func adding(_ period: CalendarPeriod, in timeZone: TimeZone) -> ComputedField<Value> {
        ComputedField(.arithmetic(operand, .plus, period.operand(in: timeZone)))
    }

    /// A number that the calendar has of a computed date: `($0.date + .months(1)).part(.year)`. An attribute has properties for this, such
    /// as `$0.date.year`.
    /// - Parameters:
    ///   - function: a function that gives a number.
    ///   - timeZone: the time zone in which the date is read; nil for that of the computation, or UTC.
    public func part(_ function: CalendarFunction, in timeZone: TimeZone? = nil) -> ComputedField<Value._Number> {
        ComputedField(.function(ConditionFunction(function), [operand] + timeZone.operands))
    }
}

extension OrderedExpression where Self == ComputedField<Date> {
    /// The instant at which the fetch is made, one for all objects. `Date.now` is that at which the condition is made.
    /// - Parameter timeZone: the time zone in which periods are added; nil for UTC.
    public static func now(in timeZone: TimeZone? = nil) -> ComputedField<Date> {
        ComputedField(.function(.now, timeZone.operands))
    }

    /// The first moment of the day on which the fetch is made, one for all objects.
    /// - Parameter timeZone: the time zone of the day, in which periods are added too; nil for UTC.
    public static func today(in timeZone: TimeZone? = nil) -> ComputedField<Date> {
        ComputedField(.function(.today, timeZone.operands))
    }
}

extension OrderedExpression where Self == ComputedField<Day> {
    /// The day on which the fetch is made, one for all objects. `Day.today()` is that on which the condition is made.
    /// - Parameter timeZone: the time zone of the day; nil for UTC.
    public static func today(in timeZone: TimeZone? = nil) -> ComputedField<Day> {
        ComputedField(.function(.today, timeZone.operands))
    }
}

extension TimeZone? {
    fileprivate var operands: [Operand] { map { [.value($0.identifier)] } ?? [] }
}
