extension KeySequence {
    /// Inserts a key that the sequence does not have. If the sequence has it, nothing happens.
    /// - Parameter rank: the key's new place, at least 0 and at most ``count``.
    /// - Returns: whether the key was absent.
    @discardableResult
    public mutating func insert(_ key: Int64, at rank: Int) -> Bool {
        insert(key, nil, at: rank)
    }

    /// Removes a key.
    /// - Returns: the place that the key had, or nil if the sequence does not have it.
    @discardableResult
    public mutating func remove(_ key: Int64) -> Int? {
        guard let (number, offset) = location(of: key) else { return nil }
        let place = Int(places[number])
        let rank = counts.sum(before: place) + offset
        index.remove(key, chunk: UInt32(number))
        chunks[number].remove(at: offset, withSortKey: sortWidth != nil)
        counts.add(-1, to: place)
        joinIfSparse(place)
        if index.isSparse { compact() }
        return rank
    }

    /// Puts a key in the place of another.
    /// - Returns: false if the sequence does not have the old key, or has the new one already. Nothing happens then.
    @discardableResult
    public mutating func replace(_ key: Int64, with new: Int64) -> Bool {
        guard let (number, offset) = location(of: key) else { return false }
        if key == new { return true }
        if contains(new) { return false }
        index.remove(key, chunk: UInt32(number))
        chunks[number].replace(new, at: offset)
        if index.isFull { buildIndex() } else { index.insert(new, chunk: UInt32(number)) }
        return true
    }

    @discardableResult
    mutating func insert(_ key: Int64, _ sortKey: SortKey?, at rank: Int) -> Bool {
        precondition(rank >= 0 && rank <= count, "Rank \(rank) is outside of a sequence of \(count) keys")
        if rank == count { return append(key, sortKey) }
        if contains(key) { return false }
        var (place, offset) = counts.group(of: rank)
        if chunks[Int(order[place])].count == KeyChunk.capacity {
            makeRoom(at: place)
            (place, offset) = counts.group(of: rank)
        }
        add(key, sortKey, to: place, at: offset)
        return true
    }

    /// Adds a key at the end.
    /// - Returns: whether the key was absent.
    @discardableResult
    mutating func append(_ key: Int64, _ sortKey: SortKey?) -> Bool {
        if contains(key) { return false }
        // Chunks that are filled from the start keep room for later insertions.
        if let last = order.last, chunks[Int(last)].count < KeyChunk.capacity * 7 / 8 {
            add(key, sortKey, to: order.count - 1, at: chunks[Int(last)].count)
        } else {
            insertChunk(newChunk, at: order.count)
            add(key, sortKey, to: order.count - 1, at: 0)
        }
        return true
    }

    /// Gives the row of a key another sort key.
    mutating func keep(_ sortKey: SortKey, for key: Int64) {
        guard sortWidth != nil, let (number, offset) = location(of: key) else { return }
        chunks[number].replace(sortKey, at: offset)
    }

    private mutating func add(_ key: Int64, _ sortKey: SortKey?, to place: Int, at offset: Int) {
        let number = order[place]
        chunks[Int(number)].insert(key, sortKey, at: offset)
        counts.add(1, to: place)
        if index.isFull { buildIndex() } else { index.insert(key, chunk: number) }
    }
}

// MARK: - Chunks

extension KeySequence {
    private var newChunk: KeyChunk { KeyChunk(sortWidth: sortWidth ?? 0) }

    /// Takes rows out of a full chunk: into a neighbour that has room, or into a new chunk.
    private mutating func makeRoom(at place: Int) {
        let neighbours = [place - 1, place + 1].filter(order.indices.contains)
        let smaller = neighbours.min { counts[$0] < counts[$1] }
        if let smaller, counts[smaller] < KeyChunk.capacity * 3 / 4 {
            let half = (counts[place] - counts[smaller]) / 2
            move(smaller < place ? 0..<half : counts[place] - half..<counts[place], from: place, to: smaller)
            joinIfSparse(place)
        } else {
            insertChunk(newChunk, at: place + 1)
            move(counts[place] / 2..<counts[place], from: place, to: place + 1)
        }
    }

    /// Joins a chunk with a neighbour if one chunk has room for both.
    private mutating func joinIfSparse(_ place: Int) {
        let count = counts[place]
        // One chunk stays, so that a small list does not give its memory back and ask for it again. No other one is empty: searches
        // compare the first rows of chunks.
        guard order.count > 1, count <= KeyChunk.capacity else { return }
        for other in [place - 1, place + 1] where order.indices.contains(other) {
            guard count == 0 || count + counts[other] <= KeyChunk.capacity * 31 / 32 else { continue }
            move(0..<count, from: place, to: other)
            removeChunk(at: place)
            return
        }
    }

    /// Moves rows at the start or the end of a chunk to the neighbour on that side, or all rows to either neighbour.
    private mutating func move(_ range: Range<Int>, from place: Int, to other: Int) {
        let (number, target) = (order[place], order[other])
        let part = chunks[Int(number)].extract(range, withSortKeys: sortWidth != nil)
        for key in part.keys { index.move(key, from: number, to: target) }
        chunks[Int(target)].add(part, atEnd: other < place, withSortKeys: sortWidth != nil)
        counts.add(-part.count, to: place)
        counts.add(part.count, to: other)
    }

    private mutating func insertChunk(_ chunk: KeyChunk, at place: Int) {
        let number: UInt32
        if let free = freeNumbers.popLast() {
            number = free
            chunks[Int(number)] = chunk
        } else {
            number = UInt32(chunks.count)
            chunks.append(chunk)
            places.append(0)
        }
        order.insert(number, at: place)
        counts.insert(chunk.count, at: place)
        for later in place..<order.count { places[Int(order[later])] = UInt32(later) }
        if !index.fits(chunk: number) { buildIndex() }
    }

    private mutating func removeChunk(at place: Int) {
        let number = order.remove(at: place)
        chunks[Int(number)] = KeyChunk.free
        freeNumbers.append(number)
        counts.remove(at: place)
        for later in place..<order.count { places[Int(order[later])] = UInt32(later) }
    }

    /// Gives back the memory of chunks that are not there any more.
    private mutating func compact() {
        chunks = order.map { chunks[Int($0)] }
        freeNumbers = []
        order = Array(0..<UInt32(chunks.count))
        places = order
        counts = RunningCounts(counts.counts)
        buildIndex()
    }

    private mutating func buildIndex() {
        index = KeyIndex(keys: count, chunks: chunks.count)
        for number in order {
            for key in chunks[Int(number)].keys { index.insert(key, chunk: number) }
        }
    }
}
