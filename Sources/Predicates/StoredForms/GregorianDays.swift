/// Days of the Gregorian calendar, for all times, counted from 2001-01-01.
package enum GregorianDays {
    // Counted in years that begin with March, so that a leap day is the last of its year, and in periods of 400 years, each
    // of 146,097 days.

    /// The days from 2001-01-01 to a day.
    package static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let (period, yearOfPeriod) = marchYear.flooredDivision(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfPeriod = yearOfPeriod * 365 + yearOfPeriod / 4 - yearOfPeriod / 100 + dayOfYear
        return period * 146_097 + dayOfPeriod - 730_791
    }

    /// The day that lies `days` after 2001-01-01.
    package static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let (period, dayOfPeriod) = (days + 730_791).flooredDivision(by: 146_097)
        let yearOfPeriod =
            (dayOfPeriod - dayOfPeriod / 1460 + dayOfPeriod / 36_524 - dayOfPeriod / 146_096) / 365
        let dayOfYear = dayOfPeriod - (365 * yearOfPeriod + yearOfPeriod / 4 - yearOfPeriod / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = period * 400 + yearOfPeriod + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}

extension Int {
    /// The quotient rounded down, and what is left, which is never negative.
    func flooredDivision(by divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
