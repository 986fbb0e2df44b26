import SQLiteAccess

/// A calendar function of a column.
public struct ResolvedCalendarTerm: Sendable, Hashable {
    /// The function as it was asked for.
    public let term: CalendarTerm
    let zone: TimeZoneRules
    /// The type of the column.
    let stored: ValueType

    private var operation: CalendarOperation { .function(term.function) }

    /// What the function makes of a value of the column.
    public func apply(to value: SQLiteValue) -> SQLiteValue {
        switch (stored, value) {
        case (.unixDate, .real(let seconds)): operation.apply(to: .real(UnixInstant.reference(seconds)), in: zone)
        case (.iso8601Date, _): operation.apply(to: ResolvedFunction.instant.apply(to: value), in: zone)
        default: operation.apply(to: value, in: zone)
        }
    }

    /// The function of a column. The time zone is written out, so that equal functions in a statement have equal texts.
    func sql(_ column: String) -> String {
        let seconds =
            switch stored {
            case .unixDate: "(\(column) - \(UnixInstant.offset))"
            case .iso8601Date: "\(ResolvedFunction.instant.sqlName)(\(column))"
            default: column
            }
        return "\(operation.sqlName)(\(seconds), \(SQL.literal(term.timeZone ?? TimeZoneRules.utcName)))"
    }
}

extension ResolvedPath {
    /// A calendar function of the property at the end.
    /// - Throws: ``ConditionError`` if the property is neither a date nor a day, or the time zone is unknown.
    func applying(_ term: CalendarTerm, at range: Range<Int>?) throws(ConditionError) -> ResolvedPath {
        try CalendarTypes.check(term.function, of: type, hasZone: term.timeZone != nil, at: range)
        let zone = try CalendarTypes.zone(term.timeZone ?? TimeZoneRules.utcName, at: range)
        var path = self
        path.calendar = ResolvedCalendarTerm(term: term, zone: zone, stored: type)
        path.type = CalendarTypes.result(of: term.function, of: type)
        path.isNullable = true
        return path
    }
}

/// What calendar functions can be applied to, and what they give.
enum CalendarTypes {
    /// - Throws: ``ConditionError``
    static func check(_ function: CalendarFunction, of type: ValueType, hasZone: Bool, at range: Range<Int>?) throws(ConditionError) {
        let name = "'\(function.rawValue)'"
        guard type.isInstant || type == .day else {
            throw ConditionError(.type, "\(name) applies only to dates and days, not to \(type.inWords)", at: range)
        }
        guard type == .day else { return }
        if function.needsTime {
            throw ConditionError(.type, "\(name) applies only to dates, because a day has no time", at: range)
        }
        if hasZone { throw ConditionError(.type, "a day is in no time zone: leave the time zone of \(name) out", at: range) }
    }

    static func result(of function: CalendarFunction, of type: ValueType) -> ValueType {
        function.isStart ? type == .day ? .day : .date : .integer
    }

    /// - Throws: ``ConditionError``
    static func zone(_ identifier: String, at range: Range<Int>?) throws(ConditionError) -> TimeZoneRules {
        if let zone = TimeZoneRules(identifier) { return zone }
        throw ConditionError(
            .unknownTimeZone, "there is no time zone '\(identifier.shortened)'", at: range, unknownName: identifier,
            candidates: TimeZoneRules.names)
    }
}
