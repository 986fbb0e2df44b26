import ResultLists
import SQLiteAccess
import TestSupport
import Testing

struct ResultListTests {
    private let order = ListOrder(isAscending: [true])
    private let sectioned = ListOrder(sectionIsAscending: true, isAscending: [true])

    private func key(_ value: Int, in section: SQLiteValue? = nil) -> SortKey {
        SortKey(section: section, values: [.integer(Int64(value))])
    }

    @Test func aListWithoutSectionsHasOneEvenIfItIsEmpty() throws {
        var list = ResultList(order: order, rows: [])
        #expect(list.snapshot() == ListSnapshot(keys: []))
        #expect(list.sections.count == 1 && list.sections.rowCount(of: 0) == 0)
        #expect(list.key(at: ListIndex(section: 0, row: 0)) == nil)
        let change = try list.apply([.present(1, sortKey: key(1, in: .text("ignored")), isChanged: true)])
        var expected = ListChange()
        expected.insertedRows = [.init(index: ListIndex(section: 0, row: 0), key: 1)]
        #expect(change == expected)
        #expect(try list.apply([.leaves(1)]).deletedSections.isEmpty)
        #expect(list.snapshot() == ListSnapshot(keys: []))
    }

    @Test func anEmptyListWithSectionsHasNone() throws {
        var list = ResultList(order: sectioned, sortedRows: EmptyCollection<(key: Int64, section: SQLiteValue?)>())
        #expect(list.snapshot() == ListSnapshot(sections: []))
        let change = try list.apply([.present(1, sortKey: key(1), isChanged: false)]) { _ in throw CancellationError() }
        #expect(change.insertedSections == [.init(index: 0, value: .null)])
        #expect(list.snapshot().sections == [.init(value: .null, keys: [1])])
        #expect(try list.apply([.leaves(1)]).deletedSections == [.init(index: 0, value: .null)])
        #expect(list.snapshot() == ListSnapshot(sections: []))
    }

    @Test func nothingHappensWithoutAReason() throws {
        var list = ResultList(order: order, rows: [(1, key(1)), (2, key(2))])
        #expect(try list.apply([]).isEmpty)
        #expect(try list.apply([.leaves(7), .leaves(7)]).isEmpty)
        #expect(try list.apply([.present(2, sortKey: key(2), isChanged: false)]).isEmpty)
        #expect(try list.apply([.present(2, sortKey: key(5), isChanged: false)]).isEmpty)
        // The new sort key is kept, though nothing moved.
        #expect(try list.apply([.present(3, sortKey: key(4), isChanged: false)]).insertedRows.map(\.index.row) == [1])
    }

    @Test func rowsThatOnlyShiftAreNoMoves() throws {
        var list = ResultList(order: order, rows: (1...100).map { (Int64($0), key($0)) })
        let change = try list.apply([.present(100, sortKey: key(0), isChanged: true)])
        let row = ListChange.KeptRow(old: ListIndex(section: 0, row: 99), new: ListIndex(section: 0, row: 0), key: 100)
        #expect(change.movedRows == [row])
        #expect(change.updatedRows == [row])
        #expect(!change.isEmpty)
        #expect(change.batchUpdates.movedRows == [.init(old: row.old, new: row.new)])
    }

    @Test func allRowsCanChangeTheirSection() throws {
        var list = ResultList(order: sectioned, rows: (1...6).map { (Int64($0), key($0, in: .integer(Int64($0 % 2)))) })
        let change = try list.apply((1...6).map {
            .present(Int64($0), sortKey: key($0, in: .text($0 > 3 ? "b" : "a")), isChanged: false)
        })
        #expect(change.deletedSections.map(\.value) == [.integer(0), .integer(1)])
        #expect(change.insertedSections.map(\.value) == [.text("a"), .text("b")])
        #expect(change.movedRows.map(\.key) == [1, 2, 3, 4, 5, 6])
        #expect(change.deletedRows.isEmpty && change.insertedRows.isEmpty)
        let batch = change.batchUpdates
        #expect(batch.deletedRows.isEmpty && batch.insertedRows.isEmpty && batch.movedRows.isEmpty)
        #expect(list.snapshot().sections.map(\.keys) == [[1, 2, 3], [4, 5, 6]])
    }

    @Test func aSectionWhoseRowsAreAllReplacedStays() throws {
        var list = ResultList(order: sectioned, rows: [(1, key(1, in: .integer(1))), (2, key(2, in: .integer(2)))])
        let change = try list.apply([.leaves(1), .present(3, sortKey: key(1, in: .real(1)), isChanged: false)])
        #expect(change.deletedSections.isEmpty && change.insertedSections.isEmpty)
        #expect(list.snapshot().sections == [.init(value: .integer(1), keys: [3]), .init(value: .integer(2), keys: [2])])
    }

    @Test func textsWithOtherBytesAreOtherSections() throws {
        let (composed, decomposed) = (SQLiteValue.text("\u{e9}"), SQLiteValue.text("e\u{301}"))
        #expect(composed == decomposed)
        var list = ResultList(order: sectioned, rows: [(1, key(1, in: composed)), (2, key(1, in: decomposed))])
        #expect(list.snapshot().sections.map(\.keys) == [[2], [1]])
        let change = try list.apply([.present(2, sortKey: key(1, in: composed), isChanged: false)])
        #expect(change.deletedSections.map(\.index) == [0])
        #expect(change.movedRows.map(\.key) == [2])
        #expect(list.snapshot().sections.map(\.keys) == [[1, 2]])
    }

    @Test func aTemporaryKeyBecomesAPermanentOneInPlace() throws {
        var list = ResultList(order: order, rows: [(1, key(1)), (-1, key(5)), (3, key(9))])
        let change = try list.apply([.present(4, sortKey: key(5), isChanged: false, replacing: -1)])
        var expected = ListChange()
        expected.replacedKeys = [-1: 4]
        #expect(change == expected)
        #expect(list.snapshot() == ListSnapshot(keys: [1, 4, 3]))
        // Among rows with equal values, a saved row comes before an unsaved one.
        _ = try list.apply([-2, -3].map { .present($0, sortKey: key(1), isChanged: false) })
        #expect(list.snapshot() == ListSnapshot(keys: [1, -2, -3, 4, 3]))
        let saved = try list.apply([.present(7, sortKey: key(1), isChanged: true, replacing: -3)])
        #expect(list.snapshot() == ListSnapshot(keys: [1, 7, -2, 4, 3]))
        #expect(saved.movedRows.map(\.key) == [7] && saved.updatedRows.map(\.key) == [7])
        #expect(saved.replacedKeys == [-3: 7])
    }

    @Test func theExtremeKeysAreKeys() throws {
        var list = ResultList(order: order, rows: [(.min, key(1)), (.max, key(1)), (0, key(1))])
        #expect(list.snapshot() == ListSnapshot(keys: [0, .max, .min]))
        let change = try list.apply([.present(.min, sortKey: key(0), isChanged: true), .leaves(.max)])
        #expect(change.movedRows.map(\.key) == [.min])
        #expect(list.snapshot() == ListSnapshot(keys: [.min, 0]))
    }

    @Test func ofRowsWithEqualKeysAListHasTheFirst() {
        let kept = ResultList(order: order, rows: [(1, key(1)), (2, key(2)), (1, key(3))])
        #expect(kept.snapshot() == ListSnapshot(keys: [1, 2]))
        let asked = ResultList(order: sectioned, sortedRows: [(key: 1, section: .null), (key: 1, section: .integer(1))])
        #expect(asked.snapshot().sections == [.init(value: .null, keys: [1])])
    }
}
