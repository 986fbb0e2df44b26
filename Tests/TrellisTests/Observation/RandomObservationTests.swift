import LedgerModel
import Observation
import RelationshipsModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

/// After each step, exactly the properties with another value than before were reported.
struct RandomObservationTests {
    @Test func `reports are the differences of values, with derived values and inheritance`() throws {
        try run(LedgerSteps.self)
    }

    @Test func `reports are the differences of values, with relationships of every kind`() throws {
        try run(SocietySteps.self)
    }

    private func run<Steps: ObservedSteps>(_ type: Steps.Type, _ name: String = #function) throws {
        var random = SeededGenerator.forTests(name)
        let runs = TestScale.count(8, long: 300)
        var (reports, saves) = (0, 0)
        for _ in 0..<runs {
            let run = try ObservedRun<Steps>(seed: random.next())
            try run.run()
            (reports, saves) = (reports + run.reports, saves + run.saves)
        }
        #expect(reports > 20 * runs && saves > 3 * runs, "runs that report nothing show nothing")
    }
}

/// The objects of a model, for random edits and for watching.
protocol ObservedSteps: SendableMetatype {
    associatedtype Model: PersistentModel

    /// Edits random objects of a context.
    static func edit(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws -> String

    /// Runs a fetch, which merges what other contexts have saved.
    static func fetch(_ context: ManagedObjectContext) throws

    /// Watches of all properties of an object.
    static func watches(_ object: ManagedObject, _ names: ObjectNames) -> [Watch]
}

/// A store, a context whose objects are watched, and another one that edits the same store.
final class ObservedRun<Steps: ObservedSteps> {
    private let file: StoreFile<Steps.Model>
    let context: ManagedObjectContext
    private let other: ManagedObjectContext
    var random: SeededGenerator
    private var watches: [ObjectIdentifier: (object: ManagedObject, watches: [Watch])] = [:]
    let names = ObjectNames()
    var log: [String] = []
    private(set) var reports = 0
    private(set) var saves = 0

    init(seed: UInt64, notifiesObservers: Bool = true) throws {
        file = try StoreFile(of: Steps.Model.self)
        let container = try file.container()
        (context, other) = (try container.makeContext(), try container.makeContext())
        context.notifiesObservers = notifiesObservers
        (context.mergePolicy, other.mergePolicy) = (.storeWins, .objectWins)
        (context.automaticallyMergesChanges, other.automaticallyMergesChanges) = (true, true)
        random = SeededGenerator(seed: seed)
    }

    /// Gives the store its first objects.
    func begin() throws {
        for _ in 0..<30 { _ = try Steps.edit(context, &random) }
        try save(context)
    }

    func run() throws {
        try begin()
        for _ in 0..<60 {
            watch()
            log.append(try stepOrRollback())
            for (_, watches) in watches.values {
                for watch in watches {
                    let isExpected = watch.hasChanged
                    reports += watch.count
                    if watch.count == (isExpected ? 1 : 0) { continue }
                    Issue.record("\(watch.name): \(watch.before) -> \(watch.now), reported \(watch.count) times; \(log.suffix(12))")
                }
            }
        }
    }

    private func watch() {
        for object in context.registeredObjects where !object.isDeleted && watches[ObjectIdentifier(object)] == nil {
            if Int.random(in: 0..<3, using: &random) == 0 { continue }
            watches[ObjectIdentifier(object)] = (object, Steps.watches(object, names))
        }
        watches = watches.filter { !$0.value.object.isDeleted }
        for (_, watches) in watches.values { watches.forEach { $0.again() } }
    }

    private func save(_ context: ManagedObjectContext) throws {
        do {
            try context.save()
            saves += 1
        } catch {
            try context.rollback()
        }
    }

    /// A watch may read a derived value of an edited object whose row another context has deleted. The next operation of the context reports that.
    func stepOrRollback() throws -> String {
        do {
            return try step()
        } catch StoreError.rowDeleted {
            try context.rollback()
            return "rollback after a deleted row"
        }
    }

    private func step() throws -> String {
        let object = context.registeredObjects.randomElement(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1:
            try save(context)
            return "save"
        case 2:
            try context.rollback()
            return "rollback"
        case 3:
            if let object { try context.refresh(object, mergeChanges: Bool.random(using: &random)) }
            return "refresh \(names[object])"
        case 4:
            try context.refreshAll(mergeChanges: Bool.random(using: &random))
            return "refresh all"
        case 5, 6, 7:
            let edits = try (0..<3).map { _ in try Steps.edit(other, &random) }
            try save(other)
            try Steps.fetch(context)
            return "merge \(edits)"
        case 8:
            if let object { try context.delete(object) }
            return "delete \(names[object])"
        default: return try Steps.edit(context, &random)
        }
    }
}

// MARK: - Models

enum LedgerSteps: ObservedSteps {
    typealias Model = Ledger

