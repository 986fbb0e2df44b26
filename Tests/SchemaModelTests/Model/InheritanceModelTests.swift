import SchemaModel
import Testing

/// A model whose entities inherit.
struct InheritanceModelTests {
    static let source = """
        trellis: 1
        model: People
        entities:
          Manager:
            parent: Employee
          Person:
            abstract: true
            attributes: { name: string }
          Guest:
            parent: Person
          House:
          Employee:
            parent: Person
            abstract: false
            attributes: { wage: int }
          Clerk: { parent: Employee }
        """

    @Test("It knows who inherits from whom, in the order of the file")
    func tree() throws {
        let model = try readModel(Self.source)
        func entity(_ name: String) throws -> Entity { try #require(model.entity(named: name)) }
        func names(_ entities: [Entity]) -> String { entities.map(\.name.text).joined(separator: " ") }

        #expect(names(model.roots) == "Person House")
        #expect(try names(model.lineage(of: entity("Manager"))) == "Person Employee Manager")
        #expect(try names(model.lineage(of: entity("Person"))) == "Person")
        #expect(try names(model.subtree(of: entity("Person"))) == "Person Guest Employee Manager Clerk")
        #expect(try names(model.subtree(of: entity("Employee"))) == "Employee Manager Clerk")
        #expect(try names(model.subtree(of: entity("House"))) == "House")
        #expect(try model.root(of: entity("Clerk")).name.text == "Person")
        #expect(try model.root(of: entity("House")).name.text == "House")
        #expect(try model.hasChildren(entity("Employee")) && !model.hasChildren(entity("House")))
        #expect(try model.hasChildren(entity("Clerk")) == false)
        #expect(model.entities.filter(\.isAbstract).map(\.name.text) == ["Person"])
    }

    @Test("The canonical text says parents and what is abstract, and nothing for what is not")
    func text() throws {
        let model = try readModel(Self.source)
        #expect(
            model.meaningText == """
                trellis: 1
                model: People
                entities:
                  Clerk:
                    parent: Employee
                  Employee:
                    parent: Person
                    attributes:
                      wage: int64
                  Guest:
                    parent: Person
                  House:
                  Manager:
                    parent: Employee
                  Person:
                    abstract: true
                    attributes:
                      name: string

                """)
        let again = try readModel(model.meaningText)
        #expect(again.meaningText == model.meaningText)
    }

    @Test(
        "Another parent, none, or abstract is another meaning; a flag that says what holds anyway is not",
        arguments: [
            ("  Clerk: { parent: Employee }", "  Clerk: { parent: Guest }", false),
            ("  Clerk: { parent: Employee }", "  Clerk:", false),
            ("    abstract: true", "    abstract: false", false),
            ("    abstract: false", "    doc: Concrete.", true),
            ("  House:", "  House: { abstract: false }", true),
        ])
    func hash(old: String, new: String, isSame: Bool) throws {
        let edited = try readModel(Self.source.replacing(old, with: new))
        #expect(try (edited.meaningHash == readModel(Self.source).meaningHash) == isSame)
    }
}
