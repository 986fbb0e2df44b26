import Foundation
import StudioModel
import Testing
import Trellis

/// Fetched properties, and named fetches that say what only the whole language can.
struct FetchedPropertyTests {
    private let file: StoreFile<Studio>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Studio.self)
        context = try file.context()
        let ada = Artist(in: context, name: "Ada", city: "Boston")
        let bo = Artist(in: context, name: "Bo", city: "Boston", teacher: ada)
        let zoe = Artist(in: context, name: "Zoë", city: "Bern", teacher: bo)
        Artist(in: context, name: "Alone")
        for (title, price, sold, year, artist) in [
            ("A", 100, false, 1899, ada), ("B", 50, true, 1900, ada), ("C", 50, false, 1901, ada), ("D", 2000, true, nil, bo),
        ] as [(String, Decimal, Bool, Int64?, Artist)] {
            Work(in: context, title: title, price: price, sold: sold, year: year, frame: Frame(width: 1, height: 2), artist: artist)
        }
        Sculpture(in: context, title: "S", price: 7, medium: .bronze, artist: zoe, weight: 3)
        Sculpture(in: context, title: "T", price: 7, medium: .bronze, artist: zoe, weight: 1)
    }

    /// The same of objects that are not saved, of saved ones, and in a context that has seen none of it.
    private func everywhere(_ check: (ManagedObjectContext) throws -> Void) throws {
        try check(context)
        try context.save()
        try check(context)
        try check(try file.context())
    }

    private func artist(_ name: String, _ context: ManagedObjectContext) throws -> Artist {
        try #require(try Artist.find(name: name, in: context))
    }

    @Test func `a fetched property is what its fetch finds for the object`() throws {
        try everywhere { (context: ManagedObjectContext) throws in
            #expect(try artist("Ada", context).unsold.map(\.title) == ["A", "C"])
            #expect(try artist("Bo", context).unsold.isEmpty)
            #expect(try artist("Bo", context).neighbours.map(\.name) == ["Ada"])
            #expect(try artist("Alone", context).neighbours.isEmpty)
        }
    }

    @Test func `it reads the object's values along a path, nil where that ends`() throws {
        try everywhere { (context: ManagedObjectContext) throws in
            #expect(try artist("Bo", context).rivals.map(\.title) == ["A", "B"])
            #expect(try artist("Zoë", context).rivals.map(\.title) == ["A", "B"])
            #expect(try artist("Ada", context).rivals.isEmpty)
            let work = try #require(try context.fetch(Work.where { $0.title == "A" }).first)
            #expect(try work.alike.map(\.title) == ["B", "C", "D"])
        }
    }

    @Test func `it sees unsaved changes, and is fetched again each time`() throws {
        try context.save()
        let ada = try artist("Ada", context)
        #expect(try ada.unsold.count == 2)
        let new = Work(in: context, title: "E", price: 70, artist: ada)
        #expect(try ada.unsold.map(\.title) == ["A", "E", "C"])
        new.sold = true
        ada.city = "Bern"
        #expect(try ada.unsold.map(\.title) == ["A", "C"])
        #expect(try ada.neighbours.map(\.name) == ["Zoë"])
    }

    @Test func `a class that inherits has its parent's, and others of its own`() throws {
        try everywhere { (context: ManagedObjectContext) throws in
            let sculpture = try #require(try context.fetch(Sculpture.where { $0.title == "S" }).first)
            #expect(try sculpture.lighter.map(\.title) == ["T"])
            // Both have no frame, and what both are without is the same.
            #expect(try sculpture.alike.map(\.title) == ["T"])
        }
    }

    @Test func `its fetch can be made more precise, and reads the object as it is then`() throws {
        let ada = try artist("Ada", context)
        let cheap = Artist.unsold(of: ada).where { $0.price < 60 }
        #expect(try context.fetch(cheap).map(\.title) == ["C"])
    }

    @Test func `an object without a context has none`() throws {
        func orphan() throws -> Artist {
            let context = try file.context()
            return Artist(in: context, name: "Kim", city: "Boston")
        }
        #expect(try orphan().neighbours.isEmpty)
    }

    @Test(.filesOnly(.functions)) func `named fetches with aggregates, quantifiers, lists, texts and calculations`() throws {
        try everywhere { (context: ManagedObjectContext) throws in
            #expect(try Artist.prolific(in: context).map(\.name) == ["Ada"])
            #expect(try Artist.sells(in: context).map(\.name) == ["Ada"])
            #expect(try Artist.dear(price: 60, in: context).map(\.name) == ["Ada"])
            #expect(try Artist.dear(price: 100, in: context).isEmpty)
            #expect(try Artist.called(called: "ZOE", in: context).map(\.name) == ["Ada", "Bo", "Zoë"])
            #expect(try Artist.taughtLike(artist: artist("Zoë", context), in: context).map(\.name) == ["Bo"])
            #expect(try Work.between(from: 1900, to: 1901, in: context).map(\.title) == ["B", "C"])
            #expect(try Work.early(in: context).map(\.title) == ["A", "B", "C"])
            let artists = [try artist("Ada", context), try artist("Zoë", context)]
            #expect(try Work.of(media: [.bronze, .print], artists: artists, in: context).map(\.title) == ["S", "T"])
            #expect(try Work.of(media: [], artists: artists, in: context).isEmpty)
        }
    }
}
