import Testing

/// Findings about inheritance.
struct InheritanceFindingsTests {
    private func source(_ entities: String) -> String {
        "trellis: 1\nmodel: People\nentities:\n" + entities
    }

    @Test("A parent that does not exist, with the nearest that does")
    func unknownParent() {
        expectFindings(
            source(
                """
                  Person:
                  Employee:
                    parent: 1️⃣Persn
                """),
            .init("TR1801", at: 1, saying: "there is no entity 'Persn'", fixed: "parent: Person"))
    }

    @Test("A parent is a name, and abstract is a flag")
    func shapes() {
        expectFindings(
            source(
                """
                  Person:
                    parent: 1️⃣[Being]
                    abstract: 2️⃣sometimes
                    indexes: [age]
                    fetches: { old: { where: age > 90 } }
                """),
            .init("TR1102", at: 1, saying: "a parent must be a text"), .init("TR1106", at: 2, saying: "'abstract' must be true or false"))
    }

    @Test("What a missing parent would have brought is not reported as missing")
    func whatIsUnknown() {
        expectFindings(
            source(
                """
                  Employee:
                    parent: 1️⃣Unknown
                    relationships:
                      boss: { to: Manager?, inverse: staff }
                    unique: [[number]]
                    indexes: [age, { on: boss, where: age > 3 }]
                    fetches: { old: { where: age > 90, sort: age } }
                  Manager:
                    parent: Employee
                    indexes: [age]
                """),
            .init("TR1801", at: 1))
    }

    @Test("Entities that inherit from each other in a circle, told once")
    func cycle() {
        expectFindings(
            source(
                """
                  Below: { parent: A }
                  A: { parent: 1️⃣C }
                  B: { parent: A }
                  C: { parent: B, abstract: true }
                  Self: { parent: 2️⃣Self }
                """),
            .init("TR1802", at: 1, saying: "'A' inherits from 'C', which inherits from 'B', which inherits from 'A'"),
            .init("TR1802", at: 2, saying: "'Self' inherits from 'Self'"))
    }

    @Test("Two circles are two findings")
    func cycles() {
        expectFindings(
            source(
                """
                  A: { parent: 1️⃣B }
                  C: { parent: 2️⃣D }
                  B: { parent: A }
                  D: { parent: C }
                """),
            .init("TR1802", at: 1), .init("TR1802", at: 2))
    }

    @Test("A hundred ancestors are allowed, one more is not; the depth of a file costs no stack")
    func depth() throws {
        func chain(_ count: Int) -> String {
            let below = (1...count).map { "  E\($0): { parent: \($0 == 101 ? "1️⃣" : "")E\($0 - 1) }\n" }
            return source("  E0:\n" + below.joined())
        }
        let model = try readModel(chain(100))
        #expect(model.lineage(of: try #require(model.entities.last)).count == 101)
        expectFindings(chain(101), .init("TR1807", at: 1, saying: "'E101' has more than 100 ancestors"))
        expectFindings(chain(201), .init("TR1807", at: 1))
        #expect(findings(Array(chain(8_000).replacing("1️⃣", with: "").utf8)).count == 79)
    }

    @Test("A property that is inherited and declared again, from whatever height and of whatever kind")
    func redeclared() {
        expectFindings(
            source(
                """
                  Person:
                    attributes: { name: string, age: int }
                    relationships:
                      friend: { to: Person?, inverse: friends }
                      friends: { to: [Person], inverse: friend }
                  Employee:
                    parent: Person
                    attributes: { 1️⃣name: string, number: int, 2️⃣friend: string }
                  Manager:
                    parent: Employee
                    attributes: { 3️⃣number: string }
                    relationships:
                      4️⃣age: { to: Employee?, inverse: 5️⃣juniors }
                """),
            .init("TR1803", at: 1, saying: "'Employee' inherits 'name' from 'Person' and cannot declare it again"),
            .init("TR1803", at: 2, saying: "'friend'"),
            .init("TR1803", at: 3, saying: "'Manager' inherits 'number' from 'Employee'"),
            .init("TR1803", at: 4, saying: "'Manager' inherits 'age' from 'Person'"),
            .init("TR1203", at: 5))
    }

    @Test("A fetch that is inherited and declared again")
    func redeclaredFetch() {
        expectFindings(
            source(
                """
                  Person:
                    attributes: { name: string }
                    fetches: { byName: { sort: name } }
                  Employee:
                    parent: Person
                    fetches: { 1️⃣byName: { sort: -name } }
                  Guest:
                    parent: Person
                    fetches: { guests: { sort: name } }
                  Other:
                    fetches: { byName: {} }
                """),
            .init("TR1803", at: 1, saying: "'Employee' inherits the fetch 'byName' from 'Person'"))
    }

    @Test("A search below another is refused, siblings may have one each, and both are on what is inherited too")
    func searches() {
        expectFindings(
            source(
                """
                  Note: { attributes: { title: string } }
                  Memo: { parent: Note, search: [title] }
                  Draft: { parent: Memo, attributes: { text: string, count: int }, search: [1️⃣title, text] }
                  Letter: { parent: Note, attributes: { text: string }, search: [text, 2️⃣name, title] }
                """),
            .init("TR1803", at: 1, saying: "'Draft' inherits the search from 'Memo' and cannot declare another"),
            .init("TR1609", at: 2))
    }

