import ResultLists
import SQLiteAccess
import Testing

/// Checks a change against the states before and after it, without the code that made it.
/// - Parameter movable: old keys of the rows that may move, or nil if all may.
func expectExact(
    _ change: ListChange, from old: ListSnapshot, to new: ListSnapshot, movable: Set<Int64>? = nil, updated: Set<Int64>,
    replaced: [Int64: Int64], sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(old.applying(change) == new, "the change does not lead to the new state", sourceLocation: sourceLocation)

    let (before, after) = (places(old), places(new))
    let newKey = { (key: Int64) in replaced[key] ?? key }
    let survivors = before.keys.filter { after[newKey($0)] != nil }
    #expect(change.replacedKeys == replaced.filter { survivors.contains($0.key) }, sourceLocation: sourceLocation)
    #expect(
        Set(change.deletedRows.map(\.key)) == Set(before.keys).subtracting(survivors), sourceLocation: sourceLocation)
    #expect(
        Set(change.insertedRows.map(\.key)) == Set(after.keys).subtracting(survivors.map(newKey)),
        sourceLocation: sourceLocation)
    #expect(
        Set(change.updatedRows.map(\.key)) == updated.intersection(survivors.map(newKey)), sourceLocation: sourceLocation)

    let oldKeys = Dictionary(uniqueKeysWithValues: survivors.map { (newKey($0), $0) })
    for row in change.movedRows + change.updatedRows {
        #expect(before[oldKeys[row.key] ?? row.key] == row.old, sourceLocation: sourceLocation)
        #expect(after[row.key] == row.new, sourceLocation: sourceLocation)
    }
    for row in change.deletedRows { #expect(before[row.key] == row.index, sourceLocation: sourceLocation) }
    for row in change.insertedRows { #expect(after[row.key] == row.index, sourceLocation: sourceLocation) }
    #expect(change.deletedRows.map(\.index) == change.deletedRows.map(\.index).sorted(), sourceLocation: sourceLocation)
    #expect(change.insertedRows.map(\.index) == change.insertedRows.map(\.index).sorted(), sourceLocation: sourceLocation)
    #expect(change.movedRows.map(\.new) == change.movedRows.map(\.new).sorted(), sourceLocation: sourceLocation)
    #expect(change.updatedRows.map(\.new) == change.updatedRows.map(\.new).sorted(), sourceLocation: sourceLocation)

    // Sections whose value both states have are neither deleted nor inserted.
    let gone = old.sections.filter { section in !new.sections.contains { isSame($0, section) } }
    let fresh = new.sections.filter { section in !old.sections.contains { isSame($0, section) } }
    #expect(change.deletedSections.map { old.sections[$0.index] } == gone, sourceLocation: sourceLocation)
    #expect(change.insertedSections.map { new.sections[$0.index] } == fresh, sourceLocation: sourceLocation)
    #expect(change.insertedSections.map(\.value) == fresh.map(\.value), sourceLocation: sourceLocation)

    var view = SimulatedTableView(old)
    do {
        try view.perform(change.batchUpdates, dataSource: new)
        view.replace(replaced)
        #expect(view.sections == new.sections.map(\.keys), "the view shows other rows", sourceLocation: sourceLocation)
    } catch {
        Issue.record("the view refuses the batch: \(error)", sourceLocation: sourceLocation)
    }

    if let movable, !movable.isSuperset(of: change.movedRows.map { oldKeys[$0.key] ?? $0.key }) {
        Issue.record("a row moves that should stay: \(change.movedRows)", sourceLocation: sourceLocation)
    }
    let rows = survivors.map { key in
        let (place, target) = (before[key]!, after[newKey(key)]!)
        return Survivor(
            old: place, new: target, changesSection: !isSame(old.sections[place.section], new.sections[target.section]),
            isMovable: movable?.contains(key) ?? true)
    }
    if let least = leastMoves(rows) {
        #expect(change.movedRows.count == least, "of the moves, some are needless", sourceLocation: sourceLocation)
    }
}

/// A row of both states.
struct Survivor {
    let old: ListIndex
    let new: ListIndex
    let changesSection: Bool
    let isMovable: Bool
}

/// The least number of moves, by trying every set of rows that stay. Nil if the sets are too many.
func leastMoves(_ rows: [Survivor]) -> Int? {
    let obliged = rows.filter(\.changesSection).count
    let byOld = rows.filter { !$0.changesSection }.sorted { $0.old < $1.old }
    let free = byOld.indices.filter { byOld[$0].isMovable }
    if free.count > 9 { return nil }
    var least: Int?
    for subset in 0..<(1 << free.count) {
        let moving = Set(free.indices.filter { subset >> $0 & 1 == 1 }.map { free[$0] })
        var last = ListIndex(section: -1, row: 0)
        let isInOrder = byOld.indices.allSatisfy { place in
            if moving.contains(place) { return true }
            defer { last = byOld[place].new }
            return last < byOld[place].new
        }
        if isInOrder { least = min(least ?? .max, obliged + moving.count) }
    }
    return least
}

private func places(_ snapshot: ListSnapshot) -> [Int64: ListIndex] {
    var places = [Int64: ListIndex]()
    for (number, section) in snapshot.sections.enumerated() {
        for (row, key) in section.keys.enumerated() { places[key] = ListIndex(section: number, row: row) }
    }
    return places
}

private func isSame(_ left: ListSnapshot.Section, _ right: ListSnapshot.Section) -> Bool {
    guard let value = left.value else { return right.value == nil }
    return value.isEqual(to: right.value)
}
