public import Testing
public import Trellis

/// Expects that a context runs a number of statements for `body`; otherwise the test has an issue that lists them.
///
/// ```swift
/// try expectStatements(2, in: context) {
///     for order in try Order.unpaid(in: context) { print(order.customer?.name ?? "") }
/// }
/// ```
/// - Returns: what `body` gives.
@discardableResult
public func expectStatements<Result>(
    _ count: Int, in context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) rethrows -> Result {
    try expectStatements(count...count, in: context, sourceLocation: sourceLocation, body)
}

/// Expects that a context runs a number of statements within a range for `body`; otherwise the test has an issue that lists them.
/// - Returns: what `body` gives.
@discardableResult
public func expectStatements<Result>(
    _ range: some RangeExpression<Int>, in context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) rethrows -> Result {
    let (result, statements) = try context.recordStatements(body)
    if !range.contains(statements.count) {
        let list = statements.map { "\n  \($0.purpose.rawValue): \($0.sql)" }.joined()
        Issue.record("\(statements.count) statements ran instead of \(range.inWords):\(list)", sourceLocation: sourceLocation)
    }
    return result
}

/// Expects that `body` loads no object and no lazy attribute alone: whatever it needs is fetched together or known already.
/// - Returns: what `body` gives.
@discardableResult
public func expectNoFaults<Result>(
    in context: ManagedObjectContext, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) rethrows -> Result {
    let (result, statements) = try context.recordStatements(body)
    let faults = statements.filter { $0.purpose == .fault || $0.purpose == .relationship }
    if !faults.isEmpty {
        let list = faults.map { "\n  \($0.purpose.rawValue): \($0.sql)" }.joined()
        Issue.record("\(faults.count) times something was loaded alone:\(list)", sourceLocation: sourceLocation)
    }
    return result
}

extension RangeExpression<Int> {
    fileprivate var inWords: String {
        if let range = self as? ClosedRange<Int>, range.count == 1 { return "\(range.lowerBound)" }
        return "\(self)"
    }
}
