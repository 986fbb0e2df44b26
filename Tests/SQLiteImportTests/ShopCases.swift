/// Samples that many know: a shop of music, and one of food.
enum ShopCases {
    static let all = [music, food, undeclared, prefixed]

    static let music = DatabaseCase(
        name: "like Chinook",
        sql: """
            CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120), CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
            CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL, [ArtistId] INTEGER NOT NULL,
              CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]), FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION);
            CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
            CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL PRIMARY KEY, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER, [Milliseconds] INTEGER NOT NULL,
              [UnitPrice] NUMERIC(10,2) NOT NULL, FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]));
            CREATE TABLE [Employee] ([EmployeeId] INTEGER PRIMARY KEY, [LastName] NVARCHAR(20) NOT NULL, [ReportsTo] INTEGER REFERENCES [Employee] ([EmployeeId]),
              [BirthDate] DATETIME);
            CREATE TABLE [Playlist] ([PlaylistId] INTEGER PRIMARY KEY NOT NULL, [Name] NVARCHAR(120));
            CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL, CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
              FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]), FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]));
            INSERT INTO Artist VALUES (1, 'AC/DC'), (2, 'Ünal'), (7, NULL);
            INSERT INTO Album VALUES (1, 'For Those', 1), (5, 'O''Neill', 2);
            INSERT INTO Track VALUES (1, 'One', 1, 343719, 0.99), (2, 'Two', 5, 1, 1.99), (3, 'Free', NULL, 5, 1);
            INSERT INTO Employee VALUES (1, 'Adams', NULL, '1962-02-18 00:00:00'), (2, 'Edwards', 1, '1958-12-08 00:00:00');
            INSERT INTO Playlist VALUES (1, 'Music'), (3, 'TV');
            INSERT INTO PlaylistTrack VALUES (1, 1), (1, 2), (3, 1);
            """,
        model: [
            "unitPrice: { type: decimal, scale: 2 }", "birthDate: date?", "reportsTo: { to: \"Employee?\", inverse: reportsToEmployees }",
            "albums: { to: [Album], inverse: artist, deleteRule: deny }", "tracks: { to: [Track], inverse: playlists }",
        ],
        report: ["the table 'PlaylistTrack' has only keys of 'Playlist' and 'Track'", "each of 3 values has at most 2 decimals"],
        rows: [
            ("SELECT ArtistId, Name FROM Artist", "SELECT _id, name FROM artist"),
            ("SELECT TrackId, Name, AlbumId, Milliseconds, CAST(round(UnitPrice * 100) AS INTEGER) FROM Track", "SELECT _id, name, album_id, milliseconds, unit_price FROM track"),
            ("SELECT EmployeeId, ReportsTo, CAST(strftime('%s', BirthDate) AS INTEGER) FROM Employee", "SELECT _id, reports_to_id, CAST(birth_date + 978307200 AS INTEGER) FROM employee"),
            ("SELECT PlaylistId, TrackId FROM PlaylistTrack", "SELECT playlist_id, track_id FROM playlist_tracks"),
        ])

