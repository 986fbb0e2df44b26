import ClusterFixtures
import DqliteNodes
import FirstCourierModel
import Foundation
import SecondCourierModel
import TestSupport
import Testing
import Trellis
import WorkshopModel

/// Stores that containers wrote on a cluster, and that `trellis migrate apply` migrates there.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct MigratedStoreTests {
    private typealias First = FirstCourierModel.Courier
    private typealias Second = SecondCourierModel.Courier

    /// The model of a test case with its versions.
    private func project(_ testCase: String, _ model: String) throws -> TemporaryFolder {
        let (folder, source) = (try TemporaryFolder(), "\(Project.root)/Tests/Cases/\(testCase)")
        for name in ["schema.yaml", "versions"] { try FileManager.default.copyItem(atPath: "\(source)/\(name)", toPath: folder.file(name)) }
        try folder.write("trellis: 1\nmodels:\n  \(model): { path: schema.yaml, targets: [file, dqlite] }\n", to: "trellis.yaml")
        return folder
    }

    private func trellis(_ folder: TemporaryFolder, _ arguments: String...) throws {
        let run = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        #expect(run.exitCode == 0, "\(arguments): \(run.output)\(run.errors)")
    }

    @Test func `classes of the next version find all rows that those of the first have saved`() throws {
        let pair = try StorePair(First.self)
        for container in pair.both { try fill(container) }
        #expect(try pair.differences() == [])
        try pair.local.close()
        let project = try project("roll-out-second", "Courier")
        for name in [pair.path, pair.cluster.name] { try trellis(project, "migrate", "apply", name) }
        #expect(try pair.differences() == [])

        let containers = try [PersistentContainer(for: Second.self, at: .file(pair.path)), pair.cluster.container(Second.self)]
        let pictures = try containers.map(use)
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0].count == 19 && pictures[0][0].hasPrefix("Customer/1 c0 - - 0 0"), "\(pictures[0])")
        #expect(try pair.differences() == [])
        // The second version admits programs of the first one, also one that has the store open.
        #expect(try pair.remote.makeContext().count(Fetch<FirstCourierModel.Customer>()) == 19)
    }

    /// Rows with all that the first version has, changed ones and gaps.
    private func fill(_ container: PersistentContainer) throws {
        let context = try container.makeContext()
        for number in 0..<20 {
            let customer = FirstCourierModel.Customer(in: context, name: "c\(number)", note: number % 3 == 0 ? nil : "é'\(number)")
            for place in 0..<number % 4 {
                let parcel = FirstCourierModel.Parcel(in: context, number: Int64(100 * number + place), state: place == 1 ? .sent : .open)
                parcel.customer = customer
            }
        }
        try context.save()
        let customers = try context.fetch(Fetch<FirstCourierModel.Customer>(sort: [.ascending("name")]))
        try context.delete(customers[3])
        customers[5].note = "changed"
        try context.save()
    }

    /// What the classes of the second version read, after which they write what only they know.
    private func use(_ container: PersistentContainer) throws -> [String] {
        let context = try container.makeContext()
        let customers = try context.fetch(Fetch<SecondCourierModel.Customer>(sort: [.ascending("name")]))
        let lines = customers.map { customer in
            let parcels = customer.parcels.map { "\($0.objectID) \($0.number) \($0.state)" }.sorted()
            return "\(customer.objectID) \(customer.name) \(customer.note ?? "-") \(customer.email ?? "-") \(customer.parcelCount) \(customer.invoiceCount) \(parcels)"
        }
        customers[0].email = "c0@example.org"
        SecondCourierModel.Invoice(in: context, number: 7, customer: customers[1])
        try context.save()
        #expect(customers[1].invoiceCount == 1)
        #expect(try SecondCourierModel.Customer.search(.allWords("changed"), in: context).count == 1)
        return lines
    }

    @Test func `a program that stays open over a migration learns that the store is newer`() throws {
        let cluster = try ClusterStoreFixture()
        let container = try cluster.container(Workshop.self)
        let context = try container.makeContext()
        let ada = WorkshopModel.Customer(in: context, name: "Ada")
        try context.save()

        let project = try project("migrations", "Workshop")
        let model = try String(contentsOfFile: project.file("schema.yaml"), encoding: .utf8)
        try project.write(model.replacing("note:", with: "remark:"), to: "schema.yaml")
        try project.write("trellis: 1\nrenames: { Customer.note: remark }\n", to: "versions/4.migration.yaml")
        try trellis(project, "migrate", "create", "schema.yaml")
        try trellis(project, "migrate", "apply", cluster.name)

        let newer = StoreError.newerVersion(found: 4, supported: 3)
        #expect(throws: newer) { try container.makeContext().fetchAll(WorkshopModel.Customer.self) }
        ada.note = "x"
        #expect(throws: newer) { try context.save() }
        #expect(throws: newer) { try context.batchUpdate(Fetch<WorkshopModel.Customer>()) { [$0.note.set(to: "y")] } }
        #expect(throws: newer) { try cluster.container(Workshop.self) }
        #expect(try cluster.rows("SELECT name, remark, _version FROM customer") == [["Ada", "", "1"]])
    }
}
