import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate squash`: its refusals, and the history that it leaves.
struct MigrateSquashTests {
    private let project: ModelProject

    /// Four versions, committed.
    init() throws {
        project = try ModelProject("name: string")
        try project.create()
        for number in 2...4 {
            try project.model((["name: string"] + (2...number).map { "a\($0): string?" }).joined(separator: ", "))
            try project.create()
        }
        try project.git("init", "-q")
        try project.commit("all")
    }

    private func squash(before number: Int) throws -> ChildProcess { try project.trellis("migrate", "squash", "--before", "\(number)", "Shop.yaml") }

    private func makeStore(_ sql: String, _ name: String) throws {
        try project.folder.write("", to: name)
        try SQLiteConnection(opening: project.folder.file(name)).execute(sql)
    }

    /// The SQL of a store of a version.
    private func sql(ofVersion number: Int) throws -> String {
        try project.folder.write(try project.text("versions/\(number).yaml"), to: "old/Shop.yaml")
        let lines = try project.text("versions/lock").split(separator: "\n").prefix(number)
        try project.folder.write(lines.joined(separator: "\n") + "\n", to: "old/versions/lock")
        for name in project.versionFiles where name.prefix(1) <= "\(number)" { try project.folder.write(try project.text("versions/\(name)"), to: "old/versions/\(name)") }
        let process = try project.trellis("generate", "old/Shop.yaml", "--sql", "old.sql")
        #expect(process.exitCode == 0, "\(process.errors)")
        try FileManager.default.removeItem(atPath: project.folder.file("old"))
        return try project.text("old.sql")
    }

    @Test func `renames of the versions that stay are known, forward and back`() throws {
        #expect(try squash(before: 3).exitCode == 0)
        try project.model("name: string, a2: string?, a3: string?, b4: string?")
        try project.folder.write("trellis: 1\nrenames: { Customer.a4: b4 }\n", to: "versions/5.migration.yaml")
        try project.create()
        let difference = try project.trellis("diff", "3", "5", "--model", "Shop.yaml")
        #expect(difference.output.contains("b4") && !difference.output.contains("a4"), "\(difference.output)\(difference.errors)")
        let back = try project.trellis("migrate", "plan", "5", "4", "--model", "Shop.yaml")
        #expect(back.output.contains("RENAME COLUMN b4 TO a4"), "\(back.output)\(back.errors)")
        for arguments in [["diff", "2", "4"], ["migrate", "plan", "4", "2"]] {
            let gone = try ChildProcess.run(Project.trellis, arguments + ["--model", "Shop.yaml"], in: project.folder.path)
            #expect(gone.exitCode == 3 && gone.errors.contains("no version 2: its first one is 3, and its last one is 5"), "\(gone.errors)")
        }
    }

    @Test func `the history begins with its version, and every command works`() throws {
        try makeStore(try sql(ofVersion: 2), "two.sqlite")
        try makeStore(try sql(ofVersion: 3), "three.sqlite")
        let process = try squash(before: 3)
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output.contains("Shop: 8 files removed; the history begins with version 3"), "\(process.output)")
        #expect(project.versionFiles == ["3.yaml", "4.migration.json", "4.migration.sql", "4.migration.yaml", "4.yaml", "lock"])
        try project.expectValid()
        #expect(try project.trellis("migrate", "status", "Shop.yaml").output.contains("Shop: 2 versions, the live model is version 4"))
        #expect(try project.trellis("generate", "Shop.yaml", "--swift", "out").exitCode == 0)
        let embedded = try project.text("out/Shop.migrations.trellis.swift")
        #expect(embedded.contains("to version 4.\n") && !embedded.contains("to version 3.\n"))
        try project.folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, swift: out }\n", to: "trellis.yaml")
        let check = try project.trellis("check", "--no-cache")
        #expect(check.exitCode == 0, "\(check.errors)")

        let refused = try project.trellis("migrate", "apply", "two.sqlite", "Shop.yaml")
        #expect(refused.exitCode == 3 && refused.errors.contains("the store is of version 2, and the oldest version that is known here is 3"), "\(refused.errors)")
        #expect(try project.trellis("migrate", "apply", "three.sqlite", "Shop.yaml").exitCode == 0)

        try project.model("name: string, a2: string?, a3: string?, a4: string?, a5: string?")
        try project.create()
        #expect(project.exists("versions/5.migration.json"))
        try project.expectValid()
    }

    @Test(arguments: ["no repository", "ignored"])
    func `versions that git does not keep are removed only on demand`(how: String) throws {
        let project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, a: string?")
        try project.create()
        if how == "ignored" {
            try project.git("init", "-q")
            try project.folder.write("versions\n", to: ".gitignore")
            try project.commit("all")
        }
        let files = project.versionFiles
        let refused = try project.trellis("migrate", "squash", "--before", "2", "Shop.yaml")
        #expect(refused.exitCode == 3 && refused.errors.contains("--without-git"), "\(refused.errors)")
        #expect(project.versionFiles == files)
        let process = try project.trellis("migrate", "squash", "--before", "2", "--without-git", "Shop.yaml")
        #expect(process.exitCode == 0 && !project.versionFiles.contains("1.yaml"), "\(process.errors)")
    }

    @Test func `what cannot be squashed is refused, and nothing changes`() throws {
        let files = project.versionFiles
        for (number, reason) in [(5, "version 5 is not frozen"), (0, "it has no version 0")] {
            let process = try squash(before: number)
            #expect(process.exitCode != 0 && process.errors.contains(reason), "\(number): \(process.errors)")
        }
        #expect(try squash(before: 1).output == "Shop: the history begins with version 1 already\n")
        try project.folder.write("trellis: 1\n", to: "versions/5.migration.yaml")
        let process = try squash(before: 3)
        #expect(process.exitCode == 3 && process.errors.contains("uncommitted changes"), "\(process.errors)")
        try FileManager.default.removeItem(atPath: project.folder.file("versions/5.migration.yaml"))
        try project.folder.write((try project.text("versions/2.migration.sql")) + "-- more\n", to: "versions/2.migration.sql")
        #expect(try squash(before: 3).errors.contains("error[TR2208]"))
        #expect(project.versionFiles == files)
    }

    @Test func `a merge that is not finished is finished first`() throws {
        try project.git("checkout", "-q", "-b", "other")
        try project.folder.write("a", to: "note")
        try project.commit("other")
        try project.git("checkout", "-q", "-")
        try project.folder.write("b", to: "note")
        try project.commit("mine")
        try project.git("merge", "-q", "other", exitCode: 1)
        let process = try squash(before: 3)
        #expect(process.exitCode == 3 && process.errors.contains("git is joining branches"), "\(process.errors)")
        #expect(project.exists("versions/1.yaml"))
    }

    @Test func `a killed process leaves the old history or the new one, and another run finishes it`() throws {
        let before = project.versionFiles
        let after = ["4.yaml", "lock"]
        var random = SeededGenerator.forTests()
        var states = Set<String>()
        for round in 0..<30 {
            try project.git("checkout", "-q", "--", "versions")
            let process = Process()
            process.executableURL = URL(filePath: Project.trellis)
            process.arguments = ["migrate", "squash", "--before", "4", "Shop.yaml"]
            process.currentDirectoryURL = URL(filePath: project.folder.path)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            Thread.sleep(forTimeInterval: Double.random(in: 0...0.3, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let lock = try project.text("versions/lock")
            let isOld = lock.hasPrefix("1 - ")
            #expect(isOld || lock.hasPrefix("4 - "), "\(round): \(lock)")
            if isOld { #expect(project.versionFiles.filter { !$0.hasPrefix(".") } == before, "\(round)") }
            let validated = try project.trellis("validate", "Shop.yaml")
            #expect(validated.exitCode == 0, "\(round): \(validated.errors)")
            states.insert(isOld ? "old" : project.versionFiles == after ? "new" : "between")
            if !isOld {
                #expect(try squash(before: 4).exitCode == 0)
                #expect(project.versionFiles == after)
                try project.expectValid()
            }
        }
        #expect(!states.isEmpty)
    }

    @Test func `files that a stopped squash has left are a warning of every command, and go with another run`() throws {
        let lines = try project.text("versions/lock").split(separator: "\n").map { $0.split(separator: " ") }
        let rest = lines[3].map(String.init)
        try project.folder.write("3 - \(lines[2][2]) \(lines[2][6])\n\(rest.joined(separator: " "))\n", to: "versions/lock")
        let process = try project.trellis("validate", "Shop.yaml")
        #expect(process.exitCode == 0 && process.errors.contains("warning[TR2216]") && process.errors.contains("squash --before 3"), "\(process.errors)")
        #expect(try squash(before: 3).exitCode == 0)
        try project.expectValid()
        #expect(project.versionFiles.first == "3.yaml")
    }

    // MARK: What a store ran

    @Test func `a store that ran another plan is reported by its status`() throws {
        try makeStore(try sql(ofVersion: 2), "shop.sqlite")
        #expect(try project.trellis("migrate", "apply", "shop.sqlite", "Shop.yaml").exitCode == 0)
        #expect(try !project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml").output.contains("another plan"))
        let connection = try SQLiteConnection(opening: project.folder.file("shop.sqlite"))
        #expect(try connection.rows("SELECT key FROM _trellis_metadata WHERE key LIKE 'plan %' ORDER BY key") == [["plan 3"], ["plan 4"]])
        try connection.execute("UPDATE _trellis_metadata SET value = '\(String(repeating: "0", count: 64))' WHERE key = 'plan 4'")
        let status = try project.trellis("migrate", "status", "shop.sqlite", "Shop.yaml")
        #expect(status.exitCode == 0 && status.output.contains("it reached version 4 by another plan than the frozen one"), "\(status.output)")
    }
}
