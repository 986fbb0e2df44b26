import SwiftGeneration
import TestSupport
import Testing

/// Classes of entities that inherit.
struct InheritanceTests {
    static let model = """
        trellis: 1
        model: People
        entities:
          Manager: { parent: Employee, attributes: { bonus: int }, relationships: { team: { to: [Employee], inverse: boss } } }
          Person: { abstract: true, attributes: { name: string, age: int? }, relationships: { home: { to: House?, inverse: people } } }
          House: { relationships: { people: { to: [Person], inverse: home } } }
          Employee:
            parent: Person
            attributes: { wage: int }
            relationships: { boss: { to: Manager?, inverse: team } }
            fetches: { all: {} }
          Guest: { parent: Person, attributes: { card: { type: string, default: none } } }
          Visitor: { parent: Guest }

        """

    @Test("A class with children is open where it is public, any other final; each inherits from its parent's")
    func modifiers() throws {
        func classes(_ access: AccessLevel) throws -> [String] {
            try Generated(Self.model).text(access: access).split(separator: "\n").map(String.init).filter {
                $0.contains("class ") && $0.hasSuffix("{") && !$0.contains("class var") && !$0.hasPrefix(" ")
            }
        }
        #expect(
            try classes(.public) == [
                "public final class Manager: Employee {", "open class Person: ManagedObject, TrellisGenerated_1 {",
                "public final class House: ManagedObject, TrellisGenerated_1 {", "open class Employee: Person {",
                "open class Guest: Person {", "public final class Visitor: Guest {",
            ])
        #expect(
            try classes(.package).prefix(2) == [
                "package final class Manager: Employee {", "package class Person: ManagedObject, TrellisGenerated_1 {",
            ])
        #expect(
            try classes(.internal).prefix(2) == [
                "final class Manager: Employee {", "class Person: ManagedObject, TrellisGenerated_1 {",
            ])
    }

    @Test("Callers cannot use an abstract class's initializer at any access level", arguments: AccessLevel.allCases)
    func abstract(access: AccessLevel) throws {
        let text = try Generated(Self.model).text(access: access)
        #expect(
            text.contains("\n    init(_in managedObjectContext: ManagedObjectContext, name: String, age: Int64?, home: House?) {\n"))
        #expect(text.contains("super.init(_in: managedObjectContext, name: name, age: age, home: home)"))
        #expect(text.contains("isAbstract: true"))
        // One that adds nothing overrides what it inherits.
        #expect(text.contains("override init(\n        in managedObjectContext"))
    }

    @Test("The error at an object of an abstract class names the classes to create instead")
    func unavailable() throws {
        func compilation(_ entities: String, _ body: String) throws -> [String] {
            let generated = try Generated("trellis: 1\nmodel: Zoo\nentities:\n\(entities)\n").files(access: .public)
            var files = Dictionary(uniqueKeysWithValues: generated.map { ($0.name, $0.text) })
            files["Body.swift"] = "import Trellis\nfunc work(in context: ManagedObjectContext) {\n\(body)\n}\n"
            return try SwiftCompilation(files: files, options: ["-warnings-as-errors"]).errors
        }
        let entities = """
              Animal: { abstract: true, attributes: { name: string, age: int? } }
              Cat: { parent: Animal }
              Bird: { parent: Animal, abstract: true }
              Hen: { parent: Bird, class: Chicken }
              Tit: { parent: Bird, attributes: { color: string } }
              Wild: { parent: Cat, abstract: true }
              Lion: { parent: Wild }
              Ghost: { abstract: true }
            """
        #expect(
            try compilation(entities, #"_ = Animal(in: context, name: "a"); _ = Cat(in: context, name: "a"); _ = Lion(in: context, name: "a")"#)
                == ["'init(in:name:age:)' is unavailable: 'Animal' is abstract: create 'Cat', 'Lion', 'Chicken' or 'Tit' instead"])
        #expect(
            try compilation(entities, #"_ = Bird(in: context, name: "a"); _ = Chicken(in: context, name: "a")"#)
                == ["'init(in:name:age:)' is unavailable: 'Bird' is abstract: create 'Chicken' or 'Tit' instead"])
        #expect(
            try compilation(entities, #"_ = Wild(in: context, name: "a")"#)
                == ["'init(in:name:age:)' is unavailable: 'Wild' is abstract: create 'Lion' instead"])
        #expect(
            try compilation(entities, "_ = Ghost(in: context)") == [
                "'init(in:)' is unavailable: 'Ghost' is abstract, and has no subclass with objects"
            ])
        let many = "  Base: { abstract: true }\n" + (1...7).map { "  Kind\($0): { parent: Base }\n" }.joined()
        #expect(
            try compilation(many, "_ = Base(in: context)") == [
                "'init(in:)' is unavailable: 'Base' is abstract: create 'Kind1', 'Kind2', 'Kind3', 'Kind4', 'Kind5' or another subclass instead"
            ])
    }

    @Test("Columns are counted with the inherited ones first; in a row those of the whole table have their places")
    func numbers() throws {
        let files = try Generated(Self.model).files()
        func file(_ name: String) throws -> String {
            try #require(files.first { $0.name == "\(name).trellis.swift" }).text
        }
        // Person: name, age, home. Employee: wage, boss. Manager: bonus. Guest: card.
        let (employee, manager, guest) = (try file("Employee"), try file("Manager"), try file("Guest"))
        #expect(employee.contains("_change(3, &_values.wage") && employee.contains("_destination(4)"))
        #expect(employee.contains("row.int64(at: 6)") && employee.contains("row.reference(at: 7)"))
        #expect(manager.contains("_change(5, &_values.bonus") && manager.contains("row.int64(at: 8)"))
        #expect(guest.contains("_change(3, &_values.card") && guest.contains("row.string(at: 9)"))
        #expect(try file("Person").contains("row.string(at: 3)"))
        #expect(manager.contains("ToMany(_of: self, 0)"))
    }

    @Test("A fetch of an entity with children says that theirs are found too")
    func fetches() throws {
        let text = try Generated(Self.model).text()
        #expect(text.contains("/// The result includes objects of the subclasses of `Employee`.\n    static func all("))
    }
}
