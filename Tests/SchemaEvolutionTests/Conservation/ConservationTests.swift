import Diagnostics
import Foundation
import SQLiteStorage
import SchemaEvolution
import StoreMigration
import TestSupport
import Testing

/// Each plan here loses something because a decision says so. Judged without that decision it has to be refused, with the line
/// that allows it.
struct ConservationTests {
    private static func model(_ entities: String) -> String { "trellis: 1\nmodel: Club\nentities:\n\(entities)\n" }

    private static func decisions(_ text: String) throws -> MigrationDecisions {
        let (decisions, findings) = DecisionReader.read(Array("trellis: 1\n\(text)\n".utf8), file: "2.migration.yaml")
        return try #require(decisions, "\(findings.map(\.message))")
    }

    /// The plan with decisions that allow a loss, or without them if the planner asks for none.
    private static func plan(_ old: StoredVersion, _ new: StoredVersion, _ decided: String) throws -> MigrationPlan {
        let made = MigrationPlanner.plan(from: old, to: new, try decisions(decided))
        let plan = made.plan ?? MigrationPlanner.plan(from: old, to: new).plan
        return try #require(plan, "\(made.findings.map(\.message))")
    }

    struct Loss: Sendable, CustomTestStringConvertible {
        var name: String
        var old: String
        var new: String
        var drop: String
        var element: String
        var testDescription: String { name }
    }

    private static let losses: [Loss] = [
        Loss(
            name: "an attribute", old: "  A: { attributes: { n: string, o: string? } }", new: "  A: { attributes: { n: string } }", drop: "A.o: why",
            element: "A.o"),
        Loss(
            name: "an attribute of some children alone",
            old: "  A: { abstract: true, attributes: { n: string, o: string? } }\n  B: { parent: A }\n  C: { parent: A }",
            new: "  A: { abstract: true, attributes: { n: string } }\n  B: { parent: A, attributes: { o: string? } }\n  C: { parent: A }", drop: "A.o: why",
            element: "A.o"),
        Loss(
            name: "an entity", old: "  A: { attributes: { n: string } }\n  B: { attributes: { n: string } }", new: "  A: { attributes: { n: string } }",
            drop: "B: why", element: "B"),
        Loss(
            name: "objects of an entity that is abstract now", old: "  A: { attributes: { n: string } }\n  B: { parent: A }",
            new: "  A: { abstract: true, attributes: { n: string } }\n  B: { parent: A }", drop: "A: why", element: "A"),
        Loss(
            name: "a relationship without inverse", old: "  A: { attributes: { n: string }, relationships: { p: { to: P? } } }\n  P: { attributes: { n: string } }",
            new: "  A: { attributes: { n: string } }\n  P: { attributes: { n: string } }", drop: "A.p: why", element: "A.p"),
        Loss(
            name: "a relationship whose inverse leads to another entity",
            old: "  A: { relationships: { p: { to: P?, inverse: as } } }\n  B: { attributes: { o: string } }\n  P: { relationships: { as: { to: [A], inverse: p } } }",
            new: "  A: { attributes: { n: string? } }\n  B: { attributes: { o: string }, relationships: { p: { to: P?, inverse: as } } }\n  P: { relationships: { as: { to: [B], inverse: p } } }",
            drop: "A.p: why", element: "A.p"),
        Loss(
            name: "one of two tables of connections that become one",
            old: "  A: { relationships: { ps: { to: [P] } } }\n  P: { relationships: { as: { to: [A] } } }",
            new: "  A: { relationships: { ps: { to: [P], inverse: as } } }\n  P: { relationships: { as: { to: [A], inverse: ps } } }", drop: "P.as: why",
            element: "P.as"),
        Loss(
            name: "a table of connections whose ends lead elsewhere",
            old: "  A: { relationships: { p: { to: [P], inverse: as } } }\n  P: { relationships: { as: { to: [A], inverse: p } } }\n  Q: { attributes: { m: string } }",
            new: "  A: { relationships: { p: { to: [Q] } } }\n  P: { relationships: { as: { to: [Q] } } }\n  Q: { attributes: { m: string } }", drop: "A.p: why",
            element: "A.p"),
    ]

