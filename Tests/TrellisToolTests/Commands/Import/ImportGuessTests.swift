import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// What trellis import sqlite guesses from values, on schemas as programs write them, compared by plain SQL.
struct ImportGuessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func imported(_ sql: String, _ more: String...) throws -> (process: ChildProcess, model: String) {
        try SQLiteConnection(creating: folder.file("app.db")).execute(sql)
        let process = try ChildProcess.run(Project.trellis, ["import", "sqlite", "app.db", "--output", "App"] + more, in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        return (process, (try? String(contentsOfFile: folder.file("App/App.yaml"), encoding: .utf8)) ?? "")
    }

    private func rows(_ file: String, _ sql: String) throws -> [[String?]] { try SQLiteConnection(opening: folder.file(file), readOnly: true).rows(sql) }

    private func report() throws -> String { try String(contentsOfFile: folder.file("App/App.import.txt"), encoding: .utf8) }

    private func expect(_ text: String, has parts: [String]) {
        let missing = parts.filter { !text.contains($0) }
        #expect(missing == [], "\(text)")
    }

    // MARK: Pairs

    struct Pairs: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sql: String
        let model: [String]
        /// The pairs in the database and in the store.
        let (old, new): (String, String)
        /// What the report of `layout: existing` states about the table.
        let existing: String
    }

    private static let pairs = [
        Pairs(
            testDescription: "like Chinook",
            sql: """
                CREATE TABLE [Track] ([TrackId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(200)); CREATE TABLE [Playlist] ([PlaylistId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(120));
                CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL REFERENCES [Playlist], [TrackId] INTEGER NOT NULL REFERENCES [Track], CONSTRAINT [PK] PRIMARY KEY ([PlaylistId], [TrackId]));
                INSERT INTO Track VALUES (1, 'a'), (5, 'b'), (9, 'c'); INSERT INTO Playlist VALUES (1, 'x'), (2, 'y'); INSERT INTO PlaylistTrack VALUES (1, 1), (1, 9), (2, 9);
                """,
            model: ["tracks: { to: [Track], inverse: playlists }", "playlists: { to: [Playlist], inverse: tracks }"],
            old: "SELECT PlaylistId, TrackId FROM PlaylistTrack ORDER BY 1, 2", new: "SELECT playlist_id, track_id FROM playlist_tracks ORDER BY 1, 2",
            existing: "the table 'PlaylistTrack' has only keys of"),
        Pairs(
            testDescription: "like Django",
            sql: """
                CREATE TABLE "blog_tag" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "label" varchar(20) NOT NULL); CREATE TABLE "blog_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "headline" varchar(255) NOT NULL);
                CREATE TABLE "blog_entry_tags" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "entry_id" bigint NOT NULL REFERENCES "blog_entry" ("id"), "tag_id" bigint NOT NULL REFERENCES "blog_tag" ("id"));
                CREATE UNIQUE INDEX "uniq" ON "blog_entry_tags" ("entry_id", "tag_id");
                INSERT INTO blog_tag VALUES (1, 'a'), (2, 'b'); INSERT INTO blog_entry VALUES (7, 'One'), (8, 'Two'); INSERT INTO blog_entry_tags VALUES (1, 7, 1), (5, 7, 2), (6, 8, 2);
                """,
            model: ["tags: { to: [Tag], inverse: entries }", "entries: { to: [Entry], inverse: tags }"],
            old: "SELECT entry_id, tag_id FROM blog_entry_tags ORDER BY 1, 2", new: "SELECT entry_id, tag_id FROM entry_tags ORDER BY 1, 2",
            existing: "the table 'blog_entry_tags' has only keys of"),
        Pairs(
            testDescription: "like Rails",
            sql: """
                CREATE TABLE "parts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar); CREATE TABLE "assemblies" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "name" varchar);
                CREATE TABLE "assemblies_parts" ("assembly_id" integer NOT NULL, "part_id" integer NOT NULL);
                INSERT INTO parts VALUES (2, 'p'), (3, 'q'); INSERT INTO assemblies VALUES (4, 'r'); INSERT INTO assemblies_parts VALUES (4, 2), (4, 3);
                """,
            model: ["parts: { to: [Part], inverse: assemblies }", "assemblies: { to: [Assembly], inverse: parts }"],
            old: "SELECT assembly_id, part_id FROM assemblies_parts ORDER BY 1, 2", new: "SELECT assembly_id, part_id FROM assembly_parts ORDER BY 1, 2",
            existing: "assemblies_parts: it has no INTEGER PRIMARY KEY. It cannot be a join table: without a unique index on "),
        Pairs(
            testDescription: "like Room",
            sql: """
                CREATE TABLE `Song` (`songId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `title` TEXT NOT NULL); CREATE TABLE `Mood` (`moodId` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL);
                CREATE TABLE `SongMoodCrossRef` (`songId` INTEGER NOT NULL, `moodId` INTEGER NOT NULL, PRIMARY KEY(`songId`, `moodId`), FOREIGN KEY(`songId`) REFERENCES `Song`(`songId`) ON DELETE CASCADE,
                  FOREIGN KEY(`moodId`) REFERENCES `Mood`(`moodId`) ON DELETE CASCADE);
                INSERT INTO Song VALUES (1, 's'), (2, 't'); INSERT INTO Mood VALUES (6, 'm'); INSERT INTO SongMoodCrossRef VALUES (2, 6), (1, 6);
                """,
            model: ["moods: { to: [Mood], inverse: songs }", "songs: { to: [Song], inverse: moods }"],
            old: "SELECT songId, moodId FROM SongMoodCrossRef ORDER BY 1, 2", new: "SELECT song_id, mood_id FROM mood_songs ORDER BY 1, 2",
            existing: "the table 'SongMoodCrossRef' has only keys of"),
    ]

    @Test(arguments: pairs) func `a join table becomes a relationship with links, copied or opened as it is`(_ example: Pairs) throws {
        let (process, model) = try imported(example.sql, "--copy", "New.sqlite")
        expect(model, has: example.model)
        let links = try rows("app.db", example.old)
        #expect(try rows("New.sqlite", example.new) == links)
        expect(process.output, has: ["  \(links.count) rows"])
        #expect(try report().contains("many-to-many relationships from tables of two keys:\n"))
        let check = try ChildProcess.run(Project.trellis, ["check", "App/App.yaml", "--database", "New.sqlite"], in: folder.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
        let existing = try ChildProcess.run(Project.trellis, ["import", "sqlite", "app.db", "--output", "Same", "--layout", "existing"], in: folder.path)
        expect(existing.output, has: [example.existing])
    }

    // MARK: Types

    private static let typed = """
        CREATE TABLE users (id INTEGER PRIMARY KEY, uuid TEXT, created TEXT, born TEXT, seen_at INTEGER, "updatedAt" INTEGER, is_admin INTEGER, role TEXT CHECK (role IN ('owner', 'guest')), tags TEXT, plan INTEGER);
        CREATE TABLE notes (id INTEGER PRIMARY KEY, user_id INTEGER, size REAL);
        INSERT INTO users VALUES (1, '6ba7b810-9dad-11d1-80b4-00c04fd430c8', '2024-02-29 10:20:30', '1980-12-31', 1709208000, 1709208000123, 1, 'owner', '["a"]', 1),
          (2, '6ba7b811-9dad-11d1-80b4-00c04fd430c8', '2024-03-01 00:00:00', '1990-01-01', 1709208001, 1709208000124, 0, 'guest', '[]', 0);
        INSERT INTO notes VALUES (1, 2, 0.5), (2, NULL, 2);
        """

    @Test func `types and keys are guessed from all values, with their evidence, and SQL gives each old value back`() throws {
        let (_, model) = try imported(Self.typed, "--copy", "New.sqlite")
        expect(
            model,
            has: [
                "uuid: uuid?", "created: date?", "born: day?", "seenAt: date?", "updatedAt: date?", "isAdmin: bool?", "role: UserRole?", "UserRole: [owner, guest]", "tags: { type: \"json?\", swift: \"[String]\" }", "plan: int?",
                "user: { to: \"User?\", inverse: notes }",
            ])
        expect(
            try report(),
            has: [
                "User.uuid: uuid, because each of 2 values is a UUID, written small letters and hyphens, declared TEXT", "User.created: date, because each of 2 values is a date with a time",
                "User.seenAt: date, because each of 2 values is in the range of seconds since 1970, on 2024-02-29, declared INTEGER", "User.updatedAt: date, because each of 2 values is in the range of milliseconds since 1970",
                "User.role: UserRole, because a check lists 'owner', 'guest'", "Note.user: each of 1 values of user_id is a key of 'users'",
            ])
        #expect(
            try rows("app.db", "SELECT id, replace(uuid, '-', ''), created, born, seen_at, updatedAt, is_admin, role, tags, plan FROM users")
                == rows(
                    "New.sqlite",
                    """
                    SELECT _id, lower(hex(uuid)), strftime('%Y-%m-%d %H:%M:%S', created + 978307200, 'unixepoch'), born, CAST(seen_at + 978307200 AS INTEGER),
                      CAST(round((updated_at + 978307200) * 1000) AS INTEGER), is_admin, role, tags, plan FROM user
                    """))
        #expect(try rows("app.db", "SELECT id, user_id, size FROM notes") == rows("New.sqlite", "SELECT _id, user_id, size FROM note"))
    }

    @Test func `without guesses each value is copied as SQLite has it`() throws {
        let (_, model) = try imported(Self.typed, "--copy", "New.sqlite", "--no-guesses")
        expect(model, has: ["uuid: string?", "created: string?", "born: string?", "seenAt: int?", "updatedAt: int?", "isAdmin: int?", "role: string?", "tags: string?", "userID: int?", "size: double?"])
        #expect(!model.contains("enums:") && !model.contains("relationships:"))
        expect(try report(), has: ["users: role IN ( 'owner' , 'guest' )"])
        #expect(try rows("app.db", "SELECT * FROM users") == rows("New.sqlite", "SELECT _id, uuid, created, born, seen_at, updated_at, is_admin, role, tags, plan FROM user"))
        #expect(try rows("app.db", "SELECT * FROM notes") == rows("New.sqlite", "SELECT _id, user_id, size FROM note"))
    }

    @Test func `without guesses no value becomes a Boolean or NULL`() throws {
        let sql = "CREATE TABLE v (id INTEGER PRIMARY KEY, flag BOOLEAN, count INTEGER); INSERT INTO v VALUES (1, 0, ''), (2, 1, 5), (3, NULL, NULL)"
        let (_, model) = try imported(sql, "--copy", "New.sqlite", "--no-guesses")
        expect(model, has: ["flag: int?", "count: string?"])
        #expect(try rows("app.db", "SELECT flag, CAST(count AS TEXT) FROM v") == rows("New.sqlite", "SELECT flag, count FROM v"))
    }

    @Test func `without guesses a Boolean of an existing file is an integer`() throws {
        let (_, model) = try imported("CREATE TABLE v (id INTEGER PRIMARY KEY, flag BOOLEAN); INSERT INTO v VALUES (1, 1)", "--layout", "existing", "--no-guesses")
        expect(model, has: ["flag: { type: \"int?\", column: flag }"])
    }

    @Test func `in an existing file a list of texts needs a column that keeps texts`() throws {
        let (_, model) = try imported("CREATE TABLE v (id INTEGER PRIMARY KEY, slot TIME CHECK (slot IN ('am', 'pm'))); INSERT INTO v VALUES (1, 'am')", "--layout", "existing")
        expect(model, has: ["slot: { type: \"string?\", column: slot }"])
    }

    @Test func `in an existing file types are those that keep each value as it is written`() throws {
        let (process, model) = try imported(
            """
            CREATE TABLE users (id INTEGER PRIMARY KEY, uuid TEXT, "binary_uuid" BLOB, capital TEXT, iso TEXT, created TEXT, seen_at INTEGER, event_time REAL, is_admin INTEGER, role TEXT CHECK (role IN ('owner', 'guest')),
              level INTEGER CHECK (level IN (1, 2)), tags TEXT);
            CREATE TABLE notes (id INTEGER PRIMARY KEY, user_id INTEGER);
            INSERT INTO users VALUES (1, '6ba7b810-9dad-11d1-80b4-00c04fd430c8', x'6ba7b8109dad11d180b400c04fd430c8', '6BA7B810-9DAD-11D1-80B4-00C04FD430C8', '2024-02-29T10:20:30.125Z', '2024-02-29 10:20:30', 1709208000, 1709208000.5, 1,
              'owner', 2, '["a"]');
            INSERT INTO notes VALUES (1, 1);
            """, "--layout", "existing")
        expect(
            model,
            has: [
                "enums:\n  UserRole: [owner, guest]\n", "uuid: { type: \"uuid?\", storage: text, column: uuid }", "binaryUUID: { type: \"uuid?\", column: binary_uuid }", "capital: { type: \"string?\"",
                "iso: { type: \"date?\", storage: iso8601, column: iso }", "created: { type: \"string?\"", "seenAt: { type: \"int?\"", "eventTime: { type: \"date?\", storage: unix, column: event_time }",
                "isAdmin: { type: \"bool?\", column: is_admin }", "role: { type: \"UserRole?\"", "level: { type: \"UserLevel?\"", "tags: { type: \"string?\"", "notes: { to: [Note], inverse: user, deleteRule: noAction }",
                "user: { to: \"User?\", inverse: notes, column: user_id }",
            ])
        expect(
            process.output,
            has: [
                "User.seenAt: int, though each of 1 values is in the range of seconds since 1970, on 2024-02-29: no type writes them so", "User.tags: string, though each of 1 values is a JSON array of texts: the program may write others",
                "Note.user: each of 1 values of user_id is a key of 'users'. The inverse is User.notes. Its delete rule is 'noAction', because the file has no foreign key",
            ])
        #expect(!process.output.contains("checks that are left out"))
        let check = try ChildProcess.run(Project.trellis, ["validate", "App/App.yaml"], in: folder.path)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }
}
