import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import TestSupport
import Testing
import Trellis
import TrellisDelimitedText
import WorkshopModel

/// Delimited text of older versions.
struct MigratedTextTests {
    private let folder: TemporaryFolder
    private var path: String { folder.file("text") }

    init() throws { folder = try TemporaryFolder() }

    private func schema(_ version: Int) throws -> StorageSchema {
        let versions = "\(Project.root)/Tests/Cases/migrations/versions"
        var files = HistoryFiles(model: "schema.yaml", folder: "versions", contents: [:])
        for name in try FileManager.default.contentsOfDirectory(atPath: versions) {
            files.contents[name] = Array(try Data(contentsOf: URL(filePath: "\(versions)/\(name)")))
        }
        let history = try #require(HistoryReader.read(files).history)
        return try #require(history[version: version]?.read().version).schema
    }

    /// The files as a program of the first version wrote them.
    private func writeFirstVersion() throws {
        let schema = try schema(1)
        func column(_ name: String, _ column: String, _ type: String, _ isOptional: Bool) -> [String: Any] {
            ["name": name, "column": column, "type": type, "isOptional": isOptional]
        }
        func table(_ name: String, _ table: String, _ lastID: Int, _ columns: [[String: Any]]) -> [String: Any] {
            [
                "name": name, "table": table, "lastID": lastID, "entities": [String](), "isConnection": false, "folds": [String](),
                "columns": [column("_id", "_id", "id", true)] + columns,
            ]
        }
        let header: [String: Any] = [
            "metadata": [
                "model": "Workshop", "version": 1, "isDraft": false, "hash": schema.identity.hash, "uuid": "0123456789abcdef0123456789abcdef",
                "layout": "1",
            ],
            "tables": [
                table("Customer", "customer", 12, [column("name", "name", "text", false), column("info", "info", "text", true)]),
                table("Job", "job", 2, [column("title", "title", "text", false), column("customer", "customer_id", "id", true)]),
            ],
            "schema": schema.ddl,
        ]
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        try JSONSerialization.data(withJSONObject: header).write(to: URL(filePath: "\(path)/store.json"))
        try folder.write("_id,name,info\r\n4,Ada,tall\r\n9,Ben,\r\n", to: "text/Customer.csv")
        try folder.write("_id,title,customer\r\n1,chair,4\r\n2,table,\r\n", to: "text/Job.csv")
    }

    private func open(_ migration: MigrationPolicy = .automatic, _ access: StoreAccess = .readWrite) throws -> PersistentContainer {
        try PersistentContainer(for: Workshop.self, at: .atomicStore(DelimitedTextStore(folder: path)), migration: migration, access: access)
    }

    @Test func `the plans of the model migrate them, and the next opening finds them migrated`() throws {
        try writeFirstVersion()
        #expect(try DelimitedTextStore(folder: path).header()?.metadata.version == 1)
        for _ in 0..<2 {
            let container = try open()
            let context = try container.makeContext()
            let customers = try context.fetch(Fetch<Customer>(sort: [.ascending("name")]))
            #expect(customers.map(\.note) == ["tall", ""] && customers.map(\.objectID.rowID) == [4, 9])
            #expect(customers[0].jobs.map(\.title) == ["chair"])
            #expect(container.storeUUID == "0123456789abcdef0123456789abcdef")
            try container.close()
        }
        #expect(try DelimitedTextStore(folder: path).header()?.metadata.version == Workshop.descriptor.version)
        #expect(try String(contentsOfFile: "\(path)/Customer.csv", encoding: .utf8).hasPrefix("_id,name,note\r\n4,Ada,tall\r\n9,Ben,\"\"\r\n"))
        let context = try open().makeContext()
        let next = Customer(in: context, name: "Cy")
        try context.save()
        #expect(next.objectID.rowID == 13)
    }

    @Test func `a program that does not migrate them leaves them as they are`() throws {
        try writeFirstVersion()
        let before = try DelimitedTextStore(folder: path).stamp()
        #expect(throws: StoreError.olderVersion(found: 1, expected: Workshop.descriptor.version)) { try open(.never) }
        #expect(throws: StoreError.olderVersion(found: 1, expected: Workshop.descriptor.version)) { try open(.automatic, .readOnly) }
        #expect(try DelimitedTextStore(folder: path).stamp() == before)
    }
}
