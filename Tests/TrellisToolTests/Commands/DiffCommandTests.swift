import Foundation
import TestSupport
import Testing

/// `trellis diff` between files and git revisions.
struct DiffCommandTests {
    private let folder: TemporaryFolder
    private static let old = """
        trellis: 1
        model: Things
        entities:
          Thing:
            attributes: { name: string, note: string? }

        """

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.old, to: "Things.yaml")
        try folder.write(
            Self.old.replacing("note: string?", with: "size: { type: int, default: 1 }, name2: string?")
                .replacing("name: string,", with: "name: string?,"), to: "New.yaml")
    }

    private func diff(_ arguments: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, ["diff"] + arguments, in: folder.path)
    }

    @discardableResult
    private func git(_ arguments: String...) throws -> ChildProcess {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        let process = try ChildProcess.run(named: "git", identity + arguments, in: folder.path)
        #expect(process.exitCode == 0, "\(process.errors)")
        return process
    }

    @Test("Two files: a line for each change, with its place, and what may be renamed")
    func files() throws {
        let process = try diff("Things.yaml", "New.yaml")
        #expect(process.exitCode == 0 && process.errors == "")
        #expect(
            process.output == """
                ~ attribute Thing.name: now optional  (New.yaml:5:19)
                + attribute Thing.size  (New.yaml:5:34)
                + attribute Thing.name2  (New.yaml:5:67)
                - attribute Thing.note  (Things.yaml:5:33)
                note: attribute 'Thing.name2' may be 'Thing.note' under another name

                """)
        #expect(try diff("Things.yaml", "Things.yaml").output == "no differences\n")
    }

    @Test("A decided rename is one, between files with --decisions and between versions of a history, and `status` names it")
    func decidedRename() throws {
        func migrate(_ arguments: String...) throws -> String { try ChildProcess.run(Project.trellis, ["migrate"] + arguments, in: folder.path).output }
        try folder.write("trellis: 1\nrenames: { Thing.note: remark }\n", to: "decided.yaml")
        let renamed = Self.old.replacing("note:", with: "remark:")
        try folder.write(renamed, to: "Renamed.yaml")
        #expect(try diff("Things.yaml", "Renamed.yaml", "--decisions", "decided.yaml").output == "= attribute Thing.remark, was note  (Renamed.yaml:5:33)\n")
        _ = try migrate("create", "Things.yaml")
        try folder.write(renamed, to: "Things.yaml")
        try folder.write("trellis: 1\nrenames: { Thing.note: remark }\n", to: "versions/2.migration.yaml")
        _ = try migrate("create", "Things.yaml")
        try folder.write(renamed.replacing("remark:", with: "comment:"), to: "Things.yaml")
        try folder.write("trellis: 1\nrenames: { Thing.remark: comment }\n", to: "versions/3.migration.yaml")
        #expect(try diff("1", "2", "--model", "Things.yaml").output.hasPrefix("= attribute Thing.remark, was note  ("))
        // Two steps are one rename.
        #expect(try diff("1", "--model", "Things.yaml").output == "= attribute Thing.comment, was note  (Things.yaml:5:33)\n")
        let status = try migrate("status", "Things.yaml")
        #expect(status.contains("1 change (renamed: Thing.note → remark)") && status.contains("1 change (renamed: Thing.remark → comment)"), "\(status)")
    }

    @Test("JSON has every change with its places")
    func json() throws {
        let process = try diff("Things.yaml", "New.yaml", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
        let changes = try #require(object?["changes"] as? [[String: Any]])
        #expect(changes.map { $0["name"] as? String } == ["Thing.name", "Thing.size", "Thing.name2", "Thing.note"])
        #expect(changes.map { $0["change"] as? String } == ["altered", "added", "added", "removed"])
        #expect(changes[0]["key"] as? String == "optional" && changes[0]["to"] as? String == "true" && changes[0]["from"] == nil)
        #expect((changes[3]["old"] as? [String: Any])?["line"] as? Int == 5 && changes[3]["new"] == nil)
        #expect((object?["likelyRenames"] as? [[String: Any]])?.count == 1)
        let same = try diff("Things.yaml", "Things.yaml", "--format", "json")
        #expect(try JSONSerialization.jsonObject(with: Data(same.output.utf8)) is [String: Any])
    }

    @Test("A stricter rule that old rows may break is noted, in JSON too")
    func stricterRules() throws {
        let old = "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    attributes: { name: { type: string, maxLength: 9 } }\n"
        try folder.write(old, to: "Loose.yaml")
        try folder.write(old.replacing("maxLength: 9", with: "maxLength: 8"), to: "Strict.yaml")
        let note = "note: rows may break the stricter maxLength of 'Thing.name', 9 → 8: they stay, and fail validation when they are next edited\n"
        #expect(try diff("Loose.yaml", "Strict.yaml").output.hasSuffix(note))
        #expect(try !diff("Strict.yaml", "Loose.yaml").output.contains("note:"))
        let process = try diff("Loose.yaml", "Strict.yaml", "--format", "json")
        let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
        let rules = try #require(object?["tightenedRules"] as? [[String: String]])
        #expect(rules == [["name": "Thing.name", "key": "maxLength", "from": "9", "to": "8"]])
    }

    @Test("A revision of git is a version, with the files that its model includes")
    func revisions() throws {
        try folder.write("trellis: 1\nentities: { Part: {} }\n", to: "parts/Part.yaml")
        try folder.write(Self.old.replacing("model: Things\n", with: "model: Things\ninclude: parts/Part.yaml\n"), to: "Things.yaml")
        try git("init", "-q")
        try git("add", ".")
        try git("commit", "-q", "-m", "one")
        try git("tag", "first")
        #expect(try diff("Things.yaml").output == "no differences\n")
        try folder.write("trellis: 1\nentities: { Part: { attributes: { size: int } } }\n", to: "parts/Part.yaml")
        #expect(try diff("Things.yaml").output == "+ attribute Part.size  (parts/Part.yaml:2:35)\n")
        try git("commit", "-q", "-a", "-m", "two")
        #expect(try diff("Things.yaml").output == "no differences\n")
        #expect(
            try diff("HEAD:Things.yaml", "first:Things.yaml").output == "- attribute Part.size  (HEAD:./parts/Part.yaml:2:35)\n")

        // The file decides the repository, not the working folder.
        let path = folder.file("Things.yaml")
        let outside = try ChildProcess.run(Project.trellis, ["diff", "first:\(path)", path], in: "/")
        #expect(outside.output == "+ attribute Part.size  (\(folder.file("parts/Part.yaml")):2:35)\n", "\(outside.errors)")
    }

    @Test("What cannot be read is an error that says so, and what is no model is reported")
    func refused() throws {
        let missing = try diff("Things.yaml", "None.yaml")
        #expect(missing.exitCode == 3 && missing.errors.contains("cannot read 'None.yaml': there is no such file"))
        let revision = try diff("nowhere:Things.yaml", "Things.yaml")
        #expect(revision.exitCode == 3 && revision.errors.hasPrefix("error: cannot read 'nowhere:Things.yaml': "))
        #expect(try diff("--output=x:Things.yaml", "Things.yaml").exitCode == 2)
        let option = try diff("--", "-x:Things.yaml", "Things.yaml")
        #expect(option.exitCode == 3 && option.errors.contains("is not a git revision"))
        try folder.write("trellis: 1\nmodel: Things\nentities: { Thing: { attributes: { a: strin } } }\n", to: "Bad.yaml")
        let bad = try diff("Things.yaml", "Bad.yaml")
        #expect(bad.exitCode == 1 && bad.errors.contains("Bad.yaml:3:") && bad.errors.contains("TR1104") && bad.output == "")
    }
}
