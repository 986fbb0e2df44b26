import ResultLists
import SQLiteAccess
import TestSupport
import Testing

struct ListSnapshotTests {
    private func snapshot(_ sections: (SQLiteValue?, [Int64])...) -> ListSnapshot {
        ListSnapshot(sections: sections.map { .init(value: $0.0, keys: $0.1) })
    }

    @Test func aChangeBetweenRandomSnapshotsIsExact() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(300, long: 20_000) {
            let keys = (1...12).map { Int64($0) }.shuffled(using: &random)
            let old = ListSnapshot(keys: Array(keys.prefix(Int.random(in: 0...9, using: &random))))
            let others = (1...12).map { Int64($0) }.shuffled(using: &random)
            var new = ListSnapshot(keys: Array(others.prefix(Int.random(in: 0...9, using: &random))))
            var replaced = [Int64: Int64]()
            for (row, key) in new.sections[0].keys.enumerated() where Int.random(in: 0..<4, using: &random) == 0 {
                new.sections[0].keys[row] = key + 100
                replaced[key] = key + 100
            }
            let updated = Set(new.keys.filter { _ in Bool.random(using: &random) })
            let change = ListChange(from: old, to: new, updated: updated, replaced: replaced)
            try expectExact(change, from: old, to: new, updated: updated, replaced: replaced)
        }
    }

    @Test func ofEquallyFewMovesThoseOfChangedRowsAreReported() throws {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(100, long: 5_000) {
            let keys = (1...7).map { Int64($0) }
            let (old, new) = (ListSnapshot(keys: keys.shuffled(using: &random)), ListSnapshot(keys: keys))
            let updated = Set(keys.filter { _ in Bool.random(using: &random) })
            let moved = Set(ListChange(from: old, to: new, updated: updated).movedRows.map(\.key))
            // Each set of rows that can stay, because they are in the same order in both states.
            let staying = (0..<1 << keys.count).map { bits in Set(keys.filter { bits & 1 << Int($0 - 1) != 0 }) }
                .filter { set in old.keys.filter(set.contains) == new.keys.filter(set.contains) }
            let most = try #require(staying.map(\.count).max())
            let unchanged = staying.filter { $0.count == most }.map { $0.subtracting(updated).count }.max()
            #expect(keys.count - moved.count == most)
            #expect(Set(keys).subtracting(moved).subtracting(updated).count == unchanged, "\(old.keys) \(updated)")
        }
    }

    @Test func equalSnapshotsHaveNoChange() {
        let list = snapshot((.integer(1), [1, 2]), (.text("a"), [3]))
        #expect(ListChange(from: list, to: list).isEmpty)
        #expect(ListChange(from: ListSnapshot(keys: []), to: ListSnapshot(keys: [])).isEmpty)
        #expect(ListChange(from: list, to: snapshot((.real(1), [1, 2]), (.text("a"), [3]))).isEmpty)
    }

    @Test func sectionsThatChangePlacesAreDeletedAndInserted() throws {
        let old = snapshot((.integer(1), [1, 2]), (.integer(2), [3]), (.integer(3), [4]))
        let new = snapshot((.integer(3), [4]), (.integer(1), [1, 2]), (.integer(2), [3]))
        let change = ListChange(from: old, to: new)
        #expect(change.deletedSections.map(\.index) == [2])
        #expect(change.insertedSections.map(\.index) == [0])
        #expect(change.movedRows.map(\.key) == [4])
        #expect(old.applying(change) == new)
        var view = SimulatedTableView(old)
        try view.perform(change.batchUpdates, dataSource: new)
        #expect(view.sections == [[4], [1, 2], [3]])
    }

    @Test func movesToAndFromSectionsOfOneStateAreDeletionsAndInsertions() throws {
        let old = snapshot((.integer(1), [1, 2]), (.integer(2), [3, 4]))
        let new = snapshot((.integer(2), [3, 1]), (.integer(3), [4, 2]))
        let change = ListChange(from: old, to: new, updated: [1, 2, 3])
        #expect(change.movedRows.map(\.key) == [1, 4, 2])
        let batch = change.batchUpdates
        #expect(batch.deletedSections == [0] && batch.insertedSections == [1])
        #expect(batch.insertedRows == [ListIndex(section: 0, row: 1)])
        #expect(batch.deletedRows == [ListIndex(section: 1, row: 1)])
        #expect(batch.movedRows.isEmpty)
        #expect(batch.updatedRows == [ListIndex(section: 0, row: 0)])
        var view = SimulatedTableView(old)
        try view.perform(batch, dataSource: new)
        #expect(view.sections == new.sections.map(\.keys))
    }

    @Test func aReplacementByAKeyThatTheOldStateHasIsIgnored() {
        let old = ListSnapshot(keys: [1, 2, 3])
        let change = ListChange(from: old, to: ListSnapshot(keys: [2, 3]), replaced: [1: 2, 9: 3])
        #expect(change.deletedRows.map(\.key) == [1])
        #expect(change.replacedKeys.isEmpty && change.movedRows.isEmpty)
        #expect(old.applying(change) == ListSnapshot(keys: [2, 3]))
    }

    @Test func keysAndSectionsThatRepeatNeverStopAComparison() {
        var random = SeededGenerator.forTests()
        for _ in 0..<TestScale.count(1_000, long: 20_000) {
            func anything() -> ListSnapshot {
                ListSnapshot(sections: (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    .init(
                        value: [nil, .null, .integer(1), .real(1), .text("a")].randomElement(using: &random) ?? nil,
                        keys: (0..<Int.random(in: 0...4, using: &random)).map { _ in Int64.random(in: 1...8, using: &random) })
                })
            }
            let (old, new) = (anything(), anything())
            let change = ListChange(from: old, to: new)
            #expect(old.applying(change)?.sections.map(\.keys) == new.sections.map(\.keys))
        }
    }

    @Test func aChangeOfAnotherStateIsRefused() {
        let (old, new) = (snapshot((.integer(1), [1, 2]), (.integer(2), [3])), snapshot((.integer(1), [2, 4])))
        let change = ListChange(from: old, to: new)
        #expect(old.applying(change) == new)
        for other in [
            snapshot((.integer(1), [2, 1]), (.integer(2), [3])), snapshot((.integer(1), [1, 2])),
            snapshot((.integer(1), [1, 2]), (.integer(2), [3, 4])), snapshot((.integer(1), []), (.integer(2), [3])),
        ] {
            #expect(other.applying(change) == nil)
        }
        var (section, row, twice) = (change, change, change)
        section.insertedSections = [.init(index: 9, value: nil)]
        row.insertedRows = [.init(index: ListIndex(section: 0, row: 9), key: 7)]
        twice.deletedRows += twice.deletedRows
        for broken in [section, row, twice] { #expect(old.applying(broken) == nil) }
    }

    @Test func aLongListIsComparedWithTheLeastMoves() throws {
        var random = SeededGenerator.forTests()
        let old = ListSnapshot(keys: (1...20_000).map { Int64($0) })
        // Rows that are taken out and put elsewhere: no more moves than that.
        var keys = old.keys
        for _ in 0..<50 { keys.insert(keys.remove(at: Int.random(in: 0..<20_000, using: &random)), at: Int.random(in: 0..<20_000, using: &random)) }
        let new = ListSnapshot(keys: keys)
        let change = ListChange(from: old, to: new)
        #expect(change.movedRows.count > 30 && change.movedRows.count <= 50)
        #expect(change.deletedRows.isEmpty && change.insertedRows.isEmpty)
        #expect(old.applying(change) == new)
        let reversed = ListChange(from: old, to: ListSnapshot(keys: old.keys.reversed()))
        #expect(reversed.movedRows.count == 19_999)
    }
}
