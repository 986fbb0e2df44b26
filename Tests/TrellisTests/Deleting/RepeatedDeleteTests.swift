import DepotModel
import OrdersModel
import RelationshipsModel
import RulesModel
import Testing
import Trellis

/// Deletes that follow each other in one save, with fetches between them.
struct RepeatedDeleteTests {
    /// Shelves with a label each.
    private func shelves(_ count: Int, in context: ManagedObjectContext) throws -> [Shelf] {
        let shelves = (0..<count).map { Shelf(in: context, name: "\($0)") }
        for shelf in shelves { Label(in: context, text: shelf.name, shelf: shelf) }
        try context.save()
        return shelves
    }

    @Test func `each fetch between them shows what has lost its key so far, and the save clears all at once`() throws {
        let file = try StoreFile(of: Depot.self)
        _ = try shelves(6, in: try file.context())
        let context = try file.context()
        for (number, shelf) in try context.fetchAll(Shelf.self).enumerated() where number < 4 {
            try context.delete(shelf)
            let withShelf = try context.fetch(Fetch<Label>(where: .compare("shelf", .notEqual, to: Shelf?.none)))
            #expect(withShelf.map(\.text) == (number + 1..<6).map { "\($0)" })
        }
        let (_, statements) = try context.recordStatements { try context.save() }
        #expect(statements.count { $0.sql.contains("shelf_id = NULL") } == 1)
        #expect(try file.rows("SELECT text, shelf_id, _version FROM label WHERE text IN ('0', '3', '4')") == [
            ["0", nil, "2"], ["3", nil, "2"], ["4", "5", "1"],
        ])
    }

    @Test func `an owner that loses many members keeps the others, in their order`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let album = Album(in: context, title: "album")
        let tracks = (0..<100).map { Track(in: context, title: "\($0)", album: album) }
        try context.save()
        for number in (0..<90).reversed() { try context.delete(tracks[number]) }
        #expect(album.tracks.map(\.title) == (90..<100).map { "\($0)" })
        try context.delete(album)
        #expect(tracks.allSatisfy { $0.isDeleted })
        try context.rollback()
        #expect(album.tracks.map(\.title) == (0..<100).map { "\($0)" })
    }

    @Test func `a delete that takes many along takes them out of their other owners`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let orders = (0..<2).map { _ in Order(in: context) }
        let services = (0..<2).map { Service(in: context, name: "\($0)") }
        for number in 0..<80 { OrderRow(in: context, sum: 1, order: orders[number / 40], service: services[number % 2]) }
        try context.save()
        #expect(services.map(\.rows.count) == [40, 40])
        try context.delete(orders[0])
        #expect(services.map(\.rows.count) == [20, 20])
        #expect(services.allSatisfy { $0.rows.allSatisfy { $0.order == orders[1] } })
        try context.rollback()
        #expect(services.map(\.rows.count) == [40, 40])
    }

    @Test func `hundreds of ordered members go and come in at other places`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let album = Album(in: context, title: "album")
        let tracks = (0..<200).map { Track(in: context, title: "\($0)", album: album) }
        try context.save()
        for number in stride(from: 199, through: 0, by: -3) { album.tracks.remove(tracks[number]) }
        for number in stride(from: 1, to: 200, by: 3) { album.tracks.insert(tracks[number], at: 0) }
        let titles = album.tracks.map(\.title)
        #expect(titles.first == "199" && titles.count == 200 && Set(titles).count == 200)
        try context.save()
        let other = try file.context()
        #expect(try other.fetchAll(Album.self).first?.tracks.map(\.title) == titles)
    }

    @Test func `a denied save asks the store and writes nothing, not even for a moment`() throws {
        let file = try StoreFile(of: Rules.self)
        let made = try file.context()
        let owner = Owner(in: made, name: "owner")
        Guarding(in: made, name: "guard", owner: owner)
        try made.save()
        let context = try file.context()
        try context.delete(try #require(try context.fetchAll(Owner.self).first))
        let (_, statements) = context.recordStatements { #expect(throws: ObjectValidationError.self) { try context.save() } }
        #expect(!statements.isEmpty && statements.allSatisfy { $0.purpose != .save && $0.sql.hasPrefix("SELECT") })
    }
}
