/// Counts of consecutive groups, with fast sums: a Fenwick tree.
///
/// A changed count and a sum take logarithmic time. A group that is inserted or removed takes linear time.
struct RunningCounts: Sendable {
    /// The count of all groups together.
    private(set) var total = 0
    // The entry at `i` is the sum of the groups that end with `i`, as many as the lowest set bit of `i + 1` says.
    private var sums: [UInt32] = []

    init() {}

    init(_ counts: some Sequence<Int>) {
        sums = counts.map { UInt32($0) }
        total = sums.reduce(0) { $0 + Int($1) }
        sumUp()
    }

    var groups: Int { sums.count }

    var allocatedBytes: Int { sums.allocatedBytes }

    mutating func add(_ change: Int, to group: Int) {
        total += change
        let change = UInt32(truncatingIfNeeded: change)
        var place = group + 1
        while place <= sums.count {
            sums[place - 1] &+= change
            place += place & -place
        }
    }

    /// The count of the groups before one together.
    func sum(before group: Int) -> Int {
        var (sum, place) = (0, group)
        while place > 0 {
            sum += Int(sums[place - 1])
            place &= place - 1
        }
        return sum
    }

    /// The count of one group.
    subscript(group: Int) -> Int { sum(before: group + 1) - sum(before: group) }

    /// The group that holds an element, and the element's place in it. Beyond the last element, the number of groups.
    func group(of element: Int) -> (group: Int, offset: Int) {
        var (place, left) = (0, element)
        var step = sums.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - sums.count.leadingZeroBitCount)
        while step > 0 {
            let next = place + step
            if next <= sums.count, Int(sums[next - 1]) <= left {
                left -= Int(sums[next - 1])
                place = next
            }
            step >>= 1
        }
        return (place, left)
    }

    mutating func insert(_ count: Int, at group: Int) {
        change { $0.insert(UInt32(count), at: group) }
        total += count
    }

    @discardableResult
    mutating func remove(at group: Int) -> Int {
        var count = 0
        change { count = Int($0.remove(at: group)) }
        total -= count
        return count
    }

    /// The count of each group.
    var counts: [Int] {
        var copy = self
        copy.split()
        return copy.sums.map { Int($0) }
    }

    private mutating func change(_ body: (inout [UInt32]) -> Void) {
        split()
        body(&sums)
        sumUp()
    }

    private mutating func sumUp() {
        for place in sums.indices {
            let above = place | (place + 1)
            if above < sums.count { sums[above] &+= sums[place] }
        }
    }

    private mutating func split() {
        for place in sums.indices.reversed() {
            let above = place | (place + 1)
            if above < sums.count { sums[above] &-= sums[place] }
        }
    }
}

extension Array {
    /// The bytes of the array's memory, for elements without memory of their own.
    var allocatedBytes: Int { capacity == 0 ? 0 : 32 + capacity * MemoryLayout<Element>.stride }
}
