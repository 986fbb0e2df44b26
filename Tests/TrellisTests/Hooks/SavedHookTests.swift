import DepotModel
import RelationshipsModel
import Testing
import Trellis

/// What labels and countries do in one test.
final class SavedScript: @unchecked Sendable {
    // Unchecked: a test's objects stay on its own task, and so does its script.
    @TaskLocal static var current: SavedScript?

    var calls: [String] = []
    var didSave: (Label) -> Void = { _ in }
    var willSave: (Country) throws -> Void = { _ in }

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    static func run(_ body: (SavedScript) throws -> Void) throws {
        let script = SavedScript()
        try $current.withValue(script) { try body(script) }
    }
}

extension Label.Hooks: SavedHook {
    public static func didSave(_ label: Label) {
        let state = label.hasChanges ? "changed" : "unchanged"
        SavedScript.current?.calls.append("\(label.text)\(label.isDeleted ? " deleted" : ""), \(state)")
        SavedScript.current?.didSave(label)
    }
}

extension Country.Hooks: SaveHook {
    public static func willSave(_ country: Country) throws { try SavedScript.current?.willSave(country) }
}

/// The hook for objects that were saved.
struct SavedHookTests {
    private let file: StoreFile<Depot>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Depot.self)
        context = try file.context()
    }

    @Test func `what was inserted, updated and deleted is told once, when it is as it is in the store`() throws {
        try SavedScript.run { script in
            let labels = ["a", "b", "c"].map { Label(in: context, text: $0) }
            try context.save()
            #expect(script.takeCalls() == ["a, unchanged", "b, unchanged", "c, unchanged"])
            labels[0].text = "A"
            try context.delete(labels[2])
            Shelf(in: context, name: "no hook")
            try context.save()
            #expect(script.takeCalls() == ["A, unchanged", "c deleted, unchanged"])
            try context.save()
            #expect(script.calls.isEmpty)
        }
    }

    @Test func `what the hook edits is the next save's, and it cannot save`() throws {
        try SavedScript.run { script in
            var error: (any Error)?
            script.didSave = { label in
                label.text += "!"
                do { try context.save() } catch let thrown { error = thrown }
            }
            let label = Label(in: context, text: "a")
            try context.save()
            #expect(error as? StoreError == .saveWithinSave)
            #expect(try file.rows("SELECT text, _version FROM label") == [["a", "1"]])
            #expect(label.text == "a!" && context.updatedObjects == [label])
            script.didSave = { _ in }
            try context.save()
            #expect(try file.rows("SELECT text, _version FROM label") == [["a!", "2"]])
        }
    }

    @Test func `no hook is called after a failed save, nor for objects that yielded to the store's values`() throws {
        try SavedScript.run { script in
            let labels = ["a", "b"].map { Label(in: context, text: $0) }
            try context.save()
            try file.execute("UPDATE label SET text = 'theirs', _version = 2 WHERE text = 'a'")
            for label in labels { label.text += " edited" }
            _ = script.takeCalls()
            #expect(throws: ConflictError.self) { try context.save() }
            #expect(script.calls.isEmpty)
            context.mergePolicy = .storeWins
            try context.save()
            #expect(script.calls == ["b edited, unchanged"])
            #expect(labels[0].text == "theirs")
        }
    }

    @Test func `a hook before the save may delete what an unsaved key leads to`() throws {
        try SavedScript.run { script in
            let file = try StoreFile(of: Society.self)
            let context = try file.context()
            let (paris, rome) = (City(in: context, name: "Paris"), City(in: context, name: "Rome"))
            Country(in: context, name: "France", capital: paris)
            let italy = Country(in: context, name: "Italy", capital: rome)
            let ada = Person(in: context, name: "Ada", home: paris, birthplace: paris)
            try context.save()
            ada.home = rome
            italy.name = "Italia"
            script.willSave = { _ in if !italy.isDeleted { try context.delete(italy) } }
            try context.save()
            #expect(rome.isDeleted && ada.home == nil)
            #expect(try file.rows("SELECT name, home_id FROM person") == [["Ada", nil]])
        }
    }
}
