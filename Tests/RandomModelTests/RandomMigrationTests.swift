import Diagnostics
import SQLiteAccess
import SQLiteStorage
import SchemaEvolution
import SchemaModel
import StoreMigration
import TestSupport
import Testing

/// Migrations between models that nobody wrote: what can be planned has to be right.
@Suite("Migrations between random models")
struct RandomMigrationTests {
    @Test func `each plan gives the schema of the new version and loses nothing without a reason`() throws {
        var random = SeededGenerator.forTests()
        var planned = 0
        for _ in 0..<TestScale.count(100, long: 3_000) {
            let text = RandomModel(&random).text
            guard let old = model(text) else { continue }
            var lines = text.split(separator: "\n").map(String.init)
            for _ in 0..<Int.random(in: 1...4, using: &random) { edit(&lines, &random) }
            guard let new = model(lines.joined(separator: "\n")), LayoutPlanner.plan(new).findings.isEmpty else { continue }
            let versions = (old: StoredVersion(old), new: StoredVersion(new))
            guard let plan = plan(versions.old, versions.new) else { continue }
            planned += 1
            let findings = MigrationProof(from: versions.old, to: versions.new).findings(of: plan).filter { $0.severity == .error }
            #expect(findings.isEmpty, "\(findings.map(\.message).joined(separator: "\n"))\n\(text)\nto\n\(lines.joined(separator: "\n"))\n\(plan.text)")
            if !findings.isEmpty { return }
        }
        #expect(planned > 20)
    }

    private func model(_ text: String) -> Model? {
        ModelReader.read(Array(text.utf8), file: "Model.yaml").model
    }

    /// Another version: a line goes, comes twice under another name, or is optional.
    private func edit(_ lines: inout [String], _ random: inout SeededGenerator) {
        let index = Int.random(in: 2..<lines.count, using: &random)
        let line = lines[index]
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1: lines.remove(at: index)
        case 2:
            if let colon = line.firstIndex(of: ":"), line.hasPrefix("      ") {
                lines.insert(line[..<colon] + "Twin" + line[colon...], at: index + 1)
            }
        case 3: lines[index] = line.replacing("type: int16", with: "type: int64").replacing("type: float", with: "type: double")
        default:
            if !line.contains("?"), !line.contains("optional"), line.contains("{ type: ") {
                lines[index] = line.replacing("{ type: ", with: "{ optional: true, type: ")
            }
        }
    }

    /// The plan, with a reason for each loss; nil where more has to be decided.
    private func plan(_ old: StoredVersion, _ new: StoredVersion) -> MigrationPlan? {
        var drops: [MigrationDecisions.Place: MigrationDecisions.Decision] = [:]
        while true {
            let (plan, findings) = MigrationPlanner.plan(from: old, to: new, .init(drops: drops))
            if let plan { return plan }
            let known = drops.count
            for finding in findings where finding.code.name == "TR2102" {
                let help = finding.suggestion?.message ?? ""
                guard let match = help.firstMatch(of: /drops: \{ ([A-Za-z0-9]+)(?:\.([A-Za-z0-9.]+))?: why/) else { continue }
                drops[.init(String(match.output.1), match.output.2.map(String.init))] = .init("a test", at: finding.span)
            }
            if drops.count == known { return nil }
        }
    }
}
