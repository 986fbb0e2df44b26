import RelationshipsModel
import Testing
import Trellis

/// What one side of a one-to-one requires is checked by the save, whichever side holds the key.
struct OneToOneRequirementTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    init() throws {
        (file, context) = try StoreFile.withContext()
    }

    @Test func `the end with the key is checked when it lost what it requires`() throws {
        let ada = User(in: context, name: "Ada")
        let profile = Profile(in: context, user: ada)
        try context.save()
        ada.profile = nil
        #expect(context.failuresOfSaving() == [Broken("Profile.user", .required)])
        #expect(try file.column("SELECT user_id FROM profile") == ["1"])
        try context.delete(profile)
        try context.save()
        #expect(try file.rows("SELECT * FROM profile").isEmpty)
    }

    @Test func `a partner that is reassigned leaves a required relationship empty`() throws {
        let (ada, grace) = (User(in: context, name: "Ada"), User(in: context, name: "Grace"))
        let profile = Profile(in: context, user: ada)
        try context.save()
        let other = try file.context()
        let second: User = try other.named("Ada")
        let new = Profile(in: other, user: second)
        #expect(second.profile == new)
        #expect(other.failuresOfSaving() == [Broken("Profile.user", .required)])
        let former = try #require(other.updatedObjects.first)
        #expect(former.objectID == profile.objectID)
        grace.name = "still"
        try context.save()
        (former as? Profile)?.user = try other.named("still")
        try other.save()
        #expect(try file.rows("SELECT user_id, _version FROM profile ORDER BY _id") == [["2", "2"], ["1", "1"]])
    }

    @Test func `two that require each other are saved together`() throws {
        let country = Country(in: context, name: "France", capital: City(in: context, name: "Paris"))
        #expect(country.capital?.country == country)
        let late = City(in: context, name: "Rome")
        Country(in: context, name: "Italy", capital: late)
        try context.save()
        #expect(
            try file.rows("SELECT country.name, city.name FROM country JOIN city ON city._id = capital_id")
                == [["France", "Paris"], ["Italy", "Rome"]])
    }

    @Test func `the end without the key is checked when it is made, and when it lost what it requires`() throws {
        let paris = City(in: context, name: "Paris")
        #expect(context.failuresOfSaving() == [Broken("City.country", .required)])
        let france = Country(in: context, name: "France", capital: paris)
        try context.save()

        // The city has no column that changes, and it is not loaded in this new context.
        let other = try file.context()
        let again: Country = try other.named("France")
        again.capital = City(in: other, name: "Lyon")
        #expect(other.failuresOfSaving() == [Broken("City.country", .required)])
        let former: City = try other.named("Paris")
        #expect(former.country == nil)
        try other.delete(former)
        try other.save()
        #expect(try file.rows("SELECT city.name FROM city JOIN country ON capital_id = city._id") == [["Lyon"]])
        #expect(try file.column("SELECT COUNT(*) FROM city") == ["1"])
        #expect(france.name == "France")
    }

    @Test func `reassigning a capital leaves both former partners incomplete`() throws {
        let (paris, rome) = (City(in: context, name: "Paris"), City(in: context, name: "Rome"))
        let france = Country(in: context, name: "France", capital: paris)
        let italy = Country(in: context, name: "Italy", capital: rome)
        try context.save()
        paris.country = italy
        #expect(france.capital == nil)
        #expect(rome.country == nil)
        #expect(Set(context.failuresOfSaving()) == [Broken("Country.capital", .required), Broken("City.country", .required)])
        france.capital = rome
        try context.save()
        #expect(try file.rows("SELECT name, capital_id FROM country") == [["France", "2"], ["Italy", "1"]])
    }

    @Test(arguments: [false, true])
    func `a capital goes with its country and not without it, loaded or not`(_ isLoaded: Bool) throws {
        Country(in: context, name: "France", capital: City(in: context, name: "Paris"))
        try context.save()

        let other = try file.context()
        let city: City = try other.named("Paris")
        if isLoaded { #expect(city.country?.capital === city) }
        try other.delete(city)
        #expect(other.failuresOfSaving().contains(Broken("City.country", .deny(count: 1))))
        #expect(try file.column("SELECT COUNT(*) FROM city") == ["1"])

        let third = try file.context()
        try third.delete(try third.named("France") as Country)
        #expect(third.deletedObjects.count == 2)
        try third.save()
        #expect(try file.rows("SELECT * FROM city").isEmpty)
        #expect(try file.rows("SELECT * FROM country").isEmpty)
    }
}
