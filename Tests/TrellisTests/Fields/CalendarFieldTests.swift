import Foundation
import OrdersModel
import StudioModel
import Testing
import Trellis

/// Parts of dates and periods by the generated fields, in what a context stores and in what it has not saved.
struct CalendarFieldTests {
    private let file: StoreFile<Orders>
    private let context: ManagedObjectContext
    private let berlin: TimeZone

    /// Orders at the ends of months and years: in Berlin the second is of January, and the fourth of April.
    init() throws {
        file = try StoreFile(of: Orders.self)
        context = try file.context()
        berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        for (text, sum) in [("2015-01-10T12:00:00Z", 1), ("2014-12-31T23:30:00Z", 2), ("2015-03-28T12:00:00Z", 4), ("2015-03-31T22:30:00Z", 8)] {
            OrderRow(in: context, sum: Decimal(sum), order: Order(in: context, date: try Self.date(text)))
        }
        try context.save()
    }

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func sums(_ fetch: Fetch<OrderRow>) throws -> [Decimal] { try context.fetch(fetch).map(\.sum) }

    @Test(.filesOnly(.functions)) func `conditions ask for parts of a date, in UTC or in a time zone`() throws {
        #expect(try sums(OrderRow.where { $0.order.date.year == 2015 }) == [1, 4, 8])
        #expect(try sums(OrderRow.where { $0.order.date.year(in: berlin) == 2015 }) == [1, 2, 4, 8])
        #expect(try sums(OrderRow.where { $0.order.date.month == 3 && $0.order.date.hour < 13 }) == [4])
        #expect(try sums(OrderRow.where { $0.order.date.month(in: berlin).isIn([1, 4]) }) == [1, 2, 8])
        #expect(try sums(OrderRow.where { $0.order.date.weekday(in: berlin) == 7 }) == [1, 4])
        #expect(try sums(OrderRow.where { $0.order.date.startOfMonth(in: berlin) == $0.order.date.startOfDay(in: berlin) }) == [2, 8])
        #expect(try context.fetch(Order.where { $0.rows.any { $0.order.date.year == 2014 } }).count == 1)
    }

    @Test(.filesOnly(.functions)) func `periods are added in the calendar of a time zone`() throws {
        // The clock goes forward between both.
        let next = try Self.date("2015-03-29T11:00:00Z")
        #expect(try sums(OrderRow.where { $0.order.date.adding(.days(1), in: berlin) == next }) == [4])
        #expect(try sums(OrderRow.where { $0.order.date + .days(1) == next + 3600 }) == [4])
        #expect(try sums(OrderRow.where { $0.order.date - .months(1) < next && $0.order.date + .weeks(2) > next }) == [4, 8])
        #expect(try sums(OrderRow.where { ($0.order.date + .months(10)).part(.year) == 2016 }) == [4, 8])
        #expect(try sums(OrderRow.where { $0.order.date.adding(.months(9), in: berlin).part(.year) == 2016 }) == [8])
        #expect(try sums(OrderRow.where { $0.order.date + CalendarPeriod(-$0.order.rows.count, .years) < $0.order.date }) == [1, 2, 4, 8])
    }

    @Test func `now and today are those of the fetch`() throws {
        let fetch = Order.where { $0.date >= .today(in: berlin) - .days(7) && $0.date <= .now() }
        #expect(try context.fetch(fetch).isEmpty)
        let order = Order(in: context, date: Date() - 3600)
        Order(in: context, date: Date() + 3600)
        Order(in: context, date: Date() - 9 * 86_400)
        #expect(try context.fetch(fetch) == [order], "unsaved")
        try context.save()
        #expect(try context.fetch(fetch) == [order], "saved")
        #expect(try order.matches { $0.date > .now() - .hours(2) && $0.date.year(in: berlin) >= 2015 })
        #expect(try !order.matches { $0.date > .now() - .minutes(1) })
    }

