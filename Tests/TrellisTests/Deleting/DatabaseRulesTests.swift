import RulesModel
import SQLiteAccess
import Testing
import Trellis

/// Delete rules stand in the database too: a raw DELETE does what the graph does.
struct DatabaseRulesTests {
    private static let members = ["cascaded", "cleared", "guarding", "dangling", "strict", "chained", "denied"]

    /// A store with two owners, the first of which has members of one relationship.
    private func store(with members: String) throws -> StoreFile<Rules> {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owners = ["first", "second"].map { Owner(in: context, name: $0) }
        for (number, owner) in [owners[0], owners[0], owners[1], nil].enumerated() {
            let name = "member \(number)"
            switch members {
            case "cascaded": Cascaded(in: context, name: name, owner: owner)
            case "cleared": Cleared(in: context, name: name, owner: owner)
            case "guarding": Guarding(in: context, name: name, owner: owner)
            case "dangling": Dangling(in: context, name: name, owner: owner)
            case "chained": Chained(in: context, name: name, owner: owner)
            case "denied": Denied(in: context, name: name, owner: owner)
            default: if let owner { Strict(in: context, name: name, owner: owner) }
            }
        }
        try context.save()
        return file
    }

    /// The rows of every table, without versions.
    private func rows(_ file: StoreFile<Rules>, _ members: String) throws -> [[String?]] {
        try file.rows("SELECT _id, name FROM owner") + file.rows("SELECT _id, name, owner_id FROM \(members)")
    }

    @Test(arguments: members)
    func `deleting an owner in SQL leaves what deleting it in the graph leaves`(_ members: String) throws {
        let (graph, raw) = (try store(with: members), try store(with: members))
        #expect(try rows(graph, members) == rows(raw, members))

        let context = try graph.context()
        try context.delete(try #require(try context.fetchAll(Owner.self).first))
        let connection = try raw.connection()
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        if members == "guarding" {
            #expect(throws: ObjectValidationError.self) { try context.save() }
            let error = #expect(throws: SQLiteError.self) { try connection.execute("DELETE FROM owner WHERE _id = 1") }
            #expect(error?.message == "FOREIGN KEY constraint failed")
        } else {
            try context.save()
            try connection.execute("DELETE FROM owner WHERE _id = 1")
        }

        let left = try rows(graph, members)
        #expect(try left == rows(raw, members))
        #expect(left.contains(["1", "first"]) == (members == "guarding"))
    }

    /// A member of the store, and whether a raw DELETE of it goes through.
    private static let deletions = members.filter { $0 != "strict" }.flatMap { table -> [(String, Int64, Bool)] in
        [(table, 1, table != "denied"), (table, 3, table != "denied"), (table, 4, true)]
    }

    @Test(arguments: deletions)
    func `deleting a member in SQL leaves what deleting it in the graph leaves`(
        _ members: String, _ row: Int64, _ goes: Bool
    ) throws {
        let (graph, raw) = (try store(with: members), try store(with: members))
        let context = try graph.context()
        try context.delete(try member(members, row, in: context))
        let connection = try raw.connection()
        try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
        if goes {
            try context.save()
            try connection.execute("DELETE FROM \(members) WHERE _id = \(row)")
        } else {
            #expect(throws: ObjectValidationError.self) { try context.save() }
            let error = #expect(throws: SQLiteError.self) {
                try connection.execute("DELETE FROM \(members) WHERE _id = \(row)")
            }
            #expect(error?.message == "denied.owner_id denies the delete")
        }

        let left = try rows(graph, members)
        #expect(try left == rows(raw, members))
        // Only a cascade of the key takes an owner along, whose other members then lose theirs.
        #expect(left.filter { $0.count == 2 }.count == (members == "chained" && row < 4 ? 1 : 2))
        #expect(left.filter { $0.count == 3 }.count == (goes ? 3 : 4))
    }

    private func member(_ table: String, _ row: Int64, in context: ManagedObjectContext) throws -> ManagedObject {
        func find<Member: ManagedObject>(_ type: Member.Type, _ entity: String) throws -> ManagedObject {
            try #require(try context.find(type, ObjectID(entity: entity, rowID: row)))
        }
        return switch table {
        case "cascaded": try find(Cascaded.self, "Cascaded")
        case "cleared": try find(Cleared.self, "Cleared")
        case "guarding": try find(Guarding.self, "Guarding")
        case "dangling": try find(Dangling.self, "Dangling")
        case "chained": try find(Chained.self, "Chained")
        default: try find(Denied.self, "Denied")
        }
    }

    @Test func `a member that denies goes in SQL after its owner, in one transaction, as it does in the graph`() throws {
        let (graph, raw) = (try store(with: "denied"), try store(with: "denied"))
        let context = try graph.context()
        let owner = try #require(try context.fetchAll(Owner.self).first)
        for denied in owner.denied { try context.delete(denied) }
        try context.delete(owner)
        try context.save()
        try raw.execute(
            """
            PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON;
            BEGIN; DELETE FROM owner WHERE _id = 1; DELETE FROM denied WHERE _id IN (1, 2); COMMIT
            """)
        #expect(try rows(graph, "denied") == rows(raw, "denied"))
        #expect(try graph.column("SELECT name FROM denied") == ["member 2", "member 3"])
    }

    @Test func `a guarded owner goes in SQL together with what guards it, in one transaction`() throws {
        let file = try store(with: "guarding")
        let connection = try file.connection()
        try connection.execute(
            """
            PRAGMA foreign_keys = ON;
            BEGIN; DELETE FROM owner WHERE _id = 1; DELETE FROM guarding WHERE owner_id = 1; COMMIT
            """)
        #expect(try file.column("SELECT name FROM owner") == ["second"])
    }

    @Test func `a chain goes in SQL as it goes in the graph`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        var parent: Node?
        for number in 1...900 { parent = Node(in: context, name: "\(number)", parent: parent) }
        Node(in: context, name: "other")
        try context.save()
        try file.execute("PRAGMA foreign_keys = ON; DELETE FROM node WHERE _id = 1")
        #expect(try file.column("SELECT name FROM node") == ["other"])
    }

    @Test func `the library checks keys that a raw connection let pass`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let owner = Owner(in: context, name: "owner")
        try context.save()
        // Gone behind the context's back: the member's key leads to no row when the transaction ends.
        try file.execute("DELETE FROM owner")
        let member = Cascaded(in: context, name: "member", owner: owner)
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error == .constraint(message: "FOREIGN KEY constraint failed"))
        #expect(member.objectID.isTemporary)
        #expect(try file.rows("SELECT * FROM cascaded").isEmpty)

        member.owner = nil
        try context.save()
        #expect(try file.column("SELECT name FROM cascaded") == ["member"])
    }
}
