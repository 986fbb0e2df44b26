import Foundation
import Predicates
import SQLiteAccess
import Testing

/// What functions of the calendar and periods mean, each rule by its name. The figures are worked out by hand.
struct CalendarMeaningTests {
    private func seconds(_ text: String) throws -> Double { try #require(ISO8601Instant.seconds(text.utf8)) }

    /// Things with one date in all stored forms, and with a day.
    private func store(_ dates: String..., due: String? = nil) throws -> SampleStore {
        let rows = try dates.map { date -> SampleStore.Row in
            let seconds = try seconds(date)
            return [
                "made": .real(seconds), "seen": .real(seconds + 978_307_200), "sent": .text(date),
                "due": due.map { .text($0) } ?? .null,
            ]
        }
        return try SampleStore(["thing": rows])
    }

    /// The keys that a condition finds with each stored form in the place of `@`, at a moment; all must be the same.
    private func keys(_ text: String, in store: SampleStore, now: String = "2026-11-25T12:00:00.000Z") throws -> [Int64] {
        let moment = Date(timeIntervalSinceReferenceDate: try seconds(now))
        let found = try ["made", "seen", "sent"].map { column in
            let condition = try PredicateParser.condition(text.replacing("@", with: column))
            let fetch = try ResolvedFetch(FetchQuery(entity: "Thing", condition: condition), in: SampleLayout.layout, now: moment)
            let keys = try store.keysBySQL(fetch)
            #expect(try store.keysByMemory(fetch) == keys, "\(condition)")
            return keys
        }
        #expect(found.allSatisfy { $0 == found[0] }, "\(text): \(found)")
        return found[0]
    }

    @Test(arguments: [
        ("year(@)", 2025), ("quarter(@)", 4), ("month(@)", 12), ("day(@)", 31), ("dayOfYear(@)", 365), ("weekday(@)", 4), ("hour(@)", 23),
        ("minute(@)", 30), ("second(@)", 15), ("week(@)", 1), ("weekYear(@)", 2026),
        ("year(@, 'Europe/Berlin')", 2026), ("month(@, 'Europe/Berlin')", 1), ("hour(@, 'Europe/Berlin')", 0),
        ("weekday(@, 'Europe/Berlin')", 5), ("quarter(@, 'Europe/Berlin')", 1), ("day(@, 'America/New_York')", 31),
        ("hour(@, 'America/New_York')", 18), ("minute(@, 'Asia/Kolkata')", 0), ("hour(@, 'Asia/Kolkata')", 5),
        ("hour(@, 'GMT+0130')", 1),
    ])
    func `a date has parts in UTC, or in the time zone that is named`(function: String, value: Int) throws {
        let store = try store("2025-12-31T23:30:15.250Z")
        #expect(try keys("\(function) == \(value)", in: store) == [1])
        #expect(try keys("\(function) != \(value)", in: store) == [])
    }

    @Test(arguments: [
        ("startOfYear", "2026-01-01T00:00:00.000Z"), ("startOfQuarter", "2026-10-01T00:00:00.000Z"),
        ("startOfMonth", "2026-11-01T00:00:00.000Z"), ("startOfWeek", "2026-11-23T00:00:00.000Z"),
        ("startOfDay", "2026-11-25T00:00:00.000Z"),
    ])
    func `the start of a unit is its first moment`(function: String, date: String) throws {
        let store = try store("2026-11-25T12:00:00.000Z")
        #expect(try keys("\(function)(@) == CAST(\(seconds(date)), 'NSDate')", in: store) == [1])
        // Clocks in Brazil skipped midnight in 2018.
        let skipped = try self.store("2018-11-04T12:00:00.000Z")
        let start = try seconds("2018-11-04T03:00:00.000Z")
        #expect(try keys("startOfDay(@, 'America/Sao_Paulo') == CAST(\(start), 'NSDate')", in: skipped) == [1])
    }

    @Test(arguments: [
        // The clock goes forward: the day has 23 hours, and 2:30 is 3:30.
        ("2026-03-28T12:00:00.000Z", "1 day", "Europe/Berlin", "2026-03-29T11:00:00.000Z"),
        ("2026-03-28T01:30:00.000Z", "1 day", "Europe/Berlin", "2026-03-29T01:30:00.000Z"),
        ("2026-03-07T07:30:00.000Z", "1 day", "America/New_York", "2026-03-08T07:30:00.000Z"),
        ("2026-10-02T15:45:00.000Z", "1 day", "Australia/Lord_Howe", "2026-10-03T15:45:00.000Z"),
        // The clock goes back: the day has 25 hours, and of two times with one name it is the one with the same offset.
        ("2026-10-24T12:00:00.000Z", "1 day", "Europe/Berlin", "2026-10-25T13:00:00.000Z"),
        ("2026-10-24T00:30:00.000Z", "1 day", "Europe/Berlin", "2026-10-25T00:30:00.000Z"),
        ("2026-10-26T01:30:00.000Z", "-1 days", "Europe/Berlin", "2026-10-25T01:30:00.000Z"),
        ("2026-10-25T01:30:00.000Z", "0 days", "Europe/Berlin", "2026-10-25T01:30:00.000Z"),
        ("2026-10-18T12:00:00.000Z", "1 week", "Europe/Berlin", "2026-10-25T13:00:00.000Z"),
        // Hours are durations.
        ("2026-10-25T00:30:00.000Z", "1 hour", "Europe/Berlin", "2026-10-25T01:30:00.000Z"),
        ("2026-03-28T12:00:00.000Z", "24 hours", "Europe/Berlin", "2026-03-29T12:00:00.000Z"),
        ("2026-10-25T00:30:00.000Z", "90 minutes", "Europe/Berlin", "2026-10-25T02:00:00.000Z"),
        // The last day of a month.
        ("2026-01-31T12:00:00.000Z", "1 month", "UTC", "2026-02-28T12:00:00.000Z"),
        ("2028-02-29T12:00:00.000Z", "1 year", "UTC", "2029-02-28T12:00:00.000Z"),
        ("2026-03-31T12:00:00.000Z", "-1 quarters", "UTC", "2025-12-31T12:00:00.000Z"),
        ("2026-12-31T12:00:00.000Z", "2 months", "UTC", "2027-02-28T12:00:00.000Z"),
        // The date of the zone decides on the month's length: it is 1 February in Kolkata.
        ("2026-01-31T20:00:00.000Z", "1 month", "Asia/Kolkata", "2026-02-28T20:00:00.000Z"),
        ("2026-01-31T20:00:00.500Z", "1 second", "UTC", "2026-01-31T20:00:01.500Z"),
    ])
    func `a period moves a date in the calendar of its time zone`(start: String, period: String, zone: String, end: String) throws {
        let store = try store(start)
        #expect(try keys("@ + \(period) '\(zone)' == CAST(\(seconds(end)), 'NSDate')", in: store) == [1], "by rows")
        // A known date is moved before the fetch, by the same rules.
        let constant = "CAST(\(try seconds(start)), 'NSDate') + \(period) '\(zone)' == CAST(\(try seconds(end)), 'NSDate')"
        #expect(try keys("\(constant) AND @ != nil", in: store) == [1], "before the fetch")
    }

    @Test func `now and today are one moment, and periods are counted in their time zone`() throws {
        let store = try store("2026-10-24T22:00:00.000Z", "2026-10-25T00:00:00.000Z", "2026-10-25T23:00:00.000Z", "2026-10-26T11:00:00.000Z")
        let now = "2026-10-26T11:00:00.000Z"
        #expect(try keys("@ == now()", in: store, now: now) == [4])
        #expect(try keys("@ == today('Europe/Berlin')", in: store, now: now) == [3])
        #expect(try keys("@ == today('Europe/Berlin') - 1 day", in: store, now: now) == [1], "25 hours before")
        #expect(try keys("@ == today() - 1 day", in: store, now: now) == [2])
        #expect(try keys("@ >= today('Europe/Berlin') - 1 day", in: store, now: now) == [1, 2, 3, 4])
        #expect(try keys("@ == now('Europe/Berlin') - 1 day - 13 hours", in: store, now: now) == [1])
        #expect(try keys("hour(today('Europe/Berlin')) == 0 AND @ != nil", in: store, now: now) == [1, 2, 3, 4], "in its own zone")
    }

    @Test func `beside a day, today is a day`() throws {
        let store = try store("2026-10-24T22:00:00.000Z", due: "2026-10-25")
        let now = "2026-10-24T23:00:00.000Z"
        #expect(try keys("due == today('Europe/Berlin') AND @ != nil", in: store, now: now) == [1])
        #expect(try keys("today() == due AND @ != nil", in: store, now: now) == [])
        #expect(try keys("due >= today() - 7 days AND due < today() + 1 month AND @ != nil", in: store, now: now) == [1])
        #expect(try keys("due IN {today(), today() + 1 day} AND @ != nil", in: store, now: now) == [1])
        #expect(try keys("due BETWEEN {today(), today() + 1 day} AND @ != nil", in: store, now: now) == [1])
    }

    @Test func `a day has parts, starts and moves without a time zone`() throws {
        let store = try store("2026-10-24T22:00:00.000Z", due: "2028-02-29")
        for condition in [
            "year(due) == 2028", "month(due) == 2", "day(due) == 29", "weekday(due) == 3", "week(due) == 9", "dayOfYear(due) == 60",
            "startOfMonth(due) == '2028-02-01'", "startOfWeek(due) == '2028-02-28'", "due + 1 year == '2029-02-28'",
            "due + 1 day == '2028-03-01'", "due - 2 months == '2027-12-29'", "due + 8000 years == nil", "quarter(due - 3 quarters) == 2",
        ] {
            #expect(try keys("\(condition) AND @ != nil", in: store) == [1], "\(condition)")
        }
    }

    @Test func `nil and what is outside the calendar stay nil`() throws {
        let store = try SampleStore(["thing": [["made": .real(1e300)], ["made": .real(-.infinity)], ["made": .real(0), "sent": .text("x")]]])
        #expect(try store.keys(where: try PredicateParser.condition("year(made) == nil")) == [1, 2])
        #expect(try store.keys(where: try PredicateParser.condition("made + 1 day == nil")) == [1, 2])
        #expect(try store.keys(where: try PredicateParser.condition("month(sent) == nil AND sent + 1 day == nil")) == [1, 2, 3])
        #expect(try store.keys(where: try PredicateParser.condition("year(nil) == nil AND nil + 1 day == nil")) == [1, 2, 3])
        #expect(try store.keys(where: try PredicateParser.condition("made + limit days == nil")) == [1, 2, 3])
        #expect(try store.keys(where: try PredicateParser.condition("made + 9223372036854775807 years == nil")) == [1, 2, 3])
    }

    @Test func `a period can be counted by each object, and its zone be a parameter`() throws {
        let store = try SampleStore(["thing": [["count": .integer(1)], ["count": .integer(31)], ["count": .integer(400)]]])
        #expect(try store.keys(where: try PredicateParser.condition("month(made + count days) == 2")) == [2, 3])
        let fetch = try SampleLayout.fetch(
            "year(made, $zone) == 2000 AND made < today($zone) - $n days", parameters: [
                "zone": FetchParameter(type: .text, isOptional: false), "n": FetchParameter(type: .integer, isOptional: false),
            ])
        #expect(fetch.parameters.keys.sorted() == ["n", "zone"])
        let select = fetch.select(["_id"])
        func keys(_ zone: String) throws -> [Int64] {
            let statement = try store.connection.prepare(select.sql)
            for (place, value) in try select.values(["zone": .text(zone), "n": .integer(2)]).enumerated() {
                try statement.raw.bind(value, at: Int32(place) + 1)
            }
            var keys = [Int64]()
            while try statement.raw.step() { keys.append(statement.raw.integer(at: 0)) }
            return keys
        }
        #expect(try keys("America/New_York") == [1, 2, 3])
        #expect(try keys("UTC") == [])
        let error = #expect(throws: (any Error).self) { try keys("Atlantis") }
        #expect("\(error.map { "\($0)" } ?? "")".contains("there is no time zone 'Atlantis'"))
    }

    @Test func `objects are sorted by a function of a date`() throws {
        let store = try store(
            "2026-05-01T00:00:00.000Z", "2025-12-31T23:30:00.000Z", "2026-01-15T00:00:00.000Z", "2025-01-01T00:00:00.000Z")
        func keys(_ sort: String...) throws -> [Int64] {
            let fetch = try SampleLayout.fetch(nil, sort: sort)
            let keys = try store.keysBySQL(fetch)
            #expect(try store.keysByMemory(fetch) == keys)
            return keys
        }
        for column in ["made", "seen", "sent"] {
            #expect(try keys("-year(\(column))", "month(\(column))") == [3, 1, 4, 2])
            #expect(try keys("month(\(column), 'Europe/Berlin')", "-\(column)") == [3, 2, 4, 1])
            #expect(try keys("startOfYear(\(column))", "-\(column)") == [2, 4, 1, 3])
        }
        let errors = try #require(throws: ConditionErrors.self) { try keys("year(nmae)", "year(name)", "hour(due)", "year(made, 'X')") }.errors
        #expect(errors.map(\.range) == [5..<9, 0..<10, 0..<9, 0..<15])
    }

    @Test func `known dates are compared by their column alone, so that an index serves`() throws {
        let fetch = try SampleLayout.fetch("sent >= today('Europe/Berlin') - 7 days AND seen < now() + 2 hours")
        #expect(fetch.select(["_id"]).sql.hasSuffix("WHERE t0.sent >= ? AND t0.seen < ? ORDER BY t0._id"), "\(fetch.select(["_id"]).sql)")
    }
}
