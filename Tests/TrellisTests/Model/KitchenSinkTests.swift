import Foundation
import KitchenSinkModel
import SQLiteAccess
import Testing
import Trellis

extension Values {
    /// Values that say nothing, for tests that care about one of them.
    @discardableResult
    convenience init(plainIn context: ManagedObjectContext) {
        self.init(
            in: context, flag: false, small: 0, medium: 0, large: 0, single: 0, double: 0, text: "", amount: 0, longAmount: 0,
            exact: 0, instant: Date(timeIntervalSinceReferenceDate: 0), unixInstant: Date(timeIntervalSince1970: 0),
            writtenInstant: Date(timeIntervalSince1970: 0), day: Day(2001, 1, 1), bytes: Data(),
            identifier: UUID(repeating: 0), writtenIdentifier: UUID(repeating: 0), page: URL(filePath: "/"), kind: .paper,
            state: .new, counts: [:], place: Point(latitude: 0, longitude: 0))
    }
}

/// The model that uses every feature: the ends of every type, and its features in one another's company.
struct KitchenSinkTests {
    private let file: StoreFile<KitchenSink>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: KitchenSink.self)
        context = try file.context()
    }

    /// Saves values and gives what a fresh context reads in their place, in their order.
    private func readBack<Value>(
        _ values: [Value], _ property: ReferenceWritableKeyPath<Values, Value>
    ) throws -> [Value] {
        let context = try file.context()
        let before = try context.fetchAll(Values.self).count
        for value in values { Values(plainIn: context)[keyPath: property] = value }
        try context.save()
        return try file.context().fetchAll(Values.self).dropFirst(before).map { $0[keyPath: property] }
    }

    private func expectBack<Value: Equatable>(
        _ values: [Value], _ property: ReferenceWritableKeyPath<Values, Value>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try readBack(values, property) == values, sourceLocation: sourceLocation)
    }

    // MARK: The ends of every type

    @Test func `integers and Booleans at both ends, and nil`() throws {
        try expectBack([true, false], \.flag)
        try expectBack([Int16.min, -1, 0, .max], \.small)
        try expectBack([Int32.min, -1, 0, .max], \.medium)
        try expectBack([Int64.min, -1, 0, .max], \.large)
        try expectBack([true, nil, false], \.maybeFlag)
        try expectBack([Int16.min, nil, .max], \.maybeSmall)
        try expectBack([Int32.min, nil, .max], \.maybeMedium)
        try expectBack([Int64.min, nil, .max], \.maybeLarge)
    }

    @Test func `numbers with a fraction bit for bit, and one zero`() throws {
        let doubles = [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, 1.0.nextUp]
        #expect(try readBack(doubles, \.double).map(\.bitPattern) == doubles.map(\.bitPattern))
        try expectBack(doubles + [nil], \.maybeDouble)
        let floats = [Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1]
        #expect(try readBack(floats, \.single).map(\.bitPattern) == floats.map(\.bitPattern))
        try expectBack(floats + [nil], \.maybeSingle)
        // SQLite stores a zero as an integer, which has no sign.
        #expect(try readBack([-0.0], \.double).map(\.sign) == [.plus])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `what is no number is refused, and named`(_ number: Double) throws {
        let values = Values(plainIn: context)
        values.double = number
        values.single = Float(number)
        values.maybeDouble = number
        values.instant = Date(timeIntervalSinceReferenceDate: number)
        values.maybeExact = number.isNaN ? Decimal.nan : 1
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        let refused = error?.failures.filter { $0.rule == .finite }.map(\.property)
        #expect(refused == ["single", "double", "instant", "maybeDouble"] + (number.isNaN ? ["maybeExact"] : []))
        #expect(try file.column("SELECT COUNT(*) FROM \"values\"") == ["0"])
    }

    @Test(.filesOnly(.nul)) func `strings with NUL, emoji and combining marks, byte for byte`() throws {
        let strings = ["", "\0", "a\0b", "👩‍🚀🇺🇳", "e\u{301}", "\u{E9}", "'; DROP TABLE item; --", String(repeating: "x", count: 1 << 20)]
        #expect(try readBack(strings, \.text).map { Array($0.utf8) } == strings.map { Array($0.utf8) })
        try expectBack(strings + [nil], \.maybeText)
    }

    @Test func `no data and a megabyte`() throws {
        let datas = [Data(), Data(repeating: 0x5A, count: 1 << 20), Data(0...255)]
        try expectBack(datas, \.bytes)
        try expectBack(datas + [nil], \.maybeBytes)
    }

    @Test func `dates before 1970 and far in the future, bit for bit`() throws {
        let dates = [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -0.001), Date(timeIntervalSinceReferenceDate: 0.1),
            Date(timeIntervalSinceReferenceDate: 1e300),
        ]
        #expect(
            try readBack(dates, \.instant).map(\.timeIntervalSinceReferenceDate.bitPattern)
                == dates.map(\.timeIntervalSinceReferenceDate.bitPattern))
        try expectBack(dates + [nil], \.maybeInstant)
        let whole = [Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: 253_402_300_799)]
        try expectBack(whole, \.unixInstant)
        try expectBack(whole, \.writtenInstant)
        try expectBack([Day(1, 1, 1), Day(9999, 12, 31), Day(2000, 2, 29)], \.day)
        try expectBack([Day(1, 1, 1), nil], \.maybeDay)
    }

    @Test func `durations at both ends of 64 bits of microseconds, and rounded amounts`() throws {
        let lengths = [Duration.microseconds(Int64.min), .microseconds(-1), .zero, .hours(25), .microseconds(Int64.max)]
        try expectBack(lengths, \.length)
        try expectBack(lengths + [nil], \.maybeLength)
        let halves = try ["0.125", "0.135", "-0.125"].map { try #require(Decimal(string: $0)) }
        #expect(try readBack(halves.map(Optional.some), \.roundedAmount).map { $0.map { "\($0)" } } == ["0.12", "0.14", "-0.12"])
    }

    @Test func `scaled decimals to 18 digits, and canonical ones to 38`() throws {
        func decimals(_ texts: String...) throws -> [Decimal] { try texts.map { try #require(Decimal(string: $0)) } }
        let amounts = try decimals("9999999999999999.99", "-9999999999999999.99", "0.01", "-0.01", "0")
        try expectBack(amounts, \.amount)
        try expectBack(amounts + [nil], \.maybeAmount)
        try expectBack(decimals("0.999999999999999999", "-0.000000000000000001"), \.longAmount)
        let exact = try decimals(
            "99999999999999999999999999999999999999", "-0.00000000000000000000000000000000000001",
            "1234567890123456789.0123456789012345678", "0", "1e20")
        try expectBack(exact, \.exact)
        try expectBack(exact + [nil], \.maybeExact)
        // One digit more than fits is refused.
        let values = Values(plainIn: context)
        values.amount = try #require(Decimal(string: "10000000000000000.00"))
        values.longAmount = 1
        #expect(throws: ObjectValidationError.self) { try context.save() }
    }

    @Test func `identifiers, URLs, enums, JSON and composites`() throws {
        let ids = [UUID(), UUID(repeating: 0), UUID(repeating: 0xFF)]
        try expectBack(ids, \.identifier)
        try expectBack(ids, \.writtenIdentifier)
        try expectBack(ids + [nil], \.maybeIdentifier)
        let pages = try ["https://example.org/a%20b?q=1#x", "mailto:a@b.c", "file:///tmp/"].map { try #require(URL(string: $0)) }
        try expectBack(pages, \.page)
        try expectBack(pages + [nil], \.maybePage)
        try expectBack(Kind.allCases, \.kind)
        try expectBack([State.new, .worn, .broken], \.state)
        try expectBack([Channel.desk, .unknown("pigeon"), nil], \.maybeChannel)
        try expectBack([[:], ["": Int.min, "é\0": .max]], \.counts)
        try expectBack([[:], nil], \.maybeCounts)
        let points = [Point(latitude: -90, longitude: .greatestFiniteMagnitude), Point(latitude: 90, longitude: 0)]
        try expectBack(points, \.place)
        try expectBack(points + [nil], \.maybePlace)
    }

    // MARK: Features together

    /// A shelf with a book and a record, lent to a member.
    private func makeLibrary() throws {
        let shelf = Shelf(in: context, label: "A1")
        let book = Book(in: context, title: "Öl im Getriebe", shelf: shelf, isbn: "3-16-148410-0")
        let record = DoubleRecord(in: context, title: "Live", shelf: shelf)
        record.tracks.append(KitchenSinkModel.Track(in: context, title: "One", seconds: 61))
        record.tracks.insert(KitchenSinkModel.Track(in: context, title: "Zero", seconds: 3.5), at: 0)
        for name in ["red", "blue"] { book.tags.append(KitchenSinkModel.Keyword(in: context, name: name)) }
        let home = Address(street: "Main 1", city: "Bern", zip: "3000", point: Point(latitude: 46.9, longitude: 7.4))
        let ada = Member(in: context, name: "Ada", home: home)
        let ben = Member(in: context, name: "Ben", home: home, work: home)
        ada.spouse = ben
        ada.friends.insert(ben)
        ada.wishes.append(record)
        ada.wishes.append(book)
        ada.favourite = book
        Card(in: context, number: 7, member: ada)
        Loan(in: context, item: book, member: ada)
        try context.save()
    }

    @Test func `a whole library comes back as it was made`() throws {
        try makeLibrary()
        let context = try file.context()
        let ada = try #require(try context.fetchAll(Member.self).first)
        #expect(ada.spouse?.name == "Ben" && ada.spouse?.spouse === ada)
        #expect(ada.friends.map(\.name) == ["Ben"] && ada.friends.first?.friends.first === ada)
        #expect(ada.wishes.map(\.title) == ["Live", "Öl im Getriebe"])
        #expect(ada.card?.number == 7 && ada.card?.member === ada)
        #expect(ada.home.point?.latitude == 46.9 && ada.work == nil)
        let items = try context.fetch(Fetch<Item>(sort: [.ascending("title")]))
        #expect(items.map { type(of: $0) == DoubleRecord.self } == [true, false])
        #expect((items[0] as? Record)?.tracks.map(\.title) == ["Zero", "One"])
        #expect(items[1].tags.map(\.name) == ["red", "blue"])
        #expect(try Item.search(.allWords("ol"), in: context).map(\.title) == ["Öl im Getriebe"])
        #expect(try Loan.open(member: ada, in: context).map { $0.item?.title } == ["Öl im Getriebe"])
        #expect(try Member.inCity(city: "Bern", since: nil, in: context).map(\.name) == ["Ben"])
        #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
    }

    @Test func `delete rules hold across it, in the graph and in plain SQL`() throws {
        try makeLibrary()
        let ada = try #require(try context.fetch(Fetch<Member>(where: .compare("name", .equal, to: "Ada"))).first)
        try context.delete(ada)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.deny(count: 1)])
        let connection = try file.connection()
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM member WHERE name = 'Ada'") }

        for loan in try context.fetchAll(Loan.self) { try context.delete(loan) }
        try context.save()
        #expect(try file.column("SELECT name FROM member") == ["Ben"])
        #expect(try file.column("SELECT COUNT(*) FROM card") == ["0"])
        #expect(try file.column("SELECT COUNT(*) FROM member_friends") == ["0"])
        try connection.execute("DELETE FROM item WHERE title = 'Live'")
        #expect(try file.column("SELECT COUNT(*) FROM track") == ["0"])
        #expect(try Item.search(.allWords("live"), in: file.context()).isEmpty)
    }
}
