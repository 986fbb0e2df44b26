import RulesModel
import Testing
import Trellis

/// To-many relationships.
struct ToManyTests {
    private let file: StoreFile<Rules>
    private let context: ManagedObjectContext
    private let one: Owner
    private let two: Owner

    init() throws {
        file = try StoreFile(of: Rules.self)
        context = try file.context()
        one = Owner(in: context, name: "one")
        two = Owner(in: context, name: "two")
        try context.save()
    }

    /// Three members of `one`, saved.
    private func members() throws -> [Cleared] {
        let members = ["a", "b", "c"].map { Cleared(in: context, name: $0, owner: one) }
        try context.save()
        return members
    }

    private func owners(in context: ManagedObjectContext) throws -> (one: Owner, two: Owner) {
        let all = try context.fetchAll(Owner.self)
        return (try #require(all.first), try #require(all.last))
    }

    private func ownersInFile() throws -> [String] {
        try file.column("SELECT owner_id FROM cleared ORDER BY _id")
    }

    @Test func `inserting sets the other end, and inserting again changes nothing`() throws {
        let member = Cleared(in: context, name: "a")
        one.cleared.insert(member)
        #expect(member.owner == one)
        try context.save()
        one.cleared.insert(member)
        #expect(one.cleared.count == 1)
        #expect(!context.hasChanges)
    }

    @Test func `inserting takes the object out of another owner's members`() throws {
        let members = try members()
        two.cleared.insert(members[1])
        #expect(Set(one.cleared) == [members[0], members[2]])
        #expect(Array(two.cleared) == [members[1]])
        try context.save()
        #expect(try ownersInFile() == ["1", "2", "1"])
    }

    @Test func `inserting and removing do not need the members to be loaded`() throws {
        let saved = try members()
        let other = try file.context()
        let (one, two) = try owners(in: other)
        let new = Cleared(in: other, name: "new")
        one.cleared.insert(new)
        let first = try #require(try other.find(Cleared.self, saved[0].objectID))
        one.cleared.remove(first)
        two.cleared.insert(try #require(try other.find(Cleared.self, saved[1].objectID)))
        #expect(Set(one.cleared.map(\.name)) == ["c", "new"])
        #expect(two.cleared.map(\.name) == ["b"])
        #expect(first.owner == nil)
        try other.save()
        #expect(try ownersInFile() == ["NULL", "2", "1", "1"])
    }

    @Test func `contains asks the file nothing`() throws {
        let saved = try members()
        let other = try file.context()
        let member = try #require(try other.find(Cleared.self, saved[0].objectID))
        let (one, two) = try owners(in: other)
        // A row with a value that cannot be loaded would be told by the next fetch.
        try file.execute("UPDATE cleared SET _id = -1 WHERE name = 'c'")
        #expect(one.cleared.contains(member))
        #expect(!two.cleared.contains(member))
        #expect(try other.fetchAll(Owner.self).count == 2)
        #expect(one.cleared.isEmpty)
        #expect(throws: StoreError.self) { try other.fetchAll(Owner.self) }
    }

    @Test func `removing an object that is no member changes nothing`() throws {
        let members = try members()
        two.cleared.remove(members[0])
        #expect(!context.hasChanges)
        #expect(members[0].owner == one)
    }

    @Test func `a member that is deleted is no member any more`() throws {
        let members = try members()
        #expect(one.cleared.count == 3)
        try context.delete(members[1])
        #expect(Set(one.cleared) == [members[0], members[2]])
        #expect(!one.cleared.contains(members[1]))
        try context.save()
        #expect(Set(one.cleared) == [members[0], members[2]])
        #expect(try ownersInFile() == ["1", "1"])
    }

    @Test func `a loop may remove the members that it goes over`() throws {
        let members = try members()
        var seen = [Cleared]()
        for member in one.cleared {
            seen.append(member)
            one.cleared.remove(member)
        }
        #expect(Set(seen) == Set(members))
        #expect(one.cleared.isEmpty)
        try context.save()
        #expect(try ownersInFile() == ["NULL", "NULL", "NULL"])
    }

    @Test func `removing all leaves none, loaded or not`() throws {
        try members().first?.owner = two
        try context.save()
        let other = try file.context()
        let (one, two) = try owners(in: other)
        one.cleared.removeAll()
        #expect(one.cleared.isEmpty)
        #expect(two.cleared.count == 1)
        try other.save()
        #expect(try ownersInFile() == ["2", "NULL", "NULL"])
    }

    @Test func `replacing keeps who stays, lets go who goes and takes who comes`() throws {
        let members = try members()
        let foreign = Cleared(in: context, name: "d", owner: two)
        let new = Cleared(in: context, name: "e")
        try context.save()

        one.cleared.replace(with: [members[2], foreign, new, new])
        #expect(Set(one.cleared) == [members[2], foreign, new])
        #expect(two.cleared.isEmpty)
        #expect(!members[2].isUpdated)
        try context.save()
        #expect(try ownersInFile() == ["NULL", "NULL", "1", "1", "1"])
        // Replacing a view by a part of itself.
        one.cleared.replace(with: one.cleared.filter { $0 == new })
        #expect(Array(one.cleared) == [new])
    }

    /// What a program may write for members of either kind.
    private func names(_ members: some MemberCollection<Cleared>, without removed: Cleared) -> [String] {
        members.remove(removed)
        return members.contains(removed) ? [] : members.map(\.name).sorted()
    }

    @Test func `a function can take the members of any to-many relationship`() throws {
        let members = try members()
        #expect(names(one.cleared, without: members[1]) == ["a", "c"])
        #expect(one.cleared.indices == 0..<2)
        #expect(one.cleared.first === members[0] || one.cleared.first === members[2])
        #expect(members[1].owner == nil)
    }

    @Test func `hundreds of members come, go and move`() throws {
        let members = (0..<500).map { Cleared(in: context, name: "\($0)", owner: one) }
        #expect(one.cleared.count == 500)
        try context.save()
        for member in members where (Int(member.name) ?? 0) % 3 == 0 { two.cleared.insert(member) }
        for member in members where (Int(member.name) ?? 0) % 5 == 0 { member.owner = nil }
        let expectedOne = Set(members.filter { (Int($0.name) ?? 0) % 3 != 0 && (Int($0.name) ?? 0) % 5 != 0 })
        let expectedTwo = Set(members.filter { (Int($0.name) ?? 0) % 3 == 0 && (Int($0.name) ?? 0) % 5 != 0 })
        #expect(Set(one.cleared) == expectedOne)
        #expect(one.cleared.count == expectedOne.count)
        #expect(Set(two.cleared) == expectedTwo)
        #expect(two.cleared.count == expectedTwo.count)
        try context.save()

        let other = try file.context()
        let (otherOne, otherTwo) = try owners(in: other)
        #expect(Set(otherOne.cleared.map(\.name)) == Set(expectedOne.map(\.name)))
        #expect(Set(otherTwo.cleared.map(\.name)) == Set(expectedTwo.map(\.name)))
    }

    @Test func `what is loaded later holds what was edited before`() throws {
        let saved = try members()
        let other = try file.context()
        let (one, _) = try owners(in: other)
        let first = try #require(try other.find(Cleared.self, saved[0].objectID))
        first.owner = nil
        let second = try #require(try other.find(Cleared.self, saved[1].objectID))
        try other.delete(second)
        #expect(one.cleared.map(\.name) == ["c"])
        first.owner = one
        #expect(Set(one.cleared.map(\.name)) == ["a", "c"])
    }
}

/// A relationship of an entity with itself.
struct TreeTests {
    private let file: StoreFile<Rules>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Rules.self)
        context = try file.context()
    }

