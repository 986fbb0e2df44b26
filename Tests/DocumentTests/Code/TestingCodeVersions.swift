import Foundation
import Testing
import Trellis
import TrellisTesting

/// The Swift of Documentation/guides/testing.md about migrations: it compiles, and `VersionStoreTests` run the like on models with
/// frozen versions.
func migratesFromFirstVersion(_ folder: URL) throws {
    let versions = try ModelVersions(of: Orders.self, in: folder)      // Schemas/Orders/versions
    let store = try versions.store(ofVersion: 1, rows: .init(count: 50, seed: 7))
    let before = try store.rows(of: "Customer").map { try $0.value("name", as: String.self) }
    try store.migrate()
    #expect(try store.rows(of: "Customer").map { try $0.value("name", as: String.self) } == before)
    #expect(try store.schemaDifferences() == [])
}