    @Test func `today beside a day is the day of the fetch`() throws {
        let studio = try StoreFile(of: Studio.self).context()
        let fetch = Exhibition.where { $0.closes >= .today() }
        #expect(fetch.condition?.text == "closes >= today()")
        #expect(Exhibition.where { $0.closes == .today(in: berlin) }.condition?.text == "closes == today(\"Europe/Berlin\")")
        let week = Exhibition.where { $0.closes >= .today(in: .gmt) - .days(7) && $0.closes < .today(in: .gmt) }
        #expect(week.condition?.text == "closes >= today(\"GMT\") - 7 days AND closes < today(\"GMT\")")
        #expect(Exhibition.where { $0.closes >= Day.today(in: .gmt) }.condition?.text.contains("CAST(") == true)
        let today = Day.today(in: .gmt)
        let recent = Exhibition(in: studio, opens: .now, closes: today - 3)
        Exhibition(in: studio, opens: .now, closes: today - 30)
        #expect(try studio.fetch(week) == [recent], "unsaved")
        try studio.save()
        #expect(try studio.fetch(week) == [recent], "saved")
        #expect(try studio.fetch(fetch).isEmpty)
    }

    @Test(.filesOnly(.functions)) func `objects are sorted by parts, unsaved ones among them`() throws {
        let sorted = Fetch<OrderRow>().sorted { [$0.order.date.month(in: berlin).descending, $0.order.date.year.ascending, $0.order.date.descending] }
        #expect(try sums(sorted) == [8, 4, 2, 1])
        OrderRow(in: context, sum: 16, order: Order(in: context, date: try Self.date("2009-04-01T00:00:00Z")))
        let row = try #require(try context.first(OrderRow.where { $0.sum == 1 }))
        row.order?.date = try Self.date("2015-12-01T00:00:00Z")
        #expect(try sums(sorted) == [1, 16, 8, 4, 2])
        #expect(try sums(sorted.limit(2).offset(1)) == [16, 8])
        try context.save()
        #expect(try sums(sorted) == [1, 16, 8, 4, 2])
    }

    @Test(.filesOnly(.functions)) func `sums are grouped by month`() throws {
        let byParts = Fetch<OrderRow>().storedGroups { (.key($0.order.date.year(in: berlin)), .key($0.order.date.month(in: berlin)), .sum($0.sum)) }
        let months: [(Int, Int, Decimal)] = try context.fetch(byParts)
        #expect(months.map(\.0) == [2015, 2015, 2015])
        #expect(months.map(\.1) == [1, 3, 4])
        #expect(months.map(\.2) == [3, 4, 8])
        let byStart = Fetch<OrderRow>().storedGroups { (.key($0.order.date.startOfMonth), .sum($0.sum), .count) }
        let starts: [(Date, Decimal, Int)] = try context.fetch(byStart)
        #expect(starts.map(\.0) == (try ["2014-12-01T00:00:00Z", "2015-01-01T00:00:00Z", "2015-03-01T00:00:00Z"].map(Self.date)))
        #expect(starts.map(\.1) == [2, 1, 12])
        let some = byStart.having { _, total, _ in total > 1 }
        let latest = some.sorted { start, _, _ in [start.descending] }
        #expect(try context.fetch(latest).map(\.1) == [12, 2])
        let days = Fetch<OrderRow>().storedGroups { (.countDistinct($0.order.date.year), .countDistinct($0.order.date)) }
        #expect(try context.fetch(days).map(\.0) == [2])
        #expect(try context.fetch(days).map(\.1) == [4])
        let names = Fetch<OrderRow>().storedGroups(
            GroupColumn<Int>.key("order.date", .init(.quarter, in: "Europe/Berlin")), .count)
        #expect(try context.fetch(names).map(\.0) == [1, 2])
        #expect(throws: ConditionErrors.self) { try context.fetch(Fetch<OrderRow>().storedGroups(GroupColumn<Int>.key("sum", .init(.year)), .count)) }
        #expect(throws: ConditionErrors.self) { try context.fetch(Fetch<OrderRow>().storedGroups(GroupColumn<Int>.key("order.date", .init(.year, in: "X")), .count)) }
    }

    @Test(.filesOnly(.functions)) func `values are parts too`() throws {
        let years = Fetch<OrderRow>().values { $0.order.date.year }.distinct()
        #expect(try context.fetch(years) == [2014, 2015])
        let fetch = Fetch<OrderRow>().sorted { [$0.order.date.startOfDay(in: berlin).ascending] }
        let values: [(Int, Date)] = try context.fetch(fetch.values { ($0.order.date.day(in: berlin), $0.order.date.startOfYear) })
        #expect(values.map(\.0) == [1, 10, 28, 1])
        #expect(values.map(\.1) == (try ["2014-01-01T00:00:00Z", "2015-01-01T00:00:00Z", "2015-01-01T00:00:00Z", "2015-01-01T00:00:00Z"].map(Self.date)))
        let named = fetch.values(FetchedProperty<Int>("order.date", .init(.month)))
        #expect(try context.fetch(named) == [12, 1, 3, 3])
    }

