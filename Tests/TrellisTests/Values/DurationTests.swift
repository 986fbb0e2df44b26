import EveryTypeModel
import Foundation
import TestSupport
import Testing
import Trellis
import ValueRulesModel

/// Durations are stored as microseconds, exactly or not at all, and conditions, sums and means of them are exact.
struct DurationTests {
    private let file: StoreFile<EveryType>

    init() throws { file = try StoreFile(of: EveryType.self) }

    private func save(_ spans: [Duration?]) throws -> ManagedObjectContext {
        let context = try file.context()
        for span in spans {
            let sample = Sample(plainIn: context)
            sample.span = span ?? .zero
            sample.maybeSpan = span
        }
        try context.save()
        return try file.context()
    }

    private static let ends: [Duration] = [
        .zero, .microseconds(1), .microseconds(-1), .seconds(5400), .microseconds(Int64.max), .microseconds(Int64.min),
    ]

    @Test func `durations come back at both ends of 64 bits`() throws {
        let samples = try save(Self.ends + [nil]).fetchAll(Sample.self)
        #expect(samples.map(\.maybeSpan) == Self.ends + [nil])
        #expect(
            try file.column("SELECT maybe_span FROM sample ORDER BY _id")
                == ["0", "1", "-1", "5400000000", "9223372036854775807", "-9223372036854775808", "NULL"])
    }

    @Test(arguments: [
        Duration.nanoseconds(1), .microseconds(Int64.max) + .microseconds(1), .microseconds(Int64.min) - .nanoseconds(1),
        .seconds(Int64.max), Duration(secondsComponent: 0, attosecondsComponent: 1),
    ])
    func `a duration that no column holds is refused and stays unsaved`(_ span: Duration) throws {
        let context = try file.context()
        let sample = Sample(plainIn: context)
        sample.span = span
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["span"])
        #expect(error?.failures.map(\.rule) == [.microseconds])
        #expect(try file.column("SELECT COUNT(*) FROM sample") == ["0"])
    }

    @Test func `a default is the model's, and new objects have it`() throws {
        let values = Defaults(in: try file.context())
        #expect((values.span, values.brief) == (.minutes(90), .microseconds(-1)))
        #expect(Sample(plainIn: try file.context()).span == .zero)
    }

    // MARK: Conditions

    /// An operator in a condition of Swift, the same as text, and the same between two durations.
    private static let comparisons: [(name: String, swift: @Sendable (Sample.Fields, Duration) -> Condition, truth: @Sendable (Duration, Duration) -> Bool)] = [
        ("<", { $0.span < $1 }, { $0 < $1 }), ("<=", { $0.span <= $1 }, { $0 <= $1 }), (">", { $0.span > $1 }, { $0 > $1 }),
        (">=", { $0.span >= $1 }, { $0 >= $1 }), ("==", { $0.span == $1 }, { $0 == $1 }), ("!=", { $0.span != $1 }, { $0 != $1 }),
    ]

    @Test func `comparisons are exact for values between two stored ones`() throws {
        var random = SeededGenerator.forTests()
        var spans = Self.ends + [.microseconds(9_007_199_254_740_993)]
        for _ in 0..<20 { spans.append(.microseconds(Int64.random(in: .min ... .max, using: &random))) }
        let context = try save(spans)
        let unsaved = try file.context()
        for span in spans { Sample(plainIn: unsaved).span = span }
        for _ in 0..<TestScale.count(60, long: 2_000) {
            // Near a stored value, with a fraction of a microsecond or without one.
            let step = Duration(secondsComponent: 0, attosecondsComponent: [0, 1, -1, 500_000_000_000].randomElement(using: &random) ?? 0)
            let bound = (spans.randomElement(using: &random) ?? .zero) + step
            for (name, swift, truth) in Self.comparisons {
                let expected = spans.filter { truth($0, bound) }
                #expect(try context.fetch(Sample.where { swift($0, bound) }).map(\.span) == expected, "\(name) \(bound)")
                let text = try Condition("span \(name) %@", bound.iso8601Format())
                #expect(try context.fetch(Fetch<Sample>(where: text)).map(\.span) == expected, "\(text)")
                let found = try unsaved.fetch(Sample.where { swift($0, bound) }).filter(\.objectID.isTemporary)
                #expect(found.map(\.span).sorted() == expected.sorted(), "in memory, \(name) \(bound)")
            }
        }
    }

    @Test func `durations sort by their length`() throws {
        let context = try save(Self.ends)
        let sorted = try context.fetch(Fetch<Sample>().sorted { [$0.span.ascending] })
        #expect(sorted.map(\.span) == Self.ends.sorted())
        #expect(try context.fetch(Fetch<Sample>().sorted { [$0.span.descending] }).first?.span == .microseconds(Int64.max))
    }

    @Test(.filesOnly(.functions), arguments: [
        ("span == \"PT1H30M\"", [5400]), ("span > \"PT1M\" AND span < \"P1D\"", [90, 5400]), ("span IN {\"PT90S\", \"P1D\"}", [90, 86_400]),
        ("span BETWEEN {\"PT1M30S\", \"PT90M\"}", [90, 5400]), ("span + \"PT30M\" == \"PT2H\"", [5400]), ("span * 2 > \"PT3H\"", [86_400]),
        ("span / 2 == \"PT45S\"", [90]), ("-span < \"-PT2H\"", [86_400]), ("CAST(span, 'NSNumber') == 90", [90]),
        ("span - maybeSpan == \"PT0S\"", [90, 5400, 86_400]), ("instant + span > CAST(5400, 'NSDate')", [86_400]),
        ("instant + \"PT1H\" == CAST(3600, 'NSDate')", [90, 5400, 86_400]), ("abs(span) >= \"PT1H30M\"", [5400, 86_400]),
        ("span / \"PT1M\" == 1.5", [90]),
        ("span > 89 seconds AND span <= 90 minutes", [90, 5400]), ("1 day == span", [86_400]), ("span IN {90 seconds, 1 day}", [90, 86_400]),
        ("span BETWEEN {90 seconds, 2 hours}", [90, 5400]), ("span + 30 minutes == 2 hours", [5400]), ("2 hours - span > 0 hours", [90, 5400]),
        ("-span < -2 hours", [86_400]), ("span > 1 hour + 29 minutes", [5400, 86_400]), ("instant + (1 hour + 30 minutes) <= instant + span", [5400, 86_400]),
        ("span < -(-1 weeks) AND span != (medium + 90) seconds", [5400, 86_400]), ("span - (medium - 10) seconds == 100 seconds", [90]),
        ("instant + 1 day == instant + span", [86_400]),
    ])
    func `texts say durations as ISO 8601 does`(_ text: String, _ seconds: [Int]) throws {
        let context = try save([.seconds(90), .seconds(5400), .seconds(86_400)])
        let condition = try Condition(text)
        #expect(try context.fetch(Fetch<Sample>(where: condition)).map(\.span) == seconds.map { .seconds($0) })
        // Printed and read again, it is the same.
        #expect(try Condition(condition.description) == condition)
        let unsaved = try file.context()
        for span in [90, 5400, 86_400] {
            let sample = Sample(plainIn: unsaved)
            (sample.span, sample.maybeSpan) = (.seconds(span), .seconds(span))
        }
        #expect(try unsaved.fetch(Fetch<Sample>(where: condition)).filter(\.objectID.isTemporary).map(\.span) == seconds.map { .seconds($0) })
    }

    @Test(arguments: ["span > 5", "span > \"PT\"", "span > \"P1M\"", "span == \"one hour\"", "span * 1.5 > \"PT1H\"", "day < \"PT1H\""])
    func `a text that is no duration is an error`(_ text: String) throws {
        let context = try file.context()
        #expect(throws: (any Error).self) { try context.fetch(Fetch<Sample>(where: try Condition(text))) }
    }

    @Test func `a computed bound beyond 64 bits is greater than each duration`() throws {
        let context = try save(Self.ends)
        let condition = try Condition("span < %@ * 2 / 2 AND span > -(%@ * 3)", Duration.microseconds(Int64.max), Duration.microseconds(Int64.max))
        #expect(try context.fetch(Fetch<Sample>(where: condition)).map(\.span) == Self.ends)
    }

    @Test(.filesOnly(.functions)) func `Swift's operators compute with durations`() throws {
        let context = try save([.seconds(90), .seconds(5400)])
        func spans(_ condition: (Sample.Fields) -> Condition) throws -> [Duration] {
            try context.fetch(Sample.where(condition)).map(\.span)
        }
        #expect(try spans { $0.span + .minutes(30) == .hours(2) } == [.seconds(5400)])
        #expect(try spans { $0.span + $0.maybeSpan == .minutes(3) } == [.seconds(90)])
        #expect(try spans { $0.span * 2 > .hours(2) } == [.seconds(5400)])
        #expect(try spans { $0.span / 3 == .seconds(30) } == [.seconds(90)])
        #expect(try spans { -$0.span < .hours(-1) } == [.seconds(5400)])
        #expect(try spans { $0.instant + $0.span > Date(timeIntervalSinceReferenceDate: 91) } == [.seconds(5400)])
        #expect(try spans { $0.instant - .hours(1) == Date(timeIntervalSinceReferenceDate: -3600) }.count == 2)
        #expect(try spans { $0.span.inSeconds == 90 } == [.seconds(90)])
    }

    // MARK: Sums

    @Test(.filesOnly(.functions)) func `sums, means and extremes are durations`() throws {
        let context = try save([.seconds(1), .seconds(2), nil, .microseconds(1)])
        let groups: [(Duration, Duration?, Duration?, Duration?)] = try context.fetch(
            Fetch<Sample>().storedGroups { (.sum($0.maybeSpan), .average($0.maybeSpan), .min($0.maybeSpan), .max($0.maybeSpan)) })
        let (sum, mean, least, greatest) = try #require(groups.first)
        #expect(sum == .microseconds(3_000_001))
        #expect(least == .microseconds(1) && greatest == .seconds(2))
        let difference = try #require(mean) - sum / 3
        #expect(difference < .nanoseconds(1) && difference > .nanoseconds(-1))
    }

    @Test func `a sum beyond 64 bits is an error and no other number`() throws {
        let context = try save([.microseconds(Int64.max), .microseconds(Int64.max)])
        let fetch = Fetch<Sample>().storedGroups { (.sum($0.span), .count) }
        #expect(throws: (any Error).self) { let _: [(Duration, Int)] = try context.fetch(fetch) }
    }

    @Test func `a batch computes durations and refuses what does not fit`() throws {
        let context = try save([.seconds(90), .microseconds(3)])
        try context.batchUpdate(Fetch<Sample>()) { [$0.span += .seconds(1), $0.maybeSpan.set(to: $0.span / 2)] }
        #expect(try file.column("SELECT span || ' ' || maybe_span FROM sample ORDER BY _id") == ["91000000 45000000", "1000003 1"])
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.span.set(to: .nanoseconds(1))] } }
        #expect(throws: ObjectValidationError.self) { try context.batchUpdate(Fetch<Sample>()) { [$0.span += .microseconds(Int64.max)] } }
        #expect(try file.column("SELECT span FROM sample ORDER BY _id") == ["91000000", "1000003"])
    }

    // MARK: Rules, changes and text

    @Test func `bounds of a model are checked at the save`() throws {
        let rules = try StoreFile(of: ValueRules.self)
        let context = try rules.context()
        let invoice = Invoice(in: context, number: 1, even: 1, net: Money(amount: 1, currency: "CHF"))
        #expect(invoice.effort == .hours(8))
        invoice.effort = .hours(25)
        var error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.max("PT24H")] && error?.failures.map(\.value) == ["PT25H"])
        invoice.effort = .seconds(-1)
        error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.min("PT0S")])
        invoice.effort = .hours(24)
        invoice.exactEffort = .seconds(Int64.max)
        error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.microseconds])
    }

    @Test func `the store's value is known before a change and after it`() throws {
        let context = try save([.seconds(90)])
        let sample = try #require(try context.fetchAll(Sample.self).first)
        sample.span = .seconds(91)
        #expect(try sample.committedValue { $0.span } == .seconds(90))
        sample.span = .seconds(90)
        #expect(!sample.hasChanges)
    }

    @Test(arguments: [
        ("PT1H30M", 5400.0), ("PT0S", 0), ("P1D", 86_400), ("P1W", 604_800), ("-PT5M", -300), ("P1DT12H", 129_600), ("PT0.5S", 0.5),
        ("-PT1M0.25S", -60.25), ("PT90M", 5400),
    ])
    func `ISO 8601 texts are durations`(_ text: String, _ seconds: Double) {
        #expect(Duration(iso8601: text) == .seconds(seconds))
        #expect(Duration(iso8601: text).map { Duration(iso8601: $0.iso8601Format()) } == .seconds(seconds))
    }

    @Test(arguments: [
        "", "P", "PT", "1H", "PT1", "P1Y", "P1M", "PT1H ", "P1DT", "PT0.5H", "pt1h", "--PT1S", "PT1.S", "PT9999999999999999999S", "P99999999999999999W",
    ])
    func `other texts are no durations`(_ text: String) {
        #expect(Duration(iso8601: text) == nil)
    }

    @Test func `texts of random durations give them again`() {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(1_000, long: 100_000) {
            let digits = Int.random(in: 0...18, using: &random)
            let unit = (0..<18 - digits).reduce(Int64(1)) { unit, _ in unit * 10 }
            let isNegative = Bool.random(using: &random)
            let seconds = Int64.random(in: 0...(.max >> Int64.random(in: 1...62, using: &random)), using: &random)
            let fraction = Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random) / unit * unit
            let duration = Duration(secondsComponent: isNegative ? -seconds : seconds, attosecondsComponent: isNegative ? -fraction : fraction)
            #expect(Duration(iso8601: duration.iso8601Format()) == duration)
        }
    }
}
