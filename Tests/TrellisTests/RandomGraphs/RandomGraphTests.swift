import TestSupport
import Testing

/// Graph, file and a plain oracle agree, whatever is made, moved, deleted and saved: with classes that inherit and have hooks, and in
/// contexts that know all, some or none of the objects. Deleting one object leaves what a raw DELETE leaves.
struct RandomGraphTests {
    private static let batches = 20

    @Test(arguments: 1...batches)
    func `graph, file and oracle agree`(_ batch: Int) throws {
        var random = SeededGenerator.forTests("batch \(batch)")
        try HookScript.run { script in
            var session = try DepotSession(script)
            let count = TestScale.count(200, long: 10_000) / Self.batches
            for _ in 0..<count { try session.run(&random) }
            // What it expects stands in the session: after each save everything is compared.
            #expect(session.saves >= 2 * count)
        }
    }
}
