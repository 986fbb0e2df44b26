import Diagnostics
import SchemaEvolution
import TestSupport
import Testing

/// Edits of relationships after which plans once lost connections without a finding.
struct KnownLossTests {
    struct Step: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var old: String
        var new: String
        var decisions = ""
        /// The relationships of which a refusal has to name one.
        var names: [String]
    }

    static let steps: [Step] = [
        .init(
            testDescription: "another entity gets the to-one end, and the to-many end keeps its name",
            old: """
                Ticket:
                  attributes: { code: string }
                  relationships: { show: { to: Show?, inverse: visitors } }
                Guest: { attributes: { code: string } }
                Show: { relationships: { visitors: { to: [Ticket], inverse: show } } }
                """,
            new: """
                Ticket: { attributes: { code: string } }
                Guest:
                  attributes: { code: string }
                  relationships: { show: { to: Show?, inverse: visitors } }
                Show: { relationships: { visitors: { to: [Guest], inverse: show } } }
                """,
            names: ["Ticket.show", "Show.visitors"]),
        .init(
            testDescription: "both ends of a one-to-one move to a parent and become to-many",
            old: """
                Lesson:
                  attributes: { topic: string }
                  relationships:
                    after: { to: Lesson?, inverse: before, key: here }
                    before: { to: Lesson?, inverse: after }
                """,
            new: """
                Unit:
                  abstract: true
                  attributes: { topic: string }
                  relationships:
                    after: { to: [Unit], inverse: before }
                    before: { to: [Unit], inverse: after }
                Lesson: { parent: Unit }
                """,
            names: ["Lesson.after", "Lesson.before", "Unit.after", "Unit.before"]),
        .init(
            testDescription: "both ends of a many-to-many move to parents",
            old: """
                Worker: { attributes: { name: string } }
                Nurse: { parent: Worker, relationships: { wards: { to: [Ward], inverse: nurses } } }
                Place: { attributes: { floor: int } }
                Ward: { parent: Place, relationships: { nurses: { to: [Nurse], inverse: wards } } }
                """,
            new: """
                Worker: { attributes: { name: string }, relationships: { wards: { to: [Place], inverse: nurses } } }
                Nurse: { parent: Worker }
                Place: { attributes: { floor: int }, relationships: { nurses: { to: [Worker], inverse: wards } } }
                Ward: { parent: Place }
                """,
            names: ["Nurse.wards", "Ward.nurses", "Worker.wards", "Place.nurses"]),
        .init(
            testDescription: "both ends of a many-to-many lead to a third entity",
            old: """
                Recipe: { attributes: { name: string }, relationships: { uses: { to: [Tool], inverse: usedBy } } }
                Tool: { attributes: { name: string }, relationships: { usedBy: { to: [Recipe], inverse: uses } } }
                Shop: { attributes: { name: string } }
                """,
            new: """
                Recipe: { attributes: { name: string }, relationships: { uses: { to: [Shop] } } }
                Tool: { attributes: { name: string }, relationships: { usedBy: { to: [Shop] } } }
                Shop: { attributes: { name: string } }
                """,
            names: ["Recipe.uses", "Tool.usedBy"]),
        .init(
            testDescription: "a key gets another name without a decision, in a new parent of its entity",
            old: """
                Bike: { attributes: { frame: int }, relationships: { rider: { to: Rider?, inverse: vehicles } } }
                Rider: { attributes: { age: int }, relationships: { vehicles: { to: [Bike], inverse: rider } } }
                """,
            new: """
                Vehicle:
                  abstract: true
                  attributes: { frame: int }
                  relationships: { driver: { to: Rider?, inverse: vehicles } }
                Bike: { parent: Vehicle }
                Rider: { attributes: { age: int }, relationships: { vehicles: { to: [Vehicle], inverse: driver } } }
                """,
            names: ["Bike.rider", "Rider.vehicles", "Vehicle.driver"]),
        .init(
            testDescription: "two many-to-many without inverse become each other's inverse",
            old: """
                Reader: { attributes: { name: string }, relationships: { likes: { to: [Book] } } }
                Book: { attributes: { title: string }, relationships: { lentTo: { to: [Reader] } } }
                """,
            new: """
                Reader: { attributes: { name: string }, relationships: { likes: { to: [Book], inverse: lentTo } } }
                Book: { attributes: { title: string }, relationships: { lentTo: { to: [Reader], inverse: likes } } }
                """,
            names: ["Reader.likes", "Book.lentTo"]),
        .init(
            testDescription: "a required to-one gets another name, and a value as the question asked for",
            old: """
                Page: { attributes: { text: string }, relationships: { volume: { to: Book, inverse: pages } } }
                Book: { attributes: { title: string }, relationships: { pages: { to: [Page], inverse: volume, deleteRule: cascade } } }
                """,
            new: """
                Page: { attributes: { text: string }, relationships: { book: { to: Book, inverse: pages } } }
                Book: { attributes: { title: string }, relationships: { pages: { to: [Page], inverse: book, deleteRule: cascade } } }
                """,
            decisions: "values: { Page.book: \"(SELECT min(_id) FROM book)\" }\n",
            names: ["Page.volume", "Page.book", "Book.pages"]),
    ]

    @Test(arguments: steps)
    func `the plan is refused by the relationship's name, or keeps every connection`(_ step: Step) throws {
        let head = "trellis: 1\nmodel: Known\nentities:\n"
        let texts = [step.old, step.new].map { text in head + text.split(separator: "\n").map { "  \($0)\n" }.joined() }
        let trial = OracleTrial(try #require(OracleTrial.version(texts[0], 1)), try #require(OracleTrial.version(texts[1], 2)))
        let decisions = try #require(DecisionReader.read(Array("trellis: 1\n\(step.decisions)".utf8), file: "2.migration.yaml").decisions)
        let (plan, findings) = trial.plan(decisions)
        guard let plan else {
            // The proof's own complaint (TR2107) is no question that can be answered.
            let questions = findings.filter { $0.severity == .error && $0.code.name != "TR2107" }.map { "\($0.message) \($0.suggestion?.message ?? "")" }
            #expect(questions.contains { question in step.names.contains { question.contains($0) } }, "\(findings.map(\.message))")
            return
        }
        var random = SeededGenerator.forTests()
        for _ in 0..<5 {
            guard case .applied(let complaints) = try trial.apply(plan, decisions, &random) else {
                Issue.record("the migration did not run")
                return
            }
            #expect(complaints == [], "\(plan.text)")
            if !complaints.isEmpty { return }
        }
    }
}
