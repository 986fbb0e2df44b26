import Contention
import Foundation
import RelationshipsModel
import TestSupport
import Testing
import Trellis

/// What several writers were told must be what the store holds in the end: each increment is counted, each album exists until a writer
/// deleted it, and who was second heard of a conflict.
struct RandomContentionTests {
    private let file: StoreFile<Society>
    private let seconds = Double(TestScale.count(3, long: 30))

    init() throws {
        file = try StoreFile(of: Society.self)
        try StoreRival.prepare(file.container())
    }

    @Test func `two contexts on two threads lose nothing, and hear of every conflict`() throws {
        var random = SeededGenerator.forTests()
        let seeds = [random.next(), random.next()]
        let (container, seconds) = (try file.container(busyTimeout: 60), seconds)
        let reports = try onThreads(seeds.count) { number in
            var rival = try StoreRival("thread \(number)", on: container, seed: seeds[number])
            return try rival.work(seconds: seconds)
        }
        try check(reports)
    }

    @Test(.filesOnly(.processes)) func `two processes lose nothing, and hear of every conflict`() throws {
        var random = SeededGenerator.forTests()
        let seeds = [random.next(), random.next()]
        let running = try seeds.enumerated().map { number, seed in
            let process = Process()
            process.executableURL = URL(filePath: "\(Project.products)/StoreWriter")
            process.arguments = [file.path, "process \(number)", "\(seconds)", "\(seed)"]
            let pipe = Pipe()
            process.standardOutput = pipe
            try process.run()
            return (process, pipe)
        }
        let reports = try running.map { process, pipe in
            // A pipe holds little: the first one is read to its end while the second may wait to write.
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try JSONDecoder().decode(RivalReport.self, from: output)
        }
        try check(reports)
    }

    private func check(_ reports: [RivalReport], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let (saves, conflicts) = (reports.map(\.saves).reduce(0, +), reports.map(\.conflicts).reduce(0, +))
        print("\(saves) saves, \(conflicts) conflicts, \(reports.map(\.brokenKeys).reduce(0, +)) keys of deleted rows")
        // The writers did something, and they were in each other's way.
        #expect(reports.allSatisfy { $0.saves > 10 && $0.looks > 0 }, sourceLocation: sourceLocation)
        #expect(conflicts > 0, sourceLocation: sourceLocation)

        let context = try file.context()
        let cards = try context.fetchAll(Card.self)
        let counted = StoreRival.counters.map { counter in reports.map { $0.increments[counter] ?? 0 }.reduce(0, +) }
        #expect(cards.prefix(counted.count).map(\.number) == counted.map(Int64.init), sourceLocation: sourceLocation)
        #expect(cards.dropFirst(counted.count).reduce(0) { $0 + $1.number } == 0, sourceLocation: sourceLocation)
        #expect(reports.allSatisfy { $0.halfTransfers == 0 }, sourceLocation: sourceLocation)

        let inserted = reports.reduce(into: Set<String>()) { $0.formUnion($1.insertedAlbums) }
        let deleted = reports.flatMap(\.deletedAlbums)
        #expect(Set(deleted).count == deleted.count, "two deletes of one object succeeded", sourceLocation: sourceLocation)
        let albums = try context.fetch(Fetch<Album>(prefetch: ["tracks"]))
        #expect(Set(albums.map(\.title)) == inserted.subtracting(deleted), sourceLocation: sourceLocation)
        // Tracks go with their album, and never without it.
        #expect(
            try context.fetchAll(Track.self).count == albums.map(\.tracks.count).reduce(0, +), sourceLocation: sourceLocation)

        let connection = try file.connection()
        #expect(try connection.rows("PRAGMA integrity_check") == [["ok"]], sourceLocation: sourceLocation)
        #expect(try connection.rows("PRAGMA foreign_key_check").isEmpty, sourceLocation: sourceLocation)
    }
}

/// Runs `body` at the same time on threads of their own. Tasks might have to wait for each other: there are as many threads for them
/// as processors, and other tests use these.
private func onThreads<Result: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Result
) throws -> [Result] {
    let results = Results<Result>()
    let running = DispatchGroup()
    for number in 0..<count {
        running.enter()
        Thread {
            results.append(.init { try body(number) })
            running.leave()
        }.start()
    }
    running.wait()
    return try results.all.map { try $0.get() }
}

/// Unchecked, because the compiler does not know that `all` is only changed while `lock` is held, and read when all threads are done.
private final class Results<Success: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private(set) var all: [Result<Success, any Error>] = []

    func append(_ result: Result<Success, any Error>) {
        lock.withLock { all.append(result) }
    }
}
