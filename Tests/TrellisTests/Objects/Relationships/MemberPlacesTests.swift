import RelationshipsModel
import Testing
import Trellis

/// The places of ordered members.
struct MemberPlacesTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let album: Album

    /// An album with the tracks a to e.
    init() throws {
        (file, context) = try StoreFile.withContext()
        album = Album(in: context, title: "album")
        for title in "abcde" { Track(in: context, title: "\(title)", album: album) }
        try context.save()
    }

    private func shown(_ album: Album) -> String { album.tracks.map(\.title).joined() }

    /// What a context shows that has just been made.
    private func stored() throws -> String {
        let (fresh, album) = try unloaded()
        return withExtendedLifetime(fresh) { shown(album) }
    }

    /// A context that has loaded nothing, and its album.
    private func unloaded() throws -> (ManagedObjectContext, Album) {
        let fresh = try file.context()
        return (fresh, try fresh.named("album", "title"))
    }

    private func places() throws -> [String: String] {
        Dictionary(
            try file.rows("SELECT title, album_position FROM track").map { ($0[0] ?? "", $0[1] ?? "NULL") },
            uniquingKeysWith: { first, _ in first })
    }

    /// How many of the rows that there are get another place by what `body` does.
    private func rowsMoved(by body: () throws -> Void) throws -> Int {
        let before = try places()
        try body()
        let after = try places()
        return before.count { $0.value != after[$0.key] }
    }

    @Test func `an edit writes the places of the rows that it moves, and no others`() throws {
        let long = Album(in: context, title: "long")
        let tracks = (0..<100).map { Track(in: context, title: "\($0)", album: long) }
        try context.save()
        let inserted = try rowsMoved {
            long.tracks.insert(Track(in: context, title: "new"), at: 50)
            try context.save()
        }
        #expect(inserted == 0)
        let movedForward = try rowsMoved {
            long.tracks.move(from: 0, to: 100)
            try context.save()
        }
        #expect(movedForward == 1)
        let movedBack = try rowsMoved {
            long.tracks.move(from: 90, to: 0)
            try context.save()
        }
        #expect(movedBack == 1)
        let removed = try rowsMoved {
            long.tracks.remove(tracks[5])
            try context.save()
        }
        #expect(removed <= 1)
        let exchanged = try rowsMoved {
            long.tracks.move(from: 20, to: 40)
            long.tracks.move(from: 39, to: 20)
            try context.save()
        }
        #expect(exchanged == 2)
        let fresh = try file.context()
        #expect(try shown(fresh.named("long", "title")) == shown(long))
    }

    @Test func `where no gap is left all get new places, in the order that they have`() throws {
        try file.execute("UPDATE track SET album_position = _id WHERE album_id = 1")
        album.tracks.insert(Track(in: context, title: "f"), at: 2)
        try context.save()
        #expect(try stored() == "abfcde")
        let again = try rowsMoved {
            album.tracks.insert(Track(in: context, title: "g"), at: 1)
            try context.save()
        }
        #expect(again == 0)
        #expect(try stored() == "agbfcde")
    }

    @Test func `a gap is used up by hundreds of inserts at one place`() throws {
        for number in 0..<200 {
            album.tracks.insert(Track(in: context, title: number.isMultiple(of: 2) ? "x" : "y"), at: 2)
            try context.save()
        }
        let expected = "ab" + String(repeating: "yx", count: 100) + "cde"
        #expect(shown(album) == expected)
        #expect(try stored() == expected)
    }

    @Test(arguments: [Int64.max, .max - 1, .min, .min + 1])
    func `places at the ends of what there is leave room for more`(_ place: Int64) throws {
        try file.execute("UPDATE track SET album_position = \(place) WHERE title = '\(place > 0 ? "e" : "a")'")
        let (fresh, album) = try unloaded()
        album.tracks.insert(Track(in: fresh, title: "f"), at: 0)
        album.tracks.append(Track(in: fresh, title: "g"))
        try fresh.save()
        #expect(try stored() == "fabcdeg")
    }

    @Test func `places from end to end leave room between them`() throws {
        try file.execute("UPDATE track SET album_position = iif(title = 'a', \(Int64.min), \(Int64.max))")
        let (fresh, album) = try unloaded()
        album.tracks.insert(Track(in: fresh, title: "f"), at: 1)
        try fresh.save()
        #expect(try stored() == "afbcde")
    }

    @Test(arguments: [false, true])
    func `rows that plain SQL wrote without a place come last, and keep their order`(_ isLoaded: Bool) throws {
        try file.execute("INSERT INTO track (title, album_id) VALUES ('f', 1), ('g', 1)")
        let (fresh, album) = try unloaded()
        if isLoaded { #expect(shown(album) == "abcdefg") }
        album.tracks.append(Track(in: fresh, title: "h"))
        try fresh.save()
        #expect(try stored() == "abcdefgh")
        #expect(try file.column("SELECT COUNT(*) FROM track WHERE album_position IS NULL") == ["0"])
    }

    @Test func `rows with the same place stand in the order in which they were made`() throws {
        try file.execute("UPDATE track SET album_position = 7")
        let (fresh, album) = try unloaded()
        #expect(shown(album) == "abcde")
        album.tracks.move(from: 4, to: 1)
        try fresh.save()
        #expect(try stored() == "aebcd")
    }
}
