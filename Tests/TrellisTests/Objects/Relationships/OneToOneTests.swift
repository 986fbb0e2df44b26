import RelationshipsModel
import Testing
import Trellis

/// One-to-one relationships.
struct OneToOneTests {
    private let file: StoreFile<Society>
    private let context: ManagedObjectContext

    init() throws {
        (file, context) = try StoreFile.withContext()
    }

    /// Two users with a badge each, saved.
    private func pairs() throws -> (ada: User, one: Badge, grace: User, two: Badge) {
        let ada = User(in: context, name: "Ada", badge: Badge(in: context, number: 1))
        let grace = User(in: context, name: "Grace", badge: Badge(in: context, number: 2))
        try context.save()
        return (ada, try #require(ada.badge), grace, try #require(grace.badge))
    }

    private func holders() throws -> [String] {
        try file.column("SELECT holder_id FROM badge ORDER BY _id")
    }

    private func badge(_ number: Int64, in context: ManagedObjectContext) throws -> Badge {
        try #require(try context.find(Badge.self, ObjectID(entity: "Badge", rowID: number)))
    }

    // MARK: Both ends

    @Test func `a partner that moved away stays when its former owner is deleted in the same save`() throws {
        let file = try StoreFile(of: Society.self)
        let context = try file.context()
        let (first, second) = (User(in: context, name: "first"), User(in: context, name: "second"))
        let profile = Profile(in: context, text: "kept", user: first)
        try context.save()
        profile.user = second
        try context.delete(first)
        try context.save()
        #expect(try file.rows("SELECT text, user_id FROM profile") == [["kept", "2"]])
        #expect(second.profile === profile)
    }

    @Test func `setting either end sets the other`() throws {
        let ada = User(in: context, name: "Ada")
        let badge = Badge(in: context, number: 1)
        badge.holder = ada
        #expect(ada.badge == badge)
        ada.badge = nil
        #expect(badge.holder == nil)
        ada.badge = badge
        #expect(badge.holder == ada)
        badge.holder = nil
        #expect(ada.badge == nil)
        ada.badge = badge
        try context.save()
        #expect(try holders() == ["1"])

        ada.badge = nil
        try context.save()
        #expect(try holders() == ["NULL"])
    }

    @Test func `either end can be given when its object is made`() throws {
        let one = Badge(in: context, number: 1)
        let ada = User(in: context, name: "Ada", badge: one)
        #expect(one.holder == ada)
        let two = Badge(in: context, number: 2, holder: User(in: context, name: "Grace"))
        #expect(two.holder?.badge == two)
        try context.save()
        #expect(try file.rows("SELECT number, name FROM badge JOIN user ON user._id = holder_id") == [["1", "Ada"], ["2", "Grace"]])
    }

    @Test func `both ends are loaded on first use, whichever holds the key`() throws {
        _ = try pairs()
        let other = try file.context()
        let ada: User = try other.named("Ada")
        #expect(ada.badge?.number == 1)
        #expect(ada.badge?.holder === ada)
        let two = try badge(2, in: other)
        #expect(two.holder?.name == "Grace")
        #expect(two.holder?.badge === two)
        #expect(ada.profile == nil)
        #expect(!other.hasChanges)
    }

    @Test func `setting what is there changes nothing`() throws {
        let (ada, one, _, _) = try pairs()
        ada.badge = one
        one.holder = ada
        ada.profile = nil
        #expect(!context.hasChanges)

        let other = try file.context()
        let again: User = try other.named("Ada")
        again.badge = try badge(1, in: other)
        again.profile = nil
        #expect(!other.hasChanges)
    }

    @Test func `only the side with the key is written`() throws {
        let (ada, _, _, _) = try pairs()
        ada.badge = nil
        #expect(!ada.hasChanges)
        #expect(context.updatedObjects.map(\.objectID.entity) == ["Badge"])
        try context.save()
        #expect(try file.column("SELECT _version FROM user") == ["1", "1"])
        #expect(try file.column("SELECT _version FROM badge ORDER BY _id") == ["2", "1"])
    }

    // MARK: Reassigning partners

    @Test func `assigning another object's partner leaves that object without one, from the side without the key`() throws {
        let (ada, one, grace, two) = try pairs()
        grace.badge = one
        #expect(ada.badge == nil)
        #expect(one.holder == grace)
        #expect(two.holder == nil)
        try context.save()
        #expect(try holders() == ["2", "NULL"])
        #expect(grace.badge == one)
        #expect(ada.badge == nil)
    }

    @Test func `assigning another object's partner leaves that object without one, from the side with the key`() throws {
        let (ada, one, grace, two) = try pairs()
        two.holder = ada
        #expect(ada.badge == two)
        #expect(grace.badge == nil)
        #expect(one.holder == nil)
        try context.save()
        #expect(try holders() == ["NULL", "1"])
    }

    @Test func `a partner that is not loaded can be reassigned`() throws {
        _ = try pairs()
        for fromKey in [true, false] {
            let other = try file.context()
            let ada: User = try other.named("Ada")
            let two = try badge(2, in: other)
            if fromKey { two.holder = ada } else { ada.badge = two }
            let grace: User = try other.named("Grace")
            #expect(grace.badge == nil)
            #expect(try badge(1, in: other).holder == nil)
            #expect(ada.badge == two)
            try other.save()
            #expect(try holders() == ["NULL", "1"])
            try file.execute("UPDATE badge SET holder_id = NULL; UPDATE badge SET holder_id = _id")
        }
    }

    @Test func `a partner of unsaved objects can be reassigned`() throws {
        let badge = Badge(in: context, number: 1)
        let users = ["a", "b", "c"].map { User(in: context, name: $0, badge: badge) }
        #expect(users.map { $0.badge == nil } == [true, true, false])
        let badges = [2, 3].map { Badge(in: context, number: $0, holder: users[2]) }
        #expect(badge.holder == nil)
        #expect(badges.map { $0.holder == nil } == [true, false])
        try context.save()
        #expect(try holders() == ["NULL", "NULL", "3"])
    }

    // MARK: Exchanging

    @Test(arguments: [false, true])
    func `two exchange their partners in one save, also while something else is deleted`(_ deletes: Bool) throws {
        let (ada, one, grace, two) = try pairs()
        let bystander = User(in: context, name: "bystander", badge: Badge(in: context, number: 3))
        try context.save()
        ada.badge = two
        grace.badge = one
        if deletes { try context.delete(bystander) }
        try context.save()
        #expect(try holders() == ["2", "1", deletes ? "NULL" : "3"])
        #expect(try file.column("SELECT _version FROM badge ORDER BY _id") == ["2", "2", deletes ? "2" : "1"])
        #expect(ada.badge == two)
        #expect(two.holder == ada)

        // Again from the other side, with objects that were not loaded before.
        let other = try file.context()
        let (first, second) = (try badge(1, in: other), try badge(2, in: other))
        let holder = first.holder
        first.holder = second.holder
        second.holder = holder
        try other.save()
        #expect(try holders().prefix(2) == ["1", "2"])
    }

    @Test func `partners go round among many in one save`() throws {
        let users = (0..<20).map { User(in: context, name: "\($0)", badge: Badge(in: context, number: $0)) }
        try context.save()
        let badges = users.map(\.badge)
        for (index, user) in users.enumerated() { user.badge = badges[(index + 1) % 20] }
        #expect(users.allSatisfy { $0.badge?.holder == $0 })
        try context.save()
        #expect(
            try file.rows("SELECT name, number FROM user JOIN badge ON holder_id = user._id ORDER BY user._id")
                == (0..<20).map { ["\($0)", "\(($0 + 1) % 20)"] })
    }

