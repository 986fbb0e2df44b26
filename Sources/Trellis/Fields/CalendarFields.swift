public import Foundation

// The Gregorian calendar, for all times. A date is read in UTC, so that the result is the same on each computer, or in a time zone that you
// name. Values and functions have the same names as in the text of conditions.

/// `Date` and ``Day``, which the calendar knows, and optionals of them.
public protocol CalendarFieldValue: FieldValue {
    /// The type of a number that the calendar has of a value; optional if the value is.
    associatedtype _Number: FieldValue & FetchedValue = Int
}

extension Date: CalendarFieldValue {}
extension Day: CalendarFieldValue {}

extension Optional: CalendarFieldValue where Wrapped: CalendarFieldValue {
    public typealias _Number = Int?
}

/// A calendar function of an attribute: a number, a date or a day. It can be compared, sorted by, fetched, and be a key of groups.
public struct CalendarField<Value: FieldValue & FetchedValue>: OrderedExpression, FetchableField {
    private let path: FieldPath
    private let term: CalendarTerm

    fileprivate init(_ function: CalendarFunction, of path: FieldPath, in timeZone: TimeZone?) {
        self.path = path
        term = CalendarTerm(function, in: timeZone?.identifier)
    }

    public var operand: Operand { term.operand(path.operand) }
    public var _property: FetchedProperty<Value> { FetchedProperty(path: path.names, calendar: term) }

    /// From the least to the greatest value; nil comes first.
    public var ascending: SortTerm { SortTerm(path: path.names, calendar: term, isAscending: true) }

    /// From the greatest to the least value; nil comes last.
    public var descending: SortTerm { SortTerm(path: path.names, calendar: term, isAscending: false) }
}

extension CalendarTerm {
    /// The function of an operand.
    fileprivate func operand(_ argument: Operand) -> Operand {
        Operand(.function(ConditionFunction(function), [argument] + (timeZone.map { [Operand(.value(.text($0)))] } ?? [])))
    }
}

// MARK: - Attributes that are dates

extension Field where Value: CalendarFieldValue, Value.Unwrapped == Date {
    /// The year in UTC.
    public var year: CalendarField<Value._Number> { CalendarField(.year, of: _path, in: nil) }

    /// The year in a time zone.
    public func year(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.year, of: _path, in: timeZone) }

    /// The quarter in UTC: 1 to 4.
    public var quarter: CalendarField<Value._Number> { CalendarField(.quarter, of: _path, in: nil) }

    /// The quarter in a time zone: 1 to 4.
    public func quarter(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.quarter, of: _path, in: timeZone) }

    /// The month in UTC: 1 to 12.
    public var month: CalendarField<Value._Number> { CalendarField(.month, of: _path, in: nil) }

    /// The month in a time zone: 1 to 12.
    public func month(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.month, of: _path, in: timeZone) }

    /// The week in UTC: 1 to 53. Weeks begin on Monday, and the first one of a year has its first Thursday (ISO 8601).
    public var week: CalendarField<Value._Number> { CalendarField(.week, of: _path, in: nil) }

    /// The week in a time zone: 1 to 53. Weeks begin on Monday, and the first one of a year has its first Thursday (ISO 8601).
    public func week(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.week, of: _path, in: timeZone) }

    /// The year of the week in UTC.
    public var weekYear: CalendarField<Value._Number> { CalendarField(.weekYear, of: _path, in: nil) }

    /// The year of the week in a time zone.
    public func weekYear(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.weekYear, of: _path, in: timeZone) }

    /// The day of the month in UTC: 1 to 31.
    public var day: CalendarField<Value._Number> { CalendarField(.day, of: _path, in: nil) }

    /// The day of the month in a time zone: 1 to 31.
    public func day(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.day, of: _path, in: timeZone) }

    /// The day of the year in UTC: 1 to 366.
    public var dayOfYear: CalendarField<Value._Number> { CalendarField(.dayOfYear, of: _path, in: nil) }

    /// The day of the year in a time zone: 1 to 366.
    public func dayOfYear(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.dayOfYear, of: _path, in: timeZone) }

    /// The day of the week in UTC: 1 for Sunday to 7 for Saturday, as Foundation's `Calendar` counts.
    public var weekday: CalendarField<Value._Number> { CalendarField(.weekday, of: _path, in: nil) }

    /// The day of the week in a time zone: 1 for Sunday to 7 for Saturday, as Foundation's `Calendar` counts.
    public func weekday(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.weekday, of: _path, in: timeZone) }

    /// The hour in UTC: 0 to 23.
    public var hour: CalendarField<Value._Number> { CalendarField(.hour, of: _path, in: nil) }

    /// The hour in a time zone: 0 to 23.
    public func hour(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.hour, of: _path, in: timeZone) }

    /// The minute in UTC: 0 to 59.
    public var minute: CalendarField<Value._Number> { CalendarField(.minute, of: _path, in: nil) }

    /// The minute in a time zone: 0 to 59.
    public func minute(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.minute, of: _path, in: timeZone) }

    /// The second in UTC: 0 to 59.
    public var second: CalendarField<Value._Number> { CalendarField(.second, of: _path, in: nil) }

    /// The second in a time zone: 0 to 59.
    public func second(in timeZone: TimeZone) -> CalendarField<Value._Number> { CalendarField(.second, of: _path, in: timeZone) }
}

