/// Finds the chunk of a key without storing the key: an open-addressed table of fingerprints and chunk numbers.
///
/// A slot of 32 bits holds the chunk's number in its low bits and a part of the key's hash in the others. Two keys can have
/// the same slot value, so callers search the chunk for the key. Three to four of five slots are in use.
struct KeyIndex: Sendable {
    private static let empty: UInt32 = 0
    private static let removed: UInt32 = 1

    private var slots: [UInt32]
    private let chunkMask: UInt32
    /// The keys in the table.
    private var live = 0
    /// The slots that are not empty, those of removed keys included.
    private var used = 0

    /// A table for a number of keys, for twice the number of chunks that exist.
    init(keys: Int, chunks: Int) {
        slots = Array(repeating: Self.empty, count: keys * 10 / 7 + 16)
        // A fingerprint is never zero, so a slot with an entry never looks empty or removed.
        let bits = max(4, Int.bitWidth - (chunks * 2).leadingZeroBitCount)
        chunkMask = (1 << UInt32(min(bits, 28))) - 1
    }

    /// Whether the table has no slot for one more key and has to be built again.
    var isFull: Bool { (used + 1) * 5 > slots.count * 4 }

    /// Whether the table is larger than its keys need.
    var isSparse: Bool { slots.count > 64 && live * 5 < slots.count * 3 }

    /// Whether slots can hold the number of a chunk.
    func fits(chunk: UInt32) -> Bool { chunk <= chunkMask }

    var allocatedBytes: Int { slots.allocatedBytes }

    /// The first result that is not nil, for the chunks that may hold the key.
    func first<Result>(for key: Int64, in chunk: (UInt32) -> Result?) -> Result? {
        let hash = Self.hash(key)
        let (wanted, mask) = (fingerprint(hash), chunkMask)
        return slots.withUnsafeBufferPointer { slots in
            var place = Self.home(hash, slots.count)
            while true {
                let slot = slots[place]
                if slot == Self.empty { return nil }
                if slot & ~mask == wanted, let result = chunk(slot & mask) { return result }
                place = place + 1 == slots.count ? 0 : place + 1
            }
        }
    }

    /// Adds a key that is absent. The table must not be full.
    mutating func insert(_ key: Int64, chunk: UInt32) {
        let hash = Self.hash(key)
        var place = Self.home(hash, slots.count)
        while slots[place] > Self.removed { place = place + 1 == slots.count ? 0 : place + 1 }
        if slots[place] == Self.empty { used += 1 }
        live += 1
        slots[place] = fingerprint(hash) | chunk
    }

    mutating func move(_ key: Int64, from chunk: UInt32, to other: UInt32) {
        let hash = Self.hash(key)
        if let place = place(of: hash, chunk) { slots[place] = fingerprint(hash) | other }
    }

    mutating func remove(_ key: Int64, chunk: UInt32) {
        guard let place = place(of: Self.hash(key), chunk) else { return }
        live -= 1
        let next = place + 1 == slots.count ? 0 : place + 1
        if slots[next] == Self.empty {
            slots[place] = Self.empty
            used -= 1
        } else {
            slots[place] = Self.removed
        }
    }

    /// The place of a slot with this hash and chunk. If two keys share both, either key's slot serves for either key: every
    /// slot between is in use, so a search for each of the keys reaches both.
    private func place(of hash: UInt64, _ chunk: UInt32) -> Int? {
        let wanted = fingerprint(hash) | chunk
        return slots.withUnsafeBufferPointer { slots in
            var place = Self.home(hash, slots.count)
            while slots[place] != wanted {
                if slots[place] == Self.empty { return nil }
                place = place + 1 == slots.count ? 0 : place + 1
            }
            return place
        }
    }

    private func fingerprint(_ hash: UInt64) -> UInt32 {
        let bits = UInt32(truncatingIfNeeded: hash) & ~chunkMask
        return bits == 0 ? chunkMask + 1 : bits
    }

    private static func home(_ hash: UInt64, _ count: Int) -> Int { Int(((hash >> 32) &* UInt64(count)) >> 32) }

    // Neighbouring keys are the common case; a finalizer in the manner of SplitMix64 spreads them.
    private static func hash(_ key: Int64) -> UInt64 {
        var value = UInt64(bitPattern: key) &+ 0x9E37_79B9_7F4A_7C15
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
