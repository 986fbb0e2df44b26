import AttributeOptionsModel
import Foundation
import Testing
import Trellis

/// Values that stay in the store until code reads them.
struct LazyAttributeTests {
    private let file: StoreFile<AttributeOptions>

    init() throws {
        file = try StoreFile(of: AttributeOptions.self)
        let context = try file.context()
        let album = Album(in: context, cover: Data([9]))
        Photo(in: context, title: "a", image: Data([1, 2]), note: "n", rating: 1, album: album)
        try context.save()
        // Every update tells which columns it sets.
        try file.execute(
            """
            CREATE TABLE log (name TEXT);
            \(["title", "image", "thumbnail", "text", "note", "rating"].map {
                "CREATE TRIGGER log_\($0) AFTER UPDATE OF \($0) ON photo BEGIN INSERT INTO log VALUES ('\($0)'); END;"
            }.joined())
            """)
    }

    private func photo(_ context: ManagedObjectContext) throws -> Photo {
        try #require(try context.fetchAll(Photo.self).first)
    }

    @Test func `a value is read when it is asked for, and then kept`() throws {
        let context = try file.context()
        let photo = try photo(context)
        try file.execute("UPDATE photo SET image = x'07', text = 'later', thumbnail = x''")
        #expect(photo.image == Data([7]))
        #expect(photo.text == "later" && photo.thumbnail == Data() && photo.note == "n")
        try file.execute("UPDATE photo SET image = x'08', note = NULL")
        #expect(photo.image == Data([7]) && photo.note == "n")
        #expect(!photo.hasChanges)
    }

    @Test func `setting one does not load it, and a save writes what changed and nothing else`() throws {
        let context = try file.context()
        let photo = try photo(context)
        photo.image = Data([3])
        #expect(photo.isUpdated)
        try file.execute("UPDATE photo SET text = 'others'; DELETE FROM log")
        try context.save()
        #expect(try file.column("SELECT name FROM log") == ["image"])
        #expect(try file.rows("SELECT hex(image), text FROM photo") == [["03", "others"]])
        photo.rating = 2
        try context.save()
        #expect(try file.column("SELECT name FROM log") == ["image", "rating"])
        #expect(photo.text == "others")
    }

    @Test(arguments: [MergePolicy.objectWins, .overwrite])
    func `a row that others deleted is made again of an object that knows all of it, and not of another`(_ policy: MergePolicy) throws {
        let context = try file.context()
        context.mergePolicy = policy
        let photo = try photo(context)
        photo.title = "mine"
        try file.execute("DELETE FROM photo")
        let error = #expect(throws: ConflictError.self) { try context.save() }
        #expect(error?.conflicts.map(\.kind) == [.deleted])
        #expect(photo.isUpdated && !photo.isDeleted)
        // What was lost with the row can be given again.
        photo.image = Data([5])
        photo.thumbnail = Data()
        (photo.text, photo.note, photo.rating) = ("t", nil, 1)
        try context.save()
        #expect(try file.rows("SELECT title, hex(image), text FROM photo") == [["mine", "05", "t"]])
    }

    @Test(arguments: [(MergePolicy.objectWins, "03"), (.overwrite, "03"), (.storeWins, "0102")])
    func `one that was set unseen is held to be changed by both where others have saved the row`(
        _ policy: MergePolicy, _ expected: String
    ) throws {
        let context = try file.context()
        context.mergePolicy = policy
        let photo = try photo(context)
        photo.image = Data([3])
        try file.execute("UPDATE photo SET rating = 7, _version = _version + 1")
        try context.save()
        let rating = policy == .overwrite ? "1" : "7"
        #expect(try file.rows("SELECT hex(image), rating FROM photo") == [[expected, rating]])
    }

    @Test func `setting the value that is loaded already is no change; setting one that is not loaded is`() throws {
        let context = try file.context()
        let photo = try photo(context)
        #expect(photo.text == "-" && photo.note == "n" && photo.image.count == 2)
        photo.text = "-"
        photo.note = "n"
        photo.image = Data([1, 2])
        #expect(!photo.hasChanges)
        photo.thumbnail = nil
        #expect(photo.isUpdated)
        photo.text = "e\u{301}"
        try context.save()
        photo.text = "\u{E9}"
        #expect(photo.isUpdated)
    }

    @Test func `a new object has its values, and keeps them after the save`() throws {
        let context = try file.context()
        let photo = Photo(in: context, title: "b", image: Data([5]), rating: 3)
        #expect(photo.image == Data([5]) && photo.text == "-" && photo.thumbnail == nil)
        try context.save()
        try file.execute("UPDATE photo SET image = x''")
        #expect(photo.image == Data([5]))
    }

