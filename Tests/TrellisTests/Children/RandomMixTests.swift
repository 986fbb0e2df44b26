import Contention
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// Edits, children to a depth of three, undo, redo, rollback, saves and batches, in any order.
///
/// The oracle is pictures in plain text: what each context of a family showed when it was edited last, and before each of its groups. What
/// a batch does is worked out in the text. It knows nothing of how contexts keep their changes.
struct RandomMixTests {
    /// A context and the pictures of it.
    private struct Level {
        let context: ManagedObjectContext
        var picture: [String]
        /// Before each group that can be undone.
        var undoable: [[String]] = []
        /// After each group that can be redone.
        var redoable: [[String]] = []

        /// - Parameter steps: how many groups could be undone before.
        mutating func note(_ now: [String], steps: Int) {
            if context.undoSteps.count == steps + 1 { (undoable, redoable) = (undoable + [picture], []) }
            picture = now
        }

        mutating func forgetGroups() { (undoable, redoable) = ([], []) }
    }

    private struct Counts {
        var (edits, undone, redone, childSaves, stored, rollbacks, batches) = (0, 0, 0, 0, 0, 0, 0)

        static func += (total: inout Counts, one: Counts) {
            total.edits += one.edits
            total.undone += one.undone
            total.redone += one.redone
            total.childSaves += one.childSaves
            total.stored += one.stored
            total.rollbacks += one.rollbacks
            total.batches += one.batches
        }
    }

    private struct Run {
        let file: StoreFile<Society>
        let container: PersistentContainer
        var levels: [Level] = []
        var edits: SocietyEdits
        var log: [String] = []
        var counts = Counts()

        init(seed: UInt64) throws {
            file = try StoreFile(of: Society.self)
            container = try file.container()
            edits = SocietyEdits(SeededGenerator(seed: seed))
            let context = try container.makeContext()
            for _ in 0..<15 { try edits.make(in: context) }
            for _ in 0..<15 { try edits.change(in: context) }
            try? context.save()
            context.undoLevels = .max
            levels = [Level(context: context, picture: try SocietyPicture.lines(context))]
        }

