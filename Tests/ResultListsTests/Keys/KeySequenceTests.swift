import ResultLists
import TestSupport
import Testing

struct KeySequenceTests {
    @Test func aSequenceHasTheKeysOfAnArrayAfterRandomChanges() throws {
        var random = SeededGenerator.forTests()
        for size in [0, 1, 10, 300, 2_000] {
            var expected = (0..<size).map { Int64($0) * 3 }
            var sequence = KeySequence(expected)
            for step in 0..<TestScale.count(1_000, long: 10_000) {
                // Phases of growth and of removal, at random places and at one place.
                let grows = Int.random(in: 0..<10, using: &random) < (step / 700 % 2 == 0 ? 7 : 3)
                let place = step / 1_400 % 2 == 0 ? Int.random(in: 0...expected.count, using: &random) : expected.count / 2
                if grows {
                    let key = Int64.random(in: .min ... .max, using: &random)
                    let isAbsent = sequence.insert(key, at: place)
                    #expect(isAbsent)
                    expected.insert(key, at: place)
                } else if place < expected.count {
                    let rank = sequence.remove(expected[place])
                    #expect(rank == place)
                    expected.remove(at: place)
                }
                if step % 7 == 0, let old = expected.indices.randomElement(using: &random) {
                    let new = Int64.random(in: .min ... .max, using: &random)
                    let isReplaced = sequence.replace(expected[old], with: new)
                    #expect(isReplaced)
                    expected[old] = new
                }
                if step % 100 == 0 { try expectSame(sequence, expected) }
            }
            try expectSame(sequence, expected)
            for key in expected.shuffled(using: &random) { sequence.remove(key) }
            try expectSame(sequence, [])
        }
    }

    private func expectSame(_ sequence: KeySequence, _ expected: [Int64]) throws {
        try #require(sequence.keys == expected)
        #expect(sequence.count == expected.count)
        #expect(sequence.isEmpty == expected.isEmpty)
        for (rank, key) in expected.enumerated() {
            guard sequence.key(at: rank) == key, sequence.rank(of: key) == rank else {
                Issue.record("key \(key) is not at \(rank)")
                return
            }
        }
        if let key = expected.first { #expect(sequence.rank(of: key ^ 1 << 40) == expected.firstIndex(of: key ^ 1 << 40)) }
    }

    @Test func aRowTakesAtMost24Bytes() {
        var random = SeededGenerator.forTests()
        for size in [1_000, 1_500, 4_000, 20_000] + (TestScale.isLong ? [100_000] : []) {
            var sequence = KeySequence((1...Int64(size)).map { $0 })
            var (next, most) = (Int64(size), 0.0)
            func measure() {
                guard sequence.count >= 1_000, sequence.count % 50 == 0 else { return }
                most = max(most, Double(sequence.allocatedBytes) / Double(sequence.count))
            }
            func insert(at rank: Int) {
                next += 1
                sequence.insert(next, at: rank)
            }
            measure()
            for _ in 0..<size {
                insert(at: Int.random(in: 0...sequence.count, using: &random))
                sequence.remove(sequence.key(at: Int.random(in: 0..<sequence.count, using: &random)))
            }
            measure()
            // A list that only grows at one place, and one that only shrinks, fill their chunks worst.
            for place in 0..<size { insert(at: size / 2 + place) }
            measure()
            while sequence.count > 1_000 {
                sequence.remove(sequence.key(at: Int.random(in: 0..<sequence.count, using: &random)))
                if size < 5_000 || sequence.count % 1_000 == 0 { measure() }
            }
            #expect(most > 8 && most <= 24, "\(most) bytes for each of \(size) rows")
        }
    }

    @Test func aCopyDoesNotFollowTheOriginalAndTakesNoMoreMemory() {
        var sequence = KeySequence((1...5_000).map { $0 })
        let copy = sequence
        for rank in 0..<2_000 { sequence.insert(-Int64(rank) - 1, at: rank * 2) }
        #expect(copy.keys == Array(1...5_000))
        #expect(sequence.count == 7_000)
        #expect(Double(sequence.allocatedBytes) / 7_000 <= 24)
    }

    @Test func aSearchCallsItsConditionLogarithmically() throws {
        for size in [0, 1, 2, 1_000, 5_000] {
            let sequence = KeySequence((0..<size).map { Int64($0) })
            for wanted in stride(from: 0, through: size, by: max(1, size / 37)) {
                var calls = 0
                let rank = sequence.partitioningIndex { key in
                    calls += 1
                    return key >= wanted
                }
                #expect(rank == wanted)
                #expect(1 << calls <= 4 * max(size, 1))
            }
        }
        let stopped = #expect(throws: CancellationError.self) {
            try KeySequence([1, 2]).partitioningIndex { _ in throw CancellationError() }
        }
        #expect(stopped != nil)
    }

    @Test func aKeyIsInASequenceOnce() {
        var sequence = KeySequence([5, .min, 5, .max, 0, .min])
        #expect(sequence.keys == [5, .min, .max, 0])
        let inserted = [sequence.insert(.max, at: 0), sequence.insert(5, at: 4)]
        #expect(inserted == [false, false])
        let replaced = [sequence.replace(5, with: 0), sequence.replace(7, with: 8), sequence.replace(0, with: 0)]
        #expect(replaced == [false, false, true])
        let removed = sequence.remove(7)
        #expect(removed == nil)
        #expect(sequence.keys == [5, .min, .max, 0])
        #expect(sequence.contains(.min) && !sequence.contains(-1))
    }
}
