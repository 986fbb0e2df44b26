import RelationshipsModel
import Testing
import Trellis

/// User-defined triggers that raise the version of a row, which the same save then writes or deletes.
struct RaisedVersionTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let first: Post
    private let second: Post

    init() throws {
        (file, context) = try StoreFile.withContext()
        first = Post(in: context, title: "first")
        second = Post(in: context, title: "second")
        try context.save()
    }

    private func titles() throws -> [String] { try file.column("SELECT title FROM post ORDER BY _id") }

    /// After the first row was written or deleted.
    private func trigger(_ event: String, _ statement: String) throws {
        try file.execute("CREATE TRIGGER mine AFTER \(event) ON post BEGIN \(statement); END")
    }

    @Test func `the second row is deleted all the same`() throws {
        try trigger("DELETE", "UPDATE post SET _version = _version + 1")
        try context.delete(first)
        try context.delete(second)
        try context.save()
        #expect(try titles() == [])
        #expect(second.isDeleted && !context.hasChanges)
    }

    @Test func `the second row is written, and its object has the new version`() throws {
        try trigger("UPDATE OF title", "UPDATE post SET _version = _version + 1 WHERE NEW.title = '1' AND _id = 2")
        (first.title, second.title) = ("1", "2")
        try context.save()
        #expect(try titles() == ["1", "2"])
        #expect(try file.column("SELECT _version FROM post ORDER BY _id") == ["2", "3"])
        second.title = "2, again"
        try context.save()
        #expect(try titles() == ["1", "2, again"])
    }

    @Test(arguments: ["DELETE", "UPDATE"]) func `a second row that another trigger ignores is an error`(_ event: String) throws {
        try trigger(event == "UPDATE" ? "UPDATE OF title" : event, "UPDATE post SET _version = _version + 1 WHERE _id = 2")
        try file.execute("CREATE TRIGGER other BEFORE \(event == "UPDATE" ? "UPDATE OF title" : event) ON post WHEN OLD._id = 2 BEGIN SELECT RAISE(IGNORE); END")
        if event == "UPDATE" {
            (first.title, second.title) = ("1", "2")
        } else {
            try context.delete(first)
            try context.delete(second)
        }
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error == .ignoredByTrigger(table: "post"))
        #expect(try titles() == ["first", "second"])
        #expect(context.hasChanges)
    }

    @Test func `a second row that the trigger deletes is a conflict, and nothing is written`() throws {
        try trigger("UPDATE OF title", "DELETE FROM post WHERE NEW.title = '1' AND _id = 2")
        (first.title, second.title) = ("1", "2")
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.objectID) == [second.objectID])
        #expect(error?.conflicts.map(\.kind) == [.deleted])
        #expect(try titles() == ["first", "second"])
    }

    @Test func `a second row that goes with the first one is deleted`() throws {
        try trigger("DELETE", "DELETE FROM post")
        try context.delete(first)
        try context.delete(second)
        try context.save()
        #expect(try titles() == [] && second.isDeleted)
    }
}
