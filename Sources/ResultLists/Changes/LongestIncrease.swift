/// The places of a longest strictly increasing selection of numbers, ascending. Takes O(n log n) time.
///
/// The rows at these places keep their order, so that the least possible number of rows moves.
func longestIncrease(of numbers: [Int]) -> [Int] {
    // Already increasing is the common case.
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(numbers.indices) }

    // For each length, the place of the smallest number that ends a selection of that length.
    var ends = [Int]()
    var before = [Int](repeating: -1, count: numbers.count)
    for place in numbers.indices {
        var (low, high) = (0, ends.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[ends[middle]] < numbers[place] { low = middle + 1 } else { high = middle }
        }
        if low > 0 { before[place] = ends[low - 1] }
        if low == ends.count { ends.append(place) } else { ends[low] = place }
    }

    var selection = [Int]()
    var place = ends.last ?? -1
    while place >= 0 {
        selection.append(place)
        place = before[place]
    }
    return selection.reversed()
}

/// The places of a longest strictly increasing selection that has as few of some numbers as possible, ascending. Takes O(n log n) time.
/// - Parameters:
///   - numbers: different numbers.
///   - isAvoided: whether the selection leaves out the number at a place, if another one is as long.
func longestIncrease(of numbers: [Int], avoiding isAvoided: (Int) -> Bool) -> [Int] {
    if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return Array(numbers.indices) }

    // A selection's length counts first, and then its numbers that are not avoided.
    typealias Best = (length: Int, wanted: Int, end: Int)
    func isBetter(_ left: Best, _ right: Best) -> Bool { (left.length, left.wanted) > (right.length, right.wanted) }
    // A binary indexed tree: the best selection that ends with a number below another one.
    let ranks = Dictionary(uniqueKeysWithValues: numbers.sorted().enumerated().map { ($1, $0 + 1) })
    var tree = [Best](repeating: (0, 0, -1), count: numbers.count + 1)
    var before = [Int](repeating: -1, count: numbers.count)
    var best: Best = (0, 0, -1)
    for place in numbers.indices {
        let rank = ranks[numbers[place]] ?? 1
        var former: Best = (0, 0, -1)
        var node = rank - 1
        while node > 0 {
            if isBetter(tree[node], former) { former = tree[node] }
            node -= node & -node
        }
        before[place] = former.end
        let new: Best = (former.length + 1, former.wanted + (isAvoided(place) ? 0 : 1), place)
        node = rank
        while node < tree.count {
            if isBetter(new, tree[node]) { tree[node] = new }
            node += node & -node
        }
        if isBetter(new, best) { best = new }
    }

    var selection = [Int]()
    var place = best.end
    while place >= 0 {
        selection.append(place)
        place = before[place]
    }
    return selection.reversed()
}
