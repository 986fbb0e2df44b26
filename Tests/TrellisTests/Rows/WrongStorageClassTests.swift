import Foundation
import KitchenSinkModel
import Testing
import Trellis

/// A program that knows nothing of STRICT can write any storage class anywhere: what is read says where it stands, and nothing
/// stops the program.
@Suite(.filesOnly(.schema))
struct WrongStorageClassTests {
    private let file: StoreFile<KitchenSink>

    init() throws {
        file = try StoreFile(of: KitchenSink.self)
        let context = try file.context()
        Values(plainIn: context)
        let member = Member(in: context, name: "Ada", home: Address(street: "Main", city: "Thun"))
        Card(in: context, number: 1, member: member)
        let record = Record(in: context, title: "Live")
        record.cover = Data([1])
        record.shelf = Shelf(in: context, label: "A")
        record.tags.append(KitchenSinkModel.Keyword(in: context, name: "red"))
        record.tracks.append(Track(in: context, title: "One", seconds: 1))
        record.tracks.append(Track(in: context, title: "Two", seconds: 2))
        member.favourite = record
        try context.save()
        try loosen()
    }

    /// Takes away what keeps wrong values out: STRICT, NOT NULL and CHECK.
    private func loosen() throws {
        let keys = "REFERENCES"
        for row in try file.rows("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%) STRICT'") {
            guard let name = row[0], let sql = row[1] else { continue }
            let lines = sql.split(separator: "\n").map { line -> String in
                let isLast = !line.hasSuffix(",")
                guard line.hasPrefix("  "), !line.contains("PRIMARY KEY"), !line.contains(keys) else {
                    return String(line).replacing(" NOT NULL", with: "").replacing(") STRICT", with: ")")
                }
                let words = line.split(separator: " ")
                return "  \(words[0]) \(words[1].filter { $0 != "," })" + (isLast ? "" : ",")
            }
            let text = lines.joined(separator: "\n").replacing("'", with: "''")
            try file.execute(
                """
                PRAGMA writable_schema = ON;
                UPDATE sqlite_schema SET sql = '\(text)' WHERE name = '\(name)';
                PRAGMA writable_schema = OFF;
                """)
        }
    }

    /// What is wrong in a column of a declared type: as SQL, with the storage class that is told.
    private func wrong(_ type: String, isRequired: Bool) -> [(sql: String, storageClass: String)] {
        let others: [(String, String)] =
            switch type {
            case "INTEGER": [("'x'", "TEXT"), ("1.5", "REAL"), ("x'00'", "BLOB")]
            case "REAL": [("'x'", "TEXT"), ("x'00'", "BLOB")]
            case "TEXT": [("x'ff'", "BLOB")]
            default: [("'x'", "TEXT"), ("1", "INTEGER"), ("1.5", "REAL")]
            }
        return others + (isRequired ? [("NULL", "NULL")] : [])
    }

    /// Columns that may be NULL. A key may be, also where the relationship is required: it leads nowhere then.
    private static let nullable: Set = ["email", "home_zip", "home_point", "work", "favourite_id", "spouse_id", "member_id", "rounded_amount"]

    /// Expects an error at a column for each wrong value in it: by a fetch, by its identity, and by a refresh.
    private func expectErrors<Object: ManagedObject>(
        _ type: Object.Type, table: String, skipping skipped: Set<String> = [], setting others: [String: String] = [:]
    ) throws {
        let columns = try file.rows("SELECT name, type FROM pragma_table_info('\(table)')")
        #expect(columns.count > 2)
        let known = try file.context()
        let object = try #require(try known.fetchAll(type).first)
        let id = try #require(object.objectID.rowID)
        for column in columns {
            guard let name = column[0], let declared = column[1], name != "_id", !skipped.contains(name) else { continue }
            let isRequired = !name.hasPrefix("maybe_") && !Self.nullable.contains(name)
            let before = try file.column("SELECT quote(\"\(name)\") FROM \"\(table)\" WHERE _id = \(id)")[0]
            for (sql, storageClass) in wrong(declared, isRequired: isRequired) {
                try file.execute("UPDATE \"\(table)\" SET \"\(name)\" = \(sql) WHERE _id = \(id)")
                let expected = "\(table) \(id) \(name) \(storageClass)"
                let context = try file.context()
                #expect(throws: StoreError.self, "\(expected), fetched") { try context.fetchAll(type) }
                let error = #expect(throws: StoreError.self, "\(expected), found") { try context.find(type, object.objectID) }
                #expect(error?.place == expected)
                let refreshing = #expect(throws: StoreError.self, "\(expected), refreshed") { try known.refresh(object) }
                #expect(refreshing?.place == expected)
                try file.execute("UPDATE \"\(table)\" SET \"\(name)\" = \(before) WHERE _id = \(id)")
            }
        }
        try known.refresh(object)
    }

    @Test func `every type of attribute, required and optional`() throws {
        // The parts of an optional composite that is missing are not looked at.
        try expectErrors(Values.self, table: "values", skipping: ["maybe_place_latitude", "maybe_place_longitude"])
    }

    @Test func `composites, references and versions`() throws {
        try expectErrors(
            Member.self, table: "member",
            skipping: [
                "home_point_latitude", "home_point_longitude", "work_street", "work_city", "work_zip", "work_point",
                "work_point_latitude", "work_point_longitude",
            ])
        try expectErrors(Card.self, table: "card")
    }

