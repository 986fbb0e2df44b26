import Foundation
import SQLiteAccess
import TestSupport
import Testing

/// `trellis migrate create`, `renew` and `status`, as a person runs them.
struct MigrateCreateTests {
    @Test("The first version is the model and the lock; the next ones bring their migrations")
    func versions() throws {
        let project = try ModelProject()
        let first = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(first.exitCode == 0 && first.output == "Shop: version 1 is frozen in 'versions'\n", "\(first.errors)")
        #expect(project.versionFiles == ["1.yaml", "lock"])
        try project.expectValid()
        try project.model("info: string?, name: string")
        try project.create()
        #expect(project.versionFiles == ["1.yaml", "2.migration.json", "2.migration.sql", "2.migration.yaml", "2.yaml", "lock"])
        #expect(try project.text("versions/2.migration.yaml").hasSuffix("nothing had to be decided.\ntrellis: 1\n"))
        #expect(try project.attributes(ofVersion: 2) == ["info", "name"])
        try project.expectValid()
        // The SQL does what it says to a file of the first version.
        try project.trellis("generate", "Shop.yaml", "--sql", "2.sql")
        let (old, new) = (try SQLiteConnection.inMemory(), try SQLiteConnection.inMemory())
        try project.model("name: string")
        let model = try project.text("Shop.yaml")
        try project.folder.write(model, to: "other/Shop.yaml")
        try project.trellis("generate", "other/Shop.yaml", "--sql", "1.sql")
        try old.execute(project.text("1.sql"))
        try old.execute(project.text("versions/2.migration.sql").replacing(".bail on\n", with: ""))
        try new.execute(project.text("2.sql"))
        let metadata = "SELECT key, value FROM _trellis_metadata WHERE key <> 'uuid' ORDER BY key"
        #expect(try old.rows(metadata) == new.rows(metadata))
    }

