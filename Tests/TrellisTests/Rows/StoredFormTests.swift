import EveryTypeModel
import Foundation
import Testing
import Trellis

/// How values stand in the file, which others read too.
struct StoredFormTests {
    private let file: StoreFile<EveryType>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: EveryType.self)
        context = try file.context()
    }

    @Test func `each type has its storage class`() throws {
        let sample = Sample(plainIn: context)
        sample.flag = true
        sample.amount = -12.3
        sample.day = Day(1999, 12, 31)
        sample.instant = Date(timeIntervalSinceReferenceDate: 60)
        sample.identifier = UUID(repeating: 0xAB)
        try context.save()

        let columns = [
            "flag", "small", "medium", "large", "single", "double", "text", "amount", "instant", "day", "bytes", "identifier",
        ]
        #expect(
            try file.rows("SELECT \(columns.map { "typeof(\($0))" }.joined(separator: ", ")) FROM sample") == [
                [
                    "integer", "integer", "integer", "integer", "real", "real", "text", "integer", "real", "text", "blob",
                    "blob",
                ]
            ])
        #expect(
            try file.rows("SELECT flag, amount, day, instant, hex(identifier) FROM sample") == [
                ["1", "-1230", "1999-12-31", "60.0", String(repeating: "AB", count: 16)]
            ])
    }

    @Test func `nil is NULL in every optional column`() throws {
        Sample(plainIn: context)
        try context.save()
        let columns = [
            "maybe_flag", "maybe_small", "maybe_medium", "maybe_large", "maybe_single", "maybe_double", "maybe_text",
            "maybe_amount", "maybe_instant", "maybe_day", "maybe_bytes", "maybe_identifier",
        ]
        let row = try #require(try file.rows("SELECT \(columns.joined(separator: ", ")) FROM sample").first)
        #expect(row.count == 12)
        #expect(row.allSatisfy { $0 == nil })
    }

    @Test func `a new object has the defaults that the model declares`() throws {
        let before = Date.now
        let made = Defaults(in: context)
        let second = Defaults(in: context)
        try context.save()
        let read = try #require(try file.context().fetchAll(Defaults.self).first)

        #expect(read.flag)
        #expect(read.small == -32768)
        #expect(read.large == .max)
        #expect(read.double == -0.125)
        #expect(Array(read.text.utf8) == Array("it's a \"quoted\" \\ text\nof two lines \u{E9}".utf8))
        #expect(read.amount == Decimal(string: "1234567890.0625"))
        #expect(read.instant == Date(timeIntervalSinceReferenceDate: 10))
        #expect(read.day == Day(2024, 2, 29))
        #expect(read.fixed == UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))
        // Defaults that are computed for each object.
        #expect(read.made >= before && read.made <= .now)
        #expect(read.made == made.made)
        #expect(read.today == made.today)
        #expect(read.identifier == made.identifier)
        #expect(made.identifier != second.identifier)
    }

    @Test func `a given value replaces the default`() throws {
        let context = try file.context()
        let object = Defaults(in: context, flag: false, small: 3, text: "")
        #expect(!object.flag)
        #expect(object.small == 3)
        #expect(object.text == "")
        #expect(object.large == .max)
    }

    @Test func `a plain sqlite3 writes rows that the library reads`() throws {
        try file.execute(
            """
            INSERT INTO sample (flag, small, medium, large, single, double, text, amount, instant, day, span, bytes, identifier)
            VALUES (1, 2, 3, 4, 5, 6, 'seven', 800, 9, '2010-10-10', 1500000, x'0B', x'0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C0C')
            """)
        let sample = try #require(try context.fetchAll(Sample.self).first)
        #expect(sample.flag)
        #expect(sample.single == 5)
        #expect(sample.text == "seven")
        #expect(sample.amount == 8)
        #expect(sample.instant == Date(timeIntervalSinceReferenceDate: 9))
        #expect(sample.bytes == Data([11]))
        #expect(sample.identifier == UUID(repeating: 12))
    }
}
