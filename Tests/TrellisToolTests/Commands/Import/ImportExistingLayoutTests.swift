import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// trellis import sqlite --layout existing, on schemas as Django, Rails and Room write them.
struct ImportExistingLayoutTests {
    private func imported(_ sql: String, _ more: String...) throws -> (process: ChildProcess, text: String) {
        let folder = try TemporaryFolder()
        let path = folder.file("app.db")
        try SQLiteConnection(creating: path).execute(sql)
        let before = try Data(contentsOf: URL(filePath: path))
        let process = try ChildProcess.run(
            Project.trellis, ["import", "sqlite", "app.db", "--output", "App", "--layout", "existing"] + more, in: folder.path)
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        let text = (try? String(contentsOfFile: folder.file("App/App.yaml"), encoding: .utf8)) ?? ""
        if !text.isEmpty {
            let check = try ChildProcess.run(Project.trellis, ["validate", "App/App.yaml"], in: folder.path)
            #expect(check.exitCode == 0 && !(check.output + check.errors).contains("TR"), "\(check.output)\(check.errors)")
        }
        return (process, text)
    }

    @Test func `tables of Django keep their names, and a deletion is denied as there`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE "shop_customer" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "email" varchar(254) NOT NULL UNIQUE,
              "is_active" bool NOT NULL, "joined" datetime NOT NULL, "credit" decimal NULL);
            CREATE TABLE "shop_order" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "placed" date NULL,
              "customer_id" bigint NOT NULL REFERENCES "shop_customer" ("id") DEFERRABLE INITIALLY DEFERRED);
            CREATE TABLE "django_session" ("session_key" varchar(40) NOT NULL PRIMARY KEY, "expire_date" datetime NOT NULL);
            INSERT INTO shop_customer VALUES (1, 'a@x', 1, '2024-01-02 03:04:05', 4.5), (2, 'b@x', 0, '2024-01-02 03:04:06', 3);
            INSERT INTO shop_order VALUES (1, '2024-02-29', 2);
            """)
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains("django_session: it has no INTEGER PRIMARY KEY"))
        #expect(
            text == """
                trellis: 1
                model: App
                layout: existing
                entities:
                  Customer:
                    table: shop_customer
                    attributes:
                      email: { type: string, unique: true, column: email }
                      isActive: { type: bool, column: is_active }
                      joined: { type: string, column: joined }
                      credit: { type: "double?", column: credit }
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: deny }
                  Order:
                    table: shop_order
                    attributes:
                      placed: { type: "day?", column: placed }
                    relationships:
                      customer: { to: Customer, inverse: orders, column: customer_id }

                """)
    }

    @Test func `tables of Rails and Room fit as far as they have an integer key`() throws {
        let rails = try imported(
            """
            CREATE TABLE "posts" ("id" integer PRIMARY KEY AUTOINCREMENT NOT NULL, "title" varchar, "author_id" integer,
              "created_at" datetime(6) NOT NULL, CONSTRAINT "fk" FOREIGN KEY ("author_id") REFERENCES "posts" ("id") ON DELETE SET NULL);
            CREATE TABLE "posts_tags" ("post_id" integer NOT NULL, "tag_id" integer NOT NULL);
            CREATE TABLE "ar_internal_metadata" ("key" varchar NOT NULL PRIMARY KEY, "value" varchar);
            """)
        #expect(rails.process.output.contains("posts_tags: it has no INTEGER PRIMARY KEY"))
        #expect(rails.text.contains("author: { to: \"Post?\", inverse: authorPosts, column: author_id }"))
        #expect(rails.text.contains("createdAt: { type: string, column: created_at }"))
        let room = try imported(
            """
            CREATE TABLE `User` (`_id` INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, `first name` TEXT NOT NULL, `_version` INTEGER, `blob` BLOB);
            CREATE TABLE `Badge` (`uid` INTEGER NOT NULL, `user` INTEGER NOT NULL, `half` INTEGER AS (user / 2), PRIMARY KEY(`uid`),
              FOREIGN KEY(`user`) REFERENCES `User`(`_id`) ON UPDATE NO ACTION ON DELETE CASCADE);
            CREATE UNIQUE INDEX `i` ON `Badge` (`user`);
            CREATE TABLE room_master_table (id INTEGER PRIMARY KEY, identity_hash TEXT);
            """)
        #expect(room.process.output.contains("User._version: a model cannot have its name") && room.process.output.contains("Badge.half: it is generated"))
        #expect(room.text.contains("user: { to: User, inverse: badge, key: here, column: user }"))
        #expect(room.text.contains("firstName: { type: string, column: first name }") && room.text.contains("    key: _id"))
    }

    @Test func `uniqueness is declared once, and what only SQLite keeps is reported`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE seat (id INTEGER PRIMARY KEY, row INTEGER, place INTEGER, guest TEXT, code TEXT UNIQUE, half INTEGER AS (place / 2),
              UNIQUE (row, place), UNIQUE (place, row), UNIQUE (row, half), CHECK (place > 0));
            CREATE UNIQUE INDEX same ON seat (row, place);
            CREATE UNIQUE INDEX code2 ON seat (code);
            CREATE UNIQUE INDEX taken ON seat (guest) WHERE row IS NOT NULL;
            CREATE UNIQUE INDEX folded ON seat (lower(guest));
            """)
        #expect(text.contains("    unique: [[row, place]]\n") && text.contains("code: { type: \"string?\", unique: true, column: code }"), "\(text)")
        let report = [
            "checks that are left out:", "  seat: place > 0; only SQLite keeps it", "indexes that are left out:",
            "  seat.taken: unique where row IS NOT NULL; only SQLite keeps it", "  seat.folded: unique, on an expression; only SQLite keeps it",
            "  seat.row+half: unique, on columns that the model does not have; only SQLite keeps it",
        ]
        #expect(report.allSatisfy(process.output.contains), "\(process.output)")
    }

    @Test func `what fits no model, and contradicting options, write nothing`() throws {
        let none = try imported("CREATE TABLE a (x TEXT PRIMARY KEY)")
        #expect(none.process.exitCode != 0 && none.text.isEmpty && none.process.errors.contains("no table of 'app.db' fits"))
        let dry = try imported("CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT)", "--dry-run")
        #expect(dry.process.exitCode == 0 && dry.text.isEmpty)
        #expect(try imported("CREATE TABLE a (id INTEGER PRIMARY KEY)", "--store", "b.db").process.exitCode == 2)
    }

    @Test func `tables and columns that objects could not write or read as they are are left out, with a reason`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE restaurant (id INTEGER PRIMARY KEY REFERENCES place (id), stars INTEGER);
            CREATE TABLE lost (id INTEGER PRIMARY KEY, h INTEGER REFERENCES nowhere);
            CREATE TABLE coded (id INTEGER PRIMARY KEY, code INTEGER);
            CREATE TABLE user_of_code (id INTEGER PRIMARY KEY, c INTEGER REFERENCES coded (code));
            CREATE TABLE sum (id INTEGER PRIMARY KEY, n NUMERIC, p REFERENCES place (id) ON DELETE CASCADE);
            INSERT INTO place VALUES (1, 'a'), (2, 'b');
            INSERT INTO sum VALUES (1, 9007199254740993, '1'), (2, 1.5, 2);
            """)
        let output = process.output
        #expect(output.contains("restaurant: its key leads to 'place' too") && output.contains("lost: SQLite refuses to write its rows: 'h' is a foreign key, and the table 'nowhere' does not exist"))
        #expect(output.contains("coded: SQLite refuses to write its rows: 'code' of 'coded'") && output.contains("user_of_code: SQLite refuses to write its rows"))
        #expect(output.contains("sum.n: its values do not fit") && output.contains("sum.p: its values do not fit"))
        #expect(text.contains("table: place") && text.contains("table: sum") && !text.contains("restaurant") && !text.contains("coded"))
    }

    @Test func `a column that is declared JSON is a string of objects and arrays`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE j (id INTEGER PRIMARY KEY, settings JSON NOT NULL, list json, none JSON, number JSON, word JSON, bytes JSONB);
            INSERT INTO j VALUES (1, '{"a": 1}', '["x"]', NULL, '[1]', '"w"', x'00'), (2, ' []', NULL, NULL, 5, NULL, NULL);
            """)
        let rule = #"pattern: '(?s)\s*[\[{].*'"#
        let parts = ["settings: { type: string, \(rule), column: settings }", "list: { type: \"string?\", \(rule), column: list }", "none: { type: \"string?\", \(rule), column: none }"]
        #expect(parts.filter { !text.contains($0) } == [], "\(text)")
        #expect(process.output.contains("SQLite takes 'JSON' for numbers: only objects and arrays of JSON can be set") && !process.output.contains("'type: json'"))
        #expect(process.output.contains("j.number: its values do not fit") && process.output.contains("j.word: its values do not fit"), "\(process.output)")
    }

    @Test func `join tables are relationships whose rules are the actions of their keys, and the others are reported`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
            CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
            CREATE TABLE shelves (code TEXT PRIMARY KEY);
            CREATE TABLE "book authors" (book INTEGER NOT NULL REFERENCES books ON DELETE CASCADE, author INTEGER NOT NULL REFERENCES authors (id),
              PRIMARY KEY (book, author)) WITHOUT ROWID;
            CREATE TABLE sequels (id INTEGER PRIMARY KEY, first_id INTEGER NOT NULL REFERENCES books ON DELETE CASCADE,
              second_id INTEGER NOT NULL REFERENCES books ON DELETE CASCADE, UNIQUE (second_id, first_id));
            CREATE TABLE authors_books (author_id INTEGER NOT NULL, book_id INTEGER NOT NULL, UNIQUE (author_id, book_id));
            CREATE TABLE loose (book INTEGER NOT NULL REFERENCES books, author INTEGER NOT NULL REFERENCES authors);
            CREATE TABLE emptied (book INTEGER NOT NULL REFERENCES books ON DELETE SET NULL, author INTEGER NOT NULL REFERENCES authors, PRIMARY KEY (book, author));
            CREATE TABLE twice (book INTEGER NOT NULL REFERENCES books ON DELETE CASCADE REFERENCES books ON DELETE RESTRICT, author INTEGER NOT NULL REFERENCES authors,
              PRIMARY KEY (book, author));
            CREATE TABLE letters (id INTEGER PRIMARY KEY, code TEXT UNIQUE, book INTEGER REFERENCES books ON DELETE CASCADE REFERENCES books);
            CREATE TABLE placed (book INTEGER NOT NULL REFERENCES books, shelf TEXT NOT NULL REFERENCES shelves, PRIMARY KEY (book, shelf));
            CREATE TABLE signed (id INTEGER PRIMARY KEY, book INTEGER NOT NULL REFERENCES books, author INTEGER NOT NULL REFERENCES authors, day TEXT, UNIQUE (book, author));
            INSERT INTO authors VALUES (1, 'Ada'); INSERT INTO books VALUES (1, 'One'), (2, 'Two'); INSERT INTO "book authors" VALUES (1, 1);
            INSERT INTO authors_books VALUES (1, 2); INSERT INTO loose VALUES (1, 1); INSERT INTO emptied VALUES (1, 1); INSERT INTO sequels VALUES (1, 1, 2);
            """)
        let parts = [
            "pairs: { table: book authors, own: ", "pairs: { table: sequels, own: ", "pairs: { table: authors_books, own: ", "deleteRule: deny }", "deleteRule: noAction",
            "  Signed:\n",
        ]
        #expect(parts.filter { !text.contains($0) } == [] && text.split(separator: "pairs:").count == 4, "\(text)")
        let report = [
            "loose: it has no INTEGER PRIMARY KEY. It cannot be a join table: without a unique index on ", "emptied: it has no INTEGER PRIMARY KEY. It cannot be a join table: a model has no rule for ON DELETE SET NULL of book",
            "placed: it has no INTEGER PRIMARY KEY. It cannot be a join table: 'shelves' is no entity", "Signed: it has further columns: day",
            "twice: it has no INTEGER PRIMARY KEY. It cannot be a join table: book has several foreign keys", "letters.book: of 'books': the column is an attribute",
            "many-to-many relationships from tables of two keys:",
        ]
        #expect(report.filter { !process.output.contains($0) } == [], "\(process.output)")
    }

    @Test func `a second import keeps the names of a many-to-many relationship, and the entity that an older one made`() throws {
        let folder = try TemporaryFolder()
        let sql = """
            CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE b (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE a_b (a_id INTEGER NOT NULL REFERENCES a, b_id INTEGER NOT NULL REFERENCES b, PRIMARY KEY (a_id, b_id)) WITHOUT ROWID;
            CREATE TABLE c_d (id INTEGER PRIMARY KEY, a_id INTEGER NOT NULL REFERENCES a, b_id INTEGER NOT NULL REFERENCES b);
            """
        let connection = try SQLiteConnection(creating: folder.file("app.db"))
        try connection.execute(sql)
        func run() throws -> String {
            let process = try ChildProcess.run(Project.trellis, ["import", "sqlite", "app.db", "--output", "App", "--layout", "existing"], in: folder.path)
            #expect(process.exitCode == 0, "\(process.errors)")
            return try String(contentsOfFile: folder.file("App/App.yaml"), encoding: .utf8)
        }
        let first = try run()
        #expect(first.contains("CD:") && first.contains("pairs: { table: a_b"), "\(first)")
        // The user calls one side otherwise, and the database says that each pair is there once.
        let renamed = first.replacing("bs:\n", with: "others:\n").replacing("inverse: bs", with: "inverse: others")
        #expect(renamed != first)
        try renamed.write(toFile: folder.file("App/App.yaml"), atomically: true, encoding: .utf8)
        try connection.execute("CREATE UNIQUE INDEX once ON c_d (a_id, b_id); ALTER TABLE b ADD COLUMN size INTEGER")
        let second = try run()
        #expect(second.contains("others:\n        to: [B]") && second.contains("CD:") && second.contains("size:") && !second.contains("table: c_d, own"), "\(second)")
        #expect(try run() == second)
    }

    @Test func `a join table whose names no model can have is left out, and the others are imported`() throws {
        let start = "CREATE TABLE book (id INTEGER PRIMARY KEY); CREATE TABLE topic (id INTEGER PRIMARY KEY); INSERT INTO book VALUES (1); INSERT INTO topic VALUES (1);"
        for (own, other) in [(#""book ""id""#, "tag_id"), ("\"a\tb\"", "tag_id"), (String(repeating: "x", count: 130), "tag_id"), ("Ä", "ä"), ("\"e\u{301}\"", "\"\u{e9}\"")] {
            let (process, text) = try imported(
                "\(start) CREATE TABLE bt (\(own) INTEGER NOT NULL REFERENCES book, \(other) INTEGER NOT NULL REFERENCES topic, UNIQUE (\(own), \(other)));")
            #expect(process.exitCode == 0 && text.contains("Book:") && !text.contains("pairs"), "\(own): \(process.errors)")
            #expect(process.output.contains("bt: it has no INTEGER PRIMARY KEY. It cannot be a join table: a"), "\(process.output)")
        }
        let rules = try imported(
            """
            \(start) CREATE TABLE bt (book_id INTEGER NOT NULL REFERENCES book, tag_id INTEGER NOT NULL REFERENCES topic, PRIMARY KEY (book_id, tag_id), CHECK (book_id <> 7));
            CREATE UNIQUE INDEX first ON bt (book_id) WHERE tag_id = 1; CREATE UNIQUE INDEX half ON bt (tag_id / 2);
            """)
        let report = ["bt: book_id <> 7; only SQLite keeps it", "bt.first: unique, where tag_id = 1; only SQLite keeps it", "bt.half: unique, on an expression; only SQLite keeps it"]
        #expect(report.filter { !rules.process.output.contains($0) } == [] && rules.text.contains("pairs"), "\(rules.process.output)")
    }

    /// Imports a database, edits the model and the database, and imports again.
    private func importedAgain(_ sql: String, edits: [(String, String)], change: String) throws -> (process: ChildProcess, text: String) {
        let folder = try TemporaryFolder()
        let connection = try SQLiteConnection(creating: folder.file("app.db"))
        try connection.execute(sql)
        func run() throws -> ChildProcess {
            try ChildProcess.run(Project.trellis, ["import", "sqlite", "app.db", "--output", "App", "--layout", "existing"], in: folder.path)
        }
        #expect(try run().exitCode == 0)
        let first = try String(contentsOfFile: folder.file("App/App.yaml"), encoding: .utf8)
        try edits.reduce(first) { $0.replacing($1.0, with: $1.1) }.write(toFile: folder.file("App/App.yaml"), atomically: true, encoding: .utf8)
        try connection.execute(change)
        return (try run(), try String(contentsOfFile: folder.file("App/App.yaml"), encoding: .utf8))
    }

    private static let shelf = "CREATE TABLE book (id INTEGER PRIMARY KEY); CREATE TABLE tag (id INTEGER PRIMARY KEY);"

    @Test func `a join table that becomes an entity does not meet the relationship that the user has renamed`() throws {
        let sql = Self.shelf + "CREATE TABLE bt (id INTEGER PRIMARY KEY, book_id INTEGER NOT NULL REFERENCES book, tag_id INTEGER NOT NULL REFERENCES tag, UNIQUE (book_id, tag_id));"
        let (process, _) = try importedAgain(sql, edits: [("      tags:", "      labels:"), ("inverse: tags", "inverse: labels")], change: "ALTER TABLE bt ADD COLUMN at TEXT")
        #expect(process.exitCode == 3 && process.errors.contains("do not fit together: the table of the relationship 'Book.labels' would be 'bt', like another"), "\(process.errors)")
    }

    @Test func `relationships between the same entities are known by their join tables, also if names move`() throws {
        let pairs = "(book_id INTEGER NOT NULL REFERENCES book, tag_id INTEGER NOT NULL REFERENCES tag, PRIMARY KEY (book_id, tag_id));"
        let edits = [
            ("      tags:", "      labels:"), ("inverse: tags\n", "inverse: labels\n"), ("inverse: tags,", "inverse: labels,"), ("      tags2:", "      tags:"),
            ("inverse: tags2", "inverse: tags"), ("      books:", "      works:"), ("inverse: books\n", "inverse: works\n"), ("      books2:", "      books:"), ("inverse: books2", "inverse: books"),
        ]
        let (process, text) = try importedAgain(
            Self.shelf + "CREATE TABLE bt \(pairs) CREATE TABLE fav \(pairs)", edits: edits,
            change: "DROP TABLE fav; CREATE TABLE fav \(pairs.replacing("REFERENCES tag", with: "REFERENCES tag ON DELETE CASCADE"))")
        // The rule of the tags of 'fav' is 'nullify' now, under the user's name, and that of 'bt' is as before.
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(text.contains("books: { to: [Book], inverse: tags }") && text.contains("works: { to: [Book], inverse: labels, deleteRule: deny }"), "\(text)")
    }

    @Test func `tables are taken whose names are those that indexes have in a store`() throws {
        let (process, text) = try imported(
            """
            CREATE TABLE item (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL UNIQUE, place INTEGER NOT NULL, UNIQUE (owner, place));
            CREATE TABLE Item__Owner (id INTEGER PRIMARY KEY, place INTEGER NOT NULL UNIQUE);
            CREATE TABLE item__owner__2 (id INTEGER PRIMARY KEY, place INTEGER REFERENCES item (id));
            """)
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(text.ranges(of: "table: ").count == 3, "\(text)")
        #expect(text.ranges(of: "unique: true").count == 2 && text.contains("unique: [[owner, place]]"), "\(text)")
    }
}
