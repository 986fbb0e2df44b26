import DepotModel
import Testing
import Trellis

/// What a cascade takes along is not loaded for that, and is gone all the same.
struct UnknownRowDeletionTests {
    private let file: StoreFile<Depot>

    /// Two shelves with two crates of two items each; the first shelf has two labels, the second one.
    init() throws {
        file = try StoreFile(of: Depot.self)
        let context = try file.context()
        for name in ["a", "b"] {
            let shelf = Shelf(in: context, name: name)
            for crate in ["\(name)1", "\(name)2"].map({ Crate(in: context, name: $0, shelf: shelf) }) {
                for item in ["x", "y"] { Item(in: context, name: "\(crate.name)\(item)", crate: crate) }
            }
            Label(in: context, text: name, shelf: shelf)
            if name == "a" { Label(in: context, text: "a, too", shelf: shelf) }
        }
        try context.save()
    }

    private func shelf(in context: ManagedObjectContext) throws -> Shelf {
        try #require(try context.fetch(Fetch<Shelf>(where: .compare("name", .equal, to: "a"))).first)
    }

    private func crate(_ name: String, in context: ManagedObjectContext) throws -> Crate {
        try #require(try context.fetch(Fetch<Crate>(where: .compare("name", .equal, to: name))).first)
    }

    private func item(_ name: String, in context: ManagedObjectContext) throws -> Item {
        try #require(try context.fetch(Fetch<Item>(where: .compare("name", .equal, to: name))).first)
    }

    private func expectOnlyTheSecondShelf() throws {
        #expect(try file.column("SELECT name FROM shelf") == ["b"])
        #expect(try file.column("SELECT name FROM crate") == ["b1", "b2"])
        #expect(try file.column("SELECT name FROM item") == ["b1x", "b1y", "b2x", "b2y"])
        #expect(try file.rows("SELECT text, shelf_id FROM label") == [["a", nil], ["a, too", nil], ["b", "2"]])
    }

    // MARK: What goes

    @Test func `a cascade loads nothing, and fetches do not show what it takes along`() throws {
        let context = try file.context()
        let shelf = try shelf(in: context)
        try context.delete(shelf)
        #expect(context.deletedObjects == [shelf])

        #expect(try context.fetchAll(Crate.self).map(\.name) == ["b1", "b2"])
        #expect(try context.fetchAll(Item.self).map(\.name) == ["b1x", "b1y", "b2x", "b2y"])
        #expect(try context.fetch(Fetch<Item>(sort: [.ascending("name")], limit: 2)).map(\.name) == ["b1x", "b1y"])
        #expect(try context.fetch(Fetch<Item>(where: .compare("crate.shelf.name", .equal, to: "a"))).isEmpty)
        #expect(try context.fetch(Fetch<Item>(where: .compare("crate.name", .equal, to: "a1"))).isEmpty)
        #expect(try context.find(Crate.self, ObjectID(entity: "Crate", rowID: 1)) == nil)
        #expect(try context.find(Item.self, ObjectID(entity: "Item", rowID: 1)) == nil)
        #expect(context.deletedObjects == [shelf])

        try context.save()
        try expectOnlyTheSecondShelf()
        #expect(!context.hasChanges)
        #expect(try context.fetchAll(Crate.self).count == 2)
    }

    @Test func `objects that the context knows are deleted objects, however far down they are`() throws {
        let context = try file.context()
        let item = try item("a2y", in: context)
        let shelf = try shelf(in: context)
        try context.delete(shelf)
        #expect(Set(context.deletedObjects) == [shelf, item])
        #expect(item.isDeleted)
        try context.save()
        try expectOnlyTheSecondShelf()
        #expect(item.isDeleted && !item.hasChanges)
    }

    @Test func `an object that moved away from a row that goes stays`() throws {
        let context = try file.context()
        let item = try item("a1x", in: context)
        item.crate = try crate("b1", in: context)
        let shelf = try shelf(in: context)
        try context.delete(shelf)
        #expect(context.deletedObjects == [shelf])
        try context.save()
        #expect(try file.rows("SELECT name, crate_id FROM item WHERE _id < 5") == [["a1x", "3"]])
    }

