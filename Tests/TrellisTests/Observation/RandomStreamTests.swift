import LedgerModel
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Whenever a loop runs, the next change has exactly the properties with another value than when it last ran.
struct RandomStreamTests {
    @Test(arguments: [true, false]) func `changes are the differences of values, with derived values and inheritance`(notifiesObservers: Bool) async throws {
        try await run(LedgerSteps.self, notifiesObservers, "ledger \(notifiesObservers)")
    }

    @Test(arguments: [true, false]) func `changes are the differences of values, with relationships of every kind`(notifiesObservers: Bool) async throws {
        try await run(SocietySteps.self, notifiesObservers, "society \(notifiesObservers)")
    }

    private func run<Steps: ObservedSteps>(_ type: Steps.Type, _ notifiesObservers: Bool, _ name: String) async throws {
        let loops = Task {
            // The loop of a cancelled task gets what there is, and does not wait.
            withUnsafeCurrentTask { $0?.cancel() }
            var random = SeededGenerator.forTests(name)
            let runs = TestScale.count(2, long: 300)
            var (changes, returns) = (0, 0)
            for _ in 0..<runs {
                let run = try StreamedRun<Steps>(seed: random.next(), notifiesObservers)
                try await run.run()
                (changes, returns) = (changes + run.changes, returns + run.returns)
            }
            #expect(changes > 5 * runs && returns > runs / 2, "\(changes) changes and \(returns) edits that were taken back in \(runs) runs")
        }
        try await loops.value
    }
}

/// Objects under random changes, each with a loop over its changes that is sometimes busy.
private final class StreamedRun<Steps: ObservedSteps> {
    private let run: ObservedRun<Steps>
    private var streams: [StreamWatch] = []
    private(set) var changes = 0
    /// How often a property had the value again that the loop had seen, after it had another one.
    private(set) var returns = 0

    init(seed: UInt64, _ notifiesObservers: Bool) throws {
        run = try ObservedRun(seed: seed, notifiesObservers: notifiesObservers)
    }

    func run() async throws {
        try run.begin()
        run.context.undoLevels = 3
        for _ in 0..<60 {
            addStreams()
            run.log.append(try step())
            for stream in streams {
                // Reading loads what was unloaded, so most rounds do not read.
                if Int.random(in: 0..<3, using: &run.random) == 0 { stream.noteValues() }
                if Int.random(in: 0..<3, using: &run.random) > 0 { continue }
                let (reported, values) = (await stream.next(), stream.values)
                if stream.object.isDeleted {
                    streams.removeAll { $0 === stream }
                    continue
                }
                let expected = Set(values.keys.filter { values[$0] != stream.seen[$0] })
                let known = reported.intersection(values.keys)
                if known != expected {
                    let differences = known.symmetricDifference(expected).map { "\($0): \(stream.seen[$0] ?? "") -> \(values[$0] ?? "")" }
                    Issue.record("\(run.names[stream.object]): reported \(known.sorted()), \(differences); \(run.log.suffix(12))")
                }
                (changes, returns) = (changes + known.count, returns + stream.others.subtracting(expected).count)
                stream.begin(with: values)
            }
        }
    }

    private func addStreams() {
        let followed = Set(streams.map { ObjectIdentifier($0.object) })
        let objects = run.context.registeredObjects.filter { !$0.isDeleted && !followed.contains(ObjectIdentifier($0)) }
        for object in objects.sorted(by: { "\($0.objectID)" < "\($1.objectID)" }) {
            if Int.random(in: 0..<3, using: &run.random) == 0 { continue }
            streams.append(StreamWatch(object, Steps.watches(object, run.names)))
        }
    }

    /// A watched derived value may be one of a row that another context has deleted, which the next operation reports.
    private func step() throws -> String {
        do {
            return try anyStep()
        } catch StoreError.rowDeleted {
            try run.context.rollback()
            return "rollback"
        }
    }

    private func anyStep() throws -> String {
        switch Int.random(in: 0..<12, using: &run.random) {
        case 0 where run.context.canUndo:
            try run.context.undo()
            return "undo"
        case 1, 2:
            let edit = (try? Steps.edit(run.context, &run.random)) ?? "none"
            run.context.endUndoGroup()
            for stream in streams where Bool.random(using: &run.random) { stream.noteValues() }
            if run.context.canUndo { try run.context.undo() }
            return "\(edit), taken back"
        default:
            let step = try run.stepOrRollback()
            run.context.endUndoGroup()
            return step
        }
    }
}

/// The loop over an object's changes, and the values that it has seen.
private final class StreamWatch {
    let object: ManagedObject
    private var iterator: ObjectChanges<ManagedObject>.AsyncIterator
    private let properties: [(name: String, read: () -> String)]
    private(set) var seen: [String: String] = [:]
    /// The properties that had other values in between.
    private(set) var others: Set<String> = []

    init(_ object: ManagedObject, _ watches: [Watch]) {
        self.object = object
        let facts: Set = ["isInserted", "isUpdated", "isDeleted", "hasChanges"]
        properties = watches.map { watch in (String(watch.name.split(separator: ".")[1]), { watch.now }) }.filter { !facts.contains($0.name) }
        seen = Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.read()) })
        iterator = object.changes.makeAsyncIterator()
    }

    var values: [String: String] { Dictionary(uniqueKeysWithValues: properties.map { ($0.name, $0.read()) }) }

    func begin(with values: [String: String]) { (seen, others) = (values, []) }

    /// Notes the values between two runs of the loop.
    func noteValues() {
        if object.isDeleted { return }
        for (name, value) in values where value != seen[name] { others.insert(name) }
    }

    /// The properties of the next change; empty if nothing has changed.
    func next() async -> Set<String> {
        var iterator = iterator
        defer { self.iterator = iterator }
        return await iterator.next(isolation: nil)?.properties ?? []
    }
}
