import EveryTypeModel
import Foundation
import Testing
import Trellis

/// Values that Swift has and a store has not are refused before anything is written.
struct UnstorableValueTests {
    private let file: StoreFile<EveryType>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: EveryType.self)
        context = try file.context()
    }

    /// The failures of saving a sample that was changed.
    private func failures(_ change: (Sample) -> Void) throws -> [ObjectValidationError.Failure] {
        let sample = Sample(plainIn: context)
        change(sample)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.rows("SELECT * FROM sample").isEmpty)
        return error?.failures ?? []
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
    func `a double that is no finite number is refused, also where nil is allowed`(_ number: Double) throws {
        let failures = try failures {
            $0.double = number
            $0.maybeDouble = number
        }
        #expect(failures.map(\.property) == ["double", "maybeDouble"])
        #expect(failures.map(\.rule) == [.finite, .finite])
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity])
    func `a float that is no finite number is refused, also where nil is allowed`(_ number: Float) throws {
        let failures = try failures {
            $0.single = number
            $0.maybeSingle = number
        }
        #expect(failures.map(\.property) == ["single", "maybeSingle"])
        #expect(failures.map(\.rule) == [.finite, .finite])
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func `a date that is no instant is refused, also where nil is allowed`(_ seconds: Double) throws {
        let failures = try failures {
            $0.instant = Date(timeIntervalSinceReferenceDate: seconds)
            $0.maybeInstant = Date(timeIntervalSinceReferenceDate: seconds)
        }
        #expect(failures.map(\.property) == ["instant", "maybeInstant"])
        #expect(failures.map(\.rule) == [.finite, .finite])
    }

    @Test func `a decimal that is no number is refused, also where nil is allowed`() throws {
        let failures = try failures {
            $0.amount = .nan
            $0.maybeAmount = .nan
        }
        #expect(failures.map(\.property) == ["amount", "maybeAmount"])
        #expect(failures.map(\.rule) == [.finite, .finite])
    }

    @Test(arguments: ["0.001", "-1.005", "10000000000000000", "-10000000000000000.01", "1e100", "1e-100"])
    func `a decimal with too many places or digits is refused`(_ text: String) throws {
        let amount = try #require(Decimal(string: text))
        let failures = try failures { $0.amount = amount }
        #expect(failures.map(\.rule) == [.scale(2)])
    }

    @Test(arguments: ["1", "0.0000000000000000001", "-1.5"])
    func `an optional decimal with too many places or digits is refused`(_ text: String) throws {
        let amount = try #require(Decimal(string: text))
        let failures = try failures { $0.maybeAmount = amount }
        #expect(failures.map(\.rule) == [.scale(18)])
    }

    @Test func `places that are zero are not too many`() throws {
        Sample(plainIn: context).amount = try #require(Decimal(string: "1.500000"))
        try context.save()
        #expect(try file.column("SELECT amount FROM sample") == ["150"])
    }

    @Test func `a refused value can be set right`() throws {
        let sample = Sample(plainIn: context)
        sample.maybeDouble = .nan
        #expect(throws: ObjectValidationError.self) { try context.save() }
        sample.maybeDouble = nil
        try context.save()
        #expect(try file.column("SELECT typeof(maybe_double) FROM sample") == ["null"])
    }
}
