import Foundation
import MusicModel
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport
import TestSupport
import Testing
import Trellis

@testable import SQLiteImport

/// Programs use an imported database through generated classes: those of Tests/Cases/imported-database, whose model is the import's.
struct ImportedObjectTests {
    @Test func `objects have what plain SQL finds in the database, and edits are saved`() throws {
        let folder = try TemporaryFolder()
        let (path, target) = (folder.file("music.db"), folder.file("Music.sqlite"))
        try DatabaseImportTests.write(ShopCases.music.sql, to: path)
        let source = try SourceDatabase(opening: path, copyingBeside: nil)
        let translation = DatabaseTranslation(source, named: "Music")
        let text = ModelFormatter.format(Array(translation.text.utf8)) ?? ""
        #expect(try text == String(contentsOfFile: "\(Project.root)/Tests/Cases/imported-database/schema.yaml", encoding: .utf8))
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Music.yaml").model)
        let schema = LayoutPlanner.plan(model, as: ModelVersion(number: 1, isDraft: false)).schema
        try DatabaseTransfer(of: source, translation, model: model, schema: schema).copy(to: TargetFiles(store: target, identities: nil, source: path)).finish()

        let old = try SQLiteConnection(opening: path, readOnly: true)
        let container = try PersistentContainer(for: Music.self, at: .file(target))
        let context = try container.makeContext()
        let albums = try context.fetch(Fetch<Album>(sort: [.ascending("title")]))
        #expect(try albums.map { [$0.title, $0.artist?.name] } == old.rows("SELECT Title, Name FROM Album NATURAL JOIN Artist ORDER BY Title"))
        let tracks = try context.fetch(Fetch<Track>(sort: [.ascending("name")]))
        #expect(
            try tracks.map { [$0.name, "\($0.unitPrice)", $0.album?.title, $0.playlists.map { $0.name ?? "" }.sorted().joined(separator: ",")] }
                == old.rows(
                    """
                    SELECT t.Name, rtrim(rtrim(printf('%.2f', t.UnitPrice), '0'), '.'), a.Title,
                      ifnull((SELECT group_concat(p.Name) FROM PlaylistTrack NATURAL JOIN Playlist p WHERE TrackId = t.TrackId ORDER BY p.Name), '')
                    FROM Track t LEFT JOIN Album a USING (AlbumId) ORDER BY t.Name
                    """))
        let employees = try context.fetch(Fetch<Employee>(sort: [.ascending("lastName")]))
        #expect(
            try employees.map { ["\(Int($0.birthDate?.timeIntervalSince1970 ?? 0))", $0.reportsTo?.lastName] }
                == old.rows("SELECT strftime('%s', e.BirthDate), b.LastName FROM Employee e LEFT JOIN Employee b ON b.EmployeeId = e.ReportsTo ORDER BY e.LastName"))

        let added = Track(in: context, name: "New", milliseconds: 7, unitPrice: 2.5)
        added.album = albums[0]
        let lists = try context.fetch(Fetch<Playlist>(sort: [.ascending("name")]))
        lists[1].tracks.insert(added)
        albums[1].title = "Edited"
        try context.delete(tracks[0])
        try context.save()
        let new = try SQLiteConnection(opening: target, readOnly: true)
        // Keys go on after those of the database.
        #expect(try new.rows("SELECT _id, name, unit_price, album_id FROM track ORDER BY _id") == [["1", "One", "99", "1"], ["2", "Two", "199", "5"], ["4", "New", "250", "1"]])
        #expect(try new.rows("SELECT playlist_id, track_id FROM playlist_tracks ORDER BY 1, 2") == [["1", "1"], ["1", "2"], ["3", "1"], ["3", "4"]])
        #expect(try new.rows("SELECT title FROM album WHERE _id = 5") == [["Edited"]])
        #expect(throws: (any Error).self) {
            // An album denies the deletion of its artist, as the foreign key did.
            try context.delete(albums[0].artist ?? Artist(in: context))
            try context.save()
        }
    }
}
