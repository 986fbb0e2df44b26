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
        let canary = try project.apply("--list", "-", "--jobs", "1", "--canary", "3", "--max-failures", "50%", input: paths.reversed().joined(separator: "\n"))
        #expect(canary.process.exitCode == 1 && canary.fleet?.ending == "complete")
        let stopped = try project.apply("--list", "-", "--jobs", "1", "--canary", "3", "--max-failures", "50%", input: list)
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

    @Test func `a dry run counts a store that the run migrates as one, whatever else its rows break`() throws {
        let folder = try TemporaryFolder()
        func trellis(_ arguments: String...) throws -> ChildProcess { try ChildProcess.run(Project.trellis, arguments, in: folder.path) }
        let model = "trellis: 1\nmodel: Shop\nenums: { Kind: [a, b] }\nentities:\n  Customer:\n    attributes: { kind: Kind }\n"
        try folder.write(model, to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0 && trellis("generate", "Shop.yaml", "--sql", "first.sql").exitCode == 0)
        try folder.write(model + "  Note:\n    attributes: { text: string }\n", to: "Shop.yaml")
        #expect(try trellis("migrate", "create", "Shop.yaml").exitCode == 0)
        try folder.write("", to: "0.sqlite")
        let connection = try SQLiteConnection(opening: folder.file("0.sqlite"))
        try connection.execute(String(contentsOfFile: folder.file("first.sql"), encoding: .utf8) + "; INSERT INTO customer (kind) VALUES ('zzz')")
        let dry = try trellis("migrate", "apply", "Shop.yaml", "--stores", "*.sqlite", "--dry-run")
        #expect(dry.output.hasPrefix("Shop, version 2: 1 store, 0 cannot be migrated\n") && dry.errors.contains("TR2303"), "\(dry.output)\(dry.errors)")
        let run = try trellis("migrate", "apply", "Shop.yaml", "--stores", "*.sqlite")
        #expect(run.exitCode == 0 && run.output.hasPrefix("Shop, version 2: 1 store, 1 migrated"), "\(run.output)\(run.errors)")
    }

    @Test func `the JSON of a dry run has the kind of each failure`() throws {
        let paths = try project.makeStores(6)
        try project.folder.write("", to: paths[0])
        try SQLiteConnection(opening: project.folder.file(paths[1])).execute("UPDATE _trellis_metadata SET value = '7' WHERE key = 'version'")
        try SQLiteConnection(opening: project.folder.file(paths[2])).execute("DROP TABLE customer")
        let size = try Data(contentsOf: URL(filePath: project.folder.file(paths[3]))).count
        try project.overwrite(paths[3], at: UInt64(size - 4096), with: Array(repeating: 255, count: 4096))
        let list = (paths + ["stores/none.sqlite", "stores"]).joined(separator: "\n")
        let (process, fleet) = try project.apply("--list", "-", "--dry-run", input: list)
        #expect(process.exitCode == 1 && fleet?.stores.map(\.kind) == ["foreign", "newer", "refused", "damaged", nil, nil, "missing", "unusable"], "\(process.output)")
    }

    @Test func `--to and --allow-down lead many stores to an earlier version and back`() throws {
        let paths = try project.makeStores(3)
        let first = try project.apply("--stores", "stores/*", "--to", "1")
        #expect(first.process.exitCode == 0 && first.fleet?.counts == [0, 3, 0, 0], "\(first.process.errors)")
        #expect(try project.apply("--stores", "stores/*").fleet?.counts == [3, 0, 0, 0])
        let refused = try project.apply("--stores", "stores/*", "--to", "1", "--max-failures", "3")
        #expect(refused.process.exitCode == 1 && refused.fleet?.results == Array(repeating: "failed newer", count: 3), "\(refused.process.errors)")
        #expect(try paths.map(project.state) == Array(repeating: FleetProject.new, count: 3))
        let down = try project.apply("--stores", "stores/*", "--to", "1", "--allow-down", "--journal", "journal")
        #expect(down.process.exitCode == 0 && down.fleet?.stores.map(\.from) == [2, 2, 2], "\(down.process.errors)")
        #expect(try paths.map(project.state) == Array(repeating: FleetProject.old, count: 3))
    }

    @Test func `a name that is not UTF-8, and a path that SQLite cannot open, are reported as what they are`() throws {
        let paths = try project.makeStores(2)
        let bytes = Array(project.folder.file("stores/").utf8) + [0xe9, 0x2e, 0x73, 0] 
        #expect(bytes.withUnsafeBytes { rename(project.folder.file(paths[1]), $0.baseAddress!.assumingMemoryBound(to: CChar.self)) } == 0)
        let (process, fleet) = try project.apply("--stores", "stores/*", "--max-failures", "1")
        #expect(process.exitCode == 1 && fleet?.results == ["migrated", "failed unusable"], "\(process.errors)")
        #expect(fleet?.stores.last?.reason == "its path is not UTF-8: rename the file or its folder")

        let deep = (0..<12).map { _ in String(repeating: "d", count: 50) }.joined(separator: "/")
        try FileManager.default.createDirectory(atPath: project.folder.file(deep), withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: project.folder.file("template"), toPath: project.folder.file("\(deep)/a"))
        let long = try project.apply("--list", "-", input: "\(deep)/a").fleet
        #expect(long?.results == ["failed unusable"] && long?.stores.first?.reason?.contains("a path of less than 512 bytes") == true, "\(long?.stores.first?.reason ?? "")")
    }

    @Test func `the copy of a store behind a link is beside the store`() throws {
        let paths = try project.makeStores(1)
        try FileManager.default.createDirectory(atPath: project.folder.file("links"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: project.folder.file("links/a"), withDestinationPath: "../" + paths[0])
        let fleet = try project.apply("--stores", "links/*", "--backup").fleet
        #expect(try fleet?.results == ["migrated"] && project.state(paths[0] + ".backup") == FleetProject.old)
        #expect(try FileManager.default.contentsOfDirectory(atPath: project.folder.file("links")) == ["a"])
    }

    @Test func `a journal that was cut within its first line is begun again, and the run says so`() throws {
        for (number, text) in ["{\"hash\":\"12", "{", "\0\0\0\0", "{\"hash\":\"1\0\0"].enumerated() {
            _ = try? FileManager.default.removeItem(atPath: project.folder.file("stores/0.sqlite"))
            _ = try project.makeStores(1)
            try project.folder.write(text, to: "journal\(number)")
            let (process, fleet) = try project.apply("--stores", "stores/*", "--journal", "journal\(number)")
            #expect(process.exitCode == 0 && fleet?.results == ["migrated"] && fleet?.journalWasCut == true, "\(process.errors)")
            let lines = try String(contentsOfFile: project.folder.file("journal\(number)"), encoding: .utf8).split(separator: "\n")
            #expect(lines.count == 4 && lines.first?.hasPrefix("{\"hash\"") == true)
        }
    }

    @Test func `a store that was restored after its outcome is migrated again by the same run`() throws {
        let paths = try project.makeStores(4)
        #expect(try project.apply("--stores", "stores/*.sqlite", "--journal", "journal").fleet?.counts == [4, 0, 0, 0])
        // As if the run had been killed before its end.
        let journal = try String(contentsOfFile: project.folder.file("journal"), encoding: .utf8).split(separator: "\n").dropLast()
        try project.folder.write(journal.map { $0 + "\n" }.joined(), to: "journal")
        try FileManager.default.removeItem(atPath: project.folder.file(paths[2]))
        try FileManager.default.copyItem(atPath: project.folder.file("template"), toPath: project.folder.file(paths[2]))
        let (process, fleet) = try project.apply("--stores", "stores/*.sqlite", "--journal", "journal", "--backup")
        #expect(process.exitCode == 0 && fleet?.counts == [4, 0, 0, 0] && fleet?.continued == 3 && fleet?.restored == 1, "\(process.errors)")
        #expect(try paths.map(project.state) == Array(repeating: FleetProject.new, count: 4))
        #expect(try project.state(paths[2] + ".backup") == FleetProject.old)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script"), "there is no program 'script' for a terminal"))
    func `a terminal shows a bar with the stores that are done and that failed`() throws {
        let paths = try project.makeStores(20)
        try project.folder.write("", to: paths[0])
        let command = "\(Project.trellis) migrate apply Shop.yaml --stores 'stores/*' --jobs 1 --max-failures 1"
        let process = try ChildProcess.run("/usr/bin/script", ["-qec", command, "/dev/null"], in: project.folder.path)
        let bars = process.output.split(separator: "\r").filter { $0.hasPrefix("[") }
        #expect(process.exitCode == 1 && bars.count == 20, "\(process.output)")
        #expect(bars.first?.hasPrefix("[#-----------------------] 5 %, 1 of 20 stores, 1 failed") == true, "\(bars)")
        #expect(bars.last?.hasPrefix("[########################] 100 %, 20 of 20 stores, 1 failed") == true)
        #expect(bars.contains { $0.contains("a few seconds left") } && process.output.contains("20 stores, 19 migrated, 0 already current, 1 failed"))
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
