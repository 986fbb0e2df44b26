import AttributeOptionsModel
import Foundation
import Testing
import Trellis

/// Dates and UUIDs in the forms of other programs' files.
struct StorageChoiceTests {
    private let file: StoreFile<AttributeOptions>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: AttributeOptions.self)
        context = try file.context()
    }

    private func readBack() throws -> [Event] {
        try file.context().fetchAll(Event.self)
    }

    @Test func `each form has its storage class, and is what other programs write`() throws {
        let id = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        Event(
            in: context, title: "first", made: Date(timeIntervalSince1970: 1_700_000_000.25), sent: Date(timeIntervalSince1970: 0.5),
            token: id)
        try context.save()
        #expect(
            try file.rows("SELECT typeof(made), typeof(sent), typeof(token), seen, read, source FROM event") == [
                ["real", "text", "text", nil, nil, nil]
            ])
        #expect(
            try file.rows("SELECT made, sent, token, datetime(made, 'unixepoch'), unixepoch(sent) FROM event") == [
                [
                    "1700000000.25", "1970-01-01T00:00:00.500Z", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
                    "2023-11-14 22:13:20", "0",
                ]
            ])
        let read = try #require(try readBack().first)
        #expect(read.made == Date(timeIntervalSince1970: 1_700_000_000.25))
        #expect(read.sent == Date(timeIntervalSince1970: 0.5))
        #expect(read.token == id)
        #expect(read.source == nil && read.read == nil && read.seen == nil)
    }

    @Test func `a plain sqlite3 writes rows that the library reads`() throws {
        try file.execute(
            """
            INSERT INTO event (title, made, seen, sent, read, token, source)
            VALUES ('plain', 0, -1.5, strftime('%Y-%m-%dT%H:%M:%fZ', '2024-02-29 12:00:00'), '1600-01-01T00:00:00.001Z',
              '00000000-0000-0000-0000-000000000001', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
            """)
        let event = try #require(try context.fetchAll(Event.self).first)
        #expect(event.made == Date(timeIntervalSince1970: 0))
        #expect(event.seen == Date(timeIntervalSince1970: -1.5))
        #expect(event.sent == Date(timeIntervalSince1970: 1_709_208_000))
        #expect(event.read == Date(timeIntervalSinceReferenceDate: -12_654_403_199.999))
        #expect(event.token.uuidString.hasSuffix("01"))
        #expect(event.source == UUID(repeating: 0xFF))
    }

    @Test func `a date since 1970 keeps whole seconds for ever, and the microseconds of our days`() throws {
        let dates = [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -0.001),
            Date(timeIntervalSinceReferenceDate: 1e300), Date(timeIntervalSinceReferenceDate: -978_307_199.9),
        ]
        for date in dates { Event(in: context, title: "", made: date) }
        let fine = Date(timeIntervalSinceReferenceDate: 789_012_345.678_901_2)
        Event(in: context, title: "", made: fine)
        try context.save()
        let read = try readBack().map(\.made)
        #expect(Array(read.prefix(dates.count)) == dates)
        #expect(abs(read[dates.count].timeIntervalSince(fine)) < 0.000_000_24)
        // What was stored once stays what it is.
        let again = try file.context()
        let event = try #require(try again.fetchAll(Event.self).last)
        let before = try file.column("SELECT made FROM event ORDER BY _id")
        event.made = event.made.addingTimeInterval(1)
        event.made = event.made.addingTimeInterval(-1)
        try again.save()
        #expect(try file.column("SELECT made FROM event ORDER BY _id") == before)
    }

    @Test func `a date as text is kept to the nearest millisecond`() throws {
        for seconds in [0.0004, 0.0006, -0.0006, 0.1, 789_012_345.678_901_2] {
            Event(in: context, title: "", sent: Date(timeIntervalSinceReferenceDate: seconds))
        }
        try context.save()
        #expect(
            try file.column("SELECT sent FROM event ORDER BY _id") == [
                "2001-01-01T00:00:00.000Z", "2001-01-01T00:00:00.001Z", "2000-12-31T23:59:59.999Z",
                "2001-01-01T00:00:00.100Z", "2026-01-02T02:05:45.679Z",
            ])
        #expect(
            try readBack().map(\.sent.timeIntervalSinceReferenceDate) == [0, 0.001, -0.001, 0.1, 789_012_345.679])
    }

    @Test func `the far ends of what a text can hold come back, and what lies beyond is refused`() throws {
        Event(in: context, title: "", sent: .distantPast)
        Event(in: context, title: "", sent: .distantFuture)
        try context.save()
        #expect(try readBack().map(\.sent) == [.distantPast, .distantFuture])

        Event(in: context, title: "", sent: Date(timeIntervalSinceReferenceDate: 252_423_993_600))
        Event(in: context, title: "", sent: Date(timeIntervalSinceReferenceDate: -63_145_526_401))
        Event(in: context, title: "", made: Date(timeIntervalSinceReferenceDate: .infinity))
        Event(in: context, title: "", sent: Date(timeIntervalSinceReferenceDate: .nan))
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["sent", "sent", "made", "sent"])
        #expect(error?.failures.map(\.rule) == [.calendarYears, .calendarYears, .finite, .finite])
        #expect(error?.failures.first?.value == "252423993600.0 seconds since 2001")
    }

    @Test func `bounds are held to, and told as instants`() throws {
        Event(
            in: context, title: "", seen: Date(timeIntervalSince1970: -1),
            read: Date(timeIntervalSinceReferenceDate: -13_197_600_000.001))
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.min("1970-01-01T00:00:00Z"), .min("1582-10-15T00:00:00Z")])
        #expect(error?.failures.map(\.value) == ["1969-12-31T23:59:59Z", "1582-10-14T23:59:59.999Z"])
    }

    @Test func `uniqueness goes by what is stored`() throws {
        let now = Date(timeIntervalSinceReferenceDate: 5)
        Event(in: context, title: "", read: now)
        Event(in: context, title: "", read: now.addingTimeInterval(0.0002))
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["read"])
        #expect(error?.failures.map(\.value) == ["2001-01-01T00:00:05.000Z"])
    }

    @Test(arguments: [
        ("sent", "'2001-01-01T00:00:00Z'"), ("sent", "'2001-01-01 00:00:00.000'"), ("sent", "''"),
        ("read", "'2001-02-29T00:00:00.000Z'"), ("token", "'6BA7B810-9DAD-11D1-80B4-00C04FD430C8'"),
        ("source", "'x'"),
    ])
    func `a text in another form is told with its place`(column: String, sql: String) throws {
        Event(in: context, title: "")
        try context.save()
        try file.execute("UPDATE event SET \(column) = \(sql)")
        let other = try file.context()
        let error = #expect(throws: StoreError.self) { try other.fetchAll(Event.self) }
        #expect(error?.place == "event 1 \(column) TEXT")
    }

    @Test func `conditions and order are the same before a save and after it`() throws {
        let id = try #require(UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000.123_456_7)
        for (number, offset) in [0, 1, -1, 0.000_000_1, 0.0004, -0.0004, 1e9, -1e9, 3e10].enumerated() {
            let date = start.addingTimeInterval(offset)
            Event(
                in: context, title: "\(number)", made: date, sent: date, read: number < 5 ? date.addingTimeInterval(Double(number)) : nil,
                source: number % 3 == 0 ? id : nil)
        }
        let fetches: [(ManagedObjectContext) throws -> [Event]] = [
            { try Event.between(from: start, to: start.addingTimeInterval(9), source: id, in: $0) },
            { try Event.between(from: start, to: .distantFuture, source: nil, in: $0) },
            { try Event.between(from: Date(timeIntervalSinceReferenceDate: -1e12), to: nil, source: id, in: $0) },
            { try Event.known(in: $0) },
            { try $0.fetch(Fetch(where: .compare("made", .equal, to: start))) },
            { try $0.fetch(Fetch(where: .compare("sent", .equal, to: start), sort: [.descending("made")])) },
            { try $0.fetch(Fetch(where: .compare("sent", .less, to: Date(timeIntervalSinceReferenceDate: 1e12)))) },
            { try $0.fetch(Fetch(where: .compare("sent", .less, to: Date(timeIntervalSinceReferenceDate: -1e12)))) },
            { try $0.fetch(Fetch(where: .compare("source", .notEqual, to: id), sort: [.ascending("sent"), .ascending("made")])) },
        ]
        let pending = try fetches.map { try $0(context).map(\.title) }
        #expect(pending[0] == ["0", "3"])
        #expect(pending[3] == ["0", "3", "6"])
        #expect(pending[4].contains("0"))
        #expect(pending[6].count == 9 && pending[7].isEmpty)
        try context.save()
        let fresh = try file.context()
        #expect(try fetches.map { try $0(context).map(\.title) } == pending)
        #expect(try fetches.map { try $0(fresh).map(\.title) } == pending)
        // Read back, and judged in memory again.
        for event in try fresh.fetchAll(Event.self) { event.title += "" + "!" }
        #expect(try fetches.map { try $0(fresh).map { String($0.title.dropLast()) } } == pending)
    }
}
