import Foundation
import InheritanceModel
import TestSupport
import Testing
import Trellis

/// Every shape of a fetch against a naive one in memory, after random edits that are not saved.
struct RandomFetchShapeTests {
    /// People and places, and all of them that are there.
    private final class World {
        let context: ManagedObjectContext
        var people: [Person] = []
        var places: [Place] = []
        private var number: Int64 = 0

        init(_ context: ManagedObjectContext) {
            self.context = context
        }

        private static let names = ["a", "A", "b", "e\u{301}", "\u{e9}", "z"]

        func edit(_ random: inout SeededGenerator) throws {
            let name = Self.names.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<14, using: &random) {
            case 0...2:
                add(Person(in: context, name: name), &random)
            case 3:
                add(Guest(in: context, name: name), &random)
            case 4, 5:
                number += 1
                let office = Office(in: context, title: name)
                places.append(office)
                let salary = Decimal(Int.random(in: 0..<4, using: &random)) / 4
                add(
                    number % 2 == 0
                        ? Employee(in: context, name: "\(name)\(number)", number: number, salary: salary, office: office)
                        : Manager(in: context, name: "\(name)\(number)", number: number, salary: salary, office: office), &random)
            case 6:
                places.append(House(in: context, title: name))
            case 7:
                places.randomElement(using: &random)?.title = name
            case 8, 9:
                guard let person = people.randomElement(using: &random) else { return }
                if person is Employee == false { person.name = name }
            case 10:
                people.randomElement(using: &random)?.home = places.randomElement(using: &random)
            case 11:
                let friend = Bool.random(using: &random) ? people.randomElement(using: &random) : nil
                people.randomElement(using: &random)?.friend = friend
            case 12:
                guard let person = people.randomElement(using: &random) else { return }
                try context.delete(person)
            default:
                // Dwellers deny, and staff would go along.
                let empty = places.filter { $0 is House && $0.dwellers.count == 0 }
                guard let house = empty.randomElement(using: &random) else { return }
                try context.delete(house)
            }
            people.removeAll { $0.isDeleted }
            places.removeAll { $0.isDeleted }
        }

