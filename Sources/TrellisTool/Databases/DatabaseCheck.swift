import Diagnostics
import Foundation
import Predicates
import ProjectFiles
import SQLiteAccess
import SchemaEvolution
import StoreMigration

/// Checks a store's file without writing to it: what `trellis check --database` does.
struct DatabaseCheck {
    private let path: MigrationPath
    private let versions: MigrationVersions

    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings of the model.
    init(_ request: MigrationRequest, _ console: Console) throws {
        var finder = try MigrationPathFinder(request, console)
        path = try finder.find()
        versions = try finder.versions(of: path)
    }

    /// The check of a store whose path is known.
    init(_ path: MigrationPath, _ versions: MigrationVersions) { (self.path, self.versions) = (path, versions) }

    /// What the check found.
    struct Result {
        var findings: [Finding]
        var summary: [String]
        /// Whether a migration ahead would stop: a row that breaks a rule of the store's own version alone stops none.
        var stopsMigrations: Bool
    }

    /// - Throws: ``CouldNotRun``
    func run(_ console: Console) throws(CouldNotRun) -> Result {
        let file = path.file.path
        do {
            let connection = try path.file.connectReadOnly()
            var inspection = try DatabaseInspection(connection, file: file)
            console.progress("\(file): comparing it with version \(path.file.record.version)")
            var findings = try inspection.findings(claiming: versions.claimed)
            let own = findings.count
            var old = versions.claimed
            for (plan, step) in zip(path.plans, versions.ahead) where !inspection.isDamaged && !inspection.isIncomplete {
                console.progress("\(file): checking the migration to version \(plan.toVersion)")
                findings += try inspection.findings(ofStep: plan, from: old, to: step.version, step.decisions)
                old = step.version
            }
            let stops = findings.enumerated().contains { $1.severity == .error && ($0 >= own || $1.code != .brokenRow) }
            return Result(findings: findings, summary: try summary(inspection), stopsMigrations: stops)
        } catch let error as SQLiteError {
            throw CouldNotRun("cannot check '\(file)': \(error.message)")
        } catch let error as CouldNotRun {
            throw error
        } catch {
            throw CouldNotRun("cannot check '\(file)': \(error)")
        }
    }

    private func summary(_ inspection: DatabaseInspection) throws -> [String] {
        let record = path.file.record
        let state = "\(path.file.path): a store of \(record.model), version \(record.version)\(record.isDraft ? ", a draft" : "")"
        guard let last = path.plans.last else { return ["\(state), with no migration ahead"] }
        let steps = path.plans.count == 1 ? "1 migration" : "\(path.plans.count) migrations"
        // A step that was not checked rewrites more.
        let isWhole = !inspection.isDamaged && !inspection.isIncomplete
        let bytes = try isWhole ? inspection.rewrittenBytes().map { ": \(ByteText.text($0)) to be rewritten" } ?? "" : ""
        return ["\(state), with \(steps) ahead to version \(last.toVersion)\(bytes)"]
    }
}

/// The versions that a store passes on its way.
struct MigrationVersions {
    /// The version that the store claims.
    var claimed: StoredVersion
    /// The versions that the plans lead to, in their order, with the decisions of each step.
    var ahead: [(version: StoredVersion, decisions: MigrationDecisions)]
}

/// A number of bytes as text.
enum ByteText {
    /// Bytes in the largest decimal unit that gives at least 1.
    static func text(_ bytes: Int64) -> String {
        let units: [(Int64, String)] = [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
        guard let (size, unit) = units.first(where: { bytes >= $0.0 }) else { return "\(bytes) bytes" }
        let tenths = bytes / (size / 10)
        return tenths % 10 == 0 || tenths >= 1000 ? "\(tenths / 10) \(unit)" : "\(tenths / 10).\(tenths % 10) \(unit)"
    }
}
