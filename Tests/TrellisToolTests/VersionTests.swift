import Foundation
import TestSupport
import Testing

/// The tool's version.
struct VersionTests {
    @Test func `--version prints the newest version of the changelog, and SQLite's`() throws {
        let run = try ChildProcess.run(Project.trellis, ["--version"])
        #expect(run.exitCode == 0 && run.errors == "")
        let match = try #require(run.output.wholeMatch(of: /trellis ([0-9]+\.[0-9]+\.[0-9]+)(-dev)? \(SQLite 3\.[0-9.]+\)\n/), "\(run.output)")
        let changelog = try String(contentsOfFile: "\(Project.root)/CHANGELOG.md", encoding: .utf8)
        let newest = try #require(changelog.firstMatch(of: /\n## \[([^\]]+)\]/)).output.1
        #expect(newest == (match.output.2 == nil ? match.output.1 : "Unreleased"))
    }
}
