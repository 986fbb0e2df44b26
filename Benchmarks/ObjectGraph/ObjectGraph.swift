import Benchmark
import Foundation
import Trellis

/// How many objects most benchmarks work on: `TRELLIS_ROWS`, or 100,000.
let rows = ProcessInfo.processInfo.environment["TRELLIS_ROWS"].flatMap { Int($0) } ?? 100_000

/// How many rounds count: `TRELLIS_ROUNDS`, or 11.
let usualRounds = ProcessInfo.processInfo.environment["TRELLIS_ROUNDS"].flatMap { Int($0) } ?? 11

let benchmarks: @Sendable () -> Void = {
    registerFetching()
    registerSaving()
    registerLookups()
    registerSelecting()
    registerPrefetching()
    registerDeleting()
    registerMemory()
    registerObserving()
    registerFollowing()
    registerBatching()
    registerContexts()
    registerParallel()
    registerRecording()
}
