import SQLiteAccess
import SchemaEvolution
import SchemaModel
import Testing

/// Entities whose classes have other names in Swift: stores and histories know the entities alone.
struct ClassNameTests {
    private static func model(_ entity: String, class name: String?) -> String {
        """
        trellis: 1
        model: Shop
        entities:
          \(entity):
            \(name.map { "class: \($0)" } ?? "doc: None.")
            attributes: { name: string }
            relationships: { jobs: { to: [Job], inverse: owner } }
          Job:
            attributes: { title: string }
            relationships: { owner: { to: \(entity)?, inverse: jobs } }

        """
    }

    private static func hash(_ text: String) throws -> String {
        try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model).storageHash
    }

    @Test func `another class, or none, needs no version`() throws {
        var sample = SampleHistory()
        try sample.freeze(model: Self.model("Task", class: "Errand"))
        let history = try #require(sample.read().history)
        for name in ["Chore", "Errand", nil] {
            let text = Self.model("Task", class: name)
            let model = try #require(ModelReader.read(Array(text.utf8), file: "Shop.yaml").model)
            let hash = model.storageHash
            #expect(history.version(ofLiveModel: hash) == .init(number: 1, isDraft: false, hash: history.versions[0].hash))
            let (next, findings) = NextVersion.freeze(model, after: history)
            #expect(next == nil && findings.map(\.code.name) == ["TR2211"], "\(name ?? "none")")
        }
    }

    @Test func `a renamed entity that keeps its class is a version with its rows and connections`() throws {
        let (old, new) = (Self.model("Task", class: "Errand"), Self.model("Chore", class: "Errand"))
        var sample = SampleHistory()
        try sample.freeze(model: old)
        try sample.freeze(model: new, decisions: "trellis: 1\nrenames: { Task: Chore }\n")
        #expect(sample.found() == [])
        let history = try #require(sample.read().history)
        #expect(history.version(ofLiveModel: try Self.hash(new)) == .init(number: 2, isDraft: false, hash: history.versions[1].hash))
        #expect(sample["2.yaml"]?.contains("class: Errand") == true)
        let migration = try PlannedMigration(from: old, to: new, "renames: { Task: Chore }")
        #expect(history.plans().map { $0.steps.count } == [migration.plan?.steps.count])
        let connection = try migration.run("INSERT INTO task (_id, name) VALUES (7, 'a'); INSERT INTO job (title, owner_id) VALUES ('b', 7)")
        #expect(try connection.rows("SELECT c._id, c.name, title FROM chore AS c JOIN job ON owner_id = c._id") == [["7", "a", "b"]])
    }

    @Test func `entity and class may exchange their names`() throws {
        let (old, new) = (Self.model("Task", class: "Errand"), Self.model("Errand", class: "Chore"))
        let migration = try PlannedMigration(from: old, to: new, "renames: { Task: Errand }")
        #expect(try migration.run("INSERT INTO task (name) VALUES ('a')").rows("SELECT name FROM errand") == [["a"]])
        let back = try PlannedMigration(from: new, to: old, "renames: { Errand: Task }")
        #expect(try back.run("INSERT INTO errand (name) VALUES ('a')").rows("SELECT name FROM task") == [["a"]])
    }

    @Test func `decisions name entities, not classes`() throws {
        let (old, new) = (Self.model("Task", class: "Errand"), Self.model("Chore", class: "Errand"))
        let migration = try PlannedMigration(from: old, to: new, "renames: { Errand: Chore }")
        #expect(migration.findings.contains { $0.severity == .error && $0.message.contains("'Errand'") })
    }

    @Test func `a class that is given along with another change is part of that version`() throws {
        let old = Self.model("Task", class: nil)
        let new = Self.model("Task", class: "Errand").replacing("title: string", with: "title: string, rank: int?")
        var sample = SampleHistory()
        try sample.freeze(model: old)
        try sample.freeze(model: new)
        #expect(sample.found() == [])
        #expect(sample["1.yaml"]?.contains("class:") == false && sample["2.yaml"]?.contains("class: Errand") == true)
        #expect(try #require(sample.read().history).plans().count == 1)
    }
}