    @Test(arguments: losses) func `a loss is refused with its figures, an example and the line that allows it, and stands with that line`(_ loss: Loss) throws {
        let (old, new) = (try PlannedMigration.version(Self.model(loss.old)), try PlannedMigration.version(Self.model(loss.new)))
        let plan = try Self.plan(old, new, "drops: { \(loss.drop) }")
        let found = try Conservation(from: old, to: new, .init()).findings(of: plan)
        let named = found.filter { $0.message.contains("'\(loss.element)'") }
        #expect(!named.isEmpty && found.allSatisfy { $0.code.name == "TR2120" && $0.severity == .error }, "\(found.map(\.message))")
        for finding in named {
            #expect(finding.message.contains(/[0-9]+/) && finding.notes.first?.message.contains(/[0-9]+.*, for example/) == true, "\(finding)")
            #expect(finding.suggestion?.message.contains("'drops: { \(loss.drop) }'") == true, "\(finding)")
        }
        // A reason for something else explains nothing.
        #expect(try !Conservation(from: old, to: new, Self.decisions("drops: { A.other: why, Other: why }")).findings(of: plan).isEmpty)
        let explained = try Conservation(from: old, to: new, Self.decisions("drops: { \(loss.drop) }")).findings(of: plan)
        #expect(explained.map(\.message) == [])
    }

    // MARK: Values

    private static let keyed = model(
        "  A: { attributes: { n: string }, relationships: { p: { to: P?, inverse: as } } }\n  P: { attributes: { m: string }, relationships: { as: { to: [A], inverse: p } } }")

    /// A plan that empties the key of A.p.
    private func emptied(_ new: String) throws -> (old: StoredVersion, new: StoredVersion, plan: MigrationPlan) {
        let (old, latter) = (try PlannedMigration.version(Self.keyed), try PlannedMigration.version(new))
        var plan = try #require(MigrationPlanner.plan(from: old, to: latter).plan)
        let index = try #require(plan.steps.firstIndex { $0.sql.hasPrefix("UPDATE _trellis_metadata") })
        plan.steps.insert(.init("UPDATE a SET p_id = NULL", .update, "A fault"), at: index)
        return (old, latter, plan)
    }

    @Test func `a value explains a lost relationship if it is given for its key, and not if it is given for another attribute`() throws {
        let (old, new, plan) = try emptied(Self.keyed.replacing("n: string", with: "n: string, o: string?"))
        for (decided, isExplained) in [("", false), ("values: { A.o: \"'x'\" }", false), ("values: { A.n: \"'x'\" }", false), ("values: { A.p: \"NULL\" }", true)] {
            let found = try Conservation(from: old, to: new, Self.decisions(decided)).findings(of: plan)
            #expect(found.isEmpty == isExplained, "\(decided): \(found.map(\.message))")
        }
    }

    @Test func `the proof stops such a plan`() throws {
        let (old, new, plan) = try emptied(Self.keyed.replacing("n: string", with: "n: string, o: string?"))
        let findings = MigrationProof(from: old, to: new, .init()).findings(of: plan)
        #expect(findings.contains { $0.code.name == "TR2120" && $0.message.contains("'A.p' connected") }, "\(findings)")
    }

    @Test func `a value for the key under a new name does not explain what the old name loses, and a rename does`() throws {
        let (old, new) = (try PlannedMigration.version(Self.keyed), try PlannedMigration.version(Self.keyed.replacing("p: {", with: "owner: {").replacing("inverse: p", with: "inverse: owner")))
        let given = "values: { A.owner: \"(SELECT min(_id) FROM p)\" }"
        let plan = try #require(MigrationPlanner.plan(from: old, to: new, try Self.decisions("renames: { A.p: owner }\n\(given)")).plan)
        #expect(try Conservation(from: old, to: new, Self.decisions(given)).findings(of: plan).contains { $0.message.contains("'A.p' connected") })
        #expect(try Conservation(from: old, to: new, Self.decisions("renames: { A.p: owner }\n\(given)")).findings(of: plan).map(\.message) == [])
    }

    // MARK: Faults that keep the numbers

    private static let club = model(
        """
          Member: { attributes: { name: string }, relationships: { likes: { to: [Team], inverse: fans, ordered: true }, boss: { to: Member? } } }
          Team: { attributes: { name: string }, relationships: { fans: { to: [Member], inverse: likes } } }
        """)

