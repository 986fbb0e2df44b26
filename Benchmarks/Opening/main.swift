import CBaseline
import Foundation
import GRDB
import Trellis

// Opens an existing store of 100 entities again and again: Scripts/open-speed.sh says how. Every side opens and closes once in each round;
// closing is not counted.

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 201
let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-open-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let path = folder.appending(path: "large.sqlite").path

func makeStore() throws {
    let context = try PersistentContainer(for: Large.self, at: .file(path)).makeContext()
    _ = Item000(in: context, title: "The first one", quantity: 1, rank: 1, weight: 1, price: 1, token: UUID())
    try context.save()
}

/// The milliseconds until `open` returns. What it returns is closed behind that.
func milliseconds<Opened>(_ open: () throws -> Opened) rethrows -> Double {
    let start = DispatchTime.now().uptimeNanoseconds
    let opened = try open()
    let end = DispatchTime.now().uptimeNanoseconds
    return withExtendedLifetime(opened) { Double(end - start) / 1e6 }
}

/// Opens the file on SQLite's C interface.
func plainMilliseconds(reading sql: String?) -> Double {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    return milliseconds {
        precondition(sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK)
        if let sql { precondition(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK) }
    }
}

typealias Side = (name: String, milliseconds: () throws -> Double)
let sides: [Side] = [
    ("sqlite3_open, which does not read the file", { plainMilliseconds(reading: nil) }),
    ("sqlite3_open and a first SELECT", { plainMilliseconds(reading: "SELECT count(*) FROM sqlite_schema") }),
    ("GRDB's pool", { try milliseconds { try DatabasePool(path: path) } }),
    (
        "GRDB's pool and a first read",
        {
            try milliseconds {
                let pool = try DatabasePool(path: path)
                return (pool, try pool.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema") })
            }
        }
    ),
    ("a container", { try milliseconds { try PersistentContainer(for: Large.self, at: .file(path)) } }),
    (
        "a container and a first fetch",
        {
            try milliseconds {
                let container = try PersistentContainer(for: Large.self, at: .file(path))
                return (container, try container.makeContext().ids(Fetch<Item000>().limit(1)))
            }
        }
    ),
]

try makeStore()
var times = [[Double]](repeating: [], count: sides.count)
// The first round does not count.
for round in 0...rounds {
    for (place, side) in sides.enumerated() {
        let time = try side.milliseconds()
        if round > 0 { times[place].append(time) }
    }
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func printed(_ value: Double) -> String { String(format: "%.3f", value) }

let base = times[0]
print("| 100 entities, \(rounds) rounds | median, ms | least, ms | over sqlite3_open, ms |\n| --- | --- | --- | --- |")
for (side, own) in zip(sides, times) {
    let more = median(zip(own, base).map { $0 - $1 })
    print("| \(side.name) | \(printed(median(own))) | \(printed(own.min() ?? 0)) | \(printed(more)) |")
}
