import DqliteClient
import Foundation
import ProjectFiles
import SQLiteStorage
import SchemaEvolution
import StoreClusters
import StoreMigration

/// Migrates a store on a cluster: what `trellis migrate apply dqlite://…` does.
struct ClusterMigration {
    private let store: ClusterStore
    private let request: MigrationRequest
    private let check: FileCheck
    private let backup: String?
    private let console: Console

    /// - Parameter backup: the file that gets a copy of the store first; nil for none.
    /// - Throws: ``CouldNotRun``
    init(_ request: MigrationRequest, check: FileCheck, backup: String?, _ console: Console) throws(CouldNotRun) {
        store = try StoreCopy.store(request.store)
        (self.request, self.check, self.backup, self.console) = (request, check, backup, console)
    }

    /// The path of the store in a copy, with the plans in the form for dqlite.
    private func path(_ copy: String) throws -> MigrationPath {
        var request = request
        request.copy = copy
        var finder = try MigrationPathFinder(request, console)
        var path = try finder.find()
        if path.plans.isEmpty { return path }
        let versions = try finder.versions(of: path)
        var old = versions.claimed
        var report = FindingReport(RunFindings(today: console.today), on: console)
        for (index, step) in versions.ahead.enumerated() {
            let (plan, findings) = TargetPlan.plan(path.plans[index], from: old, to: step.version, for: .dqlite)
            report.findings.add(findings)
            if let plan { path.plans[index] = plan }
            old = step.version
        }
        try report.print()
        return path
    }

    /// The SQL that the store needs.
    ///
    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings of steps that a cluster cannot run.
    func script() throws -> String {
        let copy = try StoreCopy(of: store)
        return try StoreText.scriptOfSteps(path(copy.path))
    }

    /// - Throws: ``CouldNotRun``, or exit code 1 with the findings of steps that a cluster cannot run.
    func run() throws {
        // What keeps the path from being found is reported before a lock is taken.
        let first = try StoreCopy(of: store)
        let path = try path(first.path)
        guard !path.plans.isEmpty else { return console.say(StoreText.upToDate(path.file)) }
        if let refusal = MigrationError.needsProgram(path.plans) { throw CouldNotRun("'\(store.name)': \(refusal)") }

        let (folder, interruption, line) = (try ScratchFolder(), Interruption(), ProgressLine())
        var isBackedUp = backup == nil
        do {
            let options = MigrationOptions(fileCheck: check) { progress in
                try interruption.check()
                line.show(progress)
            }
            let outcome = try ClusterMigrator(store, copiesIn: folder.path, options).migrate { copy in
                let path = try self.path(copy)
                if !isBackedUp, let backup { try Backup(to: backup).make(of: path.file.connectReadOnly()) { _, _ in try interruption.check() } }
                isBackedUp = true
                return path.plans.first
            } report: { event in
                try interruption.check()
                line.clear()
                switch event {
                case .copying: console.progress("\(store.name): copying it")
                case .replaying(let version, let count): console.progress("\(store.name): version \(version), \(count) statements")
                case .resolving(let version, let error):
                    console.say("the commit of version \(version) got no answer (\(error)); the store is asked for its version")
                }
            }
            line.clear()
            for version in outcome.resolvedVersions { console.say("the store has version \(version): its commit was done") }
            let migrated = StoreMigrator.Outcome(
                fromVersion: outcome.fromVersion ?? path.file.record.version, toVersion: path.plans.last?.toVersion ?? 0, steps: outcome.steps,
                transactions: outcome.steps)
            console.say(StoreText.done(path, migrated, backup: backup))
            for note in path.notes { console.say(note) }
        } catch is Interruption.Stopped {
            line.clear()
            throw CouldNotRun("'\(store.name)': stopped; the same command continues the migration")
        } catch let error as ClusterMigrationError {
            line.clear()
            throw CouldNotRun("'\(store.name)': \(error)")
        } catch let error as MigrationError {
            line.clear()
            throw CouldNotRun("'\(store.name)': \(error)")
        }
    }
}
