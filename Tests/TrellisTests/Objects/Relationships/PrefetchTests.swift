import OrdersModel
import RelationshipsModel
import Testing
import Trellis

/// What is prefetched needs no query any more: the tests empty the tables behind the context's back and look whether it is there.
struct PrefetchTests {
    private let file: StoreFile<Society>
    private let setup: ManagedObjectContext
    private let context: ManagedObjectContext

    init() throws {
        (file, setup) = try StoreFile.withContext()
        context = try file.context()
    }

    private func emptyTables(_ tables: String...) throws {
        for table in tables { try file.execute("DELETE FROM \(table)") }
    }

    @Test func `a to-one relationship is loaded, once for objects that lead to the same`() throws {
        let (thun, bern) = (City(withCountryIn: setup, name: "Thun"), City(withCountryIn: setup, name: "Bern"))
        Person(in: setup, name: "a", home: thun, birthplace: bern)
        Person(in: setup, name: "b", home: thun, birthplace: thun)
        Person(in: setup, name: "c", birthplace: bern)
        try setup.save()
        let people = try context.fetch(Fetch<Person>(sort: [.ascending("name")], prefetch: ["home", "birthplace"]))
        try emptyTables("city", "country")
        #expect(people.map { $0.home?.name } == ["Thun", "Thun", nil])
        #expect(people.map { $0.birthplace?.name } == ["Bern", "Thun", "Bern"])
        #expect(people[0].home === people[1].home)
    }

    @Test func `typed paths name the same relationships as texts, also through members`() throws {
        let typed = Order.where { $0.made }.prefetching { ($0.customer, $0.rows.each { $0.service }, $0.rows) }
        #expect(typed.prefetch == ["customer", "rows.service", "rows"])
        #expect(OrderRow.where { $0.sum > 1 }.prefetching("order").prefetching { $0.order.customer }.prefetch == ["order", "order.customer"])

        let album = Album(in: setup, title: "x")
        album.tracks.append(Track(in: setup, title: "1"))
        try setup.save()
        let found = try context.fetch(Album.where { $0.title == "x" }.prefetching { $0.tracks.each { $0.album } })
        try emptyTables("track")
        #expect(found.map { $0.tracks.map(\.title) } == [["1"]])
    }

    @Test func `both sides of a one-to-one relationship are loaded`() throws {
        for (number, name) in ["a", "b"].enumerated() {
            Reader(in: setup, name: name, card: Card(in: setup, number: Int64(number)))
        }
        Reader(in: setup, name: "c")
        try setup.save()
        let readers = try context.fetch(Fetch<Reader>(sort: [.ascending("name")], prefetch: ["card"]))
        let others = try file.context()
        let cards = try others.fetch(Fetch<Card>(sort: [.ascending("number")], prefetch: ["reader"]))
        try emptyTables("card", "reader")
        #expect(readers.map { $0.card?.number } == [0, 1, nil])
        #expect(cards.map { $0.reader?.name } == ["a", "b"])
    }

    @Test func `ordered members come in their order, and owners without members have none`() throws {
        let albums = ["x", "y", "z"].map { Album(in: setup, title: $0) }
        let tracks = (0..<6).map { Track(in: setup, title: "\($0)") }
        for number in [4, 0, 2] { albums[0].tracks.append(tracks[number]) }
        for number in [5, 1] { albums[2].tracks.append(tracks[number]) }
        try setup.save()
        albums[0].tracks.move(from: 2, to: 0)
        try setup.save()
        let found = try context.fetch(Fetch<Album>(sort: [.ascending("title")], prefetch: ["tracks"]))
        try emptyTables("track")
        #expect(found.map { $0.tracks.map(\.title) } == [["2", "4", "0"], [], ["5", "1"]])
        #expect(found[0].tracks.allSatisfy { $0.album === found[0] })
    }

    @Test func `many-to-many relationships are loaded from both ends, in the order of each`() throws {
        let posts = ["p", "q"].map { Post(in: setup, title: $0) }
        let tags = ["s", "t", "u"].map { Tag(in: setup, name: $0) }
        for tag in [tags[2], tags[0]] { posts[0].tags.append(tag) }
        for tag in [tags[1], tags[2]] { posts[1].tags.append(tag) }
        tags[2].posts.move(from: 1, to: 0)
        try setup.save()
        let foundPosts = try context.fetch(Fetch<Post>(sort: [.ascending("title")], prefetch: ["tags", "readers"]))
        let foundTags = try context.fetch(Fetch<Tag>(sort: [.ascending("name")], prefetch: ["posts"]))
        let tables = try file.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%tag%'")
        for table in tables { try file.execute("DELETE FROM \"\(table)\"") }
        #expect(foundPosts.map { $0.tags.map(\.name) } == [["u", "s"], ["t", "u"]])
        #expect(foundTags.map { $0.posts.map(\.title) } == [["p"], ["q"], ["q", "p"]])
        #expect(foundPosts.allSatisfy { $0.readers.isEmpty })
    }

    @Test func `a relationship to the same entity is loaded, whose objects are fetched themselves`() throws {
        let people = try Person.people("a", "b", "c", in: setup)
        people[0].friends.insert(people[1])
        people[0].spouse = people[2]
        for person in [people[2], people[1]] { people[0].following.append(person) }
        try setup.save()
        let found = try context.fetch(
            Fetch<Person>(sort: [.ascending("name")], prefetch: ["friends", "spouse", "following", "followers"]))
        for table in try file.column("SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'person%'") {
            try file.execute("DELETE FROM \"\(table)\"")
        }
        #expect(found.map { $0.friends.map(\.name) } == [["b"], ["a"], []])
        #expect(found.map { $0.spouse?.name } == ["c", nil, "a"])
        #expect(found.map { $0.following.map(\.name) } == [["c", "b"], [], []])
        #expect(found.map { $0.followers.map(\.name) } == [[], ["a"], ["a"]])
    }

