import DepotModel
import Testing
import Trellis

/// User-defined rules.
struct OwnValidationTests {
    private let file: StoreFile<Depot>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Depot.self)
        context = try file.context()
    }

    private struct TooHeavy: Error, CustomStringConvertible {
        let description = "17 tons"
    }

    @Test func `all broken rules of all objects are one error, with values only where they are asked for`() throws {
        try HookScript.run { script in
            script.validate = { box in
                switch box.name {
                case "one": throw BrokenRule("a name of one word at least", property: "name", value: box.name)
                case "two":
                    throw ObjectValidationError(
                        [BrokenRule("no note on a box", property: "note", value: "secret"), BrokenRule("stands on a shelf")], of: box)
                case "other": throw TooHeavy()
                default: break
                }
            }
            let boxes = ["one", "fine", "two", "other"].map { Box(in: context, name: $0) }
            let error = try #require(throws: ObjectValidationError.self) { try context.save() }
            #expect(error.failures.map(\.objectID) == [boxes[0], boxes[2], boxes[2], boxes[3]].map(\.objectID))
            #expect(error.failures.map(\.property) == ["name", "note", nil, nil])
            #expect(
                error.failures.map(\.rule) == [
                    .custom("a name of one word at least"), .custom("no note on a box"), .custom("stands on a shelf"),
                    .custom("TooHeavy"),
                ])
            #expect(error.failures.map(\.path) == ["Box.name", "Box.note", "Box", "Box"])
            #expect(!error.description.contains("secret") && !error.description.contains("17 tons"))
            let text = error.text(includingValues: true)
            #expect(text.contains("Box.note: no note on a box (Box/new3), value: secret"))
            #expect(text.contains("Box: TooHeavy (Box/new4), value: 17 tons"))
            #expect(try file.rows("SELECT * FROM box").isEmpty)
            #expect(context.insertedObjects.count == 4)
        }
    }

    @Test func `one hook validates new objects and changed ones`() throws {
        try HookScript.run { script in
            let box = Box(in: context, name: "a")
            try context.save()
            #expect(script.takeCalls() == ["awakeFromInsert a", "willSave a", "validate a"])
            script.validate = { if !$0.isInserted, $0.saves > 1 { throw BrokenRule("at most 1", property: "saves") } }
            box.saves = 2
            let error = #expect(throws: ObjectValidationError.self) { try context.save() }
            #expect(error?.failures.map(\.rule) == [.custom("at most 1")])
            box.saves = 1
            try context.save()
            #expect(script.takeCalls() == ["willSave a", "validate a", "willSave a", "validate a"])
            #expect(try file.column("SELECT saves FROM box") == ["1"])
        }
    }

    @Test func `a delete is refused by the save`() throws {
        try HookScript.run { script in
            let parcel = Parcel(in: context, name: "p", address: "Thun")
            try context.save()
            _ = script.takeCalls()
            script.validateForDelete = { if $0.address != nil { throw BrokenRule("sent parcels stay", property: "address") } }
            try context.delete(parcel)
            let error = #expect(throws: ObjectValidationError.self) { try context.save() }
            #expect(error?.failures.map(\.path) == ["Parcel.address"])
            #expect(script.takeCalls() == ["prepareForDeletion p", "validateForDelete p"])
            #expect(try file.column("SELECT name FROM box") == ["p"])
            script.validateForDelete = { _ in }
            try context.save()
            #expect(try file.rows("SELECT * FROM box").isEmpty)
        }
    }

    @Test func `a rule of a class that inherits is not its parent's`() throws {
        try HookScript.run { script in
            script.validateForDelete = { _ in throw BrokenRule("never") }
            let box = Box(in: context, name: "a")
            try context.save()
            try context.delete(box)
            try context.save()
            #expect(try file.rows("SELECT * FROM box").isEmpty)
        }
    }

    @Test func `an object that was never saved is taken back without being asked`() throws {
        try HookScript.run { script in
            script.validateForDelete = { _ in throw BrokenRule("never") }
            try context.delete(Parcel(in: context, name: "p"))
            try context.save()
            #expect(script.calls == ["awakeFromInsert p", "prepareForDeletion p"])
        }
    }
}
