import ResultLists
import SQLiteAccess
import TestSupport
import Testing

/// Lists that ask for the sort keys of their rows.
struct AskingTests {
    private static func key(_ value: Int64) -> SortKey { SortKey(values: [.integer(value)]) }

    private struct Failure: Error {}

    @Test func aPlacedRowTakesAtMost20Calls() throws {
        var random = SeededGenerator.forTests()
        var list = ResultList(order: ListOrder(isAscending: [true]), sortedKeys: (1...100_000).map { Int64($0) })
        for row in (0..<300).map({ _ in Int64.random(in: 1...100_000, using: &random) }) + [1, 100_000] {
            for value in [row, Int64.random(in: 0...100_001, using: &random), 0, 200_000] {
                var calls = 0
                try list.apply([.present(row, sortKey: Self.key(value), isChanged: false)]) { key in
                    calls += 1
                    return Self.key(key)
                }
                #expect(calls >= 1 && calls <= 20)
                try list.apply([.leaves(row)])
                calls = 0
                try list.apply([.present(row, sortKey: Self.key(row), isChanged: false)]) { key in
                    calls += 1
                    return Self.key(key)
                }
                #expect(calls >= 10 && calls <= 20)
            }
        }
        #expect(list.keys.keys == Array(1...100_000))

        var calls = 0
        let edits = (1...100).map { RowEdit.present(-$0, sortKey: Self.key($0 * 900), isChanged: false) }
        try list.apply(edits) { key in
            calls += 1
            return Self.key(key)
        }
        #expect(calls <= 20 * 100)
    }

    @Test func aRowThatStaysAsksItsNeighboursOnly() throws {
        var list = ResultList(order: ListOrder(isAscending: [true]), sortedKeys: (1...1_000).map { Int64($0) })
        var asked = [Int64]()
        let change = try list.apply([.present(500, sortKey: Self.key(500), isChanged: true)]) { key in
            asked.append(key)
            return Self.key(key)
        }
        #expect(asked.sorted() == [499, 501])
        #expect(change.updatedRows.map(\.key) == [500] && change.movedRows.isEmpty)
    }

    @Test func aListIsUnchangedIfTheClosureThrows() throws {
        var random = SeededGenerator.forTests()
        for sectionIsAscending in [nil, true] {
            for _ in 0..<TestScale.count(200, long: 5_000) {
                let size = Int64.random(in: 2...40, using: &random)
                var rows = [(key: Int64, section: SQLiteValue?)]()
                for row in 1...size { rows.append((row, .integer(row / 4))) }
                var list = ResultList(
                    order: ListOrder(sectionIsAscending: sectionIsAscending, isAscending: [true]), sortedRows: rows)
                let before = list.snapshot()
                let edits = (1...5).map { _ -> RowEdit in
                    let row = Int64.random(in: 1...(size + 3), using: &random)
                    let value = Int64.random(in: 0...size, using: &random)
                    return Bool.random(using: &random)
                        ? .leaves(row)
                        : .present(row, sortKey: SortKey(section: .integer(value / 4), values: [.integer(value)]), isChanged: true)
                }
                var left = Int.random(in: 0...6, using: &random)
                do {
                    let change = try list.apply(edits) { key in
                        left -= 1
                        if left < 0 { throw Failure() }
                        return SortKey(section: .integer(key / 4), values: [.integer(key)])
                    }
                    #expect(before.applying(change) == list.snapshot())
                } catch is Failure {
                    #expect(list.snapshot() == before)
                    for key in before.keys where list.index(of: key).flatMap(list.key(at:)) != key { Issue.record("\(key) is lost") }
                }
            }
        }
    }

    @Test func aListWithoutSortKeysAndWithoutAClosureThrows() throws {
        var list = ResultList(order: ListOrder(isAscending: [true]), sortedKeys: [1, 2])
        #expect(throws: ResultListError.noSortKey(1)) {
            try list.apply([.present(2, sortKey: Self.key(0), isChanged: false)])
        }
        #expect(list.snapshot() == ListSnapshot(keys: [1, 2]))
        #expect(try list.apply([.leaves(2)]).deletedRows.count == 1)
    }

    @Test func answersThatContradictTheOrderNeverStopAList() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(500, long: 10_000) {
            var rows = [(key: Int64, section: SQLiteValue?)]()
            for row in 1...30 { rows.append((Int64(row), .integer(Int64.random(in: 0...3, using: &random)))) }
            var list = ResultList(order: ListOrder(sectionIsAscending: true, isAscending: [true]), sortedRows: rows)
            func anything() -> SortKey {
                SortKey(section: .integer(Int64.random(in: 0...6, using: &random)), values: [.integer(Int64.random(in: 0...9, using: &random))])
            }
            for _ in 0..<8 {
                let edits = (0..<6).map { _ in
                    RowEdit.present(Int64.random(in: 1...40, using: &random), sortKey: anything(), isChanged: true)
                }
                try list.apply(edits) { _ in anything() }
                #expect(list.sections.rowCount == list.count)
                #expect(Set(list.snapshot().keys).count == list.count)
            }
        }
    }
}