    @Test func `a path loads every step of it`() throws {
        let file = try StoreFile(of: Orders.self)
        let setup = try file.context()
        for (name, sums) in [("Ada", [1, 2]), ("Grace", [3])] {
            let customer = Customer(in: setup, name: name)
            let order = Order(in: setup, customer: customer)
            for sum in sums { OrderRow(in: setup, sum: 1, order: order, service: Service(in: setup, name: "service \(sum)")) }
        }
        try setup.save()
        let context = try file.context()
        let fetch = Fetch<Customer>(sort: [.ascending("name")], prefetch: ["orders.rows.service", "orders.rows"])
        let (customers, statements) = try context.recordStatements { try context.fetch(fetch) }
        // One query for each entity, and none for what is known.
        #expect(statements.map(\.purpose) == [.fetch, .prefetch, .prefetch, .prefetch])
        #expect(statements.map(\.rows) == [2, 2, 3, 3])
        #expect(StatementFigures(statements).prefetches == 3)
        #expect(try context.recordStatements { try context.fetch(fetch) }.statements.map(\.purpose) == [.fetch])
        for table in ["service", "order_row", "\"order\"", "customer"] { try file.execute("DELETE FROM \(table)") }
        let services = customers.map { $0.orders.flatMap { $0.rows.map { $0.service?.name } } }
        #expect(services == [["service 1", "service 2"], ["service 3"]])
    }

    // MARK: Changes that are not saved

    @Test func `members that moved, came and went since the last save are seen as they are`() throws {
        let albums = ["x", "y"].map { Album(in: setup, title: $0) }
        for number in 0..<4 { albums[0].tracks.append(Track(in: setup, title: "\(number)")) }
        try setup.save()

        let mine = try context.fetch(Fetch<Album>(sort: [.ascending("title")]))
        let tracks = try context.fetch(Fetch<Track>(sort: [.ascending("title")]))
        tracks[1].album = mine[1]
        tracks[2].album = nil
        try context.delete(tracks[3])
        Track(in: context, title: "new", album: mine[0])
        _ = try context.fetch(Fetch<Album>(prefetch: ["tracks"]))
        try emptyTables("track")
        #expect(mine.map { $0.tracks.map(\.title) } == [["0", "new"], ["1"]])
    }

    @Test func `connections that were made and undone since the last save are seen as they are`() throws {
        let people = try Person.people("a", "b", "c", in: setup)
        people[0].friends.insert(people[1])
        try setup.save()

        let mine = try context.fetch(Fetch<Person>(sort: [.ascending("name")]))
        mine[0].friends.remove(mine[1])
        mine[2].friends.insert(mine[0])
        _ = try context.fetch(Fetch<Person>(prefetch: ["friends"]))
        for table in try file.column("SELECT name FROM sqlite_schema WHERE name LIKE 'person_%' AND type = 'table'") {
            try file.execute("DELETE FROM \"\(table)\"")
        }
        #expect(mine.map { $0.friends.map(\.name) } == [["c"], [], ["a"]])
    }

    @Test func `what is loaded already keeps what it shows`() throws {
        let album = Album(in: setup, title: "x")
        Track(in: setup, title: "0", album: album)
        try setup.save()
        let mine = try #require(try context.fetchAll(Album.self).first)
        #expect(mine.tracks.count == 1)
        Track(in: setup, title: "1", album: album)
        try setup.save()
        _ = try context.fetch(Fetch<Album>(prefetch: ["tracks"]))
        #expect(mine.tracks.count == 1)
    }

    @Test func `an object that was never saved is fetched with what it holds`() throws {
        let album = Album(in: context, title: "x")
        Track(in: context, title: "0", album: album)
        let found = try context.fetch(Fetch<Album>(prefetch: ["tracks.album"]))
        #expect(found == [album])
        #expect(album.tracks.map(\.title) == ["0"])
    }

    // MARK: Mistakes

    @Test(
        "a path that is none is refused, and nothing is fetched",
        arguments: ["title", "tracks.title", "track", "", "tracks.", "tracks..album"])
    func wrongPath(path: String) {
        #expect(throws: StoreError.notARelationship(path: path, entity: "Album")) {
            try context.fetch(Fetch<Album>(prefetch: [path]))
        }
        #expect(
            StoreError.notARelationship(path: path, entity: "Album").description
                == "'\(path)' is not a path of relationships that begins in 'Album': prefetch relationships only")
    }

    @Test func `a key whose row is gone leads nowhere`() throws {
        let city = City(withCountryIn: setup, name: "Thun")
        Person(in: setup, name: "a", home: city, birthplace: city)
        try setup.save()
        try emptyTables("city")
        let found = try context.fetch(Fetch<Person>(prefetch: ["home.country"]))
        #expect(found.first.map { $0.home == nil } == true)
    }

    @Test func `thousands of owners are loaded at once`() throws {
        for number in 0..<3_000 {
            let album = Album(in: setup, title: "\(number)")
            for place in 0..<(number % 3) { Track(in: setup, title: "\(place)", album: album) }
        }
        try setup.save()
        let albums = try context.fetch(Fetch<Album>(prefetch: ["tracks"]))
        try emptyTables("track")
        #expect(albums.map(\.tracks.count) == (0..<3_000).map { $0 % 3 })
    }
}
