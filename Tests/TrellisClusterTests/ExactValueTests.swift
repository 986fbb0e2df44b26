import ClusterFixtures
import DqliteNodes
import EveryTypeModel
import Foundation
import InheritanceModel
import KitchenSinkModel
import LedgerModel
import SearchModel
import Testing
import Trellis
import TrellisCluster

/// What a save sends as literals comes back bit by bit.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct ExactValueTests {
    private static let numbers: [Double] = [
        0, 0.1, -0.1, 1 / 3, .pi, 1e15 + 0.3, 1e22, 1.5e300, -2.5e-300, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
        0x1p53, 0x1p53 + 2, 0x1.fffffffffffffp1023, 123_456_789.123_456_78, 9_007_199_254_740_994, 0x1.123456789abcdp-500, 2_251_799_813_685_248.5,
    ]

    @Test func `values of all types come back as they were saved`() throws {
        let cluster = try ClusterStoreFixture()
        let container = try cluster.container(EveryType.self)
        let context = try container.makeContext()
        var random = SystemRandomNumberGenerator()
        let numbers = Self.numbers + (0..<300).map { _ in Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random)) }.filter(\.isFinite)
        let texts = ["", "'", "''--", "\"?1\"", "é🙂\n\r\t", ";COMMIT;", "%s\\", String(repeating: "x", count: 70_000)]
        for (place, number) in numbers.enumerated() {
            let sample = Sample(
                in: context, flag: place % 2 == 0, small: .min, medium: .max, large: place % 2 == 0 ? .min : .max, single: Float(exactly: 0.1 as Float) ?? 0,
                double: number, text: texts[place % texts.count], amount: Decimal(place) / 100, instant: Date(timeIntervalSinceReferenceDate: number),
                day: Day(1969, 2, 28), bytes: Data((0..<place).map { UInt8($0 & 255) }), identifier: UUID())
            sample.maybeText = place % 3 == 0 ? nil : texts[place % texts.count]
        }
        try context.save()
        let saved = try context.fetchAll(Sample.self)
        let read = try container.makeContext().fetchAll(Sample.self)
        let differences = zip(saved, read).filter { old, new in
            old.double.bitPattern != new.double.bitPattern && old.double != new.double || old.text != new.text || old.maybeText != new.maybeText
                || old.large != new.large || old.small != new.small || old.single != new.single || old.amount != new.amount || old.bytes != new.bytes
                || old.identifier != new.identifier || old.instant != new.instant || old.flag != new.flag || old.day != new.day
        }
        #expect(read.count == numbers.count && differences.isEmpty, "\(differences.map { "\($0.0.double) \($0.1.double)" })")
    }

    @Test func `long values are saved, in few round trips`() throws {
        let log = RequestLog()
        let cluster = try ClusterStoreFixture()
        let context = try cluster.container(EveryType.self, observer: log.note).makeContext()
        let bytes = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for _ in 0..<2 {
            Sample(
                in: context, flag: true, small: 0, medium: 0, large: 0, single: 0, double: 0, text: "", amount: 0, instant: .now, day: Day(2001, 1, 1),
                bytes: bytes, identifier: UUID())
        }
        let requests = try log.of { try context.save() }
        #expect(requests.count < 10)
        #expect(try cluster.container(EveryType.self).makeContext().fetchAll(Sample.self).map(\.bytes) == [bytes, bytes])
    }

    @Test func `stores of all kinds of models open, and open again`() throws {
        func open(_ model: (some PersistentModel).Type) throws -> Bool {
            let cluster = try ClusterStoreFixture()
            return try cluster.container(model).storeUUID == cluster.container(model).storeUUID
        }
        #expect(try open(KitchenSink.self) && open(Inheritance.self) && open(Ledger.self) && open(Reading.self))
    }
}
