import Foundation
import LedgerModel
import TestSupport
import Testing
import Trellis

/// Orders in which differences of case and diacritics do not count: of stored and unsaved objects, of values and of live lists.
struct FoldedOrderTests {
    private typealias Label = LedgerModel.Label
    private static let all: TextOptions = [.caseInsensitive, .diacriticInsensitive]

    /// A plain word and one of its spellings, letter by letter from a table.
    private static func word(_ random: inout SeededGenerator) -> (plain: String, spelling: String) {
        let spellings: [(plain: String, spellings: [String])] = [
            ("a", ["a", "A", "á", "Ä", "a\u{301}", "Å", "A\u{30A}"]), ("b", ["b", "B"]), ("e", ["e", "É", "ê", "e\u{302}\u{301}"]),
            ("n", ["n", "Ñ", "n\u{303}"]), ("z", ["z", "Ž"]),
        ]
        return (0..<Int.random(in: 0...3, using: &random)).reduce(into: ("", "")) { word, _ in
            let letter = spellings.randomElement(using: &random) ?? spellings[0]
            word.0 += letter.plain
            word.1 += letter.spellings.randomElement(using: &random) ?? ""
        }
    }

    @Test(.filesOnly(.functions)) func `they are those of the plain words, with equal ones as they were saved`() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(10, long: 200) {
            let context = try StoreFile(of: Ledger.self).context()
            var labels: [(object: Label, plain: String)] = []
            var customers: [(object: Customer, plain: String)] = []
            // Live lists: of a text that is folded row by row, and of one with a derived attribute.
            let byName = Fetch<Label>().sorted { [$0.name.ascending(options: Self.all)] }
            let byNote = Fetch<Customer>().sorted { [$0.note.descending(options: Self.all)] }
            let labelList = FetchedResultsController(byName, in: context, isolation: nil)
            let customerList = FetchedResultsController(byNote, keepsSortKeys: Bool.random(using: &random), in: context, isolation: nil)
            try labelList.performFetch()
            try customerList.performFetch()
            for step in 0..<40 {
                let (plain, spelling) = Self.word(&random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: labels.append((Label(in: context, name: spelling), plain))
                case 2, 3: customers.append((Customer(in: context, name: "\(step)", note: spelling), plain))
                case 4:
                    if let place = labels.indices.randomElement(using: &random) {
                        labels[place].object.name = spelling
                        labels[place].plain = plain
                    }
                default:
                    if let place = customers.indices.randomElement(using: &random) {
                        customers[place].object.note = spelling
                        customers[place].plain = plain
                    }
                }
                if Int.random(in: 0..<5, using: &random) == 0 { try context.save() }
                try context.processPendingChanges()
                // Sorting with the place keeps the order of equal words: objects are saved in the order in which they were made.
                let expected = labels.enumerated().sorted { ($0.element.plain, $0.offset) < ($1.element.plain, $1.offset) }
                #expect(try context.fetch(byName) == expected.map(\.element.object))
                #expect(try labelList.fetchedObjects == expected.map(\.element.object))
                let descending = customers.enumerated().sorted {
                    $0.element.plain == $1.element.plain ? $0.offset < $1.offset : $0.element.plain > $1.element.plain
                }
                #expect(try context.fetch(byNote) == descending.map(\.element.object))
                #expect(try customerList.fetchedObjects == descending.map(\.element.object))
            }
        }
    }

    @Test(.filesOnly(.functions)) func `for any texts the order of the store is that of unsaved objects and of live lists`() throws {
        var random = SeededGenerator.forTests()
        let scalars = Array("aAbBßẞſİıiIσςΣÅåÅé\u{301}\u{323}\u{307}ŉǅﬀΐΰ가각 \u{345}ᾳ𐐀𐐨".unicodeScalars)
        for _ in 0..<TestScale.count(10, long: 300) {
            let file = try StoreFile(of: Ledger.self)
            let context = try file.context()
            let options = TextOptions(rawValue: .random(in: 1...3, using: &random))
            let isAscending = Bool.random(using: &random)
            let fetch = Fetch<Label>().sorted {
                [isAscending ? $0.name.ascending(options: options) : $0.name.descending(options: options)]
            }
            let list = FetchedResultsController(fetch, sections: .value(of: \.rank), in: context, isolation: nil)
            let plain = FetchedResultsController(fetch, in: context, isolation: nil)
            try list.performFetch()
            try plain.performFetch()
            for _ in 0..<30 {
                let text = (0..<Int.random(in: 0...3, using: &random)).map { _ in String(scalars.randomElement(using: &random) ?? "a") }
                Label(in: context, name: text.joined(), rank: .random(in: 0...2, using: &random))
            }
            try context.processPendingChanges()
            let unsaved = try context.fetch(fetch)
            #expect(try plain.fetchedObjects == unsaved)
            #expect(try list.fetchedObjects == (0...2).flatMap { rank in unsaved.filter { $0.rank == Int32(rank) } })
            try context.save()
            #expect(try context.fetch(fetch) == unsaved)
            // Texts that are equal in a condition are neighbours.
            for object in unsaved {
                let equal = try context.fetch(Label.where { $0.name.equals(object.name, options) })
                let places = try equal.map { try #require(unsaved.firstIndex(of: $0)) }.sorted()
                #expect(places.count == 1 + (try #require(places.last)) - places[0])
            }
        }
    }

    @Test(.filesOnly(.functions)) func `values, distinct ones, windows and paths through relationships have them`() throws {
        let file = try StoreFile(of: Ledger.self)
        let context = try file.context()
        for (number, name) in ["b", "Á", "a", "B", "ä"].enumerated() {
            Order(in: context, number: Int64(number), customer: Customer(in: context, name: "\(name)\(number)"))
        }
        try context.save()
        let byCustomer = Fetch<Order>().sorted { [$0.customer.name.ascending(options: Self.all)] }
        #expect(try context.fetch(byCustomer).map(\.number) == [1, 2, 4, 0, 3])
        let names = Fetch<Customer>().sorted { [$0.name.descending(options: .caseInsensitive)] }
        #expect(try context.fetch(names.limit(2).offset(1)).map(\.name) == ["Á1", "B3"])
        #expect(try context.fetch(names.values { $0.name }.distinct()) == ["ä4", "Á1", "B3", "b0", "a2"])
        Customer(in: context, name: "À9")
        #expect(try context.fetch(names.limit(2).offset(1)).map(\.name) == ["Á1", "À9"])
        #expect(try context.fetch(names.values { $0.name }.distinct()) == ["ä4", "Á1", "À9", "B3", "b0", "a2"])
    }
}
