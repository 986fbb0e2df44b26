import Foundation
import Predicates
import Testing

/// Dates in the text of conditions and sort keys.
struct CalendarLanguageTests {
    @Test(arguments: [
        ("year(date) == 2026", "year(date) == 2026"), ("YEAR(date,'Europe/Berlin')=2026", "year(date, \"Europe/Berlin\") == 2026"),
        ("dayofyear(date) > 1", "dayOfYear(date) > 1"), ("weekYear(a.date, $zone) == 1", "weekYear(a.date, $zone) == 1"),
        ("startOfMonth(date) == startofmonth(now())", "startOfMonth(date) == startOfMonth(now())"),
        ("date >= today() - 7 days", "date >= today() - 7 days"), ("date < now('UTC') + 2 HOURS", "date < now(\"UTC\") + 2 hours"),
        ("date + 1 months < $d", "date + 1 month < $d"), ("date+2 month < $d", "date + 2 months < $d"),
        ("date + 1 month 'Asia/Kolkata' < $d", "date + 1 month \"Asia/Kolkata\" < $d"),
        ("date + 1 month $zone < $d", "date + 1 month $zone < $d"), ("date - $n days < $d", "date - $n days < $d"),
        ("date - -1 day < $d", "date - -1 days < $d"), ("date - (a + 1) weeks < $d", "date - (a + 1) weeks < $d"),
        ("date + term days < $d", "date + term days < $d"), ("date + days < $d", "date + days < $d"),
        ("date + days days < $d", "date + days days < $d"), ("date + a.days < $d", "date + a.days < $d"),
        ("date + -(2 days) < $d", "date + -(2 days) < $d"), ("date + -$n days < $d", "date + -($n days) < $d"),
        ("date + (1 year) + 2 quarters - 3 seconds < $d", "date + 1 year + 2 quarters - 3 seconds < $d"),
        ("date + (1 day + 2 days) < $d", "date + (1 day + 2 days) < $d"), ("3 minutes + date < $d", "3 minutes + date < $d"),
        ("date BETWEEN {today() - 1 day, today()}", "date BETWEEN {today() - 1 day, today()}"),
        ("date IN {today(), $d + 1 day}", "date IN {today(), $d + 1 day}"), ("year == month", "year == month"),
        ("day(due) == days", "day(due) == days"), ("ANY rows.date < today() + 1 day", "ANY rows.date < today() + 1 day"),
        ("length>90 MINUTE", "length > 90 minutes"), ("1 hours <= length", "1 hour <= length"),
        ("length BETWEEN {1 hour, $n hours}", "length BETWEEN {1 hour, $n hours}"),
        ("length IN {90 minutes,'PT1H'}", "length IN {90 minutes, \"PT1H\"}"), ("length - 1 days > -(2 weeks)", "length - 1 day > -(2 weeks)"),
        ("ANY rows.length > (a + 1) seconds", "ANY rows.length > (a + 1) seconds"),
        ("date + length(name) days < $d", "date + length(name) days < $d"), ("date + rows.@count days < $d", "date + rows.@count days < $d"),
    ])
    func `functions of the calendar and periods have one spelling, which reads back`(text: String, printed: String) throws {
        let condition = try PredicateParser.condition(text)
        #expect(condition.text == printed)
        #expect(try PredicateParser.condition(condition.text) == condition)
    }

    @Test(arguments: [
        ("year(date)", "year(date)"), ("-month(a.date, 'Europe/Berlin')", "-month(a.date, \"Europe/Berlin\")"),
        ("-startofweek( date )", "-startOfWeek(date)"), ("year", "year"),
    ])
    func `a sort key is a function of a date too`(text: String, printed: String) throws {
        let term = try PredicateParser.sortTerm(text)
        #expect(term.text == printed)
        #expect(try PredicateParser.sortTerm(term.text) == term)
        #expect(term != SortTerm(path: term.path, calendar: CalendarTerm(.second, in: "X"), isAscending: term.isAscending))
    }

    @Test(arguments: [
        ("uppercase(name)", 0, 9, "'uppercase' cannot sort"), ("now()", 0, 3, "'now' cannot sort"),
        ("year(now())", 5, 10, "key path"), ("year(date) + 1", 11, 12, "one function"), ("year(date, $z)", 11, 13, "time zone"),
        ("yaer(date)", 0, 4, "no function 'yaer'"), ("year()", 5, 6, "expected"), ("year(date, 'UTC', 1)", 16, 17, "')'"),
    ])
    func `another sort key is refused with its reason`(text: String, lower: Int, upper: Int, words: String) throws {
        let error = try #require(throws: ConditionError.self) { try PredicateParser.sortTerm(text) }
        #expect(error.range == lower..<upper, "\(error)")
        #expect(error.message.contains(words), "\(error)")
    }

