import Foundation
import StudioModel
import Testing
import Trellis

/// What fetches with Swift's operators find: in memory before their objects are saved, and by SQL after it.
struct FieldFetchTests {
    private func expect<Root>(
        _ fetch: Fetch<Root>, _ expected: [String], by name: (Root) -> String, _ file: StoreFile<Studio>,
        _ context: ManagedObjectContext, _ place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try context.fetch(fetch).map(name).sorted() == expected, "in memory", sourceLocation: place)
        try context.save()
        let other = try file.context()
        #expect(try other.fetch(fetch).map(name).sorted() == expected, "by SQL", sourceLocation: place)
    }

    private func expectWorks(_ expected: String, _ fetch: Fetch<Work>, _ place: SourceLocation = #_sourceLocation) throws {
        let file = try StoreFile(of: Studio.self)
        let context = try file.context()
        let (ada, zoe) = (Artist(in: context, name: "Ada", born: 1815), Artist(in: context, name: "Zoë", city: "Bern"))
        Work(in: context, title: "a", price: 10, year: 1900, artist: ada)
        Work(in: context, title: "b", price: 20.5, sold: true, year: 1901, medium: .print, frame: Frame(width: 1, height: 2), artist: ada)
        Work(in: context, title: "c", price: 0, frame: Frame(width: 3, height: 4, note: "Gold"), artist: zoe)
        Sculpture(in: context, title: "d", price: 7, year: 1899, medium: .bronze, weight: 2)
        try expect(fetch, expected.map(String.init), by: \.title, file, context, place)
    }

    private func expectArtists(_ expected: [String], _ fetch: Fetch<Artist>, _ place: SourceLocation = #_sourceLocation) throws {
        let file = try StoreFile(of: Studio.self)
        let context = try file.context()
        let ada = Artist(in: context, name: "Ada")
        let bo = Artist(in: context, name: "Bo", teacher: ada)
        Artist(in: context, name: "Cy", teacher: bo)
        for (price, artist) in [(10, ada), (20, ada), (5, bo)] as [(Decimal, Artist)] {
            Work(in: context, title: "\(price)", price: price, sold: price == 20, artist: artist)
        }
        try expect(fetch, expected, by: \.name, file, context, place)
    }

    @Test func `comparisons, and, or, not`() throws {
        try expectWorks("b", Work.where { $0.sold })
        try expectWorks("ac", Work.where { !$0.sold && $0.medium == .oil })
        try expectWorks("bd", Work.where { $0.sold || $0.medium == .bronze })
        try expectWorks("ab", Work.where { $0.price >= 10 && $0.price < 20.51 })
        try expectWorks("cd", Work.where { !($0.year >= 1900) })
        try expectWorks("bcd", Work.where { $0.year != 1900 })
    }

    @Test(.filesOnly(.functions)) func `paths through what may be nil`() throws {
        try expectWorks("ab", Work.where { $0.artist.name == "Ada" })
        try expectWorks("d", Work.where { $0.artist == nil })
        try expectWorks("cd", Work.where { $0.artist.born == nil })
        try expectWorks("ad", Work.where { $0.frame == nil })
        try expectWorks("abd", Work.where { $0.frame.note == nil })
        try expectWorks("c", Work.where { $0.frame.width > 1 && $0.frame.note.contains("OLD", .caseInsensitive) })
    }

    @Test func `several objects`() throws {
        let file = try StoreFile(of: Studio.self)
        let context = try file.context()
        let artists = ["Ada", "Bo", "Cy"].map { Artist(in: context, name: $0) }
        for artist in artists { Work(in: context, title: "of \(artist.name)", price: 1, artist: artist) }
        Work(in: context, title: "unclaimed", price: 1)
        try context.save()
        try expect(Work.where { $0.artist.isIn(artists.dropLast()) }, ["of Ada", "of Bo"], by: \.title, file, context)
        try expect(Work.where { !$0.artist.isIn(artists) }, ["unclaimed"], by: \.title, file, context)
        try expect(Work.where { $0.artist.isIn([]) }, [], by: \.title, file, context)
    }

    @Test(.filesOnly(.functions)) func `texts`() throws {
        try expectWorks("c", Work.where { $0.artist.name.beginsWith("zo", .caseInsensitive) })
        try expectWorks("c", Work.where { $0.artist.name.equals("ZOE", [.caseInsensitive, .diacriticInsensitive]) })
        try expectWorks("ab", Work.where { $0.artist.name.like("?d*") })
        try expectWorks("ab", Work.where { $0.artist.name.matches("[AB].+") })
        try expectWorks("c", Work.where { $0.artist.city.endsWith("rn") })
        try expectWorks("ab", Work.where { $0.artist.name.lowercased() == "ada" && $0.artist.name.length == 3 })
    }

    @Test func `several values, ranges and calculations`() throws {
        try expectWorks("bd", Work.where { $0.medium.isIn([.print, .bronze]) })
        try expectWorks("", Work.where { $0.medium.isIn([]) })
        try expectWorks("ad", Work.where { $0.year.isBetween(1899...1900) })
        try expectWorks("d", Work.where { $0.year.isBetween(1899..<1900) })
        try expectWorks("ab", Work.where { $0.year - 1 >= 1899 })
        try expectWorks("b", Work.where { $0.price * 2 > 40 })
        try expectWorks("bc", Work.where { $0.frame.height - $0.frame.width == 1 })
        try expectWorks("bd", Work.where { $0.year & 1 == 1 })
    }

    @Test(.filesOnly(.functions)) func `members of a relationship`() throws {
        try expectArtists(["Ada", "Bo"], Artist.where { $0.works.any { $0.price > 4 } })
        try expectArtists(["Ada"], Artist.where { $0.works.any { $0.price > 10 && $0.sold } })
        try expectArtists(["Bo", "Cy"], Artist.where { $0.works.none { $0.price > 5 } })
        try expectArtists(["Ada", "Cy"], Artist.where { $0.works.all { $0.price > 5 } })
        try expectArtists(["Cy"], Artist.where { $0.works.isEmpty })
        try expectArtists(["Ada"], Artist.where { $0.works.count >= 2 })
        try expectArtists(["Ada"], Artist.where { $0.works.sum { $0.price } == 30 })
        try expectArtists(["Ada"], Artist.where { $0.works.average { $0.price } == 15 })
        try expectArtists(["Bo"], Artist.where { $0.works.max { $0.price } < 20 })
        try expectArtists(["Ada"], Artist.where { $0.works.filter { !$0.sold }.min { $0.price } == 10 })
        try expectArtists(["Bo"], Artist.where { $0.teacher.works.count > 1 })
    }

    @Test func `members within members`() throws {
        try expectArtists(["Ada"], Artist.where { $0.pupils.any { $0.pupils.any { $0.name == "Cy" } } })
        try expectArtists(
            ["Ada"], Artist.where { artist in artist.works.any { work in artist.works.any { $0.price > work.price } } })
    }
}
