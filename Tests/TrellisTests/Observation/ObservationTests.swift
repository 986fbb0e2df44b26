import ArchiveModel
import AtlasModel
import AttributeOptionsModel
import Foundation
import LedgerModel
import Observation
import RelationshipsModel
import Testing
import Trellis

/// What `withObservationTracking` reports about edits in a context.
struct ObservationTests {
    private let names = ObjectNames()

    private func context<Model: PersistentModel>(_ model: Model.Type) throws -> ManagedObjectContext {
        let context = try PersistentContainer(for: model, at: .fresh).makeContext()
        context.notifiesObservers = true
        return context
    }

    // MARK: Attributes

    @Test func `an edit of an attribute is reported once, before it happens, and to its readers only`() throws {
        let context = try context(Ledger.self)
        let person = LedgerModel.Person(in: context, name: "Ada", age: 36)
        let (name, age) = (Watch { person.name }, Watch { "\(person.age)" })
        person.name = "Eve"
        person.name = "Bob"
        #expect(name.count == 1 && name.valueThen == "Ada")
        #expect(age.count == 0)
        person.age += 1
        #expect(age.count == 1 && age.valueThen == "36")
    }

    @Test func `setting the same value is not reported`() throws {
        let context = try context(Ledger.self)
        let person = LedgerModel.Person(in: context, name: "Ada", age: 36)
        let (name, age) = (Watch { person.name }, Watch { "\(person.age)" })
        (person.name, person.age) = ("Ada", 36)
        #expect(name.count == 0 && age.count == 0)
    }

    @Test func `a derived text is reported if it is another one, and not with each change of its source`() throws {
        let context = try context(Ledger.self)
        let airport = Airport(in: context, name: "Zoë", note: "a")
        let customer = Customer(in: context, name: "Zoë", note: nil)
        let (code, handle) = (Watch { airport.code }, Watch { airport.handle ?? "-" })
        let (name, key, note) = (Watch { customer.name }, Watch { customer.key }, Watch { customer.plainNote ?? "-" })
        (airport.name, airport.note) = ("ZOË", "A")
        (customer.name, customer.note) = ("zoe", "")
        #expect(code.count == 0 && handle.count == 0 && name.count == 1 && key.count == 0)
        #expect(note.count == 1 && note.valueThen == "-" && customer.plainNote == "")
        (airport.name, airport.note, customer.name) = ("zoe", nil, "Zora")
        #expect(code.count == 1 && code.valueThen == "ZOË" && airport.code == "ZOE")
        #expect(handle.count == 1 && handle.valueThen == "a" && key.count == 1 && key.valueThen == "zoe")
    }

    /// How an object gets another name than the one that was read.
    enum Renaming: CaseIterable {
        case merge, refresh, rollback, undo, childSave
    }

    @Test(arguments: Renaming.allCases, [true, false])
    func `a derived text is reported if it is another one afterwards, however its source changes`(_ renaming: Renaming, isSame: Bool) throws {
        let container = try PersistentContainer(for: Ledger.self, at: .fresh)
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let customer = Customer(in: context, name: "Ada")
        try context.save()
        (context.notifiesObservers, context.undoLevels) = (true, 5)
        let next = isSame ? "ADÁ" : "Eve"
        if renaming == .rollback || renaming == .undo { customer.name = next }
        let watches = [Watch("name") { customer.name }, Watch("key") { customer.key }]
        switch renaming {
        case .merge, .refresh:
            context.automaticallyMergesChanges = renaming == .merge
            try #require(try other.find(Customer.self, customer.objectID)).name = next
            try other.save()
            if renaming == .merge { _ = try context.fetchAll(Order.self) } else { try context.refresh(customer) }
        case .rollback: try context.rollback()
        case .undo: try context.undo()
        case .childSave:
            let child = context.makeChild()
            try #require(try child.find(Customer.self, customer.objectID)).name = next
            try child.save()
        }
        for watch in watches { expectReport(watch) }
        #expect(watches[0].hasChanged && watches[1].hasChanged == !isSame)
    }

    @Test func `an inherited attribute is reported, and a text that is derived from it`() throws {
        let context = try context(Ledger.self)
        let boss = Boss(in: context, name: "Zoë", title: "Dr")
        let (name, folded, title) = (Watch { boss.name }, Watch { boss.plainName }, Watch { boss.title })
        boss.name = "Ada"
        #expect(name.count == 1 && folded.count == 1 && title.count == 0)
        #expect(folded.valueThen == "zoe" && boss.plainName == "ada")
    }

    @Test func `a composite is reported as a whole, and the composites beside it are not`() throws {
        let context = try context(Atlas.self)
        let home = Address(street: "Main", city: "Bath")
        let person = AtlasModel.Person(in: context, name: "Ada", home: home, work: home, fee: Money(amount: 1), note: nil)
        let watches = [Watch { person.home.city }, Watch { "\(person.work?.city ?? "-")" }, Watch { "\(person.fee.amount)" }]
        person.home.city = "York"
        #expect(watches.map(\.count) == [1, 0, 0])
        #expect(watches[0].valueThen == "Bath")
        person.home.city = "Hull"
        person.work = nil
        #expect(watches.map(\.count) == [1, 1, 0])
        person.work = nil
        watches.forEach { $0.again() }
        person.work = home
        person.fee.amount = 2
        #expect(watches.map(\.count) == [0, 1, 1])
    }

