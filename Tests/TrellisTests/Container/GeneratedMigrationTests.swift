import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing
import Trellis
import WorkshopModel

/// The plans that generated code brings along.
struct GeneratedMigrationTests {
    private static let folder = "\(Project.root)/Tests/Cases/migrations/versions"

    private func history() throws -> ModelHistory {
        var files = HistoryFiles(model: "schema.yaml", folder: "versions", contents: [:])
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) {
            files.contents[name] = Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(name)")))
        }
        return try #require(HistoryReader.read(files).history)
    }

    @Test("They are those of the history, and no more are read than a store needs")
    func same() throws {
        let plans = try history().plans()
        #expect(plans.count > 1)
        #expect(Workshop.descriptor.migrations.plans() == plans)
        #expect(Workshop.descriptor.migrations.plans(from: plans.count) == plans.suffix(1))
    }

    @Test("A store of any version is opened, with what it holds", arguments: [1, 2])
    func opened(version: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "workshop.sqlite")
        let schema = try #require(try history()[version: version]?.read().version).schema
        let connection = try SQLiteConnection(opening: path)
        try connection.execute(schema.ddl)
        try connection.execute("INSERT INTO customer (_id, name, \(version == 1 ? "info" : "note")) VALUES (4, 'Ada', 'tall'), (9, 'Ben', NULL)")
        try connection.execute("INSERT INTO job (title, customer_id\(version == 1 ? "" : ", done")) VALUES ('chair', 4\(version == 1 ? "" : ", 1")), ('table', NULL\(version == 1 ? "" : ", 0"))")

        let context = try PersistentContainer(for: Workshop.self, at: .file(path)).makeContext()
        let customers = try context.fetch(Fetch<Customer>(sort: [.ascending("name")]))
        #expect(customers.map(\.note) == ["tall", ""])
        #expect(customers[0].jobs.map(\.title) == ["chair"])
        #expect(try context.fetchAll(Job.self).map(\.done).contains(true) == (version == 2))
        Customer(in: context, name: "Cy")
        try context.save()
        #expect(try connection.rows("SELECT max(_id) FROM customer") == [["10"]])
    }
}