    @Test func `parts of an optional composite that is there`() throws {
        try file.execute("UPDATE \"values\" SET maybe_place = 1, maybe_place_latitude = 1, maybe_place_longitude = 'x'")
        let error = #expect(throws: StoreError.self) { try file.context().fetchAll(Values.self) }
        #expect(error?.place == "values 1 maybe_place_longitude TEXT")
        try file.execute("UPDATE \"values\" SET maybe_place_longitude = NULL")
        #expect(throws: StoreError.self) { try file.context().fetchAll(Values.self) }
    }

    @Test(arguments: ["2", "0", "'x'"])
    func `whether a composite is there is 1 or nothing`(_ value: String) throws {
        try file.execute("UPDATE member SET work = \(value)")
        let error = #expect(throws: StoreError.self) { try file.context().fetchAll(Member.self) }
        #expect(error?.place?.hasPrefix("member 1 work ") == true)
    }

    @Test func `raw values that no case has, and JSON and texts that stand for nothing`() throws {
        for (column, value) in [
            ("kind_of_it", "'tape'"), ("maybe_kind", "''"), ("state", "3"), ("counts", "'{'"), ("counts", "'{\"a\":\"b\"}'"),
            ("maybe_counts", "'[]'"), ("exact", "'1.50'"), ("exact", "'one'"), ("maybe_exact", "''"),
            ("written_instant", "'2001-01-01'"), ("written_identifier", "'X'"), ("page", "'a b'"), ("identifier", "x'00'"),
        ] {
            let before = try file.column("SELECT quote(\(column)) FROM \"values\"")[0]
            try file.execute("UPDATE \"values\" SET \(column) = \(value)")
            let error = #expect(throws: StoreError.self, "\(column) = \(value)") { try file.context().fetchAll(Values.self) }
            #expect(error?.place?.hasPrefix("values 1 \(column) ") == true, "\(value)")
            try file.execute("UPDATE \"values\" SET \(column) = \(before)")
        }
        #expect(try file.context().fetchAll(Values.self).count == 1)
    }

    @Test func `entities that are none, and the columns of a hierarchy`() throws {
        try expectErrors(
            Record.self, table: "item", skipping: ["_entity", "sort_title", "title", "cover", "shelf_id", "isbn", "pages", "sides"])
        for (value, storageClass) in [("'Film'", "TEXT"), ("x'ff'", "BLOB"), ("NULL", "NULL")] {
            try file.execute("UPDATE item SET _entity = \(value)")
            let error = #expect(throws: StoreError.self) { try file.context().fetchAll(Item.self) }
            #expect(error?.place == "item 1 _entity \(storageClass)")
            // Who asks for records asks for rows that say so.
            #expect(try file.context().fetchAll(Record.self).isEmpty)
        }
    }

    @Test func `a lazy attribute throws with the next fetch after it was looked at`() throws {
        try file.execute("UPDATE item SET cover = 'x'")
        let context = try file.context()
        let record = try #require(try context.fetchAll(Record.self).first)
        #expect(record.cover == nil)
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Record.self) }
        #expect(error?.place == "item 1 cover TEXT")
    }

    @Test func `what the database derives`() throws {
        try file.execute("UPDATE shelves SET item_count = 'x'")
        let error = #expect(throws: StoreError.self) { try file.context().fetchAll(Shelf.self) }
        #expect(error?.place == "shelves 1 item_count TEXT")
    }

    @Test func `places of ordered members, and keys in join tables, lose their meaning and nothing else`() throws {
        try file.execute("UPDATE track SET record_position = 'x' WHERE title = 'One'")
        let context = try file.context()
        let record = try #require(try context.fetchAll(Record.self).first)
        #expect(Set(record.tracks.map(\.title)) == ["One", "Two"])
        record.tracks.move(from: 1, to: 0)
        try context.save()
        #expect(try file.column("SELECT typeof(record_position) FROM track") == ["integer", "integer"])

        let join = try #require(try file.column("SELECT name FROM sqlite_schema WHERE name LIKE 'item\\_tags' ESCAPE '\\'").first)
        let members = try file.column("SELECT name FROM pragma_table_info('\(join)') WHERE name LIKE '%\\_id' ESCAPE '\\' AND name <> '_id'")
        #expect(members.count == 2)
        try file.execute("UPDATE \"\(join)\" SET \"\(members[1])\" = 'x'")
        let other = try #require(try file.context().fetchAll(Item.self).first)
        #expect(other.tags.isEmpty)
    }

    @Test func `a version that is no number is told before it could be counted up`() throws {
        let context = try file.context()
        let tag = try #require(try context.fetchAll(KitchenSinkModel.Keyword.self).first)
        try file.execute("UPDATE tag SET _version = 'x'")
        tag.name = "blue"
        let saving = #expect(throws: StoreError.self) { try context.save() }
        #expect(saving?.place == "tag 1 _version TEXT")
        let reading = #expect(throws: StoreError.self) { try file.context().fetchAll(KitchenSinkModel.Keyword.self) }
        #expect(reading?.place == "tag 1 _version TEXT")
    }
}
