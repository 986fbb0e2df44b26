import Diagnostics
import SchemaEvolution
import SQLiteStorage
import SchemaModel
import StoreMigration
import TestSupport
import Testing

@testable import CoreDataImport

/// The steps between the versions of models that people ship: planned, and proved.
///
/// Decisions are filled in by a rule: what a step loses is given up, a value that may not fit is accepted, and what is required and
/// has no value, or one of another form, gets the zero of its type. A key gets the line that the question prints. What asks for more
/// is refused.
@Suite(
    "Steps between Core Data models that people ship",
    .enabled(if: CorpusFolder.path != nil, "TRELLIS_CORPUS names no folder of models"))
struct CorpusStepTests {
    private static let histories = Dictionary(grouping: CorpusFolder.all, by: \.history).values.filter { $0.count > 1 }
        .sorted { $0[0].history < $1[0].history }

    /// How the steps of a history went.
    private struct Figures {
        var unchanged = 0
        var automatic = 0
        var decided = 0
        var dependingOnData = 0
        /// What stood in the way of the others, by the codes of the findings.
        var refused: [String: Int] = [:]
    }

    @Test("Each step is planned and proved, or refused with what there is to decide", arguments: histories)
    func steps(versions: [CorpusVersion]) throws {
        var figures = Figures()
        var former: StoredVersion?
        var kept = try KeptHistory(versions[0].history)
        let steps = kept == nil ? Self.steps(of: versions) : Set(1..<versions.count)
        for (number, version) in versions.enumerated() {
            guard steps.contains(number) || steps.contains(number + 1) else {
                former = nil
                continue
            }
            let translated = try TranslatedModel(version, generating: false)
            let latter = translated.model.map { StoredVersion($0) }
            defer { former = latter }
            if former == nil, latter != nil { try kept?.begin(translated.translation.text) }
            guard steps.contains(number), let former, let latter else { continue }
            if let decisions = try take(from: former, to: latter, of: version, &figures) {
                try kept?.append(translated.translation.text, decisions)
            }
        }
        let refused = figures.refused.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        print(
            "\(versions[0].history): \(steps.count) of \(versions.count - 1) steps: \(figures.unchanged) without a change, \(figures.automatic) automatic,"
                + " \(figures.decided) with decisions; \(figures.dependingOnData) depend on the rows; refused: \(refused.isEmpty ? "none" : refused)")
    }

    /// The steps that this run takes, by the numbers of the versions that they lead to. An ordinary run takes one of four of a long
    /// history, from a printed seed.
    private static func steps(of versions: [CorpusVersion]) -> Set<Int> {
        let all = Set(1..<versions.count)
        if TestScale.isLong || all.count < 20 { return all }
        let first = Int(SeededGenerator.seedForTests(versions[0].history) % 4)
        return all.filter { $0 % 4 == first }
    }

    /// - Returns: the decisions of a step that was planned.
    private func take(
        from old: StoredVersion, to new: StoredVersion, of version: CorpusVersion, _ figures: inout Figures
    ) throws -> MigrationDecisions? {
        if old.schema.identity.hash == new.schema.identity.hash {
            figures.unchanged += 1
            return nil
        }
        var decisions = MigrationDecisions()
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, decisions)
            if let plan {
                let proof = MigrationProof(from: old, to: new, decisions).findings(of: plan)
                #expect(proof.filter { $0.severity == .error }.map(\.message) == [], "\(version.testDescription)\n\(plan.text)")
                if proof.contains(where: { $0.severity == .warning }) { figures.dependingOnData += 1 }
                let isAutomatic = decisions.drops.isEmpty && decisions.values.isEmpty && decisions.accepted.isEmpty
                if isAutomatic { figures.automatic += 1 } else { figures.decided += 1 }
                return decisions
            }
            let known = decisions
            for finding in findings { decisions.complete(finding, new) }
            let isMore = known.drops.count < decisions.drops.count || known.values.count < decisions.values.count
                || known.accepted.count < decisions.accepted.count
            if isMore { continue }
            for code in Set(findings.map(\.code.name)) { figures.refused[code, default: 0] += 1 }
            for finding in findings { print("  \(version.testDescription): \(finding.message)") }
            return nil
        }
    }
}
