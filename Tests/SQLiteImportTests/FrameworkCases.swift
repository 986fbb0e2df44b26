/// Databases as libraries write them.
enum FrameworkCases {
    static let all = [django, rails, sqlAlchemy, room, grdb]

    static let django = DatabaseCase(
        name: "Django",
        sql: """
            CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "app" varchar(255) NOT NULL, "applied" datetime NOT NULL);
            CREATE TABLE "blog_author" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(100) NOT NULL, "token" char(32) NOT NULL UNIQUE, "is_staff" bool NOT NULL);
            CREATE TABLE "blog_tag" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "label" varchar(20) NOT NULL UNIQUE);
            CREATE TABLE "blog_entry" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "headline" varchar(255) NOT NULL, "pub_date" date NOT NULL, "modified" datetime NOT NULL,
              "rating" integer unsigned NOT NULL CHECK ("rating" >= 0), "price" decimal NOT NULL, "meta" text NOT NULL CHECK ((JSON_VALID("meta") OR "meta" IS NULL)),
              "author_id" bigint NOT NULL REFERENCES "blog_author" ("id") DEFERRABLE INITIALLY DEFERRED);
            CREATE TABLE "blog_entry_tags" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "entry_id" bigint NOT NULL REFERENCES "blog_entry" ("id") DEFERRABLE INITIALLY DEFERRED,
              "tag_id" bigint NOT NULL REFERENCES "blog_tag" ("id") DEFERRABLE INITIALLY DEFERRED);
            CREATE UNIQUE INDEX "blog_entry_tags_uniq" ON "blog_entry_tags" ("entry_id", "tag_id");
            CREATE INDEX "blog_entry_author_id" ON "blog_entry" ("author_id");
            INSERT INTO django_migrations VALUES (1, 'blog', '2024-01-01 00:00:00');
            INSERT INTO blog_author VALUES (1, 'Ada', '6ba7b8109dad11d180b400c04fd430c8', 1), (2, 'Bo', '6ba7b8119dad11d180b400c04fd430c8', 0);
            INSERT INTO blog_tag VALUES (1, 'a'), (2, 'b');
            INSERT INTO blog_entry VALUES (1, 'One', '2024-02-29', '2024-02-29 10:20:30.125000', 3, 9.5, '["a"]', 1), (2, 'Two', '2024-03-01', '2024-03-01 00:00:00', 0, 10, '[]', 2);
            INSERT INTO blog_entry_tags VALUES (1, 1, 1), (5, 1, 2), (6, 2, 2);
            """,
        model: [
            "token: uuid", "isStaff: bool", "pubDate: day", "modified: date", "rating: { type: int, min: 0 }", "price: { type: decimal, scale: 2 }",
            "meta: { type: json, swift: \"[String]\" }", "tags: { to: [Tag], inverse: entries }",
        ],
        report: ["django_migrations: a framework counts its migrations there", "blog_entry: ( JSON_VALID"],
        rows: [
            ("SELECT id, name, lower(token), is_staff FROM blog_author", "SELECT _id, name, lower(hex(token)), is_staff FROM author"),
            ("SELECT id, headline, pub_date, meta, author_id FROM blog_entry", "SELECT _id, headline, pub_date, meta, author_id FROM entry"),
            ("SELECT strftime('%s', modified) * 1000 + substr(modified || '.000', 21, 3) FROM blog_entry", "SELECT CAST((modified + 978307200) * 1000 AS INTEGER) FROM entry"),
            ("SELECT entry_id, tag_id FROM blog_entry_tags ORDER BY 1, 2", "SELECT entry_id, tag_id FROM entry_tags ORDER BY 1, 2"),
        ])

