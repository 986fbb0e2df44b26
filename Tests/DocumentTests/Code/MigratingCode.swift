import Foundation
import TestSupport
import Testing
import Trellis
import TrellisDrafts

/// The Swift of Documentation/guides/migrating.md.
struct MigratingCode {
    @Test func `opens a store with a copy and with progress`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        @Sendable func show(_ fraction: Double, _ purpose: String) { print("\(fraction): \(purpose)") }

        let container = try PersistentContainer(
            for: Orders.self, at: .file(path),
            migration: .automatic(backupPath: "before.sqlite", onProgress: { progress in show(progress.fraction, progress.purpose) }))

        #expect(try container.makeContext().fetchAll(Customer.self).isEmpty)
    }

    @Test func `a debug build migrates stores of drafts`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")

        #if DEBUG
            let ifDraft = EarlierDraftPolicy.migrate
        #else
            let ifDraft = EarlierDraftPolicy.refuse
        #endif
        let container = try PersistentContainer(for: Orders.self, at: .file(path), ifDraft: ifDraft)

        #expect(try container.makeContext().fetchAll(Customer.self).isEmpty)
    }
}
