import ResultLists
import SQLiteAccess
import Testing

struct ListOrderTests {
    @Test func valuesHaveTheOrderOfSQLite() {
        let order = ListOrder(isAscending: [true])
        let values: [SQLiteValue] = [
            .null, .real(-.infinity), .integer(.min), .integer(1), .real(1.5), .integer(.max), .real(1e300), .text(""),
            .text("Z"), .text("a"), .text("e\u{301}"), .text("\u{e9}"), .blob([]), .blob([0]),
        ]
        for (left, one) in values.enumerated() {
            for (right, other) in values.enumerated() {
                let precedes = order.precedes((9, SortKey(values: [one])), (5, SortKey(values: [other])))
                #expect(precedes == (left < right), "\(one) and \(other)")
                let reversed = ListOrder(isAscending: [false]).precedes((9, SortKey(values: [one])), (5, SortKey(values: [other])))
                #expect(reversed == (left > right), "\(one) and \(other)")
            }
        }
    }

    @Test func unsavedRowsFollowSavedOnesOfEqualValues() {
        let order = ListOrder(isAscending: [false])
        let keys: [Int64] = [0, 1, 2, .max, -1, -2, .min]
        for (left, one) in keys.enumerated() {
            for (right, other) in keys.enumerated() {
                let precedes = order.precedes((one, SortKey(values: [.integer(1)])), (other, SortKey(values: [.real(1)])))
                #expect(precedes == (left < right), "\(one) and \(other)")
            }
        }
    }

    @Test func sectionsComeBeforeSortTerms() {
        let ascending = ListOrder(sectionIsAscending: true, isAscending: [true, false])
        let descending = ListOrder(sectionIsAscending: false, isAscending: [true, false])
        let left: (Int64, SortKey) = (1, SortKey(section: .text("a"), values: [.integer(9), .null]))
        let right: (Int64, SortKey) = (2, SortKey(section: .text("b"), values: [.integer(1), .null]))
        #expect(ascending.precedes(left, right) && !ascending.precedes(right, left))
        #expect(descending.precedes(right, left) && !descending.precedes(left, right))
        #expect(ascending.sectionPrecedes(nil, .integer(0)) && !ascending.sectionPrecedes(nil, .null))
        // A list without sections ignores them.
        #expect(ListOrder(isAscending: [true]).precedes(right, left))
        // The second term decides where the first is equal.
        let lower: (Int64, SortKey) = (3, SortKey(section: .text("a"), values: [.integer(9), .integer(4)]))
        #expect(ascending.precedes(lower, left))
    }
}
