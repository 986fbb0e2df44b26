import Foundation
import SQLiteAccess
import StoreImport
import TestSupport
import Testing

@testable import CoreDataImport

/// Stores that Core Data wrote.
struct StoreTransferTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `values of all types, keys, order and connections arrive`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        let before = try files()
        let new = try ImportedStore(fixture.path, in: folder, identities: folder.file("identities.txt"))
        #expect(
            try new.rows(
                """
                SELECT _id, _version, _entity, name, small, middle, large, is_done, owner_id, quote(made), weight, ratio, price, link, hex(payload),
                hex(cover), hex(token), hex(extra), bonus FROM item ORDER BY _id
                """) == [
                    [
                        "1", "3", "Item", "Vase", "-7", "70000", "9007199254740993", "1", "1", "722787770.189348", "1.5", "0.25", "10.11",
                        "https://example.org/a?b=c", "00FF", "AABB", "00112233445566778899AABBCCDDEEFF", "62706C6973", nil,
                    ],
                    ["2", "1", "Item", "Lamp", nil, nil, nil, "0", "1", "5.0", "2.0", "3.0", "7", nil, "", "090807", "", "", nil],
                    ["9", "1", "Gift", "Box", nil, nil, nil, nil, "7", "NULL", nil, nil, nil, nil, "", "", "", "", "5"],
                ])
        #expect(try new.rows("SELECT _id, _version, name FROM owner ORDER BY _id") == [["1", "1", "Ada"], ["7", "4", nil]])
        #expect(try new.rows("SELECT name FROM item WHERE owner_id = 1 ORDER BY owner_position") == [["Lamp"], ["Vase"]])
        #expect(
            try new.rows(
                "SELECT label FROM item_tags JOIN mark ON mark._id = mark_id WHERE item_id = 1 ORDER BY mark_position") == [["blue"], ["red"]])
        #expect(try new.rows("SELECT count(*) FROM item_tags") == [["3"]])
        // Keys of rows that are gone are not given again.
        #expect(try new.rows("SELECT seq FROM sqlite_sequence WHERE name = 'item'") == [["40"]])
        #expect(try new.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try new.rows("PRAGMA foreign_key_check").isEmpty)
        #expect(new.report.entities.map(\.name) == ["Item", "Gift", "Mark", "Owner"])
        #expect(new.report.entities.map(\.count) == [2, 1, 2, 2])
        #expect(new.report.connections.map(\.count) == [3])
        let uuid = try #require(try new.rows("SELECT value FROM _trellis_metadata WHERE key = 'uuid'").first?[0])
        let lines = try String(contentsOfFile: folder.file("identities.txt"), encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines.contains("x-coredata://\(CoreDataFixture.uuid)/Item/p2\ttrellis://\(uuid)/Item/2"))
        #expect(lines.contains("x-coredata://\(CoreDataFixture.uuid)/Gift/p9\ttrellis://\(uuid)/Item/Gift/9"))
        // The source is as it was, and nothing is left beside it.
        #expect(try files().filter { before[$0.key] != nil } == before)
        #expect(try files().keys.filter { $0.contains(".importing") || $0.contains(".source") }.isEmpty)
    }

    /// All files of the folder with their bytes.
    private func files() throws -> [String: Data] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return Dictionary(uniqueKeysWithValues: paths.compactMap { path in
            FileManager.default.contents(atPath: folder.file(path)).map { (path, $0) }
        })
    }

    @Test func `what stands in a write-ahead log arrives, and the log stays as it is`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        let writer = try SQLiteConnection(opening: fixture.path)
        _ = try writer.rows("PRAGMA journal_mode = WAL")
        try writer.execute("INSERT INTO ZMARK VALUES (3, 4, 1, 'green')")
        let before = try files()
        #expect(before.keys.contains("Shelf.sqlite-wal"))
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT label FROM mark ORDER BY _id") == [["red"], ["blue"], ["green"]])
        #expect(try files().filter { before[$0.key] != nil } == before)
        _ = writer
    }

    @Test func `a store that says it has a log, and has none, is read without one being made`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        do {
            let writer = try SQLiteConnection(opening: fixture.path)
            _ = try writer.rows("PRAGMA journal_mode = WAL")
        }
        let before = try files()
        #expect(try ImportedStore(fixture.path, in: folder).report.entities.count == 4)
        #expect(Set(try files().keys.filter { $0.hasPrefix("Shelf") }) == Set(before.keys.filter { $0.hasPrefix("Shelf") }))
    }

    @Test func `keys that lead nowhere are left out and counted`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        try SQLiteConnection(opening: fixture.path).execute("UPDATE ZITEM SET ZOWNER = 99 WHERE Z_PK = 2; INSERT INTO Z_1TAGS VALUES (2, 55, 1024)")
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT _id, owner_id FROM item ORDER BY _id") == [["1", "1"], ["2", nil], ["9", "7"]])
        #expect(new.report.connections.map(\.count) == [3])
        #expect(new.report.strays.map { "\($0.place) \($0.count)" } == ["Item.owner 1", "Item.tags 1"])
        #expect(new.report.text.contains("Item.owner: 1 key leads to no row, and is left out"))
    }

    @Test(arguments: [
        ("UPDATE ZITEM SET ZNAME = NULL WHERE Z_PK = 2", "'Item', row 2: NOT NULL constraint failed: item.name"),
        ("UPDATE ZITEM SET ZSMALL = 'many' WHERE Z_PK = 9", "'Item', row 9: cannot store TEXT value in INTEGER column item.small"),
        ("UPDATE ZITEM SET Z_ENT = 3 WHERE Z_PK = 2", "'ZITEM', row 2: Z_ENT is 3, which is no entity that has objects"),
        ("UPDATE ZITEM SET ZPRICE = 'much' WHERE Z_PK = 2", "'Item', row 2: 'much' is no decimal"),
        ("UPDATE ZITEM SET ZPRICE = '10 EUR' WHERE Z_PK = 2", "'Item', row 2: '10 EUR' is no decimal"),
        ("UPDATE ZITEM SET ZTOKEN = X'0011' WHERE Z_PK = 2", "'Item', row 2: a value of 2 bytes is no UUID"),
        ("UPDATE ZITEM SET ZTOKEN = X'' WHERE Z_PK = 2", "'Item', row 2: a value of 0 bytes is no UUID"),
        ("UPDATE ZITEM SET ZTOKEN = '00112233-4455-66' WHERE Z_PK = 2", "'Item', row 2: the text '00112233-4455-66' is no UUID"),
        ("UPDATE ZITEM SET ZTOKEN = 5 WHERE Z_PK = 9", "'Item', row 9: the number 5 is no UUID"),
        ("UPDATE ZITEM SET Z_FOK_OWNER = 'first' WHERE Z_PK = 2", "'Item', row 2: the text 'first' is no position"),
        ("UPDATE ZITEM SET ZCOVER = X'022E2E2F612E7300' WHERE Z_PK = 2", "'Item', row 2: '../a.s' names no file of external data"),
        ("UPDATE ZMARK SET Z_PK = -1 WHERE Z_PK = 2", "'Mark': a row has the key -1, and keys begin with 1"),
        ("ALTER TABLE ZITEM RENAME COLUMN ZSMALL TO ZLITTLE", "'Item.small': the table 'ZITEM' has no column 'ZSMALL'"),
        ("ALTER TABLE ZMARK RENAME TO ZMARKS", "'Mark': the store has no table 'ZMARK'"),
        ("DROP TABLE Z_1TAGS", "'Item.tags': the store has no table with its connections"),
        ("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Gift'", "Z_PRIMARYKEY has no entity 'Gift'"),
        ("DELETE FROM Z_MODELCACHE", "Z_MODELCACHE holds no model"),
        ("UPDATE Z_MODELCACHE SET Z_CONTENT = X'00'", "the compressed model is damaged or too long"),
        ("DROP TABLE Z_METADATA", "has no table 'Z_METADATA': it is no store of Core Data"),
    ])
    func `what cannot be imported is refused with its place, and leaves nothing`(change: String, message: String) throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        try SQLiteConnection(opening: fixture.path).execute(change)
        let before = try files()
        let error = #expect(throws: StoreImportError.self) { try ImportedStore(fixture.path, in: folder) }
        #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
        #expect(try files() == before)
    }

    @Test(arguments: [
        ("INSERT INTO ZVISIT VALUES (4, 1, 1, 9, 'd')", "'Visit.guest', row 4: the key 9 leads to no row, and is required"),
        ("INSERT INTO ZVISIT VALUES (4, 1, 1, 1, 'b')", "'Visit', rows 2 and 4: UNIQUE constraint failed: visit.code"),
    ])
    func `keys and unique values that do not fit are refused with their rows`(change: String, message: String) throws {
        let entities = [
            ArchivedEntity(
                "Visit", attributes: [.init("code", 700)], relationships: [.init("guest", to: "Guest", inverse: "visits", isOptional: false)],
                uniqueness: [["code"]]),
            ArchivedEntity("Guest", attributes: [.init("name", 700)], relationships: [.init("visits", to: "Visit", inverse: "guest", isToMany: true)]),
        ]
        let fixture = try CoreDataFixture(
            folder.file("Visits.sqlite"), entities,
            """
            CREATE TABLE ZVISIT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZGUEST INTEGER, ZCODE VARCHAR);
            CREATE TABLE ZGUEST (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
            INSERT INTO ZGUEST VALUES (1, 2, 1, 'Ada');
            INSERT INTO ZVISIT VALUES (1, 1, 1, 1, 'a'), (2, 1, 1, 1, 'b'), (3, 1, 1, 1, NULL);
            """)
        try SQLiteConnection(opening: fixture.path).execute(change)
        let error = #expect(throws: StoreImportError.self) { try ImportedStore(fixture.path, in: folder) }
        #expect(error?.message == message, "\(error?.message ?? "")")
    }

    @Test func `external data whose file is gone is refused with its place`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        try FileManager.default.removeItem(atPath: folder.file(".Shelf_SUPPORT/_EXTERNAL_DATA/4F1C0E6A-0000-4000-8000-000000000001"))
        let error = #expect(throws: StoreImportError.self) { try ImportedStore(fixture.path, in: folder) }
        #expect(error?.message.contains("'Item', row 2: the external data '") == true, "\(error?.message ?? "")")
    }

    @Test func `a program makes JSON of archives where the model has a type for them`() throws {
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        let error = #expect(throws: StoreImportError.self) { try ImportedStore(fixture.path, in: folder, transformables: .codable) }
        #expect(error?.message.contains("'Item.extra' is JSON in the model, and an archive in the store") == true, "\(error?.message ?? "")")
        let new = try ImportedStore(fixture.path, in: folder, transformables: .codable, transform: { entity, attribute, archive in
            "{\"of\":\"\(entity).\(attribute)\",\"bytes\":\(archive.count)}"
        })
        #expect(try new.rows("SELECT extra FROM item WHERE _id = 1") == [["{\"of\":\"Item.extra\",\"bytes\":5}"]])
    }

    @Test func `a transfer that is stopped leaves nothing, and the next one begins again`() throws {
        struct Stop: Error {}
        let fixture = try CoreDataFixture.shelf(at: folder.file("Shelf.sqlite"))
        let before = try files()
        #expect(throws: Stop.self) { try ImportedStore(fixture.path, in: folder, look: { _, _, _ in throw Stop() }) }
        #expect(try files() == before)
        #expect(try ImportedStore(fixture.path, in: folder).report.entities.count == 4)
    }

    @Test func `relationships that are their own inverse, and those without one, arrive`() throws {
        let entities = [
            ArchivedEntity(
                "Person", attributes: [.init("name", 700)],
                relationships: [
                    .init("friends", to: "Person", inverse: "friends", isToMany: true), .init("pets", to: "Pet", inverse: nil, isToMany: true),
                    .init("partner", to: "Person", inverse: "partner"),
                ]), ArchivedEntity("Pet", attributes: [.init("name", 700)]),
        ]
        let fixture = try CoreDataFixture(
            folder.file("People.sqlite"), entities,
            """
            CREATE TABLE ZPERSON (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARTNER INTEGER, ZNAME VARCHAR);
            CREATE TABLE ZPET (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, Z1PETS INTEGER, ZNAME VARCHAR);
            CREATE TABLE Z_1FRIENDS (Z_1FRIENDS INTEGER, REFLEXIVE INTEGER, PRIMARY KEY (Z_1FRIENDS, REFLEXIVE));
            INSERT INTO ZPERSON VALUES (1, 1, 1, 2, 'Ada'), (2, 1, 1, 1, 'Bea'), (3, 1, 1, NULL, 'Cem');
            INSERT INTO ZPET VALUES (1, 2, 1, 3, 'Rex'), (2, 2, 1, NULL, 'Tom');
            INSERT INTO Z_1FRIENDS VALUES (1, 2), (2, 1), (3, 1);
            """)
        let new = try ImportedStore(fixture.path, in: folder)
        let tables = try new.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'person_%' ORDER BY 1").compactMap { $0[0] }
        #expect(tables == ["person_friends", "person_pets"])
        let pairs = try new.rows("SELECT * FROM person_friends ORDER BY 2, 3").map { Array($0.dropFirst()) }
        #expect(pairs == [["1", "2"], ["1", "3"], ["2", "1"], ["3", "1"]])
        #expect(try new.rows("SELECT * FROM person_pets").map { Array($0.dropFirst()) } == [["3", "1"]])
        #expect(try new.rows("SELECT partner_id FROM person ORDER BY _id") == [["2"], ["1"], [nil]])
    }

    @Test func `properties of one name in a hierarchy are told apart by the order of the entities`() throws {
        let entities = [
            ArchivedEntity("Media", attributes: [.init("title", 700)]),
            ArchivedEntity("Film", parent: "Media", attributes: [.init("length", 200)]),
            ArchivedEntity("Text", parent: "Media", attributes: [.init("length", 200)]),
        ]
        let tables = "CREATE TABLE ZMEDIA (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLENGTH INTEGER, ZLENGTH1 INTEGER, ZTITLE VARCHAR);"
        let fixture = try CoreDataFixture(
            folder.file("Media.sqlite"), entities,
            tables + "INSERT INTO ZMEDIA VALUES (1, 2, 1, 90, NULL, 'film'), (2, 3, 1, NULL, 400, 'text');")
        // Trellis takes one of them, with a column for each.
        let store = try CoreDataStore(opening: fixture.path, copyingBeside: folder.file("copy"))
        let names = SourceNames(store, Translation(try CoreDataModel(contents: Data(store.archive)), named: "Media"))
        #expect(try names.column(of: "length", of: "Film") == "\"ZLENGTH\"")
        #expect(try names.column(of: "length", of: "Text") == "\"ZLENGTH1\"")
    }

    /// A function of SQLite takes at most 127 arguments.
    @Test func `an entity with 150 attributes arrives`() throws {
        let names = (0..<150).map { "value\($0)" }
        let columns = names.map { "Z\($0.uppercased()) INTEGER" }.joined(separator: ", ")
        let values = names.indices.map { "\($0 * $0)" }.joined(separator: ", ")
        let fixture = try CoreDataFixture(
            folder.file("Wide.sqlite"), [ArchivedEntity("Wide", attributes: names.map { .init($0, 300) })],
            """
            CREATE TABLE ZWIDE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, \(columns));
            INSERT INTO ZWIDE VALUES (1, 1, 1, \(values));
            """)
        let new = try ImportedStore(fixture.path, in: folder)
        #expect(try new.rows("SELECT value0, value99, value100, value149 FROM wide") == [["0", "9801", "10000", "22201"]])
    }
}
