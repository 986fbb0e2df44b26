import ResultLists

/// The rows of a fetch with a limit or an offset: those before and in the window, and a reserve behind it.
///
/// Most changes are taken in without a query: the reserve moves up for rows that leave the window. What is behind the reserve is unknown,
/// so a row that belongs there leaves it, and the fetch runs again if the reserve runs out.
struct WindowedRows {
    private(set) var list: ResultList
    /// Whether the list has all rows of the fetch without its limit.
    private var isComplete: Bool
    private let offset: Int
    /// nil for all rows behind the offset.
    private let limit: Int?

    /// - Parameters:
    ///   - rows: the rows of the fetch with ``limit(of:)`` and without its offset.
    init(_ rows: [ResultsQuery.Row], of query: ResultsQuery) {
        (offset, limit) = (query.fetch.offset, query.fetch.limit)
        let order = ListOrder(isAscending: query.fetch.sort.map(\.isAscending))
        list = ResultList(order: order, rows: rows.map { ($0.key, $0.sortKey) })
        isComplete = Self.limit(of: query).map { rows.count < $0 } ?? true
    }

    /// How many rows are queried; nil for all.
    static func limit(of query: ResultsQuery) -> Int? {
        guard let limit = query.fetch.limit else { return nil }
        let (end, isTooLarge) = limit.addingReportingOverflow(query.fetch.offset)
        return isTooLarge || end > .max / 2 ? nil : end + reserve(limit)
    }

    private static func reserve(_ limit: Int) -> Int { max(20, limit / 4) }

    /// The keys in the window, in the order of the fetch.
    var keys: [Int64] {
        let end = min(limit.map { $0 > list.count - offset ? list.count : offset + $0 } ?? list.count, list.count)
        return offset < end ? (offset..<end).map { list.keys.key(at: $0) } : []
    }

    /// The rows after some edits.
    /// - Returns: nil if the reserve has run out.
    /// - Throws: nothing, because the list keeps its sort keys.
    func applying(_ edits: [RowEdit]) throws -> WindowedRows? {
        var new = self
        let named = Set(edits.flatMap(\.keys))
        let last = (0..<list.count).reversed().lazy.map { list.keys.key(at: $0) }.first { !named.contains($0) }
        _ = try new.list.apply(edits)
        if isComplete { return new }
        // Unknown rows may precede what follows the last row that has kept its place.
        guard let last, let end = new.list.keys.rank(of: last) else { return nil }
        try new.cut(after: end + 1)
        guard let limit, new.list.count >= offset + limit else { return nil }
        try new.cut(after: offset + limit + 4 * Self.reserve(limit))
        return new
    }

    private mutating func cut(after count: Int) throws {
        guard list.count > count else { return }
        isComplete = false
        _ = try list.apply((count..<list.count).map { .leaves(list.keys.key(at: $0)) })
    }
}

extension RowEdit {
    /// The keys that the row has or had.
    fileprivate var keys: [Int64] {
        switch self {
        case .leaves(let key), .changed(let key): [key]
        case .present(let key, _, _, let replaced): replaced.map { [key, $0] } ?? [key]
        }
    }
}

extension WindowedRows {
    /// What edits of all rows do to those in the window.
    /// - Parameters:
    ///   - edits: the edits that have led here.
    ///   - shown: the keys in the window before.
    func visibleEdits(_ edits: [RowEdit], shown: [Int64]) -> [RowEdit] {
        var changed = Set<Int64>()
        var (inPlace, placed) = ([RowEdit](), Set<Int64>())
        var oldKeys: [Int64: Int64] = [:]
        for edit in edits {
            switch edit {
            case .leaves: break
            case .changed: inPlace.append(edit)
            case .present(let key, _, let isChanged, let replaced):
                placed.insert(key)
                if isChanged { changed.insert(key) }
                if let replaced { oldKeys[key] = replaced }
            }
        }
        let (keys, before) = (keys, Set(shown))
        let kept = Set(keys.map { oldKeys[$0] ?? $0 }).union(keys)
        let visible = keys.compactMap { key -> RowEdit? in
            let old = oldKeys[key] ?? key
            guard placed.contains(key) || !(before.contains(old) || before.contains(key)), let sortKey = list.sortKey(of: key) else { return nil }
            let replaced = before.contains(old) && old != key ? old : nil
            return .present(key, sortKey: sortKey, isChanged: changed.contains(key), replacing: replaced)
        }
        return shown.filter { !kept.contains($0) }.map(RowEdit.leaves) + visible + inPlace
    }
}
