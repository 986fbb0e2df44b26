import TestSupport
import Testing

/// Stores that go up through random versions and back to the first.
struct RandomWayBackTests {
    @Test func `what no version gave up is as it was, and is not asked for`() throws {
        var random = SeededGenerator.forTests()
        let seeds = (0..<TestScale.count(6, long: 2_000)).map { _ in random.next() }
        var (same, refused, compared, failures) = (0, 0, 0, 0)
        for seed in seeds where failures < 3 {
            var generator = SeededGenerator(seed: seed)
            var trial = WayBackTrial(&generator)
            switch try trial.run(&generator) {
            case .same(let values):
                same += 1
                compared += values
            case .refused(let reason):
                refused += 1
                print("seed \(seed) is refused: \(reason)")
            case .wrong(let complaint):
                failures += 1
                Issue.record("seed \(seed): \(complaint)")
            }
        }
        print("ways back: \(same) of \(seeds.count) stores are as they were, with \(compared) values; \(refused) refused")
        if failures == 0 { #expect(same * 10 >= seeds.count * 9 && compared > seeds.count * 20) }
    }
}