    static func fetch(_ context: ManagedObjectContext) throws { _ = try context.fetchAll(Label.self) }

    static func edit(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws -> String {
        func some<Object: ManagedObject>(_ type: Object.Type) throws -> Object? {
            try context.fetchAll(type).randomElement(using: &random)
        }
        let number = Int64.random(in: 0..<1_000_000, using: &random)
        let small = Int64.random(in: 0..<3, using: &random)
        let kind = Int.random(in: 0..<22, using: &random)
        // Texts that differ in case or accents alone, and others.
        let spelling = ["Eva", "EVA", "Éva", "eve"][Int(number % 4)]
        switch kind {
        case 18: try some(Customer.self).map { $0.name = "\(spelling) \($0.name.split(separator: " ").last ?? "")" }
        case 19: try some(Customer.self)?.note = small == 0 ? nil : spelling
        case 20: try some(Boss.self)?.title = spelling
        case 21: try some(LedgerModel.Person.self)?.name = spelling
        case 0: Customer(in: context, name: "Customer \(number)")
        case 1: Order(in: context, number: small, customer: try some(Customer.self))
        case 2: OrderRow(in: context, pieces: Int16(small), order: try some(Order.self))
        case 3: Label(in: context, name: "Label \(small)", rank: Int32(small))
        case 4: LedgerModel.Person(in: context, name: "Person \(small)", age: small, boss: try some(Boss.self))
        case 5: Boss(in: context, name: "Boss", age: small, title: "\(small)")
        case 6: try some(Order.self)?.customer = try some(Customer.self)
        case 7: try some(Order.self)?.number = small
        case 8:
            if let customer = try some(Customer.self), let label = try some(Label.self) { customer.labels.insert(label) }
        case 9:
            if let customer = try some(Customer.self), let label = customer.labels.first { customer.labels.remove(label) }
        case 10:
            if let order = try some(Order.self), order.rows.count > 1 { order.rows.move(from: 0, to: order.rows.count - 1) }
        case 11: try some(OrderRow.self)?.pieces = Int16(small)
        case 12:
            if let person = try some(LedgerModel.Person.self), let friend = try some(LedgerModel.Person.self) {
                person.friends.insert(friend)
            }
        case 13: try some(LedgerModel.Person.self)?.boss = try some(LedgerModel.Person.self)
        case 14: try some(LedgerModel.Person.self)?.age = small
        case 15: if let boss = try some(Boss.self), let label = try some(Label.self) { boss.favourites.insert(label) }
        case 16: if let object = try some(Customer.self) { try context.delete(object) }
        default: if let object = try some(Label.self) { try context.delete(object) }
        }
        return "edit \(kind)"
    }

    static func watches(_ object: ManagedObject, _ names: ObjectNames) -> [Watch] {
        func watch(_ property: String, _ read: @escaping () -> String) -> Watch { Watch("\(names[object]).\(property)", read) }
        let facts = [
            watch("isUpdated") { "\(object.isUpdated)" }, watch("isInserted") { "\(object.isInserted)" },
            watch("isDeleted") { "\(object.isDeleted)" }, watch("hasChanges") { "\(object.hasChanges)" },
        ]
        switch object {
        case let customer as Customer:
            return facts + [
                watch("name") { customer.name }, watch("key") { customer.key }, watch("note") { customer.note ?? "nil" },
                watch("plainNote") { customer.plainNote ?? "nil" }, watch("orderCount") { "\(customer.orderCount)" },
                watch("labelRank") { "\(customer.labelRank)" }, watch("orders") { names.sorted(customer.orders) },
                watch("labels") { names.sorted(customer.labels) },
            ]
        case let order as Order:
            return facts + [
                watch("number") { "\(order.number)" }, watch("pieces") { "\(order.pieces)" }, watch("customer") { names[order.customer] },
                watch("rows") { names[order.rows] },
            ]
        case let row as OrderRow: return facts + [watch("pieces") { "\(row.pieces)" }, watch("order") { names[row.order] }]
        case let label as Label:
            return facts + [watch("customerCount") { "\(label.customerCount)" }, watch("customers") { names.sorted(label.customers) }]
        case let person as LedgerModel.Person:
            let boss = person as? Boss
            return facts + [
                watch("name") { person.name }, watch("age") { "\(person.age)" }, watch("friendCount") { "\(person.friendCount)" },
                watch("reportCount") { "\(person.reportCount)" }, watch("friends") { names.sorted(person.friends) },
                watch("boss") { names[person.boss] }, watch("reports") { names.sorted(person.reports) },
            ] + (boss.map { boss in
                [
                    watch("ages") { "\(boss.ages)" }, watch("favourites") { names.sorted(boss.favourites) },
                    watch("favouriteCount") { "\(boss.favouriteCount)" }, watch("plainTitle") { boss.plainTitle },
                    watch("title") { boss.title }, watch("plainName") { boss.plainName },
                ]
            } ?? [])
        default: return facts
        }
    }
}

enum SocietySteps: ObservedSteps {
    typealias Model = Society

