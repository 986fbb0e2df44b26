import LinksModel
import SQLiteAccess
import Testing
import Trellis

/// Rules of the side that holds the key, along chains of any length: SQLite's triggers stop at 1,000 levels, a save does not.
struct LinkTests {
    private static let length = 5_000
    private let file: StoreFile<Links>

    init() throws {
        file = try StoreFile(of: Links.self)
    }

    @Test func `a chain of thousands that cascades forwards is deleted from its beginning`() throws {
        let context = try file.context()
        var next: Link?
        for number in 1...Self.length { next = Link(in: context, name: "\(number)", next: next) }
        Link(in: context, name: "other")
        try context.save()

        let reading = try file.context()
        let first = try #require(try reading.find(Link.self, ObjectID(entity: "Link", rowID: Int64(Self.length))))
        try reading.delete(first)
        #expect(reading.deletedObjects == [first])
        #expect(try reading.fetchAll(Link.self).map(\.name) == ["other"])
        try reading.save()
        #expect(try file.column("SELECT name FROM link") == ["other"])
    }

    @Test func `a chain of thousands is deleted from its middle, and what came before loses its key`() throws {
        let context = try file.context()
        var links = [Link]()
        for number in 1...Self.length { links.append(Link(in: context, name: "\(number)", next: links.last)) }
        try context.save()
        try context.delete(links[2_499])
        try context.save()
        #expect(try file.column("SELECT COUNT(*) FROM link") == ["2500"])
        #expect(try file.rows("SELECT name, next_id FROM link LIMIT 2") == [["2501", nil], ["2502", "2501"]])
    }

