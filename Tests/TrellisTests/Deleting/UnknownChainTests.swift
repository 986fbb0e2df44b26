import Testing
import Trellis

/// Cascades along chains that are longer than SQLite's actions follow, of which the context knows nothing, or every so many.
struct UnknownChainTests {
    private static let length = 1_500

    private static let one = ConnectionModel.End()
    private static let many = ConnectionModel.End(isToMany: true)
    private static let oneCascading = ConnectionModel.End(rule: .cascade)
    private static let manyCascading = ConnectionModel.End(isToMany: true, rule: .cascade)

    /// Kinds of relationships along which a delete follows a chain from its first object.
    private static let models: [ConnectionModel] = [
        ConnectionModel(span: .oneEntity, near: manyCascading, far: one),
        ConnectionModel(span: .oneEntity, near: oneCascading, far: many),
        ConnectionModel(span: .oneEntity, near: oneCascading, far: manyCascading),
        ConnectionModel(span: .oneEntity, near: oneCascading, far: one),
        ConnectionModel(span: .oneEntity, near: oneCascading, far: oneCascading),
        ConnectionModel(span: .oneEntity, near: manyCascading, far: many),
        ConnectionModel(span: .oneEntity, near: manyCascading, far: manyCascading),
        ConnectionModel(span: .oneEntity, near: oneCascading),
        ConnectionModel(span: .oneEntity, near: manyCascading),
        ConnectionModel(span: .itself, near: manyCascading),
    ]

    @Test(arguments: models, [0, 2, 7, 800])
    func `all of it goes, and nothing else`(_ model: ConnectionModel, _ distance: Int) throws {
        try DynamicModel.$schema.withValue(DynamicSchema(model.yaml)) {
            let store = try ConnectionStore()
            try store.fillChain(Self.length)
            let context = try store.container.makeContext()
            var known = [DynamicObject]()
            if distance > 0 {
                for row in stride(from: distance, through: Self.length, by: distance) {
                    known.append(try context.dynamic("Left", row: Int64(row)))
                }
            }
            try context.delete(context.dynamic("Left", row: 1))
            #expect(known.filter { !$0.isDeleted } == [])
            #expect(context.deletedObjects.count == known.count + 1)
            #expect(try context.fetchAll(DynamicLeft.self).map(\.name) == ["other"])
            try context.save()
            #expect(try store.plain.rows("SELECT name FROM left") == [["other"]])
            #expect(try store.plain.rows("PRAGMA foreign_key_check").isEmpty)
            for table in DynamicModel.schema.tables where table != "left" {
                #expect(try store.plain.rows("SELECT * FROM \(table)").isEmpty)
            }
        }
    }

    @Test func `an object that others have changed is a conflict, whatever hangs on it`() throws {
        try DynamicModel.$schema.withValue(DynamicSchema(Self.models[0].yaml)) {
            let store = try ConnectionStore()
            try store.fillChain(Self.length)
            let context = try store.container.makeContext()
            let first = try context.dynamic("Left", row: 1)
            try store.plain.execute("UPDATE left SET name = 'theirs', _version = _version + 1 WHERE _id = 1")
            try context.delete(first)
            let error = #expect(throws: ConflictError.self) { try context.save() }
            #expect(error?.conflicts.map(\.isDeletedHere) == [true])
            #expect(try store.plain.rows("SELECT COUNT(*) FROM left") == [["\(Self.length + 1)"]])
        }
    }
}

extension ConnectionStore {
    /// Makes objects L1, L2 and so on by plain SQL, each of which leads to the next, and one that leads nowhere.
    func fillChain(_ length: Int) throws {
        let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(length))"
        try plain.execute("INSERT INTO left (_id, name) \(numbers) SELECT i, 'L' || i FROM n")
        try plain.execute("INSERT INTO left (name) VALUES ('other')")
        let descriptor = try #require(DynamicModel.schema.entities["Left"])
        if let join = descriptor.toMany.first(where: { $0.name == "near" })?.joinTable {
            try plain.execute(
                "INSERT INTO \(join.name) (\(join.column), \(join.member)) SELECT _id, _id + 1 FROM left WHERE _id < \(length)")
        } else if let near = descriptor.toOne.first(where: { $0.name == "near" }) {
            try plain.execute("UPDATE left SET \(near.column) = _id + 1 WHERE _id < \(length)")
        } else if let far = descriptor.toOne.first(where: { $0.name == "far" }) {
            try plain.execute("UPDATE left SET \(far.column) = _id - 1 WHERE _id BETWEEN 2 AND \(length)")
        }
    }
}
