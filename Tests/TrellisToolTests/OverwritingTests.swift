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

    @Test(
        "Nothing is generated where version control and SwiftPM look for programs",
        arguments: [
            "files: { .git/config: t.mustache }", "files: { .GIT/config: t.mustache }", "files: { ./.git//hooks/../config: t.mustache }",
            "files: { \"sub/.g\\u200cit/config\": t.mustache }", "files: { \".git./config\": t.mustache }",
            "files: { .git: t.mustache }", "files: { \".git/{entity}\": t.mustache }", "files: { \".hg/hgrc\": t.mustache }",
            "files: { .svn/entries: t.mustache }", "files: { .jj/repo/config.toml: t.mustache }",
            "files: { .swiftpm/configuration/mirrors.json: t.mustache }", "swift: .git/hooks", "extensions: .git/hooks",
            "sql: .git/shop.sql", "dictionary: .git/shop.md", "files: { Package.swift: t.mustache }",
            "files: { package.SWIFT: t.mustache }", "files: { Package@swift-6.1.swift: t.mustache }",
            "files: { Tools/Package.resolved: t.mustache }", "sql: other/trellis.yaml", "files: { Trellis.yaml: t.mustache }",
            "files: { link/config: t.mustache }", "swift: link", "files: { \"{entity}.swift\": t.mustache }", "extensions: .",
            "files: { versions/notes.txt: t.mustache }", "files: { Versions/1.yaml: t.mustache }", "sql: .Build/x.sql", "swift: versions", "files: { out/../versions/lock: t.mustache }",
            "files: { shop.YAML: t.mustache }", "files: { T.mustache: t.mustache }", "files: { \"a\\u0000b\": t.mustache }",
            "files: { \"trellis.yaml\\u0000\": t.mustache }", "files: { \"a\\u001b[2J\": t.mustache }", "sql: \"a\\u0000.sql\"",
            "swift: \"out\\u0000x\"", "target: \"Store\\u0000\"", "files: { a.txt: \"t.mustache\\u0000x\" }",
        ])
    func protected(keys: String) throws {
        try folder.write(Self.model.replacing("Customer", with: "Package"), to: "Shop.yaml")
        try folder.write("hello {{name}}\n", to: "t.mustache")
        try folder.write("precious\n", to: ".git/config")
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: folder.file(".git"))
        try configure(keys)
        func files() throws -> [String: String] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            return Dictionary(uniqueKeysWithValues: paths.map { ($0, (try? text($0)) ?? "") })
        }
        let before = try files()
        let errors = try trellis("generate", exitCode: 1).errors
        #expect(errors.contains(/^trellis.yaml:3:[0-9]+: error\[TR01(02|13|15)\]/), "\(errors)")
        #expect(errors.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
        #expect(try trellis("check", "--no-cache", exitCode: 1).errors.contains("error[TR01"))
        #expect(try files() == before)
    }

    @Test("A model whose name alone gives its path has no control character in it", arguments: ["Shop\\u0000", "Sh\\u001bop"])
    func modelName(name: String) throws {
        for value in ["", " {}", " { sql: x.sql }"] {
            try folder.write("trellis: 1\nmodels: { \"\(name)\":\(value) }\n", to: "trellis.yaml")
            #expect(try trellis("generate", exitCode: 1).errors.hasPrefix("trellis.yaml:2:11: error[TR0102]"))
        }
    }

    @Test("Names that only look like those of manifests and of version control are written")
    func harmless() throws {
        try folder.write("hello {{name}}\n", to: "t.mustache")
        try configure("files: { .github/shop.txt: t.mustache, git/config: t.mustache, MyPackage.swift: t.mustache, .gitnotes: t.mustache }")
        try trellis("generate")
        for path in [".github/shop.txt", "git/config", "MyPackage.swift", ".gitnotes"] { #expect(try text(path) == "hello Shop\n") }
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
