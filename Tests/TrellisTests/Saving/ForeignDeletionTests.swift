import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// What others delete while a context knows it, changes it or is about to lead to it.
struct ForeignDeletionTests {
    @Test(arguments: [MergePolicy.storeWins, .rollback])
    func `an object that yields to its row's deletion is connected with no object`(_ policy: MergePolicy) throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        context.mergePolicy = policy
        let (post, tag) = (Post(in: context, title: "post"), Tag(in: context, name: "tag"))
        try context.save()
        tag.name = "mine"
        post.tags.append(tag)
        post.title = "edited"
        try file.execute("DELETE FROM tag")
        try context.save()
        #expect(tag.isDeleted && post.tags.isEmpty)
        #expect(try file.rows("SELECT title FROM post") == [["edited"]])
    }

    @Test func `a row that others make again with its key is another object`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try file.execute("DELETE FROM customer")
        try context.refresh(ada)
        #expect(ada.isDeleted)
        #expect(try context.find(Customer.self, ada.objectID) == nil)
        try file.execute("INSERT INTO customer (_id, name) VALUES (1, 'Grace')")
        let grace = try #require(try context.find(Customer.self, ada.objectID))
        #expect(grace !== ada && grace.name == "Grace")
        #expect(try context.fetchAll(Customer.self) == [grace])
    }

    @Test func `a row that others make with the key of one that this context has deleted is found`() throws {
        let file = try StoreFile(of: Orders.self)
        let context = try file.context()
        let ada = Customer(in: context, name: "Ada")
        try context.save()
        try context.delete(ada)
        try context.save()
        try file.execute("INSERT INTO customer (_id, name) VALUES (1, 'Grace')")
        #expect(try context.find(Customer.self, ada.objectID)?.name == "Grace")
        #expect(try context.fetchAll(Customer.self).map(\.name) == ["Grace"])
        #expect(ada.isDeleted)
    }

    @Test func `what a save loads to check it has lost its key to what is deleted, and is saved so`() throws {
        let file = try StoreFile(of: Society.self)
        let made = try file.context()
        let players = (0..<5).map { Player(in: made, name: "\($0)") }
        let staying = Team(in: made, name: "staying")
        for player in players[0..<2] { staying.players.insert(player) }
        let going = Team(in: made, name: "going")
        for player in players[2..<4] { going.players.insert(player) }
        for player in players[0..<2] { going.substitutes.insert(player) }
        players[4].team = staying
        try made.save()

        let context = try file.context()
        let teams = try context.fetchAll(Team.self)
        // The players are unknown; counting them loads them.
        let last = try #require(try context.fetch(Fetch<Player>(where: .compare("name", .equal, to: "4"))).first)
        try context.delete(teams[1])
        last.team = nil
        try context.save()
        #expect(!context.hasChanges)
        let first = try #require(teams[0].players.first { $0.name == "0" })
        first.name = "edited"
        try context.save()
        #expect(try file.rows("SELECT name, bench_of_id, _version FROM player WHERE team_id IS NOT NULL") == [["edited", nil, "3"], ["1", nil, "2"]])
    }
}
