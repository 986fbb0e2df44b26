import ResultLists
import SQLiteAccess
import TestSupport
import Testing

/// Random edits, against a list that is sorted again each time.
struct RandomEditTests {
    @Test(arguments: [nil, true, false], [true, false])
    func aListHasTheRowsOfASortedArrayAndReportsExactChanges(sectionIsAscending: Bool?, keepsSortKeys: Bool) throws {
        var random = SeededGenerator.forTests("sections \(sectionIsAscending as Any), keeps \(keepsSortKeys)")
        for round in 0..<TestScale.count(40, long: 1_000) {
            var lists = RandomLists(
                size: round % 10 == 0 ? 300 : Int.random(in: 0...9, using: &random), sectionIsAscending: sectionIsAscending,
                keepsSortKeys: keepsSortKeys, &random)
            try #require(isSame(lists.list.snapshot(), lists.plain.snapshot))
            for _ in 0..<6 {
                try lists.edit(Int.random(in: 0...7, using: &random), &random)
            }
        }
    }

    @Test func manyEditsAtOnceLeadToTheRightRows() throws {
        var random = SeededGenerator.forTests()
        for sectionIsAscending in [nil, true] {
            var lists = RandomLists(size: 1_500, sectionIsAscending: sectionIsAscending, keepsSortKeys: true, &random)
            for count in [1, 50, 400, 1_500] { try lists.edit(count, &random) }
        }
    }
}

/// A list and the plain one that it should be like.
struct RandomLists {
    private(set) var plain: PlainList
    private(set) var list: ResultList
    private var nextKey: Int64 = 1
    private var nextTemporaryKey: Int64 = -1

    init(size: Int, sectionIsAscending: Bool?, keepsSortKeys: Bool, _ random: inout SeededGenerator) {
        let isAscending = [Bool.random(using: &random), Bool.random(using: &random)]
        var rows = [PlainList.Row]()
        for _ in 0..<size {
            let isSaved = Int.random(in: 0..<5, using: &random) > 0
            rows.append(Self.row(isSaved ? nextKey : nextTemporaryKey, &random))
            if isSaved { nextKey += 1 } else { nextTemporaryKey -= 1 }
        }
        let order = ListOrder(sectionIsAscending: sectionIsAscending, isAscending: isAscending)
        plain = PlainList(sectionIsAscending: sectionIsAscending, isAscending: isAscending, rows: rows)
        list = keepsSortKeys
            ? ResultList(order: order, rows: rows.map { ($0.key, $0.sortKey) })
            : ResultList(order: order, sortedRows: plain.rows.map { (key: $0.key, section: $0.section) })
    }

    static func row(_ key: Int64, _ random: inout SeededGenerator) -> PlainList.Row {
        let sections: [SQLiteValue?] = [nil, .null, .integer(1), .real(1), .text("\u{e9}"), .text("e\u{301}"), .blob([1])]
        let values: [SQLiteValue] = [.null, .integer(1), .real(1), .integer(2), .real(2.5), .text("a"), .text("\u{e9}")]
        return PlainList.Row(
            key: key, section: sections.randomElement(using: &random) ?? nil,
            values: [values.randomElement(using: &random) ?? .null, .integer(Int64.random(in: 0...5, using: &random))])
    }

    /// Edits some rows in both lists, and checks the change.
    mutating func edit(_ count: Int, _ random: inout SeededGenerator) throws {
        let (before, old) = (plain, list.snapshot())
        var (edits, movable, updated, replaced) = ([RowEdit](), Set<Int64>(), Set<Int64>(), [Int64: Int64]())
        var edited = Set<Int64>()
        for row in before.rows.shuffled(using: &random).prefix(count) {
            edited.insert(row.key)
            var new = Int.random(in: 0..<4, using: &random) == 0 ? row : Self.row(row.key, &random)
            var replacing: Int64?
            switch Int.random(in: 0..<10, using: &random) {
            case 0, 1:
                edits.append(.leaves(row.key))
                plain.remove(row.key)
                continue
            case 2...3 where row.key < 0:
                replacing = row.key
                new.key = nextKey
                nextKey += 1
                replaced[row.key] = new.key
            default:
                // A row can say that it replaces one that the list does not have.
                if Bool.random(using: &random) { replacing = -1_000_000 }
            }
            let isChanged = Bool.random(using: &random)
            edits.append(.present(new.key, sortKey: new.sortKey, isChanged: isChanged, replacing: replacing))
            edited.insert(new.key)
            if isChanged { updated.insert(new.key) }
            if !list.keepsSortKeys || new.key != row.key || !isEqual(row, new) { movable.insert(row.key) }
            plain.put(new, replacing: replacing)
        }
        for _ in 0..<Int.random(in: 0...max(2, count / 4), using: &random) {
            let key = Bool.random(using: &random) ? nextKey : nextTemporaryKey
            if key > 0 { nextKey += 1 } else { nextTemporaryKey -= 1 }
            edited.insert(key)
            guard Int.random(in: 0..<5, using: &random) > 0 else {
                edits.append(.leaves(key))
                continue
            }
            let row = Self.row(key, &random)
            plain.put(row, replacing: nil)
            edits.append(.present(key, sortKey: row.sortKey, isChanged: Bool.random(using: &random)))
        }

        plain.sort()

        let change = try list.apply(edits.shuffled(using: &random)) { [plain] key in
            let row = try #require(plain.row(key))
            #expect(!edited.contains(key), "asked for a row that is edited")
            return row.sortKey
        }
        let new = list.snapshot()
        try #require(isSame(new, plain.snapshot), "\(edits) of \(old)")
        try expectExact(change, from: old, to: new, movable: movable, updated: updated, replaced: replaced)
        for key in new.keys where list.index(of: key).flatMap(list.key(at:)) != key { Issue.record("\(key) is not found") }
        if list.keepsSortKeys {
            for row in plain.rows {
                let section = list.sortKey(of: row.key)?.section ?? .null
                if section == row.section ?? .null, list.hasSortKey(row.sortKey, of: row.key) == true { continue }
                Issue.record("\(row.key) has not its sort key")
            }
        }

        // The same states, compared as a whole: no more moves than the edits need.
        let compared = ListChange(from: old, to: new, updated: updated, replaced: replaced)
        try expectExact(compared, from: old, to: new, updated: updated, replaced: replaced)
        #expect(compared.movedRows.count <= change.movedRows.count)
    }

    private func isEqual(_ left: PlainList.Row, _ right: PlainList.Row) -> Bool {
        zip(left.values, right.values).allSatisfy { $0.isEqual(to: $1) }
            && (plain.sectionIsAscending == nil || (left.section ?? .null).isEqual(to: right.section ?? .null))
    }
}

/// Whether two states have the same rows in the same sections. The value of a section can be 1 in one and 1.0 in the other.
private func isSame(_ left: ListSnapshot, _ right: ListSnapshot) -> Bool {
    left.sections.map(\.keys) == right.sections.map(\.keys)
        && zip(left.sections, right.sections).allSatisfy { left, right in
            left.value.map { $0.isEqual(to: right.value) } ?? (right.value == nil)
        }
}

extension PlainList.Row {
    var sortKey: SortKey { SortKey(section: section, values: values) }
}
