import RulesModel
import Testing
import Trellis

/// The rules of the side that has the members: their new state when their owner is deleted.
struct DeleteRuleTests {
    private let file: StoreFile<Rules>

    init() throws {
        file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owner = Owner(in: context, name: "owner")
        let other = Owner(in: context, name: "other")
        Cascaded(in: context, name: "cascaded", owner: owner)
        Cascaded(in: context, name: "other", owner: other)
        Cleared(in: context, name: "cleared", owner: owner)
        Cleared(in: context, name: "other", owner: other)
        Dangling(in: context, name: "dangling", owner: owner)
        Strict(in: context, name: "strict", owner: owner)
        try context.save()
    }

    private func owner(in context: ManagedObjectContext) throws -> Owner {
        try #require(try context.fetch(Fetch<Owner>(where: .compare("name", .equal, to: "owner"))).first)
    }

    private func expectOnlyOwnersRulesApplied() throws {
        #expect(try file.column("SELECT name FROM owner") == ["other"])
        #expect(try file.rows("SELECT name, owner_id FROM cascaded") == [["other", "2"]])
        #expect(try file.rows("SELECT name, owner_id FROM cleared ORDER BY _id") == [["cleared", nil], ["other", "2"]])
        #expect(try file.rows("SELECT name, owner_id FROM dangling") == [["dangling", "1"]])
        #expect(try file.rows("SELECT * FROM strict").isEmpty)
    }

    @Test func `cascade, nullify and no action apply to members that were never loaded`() throws {
        let context = try file.context()
        try context.delete(try owner(in: context))
        try context.save()
        try expectOnlyOwnersRulesApplied()
    }

    @Test func `cascade, nullify and no action apply to loaded members, and are seen before the save`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        let cascaded = try #require(owner.cascaded.first)
        let cleared = try #require(owner.cleared.first)
        let dangling = try #require(owner.dangling.first)
        let strict = try #require(owner.strict.first)
        try context.delete(owner)

        #expect(owner.isDeleted)
        #expect(cascaded.isDeleted)
        #expect(strict.isDeleted)
        #expect(!cleared.isDeleted)
        #expect(cleared.owner == nil)
        #expect(cleared.isUpdated)
        // The key stays, but leads nowhere.
        #expect(!dangling.hasChanges)
        #expect(dangling.owner == nil)
        #expect(Set(context.deletedObjects) == [owner, cascaded, strict])
        try context.save()
        try expectOnlyOwnersRulesApplied()
        #expect(dangling.owner == nil)
        #expect(!context.hasChanges)
    }

    @Test func `where the model names no rule, members stay and lose their key`() throws {
        let made = try file.context()
        for name in ["a", "b"] { Denied(in: made, name: name, owner: try owner(in: made)) }
        try made.save()
        let context = try file.context()
        let loaded = try #require(try context.fetchAll(Denied.self).first)
        try context.delete(try owner(in: context))
        #expect(loaded.owner == nil)
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM denied") == [["a", nil], ["b", nil]])
    }

    @Test func `the rule that counts is that of the deleted object's own relationship`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        // The owner would take it along; it does not take its owner along.
        try context.delete(try #require(owner.cascaded.first))
        #expect(!owner.isDeleted && owner.cascaded.isEmpty)
        try context.save()
        #expect(try file.column("SELECT name FROM owner") == ["owner", "other"])
        #expect(try file.column("SELECT name FROM cascaded") == ["other"])
        #expect(try file.column("SELECT name FROM strict") == ["strict"])
    }

    @Test func `nullify counts as a save of the row that lost its key`() throws {
        let context = try file.context()
        try context.delete(try owner(in: context))
        try context.save()
        #expect(try file.column("SELECT _version FROM cleared ORDER BY _id") == ["2", "1"])
    }

    @Test func `an object that dangles can be edited and led elsewhere`() throws {
        let context = try file.context()
        let dangling = try #require(try context.fetchAll(Dangling.self).first)
        try context.delete(try owner(in: context))
        dangling.name = "edited"
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM dangling") == [["edited", "1"]])
        dangling.owner = try context.fetchAll(Owner.self).first
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM dangling") == [["edited", "2"]])
    }

    @Test func `a member that moves away in the same save survives the cascade`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        let other = try #require(try context.fetchAll(Owner.self).last)
        let moved = try #require(owner.cascaded.first)
        moved.owner = other
        moved.name = "moved"
        try context.delete(owner)
        #expect(!moved.isDeleted)
        try context.save()
        #expect(
            try file.rows("SELECT name, owner_id, _version FROM cascaded ORDER BY _id") == [
                ["moved", "2", "2"], ["other", "2", "1"],
            ])
    }

    @Test func `a member that was let go in the same save survives the cascade, also without its owner being loaded`() throws {
        let context = try file.context()
        let member = try #require(
            try context.fetch(Fetch<Cascaded>(where: .compare("name", .equal, to: "cascaded"))).first)
        member.owner = nil
        try context.delete(try owner(in: context))
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM cascaded ORDER BY _id") == [["cascaded", nil], ["other", "2"]])
    }

    @Test func `a member that moves in is deleted with its new owner`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        let member = try #require(try context.fetch(Fetch<Cascaded>(where: .compare("name", .equal, to: "other"))).first)
        member.owner = owner
        try context.delete(owner)
        #expect(member.isDeleted)
        try context.save()
        #expect(try file.rows("SELECT * FROM cascaded").isEmpty)
    }

    @Test func `a member that moves and is deleted with its old owner is gone`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        let other = try #require(try context.fetchAll(Owner.self).last)
        let member = try #require(owner.cascaded.first)
        member.owner = other
        try context.delete(member)
        try context.delete(owner)
        try context.save()
        #expect(other.cascaded.map(\.name) == ["other"])
        #expect(try file.column("SELECT name FROM cascaded") == ["other"])
    }

    @Test func `a nullified member can get another owner before the save`() throws {
        let context = try file.context()
        let cleared = try #require(try owner(in: context).cleared.first)
        try context.delete(try owner(in: context))
        cleared.owner = try context.fetchAll(Owner.self).first
        try context.save()
        #expect(try file.column("SELECT owner_id FROM cleared") == ["2", "2"])
    }

    @Test func `an owner is deleted together with members that were never saved`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        let unsaved = Cascaded(in: context, name: "unsaved", owner: owner)
        let cleared = Cleared(in: context, name: "unsaved", owner: owner)
        try context.delete(owner)
        #expect(unsaved.isDeleted)
        #expect(context.insertedObjects == [cleared])
        try context.save()
        #expect(try file.rows("SELECT name, owner_id FROM cleared WHERE name = 'unsaved'") == [["unsaved", nil]])
        #expect(try file.column("SELECT COUNT(*) FROM cascaded") == ["1"])
    }

    @Test func `deleting an object twice deletes it once`() throws {
        let context = try file.context()
        let owner = try owner(in: context)
        try context.delete(owner)
        try context.delete(owner)
        #expect(context.deletedObjects.count { $0 == owner } == 1)
        try context.save()
        try context.delete(owner)
        #expect(!context.hasChanges)
        try expectOnlyOwnersRulesApplied()
    }

    @Test func `an object of another context is not deleted`() throws {
        let (context, other) = (try file.context(), try file.context())
        let owner = try owner(in: other)
        let error = #expect(throws: StoreError.self) { try context.delete(owner) }
        #expect(error == .notInContext(owner.objectID))
        #expect(!owner.isDeleted)
        #expect(!context.hasChanges)
    }
}
