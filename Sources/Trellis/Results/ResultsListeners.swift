import ResultLists
import SQLiteAccess

/// Results as they were before a change.
struct ResultsBefore {
    let list: ListSnapshot
    let ids: [Int64: ObjectID]
    private let query: ResultsQuery

    init(_ state: ResultsState) {
        list = state.snapshot
        query = state.query
        ids = Dictionary(list.keys.map { ($0, state.id(of: $0)) }) { first, _ in first }
    }

    func sectionName(of value: SQLiteValue?) -> String { query.name(of: value) }
}

/// The streams that wait for changes of results, each with what it has not read yet.
///
/// A stream that reads slower than changes come gets the next change as it was and then one that includes all others. So what waits
/// does not grow with the number of changes.
struct ResultsListeners {
    private var waiting: [Int: Waiting] = [:]
    private var lastNumber = 0

    private struct Waiting {
        var first: FetchedResultsChange?
        /// The results after the first change, if they have changed since.
        var later: Later?
    }

    /// Changes that are delivered as one.
    struct Later {
        let before: ResultsBefore
        /// The rows with other values, by their keys now.
        var updated: Set<Int64> = []
        var permanentKeys: [Int64: Int64] = [:]
    }

    enum Unread {
        case change(FetchedResultsChange)
        case later(Later)
    }

    mutating func add() -> Int {
        lastNumber += 1
        waiting[lastNumber] = Waiting()
        return lastNumber
    }

    mutating func remove(_ number: Int) { waiting[number] = nil }

    /// Whether a stream needs the results as they are before the next change.
    var needsSnapshot: Bool { waiting.values.contains { $0.first != nil && $0.later == nil } }

    /// - Parameters:
    ///   - change: what a stream gets that has read all changes before.
    ///   - list: the same change by the keys of the rows.
    ///   - before: the results before the change, if ``needsSnapshot``.
    mutating func note(_ change: FetchedResultsChange, _ list: ListChange, before: ResultsBefore?) {
        for number in waiting.keys {
            if waiting[number]?.first == nil, waiting[number]?.later == nil {
                waiting[number]?.first = change
                continue
            }
            if waiting[number]?.later == nil, let before { waiting[number]?.later = Later(before: before) }
            waiting[number]?.later?.note(list)
        }
    }

    /// Notes keys that rows have got without another change.
    mutating func note(keys: [Int64: Int64]) {
        if keys.isEmpty { return }
        for number in waiting.keys { waiting[number]?.later?.note(keys) }
    }

    /// The next change that a stream has not read.
    mutating func next(_ number: Int) -> Unread? {
        if let first = waiting[number]?.first {
            waiting[number]?.first = nil
            return .change(first)
        }
        defer { waiting[number]?.later = nil }
        return waiting[number]?.later.map(Unread.later)
    }

    var hasUnreadChange: Bool { waiting.values.contains { $0.first != nil || $0.later != nil } }

    mutating func forgetChanges() {
        for number in waiting.keys { waiting[number] = Waiting() }
    }
}

extension ResultsListeners.Later {
    fileprivate mutating func note(_ change: ListChange) {
        note(change.replacedKeys)
        updated.formUnion(change.updatedRows.map(\.key))
    }

    fileprivate mutating func note(_ keys: [Int64: Int64]) {
        permanentKeys.follow(keys)
        for (old, new) in keys where updated.remove(old) != nil { updated.insert(new) }
    }
}