        private func add(_ person: Person, _ random: inout SeededGenerator) {
            person.home = Bool.random(using: &random) ? places.randomElement(using: &random) : nil
            person.friend = people.randomElement(using: &random)
            people.append(person)
        }
    }

    /// A question in two forms.
    private struct Question<Root: Person> {
        var fetch = Fetch<Root>()
        var isMet: (Root) -> Bool = { _ in true }
        /// Whether the first comes before the second, or nil.
        var order: [(Root, Root) -> Bool?] = []
    }

    private static func precedes(_ left: String?, _ right: String?) -> Bool? {
        switch (left, right) {
        case (nil, nil): nil
        case (nil, _): true
        case (_, nil): false
        case (let left?, let right?):
            left.utf8.elementsEqual(right.utf8) ? nil : left.utf8.lexicographicallyPrecedes(right.utf8)
        }
    }

    private static let texts: [(path: String, value: @Sendable (Person) -> String?)] = [
        ("name", { $0.name }), ("home.title", { $0.home?.title }), ("friend.name", { $0.friend?.name }),
        ("friend.home.title", { $0.friend?.home?.title }),
    ]

    private func question<Root: Person>(_ random: inout SeededGenerator) throws -> Question<Root> {
        var question = Question<Root>()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let (path, value) = try #require(Self.texts.prefix(Int.random(in: 1...4, using: &random)).last)
            let text = ["a", "b", nil].randomElement(using: &random) ?? nil
            let before = question.isMet
            if let text, Int.random(in: 0..<4, using: &random) == 0 {
                // Among those whose friend the person is.
                let quantifier: Quantifier = [.any, .all, .none].randomElement(using: &random) ?? .any
                let isLess = Condition.compare("friends.name", .less, .text(text))
                question.fetch = question.fetch.where(.quantified(quantifier, isLess))
                question.isMet = { person in
                    let names = person.friends.map(\.name)
                    let count = names.count { Self.precedes($0, text) == true }
                    let holds = quantifier == .any ? count > 0 : quantifier == .all ? count == names.count : count == 0
                    return holds && before(person)
                }
            } else if Bool.random(using: &random) {
                question.fetch = question.fetch.where(.compare(path, .notEqual, to: text))
                question.isMet = { before($0) && Self.precedes(value($0), text) != nil }
            } else if let text {
                question.fetch = question.fetch.where(.compare(path, .less, to: text))
                question.isMet = { before($0) && value($0) != nil && Self.precedes(value($0), text) == true }
            }
        }
        var terms = [SortTerm]()
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let (path, value) = try #require(Self.texts.prefix(Int.random(in: 1...4, using: &random)).last)
            let isAscending = Bool.random(using: &random)
            terms.append(isAscending ? .ascending(path) : .descending(path))
            question.order.append { Self.precedes(value($0), value($1)).map { $0 == isAscending } }
        }
        question.fetch = question.fetch.sorted(by: terms)
        if Bool.random(using: &random) { question.fetch = question.fetch.limit(Int.random(in: 0...8, using: &random)) }
        if Bool.random(using: &random) { question.fetch = question.fetch.offset(Int.random(in: 0...8, using: &random)) }
        if Int.random(in: 0..<3, using: &random) == 0 { question.fetch = question.fetch.includingSubentities(false) }
        return question
    }

    private func wholeAnswer<Root: Person>(_ question: Question<Root>, _ world: World) -> [Root] {
        let found = world.people.compactMap { $0 as? Root }.filter {
            (question.fetch.includesSubentities || type(of: $0) == Root.self) && question.isMet($0)
        }
        return found.sorted { left, right in
            for order in question.order {
                if let isFirst = order(left, right) { return isFirst }
            }
            return switch (left.objectID.rowID, right.objectID.rowID) {
            case (let left?, let right?): left < right
            case (nil, nil): (world.people.firstIndex(of: left) ?? 0) < (world.people.firstIndex(of: right) ?? 0)
            case (let left, _): left != nil
            }
        }
    }

    private func cut<Element>(_ all: [Element], _ fetch: Fetch<some Person>) -> [Element] {
        Array(all.dropFirst(fetch.offset).prefix(fetch.limit ?? .max))
    }

    private func check<Root: Person>(_ question: Question<Root>, _ world: World, _ seen: inout Set<String>) throws {
        let fetch = question.fetch
        let context = world.context
        let all = wholeAnswer(question, world)
        let expected = cut(all, fetch)
        #expect(try context.fetch(fetch) == expected, "\(fetch)")
        #expect(try context.first(fetch) == expected.first, "\(fetch)")
        #expect(try context.count(fetch) == expected.count, "\(fetch)")
        #expect(try context.exists(fetch) == !expected.isEmpty, "\(fetch)")
        #expect(try context.ids(fetch) == expected.map(\.objectID), "\(fetch)")
        #expect(Array(try context.objects(fetch, batchSize: 3)) == expected, "\(fetch)")

        let values = fetch.values(
            FetchedProperty<String>("name"), FetchedProperty<String?>("friend.home.title"), FetchedProperty<ObjectID?>("home"))
        let tuples = try context.fetch(values)
        #expect(tuples.map { bytes($0.0) } == expected.map { bytes($0.name) }, "\(fetch)")
        #expect(tuples.map { bytes($0.1) } == expected.map { bytes($0.friend?.home?.title) }, "\(fetch)")
        #expect(tuples.map(\.2) == expected.map { $0.home?.objectID }, "\(fetch)")

        // Only of what is chosen can distinct values be in order.
        var distinct = fetch.values(FetchedProperty<String>("name")).distinct()
        distinct.fetch.sort = [.descending("name")]
        var names = [[UInt8]]()
        for name in all.map({ bytes($0.name) }) where !names.contains(name) { names.append(name) }
        names.sort { $1.lexicographicallyPrecedes($0) }
        #expect(try context.fetch(distinct).map { bytes($0) } == cut(names, fetch), "\(fetch)")

        if !expected.isEmpty { seen.insert("found") }
        if expected.count < all.count { seen.insert("cut") }
        if context.hasChanges { seen.insert("pending") }
        if !fetch.includesSubentities { seen.insert("own") }
    }

    private func bytes(_ text: String?) -> [UInt8] { text.map { Array($0.utf8) } ?? [0] }

    /// Groups of what is saved.
    private func checkGroups(_ world: World) throws {
        let salary = GroupColumn<Decimal>.sum("salary")
        let groups = try world.context.fetch(
            Fetch<Employee>().storedGroups(GroupColumn<String?>.key("home.title"), .count, salary, .count("friend"))
                .sorted(by: salary.descending))
        var expected = [[UInt8]: (count: Int, salary: Decimal, friends: Int)]()
        for employee in world.people.compactMap({ $0 as? Employee }) {
            let known = expected[bytes(employee.home?.title)] ?? (0, 0, 0)
            expected[bytes(employee.home?.title)] = (
                known.count + 1, known.salary + employee.salary, known.friends + (employee.friend == nil ? 0 : 1)
            )
        }
        let order = expected.sorted { left, right in
            left.value.salary == right.value.salary
                ? left.key.lexicographicallyPrecedes(right.key) : left.value.salary > right.value.salary
        }
        #expect(groups.map { bytes($0.0) } == order.map(\.key))
        #expect(groups.map(\.1) == order.map(\.value.count))
        #expect(groups.map(\.2) == order.map(\.value.salary))
        #expect(groups.map(\.3) == order.map(\.value.friends))
    }

    @Test(.filesOnly(.functions)) func `every shape gives what a naive fetch in memory gives`() throws {
        var random = SeededGenerator.forTests()
        var seen = Set<String>()
        for _ in 0..<TestScale.count(4, long: 100) {
            let file = try StoreFile(of: Inheritance.self)
            let world = World(try file.context())
            for round in 0..<12 {
                for _ in 0..<Int.random(in: 0...12, using: &random) { try world.edit(&random) }
                for _ in 0..<5 {
                    try check(try question(&random) as Question<Person>, world, &seen)
                    try check(try question(&random) as Question<Employee>, world, &seen)
                }
                if round % 3 == 2 {
                    try world.context.save()
                    // Nodes add up no decimals.
                    if !TestStore.isOnCluster { try checkGroups(world) }
                }
            }
        }
        #expect(seen == ["found", "cut", "pending", "own"])
    }
}
