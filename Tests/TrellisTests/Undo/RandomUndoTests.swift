import Contention
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// The oracle is a stack of pictures: what the context showed after each group. It knows nothing of how changes are undone.
struct RandomUndoTests {
    private struct Run {
        let file: StoreFile<Society>
        let container: PersistentContainer
        let context: ManagedObjectContext
        var edits: SocietyEdits
        /// The pictures after the groups that can be undone or redone, and the place of the present one.
        var pictures: [[String]] = []
        var place = 0
        var log: [String] = []
        var undone = 0

        init(seed: UInt64) throws {
            file = try StoreFile(of: Society.self)
            container = try file.container()
            context = try container.makeContext()
            edits = SocietyEdits(SeededGenerator(seed: seed))
            for _ in 0..<25 { try edits.make(in: context) }
            for _ in 0..<25 { try edits.change(in: context) }
            try? context.save()
            context.undoLevels = .max
            pictures = [try SocietyPicture.lines(context)]
        }

        mutating func step() throws {
            switch Int.random(in: 0..<12, using: &edits.random) {
            case 0...3:
                try context.undoGroup("group") {
                    for _ in 0...Int.random(in: 0..<4, using: &edits.random) { try edits.edit(context) }
                }
                try note("group", didEdit: context.undoSteps.count > place)
            case 4:
                try edits.edit(context)
                context.endUndoGroup()
                try note("edit", didEdit: context.undoSteps.count > place)
            case 5, 6, 7:
                for _ in 0...Int.random(in: 0..<3, using: &edits.random) where place > 0 {
                    #expect(context.canUndo)
                    try context.undo()
                    (place, undone) = (place - 1, undone + 1)
                    try compare("undo")
                }
                if place == 0 { #expect(!context.canUndo) }
            case 8:
                for _ in 0...Int.random(in: 0..<3, using: &edits.random) where place < pictures.count - 1 {
                    #expect(context.canRedo)
                    try context.redo()
                    place += 1
                    try compare("redo")
                }
                if place == pictures.count - 1 { #expect(!context.canRedo) }
            case 9, 10:
                do {
                    try context.save()
                    try compare("save")
                    try compare("read again", try container.makeContext())
                    #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
                } catch is ObjectValidationError {
                    try compare("failed save")
                }
            default:
                if Bool.random(using: &edits.random) {
                    try context.refreshAll()
                    try compare("refresh")
                } else if Int.random(in: 0..<6, using: &edits.random) == 0 {
                    try context.rollback()
                    log.append("rollback")
                    (pictures, place) = ([try SocietyPicture.lines(context)], 0)
                    #expect(!context.canUndo && !context.canRedo)
                }
            }
        }

        /// Notes the picture after a group.
        private mutating func note(_ text: String, didEdit: Bool) throws {
            log.append("\(text): \(context.undoSteps.first?.description.split(separator: "\n").joined(separator: "; ") ?? "")")
            guard didEdit else { return }
            pictures.removeLast(pictures.count - 1 - place)
            pictures.append(try SocietyPicture.lines(context))
            place += 1
            #expect(context.undoSteps.count == place)
        }

        /// - Parameter other: another context that has to show the same; nil for the one that edits.
        private mutating func compare(_ text: String, _ other: ManagedObjectContext? = nil) throws {
            log.append(text)
            let now = try SocietyPicture.lines(other ?? context)
            if now == pictures[place] { return }
            let wrong = now.filter { !pictures[place].contains($0) }
            let missing = pictures[place].filter { !now.contains($0) }
            Issue.record("\(wrong)\ninstead of\n\(missing)\nafter\n\(log.suffix(15).joined(separator: "\n"))")
            throw Wrong()
        }
    }

    private struct Wrong: Error {}

    @Test func `undo and redo show what was there before and after`() throws {
        let seed = SeededGenerator.seedForTests()
        var undone = 0
        // The first: a member had been removed before it was deleted, and the undo of the delete brought it back as one. The second: the
        // undo of a delete brought an object back that denies another delete, which a save then tried.
        let kept: [UInt64] = [262_473_349, 299_168_488]
        for seed in kept + (0..<UInt64(TestScale.count(10, long: 10_000))).map({ seed &+ $0 }) {
            var run = try Run(seed: seed)
            do {
                for _ in 0..<30 { try run.step() }
            } catch {
                Issue.record("\(error is Wrong ? "" : "\(error) after \(run.log.suffix(12)), ")TRELLIS_SEED=\(seed)")
                return
            }
            undone += run.undone
        }
        #expect(undone > 100)
    }
}
