import ClusterFixtures
import DqliteNodes
import Foundation
import Testing
import Trellis

/// Where the stores of these tests are: in files and in memory, or on three nodes of dqlite if `TRELLIS_STORE` is `dqlite`.
enum TestStore {
    static let isOnCluster = ProcessInfo.processInfo.environment["TRELLIS_STORE"] == "dqlite" && DqliteNodes.notice

    private static let count = Count()

    /// A database for the test that runs.
    static func database() throws -> ClusterStoreFixture {
        count.note(Test.current)
        return try ClusterStoreFixture()
    }

    /// Says at the end how many tests had a store on nodes.
    private final class Count: @unchecked Sendable {
        private let lock = NSLock()
        private var tests = Set<Test.ID>()
        private var databases = 0

        init() { atexit { TestStore.count.report() } }

        func note(_ test: Test?) {
            lock.withLock {
                databases += 1
                if let test { tests.insert(test.id) }
            }
        }

        private func report() {
            lock.withLock { print("On nodes of dqlite: \(tests.count) tests with \(databases) databases") }
        }
    }
}

extension StoreLocation {
    /// A new store: in memory, or on nodes.
    static var fresh: StoreLocation {
        get throws { TestStore.isOnCluster ? try TestStore.database().location() : .inMemory }
    }
}

/// Why a test does not run over nodes.
enum FilesOnly: String {
    case file = "looks at the store's file"
    case processes = "its other processes open a file"
    case connection = "changes the local connection of SQLite"
    case databaseWriter = "uses GRDB's connection to the tables"
    case plainSQL = "another program's SQL is no save, and is not noticed"
    case functions = "nodes do not have the functions of Trellis"
    case nul = "nodes end a text at U+0000"
    case schema = "edits the schema by hand, which ends a node"
    case statements = "counts statements of a store that no other process reaches"
}

extension Trait where Self == ConditionTrait {
    /// Skips the test over nodes.
    static func filesOnly(_ reason: FilesOnly) -> Self { .disabled(if: TestStore.isOnCluster, "over files only: \(reason.rawValue)") }
}
