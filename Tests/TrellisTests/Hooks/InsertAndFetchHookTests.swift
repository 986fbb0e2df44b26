import DepotModel
import Testing
import Trellis

/// Hooks for objects that are made and read.
struct InsertAndFetchHookTests {
    private let file: StoreFile<Depot>

    init() throws {
        file = try StoreFile(of: Depot.self)
    }

    @Test func `a new object is told once, when it has what its initializer was given`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = Shelf(in: context, name: "shelf")
            script.awakeFromInsert = { box in
                box.note = "\(box.name) on \(box.shelf?.name ?? "nothing")"
                Item(in: context, name: "wrapping", box: box)
            }
            let box = Box(in: context, name: "a", shelf: shelf)
            #expect(script.takeCalls() == ["awakeFromInsert a"])
            #expect(box.note == "a on shelf")
            #expect(box.items.map(\.name) == ["wrapping"])
            try context.save()
            #expect(try file.rows("SELECT name, note FROM box") == [["a", "a on shelf"]])
            #expect(try file.rows("SELECT name, box_id FROM item") == [["wrapping", "1"]])
        }
    }

    @Test func `an object of a class that inherits is told once, when it has everything`() throws {
        try HookScript.run { script in
            let context = try file.context()
            script.awakeFromInsert = { $0.note = ($0 as? Parcel)?.address }
            let parcel = Parcel(in: context, name: "p", address: "Thun")
            #expect(script.takeCalls() == ["awakeFromInsert p"])
            #expect(parcel.note == "Thun")
        }
    }

    @Test func `an object is told when it was read, and not when it is read again`() throws {
        let made = try file.context()
        for name in ["a", "b"] { Box(in: made, name: name) }
        Parcel(in: made, name: "p")
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            script.awakeFromFetch = { $0.title = "[\($0.name)]" }
            let boxes = try context.fetch(Fetch<Box>(where: .compare("name", .notEqual, to: "b")))
            #expect(script.takeCalls() == ["awakeFromFetch a", "awakeFromFetch p"])
            #expect(boxes.map(\.title) == ["[a]", "[p]"])
            #expect(!context.hasChanges)
            let all = try context.fetchAll(Box.self)
            #expect(script.takeCalls() == ["awakeFromFetch b"])
            #expect(all.map(\.title) == ["[a]", "[b]", "[p]"])
        }
    }

    @Test func `a refresh that discards changes tells the object again, as if it had just been fetched`() throws {
        let made = try file.context()
        for name in ["a", "b"] { Box(in: made, name: name) }
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            script.awakeFromFetch = { $0.title = "[\($0.name)]" }
            let boxes = try context.fetchAll(Box.self)
            try file.execute("UPDATE box SET name = name || name, _version = 2")
            _ = script.takeCalls()
            try context.refresh(boxes[0], mergeChanges: true)
            #expect(script.calls.isEmpty && boxes[0].title == "[a]")
            try context.refresh(boxes[0], mergeChanges: false)
            #expect(script.takeCalls() == ["awakeFromFetch aa"])
            #expect(boxes[0].title == "[aa]")
            try file.execute("DELETE FROM box WHERE name = 'aa'")
            try context.refreshAll(mergeChanges: false)
            #expect(script.takeCalls() == ["awakeFromFetch bb"])
            #expect(boxes[0].isDeleted && boxes[1].title == "[bb]")
        }
    }

    @Test func `a hook cannot save during a fetch or a delete`() throws {
        let container = try PersistentContainer(for: Depot.self, at: .fresh)
        let made = try container.makeContext()
        let shelf = Shelf(in: made, name: "shelf")
        for name in ["a", "b"] { Box(in: made, name: name, shelf: shelf) }
        try made.save()
        try HookScript.run { script in
            let context = try container.makeContext()
            var errors = [StoreError?]()
            func save() {
                do { try context.save() } catch { errors.append(error as? StoreError) }
            }
            script.awakeFromFetch = { $0.note = "read"; save() }
            let shelf = try #require(try context.fetchAll(Shelf.self).first)
            #expect(shelf.boxes.map(\.note) == ["read", "read"])
            #expect(errors == [.saveWithinSave, .saveWithinSave])
            try context.save()
            for box in shelf.boxes { box.shelf = nil }
            // Loading the former owner's members happens within one read of the store.
            try context.refreshAll(mergeChanges: false)
            errors = []
            script.awakeFromFetch = { _ in }
            script.prepareForDeletion = { _ in save() }
            try context.delete(shelf)
            #expect(errors == [.saveWithinSave, .saveWithinSave])
            try context.save()
            #expect(try context.fetchAll(Box.self).isEmpty)
        }
    }

    @Test func `what is deleted while a delete loads it stays deleted, and is saved once`() throws {
        let made = try file.context()
        let shelf = Shelf(in: made, name: "shelf")
        Box(in: made, name: "a", shelf: shelf)
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try #require(try context.fetchAll(Shelf.self).first)
            // Loading the box takes back the other one, which was never saved and is going to be deleted.
            let new = Box(in: context, name: "new", shelf: shelf)
            script.awakeFromFetch = { _ in try? context.delete(new) }
            try context.delete(shelf)
            #expect(new.isDeleted && !context.deletedObjects.contains(new))
            try context.save()
            #expect(try file.rows("SELECT * FROM box").isEmpty)
        }
    }

    @Test func `the hook of an object that a relationship loads runs before any code sees the object`() throws {
        let made = try file.context()
        let shelf = Shelf(in: made, name: "shelf")
        Box(in: made, name: "a", shelf: shelf)
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            script.awakeFromFetch = { $0.title = "known" }
            let shelf = try #require(try context.fetchAll(Shelf.self).first)
            #expect(script.takeCalls().isEmpty)
            #expect(shelf.boxes.map(\.title) == ["known"])
        }
    }

    @Test func `what the hook edits is a change, and a chain that it loads is told link after link`() throws {
        let length = 5_000
        let made = try file.context()
        var below: Box?
        for number in 1...length { below = Box(in: made, name: "\(number)", below: below) }
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            script.awakeFromFetch = { $0.saves += $0.below == nil ? 10 : 0 }
            let top = try #require(try context.find(Box.self, ObjectID(entity: "Box", rowID: Int64(length))))
            #expect(script.calls.count == length)
            #expect(script.calls.first == "awakeFromFetch \(length)")
            #expect(!top.hasChanges)
            #expect(context.updatedObjects.count == 1)
            try context.save()
            #expect(try file.rows("SELECT name, saves, _version FROM box WHERE saves > 0") == [["1", "10", "2"]])
        }
    }

    @Test func `a row that cannot be read does not keep those before it from being told`() throws {
        let made = try file.context()
        for name in ["a", "b"] { Box(in: made, name: name) }
        try made.save()
        try file.execute("UPDATE box SET _entity = 'Ghost' WHERE name = 'b'")
        try HookScript.run { script in
            let context = try file.context()
            #expect(throws: StoreError.self) { try context.fetchAll(Box.self) }
            #expect(script.takeCalls() == ["awakeFromFetch a"])
        }
    }
}