    static let rails = DatabaseCase(
        name: "Rails",
        sql: """
            CREATE TABLE "schema_migrations" ("version" varchar NOT NULL PRIMARY KEY);
            CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar, "created_at" datetime(6) NOT NULL);
            CREATE TABLE "users" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "email" varchar DEFAULT '' NOT NULL, "admin" boolean DEFAULT 0, "created_at" datetime(6) NOT NULL, "deleted_at" datetime(6));
            CREATE UNIQUE INDEX "index_users_on_email" ON "users" ("email");
            CREATE INDEX "index_users_on_created_at" ON "users" ("created_at") WHERE deleted_at IS NULL;
            CREATE TABLE "comments" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "body" text, "commentable_type" varchar, "commentable_id" integer, "user_id" integer NOT NULL,
              CONSTRAINT "fk_rails_03de2dc08c" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE CASCADE);
            INSERT INTO schema_migrations VALUES ('2024');
            INSERT INTO users VALUES (1, 'a@example.org', 1, '2024-01-02 03:04:05.678901', NULL), (2, 'b@example.org', NULL, '2024-01-02 03:04:05', '2024-02-02 00:00:00');
            INSERT INTO comments VALUES (1, 'Hi', 'User', 1, 2), (2, NULL, NULL, NULL, 1);
            """,
        model: [
            "admin: { type: \"bool?\", default: false }", "createdAt: date", "- { on: createdAt, where: deletedAt == nil }", "comments: { to: [Comment], inverse: user, deleteRule: cascade }",
            "commentableID: int?",
        ],
        report: ["schema_migrations", "ar_internal_metadata"],
        rows: [
            ("SELECT id, email, admin FROM users", "SELECT _id, email, admin FROM user"),
            ("SELECT id, body, commentable_type, commentable_id, user_id FROM comments", "SELECT _id, body, commentable_type, commentable_id, user_id FROM comment"),
        ])

    static let sqlAlchemy = DatabaseCase(
        name: "SQLAlchemy",
        sql: """
            CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
            CREATE TABLE user_account (
            \tid INTEGER NOT NULL,
            \tname VARCHAR(30) NOT NULL,
            \tbalance NUMERIC(10, 4),
            \tactive BOOLEAN NOT NULL,
            \tsettings JSON,
            \tPRIMARY KEY (id),
            \tCHECK (active IN (0, 1))
            );
            CREATE TABLE profile (
            \tuser_id INTEGER NOT NULL,
            \tbio TEXT,
            \tPRIMARY KEY (user_id),
            \tFOREIGN KEY(user_id) REFERENCES user_account (id) ON DELETE CASCADE
            );
            INSERT INTO alembic_version VALUES ('ae1027a6acf');
            INSERT INTO user_account VALUES (1, 'Ada', 12.3456, 1, '{"theme": "dark"}'), (4, 'Bo', NULL, 0, NULL);
            INSERT INTO profile VALUES (4, 'x');
            """,
        model: ["balance: { type: \"decimal?\", scale: 4 }", "active: bool", "settings: string?", "user: { to: UserAccount, inverse: profile, key: here }"],
        report: ["UserAccount.settings: string, which looks like JSON: 1 of 1 values would be written otherwise, such as '{\"theme\": \"dark\"}'"],
        rows: [
            ("SELECT id, name, CAST(round(balance * 10000) AS INTEGER), active, settings FROM user_account", "SELECT _id, name, balance, active, settings FROM user_account"),
            ("SELECT user_id, bio, user_id FROM profile", "SELECT _id, bio, user_id FROM profile"),
        ])

