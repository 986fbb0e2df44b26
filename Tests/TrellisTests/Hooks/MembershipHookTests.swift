import DepotModel
import Testing
import Trellis

/// The hook for objects whose members change.
struct MembershipHookTests {
    private let file: StoreFile<Depot>
    private let context: ManagedObjectContext
    private let shelves: [Shelf]

    init() throws {
        file = try StoreFile(of: Depot.self)
        context = try file.context()
        shelves = ["a", "b"].map { [context] in Shelf(in: context, name: $0) }
        try context.save()
    }

    private func shelfCalls(_ script: HookScript) -> [String] {
        script.takeCalls().filter { $0.hasPrefix("willSave shelf") }
    }

    @Test func `an owner is told once when it gets, loses and exchanges members, and its row stays`() throws {
        try HookScript.run { script in
            script.callsShelves = true
            let labels = (0..<2).map { Label(in: context, text: "\($0)", shelf: shelves[0]) }
            try context.save()
            #expect(shelfCalls(script) == ["willSave shelf a"])
            labels[0].shelf = shelves[1]
            try context.save()
            #expect(shelfCalls(script).sorted() == ["willSave shelf a", "willSave shelf b"])
            try context.delete(labels[1])
            try context.save()
            #expect(shelfCalls(script) == ["willSave shelf a"])
            #expect(try file.rows("SELECT name, _version FROM shelf ORDER BY _id") == [["a", "1"], ["b", "1"]])
        }
    }

    @Test func `an edit of a member that stays is not told`() throws {
        try HookScript.run { script in
            script.callsShelves = true
            let label = Label(in: context, text: "old", shelf: shelves[0])
            try context.save()
            _ = script.takeCalls()
            label.text = "new"
            try context.save()
            #expect(shelfCalls(script).isEmpty)
        }
    }

    @Test func `what the hook sets is saved, and hooks that change members of others tell these`() throws {
        try HookScript.run { script in
            script.callsShelves = true
            script.willSaveShelf = { [shelves, context] shelf in
                guard shelf === shelves[0] else { return }
                shelf.name = "a with \(shelf.labels.count)"
                Label(in: context, text: "made by the hook", shelf: shelves[1])
            }
            Label(in: context, text: "x", shelf: shelves[0])
            try context.save()
            #expect(shelfCalls(script) == ["willSave shelf a", "willSave shelf b"])
            #expect(try file.rows("SELECT name, _version FROM shelf ORDER BY _id") == [["a with 1", "2"], ["b", "1"]])
        }
    }

    @Test func `an owner that asks for it gets a new version, and contexts that add members conflict`() throws {
        try HookScript.run { script in
            script.callsShelves = true
            script.raisesVersions = true
            let other = try file.context()
            let its = try #require(try other.fetch(Fetch<Shelf>(sort: [.ascending("name")])).first)
            Label(in: context, text: "mine", shelf: shelves[0])
            Label(in: other, text: "theirs", shelf: its)
            try context.save()
            #expect(try file.rows("SELECT name, _version FROM shelf ORDER BY _id") == [["a", "2"], ["b", "1"]])
            #expect(throws: ConflictError.self) { try other.save() }
            // Its own context knows the version.
            shelves[0].name = "again"
            try context.save()
            Label(in: context, text: "more", shelf: shelves[0])
            try context.save()
            #expect(try file.rows("SELECT _version FROM shelf ORDER BY _id") == [["4"], ["1"]])
            #expect(!context.hasChanges)
        }
    }


    private func versions() throws -> [String] { try file.column("SELECT _version FROM shelf ORDER BY _id") }

    @Test func `members that come back, or are created and deleted, tell no owner and raise no version`() throws {
        try HookScript.run { script in
            let label = Label(in: context, text: "x", shelf: shelves[1])
            try context.save()
            (script.callsShelves, script.raisesVersions) = (true, true)
            _ = script.takeCalls()
            label.shelf = shelves[0]
            label.shelf = shelves[1]
            shelves[0].labels.insert(label)
            shelves[0].labels.remove(label)
            label.shelf = shelves[1]
            let new = Label(in: context, text: "new", shelf: shelves[0])
            try context.delete(new)
            #expect(!context.hasChanges)
            try context.save()
            #expect(try shelfCalls(script).isEmpty && versions() == ["1", "1"])
            // The same beside a change that is saved.
            label.shelf = nil
            label.shelf = shelves[1]
            shelves[0].name = "c"
            try context.save()
            #expect(try shelfCalls(script) == ["willSave shelf c"] && versions() == ["2", "1"])
        }
    }

    @Test func `what a failed save would have raised is forgotten if the members come back`() throws {
        try HookScript.run { script in
            let label = Label(in: context, text: "x", shelf: shelves[1])
            try context.save()
            (script.callsShelves, script.raisesVersions) = (true, true)
            label.shelf = shelves[0]
            script.willSaveShelf = { _ in throw CancellationError() }
            #expect(throws: CancellationError.self) { try context.save() }
            label.shelf = shelves[1]
            script.willSaveShelf = { _ in }
            _ = script.takeCalls()
            shelves[0].name = "c"
            try context.save()
            #expect(try shelfCalls(script) == ["willSave shelf c"] && versions() == ["2", "1"])
        }
    }

    @Test func `an owner that the context has not read is told when a member leaves it, and gets a new version`() throws {
        try HookScript.run { script in
            for text in ["x", "y"] { Label(in: context, text: text, shelf: shelves[1]) }
            try context.save()
            (script.callsShelves, script.raisesVersions) = (true, true)
            _ = script.takeCalls()
            let mover = try file.context()
            try #require(try mover.fetchAll(Label.self).first).shelf = try mover.fetch(Shelf.where { $0.name == "a" }).first
            try mover.save()
            #expect(try shelfCalls(script).sorted() == ["willSave shelf a", "willSave shelf b"] && versions() == ["2", "2"])
            let deleter = try file.context()
            try deleter.delete(try #require(try deleter.fetchAll(Label.self).last))
            try deleter.save()
            #expect(try shelfCalls(script) == ["willSave shelf b"] && versions() == ["2", "3"])
            // This context read the owner before.
            shelves[1].name = "mine"
            #expect(throws: ConflictError.self) { try context.save() }
        }
    }

    @Test func `an owner in another context's cache conflicts when both change its members`() throws {
        try HookScript.run { script in
            for text in ["x", "y"] { Label(in: context, text: text, shelf: shelves[1]) }
            try context.save()
            (script.callsShelves, script.raisesVersions) = (true, true)
            let other = try file.context()
            try #require(try other.fetchAll(Label.self).first).shelf = nil
            try other.save()
            Label(in: context, text: "more", shelf: shelves[1])
            #expect(throws: ConflictError.self) { try context.save() }
        }
    }

    @Test func `a child tells the owners too`() throws {
        try HookScript.run { script in
            let label = Label(in: context, text: "x", shelf: shelves[1])
            try context.save()
            (script.callsShelves, script.raisesVersions) = (true, true)
            _ = script.takeCalls()
            let child = context.makeChild()
            let own = try #require(try child.find(Label.self, label.objectID))
            own.shelf = try child.find(Shelf.self, shelves[0].objectID)
            try child.save()
            #expect(shelfCalls(script).sorted() == ["willSave shelf a", "willSave shelf b"])
            try context.save()
            #expect(try shelfCalls(script).sorted() == ["willSave shelf a", "willSave shelf b"] && versions() == ["2", "2"])
        }
    }
}
