import ArgumentParser
import Foundation
import ProjectFiles
import StoreFleet

/// The arguments of `migrate apply` for many stores.
struct FleetArguments: ParsableArguments {
    @Option(help: .init("Migrate all stores whose paths match a pattern, in quotes: * ? [a-z]. Repeatable.", valueName: "pattern"))
    var stores: [String] = []

    @Option(
        help: .init("Migrate the stores of a list: a path on each line, and after a tab its group. '-' reads standard input.", valueName: "file"),
        completion: .file())
    var list: String?

    @Option(help: .init("The database whose rows name the stores; needs --query.", valueName: "file"), completion: .file())
    var catalog: String?

    @Option(help: .init("The query on the catalogue: a path in the first column, a group in a second one.", valueName: "sql"))
    var query: String?

    @Option(help: .init("Migrate the first COUNT stores before all others, and stop if one of them fails.", valueName: "count"))
    var canary: Int?

    @Option(help: .init("How many stores may fail before the run stops: a number, or a share such as 1%. (default: 0)", valueName: "count"))
    var maxFailures: FailureLimit?

    @Option(help: .init("How many stores are migrated at the same time. (default: the number of processors)", valueName: "count"))
    var jobs: Int?

    @Option(
        help: .init("A file that records each outcome. After a crash or Ctrl-C the same command goes on where it was.", valueName: "file"),
        completion: .file())
    var journal: String?

    @Option(help: .init("How long to wait for a lock on a store. (default: 5)", valueName: "seconds"))
    var lockTimeout: Double?

    @Option(help: "The format of the summary: text or json. (default: text)")
    var format: DiffCommand.Format?

    /// Whether the command names many stores.
    var isUsed: Bool { !stores.isEmpty || list != nil || catalog != nil }

    func validate() throws {
        if (catalog == nil) != (query == nil) { throw ValidationError("--catalog and --query belong together.") }
        if let canary, canary < 0 { throw ValidationError("--canary is a number of stores.") }
        if let jobs, jobs < 1 { throw ValidationError("--jobs is at least 1.") }
        if let lockTimeout, !(lockTimeout >= 0 && lockTimeout <= 86_400) { throw ValidationError("--lock-timeout is from 0 to 86400 seconds.") }
        guard !isUsed else { return }
        let isLost = canary != nil || maxFailures != nil || jobs != nil || journal != nil || lockTimeout != nil || format != nil
        if isLost {
            throw ValidationError(
                "--canary, --max-failures, --jobs, --journal, --lock-timeout and --format are for many stores: add --stores, --list or --catalog.")
        }
    }

    /// The stores that the arguments name.
    /// - Throws: ``CouldNotRun``
    func find() throws(CouldNotRun) -> [FleetStore] {
        var found = [FleetStore]()
        for pattern in stores {
            let matching = FleetList.stores(matching: pattern)
            if matching.isEmpty { throw CouldNotRun("no file matches '\(pattern)'") }
            found += matching
        }
        if let list { found += try FleetList.stores(inList: list) }
        if let catalog, let query { found += try FleetList.stores(inCatalog: catalog, query: query) }
        if found.isEmpty { throw CouldNotRun("the list names no store") }
        if found.contains(where: { $0.path.utf8.contains(0) }) {
            throw CouldNotRun("a path has a NUL character: a list has a path on each line, as 'find -print' gives it without '-print0'")
        }
        return found
    }

    var options: FleetOptions {
        var options = FleetOptions(
            canary: canary ?? 0, budget: maxFailures?.budget ?? .stores(0), journalPath: journal, busyTimeout: lockTimeout ?? 5)
        if let jobs { options.jobs = jobs }
        return options
    }
}

/// A number of stores, or a share of them.
struct FailureLimit: ExpressibleByArgument {
    var budget: FailureBudget

    init?(argument: String) {
        if argument.hasSuffix("%"), let percent = Double(argument.dropLast()), (0...100).contains(percent) {
            budget = .share(percent / 100)
        } else if let count = Int(argument), count >= 0 {
            budget = .stores(count)
        } else {
            return nil
        }
    }
}
