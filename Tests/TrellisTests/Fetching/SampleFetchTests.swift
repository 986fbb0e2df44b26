import EveryTypeModel
import Foundation
import Testing
import Trellis

/// The named fetches of a model with every type, before and after their objects are saved.
struct SampleFetchTests {
    private let file: StoreFile<EveryType>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: EveryType.self)
        context = try file.context()
    }

    /// The texts of what a fetch finds; it must be the same once all is saved, and in a fresh context.
    private func texts(_ fetch: (ManagedObjectContext) throws -> [Sample]) throws -> [String] {
        let pending = try fetch(context).map(\.text)
        try context.save()
        #expect(try fetch(context).map(\.text) == pending)
        let other = try file.context()
        #expect(try fetch(other).map(\.text) == pending)
        return pending
    }

    private func sample(_ text: String, _ change: (Sample) -> Void = { _ in }) {
        let sample = Sample(plainIn: context, text: text)
        change(sample)
    }

    @Test func `matching compares a parameter of every type`() throws {
        let id = UUID(repeating: 7)
        let instant = Date(timeIntervalSinceReferenceDate: 100)
        let fits = { (sample: Sample) in
            sample.flag = true
            sample.medium = 5
            sample.double = 0.5
            sample.amount = 1.25
            sample.instant = instant.addingTimeInterval(1)
            sample.bytes = Data([1, 2])
            sample.maybeIdentifier = id
        }
        // Each but the first and the last misses in one property.
        sample("t", fits)
        for change: (Sample) -> Void in [
            { $0.flag = false }, { $0.medium = 6 }, { $0.double = 1 }, { $0.text = "T" }, { $0.amount = 1.24 },
            { $0.instant = instant }, { $0.day = Day(2024, 1, 1) }, { $0.span = .seconds(61) }, { $0.bytes = Data([1]) }, { $0.maybeIdentifier = nil },
        ] {
            sample("t") {
                fits($0)
                change($0)
            }
        }
        sample("t") {
            fits($0)
            $0.medium = -1
        }
        let matching = { (identifier: UUID?, context: ManagedObjectContext) in
            try Sample.matching(
                flag: true, medium: 5, double: 1, text: "t", amount: 1.25, instant: instant, day: Day(2024, 1, 1), span: .seconds(60),
                bytes: Data([1, 2]), identifier: identifier, in: context)
        }
        #expect(try matching(id, context).map(\.medium) == [5, -1])
        #expect(try texts { try matching(id, $0) }.count == 2)
        #expect(try texts { try matching(nil, $0) }.count == 1)
    }

    @Test func `literals compares with the values that stand in the model`() throws {
        let fits = { (sample: Sample) in
            sample.large = -4
            sample.day = Day(2000, 2, 29)
            sample.maybeText = ""
        }
        sample("plain", fits)
        sample("small amount, and therefore last") {
            fits($0)
            $0.amount = -1
        }
        sample("by its double") {
            fits($0)
            $0.large = -5
            $0.double = 2.5
            $0.amount = 12.35
        }
        sample("neither number") {
            fits($0)
            $0.large = -5
            $0.double = 2.51
        }
        sample("the amount") {
            fits($0)
            $0.amount = 12.34
        }
        sample("the day before") {
            fits($0)
            $0.day = Day(2000, 2, 28)
        }
        sample("without a text") { $0.day = Day(2000, 3, 1) }
        sample("it's \"so\"", fits)
        sample("the smallest decimal") {
            fits($0)
            $0.maybeAmount = Decimal(string: "0.000000000000000001")
        }
        sample("another decimal") {
            fits($0)
            $0.maybeAmount = Decimal(string: "0.000000000000000002")
        }
        #expect(
            try texts { try Sample.literals(in: $0) } == [
                "by its double", "another decimal", "plain", "small amount, and therefore last",
            ])
    }

    @Test func `literals finds ten at most`() throws {
        for number in 10..<25 {
            sample("\(number)") {
                $0.day = Day(2001, 1, 1)
                $0.maybeText = ""
            }
        }
        #expect(try texts { try Sample.literals(in: $0) } == (10..<20).map(String.init))
    }

    @Test func `paths compares properties with each other`() throws {
        sample("nil is another value") { $0.large = 3 }
        sample("the same value") { $0.maybeSingle = 0 }
        sample("another value") {
            $0.maybeSingle = 0.5
            $0.large = 2
        }
        sample("too large") { $0.small = 1 }
        sample("at the limit") {
            $0.small = .max
            $0.medium = Int32(Int16.max)
            $0.large = .min
        }
        #expect(try texts { try Sample.paths(in: $0) } == ["at the limit", "another value", "nil is another value"])
    }

    @Test func `strings are compared by their bytes, in memory and in the file`() throws {
        for text in ["e\u{301}", "\u{E9}", "z", "Z", "\u{1F600}", "\u{FFFF}", ""] { sample(text) }
        let found = try texts { try $0.fetch(Fetch<Sample>(where: .compare("text", .equal, to: "\u{E9}"))) }
        #expect(found.map { Array($0.utf8) } == [Array("\u{E9}".utf8)])
        let sorted = try texts { try $0.fetch(Fetch<Sample>(sort: [.ascending("text")])) }
        let expected = ["", "Z", "e\u{301}", "z", "\u{E9}", "\u{FFFF}", "\u{1F600}"]
        #expect(sorted.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test func `large integers are compared exactly`() throws {
        for (text, large) in [("max", Int64.max), ("less", .max - 1), ("min", .min)] { sample(text) { $0.large = large } }
        #expect(try texts { try $0.fetch(Fetch<Sample>(where: .compare("large", .equal, to: Int64.max))) } == ["max"])
        #expect(try texts { try $0.fetch(Fetch<Sample>(where: .compare("large", .less, to: Int64.max - 1))) } == ["min"])
        let beyond = Fetch<Sample>(where: .compare("large", .less, to: 9.223372036854775807e18))
        #expect(try texts { try $0.fetch(beyond) } == ["max", "less", "min"])
    }

    @Test func `a value that is no number yet is found as nil, as it would be stored`() throws {
        sample("NaN") { $0.maybeDouble = .nan }
        sample("nil")
        #expect(try context.fetch(Fetch<Sample>(where: .compare("maybeDouble", .equal, to: Double?.none))).count == 2)
        #expect(try context.fetch(Fetch<Sample>(where: .compare("maybeDouble", .equal, to: 1.5))).isEmpty)
    }
}
