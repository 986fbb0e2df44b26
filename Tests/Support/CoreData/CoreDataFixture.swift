import Foundation
import SQLiteAccess

/// A store as Core Data writes it, made by a test: its tables, the numbers of its entities, and its model.
public struct CoreDataFixture: Sendable {
    public let path: String
    public let entities: [ArchivedEntity]
    public static let uuid = "0C7F0A8E-5D3B-4C62-9E1F-6C2A3B4D5E6F"

    /// Creates the file.
    /// - Parameters:
    ///   - entities: parents first; their numbers are their places from 1.
    ///   - sql: makes the tables and their rows.
    public init(_ path: String, _ entities: [ArchivedEntity], _ sql: String) throws {
        (self.path, self.entities) = (path, entities)
        guard FileManager.default.createFile(atPath: path, contents: nil) else { throw CocoaError(.fileWriteUnknown) }
        let connection = try SQLiteConnection(opening: path)
        try connection.execute(
            """
            CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
            CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
            CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB);
            INSERT INTO Z_METADATA (Z_VERSION, Z_UUID) VALUES (1, '\(Self.uuid)');
            """)
        for (index, entity) in entities.enumerated() {
            let parent = entities.firstIndex { $0.name == entity.parent }.map { $0 + 1 } ?? 0
            try connection.execute("INSERT INTO Z_PRIMARYKEY VALUES (\(index + 1), '\(entity.name)', \(parent), 0)")
        }
        let insertion = try connection.prepare("INSERT INTO Z_MODELCACHE VALUES (?)")
        try entities.archive.deflated.withUnsafeBytes { try insertion.raw.bind($0, at: 1) }
        try insertion.raw.run()
        try connection.execute(sql)
    }

    /// Makes the file of a value that stands beside the store.
    public func writeExternal(_ bytes: [UInt8], named name: String) throws {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().appending(
            path: ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: folder.appending(path: name))
    }

    // MARK: A model with everything

    /// Attributes of all types, a hierarchy, ordered members and a table of connections.
    public static let shelf = [
        ArchivedEntity(
            "Item",
            attributes: [
                .init("name", 700, isOptional: false), .init("small", 100), .init("middle", 200), .init("large", 300), .init("price", 400),
                .init("weight", 500), .init("ratio", 600), .init("isDone", 800), .init("made", 900), .init("payload", 1000),
                .init("cover", 1000, flags: 4), .init("token", 1100), .init("link", 1200), .init("extra", 1800, className: "Extra"),
            ],
            relationships: [.init("owner", to: "Owner", inverse: "items"), .init("tags", to: "Mark", inverse: "items", isToMany: true, isOrdered: true)]),
        ArchivedEntity("Gift", parent: "Item", attributes: [.init("bonus", 300)]),
        ArchivedEntity(
            "Owner", attributes: [.init("name", 700)],
            relationships: [.init("items", to: "Item", inverse: "owner", isToMany: true, isOrdered: true)]),
        ArchivedEntity("Mark", attributes: [.init("label", 700)], relationships: [.init("items", to: "Item", inverse: "tags", isToMany: true)]),
    ]

    public static let shelfTables = """
        CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSMALL INTEGER, ZMIDDLE INTEGER, ZLARGE INTEGER, ZISDONE INTEGER,
          ZBONUS INTEGER, ZOWNER INTEGER, Z_FOK_OWNER INTEGER, ZMADE TIMESTAMP, ZWEIGHT FLOAT, ZRATIO FLOAT, ZPRICE DECIMAL, ZNAME VARCHAR,
          ZLINK VARCHAR, ZPAYLOAD BLOB, ZCOVER BLOB, ZTOKEN BLOB, ZEXTRA BLOB);
        CREATE TABLE ZOWNER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR);
        CREATE TABLE ZMARK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZLABEL VARCHAR);
        CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, Z_FOK_4TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_4TAGS));
        CREATE INDEX ZITEM_ZOWNER_INDEX ON ZITEM (ZOWNER);

        """

    public static let shelfRows = """
        INSERT INTO ZOWNER VALUES (1, 3, 1, 'Ada'), (7, 3, 4, NULL);
        INSERT INTO ZMARK VALUES (1, 4, 1, 'red'), (2, 4, 1, 'blue');
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSMALL, ZMIDDLE, ZLARGE, ZISDONE, ZOWNER, Z_FOK_OWNER, ZMADE, ZWEIGHT, ZRATIO, ZPRICE, ZLINK, ZPAYLOAD,
          ZCOVER, ZTOKEN, ZEXTRA)
        VALUES
          (1, 1, 3, 'Vase', -7, 70000, 9007199254740993, 1, 1, 3072, 722787770.189348, 1.5, 0.25, 10.11, 'https://example.org/a?b=c', X'00FF', X'01AABB',
            X'00112233445566778899AABBCCDDEEFF', X'62706C6973'),
          (2, 1, 1, 'Lamp', NULL, NULL, NULL, 0, 1, 2048, 5, 2, 3, 7, NULL, NULL,
            CAST(X'02' || CAST('4F1C0E6A-0000-4000-8000-000000000001' AS BLOB) || X'00' AS BLOB), NULL, NULL);
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZBONUS, ZOWNER, Z_FOK_OWNER) VALUES (9, 2, 1, 'Box', 5, 7, 1024);
        INSERT INTO Z_1TAGS VALUES (1, 2, 1024), (1, 1, 2048), (9, 1, 1024);
        UPDATE Z_PRIMARYKEY SET Z_MAX = 40 WHERE Z_NAME = 'Item';

        """

    /// The store with the model, and rows of all kinds; one value is in a file.
    public static func shelf(at path: String) throws -> CoreDataFixture {
        let fixture = try CoreDataFixture(path, shelf, shelfTables + shelfRows)
        try fixture.writeExternal([9, 8, 7], named: "4F1C0E6A-0000-4000-8000-000000000001")
        return fixture
    }
}
