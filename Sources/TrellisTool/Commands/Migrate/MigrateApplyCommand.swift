import ArgumentParser
import Foundation
import ProjectFiles
import SchemaEvolution
import StoreClusters
import StoreFleet
import StoreMigration

struct MigrateApplyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Migrate a store, or many stores, to their model's version",
        discussion: """
            The store records its version. Along frozen versions the command applies their plans. A step to a live model that is not \
            frozen yet, or from an older draft of it, is inferred and, with --decisions, decided. Each step is one transaction. After \
            a failure the store has one version with all its rows, and the same command continues. Close the programs that use the \
            store first.

            With --stores, --list or --catalog it migrates many stores of one model: a canary first, then group by group. A store that \
            fails is a finding, and the others go on until more stores fail than --max-failures allows.

            A store on a cluster of dqlite is named by its nodes. Each step runs on a copy first, with all checks, while no other client \
            can write, and then on the cluster with foreign keys on.

            Examples:
              trellis migrate apply orders.sqlite                          finds the model in trellis.yaml by its name
              trellis migrate apply orders.sqlite Orders.yaml --backup     copies the store to orders.sqlite.backup first
              trellis migrate apply orders.sqlite --to 3                   stops at version 3
              trellis migrate apply orders.sqlite --to 2 --allow-down      goes back to version 2
              trellis migrate apply orders.sqlite --dry-run                prints the SQL and changes nothing
              trellis migrate apply --stores 'shops/*.sqlite' --canary 5 --max-failures 1% --journal run.journal
              trellis migrate apply Orders.yaml --catalog all.sqlite --query 'SELECT path, ring FROM shop ORDER BY ring'
              trellis migrate apply dqlite://host1:9001,host2:9002/orders   a store on a cluster
              find /data -name '*.sqlite' | trellis migrate apply --list - --dry-run   checks them as 'check --database' does
            """)

    @Argument(help: "The store's file. With many stores, it is left out.", completion: .file())
    var file: String?

    @OptionGroup var models: ModelSelection

    @Option(
        help: "The file with decisions for a step to a draft, or from one, or back.",
        completion: Completions.models)
    var decisions: String?

    @Option(name: .customLong("to"), help: "The target version. (default: that of the model's file)")
    var version: Int?

    @Flag(help: "Let --to be an earlier version than the store's: the step back is planned and proved now, and losses need --decisions.")
    var allowDown = false

    @Flag(help: "Copy the store first, to a file beside it that ends with .backup.")
    var backup = false

    @Option(help: "Copy the store first, to this new file.", completion: .file())
    var backupTo: String?

    @Option(help: "The check of the file before the migration: 'quick' reads each table if rows will be written, 'full' also compares each index.")
    var check = FileCheck.quick

    @Flag(help: "Print the SQL for this store and change nothing.")
    var dryRun = false

    @OptionGroup var fleet: FleetArguments

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if fleet.isUsed {
            if models.model != nil { throw ValidationError("With many stores, name the model's file alone.") }
            if let file, StoreFile.isMeant(by: file) {
                throw ValidationError("'\(file)' is a store: name it with --stores, or leave out --stores, --list and --catalog.")
            }
            if backupTo != nil { throw ValidationError("--backup-to is for one store: use --backup.") }
        } else if let file, ClusterStore.isMeant(by: file) {
            if backup { throw ValidationError("A store on a cluster has no file beside it: name one with --backup-to.") }
        } else if file == nil {
            throw ValidationError("Name a store's file, or many stores with --stores, --list or --catalog.")
        }
        if allowDown, version == nil { throw ValidationError("--allow-down needs --to with the earlier version.") }
    }

    func run() throws {
        try output.run("migrate apply") { console in
            guard let file, !fleet.isUsed else { return try runFleet(console) }
            if ClusterStore.isMeant(by: file) { return try runCluster(file, console) }
            let request = MigrationRequest(
                store: file, models: models, decisions: decisions, version: version, allowsDown: allowDown)
            let path = try MigrationPath.find(request, console)
            if dryRun { return console.printResult(try StoreText.script(path)) }
            guard !path.plans.isEmpty else { return console.say(StoreText.upToDate(path.file)) }

            let (line, interruption) = (ProgressLine(), Interruption())
            let backupPath = backupTo ?? (backup ? CopyPath.beside(path.file.path, FleetList.backupSuffix) : nil)
            let options = MigrationOptions(backupPath: backupPath, fileCheck: check) { progress in
                try interruption.check()
                line.show(progress)
            }
            do {
                let outcome = try StoreMigrator(path.file.connect(), path.chain, options).migrate()
                line.clear()
                console.say(StoreText.done(path, outcome, backup: backupPath))
                for note in path.notes { console.say(note) }
            } catch let error as CouldNotRun {
                throw error
            } catch {
                line.clear()
                throw CouldNotRun(reason(error, path.file, copy: backupPath))
            }
        }
    }

    /// Migrates a store on a cluster.
    private func runCluster(_ name: String, _ console: Console) throws {
        let request = MigrationRequest(store: name, models: models, decisions: decisions, version: version, allowsDown: allowDown)
        let migration = try ClusterMigration(request, check: check, backup: backupTo, console)
        if dryRun { return console.printResult(try migration.script()) }
        try migration.run()
    }

    /// Migrates many stores, or checks them.
    private func runFleet(_ console: Console) throws {
        var options = fleet.options
        if backup { options.backupSuffix = FleetList.backupSuffix }
        options.fileCheck = check
        let stores = try fleet.find()
        // The first argument is the model's file then.
        let request = MigrationRequest(
            store: "", models: ModelSelection(file, config: models.config), decisions: decisions, version: version, allowsDown: allowDown)
        let migration = FleetMigration(
            stores: stores, plans: try FleetPlans(request, console), options: options, format: fleet.format ?? .text, console: console)
        if dryRun { try migration.check() } else { try migration.run() }
    }

    /// Why the migration stopped, and the store's version now: each step before the failed one is done.
    private func reason(_ error: any Error, _ before: StoreFile, copy: String?) -> String {
        let file = before.path
        let now = (try? StoreFile(file))?.record
        let place = now?.hash == before.record.hash ? "" : now.map { ", now of version \($0.version)" } ?? ""
        guard error is Interruption.Stopped else { return "'\(file)'\(place): \(error)" }
        // The copy of the original store is not overwritten.
        let isCopied = copy.map(FileManager.default.fileExists) ?? false
        let command = isCopied ? "the same command without a backup" : "the same command"
        return "'\(file)'\(place): stopped; \(command) continues the migration"
    }
}

extension FileCheck: ExpressibleByArgument {}
