import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate apply` over many stores.
struct FleetCommandTests {
    let project: FleetProject

    init() throws { project = try FleetProject() }

    private func versions(_ paths: [String]) throws -> [String] { try paths.map { try project.state($0)[0] } }

    @Test func `a pattern migrates all stores, and a second run finds them current`() throws {
        let paths = try project.makeStores(5)
        try project.folder.write("x", to: "stores/readme.txt")
        let text = try project.trellis("migrate", "apply", "Shop.yaml", "--stores", "stores/*.sqlite", "--backup")
        #expect(text.exitCode == 0 && text.output.hasPrefix("Shop, version 2: 5 stores, 5 migrated, 0 already current, 0 failed, in "), "\(text.errors)")
        #expect(!text.errors.contains("["))
        #expect(try paths.map(project.state) == Array(repeating: FleetProject.new, count: 5))
        #expect(try paths.map { try project.state($0 + ".backup") } == Array(repeating: FleetProject.old, count: 5))
        // The copies are no stores of the fleet.
        let (again, fleet) = try project.apply("--stores", "stores/*.sqlite*")
        #expect(again.exitCode == 0 && fleet?.counts == [0, 5, 0, 0], "\(again.errors)")
    }

    @Test func `each kind of file that cannot be migrated has its reason, and the others go on`() throws {
        let paths = try project.makeStores(9)
        try project.overwrite(paths[0], at: 100, with: Array(repeating: 255, count: 300))
        try project.folder.write("", to: paths[1])
        try project.folder.write("This is a text, which is long enough not to be taken for anything else at all.", to: paths[2])
        try SQLiteConnection(opening: project.folder.file(paths[3])).execute("UPDATE _trellis_metadata SET value = '7' WHERE key = 'version'")
        try SQLiteConnection(opening: project.folder.file(paths[4])).execute("UPDATE _trellis_metadata SET value = 'Till' WHERE key = 'model'")
        let holder = try SQLiteConnection(opening: project.folder.file(paths[5]))
        try holder.execute("BEGIN IMMEDIATE")
        try SQLiteConnection(opening: project.folder.file(paths[6])).execute("DROP TABLE customer")
        let list = (paths + ["stores/none.sqlite", "stores"]).joined(separator: "\n")
        let (process, fleet) = try project.apply("--list", "-", "--max-failures", "9", "--lock-timeout", "0.1", input: list)
        #expect(process.exitCode == 1)
        #expect(
            fleet?.results == [
                "failed damaged", "failed foreign", "failed foreign", "failed newer", "failed foreign", "failed locked", "failed refused",
                "migrated", "migrated", "failed missing", "failed unusable",
            ])
        try holder.execute("ROLLBACK")
        #expect(try versions([paths[5], paths[7], paths[8]]) == ["1", "2", "2"])
    }

    @Test func `failures beyond the budget and in the canary stop the run, and are findings`() throws {
        let paths = try project.makeStores(12)
        for index in [2, 4, 6] { try project.folder.write("", to: paths[index]) }
        let list = paths.joined(separator: "\n")
        let text = try project.trellis(
            "migrate", "apply", "Shop.yaml", "--list", "-", "--jobs", "1", "--max-failures", "1", "--report", "json=report.json", input: list)
        #expect(text.exitCode == 1 && text.errors.contains("error[TR2310]: the run stopped, because 2 stores failed, and 1 may fail"), "\(text.errors)")
        let report = try String(contentsOfFile: project.folder.file("report.json"), encoding: .utf8)
        #expect(report.contains("TR2309") && report.contains("stores/2.sqlite"))
        let canary = try project.apply("--list", "-", "--canary", "3", "--max-failures", "50%", input: paths.reversed().joined(separator: "\n"))
        #expect(canary.process.exitCode == 1 && canary.fleet?.ending == "complete")
        let stopped = try project.apply("--list", "-", "--canary", "3", "--max-failures", "50%", input: list)
        #expect(stopped.fleet?.ending == "canary" && stopped.fleet?.notStarted == 9)
    }

    @Test func `a catalogue names stores and groups, which run one after the other`() throws {
        let paths = try project.makeStores(4)
        try project.folder.write("", to: "all.db")
        let catalog = try SQLiteConnection(opening: project.folder.file("all.db"))
        try catalog.execute("CREATE TABLE shop (path TEXT, ring INTEGER)")
        for (number, path) in paths.enumerated() { try catalog.execute("INSERT INTO shop VALUES ('\(path)', \(number / 2))") }
        try project.folder.write("", to: paths[1])
        try FileManager.default.createSymbolicLink(atPath: project.folder.file("stores/link"), withDestinationPath: project.folder.file(paths[0]))
        try catalog.execute("INSERT INTO shop VALUES ('stores/link', 0)")
        let query = "SELECT path, ring FROM shop ORDER BY ring, path"
        let (process, fleet) = try project.apply("--catalog", "all.db", "--query", query)
        #expect(process.exitCode == 1 && fleet?.ending == "budget" && fleet?.duplicates == 1, "\(process.errors)")
        #expect(try versions([paths[2], paths[3]]) == ["1", "1"] && fleet?.stores.map(\.group) == ["0", "0", "1", "1"])
        let refused = try project.apply("--catalog", "all.db", "--query", "DELETE FROM shop").process
        #expect(refused.exitCode == 3 && refused.errors.contains("cannot read the catalogue 'all.db'"), "\(refused.errors)")
    }

    @Test func `a failed store keeps no copy, and the same command migrates it once its cause is gone`() throws {
        let paths = try project.makeStores(3)
        try SQLiteConnection(opening: project.folder.file(paths[1])).execute("DROP TABLE customer")
        let dry = try project.apply("--stores", "stores/*", "--dry-run")
        #expect(dry.process.exitCode == 1 && dry.fleet?.failed == 1, "\(dry.process.output)")
        let first = try project.apply("--stores", "stores/*", "--backup", "--max-failures", "1", "--journal", "journal")
        #expect(first.fleet?.results == ["migrated", "failed refused", "migrated"], "\(first.process.errors)")
        try #require(!FileManager.default.fileExists(atPath: project.folder.file(paths[1] + ".backup")))
        try FileManager.default.removeItem(atPath: project.folder.file(paths[1]))
        try FileManager.default.copyItem(atPath: project.folder.file("template"), toPath: project.folder.file(paths[1]))
        let second = try project.apply("--stores", "stores/*", "--backup", "--max-failures", "1", "--journal", "journal")
        #expect(second.process.exitCode == 0 && second.fleet?.results == ["current", "migrated", "current"], "\(second.process.errors)")
        #expect(try paths.map { try project.state($0 + ".backup") } == Array(repeating: FleetProject.old, count: 3))
    }

    @Test func `a list with NUL characters is refused, and one of a Windows editor is read`() throws {
        let paths = try project.makeStores(2)
        let refused = try project.apply("--list", "-", input: paths.joined(separator: "\0")).process
        #expect(refused.exitCode == 3 && refused.errors.contains("a path has a NUL character"), "\(refused.errors)")
        #expect(try versions(paths) == ["1", "1"])
        let read = try project.apply("--list", "-", input: "\u{feff}" + paths.joined(separator: "\r\n") + "\r\n")
        #expect(read.process.exitCode == 0 && read.fleet?.counts == [2, 0, 0, 0], "\(read.process.errors)")
    }

    @Test func `a dry run checks stores as a check of a database does, and changes nothing`() throws {
        let paths = try project.makeStores(3)
        try project.folder.write("", to: paths[0])
        let before = try paths.map { try Data(contentsOf: URL(filePath: project.folder.file($0))) }
        let text = try project.trellis("migrate", "apply", "Shop.yaml", "--stores", "stores/*", "--dry-run")
        #expect(text.exitCode == 1 && text.errors.contains("stores/0.sqlite:1:1: error[TR2309]"), "\(text.errors)")
        #expect(text.output == "Shop, version 2: 3 stores, 1 cannot be migrated\n  version 1: 2 stores with 1 migration ahead\n")
        #expect(try paths.map { try Data(contentsOf: URL(filePath: project.folder.file($0))) } == before)
        let (process, fleet) = try project.apply("--stores", "stores/*", "--dry-run")
        #expect(process.exitCode == 1 && fleet?.failed == 1 && fleet?.stores.map(\.version) == [nil, 1, 1])
    }

    @Test func `wrong use and a journal of another run are refused before anything changes`() throws {
        let paths = try project.makeStores(2)
        try project.folder.write("Something else\n", to: "text")
        var wrong = [String]()
        for (arguments, code, message) in [
            ([], 2, "Name a store's file, or many stores"),
            (["stores/0.sqlite", "--canary", "1"], 2, "are for many stores"),
            (["stores/0.sqlite", "--stores", "stores/*"], 2, "is a store: name it with --stores"),
            (["Shop.yaml", "--catalog", "all.db"], 2, "--catalog and --query belong together"),
            (["Shop.yaml", "--stores", "none/*"], 3, "no file matches 'none/*'"),
            (["Shop.yaml", "--stores", "stores/*", "--journal", "text"], 3, "the file is no journal of a run"),
            (["Shop.yaml", "--stores", "stores/*", "--to", "9"], 3, "has no version 9"),
        ] as [([String], Int32, String)] {
            let process = try ChildProcess.run(Project.trellis, ["migrate", "apply"] + arguments, in: project.folder.path)
            if process.exitCode != code || !process.errors.contains(message) { wrong.append("\(arguments): \(process.exitCode) \(process.errors)") }
        }
        #expect(try wrong == [] && versions(paths) == ["1", "1"])
        #expect(try String(contentsOfFile: project.folder.file("text"), encoding: .utf8) == "Something else\n")
    }
}
