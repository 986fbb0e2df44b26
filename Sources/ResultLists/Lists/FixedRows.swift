/// The rows of a list that no edit touches. They keep their order, and others are placed among them.
struct FixedRows {
    private let list: ResultList
    private let ask: ((Int64) throws -> SortKey)?
    /// The old ranks of the other rows, ascending.
    private let others: [Int]
    /// For each of the other rows, how many fixed rows precede it. Ascends, too.
    private let fixedBeforeOthers: [Int]

    init(_ list: ResultList, without others: [Int], _ ask: ((Int64) throws -> SortKey)?) {
        self.list = list
        self.ask = ask
        self.others = others.sorted()
        fixedBeforeOthers = self.others.enumerated().map { $1 - $0 }
    }

    private var count: Int { list.count - others.count }

    /// The number of fixed rows before an old rank.
    func number(before rank: Int) -> Int {
        rank - others.partition { $0 >= rank }
    }

    /// Finds the place of a row among the fixed rows.
    func place(_ row: inout EditPlan.PlacedRow) throws {
        // The rows that edits touch are where their kept sort keys belong, as all others.
        row.fixedBefore = list.keepsSortKeys ? number(before: list.rank(for: row.key, row.sortKey)) : try askedPlace(of: row)
    }

    /// A row is often still between its neighbours, so they are asked first: at most log2(``count``) + 3 rows are asked.
    private func askedPlace(of row: EditPlan.PlacedRow) throws -> Int {
        var (low, high) = (0, count)
        if let old = row.old {
            let place = number(before: old.rank)
            if place > 0 {
                if try follows(row, fixedRow: place - 1) { low = place } else { high = place - 1 }
            }
            if low == place, place < count {
                if try follows(row, fixedRow: place) { low = place + 1 } else { high = place }
            }
        }
        while low < high {
            let middle = (low + high) / 2
            if try follows(row, fixedRow: middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a row comes behind a fixed one.
    private func follows(_ row: EditPlan.PlacedRow, fixedRow number: Int) throws -> Bool {
        let rank = number + fixedBeforeOthers.partition { $0 > number }
        let key = list.keys.key(at: rank)
        guard let ask else { throw ResultListError.noSortKey(key) }
        return list.order.precedes((key, try ask(key)), (row.key, row.sortKey))
    }
}

extension [Int] {
    /// The place of the first number for which a condition holds, if it holds for all behind it.
    fileprivate func partition(_ condition: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
