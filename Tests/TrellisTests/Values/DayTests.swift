import Foundation
import TestSupport
import Testing
import Trellis

/// Days are counted as Python counts them, and begin in a time zone where Foundation says so.
struct DayTests {
    @Test func `a day of literals is not optional`() {
        let day: Day = Day(2026, 2, 3)
        #expect(day.description == "2026-02-03")
        #expect(Day("2026-02-03") == day)
        #expect(Day("2026-02-30") == nil)
        #expect(Day(year: 2026, month: 2, day: 30) == nil)
        #expect((Day.min.description, Day.max.description) == ("0001-01-01", "9999-12-31"))
    }

    #if os(macOS) || os(Linux)
        @Test func `a literal that is no day stops the program and says why`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                print(Day(2026, 2, 30))
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("Day(2026, 2, 30) does not exist: the month has the days 1 to 28"))
            #expect(message.contains("DayTests.swift"))
        }

        @Test func `a sum beyond the calendar stops the program and says why`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                print(Day.max + 1)
            }
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("A day computed from 9999-12-31 is not in the years 1 to 9999"))
        }
    #endif

    @Test func `a sum that may leave the calendar is optional`() {
        #expect(Day.max.addingIfExists(days: 1) == nil)
        #expect(Day.min.addingIfExists(months: -1) == nil)
        #expect(Day(2026, 1, 1).addingIfExists(years: .max, months: .max) == nil)
        #expect(Day(2026, 1, 1).addingIfExists(weeks: .min) == nil)
        #expect(Day(2026, 1, 1).addingIfExists(days: .max) == nil)
        #expect(Day(2026, 1, 1).addingIfExists(weeks: 1, days: -1) == Day(2026, 1, 7))
    }

    @Test func `a month that is too short ends the sum at its last day`() {
        #expect(Day(2026, 1, 31).adding(months: 1) == Day(2026, 2, 28))
        #expect(Day(2024, 1, 31).adding(months: 1) == Day(2024, 2, 29))
        #expect(Day(2024, 2, 29).adding(years: 1) == Day(2025, 2, 28))
        #expect(Day(2026, 3, 31).adding(months: -1, days: 1) == Day(2026, 3, 1))
        #expect(Day(2026, 12, 15).adding(months: 2) == Day(2027, 2, 15))
    }

    @Test func `ages are whole years`() {
        let birthday = Day(1990, 6, 15)
        #expect(birthday.years(to: Day(2026, 6, 14)) == 35)
        #expect(birthday.years(to: Day(2026, 6, 15)) == 36)
        #expect(birthday.months(to: Day(1990, 8, 14)) == 1)
        #expect(Day(2026, 3, 10).months(to: Day(2026, 1, 11)) == -1)
        #expect(Day(2026, 3, 10).months(to: Day(2026, 1, 10)) == -2)
    }

    @Test func `days can be iterated`() {
        let days = Array(Day(2024, 2, 27)...Day(2024, 3, 2))
        #expect(days.map(\.day) == [27, 28, 29, 1, 2])
        #expect(Array(stride(from: Day(2026, 1, 1), to: Day(2026, 2, 1), by: 7)).count == 5)
        #expect(Day(2026, 2, 3) - Day(2025, 2, 3) == 365)
        var day = Day(2026, 2, 3)
        day += 30
        day -= 2
        #expect(day == Day(2026, 3, 3))
        #expect(day.startOfMonth...day.endOfMonth == Day(2026, 3, 1)...Day(2026, 3, 31))
    }

    /// Python's calendar is the Gregorian one for all years, too.
    @Test func `parts and sums of random days are Python's`() throws {
        var random = SeededGenerator.forTests()
        let count = TestScale.count(2_000, long: 50_000)
        let first = try #require(Day(year: 1, month: 1, day: 1))
        let days = (0..<count).map { _ in first + Int.random(in: 0...3_652_058, using: &random) }
        let steps = days.map { day in Int.random(in: (Day.min - day)...(Day.max - day), using: &random) }
        let program = """
            import sys, datetime
            for line in sys.stdin:
                text, step = line.split()
                day = datetime.date.fromisoformat(text)
                later = day + datetime.timedelta(days=int(step))
                print(day.year, day.month, day.day, day.isoweekday(), day.timetuple().tm_yday, later.isoformat())
            """
        let input = zip(days, steps).map { "\($0) \($1)\n" }.joined()
        let run = try ChildProcess.run(named: "python3", ["-c", program], input: input)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == count)
        let weekdays: [Locale.Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        for ((day, step), line) in zip(zip(days, steps), lines) {
            let weekday = try #require(weekdays.firstIndex(of: day.weekday)) + 1
            let later = day + step
            #expect("\(day.year) \(day.month) \(day.day) \(weekday) \(day.dayOfYear) \(later)" == line)
            #expect(later - day == step && later - step == day && (day < later) == (step > 0))
        }
    }

    /// In the years of days that Python has; the last day of a shorter month comes from its own table.
    @Test func `months of random days are those of Python's calendar`() throws {
        var random = SeededGenerator.forTests()
        let cases = (0..<TestScale.count(1_000, long: 20_000)).map { _ in
            (Day(1900, 1, 1) + Int.random(in: 0..<100_000, using: &random), Int.random(in: -2_000...2_000, using: &random))
        }
        let program = """
            import sys, datetime, calendar
            for line in sys.stdin:
                text, months = line.split()
                day = datetime.date.fromisoformat(text)
                year, month = divmod(day.year * 12 + day.month - 1 + int(months), 12)
                print(day.replace(year=year, month=month + 1, day=min(day.day, calendar.monthrange(year, month + 1)[1])))
            """
        let run = try ChildProcess.run(named: "python3", ["-c", program], input: cases.map { "\($0.0) \($0.1)\n" }.joined())
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == cases.count)
        for ((day, months), line) in zip(cases, lines) {
            let later = day.adding(months: months)
            #expect("\(later)" == line, "\(day) and \(months) months")
            // A month is whole when the day of the month is reached, which a shorter month may have cut.
            if later.day == day.day { #expect(day.months(to: later) == months) }
        }
    }

    static let zones = [
        "Europe/Berlin", "America/New_York", "America/Sao_Paulo", "America/Havana", "Asia/Kolkata", "Asia/Tehran", "Asia/Beirut",
        "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Kiritimati", "Africa/Cairo", "America/Asuncion", "UTC",
    ]

    @Test(arguments: zones)
    func `a day begins where Foundation says`(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // Each day of eight years, with every change of clocks in them.
        for day in Day(2005, 1, 1)...Day(2012, 12, 31) {
            let start = day.date(in: zone)
            // Apia had no 2011-12-30.
            if name == "Pacific/Apia", day == Day(2011, 12, 30) {
                #expect(Day(start, in: zone) == day + 1)
                continue
            }
            let parts = calendar.dateComponents([.year, .month, .day], from: start)
            #expect((parts.year, parts.month, parts.day) == (day.year, day.month, day.day))
            #expect(calendar.dateComponents([.day], from: start - 1).day != day.day)
            #expect(Day(start, in: zone) == day && Day(start - 0.001, in: zone) < day)
        }
    }

    @Test func `a duration after the beginning of a day is elapsed time`() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        func hour(_ day: Day) -> Int {
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = berlin
            return calendar.component(.hour, from: day.date(in: berlin, adding: .seconds(9 * 3600)))
        }
        #expect(hour(Day(2026, 2, 3)) == 9)
        // Clocks go forward in March, and back in October.
        #expect(hour(Day(2026, 3, 29)) == 10)
        #expect(hour(Day(2026, 10, 25)) == 8)
    }

    @Test func `instants outside the calendar fall on its ends`() {
        for zone in [TimeZone.gmt, .current] {
            #expect(Day(Date(timeIntervalSinceReferenceDate: .infinity), in: zone) == .max)
            #expect(Day(Date(timeIntervalSinceReferenceDate: -.infinity), in: zone) == .min)
            #expect(Day(Date(timeIntervalSinceReferenceDate: 1e300), in: zone) == .max)
        }
        // The calendar is the Gregorian one before 1582, as in the store and in SQLite.
        #expect(Day(Day(1500, 2, 28).date(in: .gmt), in: .gmt) == Day(1500, 2, 28))
    }

    @Test func `today depends on the time zone`() throws {
        let east = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        let west = try #require(TimeZone(identifier: "Pacific/Pago_Pago"))
        // They are 25 hours apart.
        #expect([1, 2].contains(Day.today(in: east) - Day.today(in: west)))
        #expect(abs(Day.today() - Day.today(in: .current)) <= 1)
    }

    /// Weekdays of the Gregorian calendar, as Python's `datetime` computes them.
    @Test(arguments: [
        (Day(1582, 10, 15), "Friday, October 15, 1582"), (Day(1582, 10, 14), "Thursday, October 14, 1582"),
        (Day(1582, 10, 10), "Sunday, October 10, 1582"), (Day(1582, 10, 4), "Monday, October 4, 1582"),
        (Day(1500, 2, 28), "Wednesday, February 28, 1500"), (Day(1200, 2, 29), "Tuesday, February 29, 1200"),
        (Day(1, 1, 1), "Monday, January 1, 1"), (Day(999, 12, 31), "Tuesday, December 31, 999"),
    ])
    func `days before 1582 are formatted in the Gregorian calendar`(day: Day, text: String) {
        let locale = Locale(identifier: "en_US")
        #expect(day.formatted(date: .complete, locale: locale) == text)
        #expect(day.formatted(Date.FormatStyle(locale: locale).year(.twoDigits).day(.twoDigits)).contains(day.description.suffix(2)))
    }

    @Test func `a year before 1582 has the digits of the locale`() {
        #expect(Day(1500, 2, 28).formatted(date: .long, locale: Locale(identifier: "ar_EG")).contains("١٥٠٠"))
        #expect(Day(1500, 2, 28).formatted(date: .numeric, locale: Locale(identifier: "de_DE")).contains("28.2.1500"))
    }

    @Test func `instants without a day of their own have one`() {
        #expect(Day(Date(timeIntervalSinceReferenceDate: .infinity), in: .gmt) == .max)
        #expect(Day(Date(timeIntervalSinceReferenceDate: -.infinity), in: .gmt) == .min)
        #expect(Day(Date(timeIntervalSinceReferenceDate: .nan), in: .gmt) == Day(2001, 1, 1))
    }

    @Test func `days are formatted for people and written for programs`() throws {
        let day = Day(2026, 2, 3)
        #expect(day.formatted(date: .long, locale: Locale(identifier: "de_DE")) == "3. Februar 2026")
        #expect(day.formatted(date: .complete, locale: Locale(identifier: "en_US")).contains("Tuesday, February 3, 2026"))
        let style = Date.FormatStyle(locale: Locale(identifier: "en_US"), timeZone: try #require(TimeZone(identifier: "Asia/Tokyo")))
        #expect(day.formatted(style.day().month(.wide)) == "February 3")
        #expect(Day(1500, 1, 1).formatted(date: .long, locale: Locale(identifier: "en_US")).contains("January 1, 1500"))
        let text = Day.FormatStyle(date: .numeric).locale(Locale(identifier: "en_US")).format(day)
        #expect(text == "2/3/2026")
        let json = try JSONEncoder().encode([day])
        #expect(String(decoding: json, as: UTF8.self) == #"["2026-02-03"]"#)
        #expect(try JSONDecoder().decode([Day].self, from: json) == [day])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Day].self, from: Data(#"["2026-02-30"]"#.utf8)) }
    }
}
