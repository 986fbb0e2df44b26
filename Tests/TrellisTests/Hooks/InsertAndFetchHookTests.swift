import DepotModel
import Testing
import Trellis

@Suite("Hooks for objects that are made and read")
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

    @Test func `an object that a relationship loads is told before anybody sees it`() throws {
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
        try file.execute("UPDATE box SET _entity = 'Nobody' WHERE name = 'b'")
        try HookScript.run { script in
            let context = try file.context()
            #expect(throws: StoreError.self) { try context.fetchAll(Box.self) }
            #expect(script.takeCalls() == ["awakeFromFetch a"])
        }
    }
}
