import RelationshipsModel
import Testing
import Trellis

/// A batch gives rows another owner, whose members have an order: they come last there.
struct BatchOrderTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let second: Album

    /// Two albums of two tracks.
    init() throws {
        (file, context) = try StoreFile.withContext()
        let first = Album(in: context, title: "first")
        second = Album(in: context, title: "second")
        for (album, titles) in [(first, ["a", "b"]), (second, ["c", "d"])] {
            for title in titles { album.tracks.append(Track(in: context, title: title)) }
        }
        try context.save()
    }

    private func titles(_ album: String) throws -> [String] {
        let fresh = try file.context()
        return try #require(try fresh.fetch(Album.where { $0.title == album }).first).tracks.map(\.title)
    }

    @Test func `a track that one statement finds in its own table`() throws {
        try context.batchUpdate(Track.where { $0.title == "a" }) { [$0.album.set(to: second)] }
        #expect(try titles("second") == ["c", "d", "a"])
        #expect(try titles("first") == ["b"])
    }

    @Test func `a track that is found by its album`() throws {
        try context.batchUpdate(Track.where { $0.album.title == "first" && $0.title == "a" }) { [$0.album.set(to: second)] }
        #expect(try titles("second") == ["c", "d", "a"])
        #expect(try titles("first") == ["b"])
    }

    @Test func `a track that a limit chooses`() throws {
        try context.batchUpdate(Fetch<Track>().sorted { [$0.title.ascending] }.limit(1)) { [$0.album.set(to: second)] }
        #expect(try titles("second") == ["c", "d", "a"])
    }

    @Test(arguments: [nil, 9]) func `rows that have the owner already keep their places`(_ limit: Int?) throws {
        second.tracks.move(from: 0, to: 1)
        try context.save()
        let all = Fetch<Track>().sorted { [$0.title.ascending] }
        try context.batchUpdate(limit.map { all.limit($0) } ?? Fetch<Track>()) { [$0.album.set(to: second), $0.title.set(to: $0.title.uppercased())] }
        #expect(try titles("second") == ["D", "C", "A", "B"])
        #expect(try titles("first") == [])
    }
}
