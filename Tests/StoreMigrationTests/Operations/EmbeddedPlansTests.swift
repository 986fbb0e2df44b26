import StoreMigration
import TestSupport
import Testing

/// Plans as texts, and as differences of texts.
struct EmbeddedPlansTests {
    /// A plan that uses every operation.
    private static func plan(to version: Int, _ definition: String) -> MigrationPlan {
        var steps = (OperationTests.samples + OperationTests.joining).map { MigrationPlan.Step($0.operation, "why", because: .init("SQLite", liftedIn: .init(3, 53))) }
        let record = RecordedVersion(version, isDraft: false, .init(hash: "hash \(version)", definition: definition, model: "M"))
        steps.removeAll { $0.operation.definition != nil }
        steps.append(.init(.recordVersion(record)))
        return MigrationPlan(
            fromVersion: version - 1, toVersion: version, isDraft: false, fromHash: "hash \(version - 1)", toHash: "hash \(version)",
            minimumSQLite: SQLiteVersion(3, 53),
            tables: [.init("a", "a"), .init("b", nil), .init("c", "d", mayLoseRows: true, mayGainRows: true, isRewritten: true, columns: [
                .init("n", "m", values: .converted), .init("o", nil), .init("p", "p"),
            ])], objects: ["a", "b \"quoted\""], steps: steps)
    }

    @Test("A plan that is read is the one that was written, with the definition that is kept elsewhere")
    func round() throws {
        let plan = Self.plan(to: 2, "model: M\nand 'more'\n")
        let text = PlanText.text(plan)
        #expect(text.hasPrefix("{\n\"format\":3,\n\"from\":{\"hash\":\"hash 1\",\"version\":1},\n") && text.hasSuffix("\n]\n}\n"))
        #expect(text.contains("\n\"a\",\n{\"oldName\":\"b\"},\n") && !text.contains("and 'more'"))
        #expect(try PlanText.plan(text.utf8, definition: "model: M\nand 'more'\n") == plan)
        for other in ["", "{}", text.replacing("\"format\":3", with: "\"format\":4"), text.replacing("dropIndex", with: "drop")] {
            #expect(throws: (any Error).self) { try PlanText.plan(other.utf8, definition: "") }
        }
    }

    @Test("Plans in a program are the same again, and only those are read that a store needs")
    func embedded() {
        let lines = (1...300).map { "line \($0)\n" }.joined()
        var plans = (2...6).map { Self.plan(to: $0, "version \($0)\n\(lines)") }
        (plans[1].frozenHash, plans[2].frozenHash) = ("a1", "b2")
        let embedded = EmbeddedPlans(of: plans)
        #expect(embedded.plans() == plans)
        #expect(EmbeddedPlans(embedded.content).plans(from: 4) == Array(plans[3...]))
        #expect(embedded.plans(from: 1) == plans && embedded.plans(from: 9) == Array(plans[4...]))
        // A version with another hash is of another line: the plan before it proves that it is known.
        #expect(embedded.plans(from: 4, hash: "hash 4") == Array(plans[3...]) && embedded.plans(from: 4, hash: "other") == Array(plans[2...]))
        #expect(EmbeddedPlans([]).plans().isEmpty && EmbeddedPlans(of: []).content.isEmpty)
        // What two plans have in common stands in a program once.
        #expect(embedded.content[0].utf8.count > 5_000 && embedded.content[1...].allSatisfy { $0.utf8.count < embedded.content[0].utf8.count / 2 })
    }

    @Test("A difference gives the text again, whatever the texts are")
    func differences() {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(60, long: 20_000) {
            func text() -> [Substring] { (0..<Int.random(in: 0...20, using: &random)).map { _ in ["a", "b", "=1,2", "+", "", "c"].randomElement(using: &random) ?? "" } }
            let (lines, base) = (text(), text())
            let difference = LineDifference.text(of: lines, from: base)
            let read = lines.isEmpty ? [] : LineDifference.lines(difference, from: base)
            #expect(read == lines, "\(lines) from \(base): \(difference)")
        }
    }

    @Test("What is no difference from a text gives nothing", arguments: ["=0,3", "=-1,1", "=1", "x", "", "=1,1,1", "=2,1"])
    func malformed(difference: String) {
        #expect(LineDifference.lines(difference, from: ["a", "b"]) == nil)
    }
}
