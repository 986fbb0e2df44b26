import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import TestSupport
import Testing

/// Cuts of the power at any moment of a migration, on a disk that loses, tears and reorders what was not synced.
struct MigrationPowerCutTests {
    @Test(arguments: ["migrating", "migrating-normal", "migrating-without-log", "migrating-with-copy", "migrating-separately"])
    func `the store is whole and of one version, and migrating again finishes`(_ work: String) throws {
        let shop = try SampleHistory.shop()
        let cuts = try PowerCuts(work)
        let references = try shop.versions.indices.map { index in
            let file = try MigrationFile()
            try Data(contentsOf: URL(filePath: "\(cuts.startFolder)/store.sqlite")).write(to: URL(filePath: file.path))
            try file.migrate(shop.chain(to: index + 1), MigrationOptions(composesPlans: false))
            return file
        }
        var reached: [Int: Int] = [:]
        try cuts.run(TestScale.count(10, long: 1_000)) { remains in
            let file = try MigrationFile()
            try remains.write(to: URL(filePath: file.path).deletingLastPathComponent().path)
            let hash = try file.rows("SELECT value FROM _trellis_metadata WHERE key = 'hash'")[0][0]
            let version = try #require(shop.versions.firstIndex { $0.schema.identity.hash == hash })
            reached[version + 1, default: 0] += 1
            #expect(try file.contentDifferences(from: references[version]) == [], "\(remains.name)")
            #expect(version + 1 >= max(1, remains.acknowledged), "version \(remains.acknowledged) was acknowledged; \(remains.name)")
            if work == "migrating-with-copy", version > 0 {
                let copy = try MigrationFile()
                for (name, bytes) in remains.files where name.hasPrefix("other.sqlite") {
                    try Data(bytes).write(to: URL(filePath: copy.file(name.replacing("other", with: "store"))))
                }
                #expect(try copy.differences(from: references[0]) == [], "the copy; \(remains.name)")
            }
            try file.migrate(shop.chain())
            #expect(try file.contentDifferences(from: references[references.count - 1]) == [], "migrated again; \(remains.name)")
        }
        print("\(work): versions after a cut: \(reached.sorted { $0.key < $1.key })")
        // A jump has no version between.
        #expect(reached.count >= (work == "migrating-separately" ? 3 : 1) && reached.keys.allSatisfy { work == "migrating-separately" || [1, 6].contains($0) })
    }
}
