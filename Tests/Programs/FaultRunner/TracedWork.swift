import FaultInjection
import Foundation
import GRDB
import MigrationSamples
import OrdersModel
import SQLiteAccess
import StoreMigration
import Trellis

/// Long pieces of work whose changes of files are traced, for power cuts.
enum TracedWork {
    struct Failure: Error {}

    /// Does a piece of work in a folder, and writes `trace` there; `start` gets the files that it begins with.
    static func run(_ work: String, in folder: String) throws {
        let place = try Place.new("work", in: folder)
        let work = try prepared(work, place)
        try FileManager.default.copyItem(atPath: place.folder, toPath: folder + "/start")
        guard faults_trace_begin(folder + "/trace") == 0 else { throw Failure() }
        try work()
        faults_trace_end()
    }

    private static func prepared(_ work: String, _ place: Place) throws -> () throws -> Void {
        switch work {
        case "saving": return { try save(place, .normal) }
        case "saving-full": return { try save(place, .full) }
        case "migrating", "migrating-normal", "migrating-without-log", "migrating-with-copy", "migrating-separately":
            try makeShop(.shop(), place, customers: 60, isLogged: work != "migrating-without-log")
            return { try migrate(place, withCopy: work == "migrating-with-copy", isNormal: work == "migrating-normal", isJump: work != "migrating-separately") }
        default: throw Failure()
        }
    }

    /// Saves as `StoreWriter` does: save n enters order n with ten rows, pays order n - 3, and deletes order n - 7. The log is
    /// brought into the file now and then, and the store closed and opened again.
    private static func save(_ place: Place, _ synchronous: SynchronousMode) throws {
        for round in 0..<3 {
            let container = try PersistentContainer(for: Orders.self, at: .file(place.path), synchronous: synchronous)
            let context = try container.makeContext()
            for number in round * 20 + 1...round * 20 + 20 {
                let order = Order(in: context, date: date(number))
                for cents in 1...10 { OrderRow(in: context, sum: Decimal(cents) / 100, order: order) }
                try find(number - 3, in: context)?.paid = true
                if let old = try find(number - 7, in: context) { try context.delete(old) }
                try context.save()
                faults_trace_acknowledge(Int64(number))
                if number % 7 == 0 { _ = try container.databaseWriter.writeWithoutTransaction { try $0.checkpoint(number % 2 == 0 ? .passive : .restart) } }
            }
        }
    }

    private static func date(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number)) }

    private static func find(_ number: Int, in context: ManagedObjectContext) throws -> Order? {
        try context.first(Fetch<Order>(where: .compare("date", .equal, to: date(number))))
    }

    /// Migrates a shop's store through all versions; each is acknowledged when the next step begins. `isNormal` is for a connection
    /// that does not wait for the disk at a commit, as those of a SQLite that is built so.
    private static func migrate(_ place: Place, withCopy: Bool, isNormal: Bool, isJump: Bool) throws {
        let options = MigrationOptions(
            backupPath: withCopy ? place.other : nil, composesPlans: isJump,
            onProgress: { progress in if progress.statement == 1, progress.rows == 0, progress.step > 1 { faults_trace_acknowledge(Int64(progress.step)) } })
        let history = try SampleHistory.shop()
        let connection = try place.connection()
        if isNormal { try connection.execute("PRAGMA synchronous = NORMAL") }
        try StoreMigrator(connection, history.chain(), options).migrate()
        faults_trace_acknowledge(Int64(history.versions.count))
    }
}