    @Test func `required partners are exchanged in one save`() throws {
        let (ada, grace) = (User(in: context, name: "Ada"), User(in: context, name: "Grace"))
        let (one, two) = (Profile(in: context, text: "one", user: ada), Profile(in: context, text: "two", user: grace))
        try context.save()
        one.user = grace
        #expect(two.user == nil)
        two.user = ada
        try context.save()
        #expect(try file.rows("SELECT text, user_id FROM profile") == [["one", "2"], ["two", "1"]])
    }

    @Test func `a save that fails after unlinking partners leaves the file unchanged, and succeeds later`() throws {
        let (ada, one, grace, two) = try pairs()
        ada.badge = two
        grace.badge = one
        try file.execute("CREATE TRIGGER refuse BEFORE INSERT ON user BEGIN SELECT RAISE(ABORT, 'refused'); END")
        let new = User(in: context, name: "new")
        #expect(throws: StoreError.self) { try context.save() }
        #expect(try holders() == ["1", "2"])
        #expect(context.hasChanges)
        try context.delete(new)
        try context.save()
        #expect(try holders() == ["2", "1"])
    }

    // MARK: Replacing

    @Test(arguments: [false, true], [false, true])
    func `a partner is replaced while it is deleted`(_ deletesFirst: Bool, _ byNew: Bool) throws {
        let (ada, one, _, two) = try pairs()
        if deletesFirst { try context.delete(one) }
        let next = byNew ? Badge(in: context, number: 3) : two
        ada.badge = next
        if !deletesFirst { try context.delete(one) }
        #expect(ada.badge == next)
        try context.save()
        #expect(try file.rows("SELECT number, holder_id FROM badge WHERE holder_id = 1") == [[byNew ? "3" : "2", "1"]])
        #expect(try file.column("SELECT COUNT(*) FROM badge") == [byNew ? "2" : "1"])
        #expect(ada.badge == next)
    }