    static let room = DatabaseCase(
        name: "Room",
        sql: """
            CREATE TABLE android_metadata (locale TEXT);
            CREATE TABLE room_master_table (id INTEGER PRIMARY KEY,identity_hash TEXT);
            CREATE TABLE `Note` (`uid` TEXT NOT NULL, `title` TEXT NOT NULL, `createdAt` INTEGER NOT NULL, `isPinned` INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(`uid`));
            CREATE TABLE `NoteTagCrossRef` (`noteId` TEXT NOT NULL, `tagId` INTEGER NOT NULL, PRIMARY KEY(`noteId`, `tagId`),
              FOREIGN KEY(`noteId`) REFERENCES `Note`(`uid`) ON UPDATE NO ACTION ON DELETE CASCADE, FOREIGN KEY(`tagId`) REFERENCES `Tag`(`id`) ON UPDATE NO ACTION ON DELETE CASCADE);
            CREATE TABLE `Tag` (`id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `name` TEXT NOT NULL);
            CREATE VIRTUAL TABLE NoteFts USING FTS4(title TEXT, content=`Note`);
            INSERT INTO android_metadata VALUES ('en_US');
            INSERT INTO Note VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'One', 1709202030123, 1), ('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'Two', 1709202030124, 0);
            INSERT INTO Tag VALUES (1, 'x'), (2, 'y');
            INSERT INTO NoteTagCrossRef VALUES ('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 1), ('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 2);
            """,
        model: ["uid: uuid", "createdAt: date", "isPinned: { type: bool, default: false }", "tags: { to: [Tag], inverse: notes }", "unique: [uid]"],
        report: ["NoteFts: a virtual table", "milliseconds since 1970"],
        rows: [
            ("SELECT replace(uid, '-', ''), title, createdAt, isPinned FROM Note ORDER BY 1", "SELECT lower(hex(uid)), title, CAST(round((created_at + 978307200) * 1000) AS INTEGER), is_pinned FROM note ORDER BY 1"),
            ("SELECT title, name FROM NoteTagCrossRef JOIN Note ON noteId = uid JOIN Tag ON tagId = id ORDER BY 2", "SELECT title, name FROM note_tags JOIN note n ON n._id = note_id JOIN tag t ON t._id = tag_id ORDER BY 2"),
        ])

    static let grdb = DatabaseCase(
        name: "GRDB",
        sql: """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            CREATE TABLE "team" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "name" TEXT NOT NULL COLLATE NOCASE, "website" TEXT);
            CREATE TABLE "player" ("id" INTEGER PRIMARY KEY AUTOINCREMENT, "teamId" INTEGER REFERENCES "team"("id") ON DELETE SET NULL, "name" TEXT NOT NULL,
              "score" INTEGER NOT NULL DEFAULT 0, "isCaptain" BOOLEAN NOT NULL DEFAULT FALSE, "joined" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP, "photo" BLOB);
            CREATE INDEX "player_on_teamId" ON "player"("teamId");
            CREATE UNIQUE INDEX "team_on_name" ON "team"("name" COLLATE NOCASE);
            CREATE VIRTUAL TABLE "player_ft" USING fts5(name, content="player", content_rowid="id", tokenize='porter ascii');
            CREATE TRIGGER "__player_ft_ai" AFTER INSERT ON "player" BEGIN INSERT INTO "player_ft"("rowid", "name") VALUES (new."id", new."name"); END;
            INSERT INTO team VALUES (1, 'Reds', 'https://example.org/reds?a=1#b'), (2, 'Blues', NULL);
            INSERT INTO player VALUES (1, 1, 'Arthur', 100, 1, '2024-01-02 03:04:05.678', x'00ff'), (2, NULL, 'Barbara', 1, 0, '2024-01-02 03:04:05.679', NULL);
            """,
        model: [
            "search: { on: name, tokenizer: porter }", "website: url?", "players: { to: [Player], inverse: team }", "joined: { type: date, default: now() }", "isCaptain: { type: bool, default: false }",
            "photo: data?",
        ],
        report: ["unique by bytes, and no longer by NOCASE", "__player_ft_ai: on 'player'"],
        rows: [
            ("SELECT id, teamId, name, score, isCaptain, hex(photo) FROM player", "SELECT _id, team_id, name, score, is_captain, hex(photo) FROM player"),
            ("SELECT rowid FROM player_ft WHERE player_ft MATCH 'barbara'", "SELECT rowid FROM player_search WHERE player_search MATCH 'barbara'"),
        ])
}
