import Contention
import Foundation
import RelationshipsModel
import Trellis
import TrellisCluster

/// A process that works on a cluster for some seconds, and prints what it was told: addresses with commas, a database, a name, seconds and a seed.
@main
enum ClusterWriter {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let seconds = Double(arguments[4]), let seed = UInt64(arguments[5]) else { return print("wrong arguments") }
        let addresses = arguments[1].split(separator: ",").map(String.init)
        let container = try PersistentContainer(for: Society.self, at: .dqlite(addresses, database: arguments[2]), busyTimeout: 60)
        var rival = try StoreRival(arguments[3], on: container, seed: seed)
        FileHandle.standardOutput.write(try JSONEncoder().encode(rival.work(seconds: seconds)))
    }
}
