import RelationshipsModel
import Testing
import Trellis

/// To-one relationships without an inverse.
struct NoInverseToOneTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    /// Ada lives in Paris and Bob in Rome; everybody was born in Rome. A city goes with its country.
    init() throws {
        (file, context) = try StoreFile.withContext()
        let (paris, rome) = (City(in: context, name: "Paris"), City(in: context, name: "Rome"))
        Country(in: context, name: "France", capital: paris)
        Country(in: context, name: "Italy", capital: rome)
        Person(in: context, name: "Ada", home: paris, birthplace: rome)
        Person(in: context, name: "Bob", home: rome, birthplace: rome)
        try context.save()
    }

    private func delete(_ country: String, in context: ManagedObjectContext) throws {
        try context.delete(try context.named(country) as Country)
    }

    private func homes() throws -> [[String?]] {
        try file.rows("SELECT name, home_id FROM person ORDER BY _id")
    }

    @Test func `it leads where it was set to, and nothing else changes`() throws {
        let ada: Person = try context.named("Ada")
        let (paris, rome): (City, City) = (try context.named("Paris"), try context.named("Rome"))
        #expect(ada.home == paris)
        ada.home = rome
        #expect(context.updatedObjects == [ada])
        ada.birthplace = paris
        try context.save()
        #expect(try file.rows("SELECT home_id, birthplace_id FROM person") == [["2", "1"], ["2", "2"]])
        let other = try file.context()
        let again: Person = try other.named("Ada")
        #expect(again.home?.name == "Rome")
        #expect(again.birthplace?.name == "Paris")
    }

    // MARK: Optional

    @Test func `an optional one that is loaded leads nowhere when its destination is deleted`() throws {
        let ada: Person = try context.named("Ada")
        #expect(ada.home?.name == "Paris")
        try delete("France", in: context)
        #expect(ada.home == nil)
        try context.save()
        #expect(ada.home == nil)
        #expect(try homes() == [["Ada", nil], ["Bob", "2"]])
        // It can be edited on, and led elsewhere.
        ada.name = "Ada L."
        try context.save()
        ada.home = try context.named("Rome")
        try context.save()
        #expect(try homes() == [["Ada L.", "2"], ["Bob", "2"]])
    }

    @Test func `an optional one that was never loaded is cleared in the file`() throws {
        let other = try file.context()
        try delete("France", in: other)
        try other.save()
        #expect(try homes() == [["Ada", nil], ["Bob", "2"]])
        let ada: Person = try other.named("Ada")
        #expect(ada.home == nil)
    }

    @Test(arguments: [false, true])
    func `pending changes that lead to what is deleted lead nowhere, whichever came first`(_ deletesFirst: Bool) throws {
        let paris: City = try context.named("Paris")
        let (bob, rome): (Person, City) = (try context.named("Bob"), try context.named("Rome"))
        if deletesFirst { try delete("France", in: context) }
        bob.home = paris
        let new = Person(in: context, name: "new", home: paris, birthplace: rome)
        if !deletesFirst { try delete("France", in: context) }
        #expect(bob.home == nil)
        #expect(new.home == nil)
        try context.save()
        #expect(try homes() == [["Ada", nil], ["Bob", nil], ["new", nil]])
    }

    @Test func `one that was led elsewhere in the same save stays there`() throws {
        let (ada, rome): (Person, City) = (try context.named("Ada"), try context.named("Rome"))
        ada.home = rome
        try delete("France", in: context)
        try context.save()
        #expect(ada.home == rome)
        #expect(try homes() == [["Ada", "2"], ["Bob", "2"]])
    }

    @Test func `a destination that was never saved leaves nothing behind`() throws {
        let ada: Person = try context.named("Ada")
        let new = City(withCountryIn: context, name: "new")
        ada.home = new
        try context.delete(try #require(new.country))
        #expect(ada.home == nil)
        try context.save()
        #expect(try homes() == [["Ada", nil], ["Bob", "2"]])
        #expect(try file.column("SELECT COUNT(*) FROM city") == ["2"])
    }

    @Test(arguments: [false, true])
    func `a fetch sees that a destination is going to be deleted`(_ isChanged: Bool) throws {
        let ada: Person = try context.named("Ada")
        if isChanged { ada.name = "Ada L." }
        try delete("France", in: context)
        let homeless = Fetch<Person>(where: .compare("home", .equal, to: City?.none))
        let elsewhere = Fetch<Person>(where: .compare("home.name", .equal, to: "Paris"))
        #expect(try context.fetch(homeless) == [ada])
        #expect(try context.fetch(elsewhere).isEmpty)
        try context.save()
        #expect(try context.fetch(homeless) == [ada])
        #expect(try context.fetch(elsewhere).isEmpty)
        #expect(try file.context().fetch(homeless).map(\.objectID) == [ada.objectID])
    }

    // MARK: Required

    @Test(arguments: [false, true])
    func `a required one denies the delete of its destination, loaded or not`(_ isLoaded: Bool) throws {
        let other = isLoaded ? context : try file.context()
        if isLoaded { #expect(try other.fetchAll(Person.self).allSatisfy { $0.birthplace?.name == "Rome" }) }
        let rome: City = try other.named("Rome")
        try delete("Italy", in: other)
        let error = try #require(throws: ObjectValidationError.self) { try other.save() }
        #expect(error.failures.map(\.objectID) == [rome.objectID])
        #expect(error.failures.map(\.property) == ["Person.birthplace"])
        #expect(error.failures.map(\.rule) == [.deny(count: 2)])
        #expect(try file.column("SELECT name FROM country") == ["France", "Italy"])
        #expect(try homes() == [["Ada", "1"], ["Bob", "2"]])
    }

    @Test func `a required one lets go where its objects move away or go as well, in the same save`() throws {
        let (ada, bob): (Person, Person) = (try context.named("Ada"), try context.named("Bob"))
        let paris: City = try context.named("Paris")
        try delete("Italy", in: context)
        ada.birthplace = paris
        #expect(context.failuresOfSaving() == [Broken("City.Person.birthplace", .deny(count: 1))])
        try context.delete(bob)
        try context.save()
        #expect(try file.rows("SELECT name, birthplace_id, home_id FROM person") == [["Ada", "1", "1"]])
        #expect(try file.column("SELECT name FROM city") == ["Paris"])
    }

    @Test func `a pending object that requires what is deleted is told`() throws {
        let (ada, paris): (Person, City) = (try context.named("Ada"), try context.named("Paris"))
        let new = Person(in: context, name: "new", birthplace: paris)
        ada.birthplace = paris
        try delete("France", in: context)
        #expect(Set(context.failuresOfSaving()) == [Broken("Person.birthplace", .deletedDestination)])
        try context.delete(new)
        ada.birthplace = try context.named("Rome")
        try context.save()
        #expect(try homes() == [["Ada", nil], ["Bob", "2"]])
    }

    @Test func `a destination that was never saved refuses no deletion`() throws {
        let city = City(withCountryIn: context, name: "new")
        let person = Person(in: context, name: "new", birthplace: city)
        try context.delete(try #require(city.country))
        #expect(context.failuresOfSaving() == [Broken("Person.birthplace", .deletedDestination)])
        person.birthplace = try context.named("Rome")
        try context.save()
        #expect(try file.column("SELECT birthplace_id FROM person") == ["2", "2", "2"])
    }
}

/// To-many relationships without an inverse.
struct NoInverseToManyTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext
    private let people: [Person]
    private let posts: [Post]

    /// Two posts; the first was read by a and b, the second by b and c.
    init() throws {
        (file, context) = try StoreFile.withContext()
        people = try Person.people("a", "b", "c", "d", in: context)
        let (first, second) = (Post(in: context, title: "first"), Post(in: context, title: "second"))
        posts = [first, second]
        first.readers.replace(with: people[0...1])
        second.readers.replace(with: people[1...2])
        try context.save()
    }

    private func rows() throws -> [[String?]] {
        try file.rows("SELECT post_id, person_id FROM post_readers ORDER BY 1, 2")
    }

    @Test func `an object can be a member of many, and another context sees it`() throws {
        #expect(try rows() == [["1", "1"], ["1", "2"], ["2", "2"], ["2", "3"]])
        let other = try file.context()
        let first: Post = try other.named("first", "title")
        #expect(Set(first.readers.map(\.name)) == ["a", "b"])
        first.readers.insert(try other.named("c"))
        first.readers.remove(try other.named("b"))
        try other.save()
        #expect(try rows() == [["1", "1"], ["1", "3"], ["2", "2"], ["2", "3"]])
    }

    @Test func `members come and go without being loaded`() throws {
        let other = try file.context()
        let (all, titled) = (try other.fetchAll(Person.self), try other.fetchAll(Post.self))
        titled[0].readers.insert(all[3])
        titled[0].readers.remove(all[0])
        titled[1].readers.removeAll()
        #expect(titled[0].readers.contains(all[3]))
        #expect(!titled[0].readers.contains(all[0]))
        #expect(titled[0].readers.contains(all[1]))
        try other.save()
        #expect(try rows() == [["1", "2"], ["1", "4"]])
        #expect(Set(titled[0].readers) == [all[1], all[3]])
    }

    @Test(arguments: [false, true])
    func `a deleted member is in no view, and its rows go, loaded or not`(_ isLoaded: Bool) throws {
        let other = isLoaded ? context : try file.context()
        let (all, titled) = (try other.fetchAll(Person.self), try other.fetchAll(Post.self))
        if isLoaded { #expect(titled.map(\.readers.count) == [2, 2]) }
        try other.delete(all[1])
        #expect(titled.map { $0.readers.map(\.name) } == [["a"], ["c"]])
        #expect(!titled[0].readers.contains(all[1]))
        #expect(titled.allSatisfy { !$0.hasChanges })
        try other.save()
        #expect(try rows() == [["1", "1"], ["2", "3"]])
        #expect(titled.map { $0.readers.map(\.name) } == [["a"], ["c"]])
    }

    @Test func `a member that is connected and deleted in the same save leaves nothing`() throws {
        posts[0].readers.insert(people[3])
        posts[1].readers.remove(people[2])
        let new = try Person.people("new", in: context)[0]
        posts[0].readers.insert(new)
        for person in [people[3], people[2], new] { try context.delete(person) }
        #expect(Set(posts[0].readers) == [people[0], people[1]])
        #expect(Array(posts[1].readers) == [people[1]])
        try context.save()
        #expect(try rows() == [["1", "1"], ["1", "2"], ["2", "2"]])
        #expect(!context.hasChanges)
    }

    @Test func `deleting an owner leaves its members, and their other connections`() throws {
        try context.delete(posts[0])
        try context.save()
        #expect(try rows() == [["2", "2"], ["2", "3"]])
        #expect(try file.column("SELECT COUNT(*) FROM person") == ["4"])
    }

    @Test func `two contexts add the same member`() throws {
        let other = try file.context()
        let (all, titled) = (try other.fetchAll(Person.self), try other.fetchAll(Post.self))
        titled[0].readers.insert(all[3])
        posts[0].readers.insert(people[3])
        try other.save()
        try context.save()
        #expect(try rows() == [["1", "1"], ["1", "2"], ["1", "4"], ["2", "2"], ["2", "3"]])
    }

    @Test func `replacing keeps who stays, lets go who goes and takes who comes`() throws {
        posts[0].readers.replace(with: [people[1], people[2], people[2]])
        #expect(Set(posts[0].readers) == [people[1], people[2]])
        try context.save()
        #expect(try rows() == [["1", "2"], ["1", "3"], ["2", "2"], ["2", "3"]])
    }
}