    @Test(arguments: [false, true])
    func `a required partner is replaced by a new one while it is deleted`(_ deletesFirst: Bool) throws {
        let ada = User(in: context, name: "Ada")
        let old = Profile(in: context, text: "old", user: ada)
        try context.save()
        if deletesFirst { try context.delete(old) }
        Profile(in: context, text: "new", user: ada)
        if !deletesFirst { try context.delete(old) }
        try context.save()
        #expect(try file.rows("SELECT text, user_id FROM profile") == [["new", "1"]])
        #expect(ada.profile?.text == "new")
    }

    @Test func `the holder of the key is replaced while it is deleted`() throws {
        let (ada, one, grace, two) = try pairs()
        try context.delete(ada)
        #expect(one.holder == nil)
        one.holder = grace
        try context.save()
        #expect(try file.rows("SELECT number, holder_id FROM badge") == [["1", "2"], ["2", nil]])
        #expect(two.holder == nil)
    }

    // MARK: Deleting

    @Test(arguments: [false, true])
    func `deleting a user clears the badge and takes the profile along, loaded or not`(_ isLoaded: Bool) throws {
        let (ada, _, _, _) = try pairs()
        Profile(in: context, text: "profile", user: ada)
        try context.save()

        let other = try file.context()
        let user: User = try other.named("Ada")
        let (badge, profile) = isLoaded ? (user.badge, user.profile) : (nil, nil)
        try other.delete(user)
        if isLoaded {
            #expect(badge?.holder == nil)
            #expect(badge?.isUpdated == true)
            #expect(profile?.isDeleted == true)
        }
        try other.save()
        #expect(try holders() == ["NULL", "2"])
        #expect(try file.rows("SELECT * FROM profile").isEmpty)
    }

    @Test func `a partner that is deleted is none any more`() throws {
        let (ada, one, grace, two) = try pairs()
        #expect(ada.badge == one)
        try context.delete(one)
        #expect(ada.badge == nil)
        try context.delete(grace)
        #expect(two.holder == nil)
        try context.save()
        #expect(ada.badge == nil)
        #expect(try file.rows("SELECT number, holder_id FROM badge") == [["2", nil]])

        let unsaved = User(in: context, name: "unsaved", badge: two)
        try context.delete(unsaved)
        #expect(two.holder == nil)
        try context.save()
        #expect(try file.rows("SELECT number, holder_id FROM badge") == [["2", nil]])
    }

    // MARK: Another context

    @Test func `a partner that another context connected meanwhile is reported as taken`() throws {
        let ada = User(in: context, name: "Ada")
        let (one, two) = (Badge(in: context, number: 1), Badge(in: context, number: 2))
        try context.save()
        let other = try file.context()
        let sameAda: User = try other.named("Ada")
        #expect(sameAda.badge == nil)

        ada.badge = one
        try context.save()
        sameAda.badge = try badge(2, in: other)
        #expect(other.failuresOfSaving() == [Broken("Badge.holder", .oneToOne)])
        #expect(try holders() == ["1", "NULL"])
        // A context that looks now does what both wanted.
        two.holder = ada
        try context.save()
        #expect(try holders() == ["NULL", "1"])
        #expect(one.holder == nil)
    }

    @Test func `a chain of partners is reassigned link by link`() throws {
        let users = (0..<100).map { User(in: context, name: "\($0)", badge: Badge(in: context, number: $0)) }
        try context.save()
        for index in 0..<99 { users[index].badge = users[index + 1].badge }
        #expect(users.map { $0.badge?.number } == (1..<100).map { $0 } + [nil])
        try context.save()
        #expect(try holders() == ["NULL"] + (1...99).map { "\($0)" })
    }
}
