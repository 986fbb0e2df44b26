import RelationshipsModel
public import TestSupport
public import Trellis

/// Random edits of a society, by the members that every program uses.
public struct SocietyEdits {
    public var random: SeededGenerator
    private var count = 0

    public init(_ random: SeededGenerator) { self.random = random }

    private mutating func name() -> String {
        count += 1
        return "n\(count)"
    }

    public mutating func pick<Object: ManagedObject>(_ type: Object.Type, _ context: ManagedObjectContext) throws -> Object? {
        try context.fetchAll(type).randomElement(using: &random)
    }

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    public mutating func make(in context: ManagedObjectContext) throws {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: User(in: context, name: name())
        case 1: if let user = try pick(User.self, context) { Profile(in: context, text: name(), user: user) }
        case 2:
            let holder = try pick(User.self, context)
            count += 1
            Badge(in: context, number: Int64(count), holder: chance(2) ? holder : nil)
        case 3: Country(in: context, name: name(), capital: City(in: context, name: name()))
        case 4, 5: if let city = try pick(City.self, context) { Person(in: context, name: name(), birthplace: city) }
        case 6: Post(in: context, title: name())
        case 7: Tag(in: context, name: name())
        case 8: Album(in: context, title: name())
        case 9: Track(in: context, title: name(), album: try pick(Album.self, context))
        case 10:
            let team = Team(in: context, name: name())
            for _ in 0..<2 { Player(in: context, name: name(), team: team) }
        default:
            let reader = Reader(in: context, name: name())
            count += 1
            Card(in: context, number: Int64(count), reader: chance(2) ? reader : nil)
        }
    }

    public mutating func delete(in context: ManagedObjectContext) throws {
        let all: [ManagedObject?] = [
            try pick(User.self, context), try pick(Badge.self, context), try pick(Country.self, context), try pick(City.self, context),
            try pick(Person.self, context), try pick(Person.self, context), try pick(Post.self, context), try pick(Tag.self, context),
            try pick(Album.self, context), try pick(Track.self, context), try pick(Team.self, context), try pick(Player.self, context),
            try pick(Reader.self, context), try pick(Card.self, context), try pick(Profile.self, context),
        ]
        if let object = all.compactMap(\.self).randomElement(using: &random) { try context.delete(object) }
    }

    public mutating func change(in context: ManagedObjectContext) throws {
        let (person, other) = (try pick(Person.self, context), try pick(Person.self, context))
        let (post, tag) = (try pick(Post.self, context), try pick(Tag.self, context))
        let (album, track) = (try pick(Album.self, context), try pick(Track.self, context))
        switch Int.random(in: 0..<20, using: &random) {
        case 0: if let person { person.name = "\(person.name.prefix { $0 != "|" })|\(Int.random(in: 0..<9, using: &random))" }
        case 1: person?.spouse = chance(3) ? nil : other
        case 2: if let person, let other { person.friends.contains(other) ? person.friends.remove(other) : person.friends.insert(other) }
        case 3, 4:
            if let person, let other { person.following.contains(other) ? person.following.remove(other) : person.following.append(other) }
        case 5: if let person, person.following.count > 1 { person.following.move(from: 0, to: person.following.count - 1) }
        case 6: if let person, let other { person.followers.insert(other) }
        case 7: person?.home = chance(3) ? nil : try pick(City.self, context)
        case 8: if let city = try pick(City.self, context) { person?.birthplace = city }
        case 9, 10: if let post, let tag { post.tags.contains(tag) ? post.tags.remove(tag) : post.tags.insert(tag, at: 0) }
        case 11: if let tag { tag.posts.sort { $0.title > $1.title } }
        case 12: if let post, let person { post.readers.contains(person) ? post.readers.remove(person) : post.readers.insert(person) }
        case 13: track?.album = chance(3) ? nil : album
        case 14: if let album, let track { album.tracks.insert(track, at: Int.random(in: 0...album.tracks.count, using: &random)) }
        case 15: if let album { album.tracks.replace(with: album.tracks.reversed().dropFirst(chance(2) ? 1 : 0)) }
        case 16: try pick(Player.self, context)?.team = chance(4) ? nil : try pick(Team.self, context)
        case 17: try pick(Team.self, context)?.substitutes.replace(with: try context.fetchAll(Player.self).shuffled(using: &random).prefix(2))
        case 18: try pick(Reader.self, context)?.card = try pick(Card.self, context)
        default: try pick(User.self, context)?.badge = try pick(Badge.self, context)
        }
    }

    public mutating func edit(_ context: ManagedObjectContext) throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...2: try make(in: context)
        case 3: try delete(in: context)
        default: try change(in: context)
        }
    }
}
