/// Some consecutive keys of a sequence, with their sort keys if the sequence keeps them.
struct KeyChunk: Sendable {
    static let capacity = 256

    private(set) var keys: [Int64] = []
    // As many as keys, or none.
    private(set) var sortKeys: [SortKey] = []

    var count: Int { keys.count }

    var allocatedBytes: Int { keys.allocatedBytes + sortKeys.allocatedBytes }

    /// What stands at a number without a chunk: it has no memory.
    static let free = KeyChunk(capacity: 0)

    init(capacity: Int = Self.capacity) {
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
        // A copy of a chunk has no spare room, and the array would double its size.
        if keys.capacity < Self.capacity { keys.reserveCapacity(Self.capacity) }
        keys.insert(key, at: offset)
        if let sortKey {
            if sortKeys.capacity < Self.capacity { sortKeys.reserveCapacity(Self.capacity) }
            sortKeys.insert(sortKey, at: offset)
        }
    }

    mutating func remove(at offset: Int) {
        keys.remove(at: offset)
        if !sortKeys.isEmpty { sortKeys.remove(at: offset) }
    }

    mutating func replace(_ key: Int64, at offset: Int) {
        keys[offset] = key
    }

    mutating func replace(_ sortKey: SortKey, at offset: Int) {
        sortKeys[offset] = sortKey
    }

    /// Takes rows out of the chunk, as a new one.
    mutating func extract(_ range: Range<Int>) -> KeyChunk {
        var part = KeyChunk()
        part.keys.append(contentsOf: keys[range])
        keys.removeSubrange(range)
        if !sortKeys.isEmpty {
            part.sortKeys.reserveCapacity(Self.capacity)
            part.sortKeys.append(contentsOf: sortKeys[range])
            sortKeys.removeSubrange(range)
        }
        return part
    }

    /// Adds the rows of another chunk, at the end or at the start.
    mutating func add(_ other: KeyChunk, atEnd: Bool) {
        keys.insert(contentsOf: other.keys, at: atEnd ? keys.count : 0)
        sortKeys.insert(contentsOf: other.sortKeys, at: atEnd ? sortKeys.count : 0)
    }
}
