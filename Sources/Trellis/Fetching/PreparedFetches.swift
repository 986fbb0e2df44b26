import Foundation

/// The statements of the fetches that a store was asked for, by their shapes. All its contexts use them.
///
/// Unchecked, because the compiler does not know that the variable is used only while `lock` is held.
final class PreparedFetches: @unchecked Sendable {
    /// What a statement gives.
    enum Answer {
        case objects
        case count
    }

    private let lock = NSLock()
    /// nil for a shape whose SQL depends on the values.
    private var objects: [FetchShape: PreparedSelect?] = [:]
    private var counts: [FetchShape: PreparedSelect?] = [:]

    /// Programs write fewer fetches than that. A program that makes up shapes loses the old ones.
    private static let most = 1_000

    /// What is known of a shape: a statement, or that it has none; nil for one that is new.
    func select(_ answer: Answer, of shape: FetchShape) -> PreparedSelect?? {
        lock.withLock {
            switch answer {
            case .objects: objects[shape]
            case .count: counts[shape]
            }
        }
    }

    func remember(_ select: PreparedSelect?, _ answer: Answer, of shape: FetchShape) {
        lock.withLock {
            switch answer {
            case .objects: Self.remember(select, of: shape, in: &objects)
            case .count: Self.remember(select, of: shape, in: &counts)
            }
        }
    }

    private static func remember(_ select: PreparedSelect?, of shape: FetchShape, in known: inout [FetchShape: PreparedSelect?]) {
        if known.count >= most { known = [:] }
        known[shape] = .some(select)
    }
}

extension ManagedObjectContext {
    /// Answers a fetch with SQL alone if no unsaved change counts for it, and remembers the SQL for others of its shape.
    /// - Parameters:
    ///   - select: the SQL of a fetch.
    ///   - run: runs it.
    /// - Returns: nil where unsaved changes count.
    /// - Throws: ``StoreError``; `ConditionErrors`; what `run` throws.
    func answerOfFile<Root: ManagedObject, Result>(
        _ answer: PreparedFetches.Answer, to fetch: Fetch<Root>, _ scope: EntityScope, select: (ResolvedFetch) -> SelectStatement,
        _ run: (SelectStatement) throws -> Result
    ) throws -> Result? {
        if mayHaveChanges(includingOwn: fetch.includesPendingChanges) { return nil }
        let query = fetch.query(of: scope.entity)
        let (known, layout) = (coordinator.preparedFetches, coordinator.model.fetchLayout)
        let shape = FetchShape(query)
        let prepared = shape.flatMap { known.select(answer, of: $0) }
        if let shape, let prepared = prepared ?? nil, let statement = prepared.statement(of: shape) { return try run(statement) }
        let statement = select(try ResolvedFetch(query, in: layout))
        if let shape, prepared == nil {
            known.remember(PreparedSelect(shape, for: statement, in: layout, select: select), answer, of: shape)
        }
        return try run(statement)
    }
}
