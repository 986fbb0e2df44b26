import EveryTypeModel
import Foundation
import Testing
import Trellis

/// What is written is what another context reads, at the ends of every type.
struct EveryTypeTests {
    private let file: StoreFile<EveryType>

    init() throws {
        file = try StoreFile(of: EveryType.self)
    }

    /// Saves values and gives what a fresh context reads in their place, in their order.
    private func readBack<Value>(
        _ values: [Value], _ property: ReferenceWritableKeyPath<Sample, Value>
    ) throws -> [Value] {
        let context = try file.context()
        for value in values { Sample(plainIn: context)[keyPath: property] = value }
        try context.save()
        return try file.context().fetchAll(Sample.self).map { $0[keyPath: property] }
    }

    @Test func `Booleans`() throws {
        #expect(try readBack([true, false], \.flag) == [true, false])
        #expect(try file.context().fetchAll(Sample.self).map(\.maybeFlag) == [nil, nil])
    }

    @Test func `integers at both ends`() throws {
        #expect(try readBack([Int16.min, -1, 0, .max], \.small) == [.min, -1, 0, .max])
        #expect(try EveryTypeTests().readBack([Int32.min, -1, 0, .max], \.medium) == [.min, -1, 0, .max])
        #expect(try EveryTypeTests().readBack([Int64.min, -1, 0, .max], \.large) == [.min, -1, 0, .max])
    }

    @Test func `optional integers at both ends, and nil`() throws {
        #expect(try readBack([Int16.min, nil, .max], \.maybeSmall) == [.min, nil, .max])
        #expect(try EveryTypeTests().readBack([Int32.min, nil, .max], \.maybeMedium) == [.min, nil, .max])
        #expect(try EveryTypeTests().readBack([Int64.min, nil, .max], \.maybeLarge) == [.min, nil, .max])
        #expect(try EveryTypeTests().readBack([true, nil, false], \.maybeFlag) == [true, nil, false])
    }

    @Test func `doubles bit for bit`() throws {
        let doubles = [
            Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.1,
            .pi, 9_007_199_254_740_992, 1e22, 1.0.nextUp,
        ]
        #expect(try readBack(doubles, \.double).map(\.bitPattern) == doubles.map(\.bitPattern))
        #expect(try EveryTypeTests().readBack(doubles + [nil], \.maybeDouble) == doubles + [nil])
    }

    @Test func `floats bit for bit`() throws {
        let floats = [Float.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, 0.1, 16_777_216]
        #expect(try readBack(floats, \.single).map(\.bitPattern) == floats.map(\.bitPattern))
        #expect(try EveryTypeTests().readBack(floats + [nil], \.maybeSingle) == floats + [nil])
    }

    @Test func `a negative zero comes back as zero, which SQLite knows one of`() throws {
        #expect(try readBack([-0.0], \.double).map(\.bitPattern) == [Double(0).bitPattern])
        #expect(try EveryTypeTests().readBack([-0.0], \.single).map(\.bitPattern) == [Float(0).bitPattern])
    }

    @Test(.filesOnly(.nul)) func `strings byte for byte`() throws {
        let strings = [
            "", "\0", "before\0after", "\u{1F469}\u{200D}\u{1F680} \u{1F1FA}\u{1F1F3}", "e\u{301}", "\u{E9}", "\u{FEFF}BOM",
            "'; DROP TABLE sample; --", "\r\n\t", String(repeating: "x", count: 200_000), "\u{10FFFF}", "\u{202E}right to left",
        ]
        #expect(try readBack(strings, \.text).map { Array($0.utf8) } == strings.map { Array($0.utf8) })
        let optional: [String?] = strings + [nil]
        #expect(
            try EveryTypeTests().readBack(optional, \.maybeText).map { $0.map { Array($0.utf8) } }
                == optional.map { $0.map { Array($0.utf8) } })
    }

    @Test func `dates bit for bit, long ago and far ahead`() throws {
        let dates = [
            Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: -0.001),
            Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSinceReferenceDate: 1e300),
            Date(timeIntervalSinceReferenceDate: 789_012_345.678_901_2),
        ]
        let bits = dates.map(\.timeIntervalSinceReferenceDate.bitPattern)
        #expect(try readBack(dates, \.instant).map(\.timeIntervalSinceReferenceDate.bitPattern) == bits)
        #expect(try EveryTypeTests().readBack(dates + [nil], \.maybeInstant) == dates + [nil])
    }

    @Test func `decimals of eighteen digits, and negative ones`() throws {
        let amounts = try ["9999999999999999.99", "-9999999999999999.99", "0.01", "-0.01", "0", "12.3", "1e3"].map {
            try #require(Decimal(string: $0))
        }
        #expect(try readBack(amounts, \.amount) == amounts)
        let small = try ["0.999999999999999999", "-0.999999999999999999", "0.000000000000000001"].map {
            try #require(Decimal(string: $0))
        }
        #expect(try EveryTypeTests().readBack(small + [nil], \.maybeAmount) == small + [nil])
    }

    @Test func `the first and the last day, and a leap day`() throws {
        let days = [Day(1, 1, 1), Day(9999, 12, 31), Day(2000, 2, 29)]
        #expect(try readBack(days, \.day) == days)
        #expect(try file.column("SELECT day FROM sample") == ["0001-01-01", "9999-12-31", "2000-02-29"])
        #expect(try EveryTypeTests().readBack(days + [nil], \.maybeDay) == days + [nil])
    }

    @Test func `no data, much data, and every byte`() throws {
        let datas = [Data(), Data(repeating: 0xA5, count: 1 << 20), Data(0...255)]
        #expect(try readBack(datas, \.bytes) == datas)
        // Empty is not nil.
        #expect(try EveryTypeTests().readBack(datas + [nil], \.maybeBytes) == datas + [nil])
    }

    @Test func `UUIDs`() throws {
        let ids = [UUID(), UUID(repeating: 0), UUID(repeating: 0xFF)]
        #expect(try readBack(ids, \.identifier) == ids)
        #expect(try file.column("SELECT lower(hex(identifier)) FROM sample")[2] == String(repeating: "f", count: 32))
        #expect(try EveryTypeTests().readBack(ids + [nil], \.maybeIdentifier) == ids + [nil])
    }

    @Test func `an object without attributes`() throws {
        let context = try file.context()
        let empty = Empty(in: context)
        try context.save()
        #expect(try file.context().fetchAll(Empty.self).map(\.objectID) == [empty.objectID])
        #expect(try file.rows("SELECT * FROM empty") == [["1", "1"]])
    }

    @Test func `an accent spelled in another way is a change, and is stored`() throws {
        let context = try file.context()
        let sample = Sample(plainIn: context, text: "caf\u{E9}")
        sample.maybeText = "caf\u{E9}"
        try context.save()
        sample.text = "cafe\u{301}"
        sample.maybeText = "cafe\u{301}"
        #expect(sample.isUpdated)
        try context.save()
        #expect(try file.rows("SELECT hex(text), hex(maybe_text) FROM sample") == [["63616665CC81", "63616665CC81"]])
        let read = try #require(try file.context().fetchAll(Sample.self).first)
        #expect(Array(read.text.utf8) == Array("cafe\u{301}".utf8))
    }
}
