import Foundation
import TestSupport
import Testing

/// SQLite's memory and files fail at one call after the other, in a process of its own.
struct FaultTests {
    private static let scenarios = (try? FaultRun.scenarios()) ?? []

    @Test func `there are fifty pieces of work that are tried`() throws {
        #expect(try FaultRun.scenarios().count >= 50)
    }

    @Test(arguments: scenarios, ["memory", "files"])
    func `a call that fails is reported, and the store is as before or as after`(_ scenario: String, _ kind: String) throws {
        for frequency in FaultRun.frequencies(of: scenario, kind) {
            let run = try FaultRun(scenario, kind, frequency)
            #expect(run.problems == [], "\(scenario), \(kind), \(frequency); TRELLIS_SEED=\(FaultRun.seed)")
            #expect(run.tries > 0)
        }
    }
}