    @Test("Cascades that lead in a circle through what is inherited, or through what a destination may be")
    func cascades() {
        expectFindings(
            source(
                """
                  Person:
                    relationships:
                      tasks: { to: [Task], inverse: owner, deleteRule: 1️⃣cascade }
                  Employee:
                    parent: Person
                    relationships:
                      doing: { to: [Task], inverse: doer }
                  Worker: { parent: Employee }
                  Task:
                    relationships:
                      owner: { to: Person?, inverse: tasks }
                      doer: { to: Employee?, inverse: doing, deleteRule: cascade }
                """),
            .init("TR1212", at: 1, saying: "'Person.tasks' cascades in a circle"))
        expectFindings(
            source(
                """
                  Person:
                  Guest:
                    parent: Person
                    relationships:
                      stays: { to: [Stay], inverse: guest, deleteRule: cascade }
                  Employee:
                    parent: Person
                    relationships:
                      kept: { to: [Stay], inverse: keeper }
                  Stay:
                    relationships:
                      guest: { to: Guest?, inverse: stays }
                      keeper: { to: Employee?, inverse: kept, deleteRule: cascade }
                """))
        // A folder is an item that holds items: a tree.
        expectFindings(
            source(
                """
                  Item:
                    abstract: true
                    relationships:
                      folder: { to: Folder?, inverse: items }
                  Folder:
                    parent: Item
                    relationships:
                      items: { to: [Item], inverse: folder, deleteRule: cascade }
                  SmartFolder: { parent: Folder }
                  Book: { parent: Item }
                """))
    }

    @Test("Siblings may have properties and fetches of one name")
    func siblings() throws {
        _ = try readModel(
            source(
                """
                  Message:
                  Text: { parent: Message, attributes: { body: string }, fetches: { all: {} } }
                  System: { parent: Message, attributes: { body: int }, fetches: { all: {} } }
                """))
    }

    @Test("An abstract entity of which there can be no object is a warning")
    func noDescendants() {
        expectFindings(
            source(
                """
                  1️⃣Alone: { abstract: true }
                  2️⃣Above: { abstract: true }
                  3️⃣Between: { abstract: true, parent: Above }
                  Right: { abstract: true }
                  Middle: { abstract: true, parent: Right }
                  Leaf: { parent: Middle }
                """),
            .init("TR1804", at: 1, saying: "'Alone' can have no objects"), .init("TR1804", at: 2), .init("TR1804", at: 3))
    }

    @Test("A table for an entity that stands in its root's")
    func table() {
        expectFindings(
            source(
                """
                  Person: { table: people }
                  Employee: { parent: Person }
                  Manager: { parent: Employee, table: 1️⃣managers }
                """),
            .init("TR1805", at: 1, saying: "shares the table of 'Person'"))
    }

    @Test("The two ends of a relationship lead to each other's entities exactly")
    func inverses() {
        expectFindings(
            source(
                """
                  Person:
                    relationships:
                      company: { to: Company?, inverse: staff }
                  Employee:
                    parent: Person
                  Company:
                    relationships:
                      staff: { to: [Employee], inverse: 1️⃣company }
                """),
            .init(
                "TR1806", at: 1,
                saying: "'Company.staff' leads to 'Employee' only, but its inverse 'Person.company' belongs to every 'Person'",
                fixed: "staff: { to: [Person], inverse: company }"))
        expectFindings(
            source(
                """
                  Person:
                    relationships:
                      company: { to: Company?, inverse: 1️⃣staff }
                  Employee:
                    parent: Person
                    relationships:
                      firm: { to: Company?, inverse: staff }
                  Company:
                    relationships:
                      staff: { to: [Employee], inverse: firm }
                """),
            .init("TR1204", at: 1, saying: "which does not point back"))
    }

    @Test("Uniqueness, indexes and fetches of a child name what it inherits, and its parent's name nothing of the child")
    func inheritedNames() {
        expectFindings(
            source(
                """
                  Person:
                    attributes: { name: string, code: { type: int, unique: true } }
                    relationships:
                      friend: { to: Person?, inverse: friends }
                      friends: { to: [Person], inverse: friend }
                    unique: [[1️⃣wage]]
                    indexes: [2️⃣wage]
                    fetches: { rich: { where: 3️⃣wage > 3 }, near: { where: friend.4️⃣wage > 3 } }
                  Employee:
                    parent: Person
                    attributes: { wage: int }
                    relationships:
                      boss: { to: Employee?, inverse: juniors }
                      juniors: { to: [Employee], inverse: boss }
                    unique: [[name, wage], [5️⃣code]]
                    indexes: [[name, friend, -wage], 6️⃣friends, { on: wage, where: name == 'a' AND friend == nil }]
                    fetches: { richer: { where: wage > 3 AND name != 'a' AND boss.friend.name == boss.name, sort: [boss.wage, name] } }
                """),
            .init("TR1602", at: 1), .init("TR1602", at: 2), .init("TR1502", at: 3), .init("TR1502", at: 4),
            .init("TR1604", at: 5, saying: "this is unique already"), .init("TR1602", at: 6, saying: "to-many"))
    }

    @Test("A parameter that is an object is compared with relationships to its entity, an ancestor or a descendant")
    func parameters() {
        expectFindings(
            source(
                """
                  Person:
                    relationships:
                      friend: { to: Person?, inverse: friends }
                      friends: { to: [Person], inverse: friend }
                    fetches:
                      a: { parameters: { who: Person }, where: friend == $who }
                      b: { parameters: { who: Employee }, where: friend == $who }
                  Employee:
                    parent: Person
                    relationships:
                      boss: { to: Employee?, inverse: juniors }
                      juniors: { to: [Employee], inverse: boss }
                    fetches:
                      c: { parameters: { who: Person }, where: boss == $who }
                      d: { parameters: { who: Guest }, where: boss == 1️⃣$who }
                      e: { where: boss == friend }
                  Guest:
                    parent: Person
                """),
            .init(
                "TR1503", at: 1, saying: "an object of 'Employee' cannot be compared with an object of 'Guest'"))
    }
}
