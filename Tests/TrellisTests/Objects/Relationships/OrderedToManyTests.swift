import RelationshipsModel
import Testing
import Trellis

/// Ordered one-to-many relationships.
struct OrderedToManyTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let album: Album
    private let other: Album

    /// An album with the tracks a to e, and an empty one.
    init() throws {
        (file, context) = try StoreFile.withContext()
        album = Album(in: context, title: "album")
        other = Album(in: context, title: "other")
        for title in "abcde" { Track(in: context, title: "\(title)", album: album) }
        try context.save()
    }

    /// The tracks as plain SQL reads them.
    private func titles(_ album: Int = 1) throws -> String {
        try file.column("SELECT title FROM track WHERE album_id = \(album) ORDER BY album_position NULLS LAST, _id").joined()
    }

    private func shown(_ album: Album) -> String { album.tracks.map(\.title).joined() }

    /// What a context shows that has just been made, and what plain SQL reads.
    private func stored(_ title: String = "album") throws -> String {
        let fresh = try file.context()
        let album: Album = try fresh.named(title, "title")
        let shown = shown(album)
        #expect(try titles(title == "album" ? 1 : 2) == shown)
        return shown
    }

    /// A context that has loaded nothing, and its albums.
    private func unloaded() throws -> (ManagedObjectContext, album: Album, other: Album) {
        let fresh = try file.context()
        return (fresh, try fresh.named("album", "title"), try fresh.named("other", "title"))
    }

    private func track(_ title: String, in context: ManagedObjectContext) throws -> Track {
        try context.named(title, "title")
    }

    // MARK: Edits

    @Test func `members stand in the order in which they came`() throws {
        #expect(shown(album) == "abcde")
        #expect(try stored() == "abcde")
        album.tracks.append(Track(in: context, title: "f"))
        try track("b", in: context).album = nil
        try track("b", in: context).album = album
        #expect(shown(album) == "acdefb")
        try context.save()
        #expect(try stored() == "acdefb")
    }

    @Test func `members are put in, moved and taken out at positions`() throws {
        album.tracks.insert(Track(in: context, title: "f"), at: 0)
        album.tracks.insert(Track(in: context, title: "g"), at: 3)
        album.tracks.insert(Track(in: context, title: "h"), at: album.tracks.count)
        #expect(shown(album) == "fabgcdeh")
        album.tracks.move(from: 0, to: 7)
        album.tracks.move(from: 5, to: 1)
        album.tracks.move(from: 2, to: 2)
        #expect(shown(album) == "aebgcdhf")
        #expect(album.tracks.remove(at: 1).title == "e")
        album.tracks.remove(try track("h", in: context))
        #expect(shown(album) == "abgcdf")
        #expect(album.tracks[2].title == "g")
        try context.save()
        #expect(try stored() == "abgcdf")
        #expect(try file.column("SELECT title FROM track WHERE album_id IS NULL ORDER BY title") == ["e", "h"])
    }

    @Test func `putting in a member moves it`() throws {
        album.tracks.insert(try track("d", in: context), at: 0)
        #expect(shown(album) == "dabce")
        album.tracks.insert(try track("d", in: context), at: 5)
        #expect(shown(album) == "abced")
        album.tracks.append(try track("a", in: context))
        #expect(shown(album) == "abced")
        try context.save()
        #expect(try stored() == "abced")
    }

    @Test func `sorting and replacing reorder the members`() throws {
        album.tracks.sort { $0.title > $1.title }
        #expect(shown(album) == "edcba")
        try context.save()
        #expect(try stored() == "edcba")

        let new = Track(in: context, title: "n", album: other)
        let (a, b) = (try track("a", in: context), try track("b", in: context))
        album.tracks.replace(with: [b, new, a, b, new])
        #expect(shown(album) == "bna")
        #expect(other.tracks.isEmpty)
        try context.save()
        #expect(try stored() == "bna")
        #expect(try file.column("SELECT COUNT(*) FROM track WHERE album_id IS NULL") == ["3"])
        album.tracks.replace(with: album.tracks.reversed())
        try context.save()
        #expect(try stored() == "anb")
        album.tracks.removeAll()
        try context.save()
        #expect(try stored() == "")
    }

    @Test func `a loop may remove and move the members that it goes over`() throws {
        var seen = ""
        for track in album.tracks {
            seen += track.title
            if track.title == "b" { album.tracks.remove(track) } else { album.tracks.insert(track, at: 0) }
        }
        #expect(seen == "abcde")
        #expect(shown(album) == "edca")
    }

    @Test func `a member that moves to another owner comes last there, or where it is put`() throws {
        other.tracks.append(try track("c", in: context))
        try track("a", in: context).album = other
        other.tracks.insert(try track("e", in: context), at: 0)
        #expect(shown(album) == "bd")
        #expect(shown(other) == "eca")
        try context.save()
        #expect(try stored() == "bd")
        #expect(try stored("other") == "eca")
        // And back: the place it had does not count.
        album.tracks.insert(try track("a", in: context), at: 1)
        try context.save()
        #expect(try stored() == "bad")
    }

    @Test func `what is the same order is no change`() throws {
        album.tracks.sort { $0.title < $1.title }
        album.tracks.replace(with: Array(album.tracks))
        album.tracks.move(from: 1, to: 1)
        album.tracks.insert(album.tracks[4], at: 4)
        album.tracks.append(album.tracks[0])
        #expect(!context.hasChanges)
    }

    @Test func `an order is no change of a row`() throws {
        album.tracks.move(from: 0, to: 4)
        #expect(context.hasChanges)
        #expect(album.hasChanges)
        #expect(context.updatedObjects.isEmpty)
        try context.save()
        #expect(!context.hasChanges)
        let versions = try file.column("SELECT _version FROM album UNION ALL SELECT _version FROM track")
        #expect(versions == Array(repeating: "1", count: 7))
        #expect(try stored() == "bcdea")
    }

    @Test func `a save that fails keeps the order that is wanted`() throws {
        album.tracks.move(from: 0, to: 4)
        let new = Track(in: context, title: "f")
        album.tracks.insert(new, at: 0)
        try file.execute(
            "CREATE TRIGGER refuse AFTER UPDATE OF album_position ON track BEGIN SELECT RAISE(ABORT, 'refused'); END")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try stored() == "abcde")
        #expect(shown(album) == "fbcdea")
        #expect(context.hasChanges)
        try file.execute("DROP TRIGGER refuse")
        try context.save()
        #expect(try stored() == "fbcdea")
    }

    // MARK: What is not loaded

    @Test func `appending loads nothing, and comes last`() throws {
        let (fresh, album, _) = try unloaded()
        // A row that cannot be read would be told by the next fetch.
        try file.execute("UPDATE track SET _id = -1 WHERE title = 'c'")
        album.tracks.append(Track(in: fresh, title: "f"))
        Track(in: fresh, title: "g", album: album)
        #expect(try fresh.fetchAll(Album.self).count == 2)
        try file.execute("UPDATE track SET _id = 3 WHERE title = 'c'")
        try fresh.save()
        #expect(try stored() == "abcdefg")
        #expect(shown(album) == "abcdefg")
    }

    @Test func `members that were appended before the others were loaded come after them`() throws {
        let (fresh, album, other) = try unloaded()
        album.tracks.append(Track(in: fresh, title: "f"))
        album.tracks.remove(try track("b", in: fresh))
        other.tracks.append(try track("c", in: fresh))
        #expect(shown(album) == "adef")
        album.tracks.insert(Track(in: fresh, title: "g"), at: 1)
        #expect(shown(album) == "agdef")
        try fresh.save()
        #expect(try stored() == "agdef")
        #expect(try stored("other") == "c")
    }

    @Test(arguments: [false, true], [false, true])
    func `what is removed and appended again in one save comes last`(_ isLoaded: Bool, _ isShown: Bool) throws {
        let (fresh, album, _) = try unloaded()
        if isLoaded { #expect(shown(album) == "abcde") }
        let second = try track("b", in: fresh)
        album.tracks.remove(second)
        album.tracks.append(second)
        if isShown { #expect(shown(album) == "acdeb") }
        try fresh.save()
        #expect(try stored() == "acdeb")
        #expect(shown(album) == "acdeb")
    }

    @Test func `what another context appended between two saves stays where it is`() throws {
        let (fresh, album, _) = try unloaded()
        album.tracks.append(Track(in: fresh, title: "f"))
        try fresh.save()
        self.album.tracks.append(Track(in: context, title: "g"))
        try context.save()
        album.tracks.append(Track(in: fresh, title: "h"))
        try fresh.save()
        #expect(try stored() == "abcdefgh")
    }

    @Test func `two contexts order the same members, and do not conflict`() throws {
        let (fresh, album, _) = try unloaded()
        album.tracks.sort { $0.title > $1.title }
        self.album.tracks.move(from: 0, to: 1)
        try context.save()
        try fresh.save()
        #expect(try stored() == "edcba")
        // One that deleted a member in between, and one that added another, are no conflict either.
        try context.delete(self.album.tracks[0])
        self.album.tracks.append(Track(in: context, title: "z"))
        try context.save()
        album.tracks.move(from: 0, to: 4)
        try fresh.save()
        #expect(Set(try stored()) == Set("acdez"))
    }

    // MARK: Deleting

    @Test(arguments: [false, true])
    func `deleting a member leaves the others in their order`(_ isLoaded: Bool) throws {
        let (fresh, album, _) = try unloaded()
        if isLoaded { #expect(shown(album) == "abcde") }
        try fresh.delete(try track("c", in: fresh))
        #expect(shown(album) == "abde")
        album.tracks.move(from: 3, to: 0)
        try fresh.save()
        #expect(try stored() == "eabd")
    }

    @Test func `deleting the owner deletes its members, and not those that moved away`() throws {
        other.tracks.append(try track("c", in: context))
        try context.delete(album)
        #expect(album.tracks.isEmpty)
        try context.save()
        #expect(try file.rows("SELECT title, album_id FROM track") == [["c", "2"]])
    }

    @Test func `what is deleted does not come back as a member`() throws {
        let (a, b) = (try track("a", in: context), try track("b", in: context))
        try context.delete(a)
        album.tracks.replace(with: [a, b])
        #expect(shown(album) == "b")
        album.tracks.append(a)
        #expect(shown(album) == "b")
        try context.save()
        #expect(try stored() == "b")
    }
}
