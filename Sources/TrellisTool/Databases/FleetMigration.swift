import Diagnostics
import Foundation
import ProjectFiles
import SchemaEvolution
import StoreFleet
import StoreMigration

extension FindingCode {
    static let unmigratedStore = FindingCode("TR2309")
    static let stoppedRun = FindingCode("TR2310")
}

/// `trellis migrate apply` over many stores.
struct FleetMigration {
    let stores: [FleetStore]
    let plans: FleetPlans
    let options: FleetOptions
    let format: DiffCommand.Format
    let console: Console

    /// Migrates the stores, and prints a summary.
    /// - Throws: ``CouldNotRun``, or exit code 1 if a store failed.
    func run() throws {
        let (line, interruption, plans) = (ProgressLine(), Interruption(), plans)
        let migrator = FleetMigrator(stores, to: plans.target, options) { try plans.chain(for: $0) }
        let clock = ContinuousClock()
        let start = clock.now
        let summary: FleetSummary
        do {
            summary = try Self.wait {
                try await migrator.run(isStopped: { (try? interruption.check()) == nil }, onProgress: line.show)
            }
        } catch {
            line.clear()
            throw CouldNotRun("\(error)")
        }
        line.clear()
        let text = FleetText(summary, plans.target, seconds: clock.now - start)
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(text.findings)
        switch format {
        case .text: for line in text.lines { console.say(line) }
        case .json: console.printResult(text.json.rendered)
        }
        if summary.ending == .cancelled {
            // Its exit code would be that of failed stores; the run could not end, which counts more.
            try? report.print(isPrinted: format == .text)
            throw CouldNotRun("stopped; the same command continues with the \(summary.notStarted) stores that are left")
        }
        try report.print(isPrinted: format == .text)
    }

    /// Checks the stores and the migrations ahead of them, and changes nothing.
    /// - Throws: ``CouldNotRun``, or exit code 1 if a store cannot be migrated.
    func check() throws {
        var result = FleetCheck(model: plans.target.model, target: plans.target.version)
        for (number, store) in FleetOrder(stores, canary: 0).stores.enumerated() {
            console.progress("\(number + 1) of \(stores.count): \(store.path)")
            if let failure = StoreFailure.reading(store.path, options.busyTimeout, chain: plans.chain) {
                result.add(store, failure: failure)
                continue
            }
            do {
                let file = try StoreFile(store.path)
                let (path, versions) = try plans.path(of: file)
                let found = try DatabaseCheck(path, versions).run(console)
                result.add(store, version: file.record.version, steps: path.plans.count, found)
            } catch {
                result.add(store, failure: StoreFailure(.other, "\(error)"))
            }
        }
        var report = FindingReport(RunFindings(today: console.today), on: console)
        report.findings.add(result.findings)
        switch format {
        case .text: for line in result.lines { console.say(line) }
        case .json: console.printResult(result.json(report.findings.judged.map(\.json)).rendered)
        }
        try report.print(isPrinted: format == .text)
    }

    /// Runs an asynchronous function to its end; the thread waits.
    private static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let (done, box) = (DispatchSemaphore(value: 0), Box<Value>())
        Task.detached {
            do { box.result = .success(try await body()) } catch { box.result = .failure(error) }
            done.signal()
        }
        done.wait()
        guard let result = box.result else { throw CouldNotRun("the run did not end") }
        return try result.get()
    }

    /// A result of another thread. Unchecked, because the semaphore orders writing and reading, which the compiler cannot see.
    private final class Box<Value: Sendable>: @unchecked Sendable {
        var result: Result<Value, any Error>?
    }
}
