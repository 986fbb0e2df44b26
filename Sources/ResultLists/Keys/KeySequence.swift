/// The keys of rows in an order that the caller decides, each once.
///
/// A sequence finds a key's rank and a rank's key in about the same time for a thousand rows and a hundred thousand. It takes
/// at most 24 bytes of memory for each row, from a thousand rows up.
///
/// Keys are in chunks of up to 128. ``RunningCounts`` leads from a rank to its chunk and back, ``KeyIndex`` from a key to its
/// chunk.
public struct KeySequence: Sendable {
    /// How many values the sort keys of rows have; nil if the sequence keeps no sort keys.
    let sortWidth: Int?
    /// The chunks by number. A free number has an empty chunk.
    var chunks: [KeyChunk] = []
    var freeNumbers: [UInt32] = []
    /// The numbers of the chunks in the order of the sequence.
    var order: [UInt32] = []
    /// For each number, the chunk's place in `order`.
    var places: [UInt32] = []
    var counts = RunningCounts()
    var index = KeyIndex(keys: 0, chunks: 0)

    /// A sequence of keys. Of equal keys, the sequence has the first.
    public init(_ keys: some Sequence<Int64> = []) {
        sortWidth = nil
        let number = keys.underestimatedCount
        index = KeyIndex(keys: number, chunks: number / KeyChunk.capacity + 1)
        for key in keys { append(key, nil) }
    }

    /// An empty sequence that keeps sort keys.
    /// - Parameter width: how many values a sort key has.
    init(keepingSortKeysOf width: Int) {
        sortWidth = width
    }

    /// The number of keys.
    public var count: Int { counts.total }

    /// Whether the sequence has no keys.
    public var isEmpty: Bool { count == 0 }

    /// The key at a place of the sequence.
    /// - Parameter rank: at least 0 and less than ``count``.
    public func key(at rank: Int) -> Int64 {
        let (number, offset) = location(at: rank)
        return chunks[number].keys[offset]
    }

    /// The place of a key, or nil if the sequence does not have it.
    public func rank(of key: Int64) -> Int? {
        location(of: key).map(rank)
    }

    /// Whether the sequence has a key.
    public func contains(_ key: Int64) -> Bool {
        location(of: key) != nil
    }

    /// All keys in order.
    public var keys: [Int64] {
        var keys = [Int64]()
        keys.reserveCapacity(count)
        for number in order { keys += chunks[Int(number)].keys }
        return keys
    }

    /// The rank of the first key for which a condition holds, or ``count`` if it holds for none. If it holds for a key, it must
    /// hold for all keys behind it.
    ///
    /// Calls the condition at most log2(``count``) + 1 times.
    public func partitioningIndex(where condition: (Int64) throws -> Bool) rethrows -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if try condition(key(at: middle)) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The memory of the sequence in bytes, without kept sort values.
    public var allocatedBytes: Int {
        chunks.allocatedBytes + chunks.reduce(0) { $0 + $1.allocatedBytes } + freeNumbers.allocatedBytes
            + order.allocatedBytes + places.allocatedBytes + counts.allocatedBytes + index.allocatedBytes
    }
}

extension KeySequence {
    /// The number of a rank's chunk, and the place in it.
    func location(at rank: Int) -> (number: Int, offset: Int) {
        precondition(rank >= 0 && rank < count, "Rank \(rank) is outside of a sequence of \(count) keys")
        let (place, offset) = counts.group(of: rank)
        return (Int(order[place]), offset)
    }

    /// The number of a key's chunk, and the place in it.
    func location(of key: Int64) -> (number: Int, offset: Int)? {
        index.first(for: key) { number in
            chunks[Int(number)].offset(of: key).map { (Int(number), $0) }
        }
    }

    /// The rank of a row whose chunk is known.
    func rank(of location: (number: Int, offset: Int)) -> Int {
        counts.sum(before: Int(places[location.number])) + location.offset
    }
}
