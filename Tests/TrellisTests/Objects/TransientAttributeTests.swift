import AttributeOptionsModel
import Foundation
import Testing
import Trellis

/// Properties of a class that the store does not have.
struct TransientAttributeTests {
    private let file: StoreFile<AttributeOptions>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: AttributeOptions.self)
        context = try file.context()
    }

    @Test func `a new object has the defaults, and so has one that is read`() throws {
        let before = Date.now
        let new = Upload(in: context, name: "a", size: 1)
        new.note = "mine"
        new.progress = 0.5
        try context.save()
        let read = try #require(try file.context().fetchAll(Upload.self).first)
        #expect(read.progress == 0 && read.note == nil && read.steps.isEmpty && read.level == .high && read.`self` == nil)
        #expect(read.amount == 12.5)
        #expect(read.started >= before)
        #expect(new.note == "mine" && new.progress == 0.5)
    }

    @Test func `setting one is no change, and is not saved`() throws {
        let upload = Upload(in: context, name: "a", size: 1)
        try context.save()
        upload.note = "x"
        upload.steps[1] = "one"
        upload.level = .low
        #expect(!upload.hasChanges && !context.hasChanges)
        upload.size = 2
        try context.save()
        #expect(upload.note == "x" && upload.steps == [1: "one"] && upload.level == .low)
        #expect(
            try file.rows("SELECT group_concat(name) FROM pragma_table_info('upload')") == [
                ["_id,_version,name,size,parent_id"]
            ])
    }

    @Test func `it stays with its object as long as that is held`() throws {
        let upload = Upload(in: context, name: "a", size: 1000)
        upload.note = "kept"
        try context.save()
        #expect(try Upload.large(in: context).map(\.note) == ["kept"])
        #expect(try context.find(Upload.self, upload.objectID)?.note == "kept")
    }

    @Test func `a fetch at run time cannot name one`() throws {
        let error = #expect(throws: ConditionErrors.self) {
            try context.fetch(Fetch<Upload>(where: .compare("note", .equal, to: "a")))
        }
        #expect(error?.errors.map(\.kind) == [.unknownName])
    }

    @Test func `an entity of transient attributes alone is stored`() throws {
        let draft = Draft(in: context)
        draft.text = "gone"
        try context.save()
        #expect(try file.context().fetchAll(Draft.self).map(\.text) == [""])
    }
}