    @Test func `an object that moved into one that goes is deleted, with what is its`() throws {
        let context = try file.context()
        let shelf = try shelf(in: context)
        let crate = try crate("b1", in: context)
        crate.shelf = shelf
        try context.delete(shelf)
        #expect(Set(context.deletedObjects) == [shelf, crate])
        #expect(try context.fetchAll(Item.self).map(\.name) == ["b2x", "b2y"])
        try context.save()
        #expect(try file.column("SELECT name FROM item") == ["b2x", "b2y"])
    }

    @Test func `an object that was never saved goes with its unknown siblings`() throws {
        let context = try file.context()
        let shelf = try shelf(in: context)
        let new = Crate(in: context, name: "new", shelf: shelf)
        Item(in: context, name: "new", crate: new)
        try context.delete(shelf)
        #expect(context.insertedObjects.isEmpty)
        try context.save()
        try expectOnlyTheSecondShelf()
    }

    @Test func `one delete after the other finds what is left`() throws {
        let context = try file.context()
        try context.delete(try crate("a1", in: context))
        #expect(try context.fetchAll(Item.self).count == 6)
        try context.delete(try shelf(in: context))
        #expect(try context.fetchAll(Item.self).count == 4)
        try context.save()
        try expectOnlyTheSecondShelf()
    }

    @Test func `an item of a box and a crate goes with either`() throws {
        let made = try file.context()
        let box = Box(in: made, name: "box")
        try made.fetchAll(Item.self)[5].box = box
        try made.save()
        let context = try file.context()
        try context.delete(try #require(try context.fetchAll(Box.self).first))
        try context.delete(try shelf(in: context))
        try context.save()
        #expect(try file.column("SELECT name FROM item") == ["b1x", "b2x", "b2y"])
    }

    @Test(arguments: [false, true])
    func `what denies its delete goes with what stands in its way, also where that is not known`(_ goesFirst: Bool) throws {
        let made = try file.context()
        Seal(in: made, code: "s", crate: try crate("a1", in: made))
        try made.save()
        let context = try file.context()
        let seal = try #require(try context.fetchAll(Seal.self).first)
        if goesFirst { try context.delete(seal) }
        try context.delete(try shelf(in: context))
        if !goesFirst { try context.delete(seal) }
        try context.save()
        try expectOnlyTheSecondShelf()
        #expect(try file.rows("SELECT * FROM seal").isEmpty)
    }

    // MARK: What loses its key

    @Test func `a fetch shows that unknown objects have lost their key`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        #expect(!context.updatedObjects.contains { $0 is Label })
        let without = Fetch<Label>(where: .compare("shelf", .equal, to: Shelf?.none), sort: [.descending("text")])
        #expect(try context.fetch(without).map(\.text) == ["a, too", "a"])
        #expect(try context.fetch(Fetch<Label>(where: .compare("shelf.name", .equal, to: "b"))).map(\.text) == ["b"])
        #expect(try context.fetchAll(Label.self).allSatisfy { ($0.shelf == nil) == $0.text.hasPrefix("a") })
        try context.save()
        try expectOnlyTheSecondShelf()
        #expect(try file.column("SELECT _version FROM label") == ["2", "2", "1"])
    }