        private var last: Int { levels.count - 1 }
        private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &edits.random) }

        mutating func step() throws {
            switch number(22) {
            case 0...4: try edit()
            case 5, 6: try undo()
            case 7: try redo()
            case 8, 9: try makeChild()
            case 10: try discard()
            case 11...14: if last > 0 { try saveChild() } else { try saveStore() }
            case 15, 16: try saveStore()
            case 17: if number(3) == 0 { try rollback() }
            case 18: try editAbove()
            default: try batch()
            }
        }

        private mutating func edit() throws {
            let context = levels[last].context
            let steps = context.undoSteps.count
            try context.undoGroup("group") { for _ in 0...number(3) { try edits.edit(context) } }
            levels[last].note(try SocietyPicture.lines(context), steps: steps)
            counts.edits += 1
            try compare("edit \(last)")
        }

        private mutating func undo() throws {
            let context = levels[last].context
            #expect(context.canUndo != levels[last].undoable.isEmpty)
            guard let before = levels[last].undoable.popLast() else { return }
            try context.undo()
            levels[last].redoable.append(levels[last].picture)
            levels[last].picture = before
            counts.undone += 1
            try compare("undo \(last)")
            if number(3) == 0 { try redo() }
        }

        private mutating func redo() throws {
            let context = levels[last].context
            #expect(context.canRedo != levels[last].redoable.isEmpty)
            guard let after = levels[last].redoable.popLast() else { return }
            try context.redo()
            levels[last].undoable.append(levels[last].picture)
            levels[last].picture = after
            counts.redone += 1
            try compare("redo \(last)")
        }

        private mutating func makeChild() throws {
            guard levels.count < 4 else { return }
            let child = levels[last].context.makeChild()
            if number(3) > 0 { child.undoLevels = .max }
            levels.append(Level(context: child, picture: levels[last].picture))
            log.append("child \(last)")
            // A picture loads everything, so half of the children are edited before there is one of them.
            if number(2) == 0 { try compare("") }
        }

        private mutating func discard() throws {
            guard last > 0 else { return }
            levels.removeLast()
            try compare("discard \(levels.count)")
        }

        private mutating func saveChild() throws {
            let parent = levels[last - 1].context
            let steps = parent.undoSteps.count
            do {
                try levels[last].context.save()
            } catch is ObjectValidationError {
                try compare("failed save \(last)")
                return try recover()
            }
            #expect(!levels[last].context.hasChanges)
            levels[last - 1].note(levels[last].picture, steps: steps)
            counts.childSaves += 1
            try compare("save \(last)")
        }

        private mutating func saveStore() throws {
            do {
                try levels[0].context.save()
            } catch is ObjectValidationError {
                try compare("failed save to the store")
                return try recover()
            }
            counts.stored += 1
            try compare("save to the store")
            try compareStore()
        }

        /// What no save accepts would stay to the end of the round.
        private mutating func recover() throws { if number(4) > 0 { try rollback() } }

        private mutating func rollback() throws {
            try levels[last].context.rollback()
            #expect(!levels[last].context.hasChanges && !levels[last].context.canUndo)
            levels[last].picture = last > 0 ? levels[last - 1].picture : try SocietyPicture.lines(try container.makeContext())
            levels[last].forgetGroups()
            counts.rollbacks += 1
            try compare("rollback \(last)")
        }

        /// Edits a context whose children have no changes. These show that when they read their objects again.
        private mutating func editAbove() throws {
            let place = number(levels.count)
            if levels[(place + 1)...].contains(where: \.context.hasChanges) { return }
            let context = levels[place].context
            let steps = context.undoSteps.count
            try context.undoGroup("above") { for _ in 0...number(3) { try edits.edit(context) } }
            levels[place].note(try SocietyPicture.lines(context), steps: steps)
            for deeper in levels.indices.dropFirst(place + 1) {
                try levels[deeper].context.refreshAll()
                // Undo restores what a group changed only, so a picture of before does not say the rest.
                levels[deeper].context.clearUndo()
                levels[deeper].forgetGroups()
                levels[deeper].picture = levels[place].picture
            }
            try compare("edit \(place), with children")
        }

        // MARK: Batches

        /// A batch in a context without changes. Its result is worked out in the lines of the picture.
        private mutating func batch() throws {
            guard levels.count == 1, !levels[0].context.hasChanges else { return }
            let context = levels[0].context
            var lines = levels[0].picture
            switch number(3) {
            case 0:
                let names = (0..<number(4)).map { "b\(counts.batches).\(log.count).\($0)" }
                #expect(try context.batchInsert(names) { Tag(in: $1, name: $0) }.count == names.count)
                lines += names.map { "tag \($0) posts []" }
            case 1:
                guard let post = try edits.pick(Post.self, context) else { return }
                let (old, name) = (post.title, post.title.prefix { $0 != "|" })
                let new = "\(name)|\(number(9))"
                #expect(try context.batchUpdate(Post.where { $0.title == old }) { [$0.title.set(to: new)] }.count == 1)
                lines = lines.map { $0.hasPrefix("post \(old) ") ? "post \(new) " + $0.dropFirst("post \(old) ".count) : $0 }
            default:
                guard let track = try edits.pick(Track.self, context) else { return }
                let title = track.title
                #expect(try context.batchDelete(Track.where { $0.title == title }).count == 1)
                lines = lines.filter { !$0.hasPrefix("track \(title) ") }.map { line in
                    guard line.hasPrefix("album "), let start = line.firstIndex(of: "[") else { return line }
                    let titles = line[start...].dropFirst().dropLast().split(separator: " ").filter { $0 != title }
                    return "\(line[..<start])[\(titles.joined(separator: " "))]"
                }
            }
            context.clearUndo()
            levels[0].forgetGroups()
            levels[0].picture = lines.sorted()
            counts.batches += 1
            try compare("batch")
            try compareStore()
        }

        // MARK: Comparing

        private mutating func compare(_ text: String) throws {
            if !text.isEmpty { log.append(text) }
            for (place, level) in levels.enumerated() {
                try compare(level.context, with: level.picture, "context \(place)")
            }
        }

        private func compareStore() throws {
            try compare(try container.makeContext(), with: levels[0].picture, "the store")
            #expect(try file.rows("PRAGMA foreign_key_check").isEmpty)
        }

        private func compare(_ context: ManagedObjectContext, with expected: [String], _ name: String) throws {
            let now = try SocietyPicture.lines(context)
            if now == expected { return }
            let wrong = now.filter { !expected.contains($0) }
            let missing = expected.filter { !now.contains($0) }
            Issue.record("\(name) shows \(wrong)\ninstead of\n\(missing)\nafter\n\(log.suffix(15).joined(separator: "\n"))")
            throw Wrong()
        }
    }

    private struct Wrong: Error {}

    @Test func `contexts and the store always show the pictures of an oracle`() throws {
        let seed = SeededGenerator.seedForTests()
        var total = Counts()
        let rounds = TestScale.count(10, long: 10_000)
        for seed in (0..<UInt64(rounds)).map({ seed &+ $0 }) {
            var run = try Run(seed: seed)
            do {
                for _ in 0..<40 { try run.step() }
            } catch {
                Issue.record("\(error is Wrong ? "" : "\(error) after \(run.log.suffix(12)), ")TRELLIS_SEED=\(seed)")
                return
            }
            total += run.counts
        }
        // At least one of each in ten rounds, and more of what is done often.
        #expect(total.undone > rounds / 2 && total.redone > rounds / 4 && total.childSaves > rounds && total.stored > rounds, "\(total)")
        #expect(total.rollbacks > rounds / 4 && total.batches > rounds / 10, "\(total)")
    }
}
