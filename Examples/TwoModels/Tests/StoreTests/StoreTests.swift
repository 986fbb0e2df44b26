import AccountStore
import CatalogStore
import Testing
import Trellis
import TrellisTesting

@Suite struct `Two models in two targets` {
    @Test func `a catalog lists books since a day with their authors`() throws {
        let store = try TestStore(of: Catalog.self)
        let ursula = Author(in: store.context, name: "Ursula K. Le Guin")
        Book(in: store.context, title: "The Dispossessed", published: Day("1974-05-01"), author: ursula)
        Book(in: store.context, title: "Rocannon's World", published: Day("1966-01-01"), author: ursula)
        try store.context.save()

        let since = try #require(Day("1970-01-01"))
        let books = try Book.since(day: since, in: store.context)
        #expect(books.map(\.heading) == ["Ursula K. Le Guin: The Dispossessed"])
    }

    @Test func `a reader is blocked by the number of the card`() throws {
        let store = try TestStore(of: Accounts.self)
        Reader(in: store.context, name: "Ada", card: "000001")
        Reader(in: store.context, name: "Grace", card: "000002")
        try store.context.save()

        #expect(try Reader.block(card: "000002", in: store.context))
        #expect(try !Reader.block(card: "000003", in: store.context))
        #expect(try Reader.blockedByName(in: store.context).map(\.name) == ["Grace"])
    }
}