    @Test(arguments: [
        ("pairs exchanged", "UPDATE member_likes SET team_id = team_id % 8 + 1", "'Member.likes' connected"),
        ("a key led elsewhere", "UPDATE member SET boss_id = _id WHERE boss_id IS NOT NULL", "'Member.boss' connected"),
        ("a key given", "UPDATE member SET boss_id = 1 WHERE boss_id IS NULL", "'Member.boss' connects"),
        ("an order turned", "UPDATE member_likes SET PLACE = -PLACE", "members of 'Member.likes' have another place"),
        ("values exchanged", "UPDATE team SET name = name || '!' WHERE _id % 2", "objects of 'Team' get another value of 'name'"),
        ("an object replaced", "UPDATE member SET _id = 99 WHERE _id = 1", "'Member' had 8 objects, of which 7 remain"),
        ("an object added", "INSERT INTO team (name) VALUES ('x')", "'Team' has 1 objects that the old version does not have"),
    ])
    func `a fault that keeps the numbers of rows is seen all the same`(fault: String, statement: String, message: String) throws {
        let (old, new) = (try PlannedMigration.version(Self.club), try PlannedMigration.version(Self.club.replacing("name: string", with: "name: string, note: string?")))
        var plan = try #require(MigrationPlanner.plan(from: old, to: new).plan)
        let conservation = Conservation(from: old, to: new, .init())
        #expect(try conservation.findings(of: plan).map(\.message) == [])
        let place = old.schema.joinTables.first?.source.position ?? ""
        let index = try #require(plan.steps.firstIndex { $0.sql.hasPrefix("UPDATE _trellis_metadata") })
        plan.steps.insert(.init(statement.replacing("PLACE", with: place), .update, "A fault"), at: index)
        let found = try conservation.findings(of: plan)
        #expect(found.contains { $0.message.contains(message) }, "\(found.map(\.message))")
    }

    @Test func `a plan that takes one attribute for another one is seen without the matching`() throws {
        let old = try PlannedMigration.version(Self.model("  A: { attributes: { n: string, o: string, p: int } }"))
        let new = try PlannedMigration.version(Self.model("  A: { attributes: { n: string, o: string, p: int, q: int? } }"))
        let plan = try Self.plan(old, new, "renames: { A.n: o, A.o: n }")
        let found = try Conservation(from: old, to: new, .init()).findings(of: plan)
        #expect(found.map(\.message) == ["8 of 8 objects of 'A' get another value of 'n'", "8 of 8 objects of 'A' get another value of 'o'"], "\(found)")
        #expect(try Conservation(from: old, to: new, Self.decisions("renames: { A.n: o, A.o: n }")).findings(of: plan).map(\.message) == [])
    }

    // MARK: What is no loss

    @Test(arguments: [
        ("renamed ends", keyed.replacing("p: {", with: "q: {").replacing("inverse: p", with: "inverse: q").replacing("as: {", with: "bs: {").replacing("inverse: as", with: "inverse: bs"), "renames: { A.p: q, P.as: bs }"),
        ("renamed entities", keyed.replacing("A:", with: "B:").replacing("[A]", with: "[B]").replacing("P:", with: "R:").replacing("P?", with: "R?"), "renames: { A: B, P: R }"),
        ("a to-one that becomes a to-many", keyed.replacing("P?", with: "[P]"), ""),
        ("SQL of the user's own", keyed, "before: [\"DELETE FROM a WHERE _id > 2\"]\nafter: [\"DELETE FROM p WHERE _id > 2\"]"),
        ("a parent with the relationship", model("  Z: { abstract: true, attributes: { n: string }, relationships: { p: { to: P?, inverse: as } } }\n  A: { parent: Z }\n  P: { attributes: { m: string }, relationships: { as: { to: [Z], inverse: p } } }").replacing("Z", with: "A0"), ""),
    ])
    func `what keeps everything needs no reason`(name: String, new: String, decided: String) throws {
        let (old, latter) = (try PlannedMigration.version(Self.keyed), try PlannedMigration.version(new))
        let decisions = try Self.decisions(decided)
        let made = MigrationPlanner.plan(from: old, to: latter, decisions)
        // What the planner refuses loses nothing.
        guard let plan = made.plan else { return #expect(!made.findings.isEmpty) }
        #expect(try Conservation(from: old, to: latter, decisions).findings(of: plan).map(\.message) == [])
    }

    // MARK: Independence

    @Test func `the check shares no code with the planner, the matching or the rest of the proof`() throws {
        let folder = "\(Project.root)/Sources/SchemaEvolution"
        func types(_ path: String) throws -> Set<String> {
            let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)")
            let texts = try files.map { try String(contentsOfFile: "\(folder)/\(path)/\($0)", encoding: .utf8) }
            return Set(texts.flatMap { $0.matches(of: /(?:struct|enum|class|func) (\w+)/).map { String($0.output.1) } })
        }
        let allowed: Set = ["SeedRows", "insert", "StoredVersion", "all"]
        let own = try types("Conservation")
        let others = try ["Matching", "Planning", "Proof", "Changes"].reduce(into: Set<String>()) { $0.formUnion(try types($1)) }.filter { $0.first?.isUppercase == true }
        #expect(others.contains("ModelMatch") && others.contains("ExpectedRows") && !own.isEmpty)
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(folder)/Conservation") {
            let text = try String(contentsOfFile: "\(folder)/Conservation/\(file)", encoding: .utf8)
            let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            #expect(words.intersection(others).subtracting(own).subtracting(allowed) == [], "\(file)")
        }
    }
}
