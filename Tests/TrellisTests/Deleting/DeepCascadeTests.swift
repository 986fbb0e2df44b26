import RulesModel
import Testing
import Trellis

/// SQLite's own actions stop at 1,000 levels, which do not limit the graph.
struct DeepCascadeTests {
    private let file: StoreFile<Rules>
    private static let depth = 5_000

    init() throws {
        file = try StoreFile(of: Rules.self)
        let context = try file.context()
        var parent: Node?
        for number in 1...Self.depth { parent = Node(in: context, name: "\(number)", parent: parent) }
        Node(in: context, name: "other")
        try context.save()
    }

    @Test func `a chain of thousands is deleted from its root`() throws {
        let context = try file.context()
        let root = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 1)))
        try context.delete(root)
        // The others are not loaded for that.
        #expect(context.deletedObjects == [root])
        #expect(try context.fetchAll(Node.self).map(\.name) == ["other"])
        try context.save()
        #expect(try file.column("SELECT name FROM node") == ["other"])
    }

    @Test func `a chain of thousands is deleted from its middle, and the rest stays a chain`() throws {
        let context = try file.context()
        let middle = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 2_500)))
        try context.delete(middle)
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM node") == ["2500"])
        #expect(try file.rows("SELECT _id FROM node WHERE parent_id NOT IN (SELECT _id FROM node)").isEmpty)
    }

    @Test func `a hundred thousand rows in a chain are deleted from its root`() throws {
        let file = try StoreFile(of: Rules.self)
        _ = try file.container()
        try file.execute(
            """
            INSERT INTO node (_id, name, parent_id)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i, i, NULLIF(i - 1, 0) FROM n;
            INSERT INTO node (name) VALUES ('other')
            """)
        let context = try file.context()
        let root = try #require(try context.find(Node.self, ObjectID(entity: "Node", rowID: 1)))
        try context.delete(root)
        #expect(try context.fetchAll(Node.self).map(\.name) == ["other"])
        try context.save()
        #expect(try file.column("SELECT name FROM node") == ["other"])
    }

    @Test func `a loaded chain of thousands is released`() throws {
        weak var leaf: Node?
        do {
            let context = try file.context()
            let nodes = try context.fetchAll(Node.self)
            #expect(nodes.count { $0.parent != nil } == Self.depth - 1)
            leaf = nodes.last
            #expect(leaf != nil)
        }
        #expect(leaf == nil)
    }
}
