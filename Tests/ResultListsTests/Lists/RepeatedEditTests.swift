import ResultLists
import SQLiteAccess
import TestSupport
import Testing

/// Edits that name a row more than once, or two rows by one key.
struct RepeatedEditTests {
    private func key(_ value: Int) -> SortKey { SortKey(values: [.integer(Int64(value))]) }

    private func list() -> ResultList {
        ResultList(order: ListOrder(isAscending: [true]), rows: [(1, key(10)), (2, key(20)), (3, key(30)), (-1, key(40))])
    }

    private func place(_ row: Int64, _ value: Int, replacing: Int64? = nil) -> RowEdit {
        .present(row, sortKey: key(value), isChanged: true, replacing: replacing)
    }

    @Test func theLastEditOfARowCounts() throws {
        for (edits, expected) in [
            ([place(1, 25), place(1, 50)], [2, 3, -1, 1]),
            ([place(1, 50), .leaves(1)], [2, 3, -1]),
            ([.leaves(1), place(1, 50)], [2, 3, -1, 1]),
            ([.leaves(9), place(9, 15)], [1, 9, 2, 3, -1]),
            ([place(9, 15), .leaves(9)], [1, 2, 3, -1]),
            // By its new key or by the old one, it is the same row.
            ([place(5, 15, replacing: -1), .leaves(5)], [1, 2, 3]),
            ([place(5, 15, replacing: -1), .leaves(-1)], [1, 2, 3]),
            ([place(5, 15, replacing: -1), place(5, 25)], [1, 2, 5, 3]),
            ([place(5, 15, replacing: -1), place(-1, 25)], [1, 2, -1, 3]),
            ([place(5, 15, replacing: -1), place(6, 25, replacing: 5)], [1, 2, 6, 3]),
            ([.leaves(-1), place(5, 15, replacing: -1)], [1, 5, 2, 3]),
            ([place(5, 50), place(5, 15, replacing: -1)], [1, 5, 2, 3]),
            ([place(5, 15, replacing: -1), place(5, 25, replacing: 5)], [1, 2, 5, 3]),
            ([place(5, 15, replacing: -1), place(-1, 25, replacing: 5)], [1, 2, -1, 3]),
            // The key of another row: the two become one.
            ([place(2, 50, replacing: -1)], [1, 3, 2]),
            ([place(2, 5, replacing: 1), place(1, 35, replacing: 2)], [3, 1, -1]),
            ([place(5, 15, replacing: -1), place(5, 25, replacing: 1)], [2, 5, 3]),
        ] as [([RowEdit], [Int64])] {
            var list = list()
            let old = list.snapshot()
            let change = try list.apply(edits)
            #expect(list.snapshot() == ListSnapshot(keys: expected), "\(edits)")
            #expect(old.applying(change) == list.snapshot(), "\(edits)")
            for (old, new) in change.replacedKeys { #expect(old == -1 || old == 1, "\(edits): \(old) → \(new)") }
        }
    }

    @Test func randomRepeatedEditsNeverBreakAList() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(2_000, long: 50_000) {
            var list = list()
            let old = list.snapshot()
            let edits = (0..<Int.random(in: 1...8, using: &random)).map { _ -> RowEdit in
                let (row, other) = (Int64.random(in: -2...5, using: &random), Int64.random(in: -2...5, using: &random))
                let value = Int.random(in: 0...50, using: &random)
                return switch Int.random(in: 0..<5, using: &random) {
                case 0: .leaves(row)
                case 4: .changed(row)
                case 1: place(row, value)
                default: place(row, value, replacing: other)
                }
            }
            let change = try list.apply(edits)
            let new = list.snapshot()
            #expect(Set(new.keys).count == new.count, "\(edits)")
            try #require(old.applying(change) == new, "\(edits)")
            // What the last edit says is so, at least.
            switch edits.last {
            case .leaves(let row)?: #expect(list.index(of: row) == nil, "\(edits)")
            case .present(let row, _, _, _)?: #expect(list.index(of: row) != nil, "\(edits)")
            case .changed(let row)?:
                // It was in the list before, or an earlier edit has put it there; or it still is not.
                let isNamed = edits.dropLast().contains { $0 != .changed(row) }
                #expect(isNamed || old.keys.contains(row) == new.keys.contains(row), "\(edits)")
            case nil: break
            }
            // The kept sort keys are those of the rows: the rows are in their order, so each one stays.
            #expect(try list.apply(new.keys.map { .leaves($0) }).deletedRows.count == new.count)
        }
    }
}
