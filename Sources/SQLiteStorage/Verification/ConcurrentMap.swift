import Dispatch

extension Array where Element: Sendable {
    /// What `transform` makes of each element, in their order, on all processors at once: for pure functions that take their
    /// time.
    package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
        [Output](unsafeUninitializedCapacity: count) { results, filled in
            // Each call has a place of its own in the results, and all of them have returned before any is read.
            nonisolated(unsafe) let results = results
            DispatchQueue.concurrentPerform(iterations: count) { place in
                results.initializeElement(at: place, to: transform(self[place]))
            }
            filled = count
        }
    }
}
