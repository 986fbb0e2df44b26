import AgencyModel
import Foundation
import SQLiteAccess
import SecondCourierModel
import StoreMigration
import TestSupport
import Testing
import Trellis
import TrellisTesting
import WorkshopModel

/// Stores of older versions, as tests of a program's migrations create them.
struct VersionStoreTests {
    private static func folder(_ testCase: String) -> URL { URL(filePath: "\(Project.root)/Tests/Cases/\(testCase)/versions") }
    private func workshop() throws -> ModelVersions<Workshop> { try ModelVersions(of: Workshop.self, in: Self.folder("migrations")) }
    private func agency() throws -> ModelVersions<Agency> { try ModelVersions(of: Agency.self, in: Self.folder("swift-steps")) }
    private func courier() throws -> ModelVersions<Courier> { try ModelVersions(of: Courier.self, in: Self.folder("roll-out-second")) }

    @Test(arguments: [1, 2, 3]) func `a store of any version is migrated to any later one, with all its rows`(version: Int) throws {
        let versions = try workshop()
        #expect(versions.numbers == [1, 2, 3])
        for target in version...3 {
            let store = try versions.store(ofVersion: version, rows: .init(count: 30, seed: 4))
            let before = try store.rows(of: "Customer")
            #expect(try store.version == version && before.count == 30 && store.rows(of: "Job").count == 30)
            #expect(try store.schemaDifferences() == [] && store.damage() == [])
            try store.migrate(to: target)
            #expect(store.version == target)
            #expect(try store.schemaDifferences() == [] && store.damage() == [])
            let after = try store.rows(of: "Customer")
            #expect(after.map(\.id) == before.map(\.id))
            // The attribute is called 'info' in version 1, and required in version 3.
            let (old, new) = (version == 1 ? "info" : "note", target == 1 ? "info" : "note")
            let (was, became) = (try before.map { try $0.value(old, as: String.self) }, try after.map { try $0.value(new, as: String.self) })
            #expect(was.contains(nil) == (version < 3) && was.contains { $0 != nil })
            #expect(became == (target == 3 ? was.map { $0 ?? "" } : was))
            #expect(try after.map { try $0.value("name", as: String.self) } == before.map { try $0.value("name", as: String.self) })
        }
    }

    @Test func `one seed gives the same rows, another one gives others`() throws {
        func names(_ seed: UInt64) throws -> [String?] {
            try workshop().store(ofVersion: 2, rows: .init(count: 8, seed: seed)).rows(of: "Customer").map { try $0.value("name") }
        }
        #expect(try names(1) == names(1))
        #expect(try names(1) != names(2))
    }

    @Test func `given values are in the rows, and the program opens the store`() throws {
        let store = try workshop().store(ofVersion: 1, rows: .init(count: 5, values: ["Customer.name": { "'customer \($0)'" }, "Customer.info": { _ in "NULL" }]))
        let context = try store.open().makeContext()
        let customers = try context.fetch(Fetch<WorkshopModel.Customer>(sort: [.ascending("name")]))
        #expect(customers.map(\.name) == (1...5).map { "customer \($0)" } && customers.map(\.note) == Array(repeating: "", count: 5))
    }

    /// A container of a store that nothing else holds.
    private func opened() throws -> (path: String, container: PersistentContainer) {
        let store = try workshop().store(ofVersion: 1, rows: .init(count: 1))
        return (store.path, try store.open())
    }

    private func saveInOpened() throws -> String {
        let (path, container) = try opened()
        let context = try container.makeContext()
        try #require(try context.fetch(Fetch<WorkshopModel.Customer>()).first).note = "edited"
        try context.save()
        #expect(FileManager.default.fileExists(atPath: path))
        return path
    }

    @Test func `the file stays as long as a container that the store has opened`() async throws {
        let path = try saveInOpened()
        // A queue of the container may end its work after its last user has let it go.
        for _ in 0..<1000 where FileManager.default.fileExists(atPath: path) { try await Task.sleep(for: .milliseconds(10)) }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `steps in Swift run as in the program, on rows of hierarchies, enums, composites and every type`() throws {
        let versions = try agency()
        for version in versions.numbers {
            // The step splits names at a space.
            let values: [String: @Sendable (Int) -> String] = ["Party.name": { "'First\($0) Last'" }, "Customer.name": { "'First\($0) Last'" }]
            let store = try versions.store(ofVersion: version, rows: .init(count: 12, seed: 3, values: values))
            #expect(try store.damage() == [] && store.schemaDifferences() == [])
            let count = try store.rows(of: "Customer").count
            try store.migrate(composing: version % 2 == 0)
            #expect(try store.version == versions.numbers.last && store.damage() == [] && store.schemaDifferences() == [])
            #expect(try store.rows(of: "Customer").count == count)
        }
    }

    @Test func `keys, unique values and connections are valid, and derived values are right`() throws {
        for seed in UInt64(1)...10 {
            let store = try courier().store(ofVersion: 2, rows: .init(count: 25, seed: seed))
            #expect(try store.damage() == [])
            let connection = try SQLiteConnection(opening: store.path)
            let counts = "SELECT count(*) FROM customer WHERE parcel_count <> (SELECT count(*) FROM parcel WHERE customer_id = customer._id)"
            #expect(try connection.rows(counts) == [["0"]])
            #expect(try connection.rows("SELECT count(DISTINCT name), count(*) FROM customer") == [["25", "25"]])
            #expect(try connection.rows("SELECT count(*) > 0 FROM customer_depots") == [["1"]])
            let states = try store.rows(of: "Parcel").map { try $0.value("state", as: String.self) }
            #expect(Set(states) == ["open", "sent", "lost"])
            #expect(try store.rows(of: "Invoice").allSatisfy { try $0.value("customer", as: Int64.self) != nil })
            #expect(try store.open().checkIntegrity().isSound)
        }
    }

    @Test func `what cannot be done is an error that says so`() throws {
        let versions = try workshop()
        #expect(throws: VersionError.self) { try versions.store(ofVersion: 9) }
        let store = try versions.store(ofVersion: 2)
        #expect(throws: VersionError.self) { try store.migrate(to: 1) }
        #expect(throws: VersionError.self) { try store.rows(of: "Supplier") }
        let row = try #require(try store.rows(of: "Customer").first)
        let name = #expect(throws: VersionError.self) { try row.value("size", as: Int.self) }
        #expect(name?.description == "'Customer' has no 'size': it has name, note")
        #expect(throws: VersionError.self) { try row.value("name", as: Int.self) }
        #expect(throws: VersionError.self) { try ModelVersions(of: Workshop.self, in: Self.folder("swift-steps")) }
        #expect(throws: VersionError.self) { try versions.store(ofVersion: 2, rows: .init(count: 2, values: ["Job.done": { _ in "NULL" }])) }
    }

    @Test func `a schema that was changed is reported`() throws {
        let store = try workshop().store(ofVersion: 2)
        try SQLiteConnection(opening: store.path).execute("DROP INDEX customer__name")
        #expect(try store.schemaDifferences() == ["the database does not have the schema of version 2: the index 'customer__name' is missing"])
    }

    @Test func `a file is removed with its store`() throws {
        var store: VersionStore<Workshop>? = try workshop().store(ofVersion: 1)
        let path = try #require(store?.path)
        #expect(FileManager.default.fileExists(atPath: path))
        store = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}
