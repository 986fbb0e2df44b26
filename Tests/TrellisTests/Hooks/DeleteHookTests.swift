import DepotModel
import Testing
import Trellis

/// The hook for objects that are deleted.
struct DeleteHookTests {
    private let file: StoreFile<Depot>

    /// A shelf with two boxes, on the first of which a third one stands; each holds an item.
    init() throws {
        file = try StoreFile(of: Depot.self)
        let context = try file.context()
        let shelf = Shelf(in: context, name: "shelf")
        let first = Box(in: context, name: "a", shelf: shelf)
        let boxes = [first, Box(in: context, name: "b", shelf: shelf), Parcel(in: context, name: "c", below: first)]
        for box in boxes { Item(in: context, name: "in \(box.name)", box: box) }
        try context.save()
    }

    private struct Refusal: Error {}

    private func shelf(in context: ManagedObjectContext) throws -> Shelf {
        try #require(try context.fetchAll(Shelf.self).first)
    }

    @Test func `all that go are told before anything is deleted, also those that were never loaded`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try shelf(in: context)
            script.prepareForDeletion = { box in
                #expect(!box.isDeleted && !shelf.isDeleted)
                #expect(box.items.map(\.name) == ["in \(box.name)"])
                #expect(box.name == "c" ? box.below?.name == "a" : box.shelf == shelf)
            }
            try context.delete(shelf)
            #expect(
                script.calls.filter { $0.hasPrefix("prepare") } == ["prepareForDeletion a", "prepareForDeletion b", "prepareForDeletion c"])
            #expect(shelf.isDeleted)
            try context.save()
            for table in ["shelf", "box", "item"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
        }
    }

    @Test func `an object is told once, and not again by the save or a second delete`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let box = try #require(try context.fetchAll(Box.self).last)
            _ = script.takeCalls()
            try context.delete(box)
            try context.delete(box)
            try context.save()
            #expect(script.takeCalls() == ["prepareForDeletion c", "validateForDelete c"])
        }
    }

    @Test func `what the hook edits, makes and deletes is saved along`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let boxes = try context.fetchAll(Box.self)
            script.prepareForDeletion = { box in
                guard box == boxes[2] else { return }
                boxes[0].note = "\(box.name) is gone"
                try context.delete(boxes[1])
                Crate(in: context, name: "instead of \(box.name)")
            }
            try context.delete(boxes[2])
            #expect(Set(context.deletedObjects.compactMap { ($0 as? Box)?.name }) == ["b", "c"])
            try context.save()
            #expect(try file.rows("SELECT name, note FROM box") == [["a", "c is gone"]])
            #expect(try file.column("SELECT name FROM crate") == ["instead of c"])
            #expect(try file.column("SELECT name FROM item") == ["in a"])
        }
    }

    @Test func `what a hook takes out of the cascade stays, and what it puts in goes`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try shelf(in: context)
            let boxes = try context.fetchAll(Box.self)
            let late = Box(in: context, name: "late")
            script.prepareForDeletion = { box in
                if box == boxes[0] {
                    boxes[2].below = nil
                    late.shelf = shelf
                }
            }
            try context.delete(shelf)
            #expect(!boxes[2].isDeleted)
            #expect(late.isDeleted)
            #expect(script.calls.last == "prepareForDeletion late")
            try context.save()
            #expect(try file.rows("SELECT name, below_id FROM box") == [["c", nil]])
        }
    }

    @Test func `a hook that deletes what is going anyway changes nothing`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try shelf(in: context)
            script.prepareForDeletion = { try context.delete($0) }
            try context.delete(shelf)
            #expect(script.calls.count { $0.hasPrefix("prepare") } == 3)
            try context.save()
            for table in ["shelf", "box", "item"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
        }
    }

    @Test func `a hook that deletes the object that the delete began with ends it`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try shelf(in: context)
            script.prepareForDeletion = { _ in try context.delete(shelf) }
            try context.delete(shelf)
            #expect(shelf.isDeleted)
            try context.save()
            for table in ["shelf", "box", "item"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
        }
    }

    @Test func `an error that a hook throws is what the delete throws, and nothing is deleted`() throws {
        try HookScript.run { script in
            let context = try file.context()
            let shelf = try shelf(in: context)
            script.prepareForDeletion = { if $0.name == "b" { throw Refusal() } }
            #expect(throws: Refusal.self) { try context.delete(shelf) }
            #expect(!shelf.isDeleted && !context.hasChanges)
            script.prepareForDeletion = { _ in }
            _ = script.takeCalls()
            try context.delete(shelf)
            #expect(script.calls.count { $0.hasPrefix("prepare") } == 3)
        }
    }
}
