import Foundation
import OrdersModel
import SQLiteAccess
import TestSupport
import Testing
import Trellis

@Suite("A process that is killed while it saves")
struct KilledProcessTests {
    /// How often the process has saved when it is killed: it is somewhere in its next save by then.
    private static let saves = TestScale.isLong ? (0..<20).map { 1 + $0 * 9 } : [3, 40, 150]

    @Test("leaves a store that opens and holds whole saves only, all of those that had returned", arguments: saves)
    func killedWhileSaving(saves: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("orders.sqlite")
        let reported = try killAfter(saves, store: path)

        let connection = try SQLiteConnection(opening: path)
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]])
        #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty)

        let container = try PersistentContainer(for: Orders.self, at: .file(path))
        let context = try container.makeContext()
        let orders = try context.fetchAll(Order.self)
        // The process may have been killed between its last save and its report.
        #expect(orders.count >= reported)
        #expect(orders.allSatisfy { $0.rows.count == 10 })
        #expect(orders.map(\.date.timeIntervalSinceReferenceDate) == (1...orders.count).map(Double.init))
    }

    /// Starts the writer, kills it once it has reported `saves` saves, and gives the number that it had reported by then.
    private func killAfter(_ saves: Int, store path: String) throws -> Int {
        let process = Process()
        process.executableURL = URL(filePath: "\(Project.products)/StoreWriter")
        process.arguments = [path]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        var output = Data()
        while output.count(where: { $0 == UInt8(ascii: "\n") }) < saves {
            let more = pipe.fileHandleForReading.availableData
            if more.isEmpty { break }
            output += more
        }
        // A save takes about as long; the process goes on meanwhile.
        usleep(UInt32.random(in: 0...1_500))
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        output += pipe.fileHandleForReading.availableData
        #expect(process.terminationReason == .uncaughtSignal)
        return output.count { $0 == UInt8(ascii: "\n") }
    }
}
