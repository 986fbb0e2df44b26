@testable import ContactsModel
import Testing
import Trellis

/// A model whose classes are internal, as they are unless its configuration says otherwise.
struct ContactsTests {
    private let file: StoreFile<Contacts>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: Contacts.self)
        context = try file.context()
        for (name, age) in [("Bo", 40), ("Ann", 40), ("Kim", 17), ("Joe", nil), ("Lou", 18)] as [(String, Int16?)] {
            Person(in: context, firstName: name, lastName: "Smith", age: age)
        }
    }

    @Test func `people are found by age, those of unknown age first`() throws {
        let expected = ["Joe", "Kim", "Lou", "Ann", "Bo"]
        #expect(try Person.byAge(in: context).map(\.firstName) == expected)
        try context.save()
        #expect(try Person.byAge(in: context).map(\.firstName) == expected)
        #expect(try file.column("SELECT first_name FROM person ORDER BY age, first_name") == expected)
    }

    @Test func `a contact of unknown age is not an adult`() throws {
        #expect(try Person.adults(in: context).map(\.firstName) == ["Lou", "Ann", "Bo"])
        try context.save()
        #expect(try Person.adults(in: context).map(\.firstName) == ["Lou", "Ann", "Bo"])
    }
}
