import RelationshipsModel
import Testing
import Trellis

/// Conditions and sorts along one-to-one relationships, whichever side holds the key: the store's answer, and with changes pending
/// the answer that the store gives once they are saved.
struct PartnerFetchTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let readers: [Reader]
    private let cards: [Card]

    /// a has card 10, b has card 200, c has none; no reader has card 30.
    init() throws {
        (file, context) = try StoreFile.withContext()
        let (ten, large, free) = (Card(in: context, number: 10), Card(in: context, number: 200), Card(in: context, number: 30))
        readers = [
            Reader(in: context, name: "a", card: ten), Reader(in: context, name: "b", card: large), Reader(in: context, name: "c"),
        ]
        cards = [ten, large, free]
        try context.save()
    }

    private func ofCard(_ card: Card) throws -> [String] {
        try Reader.ofCard(card: card, in: context).map(\.name)
    }

    private func withoutCard() throws -> [String] {
        try Reader.withoutCard(in: context).map(\.name)
    }

    /// Fetches that go along the relationship in every way.
    private static let fetches: [Fetch<Reader>] = [
        Fetch(where: .compare("card.number", .greater, to: 20), sort: [.ascending("card.number")]),
        Fetch(sort: [.descending("card.number"), .ascending("name")]),
        Fetch(where: .compare("card.number", .notEqual, to: 10), sort: [.ascending("name")], limit: 2),
        Fetch(where: .compare("card", .notEqual, to: Card?.none), sort: [.ascending("card.number")], limit: 1),
        Fetch(where: .compare("card.reader.name", .equal, to: "a")),
        Fetch(where: .not(.compare("card.reader", .equal, to: Reader?.none)), sort: [.ascending("card.reader.name")]),
    ]

    private func expectSaveChangesNoAnswer(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let pending = try Self.fetches.map { try context.fetch($0).map(\.name) }
        let cards = try context.fetch(Fetch<Card>(where: .compare("reader.name", .greater, to: "a"))).map(\.number)
        try context.save()
        #expect(try Self.fetches.map { try context.fetch($0).map(\.name) } == pending, sourceLocation: sourceLocation)
        let fresh = try file.context()
        #expect(try Self.fetches.map { try fresh.fetch($0).map(\.name) } == pending, sourceLocation: sourceLocation)
        #expect(
            try fresh.fetch(Fetch<Card>(where: .compare("reader.name", .greater, to: "a"))).map(\.number) == cards,
            sourceLocation: sourceLocation)
    }

    @Test func `conditions and sorts along the side without the key find what is stored`() throws {
        #expect(try ofCard(cards[0]) == ["a", "b"])
        #expect(try ofCard(cards[1]) == ["b"])
        #expect(try ofCard(cards[2]) == ["b"])
        #expect(try withoutCard() == ["c"])
        #expect(
            try Self.fetches.map { try context.fetch($0).map(\.name) } == [
                ["b"], ["b", "a", "c"], ["b", "c"], ["a"], ["a"], ["a", "b"],
            ])
    }

    @Test func `cards that change hands are seen before the save`() throws {
        readers[2].card = cards[0]
        #expect(try ofCard(cards[0]) == ["b", "c"])
        #expect(try withoutCard() == ["a"])
        cards[2].reader = readers[0]
        #expect(try ofCard(cards[2]) == ["a", "b"])
        #expect(try withoutCard() == [])
        try expectSaveChangesNoAnswer()
        let card = readers[0].card
        readers[0].card = readers[1].card
        readers[1].card = card
        #expect(try ofCard(cards[0]) == ["a", "c"])
        try expectSaveChangesNoAnswer()
    }

    @Test func `a card whose number changes is seen, though no reader did`() throws {
        cards[0].number = 500
        #expect(try ofCard(cards[2]) == ["a", "b"])
        #expect(try context.fetch(Self.fetches[1]).map(\.name) == ["a", "b", "c"])
        try expectSaveChangesNoAnswer()
    }

    @Test func `a card that is deleted has no reader`() throws {
        try context.delete(cards[1])
        #expect(try withoutCard() == ["b", "c"])
        #expect(try ofCard(cards[0]) == ["a"])
        try expectSaveChangesNoAnswer()
        #expect(try ofCard(cards[0]) == ["a"])
    }

    @Test func `a reader that is deleted is found by none, and its card is free`() throws {
        try context.delete(readers[1])
        #expect(try ofCard(cards[0]) == ["a"])
        #expect(try context.fetch(Fetch<Card>(where: .compare("reader", .equal, to: Reader?.none))) == [cards[1], cards[2]])
        try expectSaveChangesNoAnswer()
    }

    @Test func `what is new is found by what is new`() throws {
        let card = Card(in: context, number: 60)
        let new = Reader(in: context, name: "d", card: card)
        #expect(try Reader.ofCard(card: card, in: context) == [readers[1], new])
        #expect(try context.fetch(Fetch<Card>(where: .compare("reader", .equal, to: new))) == [card])
        let newcomer = Reader(in: context, name: "e")
        #expect(try withoutCard() == ["c", "e"])
        newcomer.card = card
        #expect(try Reader.ofCard(card: card, in: context) == [readers[1], newcomer])
        #expect(try withoutCard() == ["c", "d"])
        try expectSaveChangesNoAnswer()
        #expect(try Reader.ofCard(card: card, in: context) == [readers[1], newcomer])
    }

    @Test func `a path goes on beyond a partner`() throws {
        let ada = User(in: context, name: "Ada", badge: Badge(in: context, number: 7))
        let profile = Profile(in: context, text: "text", user: ada)
        Profile(in: context, text: "other", user: User(in: context, name: "Grace"))
        let byBadge = Fetch<Profile>(where: .compare("user.badge.number", .equal, to: 7))
        let byText = Fetch<Badge>(where: .compare("holder.profile.text", .equal, to: "text"))
        for _ in 1...2 {
            #expect(try context.fetch(byBadge) == [profile])
            #expect(try context.fetch(byText).map(\.number) == [7])
            try context.save()
        }
        profile.text = "changed"
        #expect(try context.fetch(byText).isEmpty)
        ada.badge?.number = 8
        #expect(try context.fetch(byBadge).isEmpty)
    }

    @Test func `a relationship that is its own inverse is a key like any other`() throws {
        let people = try Person.people("a", "b", "c", in: context)
        people[0].spouse = people[1]
        let single = Fetch<Person>(where: .compare("spouse", .equal, to: Person?.none))
        let ofA = Fetch<Person>(where: .compare("spouse.name", .equal, to: "a"))
        for _ in 1...2 {
            #expect(try context.fetch(single) == [people[2]])
            #expect(try context.fetch(ofA) == [people[1]])
            try context.save()
        }
        people[2].spouse = people[0]
        for _ in 1...2 {
            #expect(try context.fetch(single) == [people[1]])
            #expect(try context.fetch(ofA) == [people[2]])
            try context.save()
        }
    }

    @Test func `a named fetch over two relationships to one entity sees both`() throws {
        let (team, x) = (Team(in: context, name: "team"), Team(in: context, name: "x"))
        let players = ["d", "c", "b", "a"].map { Player(in: context, name: $0) }
        team.players.replace(with: players[0...1])
        x.players.replace(with: players[2...3])
        let bench = ["s", "t"].map { Player(in: context, name: $0, benchOf: team) }
        for _ in 1...2 {
            #expect(try Player.withoutBench(in: context).map(\.name) == ["c", "d"])
            try context.save()
        }
        bench[0].benchOf = nil
        bench[1].benchOf = nil
        players[0].benchOf = x
        players[1].benchOf = x
        for _ in 1...2 {
            #expect(try Player.withoutBench(in: context).map(\.name) == ["s", "t"])
            try context.save()
        }
    }
}
