import Diagnostics
import SchemaEvolution
import SchemaModel
import StoreMigration
import Testing

/// The steps between the versions of models that people ship: planned, and proved.
///
/// What a step loses is given up, and nothing else is decided: a required attribute without a value, or a value of another form,
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
        var withLosses = 0
        var dependingOnData = 0
        /// What stood in the way of the others, by the codes of the findings.
        var refused: [String: Int] = [:]
    }

    @Test("Each step is planned and proved, or refused with what there is to decide", arguments: histories)
    func steps(versions: [CorpusVersion]) throws {
        var figures = Figures()
        var former: StoredVersion?
        for version in versions {
            let latter = try TranslatedModel(version, generating: false).model.map { StoredVersion($0) }
            defer { former = latter }
            guard let former, let latter else { continue }
            try take(from: former, to: latter, of: version, &figures)
        }
        let refused = figures.refused.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }.joined(separator: ", ")
        print(
            "\(versions[0].history): \(versions.count - 1) steps: \(figures.unchanged) without a change, \(figures.automatic) automatic,"
                + " \(figures.withLosses) with losses; \(figures.dependingOnData) depend on the rows; refused: \(refused.isEmpty ? "none" : refused)")
    }

    private func take(
        from old: StoredVersion, to new: StoredVersion, of version: CorpusVersion, _ figures: inout Figures
    ) throws {
        if old.schema.identity.hash == new.schema.identity.hash {
            figures.unchanged += 1
            return
        }
        var drops: [MigrationDecisions.Place: MigrationDecisions.Decision] = [:]
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, .init(drops: drops))
            if let plan {
                let proof = MigrationProof(from: old, to: new, .init(drops: drops)).findings(of: plan)
                #expect(proof.filter { $0.severity == .error }.map(\.message) == [], "\(version.testDescription)\n\(plan.text)")
                if proof.contains(where: { $0.severity == .warning }) { figures.dependingOnData += 1 }
                if drops.isEmpty { figures.automatic += 1 } else { figures.withLosses += 1 }
                return
            }
            let known = drops.count
            for finding in findings where finding.code.name == "TR2102" {
                let help = finding.suggestion?.message ?? ""
                guard let match = help.firstMatch(of: /drops: \{ (\w+)(?:\.([\w.]+))?: why/) else { continue }
                drops[.init(String(match.output.1), match.output.2.map(String.init))] = .init("given up", at: finding.span)
            }
            if drops.count > known { continue }
            for code in Set(findings.map(\.code.name)) { figures.refused[code, default: 0] += 1 }
            return
        }
    }
}
