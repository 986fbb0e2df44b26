import AgencyModel
import Foundation
import MigrationSamples
import SQLiteAccess
import StoreMigration
import Trellis

/// A separate process that migrates a shop's store to the newest version, until it is done or killed.
///
/// `MigrationRunner FILE` migrates it, `MigrationRunner FILE separately` with each plan as a step of its own, `MigrationRunner open FILE` opens it as a program does; both print how many steps they made.
/// `MigrationRunner agency FILE` opens an agency's store, and prints a line for each progress that it hears of,
/// and then the most memory that it used, in kilobytes. `MigrationRunner agency FILE N` kills itself at the Nth progress.
@main
struct MigrationRunner {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        do {
            switch arguments.count {
            case 1: try migrate(arguments[0], composing: true)
            case 2 where arguments[1] == "separately": try migrate(arguments[0], composing: false)
            case 2 where arguments[0] == "open": try open(arguments[1])
            case 2 where arguments[0] == "agency": try openAgency(arguments[1], killedAt: nil)
            case 3 where arguments[0] == "agency": try openAgency(arguments[1], killedAt: Int(arguments[2]))
            default: exit(2)
            }
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(1)
        }
    }

    private static func migrate(_ path: String, composing: Bool) throws {
        let connection = try SQLiteConnection(opening: path)
        let chain = try SampleHistory.shop().chain()
        // The waiting test learns from this that the migration begins.
        FileHandle.standardOutput.write(Data("begins\n".utf8))
        let outcome = try StoreMigrator(connection, chain, MigrationOptions(busyTimeout: 60, composesPlans: composing)).migrate()
        FileHandle.standardOutput.write(Data("\(outcome.steps)\n".utf8))
    }

    private static func openAgency(_ path: String, killedAt limit: Int?) throws {
        let steps = StepCount()
        let container = try PersistentContainer(
            for: Agency.self, at: .file(path),
            migration: .automatic(onProgress: { progress in
                FileHandle.standardOutput.write(Data("\(progress.toVersion) \(progress.statement) \(progress.rows)\n".utf8))
                steps.add()
                if steps.count == limit { kill(getpid(), SIGKILL) }
            }), busyTimeout: 60)
        try container.close()
        // The figure of getrusage includes that of the process which started this one.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let peak = status.firstMatch(of: /VmHWM:\s*(\d+)/).map { String($0.output.1) } ?? "0"
        FileHandle.standardOutput.write(Data("peak \(peak)\n".utf8))
    }

    private static func open(_ path: String) throws {
        let steps = StepCount()
        _ = try PersistentContainer(
            for: Shop.self, at: .file(path), migration: .automatic(onProgress: { if $0.fraction == 1 { steps.add() } }), busyTimeout: 60)
        FileHandle.standardOutput.write(Data("\(steps.count)\n".utf8))
    }
}

/// The shop's newest version, as a program has it.
enum Shop: PersistentModel {
    static let descriptor: ModelDescriptor = {
        guard let shop = try? SampleHistory.shop(), let schema = shop.versions.last?.schema else { exit(3) }
        return ModelDescriptor(
            name: "Shop", version: schema.identity.version, isDraft: true, hash: schema.identity.hash, ddl: schema.ddl, entities: [],
            migrations: EmbeddedPlans(of: shop.plans))
    }()
}

/// Counts what has happened.
private final class StepCount: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
}