    static func fetch(_ context: ManagedObjectContext) throws { _ = try context.fetchAll(Tag.self) }

    static func edit(_ context: ManagedObjectContext, _ random: inout SeededGenerator) throws -> String {
        func some<Object: ManagedObject>(_ type: Object.Type) throws -> Object? {
            try context.fetchAll(type).randomElement(using: &random)
        }
        typealias Person = RelationshipsModel.Person
        let kind = Int.random(in: 0..<20, using: &random)
        switch kind {
        case 0:
            let city = City(in: context, name: "City")
            Country(in: context, name: "Country", capital: city)
        case 1, 2:
            if let city = try some(City.self) { Person(in: context, name: "Person", home: try some(City.self), birthplace: city) }
        case 3: Post(in: context, title: "Post")
        case 4: Tag(in: context, name: "Tag")
        case 5: Track(in: context, title: "Track", album: try some(Album.self))
        case 6: Album(in: context, title: "Album")
        case 7: try some(Person.self)?.spouse = try some(Person.self)
        case 8: if let one = try some(Person.self), let two = try some(Person.self) { one.following.append(two) }
        case 9: if let one = try some(Person.self), !one.followers.isEmpty, let two = one.followers.first { one.followers.remove(two) }
        case 10: try some(Person.self)?.home = try some(City.self)
        case 11:
            if let post = try some(Post.self), let tag = try some(Tag.self) { post.tags.insert(tag, at: 0) }
        case 12: if let post = try some(Post.self), let person = try some(Person.self) { post.readers.insert(person) }
        case 13: try some(Track.self)?.album = try some(Album.self)
        case 14:
            if let album = try some(Album.self), album.tracks.count > 1 { album.tracks.move(from: album.tracks.count - 1, to: 0) }
        case 15: try some(Track.self)?.title = "Track \(Int.random(in: 0..<3, using: &random))"
        case 16:
            let user = User(in: context, name: "User", badge: nil)
            Profile(in: context, text: "x", user: user)
        case 17: if let badge = try some(Badge.self) { badge.holder = try some(User.self) } else { Badge(in: context, number: 1) }
        case 18: if let object = try some(Person.self) { try context.delete(object) }
        default: if let object = try some(User.self) { try context.delete(object) }
        }
        return "edit \(kind)"
    }

    static func watches(_ object: ManagedObject, _ names: ObjectNames) -> [Watch] {
        func watch(_ property: String, _ read: @escaping () -> String) -> Watch { Watch("\(names[object]).\(property)", read) }
        let facts = [watch("isUpdated") { "\(object.isUpdated)" }, watch("hasChanges") { "\(object.hasChanges)" }]
        switch object {
        case let person as RelationshipsModel.Person:
            return facts + [
                watch("name") { person.name }, watch("spouse") { names[person.spouse] }, watch("friends") { names.sorted(person.friends) },
                watch("following") { names[person.following] }, watch("followers") { names.sorted(person.followers) },
                watch("home") { names[person.home] }, watch("birthplace") { names[person.birthplace] },
            ]
        case let post as Post: return facts + [watch("tags") { names[post.tags] }, watch("readers") { names.sorted(post.readers) }]
        case let tag as Tag: return facts + [watch("posts") { names[tag.posts] }]
        case let album as Album: return facts + [watch("tracks") { names[album.tracks] }]
        case let track as Track: return facts + [watch("title") { track.title }, watch("album") { names[track.album] }]
        case let user as User: return facts + [watch("profile") { names[user.profile] }, watch("badge") { names[user.badge] }]
        case let badge as Badge: return facts + [watch("holder") { names[badge.holder] }]
        case let profile as Profile: return facts + [watch("user") { names[profile.user] }]
        case let city as City: return facts + [watch("country") { names[city.country] }]
        case let country as Country: return facts + [watch("capital") { names[country.capital] }]
        default: return facts
        }
    }
}
