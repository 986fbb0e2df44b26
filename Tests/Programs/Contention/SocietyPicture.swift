import RelationshipsModel
public import Trellis

/// Everything that a context shows of a society, as lines of text. An object is called by the beginning of its name, which stays.
public enum SocietyPicture {
    public static func lines(_ context: ManagedObjectContext) throws -> [String] {
        var lines = [String]()
        for user in try context.fetchAll(User.self) {
            lines.append("user \(user.name) profile \(user.profile?.text ?? "-") badge \(user.badge?.number ?? 0)")
        }
        for profile in try context.fetchAll(Profile.self) { lines.append("profile \(profile.text ?? "-") user \(label(profile.user?.name))") }
        for badge in try context.fetchAll(Badge.self) { lines.append("badge \(badge.number) holder \(label(badge.holder?.name))") }
        for country in try context.fetchAll(Country.self) {
            lines.append("country \(country.name) capital \(label(country.capital?.name))")
        }
        for city in try context.fetchAll(City.self) { lines.append("city \(city.name) country \(label(city.country?.name))") }
        for person in try context.fetchAll(Person.self) {
            lines.append(
                "person \(person.name) spouse \(label(person.spouse?.name)) friends \(labels(person.friends.map(\.name).sorted()))"
                    + " following \(labels(person.following.map(\.name))) followers \(labels(person.followers.map(\.name).sorted()))"
                    + " home \(label(person.home?.name)) birthplace \(label(person.birthplace?.name))")
        }
        for post in try context.fetchAll(Post.self) {
            lines.append("post \(post.title) tags \(labels(post.tags.map(\.name))) readers \(labels(post.readers.map(\.name).sorted()))")
        }
        for tag in try context.fetchAll(Tag.self) { lines.append("tag \(tag.name) posts \(labels(tag.posts.map(\.title)))") }
        for album in try context.fetchAll(Album.self) { lines.append("album \(album.title) tracks \(labels(album.tracks.map(\.title)))") }
        for track in try context.fetchAll(Track.self) { lines.append("track \(track.title) album \(label(track.album?.title))") }
        for team in try context.fetchAll(Team.self) {
            lines.append(
                "team \(team.name) players \(labels(team.players.map(\.name).sorted()))"
                    + " substitutes \(labels(team.substitutes.map(\.name).sorted()))")
        }
        for player in try context.fetchAll(Player.self) {
            lines.append("player \(player.name) team \(label(player.team?.name)) bench \(label(player.benchOf?.name))")
        }
        for reader in try context.fetchAll(Reader.self) { lines.append("reader \(reader.name) card \(reader.card?.number ?? 0)") }
        for card in try context.fetchAll(Card.self) { lines.append("card \(card.number) reader \(label(card.reader?.name))") }
        return lines.sorted()
    }

    private static func label(_ name: String?) -> String { name.map { String($0.prefix { $0 != "|" }) } ?? "-" }

    private static func labels(_ names: [String]) -> String { "[\(names.map { label($0) }.joined(separator: " "))]" }
}
