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
