/// Some consecutive keys of a sequence, with their sort keys if the sequence keeps them.
struct KeyChunk: Sendable {
    static let capacity = 128

    private(set) var keys: [Int64] = []
    /// Those of all keys, or none; the sequence knows.
    private(set) var sortKeys: ChunkSortKeys

    var count: Int { keys.count }

    /// Without the sort keys.
    var allocatedBytes: Int { keys.allocatedBytes }

    /// A chunk at a number that is free: it has no memory.
    static let free = KeyChunk(sortWidth: 0, capacity: 0)

    /// - Parameter sortWidth: how many values the sort keys have.
    init(sortWidth: Int, capacity: Int = Self.capacity) {
        sortKeys = ChunkSortKeys(width: sortWidth)
        keys.reserveCapacity(capacity)
    }

    /// The place of a key.
    func offset(of key: Int64) -> Int? {
        keys.withUnsafeBufferPointer { keys in
            var offset = 0
            // Eight comparisons without a branch between them are several times as fast as a loop over single keys.
            while offset + 8 <= keys.count {
                var differs = true
                for place in offset..<offset + 8 { differs = differs && (keys[place] != key) }
                if !differs { break }
                offset += 8
            }
            while offset < keys.count {
                if keys[offset] == key { return offset }
                offset += 1
            }
            return nil
        }
    }

    mutating func insert(_ key: Int64, _ sortKey: SortKey?, at offset: Int) {
        if let sortKey { sortKeys.insert(sortKey, at: offset, of: count) }
        // A copy of a chunk has no spare room, and the array would double its size.
        if keys.capacity < Self.capacity { keys.reserveCapacity(Self.capacity) }
        keys.insert(key, at: offset)
    }

    mutating func remove(at offset: Int, withSortKey: Bool) {
        keys.remove(at: offset)
        if withSortKey { sortKeys.remove(at: offset) }
    }

    mutating func replace(_ key: Int64, at offset: Int) {
        keys[offset] = key
    }

    mutating func replace(_ sortKey: SortKey, at offset: Int) {
        sortKeys.replace(sortKey, at: offset, of: count)
    }

    /// Takes rows out of the chunk, as a new one.
    mutating func extract(_ range: Range<Int>, withSortKeys: Bool) -> KeyChunk {
        var part = KeyChunk(sortWidth: 0)
        part.keys.append(contentsOf: keys[range])
        keys.removeSubrange(range)
        if withSortKeys { part.sortKeys = sortKeys.extract(range) }
        return part
    }

    /// Adds the rows of another chunk, at the end or at the start.
    mutating func add(_ other: KeyChunk, atEnd: Bool, withSortKeys: Bool) {
        if withSortKeys { sortKeys.add(other.sortKeys, of: other.count, to: count, atEnd: atEnd) }
        keys.insert(contentsOf: other.keys, at: atEnd ? keys.count : 0)
    }
}
