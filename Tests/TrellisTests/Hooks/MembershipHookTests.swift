import DepotModel
import Testing
import Trellis

@Suite("The hook for objects whose members change")
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
}
