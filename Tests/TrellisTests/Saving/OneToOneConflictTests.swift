import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Two contexts lead the same people to different spouses: both halves of a connection follow one decision.
struct OneToOneConflictTests {
    enum Scene: String, CaseIterable {
        case freed, deleted, taken, swapped, both, renamed, deletedHere
    }

    private let file: StoreFile<Society>
    private let container: PersistentContainer

    /// Four people; b and x are a pair.
    init() throws {
        file = try StoreFile(of: Society.self)
        container = try file.container()
        let context = try container.makeContext()
        let people = try Person.people("a", "b", "x", "y", in: context)
        people[1].spouse = people[2]
        try context.save()
    }

    private func pairs() throws -> [String] {
        try file.column("SELECT p.name || coalesce(s.name, '-') FROM person p LEFT JOIN person s ON s._id = p.spouse_id ORDER BY p.name")
    }

    /// Every connection of the store leads back, and the objects of a context show what the store has.
    /// - Parameter names: how the names of the objects begin whose values the context has read again or written.
    private func check(_ context: ManagedObjectContext, _ names: String, _ words: String) throws {
        let broken = "SELECT p.name FROM person p JOIN person s ON s._id = p.spouse_id WHERE s.spouse_id IS NOT p._id"
        let pairs = try pairs()
        // What follows a broken connection tells nothing more.
        try #require(file.column(broken).isEmpty, "\(words): \(pairs)")
        let shown = try context.fetchAll(Person.self).sorted { $0.name < $1.name }.map { "\($0.name)\($0.spouse?.name ?? "-")" }
        func concerned(_ pairs: [String]) -> [String] { pairs.filter { $0.first.map(names.contains) == true } }
        #expect(concerned(shown) == concerned(pairs), "\(words)")
    }

    private func play(_ scene: Scene, _ policy: MergePolicy) throws -> (pairs: [String], isSaved: Bool) {
        let (here, there) = (try container.makeContext(), try container.makeContext())
        func person(_ name: String, _ context: ManagedObjectContext) throws -> Person { try context.named(name) }
        for context in [here, there] { #expect(try context.fetchAll(Person.self).compactMap(\.spouse).count == 2) }
        if scene == .deletedHere {
            try here.delete(person("b", here))
        } else {
            try person("a", here).spouse = person("b", here)
        }
        switch scene {
        case .freed: try person("b", there).spouse = nil
        case .deleted: try there.delete(person("x", there))
        case .taken: try person("b", there).spouse = person("y", there)
        case .swapped: try person("a", there).spouse = person("y", there)
        case .both: try person("x", there).spouse = person("y", there)
        case .renamed: try person("x", there).name = "xx"
        case .deletedHere: try person("b", there).name = "bb"
        }
        try there.save()
        here.mergePolicy = policy
        let before = try pairs()
        do {
            try here.save()
        } catch is ConflictError {
            #expect(try pairs() == before)
            return (before, false)
        }
        try check(here, "abx", "\(scene) \(policy)")
        try check(container.makeContext(), "abxy", "\(scene) \(policy)")
        #expect(!here.hasChanges)
        return (try pairs(), true)
    }

    @Test(arguments: Scene.allCases, [MergePolicy.error, .storeWins, .objectWins, .overwrite, .rollback])
    func `both halves are as one side has them`(_ scene: Scene, _ policy: MergePolicy) throws {
        let (pairs, isSaved) = try play(scene, policy)
        #expect(isSaved == (policy != .error))
        switch (scene, policy) {
        case (.deletedHere, .objectWins), (.deletedHere, .overwrite): #expect(pairs == ["a-", "x-", "y-"])
        case (.deletedHere, .storeWins), (.deletedHere, .rollback): #expect(pairs == ["a-", "bbx", "xbb", "y-"])
        case (_, .objectWins), (_, .overwrite): #expect(pairs.contains("ab") && pairs.contains("ba"))
        case (.renamed, .storeWins): #expect(pairs == ["ab", "ba", "xx-", "y-"])
        case (.swapped, .storeWins), (.swapped, .rollback): #expect(pairs == ["ay", "bx", "xb", "ya"])
        case (_, .storeWins), (_, .rollback): #expect(!pairs.contains("ab") && !pairs.contains("ba"))
        default: break
        }
    }

    @Test(arguments: [MergePolicy.storeWins, .objectWins, .overwrite, .rollback])
    func `a new object follows the decision on the one that it takes`(_ policy: MergePolicy) throws {
        let (here, there) = (try container.makeContext(), try container.makeContext())
        let new = try Person.people("n", in: here)[0]
        new.spouse = try here.named("b")
        let (b, y): (Person, Person) = (try there.named("b"), try there.named("y"))
        b.spouse = y
        try there.save()
        here.mergePolicy = policy
        try here.save()
        try check(here, "bn", "\(policy)")
        let isKept = policy == .objectWins || policy == .overwrite
        #expect(new.spouse?.name == (isKept ? "b" : nil))
        #expect(try pairs().contains("by") == !isKept)
    }

    @Test(arguments: [MergePolicy.storeWins, .objectWins, .overwrite, .rollback])
    func `whatever two contexts do, every connection leads back`(_ policy: MergePolicy) throws {
        // First, because these need the store as it was. The first seed: a deleted partner raised the version of a row, and the save reported
        // a trigger. The second: one half of a pair was read before the pair was made, and the other half after that.
        for seed: UInt64 in [411_599_716, 485_814_011] {
            var kept = SeededGenerator(seed: seed)
            try play(policy, rounds: 3, &kept)
        }
        var random = SeededGenerator.forTests()
        try play(policy, rounds: TestScale.count(3, long: 100), &random)
    }

    private func play(_ policy: MergePolicy, rounds: Int, _ random: inout SeededGenerator) throws {
        for _ in 0..<rounds {
            var contexts = [try container.makeContext(), try container.makeContext()]
            for context in contexts { context.mergePolicy = policy }
            var log = [String]()
            for step in 0..<40 {
                let number = Int.random(in: 0..<2, using: &random)
                let context = contexts[number]
                let people = try context.fetchAll(Person.self).sorted { $0.name < $1.name }
                guard let one = people.randomElement(using: &random), let other = people.randomElement(using: &random) else { continue }
                let action = Int.random(in: 0..<10, using: &random)
                log.append("\(number).\(action) \(one.name) \(other.name)")
                switch action {
                case 0: _ = try Person.people("p\(step)", in: context)
                case 1 where people.count > 4: try context.delete(one)
                case 2: one.name += "'"
                case 3: one.spouse = nil
                case 4, 5, 6: one.spouse = other
                default:
                    do {
                        try context.save()
                        try check(container.makeContext(), "abxyp", "\(policy) \(log)")
                    } catch is ConflictError {
                        try context.rollback()
                    } catch StoreError.constraint {
                        try context.rollback()
                    } catch is ObjectValidationError {
                        try context.rollback()
                    }
                    contexts[number] = try container.makeContext()
                    contexts[number].mergePolicy = policy
                }
            }
        }
    }
}
