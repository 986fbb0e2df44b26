import Foundation
import TestSupport
import Testing

/// A process of its own counts its descriptors and its memory, where nothing else runs.
struct LeakTests {
    @Test(arguments: ["store.sqlite", ":memory:", "text"])
    func `opening and closing a store again and again leaks no descriptor and no memory`(_ name: String) throws {
        let folder = try TemporaryFolder()
        let times = TestScale.count(name == "text" ? 60 : 200, long: 10_000)
        let path = name == ":memory:" ? name : folder.file(name)
        let run = try ChildProcess.run("\(Project.products)/StoreWriter", ["open", path, "\(times)"])
        #expect(run.exitCode == 0, "\(run.errors)")
        let figures = run.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
        try #require(figures.count == 2)
        #expect(figures[0] == 0, "descriptors")
        // A container leaks some 100 KB where anything holds it.
        #expect(figures[1] < 2_000 + times / 2, "\(figures[1]) KB after \(times) times")
    }
}