    @Test func `a tree is saved and read back whatever order its nodes were made in`() throws {
        let leaf = Node(in: context, name: "leaf")
        let root = Node(in: context, name: "root")
        let middle = Node(in: context, name: "middle", parent: root)
        leaf.parent = middle
        #expect(root.children.map(\.name) == ["middle"])
        try context.save()

        let other = try file.context()
        let roots = try other.fetch(Fetch<Node>(where: .compare("parent", .equal, to: Node?.none)))
        #expect(roots.count == 1)
        let read = try #require(roots.first)
        #expect(read.name == "root")
        #expect(read.children.first?.children.first?.name == "leaf")
        #expect(read.children.first?.children.first?.parent?.parent === read)
    }

    @Test func `nodes that lead to each other in a circle are saved, read and deleted`() throws {
        let one = Node(in: context, name: "one")
        let two = Node(in: context, name: "two", parent: one)
        one.parent = two
        let own = Node(in: context, name: "own")
        own.parent = own
        try context.save()
        #expect(try file.column("SELECT parent_id FROM node ORDER BY _id") == ["2", "1", "3"])

        let other = try file.context()
        let nodes = try other.fetchAll(Node.self)
        #expect(nodes.map { $0.parent?.name } == ["two", "one", "own"])
        #expect(nodes.map { $0.children.map(\.name) } == [["two"], ["one"], ["own"]])
        try other.delete(nodes[0])
        #expect(nodes.map(\.isDeleted) == [true, true, false])
        try other.delete(nodes[2])
        try other.save()
        #expect(try file.rows("SELECT * FROM node").isEmpty)
    }
}