    @Test(.filesOnly(.functions)) func `a live list keeps the moment at which it was opened, and places objects by parts`() async throws {
        let fetch = Order.where { $0.date <= .now() && $0.date.year(in: berlin) >= 2015 }.sorted { [$0.date.year.descending, $0.date.month.ascending] }
        let controller = FetchedResultsController(fetch, in: context, isolation: nil)
        try controller.performFetch()
        #expect(controller.count == 4)
        let soon = Order(in: context, date: Date() + 0.2)
        try context.save()
        #expect(controller.count == 4, "after the opening")
        try await Task.sleep(for: .milliseconds(250))
        soon.made = true
        try context.save()
        #expect(controller.count == 4, "one moment for the whole list")
        let first = try #require(try context.first(Order.where { $0.date.month == 1 }))
        first.date = try Self.date("2015-05-01T00:00:00Z")
        try context.save()
        #expect(try (0..<controller.count).map { try controller.object(at: IndexPath(indexes: [0, $0])).date.formatted(.iso8601) }
            == ["2015-03-28T12:00:00Z", "2015-03-31T22:30:00Z", "2015-05-01T00:00:00Z", "2014-12-31T23:30:00Z"])
        try controller.performFetch()
        #expect(controller.count == 5)
    }

    @Test(.filesOnly(.functions)) func `a batch moves dates in each stored form`() throws {
        let studio = try StoreFile(of: Studio.self).context()
        let start = try Self.date("2015-03-28T12:00:00Z")
        let exhibition = Exhibition(in: studio, opens: start, announced: start, planned: start, closes: Day("2028-02-29"))
        try studio.save()
        try studio.batchUpdate(Fetch<Exhibition>()) {
            [
                $0.opens.set(to: $0.opens.adding(.days(1), in: berlin)), $0.announced.set(to: $0.announced + .days(1)),
                $0.planned.set(to: $0.planned - .hours(1)), $0.closes.set(to: $0.closes + .years(1)),
            ]
        }
        try studio.refresh(exhibition)
        #expect(exhibition.opens == start + 23 * 3600)
        #expect(exhibition.announced == start + 24 * 3600)
        #expect(exhibition.planned == start - 3600)
        #expect(exhibition.closes == Day("2029-02-28"))
        #expect(try studio.fetch(Exhibition.where { $0.closes.month == 2 && $0.closes.startOfMonth == Day("2029-02-01") }) == [exhibition])
        let parts: [(Int?, Day?)] = try studio.fetch(Fetch<Exhibition>().values { ($0.closes.quarter, $0.closes.startOfYear) })
        #expect(parts.map(\.0) == [1])
        #expect(parts.map(\.1) == [Day("2029-01-01")])
    }

    @Test(.filesOnly(.functions)) func `fetches of a model have parts, periods and a time zone of the caller`() throws {
        let studio = try StoreFile(of: Studio.self).context()
        let late = Exhibition(in: studio, opens: try Self.date("2014-12-31T23:30:00Z"))
        let early = Exhibition(in: studio, opens: try Self.date("2015-12-31T23:30:00Z"), closes: .today())
        let new = Exhibition(in: studio, opens: Date(), announced: Date())
        for _ in 1...2 {
            #expect(try Exhibition.ofYear(year: 2015, zone: "Europe/Berlin", in: studio).contains(late))
            #expect(try Exhibition.ofYear(year: 2014, zone: "UTC", in: studio) == [late])
            #expect(try Exhibition.ofYear(year: 2015, zone: "America/New_York", in: studio).contains(early))
            #expect(try Exhibition.recent(in: studio) == [new])
            #expect(try Exhibition.running(days: 2, in: studio).contains(early))
            #expect(try Exhibition.running(days: 2, in: studio).contains(new))
            #expect(throws: ConditionErrors.self) { try Exhibition.ofYear(year: 2015, zone: "Atlantis", in: studio) }
            try studio.save()
        }
    }
}
