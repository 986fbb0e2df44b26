import Foundation
import TestSupport
import Testing

/// What a person has written stays, wherever the tool is told to write.
@Suite("A person's files")
struct OverwritingTests {
    let folder: TemporaryFolder
    private static let model = "trellis: 1\nmodel: Shop\nentities:\n  Customer:\n"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.model, to: "Shop.yaml")
    }

    private func configure(_ keys: String) throws {
        try folder.write("trellis: 1\nmodels:\n  Shop: { path: Shop.yaml, \(keys) }\n", to: "trellis.yaml")
    }

    @discardableResult
    private func trellis(_ arguments: String..., exitCode: Int32 = 0) throws -> ChildProcess {
        let process = try ChildProcess.run(Project.trellis, arguments, in: folder.path)
        #expect(process.exitCode == exitCode, "\(process.output)\(process.errors)")
        return process
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: folder.file(path), encoding: .utf8) }

    @Test("A file that does not say that Trellis has made it is not written over, and nothing else is written then")
    func foreign() throws {
        try configure("swift: out, dictionary: README.md")
        try folder.write("# Mine\n", to: "README.md")
        let line = "trellis.yaml:3:52: error[TR0115]: 'README.md' was not made by Trellis, and is not written over"
        #expect(try trellis("generate", exitCode: 1).errors.hasPrefix(line))
        #expect(try trellis("check", "--no-cache", exitCode: 1).errors.contains(line))
        #expect(try text("README.md") == "# Mine\n" && !FileManager.default.fileExists(atPath: folder.file("out")))

        // What nobody has written anything into is nobody's; what another run has made is made anew, edited or not.
        try folder.write("", to: "README.md")
        try trellis("generate")
        let made = try text("README.md")
        try folder.write(made + "more\n", to: "README.md")
        try trellis("generate")
        #expect(try text("README.md") == made)
    }

    @Test("Neither is one that a command line names", arguments: ["trellis.yaml", "Depot.yaml", "notes.txt"])
    func named(file: String) throws {
        try configure("swift: out")
        try folder.write("trellis: 1\nmodel: Depot\nentities:\n  Shelf:\n", to: "Depot.yaml")
        try folder.write("mine\n", to: "notes.txt")
        let before = try text(file)
        #expect(try trellis("generate", "Shop.yaml", "--sql", file, exitCode: 1).errors.contains("error[TR0115]: '\(file)'"))
        #expect(try text(file) == before)
    }

    @Test("Where a template leaves out that the file is generated, it is written as it was asked for")
    func unmarked() throws {
        try folder.write("{{name}}\n", to: "name.mustache")
        try configure("files: { name.txt: name.mustache }")
        try folder.write("old\n", to: "name.txt")
        try trellis("generate")
        #expect(try text("name.txt") == "Shop\n")
    }

    @Test("What '..' behind a link leads to is out of the configuration's folder, as the system follows it")
    func linkedParents() throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("precious", to: "shop.sql")
        try elsewhere.write("", to: "inner/file")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: elsewhere.file("inner"))
        for keys in ["sql: link/../shop.sql", "swift: link/../out"] {
            try configure(keys)
            let errors = try trellis("generate", exitCode: 1).errors
            #expect(errors.contains("error[TR0113]") && errors.contains("leads out of the folder of trellis.yaml, along a link"))
        }
        #expect(try String(contentsOfFile: elsewhere.file("shop.sql"), encoding: .utf8) == "precious")
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).sorted() == ["inner", "shop.sql"])

        // Said on the command line it is where the system has it.
        try trellis("generate", "Shop.yaml", "--swift", "link/../classes")
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path).sorted() == ["classes", "inner", "shop.sql"])
    }

    @Test("No report is written over what was read")
    func reports() throws {
        for path in ["Shop.yaml", "./Shop.yaml"] {
            let process = try trellis("validate", "Shop.yaml", "--report", "json=\(path)", exitCode: 3)
            #expect(process.errors.hasSuffix("error: '\(path)' was read, and no report is written over it\n"))
        }
        #expect(try text("Shop.yaml") == Self.model)
    }
}
