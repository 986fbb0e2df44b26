import DepotModel
import Testing
import Trellis

/// The hook for objects that are saved.
struct SaveHookTests {
    private let file: StoreFile<Depot>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Depot.self)
        context = try file.context()
    }

    private struct Refusal: Error {}

    @Test func `every object that is inserted or updated is told, and what it sets is saved`() throws {
        try HookScript.run { script in
            script.willSave = { $0.saves += 1 }
            let box = Box(in: context, name: "a")
            Parcel(in: context, name: "p")
            Crate(in: context, name: "no hook")
            try context.save()
            box.note = "edited"
            try context.save()
            // Without changes no hook is called.
            try context.save()
            #expect(script.calls.filter { $0.hasPrefix("willSave") } == ["willSave a", "willSave p", "willSave a"])
            #expect(try file.rows("SELECT name, saves, _version FROM box") == [["a", "2", "2"], ["p", "1", "1"]])
        }
    }

    @Test func `setting a property in the hook does not call it again`() throws {
        try HookScript.run { script in
            let box = Box(in: context, name: "a")
            try context.save()
            script.willSave = { $0.saves += 1 }
            for _ in 1...3 {
                box.note = (box.note ?? "") + "."
                try context.save()
            }
            #expect(try file.rows("SELECT note, saves, _version FROM box") == [["...", "3", "4"]])
            #expect(!context.hasChanges)
        }
    }

    @Test func `objects that the hook changes, makes and deletes are saved, and told if they have it`() throws {
        try HookScript.run { script in
            let boxes = ["a", "b", "c"].map { Box(in: context, name: $0) }
            try context.save()
            _ = script.takeCalls()
            script.willSave = { box in
                guard box.name == "a" else { return }
                boxes[1].note = "changed by a"
                try context.delete(boxes[2])
                Box(in: context, name: "made by a")
                Crate(in: context, name: "made by a")
            }
            boxes[0].note = "edited"
            try context.save()
            #expect(script.calls.filter { $0.hasPrefix("willSave") } == ["willSave a", "willSave made by a", "willSave b"])
            #expect(
                try file.rows("SELECT name, note FROM box") == [["a", "edited"], ["b", "changed by a"], ["made by a", nil]])
            #expect(try file.column("SELECT name FROM crate") == ["made by a"])
            #expect(!context.hasChanges)
        }
    }

    @Test func `an object that a hook deletes is not told any more`() throws {
        try HookScript.run { script in
            let boxes = ["a", "b"].map { Box(in: context, name: $0) }
            script.willSave = { if $0 == boxes[0] { try context.delete(boxes[1]) } }
            try context.save()
            #expect(script.calls.filter { $0.hasPrefix("willSave") } == ["willSave a"])
            #expect(try file.column("SELECT name FROM box") == ["a"])
        }
    }

    @Test func `a hook that touches the next of a long chain tells all of it`() throws {
        try HookScript.run { script in
            var boxes = [Box]()
            for number in 1...500 { boxes.append(Box(in: context, name: "\(number)", below: boxes.last)) }
            try context.save()
            script.willSave = { $0.below?.saves += 1 }
            boxes[499].note = "touched"
            try context.save()
            #expect(try file.column("SELECT SUM(saves) FROM box") == ["499"])
        }
    }

    @Test func `hooks that make objects without end are stopped, and nothing is written`() throws {
        try HookScript.run { script in
            script.willSave = { _ in Box(in: context, name: "more") }
            Box(in: context, name: "a")
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error == .endlessHooks(entity: "Box"))
            let written = try file.rows("SELECT * FROM box")
            #expect(written.isEmpty)
            #expect(context.hasChanges)
        }
    }

    @Test func `an error that a hook throws is what the save throws, and nothing is written`() throws {
        try HookScript.run { script in
            script.willSave = { _ in throw Refusal() }
            let box = Box(in: context, name: "a")
            #expect(throws: Refusal.self) { try context.save() }
            #expect(try file.rows("SELECT * FROM box").isEmpty)
            #expect(box.isInserted)
            script.willSave = { _ in }
            try context.save()
            #expect(try file.column("SELECT name FROM box") == ["a"])
        }
    }

    @Test func `a hook cannot save`() throws {
        try HookScript.run { script in
            script.willSave = { _ in try context.save() }
            Box(in: context, name: "a")
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error == .saveWithinSave)
            script.willSave = { _ in }
            try context.save()
            #expect(try file.column("SELECT name FROM box") == ["a"])
        }
    }

    @Test func `values that a hook fixes meet the rules`() throws {
        try HookScript.run { script in
            script.willSave = { if $0.name.isEmpty { $0.name = "unnamed" } }
            script.validate = { if $0.name.isEmpty { throw BrokenRule("not empty", property: "name") } }
            Box(in: context, name: "")
            try context.save()
            #expect(script.calls == ["awakeFromInsert ", "willSave ", "validate unnamed"])
            #expect(try file.column("SELECT name FROM box") == ["unnamed"])
        }
    }
}
