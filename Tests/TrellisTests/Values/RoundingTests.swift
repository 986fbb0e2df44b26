import Foundation
import TestSupport
import Testing
import Trellis
import ValueRulesModel

/// Values that have more places than their attribute are rounded when they are set, as Python's decimal rounds them.
struct RoundingTests {
    private let file: StoreFile<ValueRules>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: ValueRules.self)
        context = try file.context()
    }

    private func decimal(_ text: String) throws -> Decimal { try #require(Decimal(string: text)) }

    private func invoice(even: Decimal = 0, net: Decimal = 0) -> Invoice {
        Invoice(in: context, number: 1, even: even, net: Money(amount: net, currency: "CHF"))
    }

    // MARK: Exactness

    private static let pythonNames: [Rounding: String] = [
        .halfEven: "ROUND_HALF_EVEN", .halfUp: "ROUND_HALF_UP", .halfDown: "ROUND_HALF_DOWN", .up: "ROUND_UP", .down: "ROUND_DOWN",
        .floor: "ROUND_FLOOR", .ceiling: "ROUND_CEILING",
    ]

    /// Numbers of up to 38 digits, many of them at a half or beside one.
    private static func number(_ random: inout SeededGenerator) -> String {
        func digits(_ count: Int) -> String { (0..<count).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined() }
        let whole = Int.random(in: 1...19, using: &random)
        let places = Int.random(in: 0...18, using: &random)
        var fraction = digits(places)
        switch Int.random(in: 0...4, using: &random) {
        case 0: fraction = String(digits(places).prefix(max(places - 1, 0)) + (places > 0 ? "5" : ""))
        case 1: fraction = String(repeating: "9", count: places)
        case 2: fraction = String(digits(places / 2) + "5" + String(repeating: "0", count: places / 2)).prefix(18).description
        default: break
        }
        return (Bool.random(using: &random) ? "-" : "") + digits(whole) + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    @Test func `random decimals round as Python's do`() throws {
        var random = SeededGenerator.forTests()
        var cases: [(text: String, scale: Int, mode: Rounding)] = []
        for _ in 0..<TestScale.count(2_000, long: 100_000) {
            let mode = Rounding.allCases.randomElement(using: &random) ?? .up
            cases.append((Self.number(&random), Int.random(in: -22...18, using: &random), mode))
        }
        let program = """
            import sys, decimal
            decimal.getcontext().prec = 60
            for line in sys.stdin:
                text, scale, mode = line.split()
                value = decimal.Decimal(text)
                rounded = value.quantize(decimal.Decimal(1).scaleb(-int(scale)), rounding=getattr(decimal, mode))
                print(format(rounded.normalize() if rounded else decimal.Decimal(0), "f"))
            """
        let input = try cases.map { "\($0.text) \($0.scale) \(try #require(Self.pythonNames[$0.mode]))\n" }.joined()
        let run = try ChildProcess.run(named: "python3", ["-c", program], input: input)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == cases.count)
        for (one, line) in zip(cases, lines) {
            let rounded = try decimal(one.text).rounded(to: one.scale, one.mode)
            #expect("\(rounded)" == line, "\(one)")
        }
    }

    @Test(arguments: [
        (Rounding.halfEven, [2, 2, 4, -2, -2, 3]), (.halfUp, [2, 3, 4, -2, -3, 3]), (.halfDown, [1, 2, 3, -1, -2, 3]),
        (.up, [2, 3, 4, -2, -3, 3]), (.down, [1, 2, 3, -1, -2, 2]), (.floor, [1, 2, 3, -2, -3, 2]), (.ceiling, [2, 3, 4, -1, -2, 3]),
    ])
    func `halves go where the names say`(_ mode: Rounding, _ expected: [Decimal]) throws {
        let numbers = try ["1.5", "2.5", "3.5", "-1.5", "-2.5", "2.500000000000000001"].map(decimal)
        #expect(numbers.map { $0.rounded(to: 0, mode) } == expected)
        let durations = expected.map { Duration.seconds(NSDecimalNumber(decimal: $0).intValue) }
        let halves: [Duration] = [.milliseconds(1500), .milliseconds(2500), .milliseconds(3500), .milliseconds(-1500), .milliseconds(-2500)]
        let beside = Duration(secondsComponent: 2, attosecondsComponent: 500_000_000_000_000_001)
        #expect((halves + [beside]).map { $0.rounded(to: .seconds(1), mode) } == durations)
    }

    @Test(arguments: [
        ("1234.5", -1, Rounding.halfEven, "1230"), ("1235", -1, .halfEven, "1240"), ("1245", -1, .halfEven, "1240"),
        ("1245.0001", -1, .halfEven, "1250"), ("1234", -2, .halfEven, "1200"), ("5", -2, .halfEven, "0"), ("5", -2, .up, "100"),
        ("50", -2, .halfEven, "0"), ("50", -2, .halfUp, "100"), ("51", -2, .halfEven, "100"), ("-50", -2, .floor, "-100"),
        ("-1", -3, .ceiling, "0"), ("999", -1, .halfUp, "1000"), ("1200", -2, .up, "1200"), ("0", -5, .up, "0"), ("0.5", 40, .up, "0.5"),
        ("7", .min, .halfUp, "0"), ("7", .min, .up, "NaN"), ("7", .max, .up, "7"),
    ])
    func `a negative scale rounds to tens, hundreds and so on`(text: String, scale: Int, mode: Rounding, expected: String) throws {
        #expect("\(try decimal(text).rounded(to: scale, mode))" == expected)
    }

    @Test func `random durations round as integers of attoseconds do in Python`() throws {
        var random = SeededGenerator.forTests()
        var cases: [(duration: Duration, unit: Duration, mode: Rounding)] = []
        for _ in 0..<TestScale.count(500, long: 20_000) {
            let duration = Duration(
                secondsComponent: Int64.random(in: -1_000_000_000...1_000_000_000, using: &random),
                attosecondsComponent: Bool.random(using: &random) ? 500_000_000_000 : Int64.random(in: 0..<1_000_000_000_000_000_000, using: &random))
            let units: [Duration] = [.microseconds(1), .nanoseconds(7), .milliseconds(250), .seconds(1), .minutes(15)]
            cases.append((duration, units.randomElement(using: &random) ?? .seconds(1), Rounding.allCases.randomElement(using: &random) ?? .up))
        }
        let program = """
            import sys, decimal
            decimal.getcontext().prec = 80
            for line in sys.stdin:
                a, b, c, d, mode = line.split()
                value = int(a) * 10 ** 18 + int(b)
                unit = int(c) * 10 ** 18 + int(d)
                count = int((decimal.Decimal(value) / decimal.Decimal(unit)).to_integral_value(rounding=getattr(decimal, mode)))
                print(count * unit)
            """
        func parts(_ duration: Duration) -> String { "\(duration.components.seconds) \(duration.components.attoseconds)" }
        let input = try cases.map { "\(parts($0.duration)) \(parts($0.unit)) \(try #require(Self.pythonNames[$0.mode]))\n" }.joined()
        let run = try ChildProcess.run(named: "python3", ["-c", program], input: input)
        #expect(run.exitCode == 0, "\(run.errors)")
        let lines = run.output.split(separator: "\n")
        try #require(lines.count == cases.count)
        for (one, line) in zip(cases, lines) {
            let (seconds, attoseconds) = one.duration.rounded(to: one.unit, one.mode).components
            #expect(Decimal(seconds) * Decimal(sign: .plus, exponent: 18, significand: 1) + Decimal(attoseconds) == Decimal(string: String(line)), "\(one)")
        }
    }

    @Test func `what is no number stays what it is`() throws {
        #expect(Decimal.nan.rounded(to: 2).isNaN)
        #expect(try decimal("99999999999999999999999999999999999999").rounded(to: 0) == decimal("99999999999999999999999999999999999999"))
        #expect(try "\(decimal("-0.004").rounded(to: 2))" == "0")
    }

    // MARK: Ways in

    @Test func `a new object and a set property have the rounded value at once`() throws {
        let invoice = try invoice(even: decimal("0.125"), net: decimal("0.125"))
        invoice.away = try decimal("0.01")
        #expect(try invoice.even == decimal("0.12"))
        #expect(try invoice.net.amount == decimal("0.13"))
        #expect(invoice.away == 1)
        invoice.net.amount = try decimal("-2.675")
        invoice.tip = Money(amount: try decimal("1.005"), currency: "CHF")
        invoice.effort = .seconds(1.1) + .nanoseconds(1_500)
        try context.save()
        #expect(
            try file.rows("SELECT even, away, net_amount, tip_amount, effort FROM invoice") == [["12", "1", "-268", "101", "1100002"]])
        let read = try #require(try file.context().fetchAll(Invoice.self).first)
        #expect(read.even == invoice.even && read.net == invoice.net && read.tip == invoice.tip && read.effort == invoice.effort)
    }

    @Test func `a value that rounds to the present one is no change`() throws {
        let invoice = try invoice(even: decimal("0.12"), net: 1)
        try context.save()
        invoice.even = try decimal("0.1249")
        invoice.net.amount = try decimal("1.004")
        #expect(!invoice.hasChanges)
    }

    @Test func `an attribute without rounding refuses more places`() throws {
        let invoice = invoice()
        invoice.strict = try decimal("0.125")
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.scale(2)])
        #expect(try file.column("SELECT COUNT(*) FROM invoice") == ["0"])
    }

    @Test func `bounds are those of the rounded value, and digits still have an end`() throws {
        let invoice = try invoice(even: decimal("1000.004"))
        try context.save()
        invoice.even = try decimal("1000.006")
        var error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.max("1000")])
        invoice.even = 1
        invoice.away = try decimal("1234567890123456789.5")
        error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.scale(0)])
    }

    @Test func `a batch insert rounds as objects do`() throws {
        let amounts = try ["0.125", "0.135", "-0.125", "7"].map(decimal)
        try context.batchInsert(amounts) { amount, context in
            Invoice(in: context, number: 1, even: amount, net: Money(amount: amount, currency: "CHF"))
        }
        #expect(try file.column("SELECT even || ' ' || net_amount FROM invoice ORDER BY _id") == ["12 13", "14 14", "-12 -13", "700 700"])
    }

    @Test(.filesOnly(.functions)) func `a batch update rounds values and expressions as the model says`() throws {
        for (number, even) in ["0.12", "0.14", "-0.12", "0.13"].enumerated() {
            let invoice = try invoice(even: decimal(even), net: decimal(even))
            invoice.number = Int64(number)
        }
        try context.save()
        // 0.06, 0.07, -0.06 and 0.065, and of the same halves by 0.25: 0.03, 0.035, -0.03 and 0.0325.
        let quarter = try decimal("0.25")
        try context.batchUpdate(Fetch<Invoice>()) { [$0.even *= quarter, $0.net.amount *= quarter, $0.strict.set(to: $0.even * quarter)] }
        #expect(
            try file.column("SELECT even || ' ' || net_amount || ' ' || strict FROM invoice ORDER BY _id")
                == ["3 3 3", "4 4 4", "-3 -3 -3", "3 3 3"])
        let (half, tenth) = (try decimal("0.5"), try decimal("0.1"))
        try context.batchUpdate(Fetch<Invoice>()) { [$0.even *= half, $0.net.amount *= half, $0.away.set(to: tenth)] }
        #expect(
            try file.column("SELECT even || ' ' || net_amount || ' ' || away FROM invoice ORDER BY _id")
                == ["2 2 1", "2 2 1", "-2 -2 1", "2 2 1"])
    }

    @Test(.filesOnly(.functions)) func `random batch updates round as objects do`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(40, long: 1_000) {
            let factor = Decimal(Int.random(in: -999...999, using: &random)) / 1000
            let amounts = (0..<10).map { _ in Decimal(Int.random(in: -99_999...99_999, using: &random)) / 100 }
            let invoices = amounts.map { invoice(even: $0, net: $0) }
            try context.save()
            try context.batchUpdate(Fetch<Invoice>()) { [$0.even *= factor, $0.net.amount *= factor] }
            for (invoice, amount) in zip(invoices, amounts) {
                try context.refresh(invoice, mergeChanges: false)
                #expect(invoice.even == (amount * factor).rounded(to: 2, .halfEven), "\(amount) * \(factor)")
                #expect(invoice.net.amount == (amount * factor).rounded(to: 2, .halfUp), "\(amount) * \(factor)")
                try context.delete(invoice)
            }
            try context.save()
        }
    }


    // MARK: Unique values

    @Test func `an object is found by the value that it was created with`() throws {
        let price = try decimal("1.005")
        let tariff = try Tariff.findOrCreate(price: price, in: context)
        #expect(try tariff.price == decimal("1.01"))
        #expect(try Tariff.findOrCreate(price: price, in: context) === tariff)
        tariff.span = .nanoseconds(1500)
        #expect(try Tariff.findOrCreate(span: .nanoseconds(2500), in: context) === tariff)
        try context.save()
        let other = try file.context()
        let stored = try Tariff.findOrCreate(price: price, in: other)
        #expect(try !stored.isInserted && Tariff.findOrCreate(span: .nanoseconds(1500), in: other) === stored)
        #expect(try Tariff.findOrCreate(price: decimal("1.004"), in: other).isInserted)
        try context.delete(tariff)
        #expect(try Tariff.findOrCreate(price: price, in: context) !== tariff)
    }
}
