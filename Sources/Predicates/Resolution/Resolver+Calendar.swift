import SQLiteAccess

extension Resolver {
    /// A time zone: a text or a parameter; UTC for nil.
    mutating func zone(_ operand: Operand?) -> ResolvedOperand? {
        guard let operand else { return .value(.text(TimeZoneRules.utcName)) }
        switch typed(operand) {
        case nil:
            return nil
        case .value(.text(let name))?:
            // At the name itself, without its quotes.
            let range = operand.range.map { $0.count == name.unicodeScalars.count + 2 ? $0.lowerBound + 1..<$0.upperBound - 1 : $0 }
            guard noting({ _ throws(ConditionError) in try CalendarTypes.zone(name, at: range) }) != nil else { return nil }
            return .value(.text(name))
        case .parameter(let name, let parameter)? where parameter.type == .text:
            return .parameter(name, as: .text, isOptional: parameter.isOptional)
        case let other?:
            return fail(
                .type, "a time zone is a text, for example 'Europe/Berlin', or a parameter with one, not \(other.inWords)", at: operand.range)
        }
    }

    /// The day on which the fetch is made.
    func today(in zone: ResolvedOperand) -> Typed {
        let now = ResolvedOperand.value(.real(now.timeIntervalSinceReferenceDate))
        return .startOfDay(
            TypedOperand(.calendar(.function(.startOfDay), [now, zone]).computed, .date),
            day: TypedOperand(.calendar(.day, [now, zone]).computed, .day))
    }

    /// A calendar function of a date or a day.
    mutating func calendar(_ function: CalendarFunction, _ arguments: [Operand], at range: Range<Int>?) -> Typed? {
        let argument = side(arguments[0])
        let hasZone = arguments.count > 1
        // A carried zone that is unknown was reported with the argument.
        guard hasZone || argument != nil, let zone = zone(hasZone ? arguments[1] : arguments[0].carriedZone), let argument else { return nil }
        if case .value(.null) = argument.typed { return .resolved(.value(.null), CalendarTypes.result(of: function, of: .date)) }
        guard let known = known(argument) else { return nil }
        guard noting({ _ throws(ConditionError) in
            try CalendarTypes.check(function, of: known.type, hasZone: hasZone, at: argument.range)
        }) != nil else { return nil }
        let operand = ResolvedOperand.calendar(.function(function), [known.reference, zone]).computed
        return TypedOperand(operand, CalendarTypes.result(of: function, of: known.type)).typed
    }

    /// A date or a day that is moved by a period, or a calculation with durations, one of which is a period.
    mutating func moved(_ left: Operand, _ operation: Arithmetic, _ right: Operand, at range: Range<Int>?) -> Typed? {
        let isBackward = operation == .minus
        guard operation == .plus || isBackward, left.isPeriod != right.isPeriod || left.isFixedPeriod && right.isFixedPeriod else {
            return misplacedPeriod(at: range)
        }
        let start = right.isPeriod ? left : right
        let side = start.isPeriod ? span(start) : side(start)
        if let side, side.isDuration {
            guard let span = span(right.isPeriod ? right : left) else { return nil }
            return right.isPeriod ? arithmetic(side, operation, span, at: range) : arithmetic(span, operation, side, at: range)
        }
        guard !isBackward || right.isPeriod, let period = (right.isPeriod ? right : left).period else { return misplacedPeriod(at: range) }
        let count = self.side(period.count)
        // A carried zone that is unknown was reported with the date.
        guard period.zone != nil || side != nil, let zone = zone(period.zone ?? start.carriedZone), let side, let count else { return nil }
        guard let number = units(count, of: period.unit) else { return nil }
        let move = Move(unit: period.unit, count: number, isBackward: isBackward != period.isNegated, zone: zone)
        switch side.typed {
        case .value(.null):
            return .resolved(.value(.null), .date)
        case .startOfDay(let instant, let day):
            return move.unit.isFixed ? move.applied(to: instant).typed : .startOfDay(move.applied(to: instant), day: move.applied(to: day))
        default:
            break
        }
        guard let known = known(side) else { return nil }
        if known.type == .day {
            if move.unit.isFixed { return fail(.type, "a day has no time: add \(period.unit.rawValue) to a date", at: range) }
            if period.zone != nil { return fail(.type, "a day is in no time zone: leave the time zone of the period out", at: range) }
            return move.applied(to: known).typed
        }
        guard known.type.isInstant else {
            return fail(.type, "a period is added to a date, a day or a duration, not to \(known.type.inWords)", at: side.range ?? range)
        }
        return move.applied(to: TypedOperand(known.reference, .date)).typed
    }

    /// The number of units of a period.
    private mutating func units(_ count: Side, of unit: CalendarUnit) -> ResolvedOperand? {
        guard let number = known(count), number.type == .integer else {
            return fail(.type, "a period is a whole number of \(unit.rawValue), not \(count.typed.inWords)", at: count.range)
        }
        return number.operand
    }

    /// A period where it has no meaning.
    mutating func misplacedPeriod<Result>(at range: Range<Int>?) -> Result? {
        fail(
            .type, "a period is added to a date, a day or a duration, or subtracted from one, or compared with a duration", at: range)
    }

    // MARK: Periods as durations

    /// A side of a comparison. Beside a duration a period is one.
    mutating func side(_ operand: Operand, beside other: Side?) -> Side? {
        guard operand.isPeriod, let other, other.isDuration else { return side(operand) }
        return span(operand)
    }

