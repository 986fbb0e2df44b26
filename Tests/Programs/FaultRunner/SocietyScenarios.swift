import RelationshipsModel
import Trellis

private func fill(_ context: ManagedObjectContext) throws {
    let country = Country(in: context, name: "Utopia", capital: City(in: context, name: "Amaurot"))
    let city = try country.capital.found()
    let people = ["Ann", "Bob", "Cid"].map { Person(in: context, name: $0, birthplace: city) }
    people[0].friends.insert(people[1])
    people[0].following.append(people[2])
    people[0].following.append(people[1])
    let album = Album(in: context, title: "Songs")
    for title in ["one", "two", "three", "four"] { album.tracks.append(Track(in: context, title: title)) }
    let posts = ["first", "second"].map { Post(in: context, title: $0) }
    let tags = ["red", "green", "blue"].map { Tag(in: context, name: $0) }
    for tag in tags { posts[0].tags.append(tag) }
    posts[1].tags.append(tags[2])
    for (index, name) in ["U", "V"].enumerated() {
        let user = User(in: context, name: name)
        user.profile = Profile(in: context, text: "of \(name)", user: user)
        user.badge = Badge(in: context, number: Int64(index))
    }
    let team = Team(in: context, name: "Team")
    for name in ["p", "q"] { team.players.insert(Player(in: context, name: name)) }
    for name in ["r", "s", "t"] { Player(in: context, name: name) }
}

private func every<Object: ManagedObject>(_ type: Object.Type, _ context: ManagedObjectContext) throws -> [Object] { try context.fetchAll(type) }

extension Scenario {
    private static func edit(_ name: String, _ edit: @escaping (ManagedObjectContext) throws -> Void) -> Scenario {
        saving(name, of: Society.self, fill: fill, edit: edit)
    }

    static var relationships: [Scenario] {
        [
            edit("exchange partners") { context in
                let users = try every(User.self, context)
                let (first, second) = (users[0].badge, users[1].badge)
                (users[0].badge, users[1].badge) = (second, first)
            },
            edit("insert and remove members") { context in
                let team = try every(Team.self, context)[0]
                let players = try every(Player.self, context)
                team.players.insert(players[2])
                team.players.remove(players[0])
            },
            edit("move ordered members") { context in
                let album = try every(Album.self, context)[0]
                album.tracks.move(from: 3, to: 0)
                album.tracks.insert(Track(in: context, title: "new"), at: 2)
                try context.delete(album.tracks[1])
            },
            edit("connect and disconnect many to many") { context in
                let people = try every(Person.self, context)
                people[0].friends.remove(people[1])
                people[2].friends.insert(people[0])
                people[2].friends.insert(people[1])
            },
            edit("move ordered members of many to many") { context in
                let (posts, tags) = (try every(Post.self, context), try every(Tag.self, context))
                posts[0].tags.move(from: 2, to: 0)
                posts[1].tags.insert(tags[0], at: 0)
                tags[2].posts.move(from: 1, to: 0)
            },
            edit("insert rows that lead to each other") { context in
                let city = City(in: context, name: "New")
                Country(in: context, name: "Newland", capital: city)
                let people = ["x", "y"].map { Person(in: context, name: $0, birthplace: city) }
                people[0].spouse = people[1]
            },
            edit("delete an owner with ordered members") { context in
                try context.delete(every(Album.self, context)[0])
                try context.delete(every(Post.self, context)[0])
                try context.delete(every(Person.self, context)[0])
            },
            asking("look along ordered and many-to-many relationships", of: Society.self, fill: fill, with: { try every(Post.self, $0) }) { context, posts in
                let found = posts.map { "\($0.tags.map { "\($0.name) \($0.posts.map(\.title))" })" }.joined()
                return found + "\(try context.count(Fetch<Tag>()))"
            },
        ]
    }
}
