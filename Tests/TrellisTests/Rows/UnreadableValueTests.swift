import EveryTypeModel
import Foundation
import RulesModel
import Testing
import Trellis

/// Other programs can write what no attribute can be: the file says where, and the program goes on.
struct UnreadableValueTests {
    private let file: StoreFile<EveryType>

    init() throws {
        file = try StoreFile(of: EveryType.self)
        let context = try file.context()
        for text in ["first", "second"] { Sample(plainIn: context, text: text) }
        try context.save()
    }

    /// A column, the SQL of a value in it, and the reported storage class.
    static let wrong: [(column: String, sql: String, storageClass: String)] = [
        ("flag", "2", "INTEGER"), ("flag", "-1", "INTEGER"), ("maybe_flag", "2", "INTEGER"),
        ("small", "40000", "INTEGER"), ("small", "-32769", "INTEGER"), ("maybe_small", "40000", "INTEGER"),
        ("medium", "2147483648", "INTEGER"), ("maybe_medium", "-2147483649", "INTEGER"),
        ("single", "1e300", "REAL"), ("maybe_single", "-1e300", "REAL"),
        ("day", "'2023-02-29'", "TEXT"), ("day", "''", "TEXT"), ("maybe_day", "'2023-2-9'", "TEXT"),
        ("maybe_day", "'0000-01-01'", "TEXT"),
        ("identifier", "x'010203'", "BLOB"), ("identifier", "x''", "BLOB"), ("maybe_identifier", "zeroblob(17)", "BLOB"),
    ]

    @Test(arguments: wrong)
    func `a wrong value is told with its table, row and column`(
        _ wrong: (column: String, sql: String, storageClass: String)
    ) throws {
        try file.execute("UPDATE sample SET \(wrong.column) = \(wrong.sql) WHERE _id = 2")
        let context = try file.context()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Sample.self) }
        #expect(error?.place == "sample 2 \(wrong.column) \(wrong.storageClass)")
    }

    @Test func `the error says where the value is, and not what it is`() throws {
        try file.execute("UPDATE sample SET day = 'secret' WHERE _id = 2")
        let context = try file.context()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Sample.self) }
        #expect(
            error?.description
                == "the column 'day' of row 2 in the table 'sample' holds a value (TEXT) that does not fit its attribute: "
                    + "fix it in the file, with SQL")
    }

    @Test func `the other rows can still be read, and so can the row once it is fixed`() throws {
        try file.execute("UPDATE sample SET small = 40000 WHERE _id = 2")
        let context = try file.context()
        #expect(throws: StoreError.self) { try context.fetchAll(Sample.self) }
        #expect(try context.find(Sample.self, ObjectID(entity: "Sample", rowID: 1))?.text == "first")
        #expect(throws: StoreError.self) { try context.find(Sample.self, ObjectID(entity: "Sample", rowID: 2)) }

        try file.execute("UPDATE sample SET small = 4 WHERE _id = 2")
        #expect(try context.fetchAll(Sample.self).map(\.small) == [0, 4])
    }

    @Test(arguments: [0, -1, Int64.min])
    func `a row whose key no store gives is refused and not mistaken for a new object`(_ key: Int64) throws {
        try file.execute("UPDATE sample SET _id = \(key) WHERE _id = 2")
        let context = try file.context()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Sample.self) }
        #expect(error?.place == "sample \(key) _id INTEGER")
    }

    @Test func `the largest key is a key like any other`() throws {
        try file.execute("UPDATE sample SET _id = \(Int64.max) WHERE _id = 2")
        let context = try file.context()
        let sample = try #require(try context.fetchAll(Sample.self).last)
        #expect(sample.objectID.rowID == .max)
        #expect(try context.find(Sample.self, sample.objectID) === sample)
        sample.text = "changed"
        try context.save()
        // After it there is none for a new object.
        Sample(plainIn: context)
        try file.execute("UPDATE sqlite_sequence SET seq = \(Int64.max) WHERE name = 'sample'")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try file.column("SELECT text FROM sample") == ["first", "changed"])
    }

    @Test(arguments: [0, -1])
    func `a key that leads to no row that could be is refused`(_ key: Int) throws {
        let rules = try StoreFile(of: Rules.self)
        let writing = try rules.context()
        Dangling(in: writing, name: "d")
        try writing.save()
        try rules.execute("UPDATE dangling SET owner_id = \(key)")

        let context = try rules.context()
        Owner(in: context, name: "unsaved, with a temporary key of -1")
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Dangling.self) }
        #expect(error?.place == "dangling 1 owner_id INTEGER")
    }

    @Test func `where a relationship meets an unreadable row it is empty, and the next fetch or save throws`() throws {
        let rules = try StoreFile(of: Rules.self)
        let writing = try rules.context()
        let owner = Owner(in: writing, name: "o")
        Strict(in: writing, name: "ss", owner: owner)
        try writing.save()
        try rules.execute("UPDATE strict SET _id = -1")

        let context = try rules.context()
        let read = try #require(try context.fetchAll(Owner.self).first)
        #expect(read.strict.isEmpty)
        #expect(throws: StoreError.self) { try context.fetchAll(Owner.self) }
        // It was told once.
        #expect(try context.fetchAll(Owner.self) == [read])
        // Values that could not be loaded did not count as empty: once fixed, they are loaded.
        try rules.execute("UPDATE strict SET _id = 1")
        #expect(read.strict.count == 1)

        try rules.execute("UPDATE strict SET _id = -1")
        let other = try rules.context()
        let again = try #require(try other.fetchAll(Owner.self).first)
        #expect(again.strict.isEmpty)
        again.name = "changed"
        #expect(throws: StoreError.self) { try other.save() }
        #expect(try rules.column("SELECT name FROM owner") == ["o"])
    }
}

extension StoreError {
    /// Table, row, column and storage class of an unreadable value; nil for every other error.
    var place: String? {
        guard case .unreadableValue(let place) = self else { return nil }
        return "\(place.table) \(place.row) \(place.column) \(place.storageClass)"
    }
}
