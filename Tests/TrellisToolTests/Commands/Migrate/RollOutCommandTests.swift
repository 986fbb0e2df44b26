import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `compatible-from`, from trellis.yaml to the record of a store.
struct RollOutCommandTests {
    private let project: ModelProject

    /// A model with two frozen versions, of which the second has a new optional attribute.
    init() throws {
        project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, info: string?")
        try project.create()
    }

    private func configure(_ line: String = "") throws {
        try project.folder.write("trellis: 1\nmodels:\n  Shop:\n    path: Shop.yaml\n    draft: true\n\(line.isEmpty ? "" : "    \(line)\n")", to: "trellis.yaml")
    }

    /// The hashes of the versions, oldest first.
    private func hashes() throws -> [String] {
        try project.text("versions/lock").split(separator: "\n").map { String($0.split(separator: " ")[2]) }
    }

    private func record(_ path: String, _ key: String) throws -> String? {
        let rows = try SQLiteConnection(opening: project.folder.file(path)).rows("SELECT value FROM _trellis_metadata WHERE key = '\(key)'")
        return rows.first?.first ?? nil
    }

    @Test func `a store that goes back admits the programs that the earlier version admits`() throws {
        try configure("compatible-from: 1")
        for attributes in ["name: string, info: string?, note: string?", "name: string, info: string?, note: string?, size: int?"] {
            try project.model(attributes)
            let created = try project.trellis("migrate", "create")
            #expect(created.exitCode == 0, "\(created.errors)")
        }
        #expect(try project.trellis("generate", "Shop.yaml", "--sql", "4.sql").exitCode == 0)
        try project.folder.write("", to: "back.sqlite")
        try SQLiteConnection(opening: project.folder.file("back.sqlite")).execute(project.text("4.sql"))
        try project.folder.write("trellis: 1\ndrops: { Customer.size: It was new. }\n", to: "back.yaml")
        let back = try project.trellis("migrate", "apply", "back.sqlite", "--to", "3", "--allow-down", "--decisions", "back.yaml")
        #expect(back.exitCode == 0, "\(back.errors)")
        let hashes = try hashes()
        #expect(try record("back.sqlite", "compatible") == "\(hashes[2]) \(hashes[0]) \(hashes[1])")
        #expect(try record("back.sqlite", "hash") == hashes[2])
    }