    @Test func `JSON, lazy and transient attributes are reported`() throws {
        let archive = try context(Archive.self)
        let document = Document(in: archive, number: 1, tags: ["a"], span: DateInterval())
        let (tags, counts) = (Watch { "\(document.tags)" }, Watch { "\(document.counts)" })
        document.tags.append("b")
        #expect(tags.count == 1 && tags.valueThen == "[\"a\"]" && counts.count == 0)

        let options = try context(AttributeOptions.self)
        let upload = Upload(in: options, name: "film", size: 1)
        let (progress, note, name) = (Watch { "\(upload.progress)" }, Watch { upload.note ?? "-" }, Watch { upload.name })
        upload.progress = 0
        #expect(progress.count == 0)
        upload.progress = 0.5
        #expect(progress.count == 1 && progress.valueThen == "0.0" && upload.progress == 0.5)
        upload.note = "slow"
        #expect(note.count == 1 && name.count == 0 && upload.note == "slow")
        #expect(!upload.hasChanges || upload.isInserted)
    }

    // MARK: Relationships

    @Test func `both ends of a relationship are reported, whichever is edited`() throws {
        let context = try context(Ledger.self)
        let (ada, bob) = (Customer(in: context, name: "Ada"), Customer(in: context, name: "Bob"))
        let order = Order(in: context, number: 1, customer: ada)
        let watches = [Watch { names[order.customer] }, Watch { names[ada.orders] }, Watch { names[bob.orders] }, Watch { "\(order.number)" }]
        order.customer = bob
        #expect(watches.map(\.count) == [1, 1, 1, 0])
        #expect(watches.map(\.valueThen) == [names[ada], names[order], "", nil])
        watches.forEach { $0.again() }
        ada.orders.insert(order)
        #expect(watches.map(\.count) == [1, 1, 1, 0])
        watches.forEach { $0.again() }
        ada.orders.insert(order)
        order.customer = ada
        bob.orders.remove(order)
        #expect(watches.map(\.count) == [0, 0, 0, 0])
        ada.orders.removeAll()
        #expect(watches.map(\.count) == [1, 1, 0, 0])
    }

    @Test func `members of a join table and their order are reported at both ends`() throws {
        let context = try context(Society.self)
        let (post, other) = (Post(in: context, title: "A"), Post(in: context, title: "B"))
        let tags = ["x", "y", "z"].map { Tag(in: context, name: $0) }
        for tag in tags { post.tags.append(tag) }
        try context.save()
        let watches = [Watch { names[post.tags] }, Watch { names[tags[2].posts] }, Watch { names[other.tags] }]
        post.tags.move(from: 2, to: 0)
        #expect(watches.map(\.count) == [1, 0, 0])
        watches.forEach { $0.again() }
        post.tags.move(from: 0, to: 0)
        post.tags.sort { $0.name == "z" && $1.name != "z" }
        #expect(watches.map(\.count) == [0, 0, 0])
        tags[2].posts.append(other)
        #expect(watches.map(\.count) == [0, 1, 1])
        watches.forEach { $0.again() }
        post.tags.remove(at: 0)
        #expect(watches.map(\.count) == [1, 1, 0])
        #expect(watches[0].valueThen == names[[tags[2], tags[0], tags[1]]])
    }

    @Test func `one-to-one relationships report partners that are lost`() throws {
        let context = try context(Society.self)
        let city = City(in: context, name: "Rome")
        let people = ["Ada", "Bob", "Eve"].map { RelationshipsModel.Person(in: context, name: $0, birthplace: city) }
        people[0].spouse = people[1]
        let (user, badge, other) = (User(in: context, name: "U"), Badge(in: context, number: 1), Badge(in: context, number: 2))
        user.badge = badge
        let spouses = people.map { person in Watch { names[person.spouse] } }
        let badges = [Watch { names[user.badge] }, Watch { names[badge.holder] }, Watch { names[other.holder] }]
        people[2].spouse = people[0]
        #expect(spouses.map(\.count) == [1, 1, 1])
        user.badge = other
        #expect(badges.map(\.count) == [1, 1, 1])
    }

    @Test func `asking whether an object is a member is observed`() throws {
        let context = try context(Ledger.self)
        let (ada, order) = (Customer(in: context, name: "Ada"), Order(in: context, number: 1))
        let watch = Watch { "\(ada.orders.contains(order))" }
        order.customer = ada
        #expect(watch.count == 1 && watch.valueThen == "false")
    }

    // MARK: Deletes