    @Test(arguments: [
        ("date > now() - 7 dyas", 17, 21, "'dyas' is not a unit of time", "days"),
        ("date > now() - $n hour2", 18, 23, "'hour2' is not a unit of time", "hour"),
        ("date > now() - 7 fortnights", 17, 27, "the units are years, quarters, months", nil),
        ("yaer(date) == 1", 0, 4, "no function 'yaer'", "year"),
    ] as [(String, Int, Int, String, String?)])
    func `an unknown unit or function is refused with the known ones`(
        text: String, lower: Int, upper: Int, words: String, nearest: String?
    ) throws {
        let error = try #require(throws: ConditionError.self) { try PredicateParser.condition(text) }
        #expect(error.kind == .syntax)
        #expect(error.range == lower..<upper, "\(error)")
        #expect(error.message.contains(words), "\(error)")
        #expect(error.unknownName != nil)
        if let nearest { #expect(error.candidates.contains(nearest)) }
    }

    @Test(arguments: [
        ("year(made, 'Europe/Berlni') == 1", 12, 25, "no time zone 'Europe/Berlni'"),
        ("made > today('Nowhere')", 14, 21, "no time zone 'Nowhere'"), ("made > now('+25') - 1 day", 12, 15, "no time zone '+25'"),
        ("made + 1 day 'x' > now()", 14, 15, "no time zone 'x'"),
        ("year(made, 3) == 1", 11, 12, "a time zone is a text, for example 'Europe/Berlin'"),
        ("year(made, name) == 1", 11, 15, "or a parameter with one, not a string"),
        ("year(name) == 1", 5, 9, "'year' applies only to dates and days, not to a string"),
        ("hour(due) == 1", 5, 8, "'hour' applies only to dates, because a day has no time"),
        ("month(due, 'UTC') == 1", 6, 9, "a day is in no time zone"),
        ("due + 1 hour == nil", 0, 12, "a day has no time: add hours to a date"),
        ("due + 1 day 'UTC' == nil", 0, 17, "a day is in no time zone"),
        ("count + 1 day == 2", 0, 5, "a period is added to a date, a day or a duration, not to an integer"),
        ("made + 1.5 days == nil", 7, 10, "a period is a whole number of days, not a number"),
        ("made + size days == nil", 7, 11, "a period is a whole number of days, not a floating-point number"),
        ("made * 2 days == nil", 0, 13, "a period is added"), ("2 days - made == nil", 0, 13, "a period is added"),
        ("made + (1 day + 1 day) == nil", 8, 21, "a period is added"), ("made > 7 days", 7, 13, "a period is added"),
        ("abs(1 day) == 1", 4, 9, "a period is added"), ("made > -(1 day)", 7, 15, "a period is added"),
        ("due == now()", 7, 12, "a day cannot be compared with a date"),
        ("90 minutes < made", 0, 10, "or compared with a duration"),
        ("lasts > 2 months", 8, 16, "months have no fixed length: a duration has weeks, days, hours, minutes and seconds"),
        ("lasts + 1 year == nil", 8, 14, "years have no fixed length"),
        ("lasts > 2 hours 'UTC'", 16, 21, "a duration is in no time zone"),
        ("lasts > 1.5 hours", 8, 11, "a period is a whole number of hours, not a number"),
        ("lasts > 9223372036854775807 weeks", 8, 33, "the period is longer than a duration can be"),
        ("lasts * 2 hours == nil", 0, 15, "a period is added"),
    ])
    func `what is no date is refused at its place`(text: String, lower: Int, upper: Int, words: String) throws {
        let errors = try #require(throws: ConditionErrors.self) { try SampleLayout.fetch(text) }.errors
        #expect(errors.count == 1)
        let error = try #require(errors.first)
        #expect(error.range == lower..<upper, "\(error)")
        #expect(error.message.contains(words), "\(error)")
        #expect((error.kind == .unknownTimeZone) == words.hasPrefix("no time zone"))
    }

    @Test func `a time zone, and a number of units, can be arguments and variables`() throws {
        let made = try Condition("year(made, %@) == %d AND made < now(%@) + %d days", arguments: [.text("Asia/Kolkata"), .integer(2026), .text("UTC"), .integer(3)])
        #expect(made.text == "year(made, \"Asia/Kolkata\") == 2026 AND made < now(\"UTC\") + 3 days")
        let later = try PredicateParser.condition("made + $n months $zone < today($zone)")
            .substituting(["n": .integer(2), "zone": .text("Europe/Berlin")])
        #expect(later.text == "made + 2 months \"Europe/Berlin\" < today(\"Europe/Berlin\")")
        #expect(later.functions == [.today])
        #expect(later.hasPeriods)
    }

    @Test func `each function of the calendar is one of conditions`() {
        for function in CalendarFunction.allCases {
            #expect(ConditionFunction(function).calendar == function)
        }
    }
}