    @Test func `rules are looked at where a value was set, and not where it is still in the store`() throws {
        let context = try file.context()
        let photo = try photo(context)
        photo.rating = 5
        try context.save()
        photo.text = ""
        photo.note = "more than nine"
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.minLength(1), .maxLength(9)])
    }

    @Test func `a unique value that is taken is told`() throws {
        let context = try file.context()
        Photo(in: context, title: "b", image: Data(), note: "n", rating: 0)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["note"])
        #expect(error?.failures.map(\.value) == ["n"])
    }

    @Test func `conditions and order see values that are not loaded, also beside unsaved changes`() throws {
        let writing = try file.context()
        for (number, note) in ["x", nil, "m"].enumerated() {
            Photo(in: writing, title: "\(number)", image: Data(), note: note, rating: Int64(number), album: nil)
        }
        try writing.save()
        let context = try file.context()
        let titles = { try Photo.noted(note: "x", in: context).map(\.title) }
        #expect(try titles() == ["1", "2", "a"])
        // Each is judged in memory now, by what stands in the store.
        for photo in try context.fetchAll(Photo.self) { photo.rating += 1 }
        #expect(try titles() == ["1", "2", "a"])
        let last = try #require(try context.fetchAll(Photo.self).last)
        last.note = "z"
        Photo(in: context, title: "new", image: Data(), note: "b", rating: 0)
        #expect(try titles() == ["1", "new", "a", "2"])
        try context.save()
        #expect(try titles() == ["1", "new", "a", "2"])
    }

    @Test func `a condition reaches through a relationship to a value that is not loaded`() throws {
        let context = try file.context()
        #expect(try Photo.covered(in: context).isEmpty)
        let album = try #require(try context.fetchAll(Album.self).first)
        let other = Album(in: context)
        Photo(in: context, title: "b", image: Data(), text: "t", rating: 0, album: other)
        #expect(try Photo.covered(in: context).isEmpty)
        try photo(context).text = "t"
        #expect(try Photo.covered(in: context).map(\.title) == ["a"])
        album.cover = nil
        #expect(try Photo.covered(in: context).isEmpty)
        other.cover = Data()
        #expect(try Photo.covered(in: context).map(\.title) == ["b"])
    }

    @Test func `where it cannot be read it is empty, and the next fetch or save throws, once`() throws {
        let context = try file.context()
        let photo = try photo(context)
        try file.execute("DELETE FROM photo")
        #expect(photo.image.isEmpty && photo.text.isEmpty && photo.note == nil)
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Album.self) }
        #expect(error == .rowDeleted(photo.objectID))
        #expect(error?.description == "Photo/1 was deleted by another context or process, and what was not read of it cannot be loaded: "
                    + "refresh it to have it deleted here too")
        #expect(try context.fetchAll(Album.self).count == 1)
    }

    @Test(.filesOnly(.schema)) func `what could not be loaded is not taken for empty`() throws {
        try file.execute("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '') WHERE name = 'photo'")
        try file.execute("UPDATE photo SET image = 'text'")
        let context = try file.context()
        let photo = try photo(context)
        #expect(photo.image.isEmpty)
        photo.title = "changed"
        let error = #expect(throws: StoreError.self) { try context.save() }
        #expect(error?.place == "photo 1 image TEXT")
        try file.execute("UPDATE photo SET image = x'0A'")
        #expect(photo.image == Data([10]))
        try context.save()
        #expect(try file.rows("SELECT hex(image), title FROM photo") == [["0A", "changed"]])
    }

    @Test func `an object that is deleted can still load it until that is saved`() throws {
        let context = try file.context()
        let photo = try photo(context)
        try context.delete(photo)
        #expect(photo.image.count == 2)
        try context.save()
        #expect(photo.text.isEmpty)
        #expect(try context.fetchAll(Photo.self).isEmpty)
    }

    @Test func `an object that outlives its context has what was loaded`() throws {
        var kept: Photo?
        do {
            let context = try file.context()
            kept = try photo(context)
            #expect(kept?.image.count == 2)
        }
        #expect(kept?.image.count == 2)
        #expect(kept?.text == "")
    }

    @Test func `a store in memory has lazy attributes too`() throws {
        let container = try PersistentContainer(for: AttributeOptions.self, at: .fresh)
        let writing = try container.makeContext()
        Photo(in: writing, title: "a", image: Data([1]), rating: 0)
        try writing.save()
        let context = try container.makeContext()
        #expect(try photo(context).image == Data([1]))
    }

    @Test func `an entity with more columns than a change mask has bits keeps what is not loaded`() throws {
        let writing = try file.context()
        Wide(in: writing, n1: 1, last: 64, bytes: Data([1, 2, 3]), text: "text")
        try writing.save()
        let context = try file.context()
        let wide = try #require(try context.fetchAll(Wide.self).first)
        (wide.last, wide.n63) = (65, 63)
        try context.save()
        #expect(try file.rows("SELECT n1, n63, last, hex(bytes), text FROM wide") == [["1", "63", "65", "010203", "text"]])
        wide.text = nil
        try context.save()
        #expect(try file.rows("SELECT last, hex(bytes), text FROM wide") == [["65", "010203", nil]])
    }

    @Test func `columns that a change mask cannot tell apart are each merged by themselves`() throws {
        let context = try file.context()
        context.mergePolicy = .storeWins
        let wide = Wide(in: context, n1: 1, last: 64, bytes: Data(), text: "text")
        try context.save()
        wide.n63 = 63
        wide.last = 65
        try file.execute("UPDATE wide SET n1 = 7, n63 = 8, _version = _version + 1")
        try context.save()
        // The store has its own in what both have changed, and this context in what it alone has.
        #expect(try file.rows("SELECT n1, n63, last, text FROM wide") == [["7", "8", "65", "text"]])
        #expect(wide.n1 == 7 && wide.n63 == 8 && wide.last == 65)
    }


    @Test func `a value that was set before it was loaded is taken back as soon as the one before is known`() throws {
        let context = try file.context()
        let photo = try photo(context)
        photo.note = "m"
        photo.note = "n"
        // No value has been read to compare with.
        #expect(photo.hasChanged { $0.note })
        #expect(try photo.committedValue { $0.note } == "n")
        #expect(!photo.hasChanges)
        photo.note = "m"
        #expect(photo.hasChanged { $0.note })
        photo.note = "n"
        #expect(!photo.hasChanges)
        photo.image = Data([3])
        #expect(try photo.committedValues(for: ["image"]) == ["image": .data(Data([1, 2]))])
        #expect(photo.image == Data([3]) && photo.hasChanged { $0.image })
        photo.image = Data([1, 2])
        #expect(!photo.hasChanges)
    }
}