    @Test func `a delete reports the relationships that lose the object, by any rule`() throws {
        let context = try context(Society.self)
        let (rome, bath) = (City(in: context, name: "Rome"), City(in: context, name: "Bath"))
        let italy = Country(in: context, name: "Italy", capital: rome)
        Country(in: context, name: "Avon", capital: bath)
        let people = ["Ada", "Bob"].map { RelationshipsModel.Person(in: context, name: $0, birthplace: bath) }
        people[0].home = rome
        people[0].friends.insert(people[1])
        people[0].following.append(people[1])
        let post = Post(in: context, title: "A")
        post.readers.insert(people[1])
        try context.save()
        let watches = [
            Watch { names[people[0].home] }, Watch { names[people[0].friends] }, Watch { names[people[0].following] },
            Watch { names[post.readers] }, Watch { names[people[0].birthplace] }, Watch { "\(people[1].isDeleted)" },
        ]
        try context.delete(italy)
        #expect(watches.map(\.count) == [1, 0, 0, 0, 0, 0])
        #expect(watches[0].valueThen == names[rome])
        try context.delete(people[1])
        #expect(watches.map(\.count) == [1, 1, 1, 1, 0, 1])
        watches.forEach { $0.again() }
        try context.save()
        #expect(watches.map(\.count) == [0, 0, 0, 0, 0, 0])
    }

    @Test func `cascades report the members that are deleted elsewhere`() throws {
        let context = try context(Ledger.self)
        let ada = Customer(in: context, name: "Ada")
        let orders = (1...3).map { Order(in: context, number: $0, customer: ada) }
        let row = OrderRow(in: context, order: orders[0])
        let watches = [Watch { names[row.order] }, Watch { names[orders[0].rows] }, Watch { names.sorted(ada.orders) }]
        try context.delete(orders[0])
        expectReport(watches[2])
        watches.forEach { $0.again() }
        try context.delete(ada)
        #expect(watches[2].hasChanged == (watches[2].count == 1))
    }

    // MARK: Facts

    @Test func `isInserted, isUpdated, isDeleted and hasChanges are observed`() throws {
        let context = try context(Society.self)
        let post = Post(in: context, title: "A")
        func watches() -> [Watch] {
            [
                Watch("isInserted") { "\(post.isInserted)" }, Watch("isUpdated") { "\(post.isUpdated)" },
                Watch("isDeleted") { "\(post.isDeleted)" }, Watch("hasChanges") { "\(post.hasChanges)" },
            ]
        }
        let all = watches()
        func expect(_ counts: [Int], sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(all.map(\.count) == counts, sourceLocation: sourceLocation)
            for watch in all { expectReport(watch, sourceLocation: sourceLocation) }
            all.forEach { $0.again() }
        }
        try context.save()
        expect([1, 0, 0, 1])
        post.title = "B"
        expect([0, 1, 0, 1])
        post.title = "C"
        expect([0, 0, 0, 0])
        try context.rollback()
        expect([0, 1, 0, 1])
        let tag = Tag(in: context, name: "x")
        post.tags.append(tag)
        expect([0, 0, 0, 1])
        post.tags.remove(tag)
        for watch in all { expectReport(watch) }
        try context.rollback()
        all.forEach { $0.again() }
        try context.delete(post)
        expect([0, 0, 1, 1])
        try context.save()
        expect([0, 0, 0, 1])
    }

    // MARK: What is not observed

    @Test func `only objects that are read within a tracking are known to observers`() throws {
        let context = try context(Ledger.self)
        let people = (0..<3).map { LedgerModel.Person(in: context, name: "\($0)") }
        for person in people { #expect(person.name.count == 1 && person.friends.isEmpty && !person.isDeleted) }
        #expect(context.observedObjectCount == 0)
        let watch = Watch { people[1].name }
        #expect(context.observedObjectCount == 1 && watch.count == 0)
    }

    @Test func `a context that does not notify observers tracks nothing`() throws {
        let context = try context(Ledger.self)
        context.notifiesObservers = false
        let person = LedgerModel.Person(in: context, name: "Ada")
        let watch = Watch { "\(person.name) \(person.friends.count) \(person.isDeleted)" }
        person.name = "Eve"
        #expect(watch.count == 0 && context.observedObjectCount == 0)
        context.notifiesObservers = true
        let other = Watch { person.name }
        context.notifiesObservers = false
        person.name = "Bob"
        #expect(other.count == 1, "what was read before is still reported")
    }

    @Test @MainActor func `the view context notifies observers, and other contexts do when they are asked to`() throws {
        let container = try PersistentContainer(for: Ledger.self, at: .fresh)
        #expect(container.viewContext.notifiesObservers)
        #expect(try !container.makeContext().notifiesObservers)
    }

    @Test func `an object that is released is forgotten`() throws {
        let context = try context(Ledger.self)
        for name in ["Ada", "Bob"] { LedgerModel.Person(in: context, name: name) }
        try context.save()
        do {
            let people = try context.fetchAll(LedgerModel.Person.self)
            withObservationTracking { _ = people.map(\.name) } onChange: {}
            #expect(context.observedObjectCount == 2)
        }
        try context.refreshAll()
        #expect(context.observedObjectCount == 0)
    }
}
