import Foundation
import TestSupport
import Testing

/// `trellis generate --watch`, as a real process beside an editor.
@Suite("generate --watch", .serialized)
struct WatchTests {
    let folder: TemporaryFolder
    private let watching = "watching for changes, until Ctrl-C\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out }\n", to: "trellis.yaml")
        try write("name: string")
    }

    private func model(_ attributes: String, includes: String = "") -> String {
        "trellis: 1\nmodel: Shop\n\(includes)entities:\n  Customer:\n    attributes: { \(attributes) }\n"
    }

    private func write(_ attributes: String) throws { try folder.write(model(attributes), to: "Shop.yaml") }

    private func start(_ arguments: String...) throws -> RunningProcess {
        try RunningProcess(Project.trellis, ["generate", "--watch"] + arguments, in: folder.path)
    }

    private func generated(_ file: String = "Customer") -> String {
        (try? String(contentsOfFile: folder.file("out/\(file).trellis.swift"), encoding: .utf8)) ?? ""
    }

    /// Waits for the end of another round, and tells what was said in it.
    private func round(_ process: RunningProcess, after end: inout Int) throws -> String {
        let start = end
        end = try #require(process.wait(for: watching, after: start), "\(process.output)")
        return String(process.output.dropFirst(start).prefix(end - start))
    }

    @Test("It writes at first, and again when the model changes, until Ctrl-C ends it with exit code 0")
    func modelChanges() throws {
        let process = try start()
        var end = 0
        #expect(try round(process, after: &end) == "2 files written, 0 unchanged\n" + watching)
        try write("name: string, age: int?")
        #expect(try round(process, after: &end) == "changed: Shop.yaml\n2 files written, 0 unchanged\n" + watching)
        #expect(generated().contains("var age: Int64?"))
        #expect(process.interrupt() == 0)
        #expect(process.output.count == end)
    }

    @Test("Errors are reported and prevent output, and the next change fixes them")
    func findings() throws {
        let process = try start()
        var end = 0
        _ = try round(process, after: &end)
        let before = generated()
        // A file of which half is written.
        try folder.write("trellis: 1\nmodel: Shop\nentities:\n  Customer:\n    attributes: { na", to: "Shop.yaml")
        let broken = try round(process, after: &end)
        #expect(broken.contains("Shop.yaml:5:") && broken.contains("error[TR10"), "\(broken)")
        #expect(generated() == before && process.isRunning)
        try write("title: string")
        #expect(try round(process, after: &end).contains("written"))
        #expect(generated().contains("var title: String"))
        #expect(process.interrupt() == 0)
    }

    @Test("A file that an editor puts in the place of another, or takes away for a while, is seen")
    func replaced() throws {
        let process = try start()
        var end = 0
        _ = try round(process, after: &end)
        // Of the same size, with the times of the former one.
        try folder.write(model("nice: string"), to: ".Shop.yaml.draft")
        _ = try ChildProcess.run(named: "touch", ["-r", "Shop.yaml", ".Shop.yaml.draft"], in: folder.path)
        #expect(rename(folder.file(".Shop.yaml.draft"), folder.file("Shop.yaml")) == 0)
        _ = try round(process, after: &end)
        #expect(generated().contains("var nice: String"))

        // Written in its own place, and of the same size again.
        let file = try FileHandle(forWritingTo: URL(filePath: folder.file("Shop.yaml")))
        try file.write(contentsOf: Data(model("mine: string").utf8))
        try file.close()
        _ = try round(process, after: &end)
        #expect(generated().contains("var mine: String"))

        #expect(rename(folder.file("Shop.yaml"), folder.file("Shop.yaml~")) == 0)
        #expect(try round(process, after: &end).contains("error: cannot read 'Shop.yaml': there is no such file"))
        try write("again: string")
        _ = try round(process, after: &end)
        #expect(generated().contains("var again: String"))
        #expect(process.interrupt() == 0)
    }

    @Test("Files that the model includes, one that is missing too, its history and trellis.yaml are watched")
    func otherFiles() throws {
        let process = try start()
        var end = 0
        _ = try round(process, after: &end)

        try folder.write(model("name: string", includes: "include: parts/more.yaml\n"), to: "Shop.yaml")
        #expect(try round(process, after: &end).contains("cannot read 'parts/more.yaml'"))
        try folder.write("trellis: 1\nentities:\n  Part:\n", to: "parts/more.yaml")
        #expect(try round(process, after: &end).hasPrefix("changed: parts/more.yaml\n"))
        #expect(!generated("Part").isEmpty)
        try folder.write("trellis: 1\nentities:\n  Part: { attributes: { size: int } }\n", to: "parts/more.yaml")
        _ = try round(process, after: &end)
        #expect(generated("Part").contains("var size: Int"))

        let created = try ChildProcess.run(Project.trellis, ["migrate", "create"], in: folder.path)
        #expect(created.exitCode == 0, "\(created.errors)")
        #expect(try round(process, after: &end).contains("versions/lock"))
        #expect(generated("Shop").contains("version: 1"))

        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out, sql: shop.sql }\n", to: "trellis.yaml")
        #expect(try round(process, after: &end).hasPrefix("changed: trellis.yaml\n1 file written"))
        #expect(FileManager.default.fileExists(atPath: folder.file("shop.sql")))

        try folder.write("{{name}}\n", to: "t.mustache")
        try folder.write(
            "trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out, sql: shop.sql, files: { a.txt: t.mustache } }\n",
            to: "trellis.yaml")
        _ = try round(process, after: &end)
        try folder.write("{{name}}!\n", to: "t.mustache")
        #expect(try round(process, after: &end).hasPrefix("changed: t.mustache\n1 file written"))
        #expect(process.interrupt() == 0)
    }

    @Test("A missing model and an invalid configuration are noticed when they are fixed")
    func missingAtFirst() throws {
        try FileManager.default.removeItem(atPath: folder.file("Shop.yaml"))
        let process = try start()
        var end = 0
        #expect(try round(process, after: &end).contains("error: cannot read 'Shop.yaml'"))
        try folder.write("trellis: 1\nmodels: []\n", to: "trellis.yaml")
        #expect(try round(process, after: &end).contains("trellis.yaml:2:9: error["))
        try folder.write("trellis: 1\nmodels: { Shop: { path: Shop.yaml, swift: out } }\n", to: "trellis.yaml")
        #expect(try round(process, after: &end).contains("error: cannot read 'Shop.yaml'"))
        try write("late: string")
        _ = try round(process, after: &end)
        #expect(generated().contains("var late: String"))
        #expect(process.interrupt() == 0)
    }

    @Test("A named model is watched without a configuration, and what changes nothing writes nothing")
    func namedModel() throws {
        let process = try start("Shop.yaml", "--swift", "other")
        var end = 0
        _ = try round(process, after: &end)
        try folder.write("# a remark\n" + model("name: string"), to: "Shop.yaml")
        #expect(try round(process, after: &end).contains("0 files written, 2 unchanged"))
        #expect(process.interrupt() == 0)
    }

    @Test("It does not run in circles: what it writes is nothing that it watches")
    func still() throws {
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: ., sql: shop.sql }\n", to: "trellis.yaml")
        _ = try ChildProcess.run(Project.trellis, ["migrate", "create"], in: folder.path)
        let process = try start()
        var end = 0
        _ = try round(process, after: &end)
        // Nor is what an editor keeps hidden beside the versions.
        try folder.write("", to: "versions/.1.yaml.swp")
        // Longer than it waits between two looks.
        Thread.sleep(forTimeInterval: 1)
        #expect(process.output.count == end && process.isRunning)
        #expect(process.interrupt() == 0)
    }

    @Test("A file that changed while another one was missing is no reason to go round for ever")
    func changedMeanwhile() throws {
        try folder.write(
            "trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out }\n  Depot: { path: Depot.yaml, sql: depot.sql }\n",
            to: "trellis.yaml")
        let depot = "trellis: 1\nmodel: Depot\nentities:\n  Shelf:\n    attributes: { name: string }\n"
        try folder.write(depot, to: "Depot.yaml")
        let process = try start()
        var end = 0
        _ = try round(process, after: &end)
        try FileManager.default.removeItem(atPath: folder.file("Shop.yaml"))
        _ = try round(process, after: &end)
        // The run did not come to this one, because it stopped at the other.
        try folder.write(depot + "# changed\n", to: "Depot.yaml")
        _ = try round(process, after: &end)
        Thread.sleep(forTimeInterval: 1.5)
        #expect(process.output.count == end && process.isRunning, "\(process.output)")
        #expect(process.interrupt() == 0)
    }

    @Test("On a terminal Ctrl-C ends it with exit code 0 as well", .enabled(if: Project.hasTerminals, "'script' gives a terminal"))
    func terminal() throws {
        // 'exec', because a shell that waits for the program would be stopped as well, and some then report that.
        let command = "exec '\(Project.trellis)' generate --watch"
        // What is typed, once it watches: Ctrl-C.
        let typed = "for _ in {1..600}; do grep -q watching shown && break; sleep 0.1; done; printf '\\003'"
        let line = "touch shown; ( \(typed) ) | script -qec \"\(command)\" /dev/null >shown; code=${PIPESTATUS[1]}; cat shown; exit $code"
        let process = try ChildProcess.run(named: "bash", ["-c", line], in: folder.path)
        #expect(process.exitCode == 0, "\(process.output)\(process.errors)")
        #expect(process.output.contains("2 files written"))
    }
}
