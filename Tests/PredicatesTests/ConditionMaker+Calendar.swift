import Predicates

extension ConditionMaker {
    mutating func zone() -> [Operand] {
        chance(3) ? [] : [Operand(.value(.text(oneOf(["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "UTC"]))))]
    }

    mutating func part(depth: Int) -> Operand {
        let parts = CalendarFunction.allCases.filter { !$0.isStart }
        if chance(4) { return Operand(.function(ConditionFunction(oneOf(Array(parts.prefix(8)))), [day()])) }
        return Operand(.function(ConditionFunction(oneOf(parts)), [instant(depth: depth - 1)] + zone()))
    }

    mutating func period(_ units: [CalendarUnit], hasZone: Bool = true) -> Operand {
        let count = chance(3) ? path({ $0 == .integer })?.operand : nil
        let zone = hasZone ? zone().first : nil
        let number = Operand(.value(.integer(Int64.random(in: -40...40, using: &random))))
        let period = Operand(.period(count ?? number, oneOf(units), zone: zone))
        return chance(6) ? Operand(.negated(period)) : period
    }

    mutating func day() -> Operand {
        let day: Operand =
            switch Int.random(in: 0..<4, using: &random) {
            case 0: Operand(.value(.day(oneOf(["2000-02-29", "0001-01-01", "9999-12-31"]))))
            case 1: Operand(.function(.today, zone()))
            default: path({ $0 == .day })?.operand ?? Operand(.value(.day("2000-02-29")))
            }
        if chance(2) { return day }
        if case .function = day.kind { return Operand(.arithmetic(day, oneOf([.plus, .minus]), period([.years, .months, .weeks, .days]))) }
        return Operand(.arithmetic(day, oneOf([.plus, .minus]), period([.years, .quarters, .months, .weeks, .days], hasZone: false)))
    }
}
