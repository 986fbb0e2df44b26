import DepotModel
import KitchenSinkModel
import RulesModel
import Testing
import Trellis

/// What a deletion reads and writes, and what it need not.
struct DeletionStatementTests {
    @Test(.filesOnly(.statements)) func `objects that lose a key are loaded once, for the first fetch of them`() throws {
        let file = try StoreFile(of: Depot.self)
        let writer = try file.context()
        let shelf = DepotModel.Shelf(in: writer, name: "a")
        for text in ["x", "y"] { Label(in: writer, text: text, shelf: shelf) }
        try writer.save()
        let context = try file.context()
        try context.delete(try #require(try context.fetchAll(DepotModel.Shelf.self).first))
        let first = try context.recordStatements { try context.fetchAll(Label.self) }
        #expect(first.statements.count { $0.purpose == .delete } == 1)
        #expect(first.result.map(\.text) == ["x", "y"] && first.result.allSatisfy { $0.shelf == nil })
        let second = try context.recordStatements { try context.fetchAll(Label.self) }
        #expect(second.statements.allSatisfy { $0.purpose == .fetch } && second.result == first.result)
        // Another deletion has labels of its own to load.
        let other = DepotModel.Shelf(in: writer, name: "b")
        Label(in: writer, text: "z", shelf: other)
        try writer.save()
        try context.delete(try #require(try context.fetch(DepotModel.Shelf.where { $0.name == "b" }).first))
        let third = try context.recordStatements { try context.fetchAll(Label.self) }
        #expect(third.result.map(\.text) == ["x", "y", "z"] && third.result.allSatisfy { $0.shelf == nil })
        try context.save()
        #expect(try file.rows("SELECT text, shelf_id FROM label") == [["x", nil], ["y", nil], ["z", nil]])
    }

    @Test(.filesOnly(.statements)) func `rows that refer to each other in a circle are deleted at the first attempt`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let nodes = ["a", "b", "c"].map { Node(in: context, name: $0) }
        for (place, node) in nodes.enumerated() { node.parent = nodes[(place + 1) % 3] }
        try context.save()
        try context.delete(nodes[0])
        #expect(nodes.allSatisfy { $0.isDeleted })
        let statements = try context.recordStatements { try context.save() }.statements
        #expect(statements.count { $0.sql.hasPrefix("DELETE FROM") } == 3)
        #expect(try file.rows("SELECT * FROM node").isEmpty)
    }

    @Test(.filesOnly(.statements)) func `rows of a chain are deleted from its end, and no key is cleared before`() throws {
        let file = try StoreFile(of: Rules.self)
        let context = try file.context()
        let nodes = ["a", "b", "c", "d"].map { Node(in: context, name: $0) }
        for (node, parent) in zip(nodes.dropFirst(), nodes) { node.parent = parent }
        try context.save()
        try context.delete(nodes[0])
        #expect(nodes.allSatisfy { $0.isDeleted })
        let statements = try context.recordStatements { try context.save() }.statements
        #expect(statements.count { $0.sql.hasPrefix("DELETE FROM") } == 4)
        #expect(!statements.contains { $0.sql.hasPrefix("UPDATE") })
        #expect(try file.rows("SELECT * FROM node").isEmpty)
    }

    @Test func `members that go with the only owner that counts them are not loaded`() throws {
        let file = try StoreFile(of: KitchenSink.self)
        let writer = try file.context()
        for title in ["one", "two"] {
            let record = Record(in: writer, title: title)
            for seconds in [1.0, 2] { record.tracks.append(KitchenSinkModel.Track(in: writer, title: "\(title) \(seconds)", seconds: seconds)) }
        }
        try writer.save()
        let context = try file.context()
        let record = try #require(try context.fetch(Record.where { $0.title == "one" }).first)
        try context.delete(record)
        #expect(context.deletedObjects == [record])
        try context.save()
        #expect(try file.column("SELECT title FROM track") == ["two 1.0", "two 2.0"])
    }
}
