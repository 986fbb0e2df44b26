/// Receives the statements that the contexts of a container run, for a log or for measurements.
///
/// ```swift
/// let slow = StatementObserver(slowerThan: .milliseconds(50)) { logger.warning("\($0)") }
/// let container = try PersistentContainer(for: Orders.self, at: .file(path), observers: [slow])
/// ```
public struct StatementObserver: Sendable {
    let limit: Duration
    let includesValues: Bool
    let observe: @Sendable (StatementRecord) -> Void

    /// - Parameters:
    ///   - limit: statements that take less are not told; zero for every one.
    ///   - includesValues: whether records have the values that statements were run with. They may be private.
    ///   - observe: called after each statement and before the next one, on the thread that the context works on. It should be
    ///     quick, and must not use a context.
    public init(
        slowerThan limit: Duration = .zero, includingValues includesValues: Bool = false,
        _ observe: @escaping @Sendable (StatementRecord) -> Void
    ) {
        self.limit = limit
        self.includesValues = includesValues
        self.observe = observe
    }
}
