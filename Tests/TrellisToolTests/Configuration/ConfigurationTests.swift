import Foundation
import TestSupport
import Testing

/// `trellis.yaml`, and a run over all its models.
struct ConfigurationTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Things", "Others"] {
            try folder.write("trellis: 1\nmodel: \(name)\nentities:\n  \(name)Item:\n", to: "Schemas/\(name)/\(name).yaml")
        }
    }

    private func configure(_ models: String) throws {
        try folder.write("trellis: 1\nmodels:\n" + models, to: "trellis.yaml")
    }

    private func trellis(_ arguments: String..., in subfolder: String = ".") throws -> ChildProcess {
        try ChildProcess.run(Project.trellis, arguments, in: folder.file(subfolder))
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(path)) }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: folder.file(path), encoding: .utf8) }

    @Test("It says which models there are, where their files go and who can use the classes")
    func outputs() throws {
        try folder.write("trellis: 1\nmodel: Elsewhere\nentities:\n  Place:\n", to: "models/e.yaml")
        try configure(
            """
              Things: { swift: Sources/Store, sql: sql/things.sql, access: public }
              Others: { swift: Sources/Others }
              Elsewhere: { path: models/e.yaml, sql: sql/e.sql, access: package, swift: Sources/E }

            """)
        let process = try trellis("generate")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(process.output == "8 files written, 0 unchanged\n")
        #expect(try text("Sources/Store/ThingsItem.trellis.swift").contains("public final class ThingsItem"))
        #expect(try text("Sources/Others/OthersItem.trellis.swift").contains("\nfinal class OthersItem"))
        #expect(try text("Sources/E/Place.trellis.swift").contains("package final class Place"))
        #expect(try text("sql/things.sql").hasPrefix("-- things.sql\n"))
        #expect(exists("sql/e.sql") && !exists("sql/others.sql"))
    }

    @Test("Its paths are relative to its own folder, wherever the tool runs")
    func relativePaths() throws {
        try configure("  Things: { swift: out }\n")
        try folder.write("", to: "deep/down/file")
        let process = try trellis("generate", "--config", "../../trellis.yaml", in: "deep/down")
        #expect(process.exitCode == 0, "\(process.errors)")
        #expect(exists("out/Things.trellis.swift") && !exists("deep/down/out"))
    }

    @Test("A second run touches no file and says so")
    func secondRun() throws {
        try configure("  Things: { swift: out, sql: out/things.sql }\n")
        #expect(try trellis("generate").output == "3 files written, 0 unchanged\n")
        // A time that no clock gives by itself: a file that is written again would lose it.
        let past = Date(timeIntervalSinceReferenceDate: 1000)
        let files = try TestCase.files(in: folder.file("out")).keys
        for name in files {
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: folder.file("out/\(name)"))
        }
        #expect(try trellis("generate").output == "0 files written, 3 unchanged\n")
        for name in files {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("out/\(name)"))
            #expect(attributes[.modificationDate] as? Date == past, "\(name)")
        }
    }

    @Test("Only the file whose content changes is written")
    func oneChange() throws {
        try configure("  Things: { swift: out, sql: out/things.sql }\n")
        _ = try trellis("generate")
        try folder.write(text("out/ThingsItem.trellis.swift") + "// mine\n", to: "out/ThingsItem.trellis.swift")
        #expect(try trellis("generate").output == "1 file written, 2 unchanged\n")
        #expect(try !text("out/ThingsItem.trellis.swift").contains("mine"))
    }

    @Test("Nothing is written where any of the models is broken; the findings of all are shown")
    func oneBroken() throws {
        try folder.write("trellis: 1\nmodel: Others\nentities: []\n", to: "Schemas/Others/Others.yaml")
        try folder.write("trellis: 1\nmodel: More\nentites: {}\n", to: "Schemas/More/More.yaml")
        try configure("  Things: { swift: a }\n  Others: { swift: b }\n  More: { swift: c }\n")
        let process = try trellis("generate")
        #expect(process.exitCode == 1)
        #expect(process.errors.contains("Schemas/Others/Others.yaml:3:11: error[TR1102]"))
        #expect(process.errors.contains("Schemas/More/More.yaml:3:1: error[TR1101]"))
        #expect(!exists("a") && !exists("b") && !exists("c"))
    }

    @Test("Two models that would write one file are refused, however its path is spelled")
    func sameFile() throws {
        try configure("  Things: { sql: out/schema.sql }\n  Others: { sql: ./out/../out/schema.sql }\n")
        let process = try trellis("generate")
        #expect(process.exitCode == 1)
        #expect(process.errors.contains("error[TR0114]"))
        #expect(!exists("out"))
    }

    @Test("A name that is not the model's own is reported at the model's")
    func otherName() throws {
        try configure("  Stuff: { path: Schemas/Things/Things.yaml, swift: out }\n")
        let process = try trellis("generate")
        #expect(process.exitCode == 1)
        #expect(
            process.errors.hasPrefix(
                "Schemas/Things/Things.yaml:2:8: error[TR0103]: the file names the model 'Things', and the configuration 'Stuff'"))
        #expect(!exists("out"))
    }

    @Test("What it says wrongly is reported at its place, with the nearest right word")
    func findings() throws {
        try configure(
            "  Things: { acess: public }\n  Others: { access: pubic }\n  More: { swift: '' }\n  Most: { sql: ../x }\n  Last: []\n"
        )
        let process = try trellis("validate")
        #expect(process.exitCode == 1)
        let heads = process.errors.split(separator: "\n").filter { $0.hasPrefix("trellis.yaml:") }.map {
            $0.prefix { $0 != "]" }
        }
        #expect(
            heads == [
                "trellis.yaml:3:13: error[TR1101", "trellis.yaml:4:21: error[TR0101", "trellis.yaml:5:18: error[TR0102",
                "trellis.yaml:6:16: error[TR0113", "trellis.yaml:7:9: error[TR1102",
            ])
        #expect(
            process.errors.contains("help: did you mean 'access'?")
                && process.errors.contains("help: did you mean 'public'?"))
    }

    @Test("It is YAML like any other: not UTF-8, empty and another format are findings")
    func unreadable() throws {
        for (text, code) in [("", "TR1003"), ("models: [", "TR1002"), ("trellis: 2\nmodels: {}\n", "TR1105")] {
            try folder.write(text, to: "trellis.yaml")
            let process = try trellis("validate")
            #expect(process.exitCode == 1)
            #expect(process.errors.contains("error[\(code)]"), "\(text)")
        }
    }

    @Test("Classes have snapshots where the configuration or the command line asks for them")
    func snapshots() throws {
        let file = "out/ThingsItem.trellis.swift"
        try configure("  Things: { swift: out }\n")
        _ = try trellis("generate")
        #expect(try !text(file).contains("Snapshot"))
        try configure("  Things: { swift: out, snapshots: true }\n")
        _ = try trellis("generate")
        #expect(try text(file).contains("    struct Snapshot: ObjectSnapshot {"))
        try folder.write(
            "trellis: 1\nmodel: Odd\nentities: { Snapshot: { attributes: { size: int } } }\n", to: "Odd.yaml")
        #expect(try trellis("generate", "Odd.yaml", "--swift", "odd").exitCode == 0)
        let refused = try trellis("generate", "Odd.yaml", "--swift", "refused", "--snapshots")
        #expect(refused.exitCode == 1 && !exists("refused"))
        #expect(refused.errors.contains("Odd.yaml:3:13: error[TR1322]"))
    }

    @Test("A model that is named directly needs no configuration; with '--config' it gets what that says")
    func namedModel() throws {
        try configure("  Things: { access: public, swift: never }\n")
        _ = try trellis("generate", "Schemas/Things/Things.yaml", "--swift", "out")
        #expect(try text("out/ThingsItem.trellis.swift").contains("\nfinal class"))
        _ = try trellis("generate", "Schemas/Things/Things.yaml", "--swift", "out", "--config", "trellis.yaml")
        #expect(try text("out/ThingsItem.trellis.swift").contains("\npublic final class"))
        _ = try trellis(
            "generate", "Schemas/Things/Things.yaml", "--swift", "out", "--config", "trellis.yaml", "--access", "package")
        #expect(try text("out/ThingsItem.trellis.swift").contains("\npackage final class"))
        #expect(!exists("never"))
    }
}