    @Test func `an object that is loaded after the delete has lost its key, and can be edited and saved`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        let label = try #require(try context.find(Label.self, ObjectID(entity: "Label", rowID: 1)))
        #expect(label.shelf == nil)
        label.text = "edited"
        try context.save()
        label.text = "edited again"
        try context.save()
        #expect(try file.rows("SELECT text, shelf_id, _version FROM label WHERE _id < 3") == [
            ["edited again", nil, "3"], ["a, too", nil, "2"],
        ])
    }

    @Test func `keys are cleared as a save of their rows, loaded or not`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        try context.save()
        try expectOnlyTheSecondShelf()
        #expect(try file.column("SELECT _version FROM label") == ["2", "2", "1"])
        #expect(try context.fetchAll(Label.self).first?.shelf == nil)
    }

    // MARK: Others

    @Test func `a row that another process moves away meanwhile stays, and a row that it adds is deleted`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        let other = try file.context()
        try crate("a1", in: other).shelf = try other.fetchAll(Shelf.self).last
        Crate(in: other, name: "late", shelf: try shelf(in: other))
        try other.save()
        try context.save()
        #expect(try file.rows("SELECT name, shelf_id FROM crate") == [["a1", "2"], ["b1", "2"], ["b2", "2"]])
        #expect(try file.column("SELECT name FROM item LIMIT 3") == ["a1x", "a1y", "b1x"])
        // What was hidden is there again.
        #expect(try context.fetchAll(Crate.self).map(\.name) == ["a1", "b1", "b2"])
    }

    @Test func `a row that was not read is deleted even if another process changed it`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        let other = try file.context()
        try crate("a1", in: other).name = "changed"
        try other.save()
        try context.save()
        try expectOnlyTheSecondShelf()
    }

    @Test func `a save that fails leaves everything as it was, hidden rows too`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        try file.execute("CREATE TRIGGER refuse AFTER DELETE ON item BEGIN SELECT RAISE(ABORT, 'refused'); END")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try file.column("SELECT COUNT(*) FROM item") == ["8"])
        #expect(try context.fetchAll(Item.self).count == 4)
        try file.execute("DROP TRIGGER refuse")
        try context.save()
        try expectOnlyTheSecondShelf()
    }

    @Test func `after a rollback or a reset everything is there again`() throws {
        let context = try file.context()
        try context.delete(try shelf(in: context))
        try context.rollback()
        #expect(try context.fetchAll(Item.self).count == 8)
        #expect(try context.fetchAll(Label.self).filter { $0.shelf == nil } == [])
        try context.delete(try shelf(in: context))
        context.reset()
        #expect(try context.fetchAll(Crate.self).count == 4)
        #expect(try context.fetchAll(Label.self).filter { $0.shelf == nil } == [])
        #expect(!context.hasChanges)
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM item") == ["8"])
        #expect(try file.column("SELECT DISTINCT _version FROM label") == ["1"])
    }

    @Test func `an object that is refreshed has lost its key all the same`() throws {
        let context = try file.context()
        let labels = try context.fetchAll(Label.self)
        try context.delete(try shelf(in: context))
        try context.refresh(labels[0], mergeChanges: false)
        #expect(labels.map { $0.shelf?.name } == [nil, nil, "b"])
        try context.save()
        try expectOnlyTheSecondShelf()
    }

    @Test func `deletes read keys, in one query a relationship and level`() throws {
        let context = try file.context()
        let shelf = try shelf(in: context)
        let statements = try context.recordStatements { try context.delete(shelf) }.statements
        #expect(statements.map(\.purpose) == [.delete, .delete, .delete])
        #expect(statements.map(\.rows) == [0, 2, 4])
    }

    @Test func `a relationship of another object does not show what goes`() throws {
        let made = try file.context()
        let box = Box(in: made, name: "box")
        for item in try made.fetchAll(Item.self) { item.box = box }
        try made.save()
        let context = try file.context()
        let again = try #require(try context.fetchAll(Box.self).first)
        try context.delete(try shelf(in: context))
        #expect(again.items.map(\.name).sorted() == ["b1x", "b1y", "b2x", "b2y"])
        try context.save()
        #expect(again.items.count == 4)
    }

    // MARK: Hooks

    @Test func `only objects that want to be told are loaded`() throws {
        let made = try file.context()
        let boxes = ["one", "two"].map { Box(in: made, name: $0) }
        let first = try shelf(in: made)
        for box in boxes {
            box.shelf = first
            Item(in: made, name: "boxed", box: box)
        }
        try made.save()
        try HookScript.run { script in
            let context = try file.context()
            try context.delete(try shelf(in: context))
            #expect(context.deletedObjects.count == 3)
            #expect(script.calls.filter { $0.hasPrefix("prepare") } == ["prepareForDeletion one", "prepareForDeletion two"])
            try context.save()
            try expectOnlyTheSecondShelf()
        }
    }
}
