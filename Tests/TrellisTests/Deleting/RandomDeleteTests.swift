import LinksModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// One raw DELETE does what the graph does, whatever points at what.
struct RandomDeleteTests {
    private static let size = 7

    /// Where the key of each object leads: often back in circles, sometimes to itself.
    private typealias Shape = [Int?]

    private func shape(_ random: inout SeededGenerator) -> Shape {
        (0..<Self.size).map { _ in Int.random(in: 0..<Self.size + 2, using: &random) }.map { $0 < Self.size ? $0 : nil }
    }

    private func store(of shape: Shape, _ table: String) throws -> StoreFile<Links> {
        let file = try StoreFile(of: Links.self)
        let context = try file.context()
        func link<Object: ManagedObject>(
            _ make: (String) -> Object, _ path: ReferenceWritableKeyPath<Object, Object?>
        ) {
            let objects = shape.indices.map { make("\($0)") }
            for (object, destination) in zip(objects, shape) { object[keyPath: path] = destination.map { objects[$0] } }
        }
        switch table {
        case "link": link({ Link(in: context, name: $0) }, \.next)
        case "ring": link({ Ring(in: context, name: $0) }, \.next)
        default: link({ Branch(in: context, name: $0) }, \.parent)
        }
        try context.save()
        return file
    }

    /// Deletes the first row in the graph. False where the save refuses it.
    private func deleteFirst(_ table: String, in file: StoreFile<Links>) throws -> Bool {
        let context = try file.context()
        let first: ManagedObject? =
            switch table {
            case "link": try context.fetchAll(Link.self).first
            case "ring": try context.fetchAll(Ring.self).first
            default: try context.fetchAll(Branch.self).first
            }
        try context.delete(try #require(first))
        do {
            try context.save()
            return true
        } catch is ObjectValidationError {
            return false
        }
    }

    @Test(arguments: ["link", "ring", "branch"])
    func `both leave the same rows, or both refuse`(_ table: String) throws {
        var random = SeededGenerator.forTests()
        var outcomes = Set<String>()
        for _ in 0..<TestScale.count(10, long: 1_000) {
            let shape = shape(&random)
            let (graph, raw) = (try store(of: shape, table), try store(of: shape, table))
            let isDeleted = try deleteFirst(table, in: graph)
            let connection = try raw.connection()
            try connection.execute("PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON")
            if isDeleted {
                try connection.execute("DELETE FROM \(table) WHERE _id = 1")
            } else {
                #expect(throws: SQLiteError.self, "\(shape)") {
                    try connection.execute("DELETE FROM \(table) WHERE _id = 1")
                }
            }
            let key = table == "branch" ? "parent_id" : "next_id"
            let left = try graph.rows("SELECT name, \(key) FROM \(table)")
            #expect(try left == raw.rows("SELECT name, \(key) FROM \(table)"), "\(shape)")
            #expect(try graph.rows("PRAGMA foreign_key_check").isEmpty, "\(shape)")
            outcomes.insert("\(isDeleted) \(left.count)")
        }
        // A test in which one thing happened would prove little.
        #expect(outcomes.count > 2)
    }
}