    @Test func `a chain of thousands that cascades both ways is deleted from anywhere`() throws {
        for row in [1, 2_500, Self.length] {
            let file = try StoreFile(of: Links.self)
            let context = try file.context()
            var next: Ring?
            for number in 1...Self.length { next = Ring(in: context, name: "\(number)", next: next) }
            Ring(in: context, name: "other")
            try context.save()

            let reading = try file.context()
            try reading.delete(try #require(try reading.find(Ring.self, ObjectID(entity: "Ring", rowID: Int64(row)))))
            try reading.save()
            #expect(try file.column("SELECT name FROM ring") == ["other"])
        }
    }

    @Test func `a chain of thousands in a join table is deleted from its beginning`() throws {
        let context = try file.context()
        var webs = [Web]()
        for number in 1...Self.length {
            webs.append(Web(in: context, name: "\(number)"))
            if number > 1 { webs[number - 2].next.insert(webs[number - 1]) }
        }
        Web(in: context, name: "other").next.insert(webs[0])
        try context.save()

        let reading = try file.context()
        let first = try #require(try reading.find(Web.self, ObjectID(entity: "Web", rowID: 1)))
        try reading.delete(first)
        #expect(reading.deletedObjects == [first])
        #expect(try reading.fetchAll(Web.self).map(\.name) == ["other"])
        try reading.save()
        #expect(try file.column("SELECT name FROM web") == ["other"])
        #expect(try file.rows("SELECT * FROM web_next").isEmpty)
    }

    @Test func `a closed ring of thousands is deleted as one`() throws {
        let context = try file.context()
        let first = Ring(in: context, name: "first")
        var next = first
        for number in 2...Self.length { next = Ring(in: context, name: "\(number)", next: next) }
        first.next = next
        try context.save()
        try context.delete(first)
        #expect(context.deletedObjects.count == Self.length)
        try context.save()
        #expect(try file.rows("SELECT * FROM ring").isEmpty)
    }

    @Test func `a tree of thousands whose branches deny is deleted from its root alone`() throws {
        let context = try file.context()
        var branches = [Branch]()
        for number in 1...Self.length { branches.append(Branch(in: context, name: "\(number)", parent: branches.last)) }
        try context.save()

        try context.delete(branches[10])
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.objectID) == [branches[10].objectID])
        #expect(try file.column("SELECT COUNT(*) FROM branch") == ["\(Self.length)"])
        try context.delete(branches[0])
        try context.save()
        #expect(try file.rows("SELECT * FROM branch").isEmpty)
    }

    @Test func `an object that points at itself goes whatever its rule`() throws {
        let context = try file.context()
        let (link, ring, branch) = (
            Link(in: context, name: "l"), Ring(in: context, name: "r"), Branch(in: context, name: "b")
        )
        (link.next, ring.next, branch.parent) = (link, ring, branch)
        try context.save()
        for object in [link, ring, branch] as [ManagedObject] { try context.delete(object) }
        try context.save()
        for table in ["link", "ring", "branch"] { #expect(try file.rows("SELECT * FROM \(table)").isEmpty) }
    }

    @Test func `a destination that was unlinked in the same save stays`() throws {
        let context = try file.context()
        let old = Link(in: context, name: "old")
        let link = Link(in: context, name: "link", next: old)
        let parent = Branch(in: context, name: "parent")
        let branch = Branch(in: context, name: "branch", parent: parent)
        try context.save()

        link.next = nil
        branch.parent = nil
        try context.delete(link)
        try context.delete(branch)
        try context.save()
        #expect(try file.column("SELECT name FROM link") == ["old"])
        #expect(try file.column("SELECT name FROM branch") == ["parent"])
    }

    @Test func `the destination that counts is the one of the moment of the delete`() throws {
        let context = try file.context()
        let (old, new) = (Link(in: context, name: "old"), Link(in: context, name: "new"))
        let link = Link(in: context, name: "link", next: old)
        try context.save()

        link.next = new
        try context.delete(link)
        #expect(new.isDeleted)
        #expect(!old.isDeleted)
        try context.save()
        #expect(try file.column("SELECT name FROM link") == ["old"])
        old.name = "still here"
        try context.save()
        #expect(try file.column("SELECT name FROM link") == ["still here"])
    }

    @Test func `a required destination that was unlinked stays too, with its own objects`() throws {
        let context = try file.context()
        let book = Book(in: context, name: "book")
        let pages = ["a", "b"].map { Page(in: context, name: $0, book: book) }
        try context.save()
        pages[0].book = nil
        try context.delete(pages[0])
        try context.save()
        #expect(try file.rows("SELECT name, book_id FROM page") == [["b", "1"]])

        let other = Book(in: context, name: "other")
        pages[1].book = other
        try context.delete(pages[1])
        try context.save()
        #expect(try file.rows("SELECT * FROM page").isEmpty)
        #expect(try file.column("SELECT name FROM book") == ["book"])
    }

    @Test func `a required destination goes along with its other members`() throws {
        let context = try file.context()
        let books = ["a", "b"].map { Book(in: context, name: $0) }
        let pages = [books[0], books[0], books[1]].map { Page(in: context, name: "page", book: $0) }
        try context.save()
        try context.delete(pages[0])
        #expect(context.deletedObjects.count == 3)
        try context.save()
        #expect(try file.rows("SELECT name FROM book") == [["b"]])
        #expect(try file.rows("SELECT book_id FROM page") == [["2"]])
    }

    @Test func `an object that was led to one never saved takes that along and nothing else`() throws {
        let context = try file.context()
        let old = Link(in: context, name: "old")
        let link = Link(in: context, name: "link", next: old)
        try context.save()
        link.next = Link(in: context, name: "unsaved")
        try context.delete(link)
        #expect(context.insertedObjects.isEmpty)
        try context.save()
        #expect(try file.column("SELECT name FROM link") == ["old"])
    }

    @Test func `a row that another program led elsewhere is a conflict, and takes neither destination along`() throws {
        let context = try file.context()
        let old = Link(in: context, name: "old")
        Link(in: context, name: "link", next: old)
        try context.save()
        let reading = try file.context()
        let link = try #require(try reading.fetchAll(Link.self).last)
        // A raw write that says so: it raises the version.
        try file.execute(
            "INSERT INTO link (name) VALUES ('new'); UPDATE link SET next_id = 3, _version = 2 WHERE _id = 2")
        try reading.delete(link)
        #expect(throws: ConflictError.self) { try reading.save() }
        #expect(try file.column("SELECT name FROM link") == ["old", "link", "new"])
    }
}
