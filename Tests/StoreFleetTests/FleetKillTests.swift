import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// Runs over many stores that are killed and go on.
struct FleetKillTests {
    @Test func `after kills and with damaged files every store has one version and is reported once`() throws {
        var generator = SeededGenerator.forTests("FleetKillTests")
        let project = try FleetProject()
        let (count, kills) = (TestScale.count(60, long: 1000), TestScale.count(6, long: 100))
        let paths = try project.makeStores(count)
        let damaged = Array(paths[10..<15])
        try project.overwrite(damaged[0], at: 0, with: Array("no database".utf8))
        try project.overwrite(damaged[1], at: 100, with: Array(repeating: 255, count: 300))
        for path in damaged[2...3] { truncate(project.folder.file(path), path == damaged[2] ? 0 : 3000) }
        try project.overwrite(damaged[4], at: 16, with: [0, 1, 9, 9, 0, 0])

        try project.folder.write(paths.joined(separator: "\n"), to: "list")
        let journal = project.folder.file("run.journal")
        let arguments = [
            "migrate", "apply", "Shop.yaml", "--list", "list", "--canary", "4", "--max-failures", "5", "--journal", "run.journal", "--backup",
        ]
        func size() -> Int { (try? FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int) ?? 0 }
        for _ in 0..<kills {
            let wanted = size() + Int.random(in: 1...(count * 250 / kills), using: &generator)
            let process = Process()
            process.executableURL = URL(filePath: Project.trellis)
            (process.arguments, process.currentDirectoryURL) = (arguments, URL(filePath: project.folder.path))
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            try process.run()
            while process.isRunning, size() < wanted { usleep(200) }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // A kill may come after the end of the run: then the next one is another run, to which all stores are current.
        let lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
        let isWhole = !lines.contains { $0.contains("\"end\"") }
        let (process, fleet) = try project.apply(
            "--list", "list", "--canary", "4", "--max-failures", "5", "--journal", "run.journal", "--backup")
        #expect(process.exitCode == 1 && fleet?.stores.map(\.file) == paths, "\(process.errors)")
        let failed = fleet?.stores.filter { $0.result == "failed" }.map(\.file) ?? []
        #expect(failed == damaged)
        let steps = fleet?.stores.filter { $0.kind == nil && ($0.from != 1 || $0.version != 2) }.map(\.file) ?? []
        if isWhole { #expect(fleet?.counts == [count - 5, 0, 5, 0] && steps == []) }
        let wrong = try paths.filter { path in
            guard !damaged.contains(path) else { return false }
            return try project.state(path) != FleetProject.new || project.state(path + ".backup") != FleetProject.old
        }
        #expect(wrong == [])
        let outcomes = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n").filter { $0.contains("\"done\"") }
            .map { $0.prefix { $0 != "," } }
        if isWhole { #expect(outcomes.count == count && Set(outcomes).count == count) }
    }

    @Test func `Ctrl-C lets stores be completed, and the same command goes on`() throws {
        let project = try FleetProject()
        let paths = try project.makeStores(40)
        // A store that another process has locked holds the run up.
        let holder = try SQLiteConnection(opening: project.folder.file(paths[20]))
        try holder.execute("BEGIN IMMEDIATE")
        try project.folder.write(paths.joined(separator: "\n"), to: "list")
        let process = Process()
        process.executableURL = URL(filePath: Project.trellis)
        process.arguments = ["migrate", "apply", "Shop.yaml", "--list", "list", "--jobs", "1", "--journal", "run.journal", "--lock-timeout", "60"]
        process.currentDirectoryURL = URL(filePath: project.folder.path)
        let errors = Pipe()
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, errors)
        try process.run()
        let deadline = Date(timeIntervalSinceNow: 30)
        while try project.state(paths[19]) != FleetProject.new, Date() < deadline { usleep(5000) }
        process.interrupt()
        usleep(300_000)
        try holder.execute("ROLLBACK")
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3 && text.contains("the same command continues with the"), "\(text)")
        let (again, fleet) = try project.apply("--list", "list", "--journal", "run.journal")
        #expect(again.exitCode == 0 && fleet?.counts == [40, 0, 0, 0], "\(again.errors)")
        #expect((fleet?.continued ?? 0) >= 20)
        #expect(try paths.filter { try project.state($0) != FleetProject.new } == [])
    }
}
