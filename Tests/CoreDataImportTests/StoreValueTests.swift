import Foundation
import SQLiteAccess
import StoreImport
import TestSupport
import Testing

@testable import CoreDataImport

/// Values of a store that become others, or that stand beside it.
struct StoreValueTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    // MARK: External values

    private static let fileName = "7D2E9C10-0000-4000-8000-00000000000A"

    /// One archive in the column, and one in a file.
    private func notes() throws -> CoreDataFixture {
        let fixture = try CoreDataFixture(
            folder.file("Notes.sqlite"), [ArchivedEntity("Note", attributes: [.init("body", 1800, className: "Body", flags: 4)])],
            """
            CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBODY BLOB);
            INSERT INTO ZNOTE VALUES (1, 1, 1, X'01CAFE'), (2, 1, 1, CAST(X'02' || CAST('\(Self.fileName)' AS BLOB) || X'00' AS BLOB)), (3, 1, 1, NULL);
            """)
        try fixture.writeExternal([0xBE, 0xEF, 0x07], named: Self.fileName)
        return fixture
    }

    @Test func `transformable values of external storage arrive without their marker`() throws {
        let new = try ImportedStore(notes().path, in: folder)
        #expect(try new.rows("SELECT hex(body) FROM note ORDER BY _id") == [["CAFE"], ["BEEF07"], [""]])
    }

    @Test func `a program gets the archive of an external transformable value`() throws {
        let new = try ImportedStore(notes().path, in: folder, transformables: .codable, transform: { _, _, archive in
            "[\(archive.map { "\($0)" }.joined(separator: ","))]"
        })
        #expect(try new.rows("SELECT body FROM note ORDER BY _id") == [["[202,254]"], ["[190,239,7]"], [nil]])
    }

    @Test func `a link in the folder of external values is not followed`() throws {
        let fixture = try notes()
        let link = folder.file(".Notes_SUPPORT/_EXTERNAL_DATA/\(Self.fileName)")
        try FileManager.default.removeItem(atPath: link)
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: try folder.write("secret", to: "secret.txt"))
        let error = #expect(throws: StoreImportError.self) { try ImportedStore(fixture.path, in: folder) }
        #expect(error?.message.hasPrefix("'Note', row 2: the external data '") == true, "\(error?.message ?? "")")
        #expect(error?.message.hasSuffix("is no plain file") == true, "\(error?.message ?? "")")
    }

    // MARK: Order

    @Test func `members without a position come first, in the order of their keys`() throws {
        let entities = [
            ArchivedEntity("Team", attributes: [], relationships: [
                .init("players", to: "Player", inverse: "team", isToMany: true, isOrdered: true),
                .init("fans", to: "Player", inverse: "favorites", isToMany: true, isOrdered: true),
            ]),
            ArchivedEntity("Player", attributes: [], relationships: [
                .init("team", to: "Team", inverse: "players"), .init("favorites", to: "Team", inverse: "fans", isToMany: true),
            ]),
        ]
        let fixture = try CoreDataFixture(
            folder.file("Teams.sqlite"), entities,
            """
            CREATE TABLE ZTEAM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
            CREATE TABLE ZPLAYER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTEAM INTEGER, Z_FOK_TEAM INTEGER);
            CREATE TABLE Z_1FANS (Z_1FAVORITES INTEGER, Z_2FANS INTEGER, Z_FOK_2FANS INTEGER, PRIMARY KEY (Z_1FAVORITES, Z_2FANS));
            INSERT INTO ZTEAM VALUES (1, 1, 1);
            INSERT INTO ZPLAYER VALUES (1, 2, 1, 1, 2048), (2, 2, 1, 1, NULL), (3, 2, 1, 1, -1024), (4, 2, 1, 1, NULL), (5, 2, 1, NULL, NULL);
            INSERT INTO Z_1FANS VALUES (1, 2, 1024), (1, 5, NULL), (1, 3, NULL);
            """)
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT _id FROM player WHERE team_id = 1 ORDER BY team_position NULLS LAST") == [["2"], ["4"], ["3"], ["1"]])
        #expect(try new.rows("SELECT team_position FROM player WHERE _id = 5") == [[nil]])
    }

    // MARK: Numbers of Booleans

    @Test func `Booleans that are neither 0 nor 1 become 1, and are counted`() throws {
        let fixture = try CoreDataFixture(
            folder.file("Tasks.sqlite"), [ArchivedEntity("Task", attributes: [.init("isDone", 800), .init("isLate", 800)])],
            """
            CREATE TABLE ZTASK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISDONE INTEGER, ZISLATE INTEGER);
            INSERT INTO ZTASK VALUES (1, 1, 1, 5, 0), (2, 1, 1, -3, 1), (3, 1, 1, 1, NULL), (4, 1, 1, 0, 1);
            """)
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT is_done FROM task ORDER BY _id") == [["1"], ["1"], ["1"], ["0"]])
        #expect(new.report.flags.map { "\($0.place) \($0.count)" } == ["Task.isDone 2"])
        #expect(new.report.text.contains("Task.isDone: 2 Booleans are neither 0 nor 1, and become 1"))
    }

    // MARK: Keys of one side

    /// A person with a desk, and a person with a partner.
    private func office(_ rows: String) throws -> CoreDataFixture {
        try CoreDataFixture(
            folder.file("Office.sqlite"),
            [
                ArchivedEntity("Desk", attributes: [], relationships: [.init("worker", to: "Worker", inverse: "desk")]),
                ArchivedEntity("Worker", attributes: [], relationships: [
                    .init("desk", to: "Desk", inverse: "worker"), .init("partner", to: "Worker", inverse: "partner"),
                ]),
            ],
            """
            CREATE TABLE ZDESK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWORKER INTEGER);
            CREATE TABLE ZWORKER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDESK INTEGER, ZPARTNER INTEGER);
            \(rows)
            """)
    }

    @Test func `keys of a one-to-one that only the side without a key has are counted`() throws {
        let fixture = try office(
            """
            INSERT INTO ZDESK VALUES (1, 1, 1, 1), (2, 1, 1, NULL), (3, 1, 1, 3);
            INSERT INTO ZWORKER VALUES (1, 2, 1, 1, NULL), (2, 2, 1, 2, NULL), (3, 2, 1, NULL, NULL), (4, 2, 1, 3, NULL);
            """)
        let new = try ImportedStore(fixture.path, in: folder)
        // Desk 2 has no key to its worker in the old store, and the new one has no key of workers.
        #expect(try new.rows("SELECT worker_id FROM desk ORDER BY _id") == [["1"], [nil], ["3"]])
        #expect(new.report.oneSided.map { "\($0.place) \($0.count)" } == ["Worker.desk 2"])
        #expect(new.report.text.contains("Worker.desk: 2 keys lead to rows that do not lead back, and are left out"))
    }

    @Test func `a relationship that is its own inverse keeps the keys that lead back`() throws {
        let fixture = try office(
            "INSERT INTO ZWORKER VALUES (1, 2, 1, NULL, 2), (2, 2, 1, NULL, 1), (3, 2, 1, NULL, 1), (4, 2, 1, NULL, 9), (5, 2, 1, NULL, 5);")
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT partner_id FROM worker ORDER BY _id") == [["2"], ["1"], [nil], [nil], ["5"]])
        #expect(new.report.oneSided.map { "\($0.place) \($0.count)" } == ["Worker.partner 1"])
        #expect(new.report.strays.map { "\($0.place) \($0.count)" } == ["Worker.partner 1"])
    }
}
