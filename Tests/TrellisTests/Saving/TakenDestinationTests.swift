import RelationshipsModel
import Testing
import Trellis

/// A conflict leaves a one-to-one key to the store, and other objects of the save wanted its destination.
struct TakenDestinationTests {
    private let file: StoreFile<Society>
    private let here: ManagedObjectContext
    private let there: ManagedObjectContext
    private let users: [User]

    /// Three users, who have no profile and no badge.
    init() throws {
        (file, here) = try StoreFile.withContext()
        let context = here
        users = ["u", "v", "w"].map { User(in: context, name: $0) }
        try here.save()
        there = try file.context()
        here.mergePolicy = .storeWins
    }

    private func holders() throws -> [[String?]] {
        try file.rows("SELECT number, name FROM badge LEFT JOIN user ON user._id = holder_id ORDER BY badge._id")
    }

    /// Two badges, the first one of which the first user holds.
    private func badges() throws -> [Badge] {
        let badges = [Badge(in: here, number: 1, holder: users[0]), Badge(in: here, number: 2)]
        try here.save()
        return badges
    }

    private func theirs(_ badge: Badge) throws -> Badge {
        try #require(try there.find(Badge.self, badge.objectID))
    }

    @Test func `a new object is saved without a destination that the store keeps`() throws {
        let badges = try badges()
        try theirs(badges[0]).holder = try there.named("w")
        try there.save()
        badges[0].holder = users[1]
        let new = Badge(in: here, number: 3, holder: users[0])
        try here.save()
        #expect(try holders() == [["1", "w"], ["2", nil], ["3", nil]])
        #expect(badges[0].holder === users[2] && new.holder == nil && !here.hasChanges)
        #expect(users[0].badge == nil && users[2].badge === badges[0])
    }

    @Test func `another object keeps its old destination, and its other values are saved`() throws {
        let badges = try badges()
        try theirs(badges[0]).holder = try there.named("w")
        try there.save()
        badges[0].holder = users[1]
        (badges[1].holder, badges[1].number) = (users[0], 22)
        try here.save()
        #expect(try holders() == [["1", "w"], ["22", nil]])
        #expect(badges[1].holder == nil && badges[1].number == 22 && !here.hasChanges)
        here.mergePolicy = .error
        badges[1].number = 23
        try here.save()
    }

    @Test func `another object with no other change is not written`() throws {
        let badges = try badges()
        try theirs(badges[0]).holder = try there.named("w")
        try there.save()
        badges[0].holder = users[1]
        badges[1].holder = users[0]
        try here.save()
        #expect(try holders() == [["1", "w"], ["2", nil]])
        #expect(try file.column("SELECT _version FROM badge ORDER BY _id") == ["2", "1"])
        #expect(badges[1].holder == nil && !badges[1].hasChanges)
    }

    @Test func `a deletion that the store refuses keeps its destination from the others`() throws {
        let badges = try badges()
        try theirs(badges[0]).number = 11
        try there.save()
        try here.delete(badges[0])
        badges[1].holder = users[0]
        try here.save()
        #expect(try holders() == [["11", "u"], ["2", nil]])
        #expect(!badges[0].isDeleted && badges[0].holder === users[0] && badges[1].holder == nil)
    }

    @Test func `a new object that requires the destination makes the conflict an error`() throws {
        let profile = Profile(in: here, text: "old", user: users[0])
        try here.save()
        let other = try #require(try there.find(Profile.self, profile.objectID))
        other.user = try there.named("w")
        try there.save()
        profile.user = users[1]
        let new = Profile(in: here, text: "new", user: users[0])
        let error = #expect(throws: ConflictError.self) { try here.save() }
        #expect(error?.conflicts.map(\.objectID) == [profile.objectID])
        #expect(try file.column("SELECT user_id FROM profile") == ["3"])
        #expect(new.isInserted && profile.user === users[1])
    }

    @Test func `a destination that any number of objects may have is taken all the same`() throws {
        let people = try Person.people("a", "b", in: here)
        let cities = ["Paris", "Rome", "Oslo"].map { City(withCountryIn: here, name: $0) }
        people[0].home = cities[0]
        try here.save()
        (try there.named("a") as Person).home = try there.named("Rome")
        try there.save()
        (people[0].home, people[1].home) = (cities[2], cities[0])
        try here.save()
        #expect(try file.rows("SELECT p.name, c.name FROM person p JOIN city c ON c._id = p.home_id ORDER BY p._id") == [["a", "Rome"], ["b", "Paris"]])
        #expect(people[0].home === cities[1] && people[1].home === cities[0])
    }
}