extension Field where Value: CalendarFieldValue & FetchedValue, Value.Unwrapped == Date {
    /// The first moment of the year in UTC.
    public var startOfYear: CalendarField<Value> { CalendarField(.startOfYear, of: _path, in: nil) }

    /// The first moment of the year in a time zone.
    public func startOfYear(in timeZone: TimeZone) -> CalendarField<Value> { CalendarField(.startOfYear, of: _path, in: timeZone) }

    /// The first moment of the quarter in UTC.
    public var startOfQuarter: CalendarField<Value> { CalendarField(.startOfQuarter, of: _path, in: nil) }

    /// The first moment of the quarter in a time zone.
    public func startOfQuarter(in timeZone: TimeZone) -> CalendarField<Value> { CalendarField(.startOfQuarter, of: _path, in: timeZone) }

    /// The first moment of the month in UTC.
    public var startOfMonth: CalendarField<Value> { CalendarField(.startOfMonth, of: _path, in: nil) }

    /// The first moment of the month in a time zone.
    public func startOfMonth(in timeZone: TimeZone) -> CalendarField<Value> { CalendarField(.startOfMonth, of: _path, in: timeZone) }

    /// The first moment of the week in UTC: of its Monday.
    public var startOfWeek: CalendarField<Value> { CalendarField(.startOfWeek, of: _path, in: nil) }

    /// The first moment of the week in a time zone: of its Monday.
    public func startOfWeek(in timeZone: TimeZone) -> CalendarField<Value> { CalendarField(.startOfWeek, of: _path, in: timeZone) }

    /// The first moment of the day in UTC: not midnight where clocks skip it.
    public var startOfDay: CalendarField<Value> { CalendarField(.startOfDay, of: _path, in: nil) }

    /// The first moment of the day in a time zone: not midnight where clocks skip it.
    public func startOfDay(in timeZone: TimeZone) -> CalendarField<Value> { CalendarField(.startOfDay, of: _path, in: timeZone) }
}

// MARK: - Attributes that are days

extension Field where Value: CalendarFieldValue, Value.Unwrapped == Day {
    /// The year.
    public var year: CalendarField<Value._Number> { CalendarField(.year, of: _path, in: nil) }

    /// The quarter: 1 to 4.
    public var quarter: CalendarField<Value._Number> { CalendarField(.quarter, of: _path, in: nil) }

    /// The month: 1 to 12.
    public var month: CalendarField<Value._Number> { CalendarField(.month, of: _path, in: nil) }

    /// The week: 1 to 53. Weeks begin on Monday, and the first one of a year has its first Thursday (ISO 8601).
    public var week: CalendarField<Value._Number> { CalendarField(.week, of: _path, in: nil) }

    /// The year of the week.
    public var weekYear: CalendarField<Value._Number> { CalendarField(.weekYear, of: _path, in: nil) }

    /// The day of the month: 1 to 31.
    public var day: CalendarField<Value._Number> { CalendarField(.day, of: _path, in: nil) }

    /// The day of the year: 1 to 366.
    public var dayOfYear: CalendarField<Value._Number> { CalendarField(.dayOfYear, of: _path, in: nil) }

    /// The day of the week: 1 for Sunday to 7 for Saturday, as Foundation's `Calendar` counts.
    public var weekday: CalendarField<Value._Number> { CalendarField(.weekday, of: _path, in: nil) }
}

extension Field where Value: CalendarFieldValue & FetchedValue, Value.Unwrapped == Day {
    /// The first day of the year.
    public var startOfYear: CalendarField<Value> { CalendarField(.startOfYear, of: _path, in: nil) }

    /// The first day of the quarter.
    public var startOfQuarter: CalendarField<Value> { CalendarField(.startOfQuarter, of: _path, in: nil) }

    /// The first day of the month.
    public var startOfMonth: CalendarField<Value> { CalendarField(.startOfMonth, of: _path, in: nil) }

    /// The first day of the week, a Monday.
    public var startOfWeek: CalendarField<Value> { CalendarField(.startOfWeek, of: _path, in: nil) }
}
