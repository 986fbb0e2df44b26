import RelationshipsModel
import Testing
import Trellis

/// Swift Testing has tags too.
typealias Tag = RelationshipsModel.Tag

/// What tests of the model `Society` have in common: it has relationships of every kind.
extension StoreFile where Model == Society {
    /// A store and a context of it.
    static func withContext() throws -> (file: StoreFile, context: ManagedObjectContext) {
        let file = try StoreFile(of: Society.self)
        return (file, try file.context())
    }
}

extension ManagedObjectContext {
    /// The first object of a type with a name.
    func named<Object: ManagedObject>(_ name: String, _ property: String = "name") throws -> Object {
        try #require(try fetch(Fetch<Object>(where: .compare(property, .equal, to: name))).first)
    }

    /// What a save, which is refused, says is broken.
    func failuresOfSaving(sourceLocation: SourceLocation = #_sourceLocation) -> [Broken] {
        let error = #expect(throws: ObjectValidationError.self, sourceLocation: sourceLocation) { try save() }
        return error?.failures.map { Broken($0.path, $0.rule) } ?? []
    }
}

/// A rule that an object breaks.
struct Broken: Hashable, CustomStringConvertible {
    /// Entity and property.
    let property: String
    let rule: ObjectValidationError.Rule

    init(_ property: String, _ rule: ObjectValidationError.Rule) {
        self.property = property
        self.rule = rule
    }

    var description: String { "\(property): \(rule)" }
}

extension City {
    /// A city with the country that it requires.
    convenience init(withCountryIn context: ManagedObjectContext, name: String) {
        self.init(in: context, name: name)
        Country(in: context, name: "Land of \(name)", capital: self)
    }
}

extension Person {
    /// People for tests that do not depend on birthplaces.
    static func people(_ names: String..., in context: ManagedObjectContext) throws -> [Person] {
        let city = try context.fetchAll(City.self).first ?? City(withCountryIn: context, name: "Town")
        return names.map { Person(in: context, name: $0, birthplace: city) }
    }
}
