import ClusterFixtures
import DqliteNodes
import OrdersModel
import Testing
import Trellis
import TrellisCluster

/// The code of Documentation/guides/clusters.md.
@Suite(.enabled(if: DqliteNodes.notice, "dqlite is not installed"))
struct GuideTests {
    @Test func `the guide's code opens a store, and asks for a save`() throws {
        let cluster = try ClusterStoreFixture()
        defer { withExtendedLifetime(cluster) {} }
        let nodes = cluster.addresses.map(\.description)
        var saves: [SaveID] = []
        func remember(_ save: SaveID) { saves.append(save) }

        let container = try PersistentContainer(for: Orders.self, at: .dqlite(nodes, database: "orders"))
        let context = try container.makeContext()
        Customer(in: context, name: "Ada")
        do {
            try context.save()
        } catch StoreError.fateUnknown(let save, _) {
            remember(save)
        }
        #expect(saves.isEmpty)

        let save = SaveID()
        Customer(in: context, name: "Eve")
        switch try container.fate(of: save) {
        case .saved: try context.rollback()
        case .notSaved: try context.save()
        }
        #expect(try container.makeContext().count(Fetch<Customer>()) == 2)
    }
}
