/// The positions of ordered members: integers with gaps between them, so that few positions change.
enum Positions {
    /// The distance of two positions if there is room. It can be halved thirty times, and there is room for two thousand million members.
    static let gap: Int64 = 1 << 32

    /// The positions that have to be written for the order of `keys`.
    /// - Parameters:
    ///   - keys: the members, each once, in the wanted order.
    ///   - places: the positions that some of them have now.
    static func changes(for keys: [Int64], from places: [Int64: Int64]) -> [(key: Int64, place: Int64)] {
        let old = keys.map { places[$0] }
        let kept = longestIncreasing(old)
        guard let new = filled(old, keeping: kept) else {
            // Some gap is too small: all get new positions.
            return keys.enumerated().compactMap { index, key in
                let place = Int64(index + 1) * gap
                return old[index] == place ? nil : (key, place)
            }
        }
        return zip(keys, zip(old, new)).compactMap { $1.0 == $1.1 ? nil : ($0, $1.1) }
    }

    /// The indices of as many elements as can keep their values in an order that increases.
    private static func longestIncreasing(_ values: [Int64?]) -> [Int] {
        /// The index of the least value that ends a run of each length, and for each index the one before it in its run.
        var ends = [Int]()
        var previous = [Int?](repeating: nil, count: values.count)
        for (index, value) in values.enumerated() {
            guard let value else { continue }
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if (values[ends[middle]] ?? .min) < value { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var run = [Int]()
        var next = ends.last
        while let index = next {
            run.append(index)
            next = previous[index]
        }
        return run.reversed()
    }

    /// All positions: those of `kept` stay, and the others are spread between; nil if a gap is too small.
    private static func filled(_ old: [Int64?], keeping kept: [Int]) -> [Int64]? {
        var new = old.map { $0 ?? 0 }
        /// Fills the indices between two that stay; the ends of the list have no neighbour.
        func fill(_ range: Range<Int>, after low: Int64?, before high: Int64?) -> Bool {
            if range.isEmpty { return true }
            let count = Int64(range.count)
            let step: Int64
            let start: Int64
            switch (low, high) {
            case (let low?, let high?):
                let (room, isTooLarge) = high.subtractingReportingOverflow(low)
                step = isTooLarge ? gap : room / (count + 1)
                start = low
            case (let low?, nil): (start, step) = (low, gap)
            case (nil, let high?):
                let (first, isTooSmall) = high.subtractingReportingOverflow((count + 1) * gap)
                if isTooSmall { return false }
                (start, step) = (first, gap)
            case (nil, nil): (start, step) = (0, gap)
            }
            guard step > 0, !start.addingReportingOverflow(step * count).overflow else { return false }
            for (number, index) in range.enumerated() { new[index] = start + step * Int64(number + 1) }
            return true
        }
        var (start, low): (Int, Int64?) = (0, nil)
        for index in kept {
            guard fill(start..<index, after: low, before: old[index]) else { return nil }
            (start, low) = (index + 1, old[index])
        }
        return fill(start..<old.count, after: low, before: nil) ? new : nil
    }
}
