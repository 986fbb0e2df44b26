import Foundation
import SQLiteAccess
import TestSupport
import Testing

@testable import CoreDataImport

/// How much memory this process has had at most.
enum PeakMemory {
    /// nil where the system does not say it in a file.
    static var bytes: Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.firstMatch(of: /VmHWM:\s+(\d+) kB/)
        else { return nil }
        return Int(line.output.1).map { $0 << 10 }
    }
}

@Suite("Large stores of Core Data", .serialized)
struct LargeStoreTests {
    @Test func `many rows arrive in bounded memory, in at most four times the time of a plain copy`() throws {
        let count = TestScale.count(20_000, long: 1_000_000)
        let folder = try TemporaryFolder()
        let fixture = try CoreDataFixture(
            folder.file("Large.sqlite"), CoreDataFixture.shelf,
            CoreDataFixture.shelfTables + """
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count / 100))
                INSERT INTO ZOWNER SELECT i, 3, 1, 'owner ' || i FROM n;
                WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSMALL, ZLARGE, ZISDONE, ZOWNER, Z_FOK_OWNER, ZMADE, ZWEIGHT, ZTOKEN)
                SELECT i, 1 + i % 2, 1, 'item ' || i, i % 30000, i * 1000003, i % 2, 1 + i % \(count / 100), i, i * 1.5, i / 7.0, randomblob(16) FROM n;
                INSERT INTO Z_1TAGS SELECT Z_PK, 1, Z_PK FROM ZITEM WHERE Z_PK % 4 = 0;
                INSERT INTO ZMARK VALUES (1, 4, 1, 'all');
                """)
        let before = PeakMemory.bytes
        let clock = ContinuousClock()
        var (new, looks, last) = (ImportedStore?.none, 0, Int64(0))
        let time = try clock.measure {
            new = try ImportedStore(fixture.path, in: folder, look: { _, done, total in
                #expect(done >= last && done <= total)
                (looks, last) = (looks + 1, done)
            })
        }
        let grown = PeakMemory.bytes.flatMap { after in before.map { after - $0 } } ?? 0
        let taken = try #require(new)
        #expect(taken.report.entities.map(\.count).reduce(0, +) == count + count / 100 + 1)
        #expect(looks > 0)

        // The same rows by SQL alone, into the same tables with their indexes and triggers.
        let plain = folder.file("plain.sqlite")
        let connection = try SQLiteConnection(creating: plain)
        for row in try taken.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'trigger', type = 'index'") {
            try connection.execute(row[0] ?? "")
        }
        let plainTime = try clock.measure {
            try connection.run("ATTACH \(SQL.literal(fixture.path)) AS old")
            try connection.execute(
                """
                BEGIN;
                INSERT INTO owner (_id, name) SELECT Z_PK, ZNAME FROM old.ZOWNER;
                INSERT INTO mark (_id, label) SELECT Z_PK, ZLABEL FROM old.ZMARK;
                INSERT INTO item (_id, _entity, name, small, large, is_done, owner_id, owner_position, made, weight, token)
                SELECT Z_PK, CASE Z_ENT WHEN 1 THEN 'Item' ELSE 'Gift' END, ZNAME, ZSMALL, ZLARGE, ZISDONE, ZOWNER, Z_FOK_OWNER, ZMADE, ZWEIGHT, ZTOKEN
                FROM old.ZITEM;
                INSERT INTO item_tags (item_id, mark_id, mark_position) SELECT Z_1ITEMS, Z_4TAGS, Z_FOK_4TAGS FROM old.Z_1TAGS;
                COMMIT;
                """)
        }
        print("\(count) rows: \(time), by SQL alone \(plainTime), memory grew by \(grown >> 20) MB")
        // Other tests run in this process too, but for the long run.
        if TestScale.isLong { #expect(grown < 150 << 20) }
    }
}