    static let food = DatabaseCase(
        name: "like Northwind",
        sql: """
            CREATE TABLE "Categories" ("CategoryID" INTEGER PRIMARY KEY AUTOINCREMENT, "CategoryName" TEXT, "Picture" BLOB);
            CREATE TABLE "Customers" ("CustomerID" TEXT PRIMARY KEY, "CompanyName" TEXT, "Fax" TEXT);
            CREATE TABLE "Products" ("ProductID" INTEGER PRIMARY KEY AUTOINCREMENT, "ProductName" TEXT NOT NULL, "CategoryID" INTEGER,
              "UnitPrice" NUMERIC DEFAULT 0, "Discontinued" TEXT NOT NULL DEFAULT '0', CHECK ("UnitPrice">=(0)), FOREIGN KEY ("CategoryID") REFERENCES "Categories");
            CREATE TABLE "Orders" ("OrderID" INTEGER PRIMARY KEY AUTOINCREMENT, "CustomerID" TEXT REFERENCES "Customers", "OrderDate" DATETIME, "Freight" NUMERIC DEFAULT 0);
            CREATE TABLE "Order Details" ("OrderID" INTEGER NOT NULL, "ProductID" INTEGER NOT NULL, "UnitPrice" NUMERIC NOT NULL, "Quantity" INTEGER NOT NULL DEFAULT 1,
              PRIMARY KEY ("OrderID","ProductID"), CHECK ("Quantity">(0)), FOREIGN KEY ("OrderID") REFERENCES "Orders", FOREIGN KEY ("ProductID") REFERENCES "Products");
            INSERT INTO Categories VALUES (1, 'Beverages', x'151C2F'), (9, 'Gone', NULL);
            DELETE FROM Categories WHERE CategoryID = 9;
            INSERT INTO Customers VALUES ('ALFKI', 'Alfreds', '030-1'), ('ANATR', 'Ana', NULL);
            INSERT INTO Products VALUES (1, 'Chai', 1, 18, '0'), (2, 'Chang', 1, 19.5, '1');
            INSERT INTO Orders VALUES (10248, 'ANATR', '2016-07-04', 32.38), (10249, 'ALFKI', '2016-07-05', 11.61);
            INSERT INTO "Order Details" VALUES (10248, 1, 14, 12), (10248, 2, 9.8, 10), (10249, 2, 18.6, 9);
            CREATE VIEW "Alphabetical list" AS SELECT * FROM Products;
            """,
        model: [
            "customer: { to: \"Customer?\", inverse: orders }", "orderDate: day?", "quantity: { type: int, min: 1, default: 1 }", "unique: [[order, product]]",
            "OrderDetail:", "unitPrice: { type: \"decimal?\", scale: 2, min: 0, default: 0 }",
        ],
        report: ["Alphabetical list", "Customer: the table 'Customers'"],
        rows: [
            ("SELECT CustomerID, CompanyName, Fax FROM Customers ORDER BY 1", "SELECT customer_id, company_name, fax FROM customer ORDER BY 1"),
            ("SELECT OrderID, CustomerID, OrderDate FROM Orders", "SELECT o._id, c.customer_id, o.order_date FROM \"order\" o LEFT JOIN customer c ON c._id = o.customer_id"),
            ("SELECT OrderID, ProductID, Quantity FROM \"Order Details\" ORDER BY 1, 2", "SELECT order_id, product_id, quantity FROM order_detail ORDER BY 1, 2"),
            ("SELECT seq FROM sqlite_sequence WHERE name = 'Categories'", "SELECT seq FROM sqlite_sequence WHERE name = 'category'"),
            ("SELECT hex(Picture) FROM Categories", "SELECT hex(picture) FROM category"),
        ])

    static let undeclared = DatabaseCase(
        name: "keys that nothing declares",
        sql: """
            CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT);
            CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER, category_id INTEGER, owner_type TEXT, owner_id INTEGER, parent_id INTEGER REFERENCES posts);
            CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT);
            INSERT INTO users VALUES (1, 'a'), (2, 'b');
            INSERT INTO categories VALUES (1, 'x');
            INSERT INTO posts VALUES (1, 1, 1, 'User', 1, NULL), (2, 2, 9, 'Post', 1, 1), (3, NULL, 1, NULL, NULL, 1);
            """,
        model: ["user: { to: \"User?\", inverse: posts }", "categoryID: int?", "ownerID: int?", "children: { to: [Post], inverse: parent, deleteRule: deny }"],
        report: ["each of 2 values of user_id is a key of 'users'"],
        rows: [("SELECT id, user_id, category_id, owner_id, parent_id FROM posts", "SELECT _id, user_id, category_id, owner_id, parent_id FROM post")])

    static let prefixed = DatabaseCase(
        name: "prefixed names",
        sql: """
            CREATE TABLE tbl_people (pe_id INTEGER PRIMARY KEY, pe_name TEXT NOT NULL, pe_is_active INTEGER NOT NULL DEFAULT 1);
            CREATE TABLE tbl_addresses (ad_id INTEGER PRIMARY KEY, ad_street TEXT, ad_city TEXT, ad_person INTEGER NOT NULL UNIQUE REFERENCES tbl_people ON DELETE CASCADE);
            INSERT INTO tbl_people VALUES (1, 'Ada', 1), (2, 'Bo', 0);
            INSERT INTO tbl_addresses VALUES (1, 'Main', 'Bern', 2);
            """,
        model: ["Person:", "Address:", "isActive: { type: bool, default: true }", "person: { to: Person, inverse: address, key: here }"],
        rows: [("SELECT pe_id, pe_name FROM tbl_people", "SELECT _id, name FROM person"), ("SELECT ad_person FROM tbl_addresses", "SELECT person_id FROM address")])
}
