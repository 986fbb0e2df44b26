import StoredNamesModel
import Testing
import Trellis

/// Tables and columns with names of their own.
struct StoredNameTests {
    @Test("Objects are written to them, found in them, and deleted with what hangs on them")
    func roundTrip() throws {
        let store = try StoreFile(of: StoredNames.self)
        let context = try store.context()
        let shelf = Shelf(in: context, label: "A")
        Volume(in: context, title: "Long", pages: 900, shelf: shelf)
        Volume(in: context, title: "Short", pages: 9, shelf: shelf)
        try context.save()
        #expect(
            try store.rows("SELECT r.Name, o.\"select\", o.page_count FROM \"order\" AS o JOIN Regal AS r ON r._id = o.regal ORDER BY 2")
                == [["A", "Long", "900"], ["A", "Short", "9"]])

        let other = try store.context()
        #expect(try Volume.onShelf(label: "A", in: other).map(\.title) == ["Long"])
        let found = try #require(try other.fetchAll(Shelf.self).first)
        #expect(found.books.count == 2)
        try other.delete(found)
        try other.save()
        #expect(try store.rows("SELECT count(*) FROM \"order\"") == [["0"]])
    }

    @Test("A broken uniqueness is told by the properties' names")
    func uniqueness() throws {
        let context = try StoreFile(of: StoredNames.self).context()
        let shelf = Shelf(in: context, label: "A")
        for _ in 1...2 { Volume(in: context, title: "Same", shelf: shelf) }
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.uniqueTogether(["shelf", "title"])])
    }
}
