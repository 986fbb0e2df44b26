import Foundation
import TestSupport
import Testing

/// What the program of the build plugin writes, and what it refuses to do.
struct GeneratedFilesTests {
    private let folder: TemporaryFolder
    private static let model = "trellis: 1\nmodel: Shop\nentities:\n  Customer: { attributes: { name: string } }\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
    }

    private func generate(_ words: String...) throws -> ChildProcess {
        try ChildProcess.run(Project.generator, words, in: folder.path)
    }

    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).sorted() }
    }

    @Test(
        "Its nine files have the declarations that 'trellis generate' writes, each once",
        arguments: GeneratedCase.all.filter { !$0.isBroken })
    func cases(testCase: GeneratedCase) throws {
        let project = try TemporaryFolder()
        try testCase.copy(to: project)
        let model = try testCase.model
        let process = try ChildProcess.run(Project.generator, ["\(model).yaml", "out", "trellis.yaml"], in: project.path)
        #expect(process.exitCode == 0 && process.output == "")
        // The copy is not in the folder, and has not the name, that the recorded findings have.
        let warnings = testCase.text("warnings.txt").replacing(/Schemas\/\w+\//, with: "").replacing("schema.yaml", with: "\(model).yaml")
        #expect(process.errors == warnings)
        let written = try FileManager.default.contentsOfDirectory(atPath: project.file("out")).sorted()
        #expect(written == (0..<8).map { "\(model).entities\($0).trellis.swift" } + ["\(model).trellis.swift"])
        let expected = try GeneratedCase.declarations(in: "\(testCase.folder)/expected")
        #expect(expected.count > 10)
        #expect(try GeneratedCase.declarations(in: project.file("out")) == expected)
    }

    @Test("A run that changes nothing touches no file, and one after an edit writes the files that change")
    func unchanged() throws {
        #expect(try generate("Shop.yaml", "out").exitCode == 0)
        let old = Date(timeIntervalSince1970: 1_000_000_000)
        for name in try names { try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: folder.file("out/\(name)")) }
        func touched() throws -> [String] {
            try names.filter { try FileManager.default.attributesOfItem(atPath: folder.file("out/\($0)"))[.modificationDate] as? Date != old }
        }
        #expect(try generate("Shop.yaml", "out").exitCode == 0)
        #expect(try touched().isEmpty)
        try folder.write(Self.model + "  Order: { attributes: { total: int } }\n", to: "Shop.yaml")
        #expect(try generate("Shop.yaml", "out").exitCode == 0)
        let changed = try touched()
        #expect((2...3).contains(changed.count) && changed.contains("Shop.trellis.swift"), "\(changed)")
    }

    @Test(
        "Other words than a model, a folder and a configuration give 2, with its usage",
        arguments: [
            [], ["Shop.yaml"], ["Shop.yaml", "out", "trellis.yaml", "more"], ["generate", "Shop.yaml", "--swift", "out"],
            ["Shop.yaml", "--swift", "out"], ["--plugin", "Shop.yaml", "out"], ["--version", "--help"], ["Shop.yaml", ""], ["", "out"],
        ])
    func wrongUse(words: [String]) throws {
        let process = try ChildProcess.run(Project.generator, words, in: folder.path)
        #expect(process.exitCode == 2 && process.output == "")
        #expect(process.errors.hasPrefix("error: ") && process.errors.hasSuffix("\nUsage: TrellisGenerator MODEL FOLDER [CONFIGURATION]\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Shop.yaml"])
    }

    @Test("A file that cannot be read or written gives 3, and its name")
    func couldNotRun() throws {
        for (words, message) in [
            (["Shpo.yaml", "out"], "error: cannot read 'Shpo.yaml': there is no such file; did you mean 'Shop.yaml'?\n"),
            (["Shop.yaml", "out", "trellis.yaml"], "error: cannot read 'trellis.yaml': there is no such file\n"),
        ] {
            let process = try ChildProcess.run(Project.generator, words, in: folder.path)
            #expect(process.exitCode == 3 && process.errors == message, "\(process.errors)")
        }
        try folder.write("", to: "file")
        let process = try generate("Shop.yaml", "file/out")
        #expect(process.exitCode == 3 && process.errors.hasPrefix("error: cannot write 'file/out/"), "\(process.errors)")
    }

    @Test("It depends on no target beyond generation")
    func dependencies() throws {
        let manifest = try String(contentsOfFile: "\(Project.root)/Package.swift", encoding: .utf8)
        let declared = manifest.matches(of: /name: "(\w+)",\s*(?:capability: \.buildTool\(\), )?dependencies: \[([^\]]*)\]/).map { match in
            let words = match.output.2.split(separator: "\n").filter { !$0.contains("//") }.joined()
            return (String(match.output.1), words.matches(of: /(?:^|[\s,])(?:\.product\(name: )?"(\w+)"/).map { String($0.output.1) })
        }
        let dependencies = Dictionary(declared, uniquingKeysWith: { first, _ in first })
        var (reached, next) = (Set<String>(), ["TrellisPlugin"])
        while let target = next.popLast() {
            for name in dependencies[target] ?? [] where reached.insert(name).inserted { next.append(name) }
        }
        #expect(
            reached == [
                "TrellisGenerator", "ProjectFiles", "SwiftGeneration", "Templates", "Mustache", "SchemaEvolution", "StoreMigration",
                "SQLiteStorage", "SchemaModel", "SchemaSyntax", "Predicates", "SQLiteAccess", "Diagnostics", "CYAML", "CSQLite",
            ])
    }
}
