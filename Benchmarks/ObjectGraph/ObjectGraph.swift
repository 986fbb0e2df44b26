import Benchmark
import Foundation
import Trellis

/// How many objects most benchmarks work on: `TRELLIS_ROWS`, or 100,000.
let rows = ProcessInfo.processInfo.environment["TRELLIS_ROWS"].flatMap { Int($0) } ?? 100_000

let benchmarks: @Sendable () -> Void = {
    registerFetching()
    registerSaving()
    registerLookups()
    registerPrefetching()
    registerDeleting()
    registerMemory()
}
