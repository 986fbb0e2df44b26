import Foundation
import TestSupport
import Testing

/// The tool as a person runs it, on every folder of `Tests/Cases`.
///
/// With `TRELLIS_RECORD=1` the expected files are rewritten, and the tests fail because a recording is no proof.
struct GoldenTests {
    static let isRecording = ProcessInfo.processInfo.environment["TRELLIS_RECORD"] == "1"

    @Test("The tool writes what is expected, byte for byte", arguments: TestCase.all.filter { !$0.isBroken })
    func written(testCase: TestCase) throws {
        let outcome = try testCase.run()
        #expect(outcome.process.exitCode == 0, "\(outcome.process.errors)")
        if Self.isRecording { return try record(outcome, of: testCase) }
        #expect(try outcome.process.errors == testCase.warnings)

        let expected = try TestCase.files(in: testCase.expectedFolder)
        #expect(expected.keys.sorted() == outcome.files.keys.sorted())
        for (name, content) in outcome.files.sorted(by: { $0.key < $1.key }) {
            guard let expectedContent = expected[name] else { continue }
            #expect(
                content == expectedContent,
                """
                \(testCase.name)/expected/\(name) differs\(firstDifference(expectedContent, content))
                If that is meant: TRELLIS_RECORD=1 swift test --filter TrellisToolTests, and read the difference.
                """)
        }
    }

    @Test("The tool reports what is expected and writes nothing", arguments: TestCase.all.filter(\.isBroken))
    func refused(testCase: TestCase) throws {
        let outcome = try testCase.run()
        #expect(outcome.process.exitCode == 1)
        #expect(outcome.files.isEmpty)
        #expect(outcome.process.output == "")
        if Self.isRecording {
            try Data(outcome.process.errors.utf8).write(to: URL(filePath: testCase.stderrFile))
            Issue.record("recorded \(testCase.name)/stderr.txt")
            return
        }
        let expected = try String(contentsOfFile: testCase.stderrFile, encoding: .utf8)
        #expect(
            outcome.process.errors == expected,
            "If that is meant: TRELLIS_RECORD=1 swift test --filter TrellisToolTests, and read the difference.")
    }

    @Test("There are cases of both kinds, and each is of one")
    func kinds() {
        #expect(TestCase.all.filter(\.isBroken).count >= 12)
        #expect(TestCase.all.filter { !$0.isBroken }.count >= 6)
        for testCase in TestCase.all {
            let hasExpected = FileManager.default.fileExists(atPath: testCase.expectedFolder)
            let hasErrors = FileManager.default.fileExists(atPath: testCase.stderrFile)
            #expect(hasErrors == testCase.isBroken && hasExpected != testCase.isBroken, "\(testCase.name)")
        }
    }

    private func record(_ outcome: TestCase.Outcome, of testCase: TestCase) throws {
        let manager = FileManager.default
        try? manager.removeItem(atPath: testCase.expectedFolder)
        try manager.createDirectory(atPath: testCase.expectedFolder, withIntermediateDirectories: true)
        for (name, content) in outcome.files {
            try content.write(to: URL(filePath: "\(testCase.expectedFolder)/\(name)"))
        }
        try? manager.removeItem(atPath: testCase.warningsFile)
        if !outcome.process.errors.isEmpty {
            try Data(outcome.process.errors.utf8).write(to: URL(filePath: testCase.warningsFile))
        }
        Issue.record("recorded \(testCase.name)/expected")
    }

    /// The first line that differs, as it should be and as it is.
    private func firstDifference(_ expected: Data, _ actual: Data) -> String {
        let lines = [expected, actual].map { data in
            String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        }
        let index = zip(lines[0], lines[1]).prefix { $0 == $1 }.count
        let shown = lines.map { index < $0.count ? String($0[index]) : "(the end)" }
        return " in line \(index + 1):\n  expected: \(shown[0])\n  actual:   \(shown[1])"
    }
}
