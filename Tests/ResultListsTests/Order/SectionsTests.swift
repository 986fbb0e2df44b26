import ResultLists
import SQLiteAccess
import TestSupport
import Testing

struct SectionsTests {
    @Test func aRankLeadsToItsSectionAmongThousands() throws {
        var rows = [(key: Int64, section: SQLiteValue?)]()
        for row in 0..<30_000 { rows.append((Int64(row + 1), .integer(Int64(row / 3)))) }
        var list = ResultList(order: ListOrder(sectionIsAscending: true, isAscending: [true]), sortedRows: rows)
        #expect(list.sections.count == 10_000 && list.sections.rowCount == 30_000)
        for rank in stride(from: 0, to: 30_000, by: 17) {
            let index = list.sections.index(ofRank: rank)
            guard index == ListIndex(section: rank / 3, row: rank % 3), list.sections.rank(of: index) == rank,
                list.sections.start(of: rank / 3) == rank / 3 * 3, list.sections.rowCount(of: rank / 3) == 3
            else {
                Issue.record("rank \(rank) is at \(index)")
                return
            }
        }
        #expect(list.sections.rank(of: ListIndex(section: 0, row: 3)) == nil)
        #expect(list.sections.rank(of: ListIndex(section: 10_000, row: 0)) == nil)
        #expect(list.sections.rank(of: ListIndex(section: -1, row: 0)) == nil)
        #expect(list.sections.rank(of: ListIndex(section: 0, row: -1)) == nil)

        let change = try list.apply([.leaves(4), .leaves(5), .leaves(6)])
        #expect(change.deletedSections == [.init(index: 1, value: .integer(1))])
        #expect(list.sections.count == 9_999 && list.sections.values[1] == .integer(2) && list.sections.start(of: 2) == 6)
    }

    @Test func rowsWithoutASectionValueHaveASectionOfNull() throws {
        var list = ResultList(
            order: ListOrder(sectionIsAscending: false, isAscending: []),
            rows: [(1, SortKey(values: [])), (2, SortKey(section: .null, values: [])), (3, SortKey(section: .integer(0), values: []))])
        #expect(list.snapshot().sections == [.init(value: .integer(0), keys: [3]), .init(value: .null, keys: [1, 2])])
        let change = try list.apply([.present(1, sortKey: SortKey(section: .null, values: []), isChanged: false)])
        #expect(change.isEmpty)
    }
}