    @Test("The model's folder changes with each version, for builds that were planned before there was one")
    func folderOfModel() throws {
        let project = try ModelProject()
        for attributes in ["name: string", "name: string, info: string?"] {
            try project.model(attributes)
            let past = Date(timeIntervalSinceReferenceDate: 0)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: project.folder.path)
            func modified() throws -> Date? {
                try FileManager.default.attributesOfItem(atPath: project.folder.path)[.modificationDate] as? Date
            }
            #expect(try modified() == past)
            try project.trellis("migrate", "create", "Shop.yaml", "--dry-run")
            #expect(try modified() == past)
            try project.create()
            #expect(try modified() != past)
        }
    }

    @Test("What nothing tells is decided in the next version's file, which is named where a decision is missing")
    func decisions() throws {
        let project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("name: string, note: string?")
        let before = project.versionFiles
        let refused = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(refused.exitCode == 1 && refused.output == "" && refused.errors.contains("error[TR2102]"))
        #expect(
            refused.errors.hasSuffix(
                """
                help: write the decisions for version 2 to 'versions/2.migration.yaml'; '--skeleton' writes the file

                trellis: 1
                renames:
                  # or 'drops: { Customer.info: why }'
                  Customer.info: note

                """), "\(refused.errors)")
        #expect(project.versionFiles == before)

        let decided = "# As agreed.\ntrellis: 1\nrenames: { Customer.info: note }\n"
        try project.folder.write(decided, to: "versions/2.migration.yaml")
        try project.expectValid()
        try project.create()
        #expect(try project.text("versions/2.migration.yaml") == decided)
        #expect(try project.text("versions/2.migration.sql").contains("RENAME COLUMN info TO note"))
    }

    @Test("Missing values are lines of one 'values', which are pasted as they are printed")
    func oneBlock() throws {
        let project = try ModelProject("name: string")
        try project.create()
        try project.model("name: string, city: string, street: string, zip: string")
        let refused = try project.trellis("migrate", "create", "Shop.yaml")
        let block = try #require(refused.errors.firstRange(of: "\ntrellis: 1\n")).upperBound
        let lines = refused.errors[block...]
        #expect(lines.matches(of: /values/).count == 1 && lines.matches(of: /Customer\.\w+: "…"\n/).count == 3, "\(refused.errors)")
        #expect(!refused.errors[..<block].contains("'values: {"), "\(refused.errors)")
        // A report has each finding with its own lines.
        let report = try project.trellis("migrate", "create", "Shop.yaml", "--report", "json")
        #expect(report.output.matches(of: /values: \{ Customer/).count == 3, "\(report.output)")
        try project.folder.write("trellis: 1\n\(lines.replacing("\"…\"", with: "\"'7'\""))", to: "versions/2.migration.yaml")
        try project.create()
    }

    @Test func `a skeleton without open answers asks only to check it`() throws {
        let project = try ModelProject("title: string, name: string")
        try project.create()
        try project.model("label: string, name: string")
        let made = try project.trellis("migrate", "create", "Shop.yaml", "--skeleton")
        #expect(try !project.text("versions/2.migration.yaml").contains("…"))
        #expect(made.output.hasSuffix("Check the file, then run 'trellis migrate create Shop.yaml'\n"), "\(made.errors)\(made.output)")
    }

    @Test("A skeleton has the missing decisions with their questions, and counts when it is complete")
    func skeleton() throws {
        let project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("name: string, city: string")
        let made = try project.trellis("migrate", "create", "Shop.yaml", "--skeleton")
        #expect(
            made.exitCode == 0 && made.errors == ""
                && made.output == "'versions/2.migration.yaml' is written with 2 decisions. "
                + "Complete each '…' in it, then run 'trellis migrate create Shop.yaml'\n", "\(made.errors)\(made.output)")
        #expect(
            try project.text("versions/2.migration.yaml") == """
                trellis: 1
                drops:
                  # the values of 'Customer.info' would be lost
                  Customer.info: …
                values:
                  # 'Customer.city' is new and required, but existing rows have no value
                  # with SQL, a text in single quotes: "'none'"
                  # or give it a default in the model
                  Customer.city: "…"

                """)
        let incomplete = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(incomplete.exitCode == 1 && incomplete.errors.contains("2.migration.yaml:4:18: error[TR2101]: '…' stands for a reason"), "\(incomplete.errors)")
        // It is not written again over what was decided.
        let again = try project.trellis("migrate", "create", "Shop.yaml", "--skeleton")
        #expect(again.exitCode == 1)
        try project.folder.write(project.text("versions/2.migration.yaml").replacing("\"…\"", with: "\"''\"").replacing("…", with: "unused"), to: "versions/2.migration.yaml")
        let complete = try project.trellis("migrate", "create", "Shop.yaml", "--skeleton")
        #expect(complete.output == "Shop: no decision is missing for version 2, so nothing is written\n", "\(complete.errors)")
        try project.create()
        let both = try project.trellis("migrate", "create", "Shop.yaml", "--skeleton", "--dry-run")
        #expect(both.exitCode == 2)
    }

    @Test("What values become is shown on some rows, and the frozen SQL is the same without")
    func samples() throws {
        let project = try ModelProject("minutes: int16, name: string")
        try project.create()
        try project.model("minutes: int16, hours: { type: decimal,scale: 2 }, name: string")
        let decided = "trellis: 1\nvalues: { Customer.hours: \"trellis_decimal_from_number(minutes / 60.0, 2)\" }\n"
        try project.folder.write(decided, to: "versions/2.migration.yaml")
        let shown = try project.trellis("migrate", "plan", "Shop.yaml")
        #expect(shown.output.hasPrefix("-- Customer.hours is stored as INTEGER, in hundredths: 10.00 is 1000; its value in sample rows, before → after:\n--   minutes "), "\(shown.output)\(shown.errors)")
        #expect(shown.output.split(separator: "\n").prefix { $0.hasPrefix("--   ") || $0.hasPrefix("-- Customer") }.count == 4)
        let created = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(created.output.contains("  minutes ") && created.output.hasSuffix("is frozen in 'versions'\n"), "\(created.errors)")
        let script = try project.text("versions/2.migration.sql")
        #expect(!script.contains("hundredths") && !script.contains("trellis_decimal") && shown.output.contains(script))
    }

    @Test("Decisions may come from another file, which becomes the version's; a dry run writes nothing")
    func decisionsFromElsewhere() throws {
        let project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("name: string")
        try project.folder.write("trellis: 1\ndrops: { Customer.info: It is never used. }\n", to: "d.yaml")
        let dry = try project.trellis("migrate", "create", "Shop.yaml", "--decisions", "d.yaml", "--dry-run")
        #expect(dry.exitCode == 0 && dry.output.hasPrefix("-- 2.migration.sql\n") && project.versionFiles == ["1.yaml", "lock"])
        try project.folder.write("trellis: 1\n", to: "versions/2.migration.yaml")
        let both = try project.trellis("migrate", "create", "Shop.yaml", "--decisions", "d.yaml")
        #expect(both.exitCode == 3 && both.errors.contains("has other decisions than 'd.yaml'"))
        try FileManager.default.removeItem(atPath: project.folder.file("versions/2.migration.yaml"))
        #expect(try project.trellis("migrate", "create", "Shop.yaml", "--decisions", "d.yaml").exitCode == 0)
        #expect(try project.text("versions/2.migration.yaml") == project.text("d.yaml"))
        let wrong = try project.trellis("migrate", "create", "Shop.yaml", "--decisions", "none.yaml")
        #expect(wrong.exitCode == 3)
    }

    @Test("A model that means what its newest version means is not frozen again")
    func unchanged() throws {
        let project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("name: string, info: string?")
        let process = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(process.exitCode == 1 && process.errors.hasPrefix("Shop.yaml:2:8: error[TR2211]") && project.versionFiles == ["1.yaml", "lock"])
        let both = try project.trellis("migrate", "create", "Shop.yaml", "--decisions", "d.yaml")
        #expect(both.exitCode == 3)
    }

    @Test("Nothing is frozen on top of a broken history, nor out of a model with errors")
    func broken() throws {
        let project = try ModelProject()
        try project.create()
        try project.folder.write(project.text("versions/1.yaml") + "# edited\n", to: "versions/1.yaml")
        try project.model("name: string, info: string?")
        let edited = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(edited.exitCode == 1 && edited.errors.contains("error[TR2207]"))
        let other = try ModelProject("name: strin")
        #expect(try other.trellis("migrate", "create", "Shop.yaml").exitCode == 1 && !other.exists("versions"))
    }

    @Test("A decision that was edited afterwards asks for 'renew', which writes what it makes; a wrong one is refused")
    func renewed() throws {
        let project = try ModelProject("info: string?, name: string")
        try project.create()
        try project.model("info: string, name: string")
        try project.folder.write("trellis: 1\nvalues: { Customer.info: \"coalesce(info, '')\" }\n", to: "versions/2.migration.yaml")
        try project.create()
        let script = try project.text("versions/2.migration.sql")
        try project.folder.write("trellis: 1\nvalues: { Customer.info: \"coalesce(info, '-')\" }\n", to: "versions/2.migration.yaml")
        let stale = try project.trellis("validate", "Shop.yaml")
        #expect(stale.exitCode == 1 && stale.errors.contains("error[TR2208]") && stale.errors.contains("'trellis migrate renew --unreleased --from 2 Shop.yaml'"))
        let refused = try project.trellis("migrate", "renew", "Shop.yaml")
        #expect(refused.exitCode != 0 && refused.errors.contains("--unreleased"), "\(refused.errors)")
        let renewed = try project.trellis("migrate", "renew", "--unreleased", "Shop.yaml")
        #expect(renewed.exitCode == 0 && renewed.output == "1 migration written\n", "\(renewed.errors)")
        #expect(try project.text("versions/2.migration.sql") == script.replacing("coalesce(info, '')", with: "coalesce(info, '-')"))
        try project.expectValid()
        #expect(try project.trellis("migrate", "renew", "--unreleased", "Shop.yaml").output == "0 migrations written\n")
        // SQL that fails its proof is not written.
        try project.folder.write("trellis: 1\nvalues: { Customer.info: \"no_such_function(info)\" }\n", to: "versions/2.migration.yaml")
        let wrong = try project.trellis("migrate", "renew", "--unreleased", "Shop.yaml")
        #expect(wrong.exitCode == 1 && wrong.errors.contains("error[TR2107]"), "\(wrong.errors)")
        #expect(try !project.text("versions/2.migration.sql").contains("no_such_function"))
        try project.folder.write("trellis: 1\nvalues: { Customer.info: \"coalesce(info, '')\" }\n", to: "versions/2.migration.yaml")
        #expect(try project.trellis("migrate", "renew", "--unreleased", "Shop.yaml").exitCode == 0)
        #expect(try project.text("versions/2.migration.sql") == script)
    }

    // MARK: Stopped halfway

    @Test("Wherever freezing stops, what is there is told, and freezing again finishes it", arguments: 0...4)
    func stopped(filesWritten: Int) throws {
        let project = try ModelProject()
        try project.create()
        let lock = try project.text("versions/lock")
        try project.model("info: string?, name: string")
        try project.create()
        let whole = try Dictionary(uniqueKeysWithValues: project.versionFiles.map { ($0, try project.text("versions/\($0)")) })
        // The files come one after the other, and the lock last.
        for name in ["2.yaml", "2.migration.yaml", "2.migration.json", "2.migration.sql"].dropFirst(filesWritten) {
            try FileManager.default.removeItem(atPath: project.folder.file("versions/\(name)"))
        }
        try project.folder.write(lock, to: "versions/lock")
        try project.folder.write("half", to: "versions/.trellis-2.yaml")
        let status = try project.trellis("migrate", "status", "Shop.yaml")
        #expect(status.output.contains("Shop: 1 version, the live model is a draft of version 2: 1 change\n"))
        #expect(status.exitCode == (filesWritten == 0 ? 0 : 1) && status.errors.contains("error[TR2210]") == (filesWritten > 0))
        try project.create()
        #expect(try Dictionary(uniqueKeysWithValues: project.versionFiles.map { ($0, try project.text("versions/\($0)")) }) == whole)
        try project.expectValid()
    }

    @Test("What was begun is not replaced by something else")
    func notReplaced() throws {
        let project = try ModelProject()
        try project.create()
        try project.folder.write("trellis: 1\nmodel: Shop\nentities:\n  Visitor: {}\n", to: "versions/2.yaml")
        try project.model("info: string?, name: string")
        let process = try project.trellis("migrate", "create", "Shop.yaml")
        #expect(process.exitCode == 1 && process.errors.contains("versions/2.yaml:1:1: error[TR2210]") && project.versionFiles == ["1.yaml", "2.yaml", "lock"])
    }

    @Test("Killed at any moment, it leaves a history that is whole or told to be unfinished")
    func killed() throws {
        let project = try ModelProject()
        try project.create()
        try project.model("info: string?, name: string")
        var generator = SeededGenerator.forTests()
        for _ in 0..<25 {
            let process = Process()
            process.executableURL = URL(filePath: Project.trellis)
            process.arguments = ["migrate", "create", "Shop.yaml"]
            process.currentDirectoryURL = URL(filePath: project.folder.path)
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            usleep(UInt32.random(in: 0..<60_000, using: &generator))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let validated = try project.trellis("validate", "Shop.yaml")
            #expect(validated.exitCode == 0 || validated.errors.contains("TR2210") && !validated.errors.contains("TR2205"), "\(validated.errors)")
            let locked = try project.text("versions/lock").split(separator: "\n").count
            if locked == 1 { try project.create() }
            #expect(project.versionFiles == ["1.yaml", "2.migration.json", "2.migration.sql", "2.migration.yaml", "2.yaml", "lock"])
            // Back to one version, for the next round.
            try project.folder.write(String(project.text("versions/lock").prefix { $0 != "\n" }) + "\n", to: "versions/lock")
            for name in ["2.yaml", "2.migration.yaml", "2.migration.json", "2.migration.sql"] {
                try FileManager.default.removeItem(atPath: project.folder.file("versions/\(name)"))
            }
        }
    }

    // MARK: Status

    @Test("Status tells the versions with their changes, and how far the live model is, as text and as JSON")
    func status() throws {
        let project = try ModelProject()
        #expect(try project.trellis("migrate", "status", "Shop.yaml").output == "Shop: no version is frozen, the live model is a draft of version 1\n")
        try project.create()
        try project.model("info: string?, more: int?, name: string")
        try project.create()
        let lines = try project.trellis("migrate", "status", "Shop.yaml").output.split(separator: "\n")
        #expect(lines[0] == "Shop: 2 versions, the live model is version 2" && lines.count == 5)
        #expect(lines[1].wholeMatch(of: /\ \ 1 [0-9a-f]{8}/) != nil && lines[2].wholeMatch(of: /\ \ 2 [0-9a-f]{8}  2 changes/) != nil)
        try project.model("name: string")
        let text = try project.trellis("migrate", "status", "Shop.yaml").output
        #expect(text.hasPrefix("Shop: 2 versions, the live model is a draft of version 3: 2 changes, 2 undecided: run 'trellis migrate create Shop.yaml --dry-run'\n"))
        // Of several models in trellis.yaml, the advice names the one.
        try project.folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml }\n  Other: { path: Other.yaml }\n", to: "trellis.yaml")
        try project.folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing: { attributes: { a: int } }\n", to: "Other.yaml")
        #expect(try project.trellis("migrate", "status").output.contains("run 'trellis migrate create Shop.yaml --dry-run'\n"))
        try project.folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml }\n", to: "trellis.yaml")
        #expect(try project.trellis("migrate", "status").output.contains("run 'trellis migrate create --dry-run'\n"))
        try project.folder.write("", to: "versions/x")
        let process = try project.trellis("migrate", "status", "Shop.yaml", "--format", "json")
        #expect(process.exitCode == 1 && process.errors == "")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any])
        let model = try #require((object["models"] as? [[String: Any]])?.first)
        #expect((model["versions"] as? [[String: Any]])?.map { $0["changes"] as? Int } == [0, 2])
        let live = try #require(model["live"] as? [String: Any])
        #expect(live["version"] as? Int == 3 && live["draft"] as? Bool == true && live["undecided"] as? Int == 2)
        #expect((object["findings"] as? [[String: Any]])?.map { $0["code"] as? String } == ["TR2209"])
        try project.folder.write("no lock", to: "versions/lock")
        let broken = try project.trellis("migrate", "status", "Shop.yaml")
        #expect(broken.exitCode == 1 && broken.output == "Shop: its history cannot be read\n" && broken.errors.contains("TR2201"))
    }
}