    /// A period as a duration. Beside a duration a day has 24 hours, as in ISO 8601 texts; months and years have no length.
    private mutating func span(_ operand: Operand) -> Side? {
        guard let period = operand.period, let count = side(period.count) else { return nil }
        guard let seconds = period.unit.seconds else {
            return fail(
                .type, "\(period.unit.rawValue) have no fixed length: a duration has weeks, days, hours, minutes and seconds", at: operand.range)
        }
        if let zone = period.zone {
            return fail(.type, "a duration is in no time zone: leave the time zone of the period out", at: zone.range ?? operand.range)
        }
        guard let number = units(count, of: period.unit) else { return nil }
        if case .value(.integer(let whole)) = number {
            let (product, isTooLarge) = whole.multipliedReportingOverflow(by: period.isNegated ? -seconds : seconds)
            if isTooLarge { return fail(.type, "the period is longer than a duration can be", at: operand.range) }
            return Side(typed: .value(.duration(.seconds(product))), range: operand.range)
        }
        let length = ResolvedOperand.arithmetic(number, .times, .value(.integer(seconds * StoredDuration.perWholeSecond)))
        return Side(
            typed: .resolved(period.isNegated ? .arithmetic(.value(.integer(0)), .minus, length) : length, .duration), range: operand.range)
    }
}

extension Side {
    /// Whether it is a duration, or a text that reads as one.
    fileprivate var isDuration: Bool {
        switch typed {
        case .value(.duration), .resolved(_, .duration): true
        case .value(.text(let text)): ISO8601Duration.duration(text) != nil
        case .parameter(_, let parameter): parameter.type == .duration
        case .value, .resolved, .startOfDay: false
        }
    }
}

/// A period whose parts were matched.
private struct Move {
    var unit: CalendarUnit
    var count: ResolvedOperand
    var isBackward: Bool
    var zone: ResolvedOperand

    func applied(to start: TypedOperand) -> TypedOperand {
        let count = isBackward ? .arithmetic(.value(.integer(0)), .minus, count) : count
        return TypedOperand(.calendar(.add(unit), [start.operand, count.computed, zone]).computed, start.type)
    }
}

extension TypedOperand {
    /// The operand; a known date or day as a bare value, so that it takes the stored form of the other side.
    fileprivate var typed: Typed {
        switch (operand, type) {
        case (.value(.real(let seconds)), .date): .value(.date(seconds))
        case (.value(.text(let day)), .day): .value(.day(day))
        default: .resolved(operand, type)
        }
    }
}

extension ResolvedOperand {
    /// The result where all arguments are known. An unknown time zone was reported before.
    fileprivate var computed: ResolvedOperand {
        func value(_ operand: ResolvedOperand) -> SQLiteValue? { if case .value(let value) = operand { value } else { nil } }
        switch self {
        case .arithmetic(let left, let operation, let right):
            guard let left = value(left), let right = value(right) else { return self }
            return .value(operation.apply(left, right))
        case .calendar(let operation, let arguments):
            let values = arguments.compactMap(value)
            guard values.count == arguments.count, let result = try? operation.apply(values, TimeZoneCache()) else { return self }
            return .value(result)
        default:
            return self
        }
    }
}

extension Typed {
    /// `today()` as a day or as a date; everything else as it is.
    func settled(isDay: Bool) -> Typed {
        guard case .startOfDay(let instant, let day) = self else { return self }
        return (isDay ? day : instant).typed
    }

    /// Whether it has no type before it is compared.
    var hasNoType: Bool {
        switch self {
        case .value, .startOfDay: true
        case .resolved, .parameter: false
        }
    }
}

extension Side {
    /// The side, and `today()` as a day beside a day.
    func settled(beside other: Side) -> Side {
        let isDay: Bool =
            switch other.typed {
            case .resolved(_, let type): type == .day
            case .parameter(_, let parameter): parameter.type == .day
            case .value(let value): if case .day = value { true } else { false }
            case .startOfDay: false
            }
        return Side(typed: typed.settled(isDay: isDay), range: range)
    }
}

extension Operand {
    /// Whether it is a period, or one with a sign.
    var isPeriod: Bool { period != nil }

    /// Whether it is a period of hours, minutes or seconds, which are durations everywhere.
    fileprivate var isFixedPeriod: Bool { period?.unit.isFixed == true }

    fileprivate var period: (count: Operand, unit: CalendarUnit, zone: Operand?, isNegated: Bool)? {
        switch kind {
        case .period(let count, let unit, let zone): return (count, unit, zone, false)
        case .negated(let inner):
            guard case .period(let count, let unit, let zone) = inner.kind else { return nil }
            return (count, unit, zone, true)
        default: return nil
        }
    }

    /// The time zone that the operand names, in which periods are added to it.
    fileprivate var carriedZone: Operand? {
        switch kind {
        case .function(.now, let arguments), .function(.today, let arguments):
            return arguments.first
        case .function(let function, let arguments) where function.calendar?.isStart == true && arguments.count > 1:
            return arguments[1]
        case .function(let function, let arguments) where function.calendar?.isStart == true:
            return arguments.first?.carriedZone
        case .arithmetic(let left, _, let right):
            let period = right.period ?? left.period
            return period?.zone ?? (right.isPeriod ? left : right).carriedZone
        default:
            return nil
        }
    }
}

extension SortTerm {
    /// How many characters stand in front of the path: the function and its parenthesis.
    var prefixLength: Int { calendar.map { $0.function.rawValue.unicodeScalars.count + 1 } ?? 0 }
}
