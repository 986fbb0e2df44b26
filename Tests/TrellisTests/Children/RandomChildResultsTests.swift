import OrdersModel
import TestSupport
import Testing
import Trellis

/// Live results of a context and of a child of it, under random edits, saves, rollbacks and undone groups of both.
///
/// The oracle is that of ``RandomResultsTests``: a list that only reports change, a fresh fetch, and objects sorted in Swift.
struct RandomChildResultsTests {
    /// A context over a store and its child, with lists of both.
    private struct Run {
        private let file: StoreFile<Orders>
        let above: RandomResultsTests.Run
        let child: ManagedObjectContext
        let lists: [any FollowedList]
        private let labels = RandomResultsTests.Labels()
        private let destinations = RandomResultsTests.Destinations()

        init(seed: UInt64) throws {
            file = try StoreFile(of: Orders.self)
            above = try RandomResultsTests.Run(file, seed: seed)
            above.context.undoLevels = 3
            child = above.context.makeChild()
            child.mergePolicy = .objectWins
            try destinations.renew(in: child)
            lists = try RandomResultsTests.Run.lists(of: child, labels, destinations)
            // Some lists above: another test has them all.
            above.lists = [0, 2, 6].map { above.lists[$0] }
        }

        /// - Returns: what was done.
        func step() throws -> String {
            let context = above.context
            switch Int.random(in: 0..<20, using: &above.random) {
            case 0...3: return try edit(child, "edits")
            case 4...7: return try edit(context, "edits above")
            case 8, 9:
                try above.save(child)
                return "a save"
            case 10, 11:
                try above.save(context)
                return "a save above"
            case 12, 13:
                _ = try edit(context, "")
                // Objects that the child reads between two reports have values that the rollback takes back.
                let held = Bool.random(using: &above.random) ? [] : try child.fetchAll(Order.self)
                try withExtendedLifetime(held) { try context.rollback() }
                return "a rollback above\(held.isEmpty ? "" : " after a fetch")"
            case 14:
                _ = try edit(context, "")
                try above.save(context)
                return "edits and a save above"
            case 15:
                _ = try edit(child, "")
                try child.rollback()
                return "a rollback"
            case 16:
                _ = try edit(above.other, "")
                try above.save(above.other)
                return "a save of another context"
            case 17:
                try destinations.renew(in: child)
                for list in lists { try list.replaceFetch(with: &above.random) }
                return "other fetches"
            case 18:
                try child.refreshAll()
                return "a refresh"
            default:
                if context.canUndo { try context.undo() }
                return "an undone group above"
            }
        }

        /// Brings all lists up to date and checks them.
        func check(_ moment: String) throws {
            try above.context.processPendingChanges()
            try child.processPendingChanges()
            try destinations.renew(in: child)
            for list in lists { try list.check("in the child \(moment)") }
            for list in above.lists { try list.check(moment) }
        }

        private func edit(_ context: ManagedObjectContext, _ text: String) throws -> String {
            for _ in 0...Int.random(in: 0..<3, using: &above.random) { try above.edit(context) }
            context.endUndoGroup()
            return text
        }
    }

    @Test func `old results and reported changes make new results in a child too`() throws {
        let seed = SeededGenerator.seedForTests()
        let rounds = TestScale.count(4, long: 5_000)
        var reports = 0
        for seed in (0..<UInt64(rounds)).map({ seed &+ $0 }) {
            guard let count = try reportCount(seed) else { return }
            reports += count
        }
        #expect(reports > 10 * rounds)
    }

    /// The sequences that failed once: destinations deleted above when another context saved, a refresh, a rollback or an undo read them,
    /// a destination deleted by others that the child has changed, and a new
    /// object that is edited and saved above.
    @Test(arguments: [3_712_775, 9_128_474, 9_128_850, 9_129_073, 9_129_811, 9_328_124] as [UInt64])
    func `what lists in a child did wrong once is right`(seed: UInt64) throws {
        #expect(try #require(try reportCount(seed)) > 0)
    }

    /// - Returns: how many changes the lists have reported; nil after an error, which is recorded.
    private func reportCount(_ seed: UInt64) throws -> Int? {
        let run = try Run(seed: seed)
        var moments = [String]()
        do {
            for _ in 0..<16 {
                moments.append(try run.step())
                try run.check("after \(moments.suffix(5).joined(separator: ", ")), TRELLIS_SEED=\(seed)")
            }
        } catch {
            Issue.record("\(error) after \(moments), TRELLIS_SEED=\(seed)")
            return nil
        }
        return run.lists.reduce(0) { $0 + $1.reportCount }
    }
}