    @Test func `a version records whose programs open its stores, in new stores and in migrated ones`() throws {
        try project.trellis("migrate", "plan", "Shop.yaml")
        try configure("compatible-from: 1")
        try project.model("name: string, info: string?, note: string?")
        let created = try project.trellis("migrate", "create")
        #expect(created.exitCode == 0, "\(created.errors)")
        #expect(try project.text("versions/3.migration.yaml").contains("compatible-from: 1\n"))
        let status = try project.trellis("migrate", "status")
        #expect(status.output.contains("  stores of version 3 can be read and written by programs of versions 1 and 2\n  they are opened by programs of versions 1 and 2\n"), "\(status.output)")
        let json = try project.trellis("migrate", "status", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let models = try #require(object["models"] as? [[String: Any]])
        let programs = try #require(models[0]["programs"] as? [String: [String: Any]])
        #expect(programs["newest"]?["able"] as? [Int] == [1, 2] && programs["newest"]?["admitted"] as? [Int] == [1, 2])

        // A new store, and one of the first version.
        #expect(try project.trellis("generate", "Shop.yaml", "--sql", "3.sql").exitCode == 0)
        for name in ["new.sqlite", "old.sqlite"] { try project.folder.write("", to: name) }
        try SQLiteConnection(opening: project.folder.file("new.sqlite")).execute(project.text("3.sql"))
        let hashes = try hashes()
        let list = "\(hashes[2]) \(hashes[0]) \(hashes[1])"
        #expect(try record("new.sqlite", "compatible") == list)
        let first = try ModelProject("name: string")
        try first.create()
        #expect(try first.trellis("generate", "Shop.yaml", "--sql", "1.sql").exitCode == 0)
        try SQLiteConnection(opening: project.folder.file("old.sqlite")).execute(first.text("1.sql") + "INSERT INTO customer (name) VALUES ('Ada')")
        let applied = try project.trellis("migrate", "apply", "old.sqlite")
        #expect(applied.exitCode == 0, "\(applied.errors)")
        #expect(try record("old.sqlite", "compatible") == list && record("old.sqlite", "hash") == hashes[2])
        for command in [["validate"], ["check"], ["migrate", "renew", "--unreleased"]] {
            let process = try ChildProcess.run(Project.trellis, command, in: project.folder.path)
            #expect(process.exitCode == 0, "\(command): \(process.errors)")
        }
        #expect(!(try project.trellis("migrate", "status").output.contains("would plan it otherwise")))

        // The list is void as soon as the store is of another version.
        try configure()
        try project.model("name: string, info: string?, note: string?, more: string")
        try project.folder.write("trellis: 1\nvalues: { Customer.more: \"''\" }\n", to: "versions/4.migration.yaml")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
        #expect(try project.trellis("migrate", "apply", "old.sqlite").exitCode == 0)
        #expect(try record("old.sqlite", "compatible") == list && record("old.sqlite", "hash") == self.hashes()[3])
        let later = try project.trellis("migrate", "status")
        #expect(later.output.contains("programs of no older version\n  no older program opens them\n"), "\(later.output)")
    }

    @Test func `a change that older programs cannot use is an error of create and check, which names the versions`() throws {
        try configure("compatible-from: 1")
        try project.model("name: string, info: string?, note: {type: string,default: none}")
        for command in [["migrate", "create"], ["check"]] {
            let process = try ChildProcess.run(Project.trellis, command, in: project.folder.path)
            let message = "Shop.yaml:8:7: error[TR2121]: programs of versions 1 and 2 insert objects without 'Customer.note', which is required\n"
            #expect(process.exitCode == 1 && process.errors.contains(message), "\(command): \(process.errors)")
            #expect(process.errors.contains("set 'compatible-from: 3' in trellis.yaml"), "\(process.errors)")
        }
        #expect(!project.exists("versions/3.yaml"))
        let status = try project.trellis("migrate", "status")
        #expect(status.output.contains("  stores of the draft of version 3 could be read and written by programs of no older version\n"), "\(status.output)")
        // The version that had to be left out.
        try project.model("name: string")
        try project.folder.write("trellis: 1\ndrops: { Customer.info: unused }\n", to: "versions/3.migration.yaml")
        let dropped = try project.trellis("migrate", "create")
        #expect(dropped.errors.contains("error[TR2121]: programs of version 2 use 'Customer.info', which is removed, renamed or moved\n"), "\(dropped.errors)")
        try configure("compatible-from: 3")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
    }

    @Test func `a name that another attribute had before is an obstacle, also some versions later`() throws {
        try configure()
        // 'info' is renamed, and later another attribute gets the name.
        try project.model("name: string, remark: string?")
        try project.folder.write("trellis: 1\nrenames: { Customer.info: remark }\n", to: "versions/3.migration.yaml")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
        try project.model("name: string, remark: string?, info: string?")
        try configure("compatible-from: 2")
        let refused = try project.trellis("migrate", "create")
        #expect(refused.errors.contains("error[TR2121]: programs of version 2 use 'Customer.info', which is removed, renamed or moved\n"), "\(refused.errors)")
        #expect(!refused.errors.contains("version 3"), "\(refused.errors)")
        #expect(refused.errors.contains("set 'compatible-from: 3'"))
    }

    @Test func `a value that is no version is refused at its place`() throws {
        try configure("compatible-from: newest")
        let process = try project.trellis("validate")
        #expect(process.exitCode == 1 && process.errors.hasPrefix("trellis.yaml:6:22: error[TR2122]: 'compatible-from' must be the number of a version\n"), "\(process.errors)")
        try configure("compatible-from: 9")
        try project.model("name: string, info: string?, note: string?")
        let created = try project.trellis("migrate", "create")
        #expect(created.exitCode == 1 && created.errors.contains("error[TR2122]: there is no version 9: the newest one is 3"), "\(created.errors)")
        let check = try project.trellis("check")
        #expect(check.errors.contains("error[TR2122]: there is no version 9"), "\(check.errors)")
    }

    @Test func `a key in the decisions has priority over trellis.yaml, and stays with its version`() throws {
        try configure("compatible-from: 1")
        try project.model("name: string, info: string?, note: string?")
        try project.folder.write("trellis: 1\ncompatible-from: 2\n", to: "versions/3.migration.yaml")
        #expect(try project.trellis("migrate", "create").exitCode == 0)
        #expect(try project.text("versions/3.migration.yaml") == "trellis: 1\ncompatible-from: 2\n")
        let hashes = try hashes()
        #expect(try project.text("versions/3.migration.json").contains("\"compatible\":[\"\(hashes[1])\"]"))
        #expect(try project.trellis("migrate", "status").output.contains("  they are opened by programs of version 2\n"))
        // Edited before a release, and planned again.
        try project.folder.write("trellis: 1\ncompatible-from: 1\n", to: "versions/3.migration.yaml")
        let renewed = try project.trellis("migrate", "renew", "--unreleased")
        #expect(renewed.exitCode == 0, "\(renewed.errors)")
        #expect(try project.text("versions/3.migration.json").contains("\"compatible\":[\"\(hashes[0])\",\"\(hashes[1])\"]"))
    }
}
