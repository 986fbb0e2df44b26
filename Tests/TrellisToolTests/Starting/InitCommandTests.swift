import Foundation
import TestSupport
import Testing

/// `trellis init`. That what it writes builds and runs is shown by the tutorial, which begins with it.
struct InitCommandTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // All that is looked at of a checkout of Trellis.
        try folder.write(".plugin(name: \"TrellisPlugin\")", to: "trellis/Package.swift")
    }

    @discardableResult
    private func trellis(_ arguments: String..., in place: String = "", exitCode: Int32 = 0) throws -> ChildProcess {
        try FileManager.default.createDirectory(atPath: folder.file(place), withIntermediateDirectories: true)
        let process = try ChildProcess.run(Project.trellis, arguments, in: folder.file(place))
        #expect(process.exitCode == exitCode, "\(arguments): \(process.output)\(process.errors)")
        return process
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: folder.file(name), encoding: .utf8) }

    /// The paths of all files in a folder, sorted.
    private func files(in place: String) -> [String] {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder.file(place))) ?? []
        return paths.filter { path in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: folder.file("\(place)/\(path)"), isDirectory: &isFolder)
            return exists && !isFolder.boolValue
        }.sorted()
    }

    // MARK: A new package

    @Test("It begins a package whose build makes the classes, and says how it runs")
    func plugin() throws {
        let process = try trellis("init", "Library", "--trellis", "trellis")
        #expect(
            process.output == """
                Library: 6 files written
                  Package.swift
                  trellis.yaml
                  Schemas/Library/Library.yaml
                  .gitignore
                  Sources/LibraryApp/Program.swift
                  Sources/LibraryApp/Library.trellis

                Build and run it:
                  cd Library
                  swift run

                """)
        #expect(process.errors == "")
        #expect(
            files(in: "Library") == [
                ".gitignore", "Package.swift", "Schemas/Library/Library.yaml", "Sources/LibraryApp/Library.trellis",
                "Sources/LibraryApp/Program.swift", "trellis.yaml",
            ])
        #expect(try text("Library/Sources/LibraryApp/Library.trellis") == "")
        let manifest = try text("Library/Package.swift")
        #expect(manifest.contains(".package(name: \"trellis\", path: \"../trellis\")"))
        #expect(manifest.contains(".plugin(name: \"TrellisPlugin\", package: \"trellis\")"))
        #expect(try trellis("check", "--no-cache", in: "Library").errors == "")
        #expect(try trellis("fetches", in: "Library").output.contains("finds Book by finished, with its index"))
    }

    @Test("A folder's name with a space is quoted in what is to be typed")
    func spaces() throws {
        let output = try trellis("init", "my shop", "--model", "Shop", "--trellis", "trellis").output
        #expect(output.hasSuffix("Build and run it:\n  cd 'my shop'\n  swift run\n"), "\(output)")
    }

    @Test("With --committed it writes the classes too, as generate would")
    func committed() throws {
        let output = try trellis("init", "--model", "Library", "--trellis", "../trellis", "--committed", in: "mine").output
        #expect(output.contains("  Sources/LibraryApp/Generated: 3 files\n") && output.hasSuffix("run it:\n  swift run\n"))
        #expect(!files(in: "mine").contains("Sources/LibraryApp/Library.trellis"))
        #expect(try !text("mine/Package.swift").contains("TrellisPlugin"))
        #expect(try trellis("check", "--no-cache", in: "mine").errors == "")
        #expect(try trellis("generate", in: "mine").output == "0 files written, 3 unchanged\n")
    }

    @Test("The manifest is one that SwiftPM reads")
    func manifest() throws {
        let address = "https://example.org/me/trellis.git@1.2.0"
        try trellis("init", "--model", "Library", "--trellis", address, "--plugin", in: "by url")
        let process = try ChildProcess.run(named: "swift", ["package", "dump-package"], in: folder.file("by url"))
        let dump = try JSONSerialization.jsonObject(with: Data(process.output.utf8)) as? [String: Any]
        let targets = dump?["targets"] as? [[String: Any]]
        #expect(targets?.compactMap { $0["name"] as? String } == ["LibraryApp"], "\(process.errors)")
    }

    @Test(
        "An address comes with a version, a branch or neither",
        arguments: [
            ("https://example.org/me/trellis.git@1.2.0", "https://example.org/me/trellis.git", "from: \"1.2.0\"", "trellis"),
            ("https://example.org/me/fork@next", "https://example.org/me/fork", "branch: \"next\"", "fork"),
            ("https://example.org/trellis.git@feature/x", "https://example.org/trellis.git", "branch: \"feature/x\"", "trellis"),
            ("git@example.org:trellis.git", "git@example.org:trellis.git", "branch: \"main\"", "trellis"),
            ("https://me@example.org/trellis", "https://me@example.org/trellis", "branch: \"main\"", "trellis"),
            ("git@example.org:me/trellis.git", "git@example.org:me/trellis.git", "branch: \"main\"", "trellis"),
            ("git@example.org:me/trellis.git@2.0.1", "git@example.org:me/trellis.git", "from: \"2.0.1\"", "trellis"),
        ])
    func addresses(said: String, url: String, requirement: String, package: String) throws {
        try trellis("init", "Library", "--trellis", said)
        let manifest = try text("Library/Package.swift")
        #expect(manifest.contains(".package(url: \"\(url)\", \(requirement))"), "\(manifest)")
        #expect(manifest.contains(".product(name: \"Trellis\", package: \"\(package)\")"), "\(manifest)")
    }

    @Test("The folder of Trellis is found from the package's, whatever links lead to either")
    func links() throws {
        try FileManager.default.createDirectory(atPath: folder.file("deep/er"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "deep/er")
        try FileManager.default.createSymbolicLink(atPath: folder.file("deep/Trellis"), withDestinationPath: "../trellis")
        try trellis("init", "link/Library", "--trellis", "deep/Trellis")
        #expect(try text("deep/er/Library/Package.swift").contains("path: \"../../../trellis\")"))
    }

    // MARK: What is refused

    @Test(
        "A name that cannot be a model's is wrong use, and nothing is written",
        arguments: [
            ("class", "it is a keyword of Swift"), ("Self", "it is a keyword of Swift"), ("My Model", "begins with a letter"),
            ("2Go", "begins with a letter"), ("Über", "begins with a letter"), ("a: b", "begins with a letter"),
            ("", "begins with a letter"), ("String", "a type that generated code uses"),
            ("Trellis", "a type that generated code uses"), ("Book", "Book"), ("author", "Author"),
            ("Program", "the program has this name"), ("exit", "the program has this name"), ("FileHandle", "the program has this name"), ("A__B", "cannot name"),
        ])
    func names(name: String, reason: String) throws {
        let process = try trellis("init", "new", "--model", name, "--trellis", "trellis", exitCode: 2)
        #expect(process.errors.contains("error: '\(name)' cannot name") && process.errors.contains(reason), "\(process.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("new")))
    }

    @Test("A missing option without a default is wrong use, if no terminal can answer")
    func missing() throws {
        let source = try trellis("init", "Library", exitCode: 2)
        #expect(source.errors.contains("Name the location of Trellis: --trellis FOLDER or --trellis URL@VERSION."))
        let name = try trellis("init", "--trellis", "../trellis", in: "2 go", exitCode: 2)
        #expect(name.errors.contains("The folder '2 go' cannot name a model: name it with --model."))
        #expect(try trellis("init", "x", "--plugin", "--committed", exitCode: 2).errors.contains("--committed"))
        let alike = try trellis("init", "other/Trellis", "--model", "Library", "--trellis", "trellis", exitCode: 2)
        #expect(alike.errors.contains("with another name than the Trellis checkout"))
        #expect(try trellis("init", "", "--trellis", "trellis", exitCode: 2).errors.contains("write '.' for this folder"))
        // The usage of all of 'trellis' would not help.
        for process in [source, name, alike] { #expect(!process.errors.contains("Usage") && process.errors.hasPrefix("error: "), "\(process.errors)") }
        #expect(files(in: "") == ["trellis/Package.swift"])
    }

    @Test("A folder without Trellis is told, and nothing is written")
    func noTrellis() throws {
        try folder.write("let package = Package(name: \"other\")", to: "other/Package.swift")
        for (said, reason) in [
            ("nowhere", "the folder 'nowhere' has no Package.swift: name the folder of a checkout of Trellis"),
            ("other", "the package in the folder 'other' is not Trellis"), ("a\"b", "cannot be written into a Package.swift"),
            ("https://example.org/trellis@", "has no version after its '@'"),
        ] {
            #expect(try trellis("init", "Library", "--trellis", said, exitCode: 3).errors.contains(reason))
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("Library")))
    }

    @Test("Nothing is written where a file would be written over; only a .gitignore that is there stays")
    func inTheWay() throws {
        try folder.write("mine", to: "Library/.gitignore")
        try folder.write("mine", to: "Library/Sources/LibraryApp/Program.swift")
        try folder.write("mine", to: "Library/trellis.yaml")
        let before = files(in: "Library")
        let process = try trellis("init", "Library", "--trellis", "trellis", exitCode: 3)
        #expect(process.errors.contains("'trellis.yaml'"))
        #expect(process.errors.hasSuffix("which would be overwritten: nothing is written\n"))
        #expect(files(in: "Library") == before)
        for file in ["Sources/LibraryApp/Program.swift", "trellis.yaml"] {
            try FileManager.default.removeItem(atPath: folder.file("Library/\(file)"))
        }
        #expect(try trellis("init", "Library", "--trellis", "trellis").output.contains("unchanged: .gitignore\n"))
        #expect(try text("Library/.gitignore") == "mine")
        // So does a link that leads nowhere yet.
        try FileManager.default.createDirectory(atPath: folder.file("Linked"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: folder.file("Linked/.gitignore"), withDestinationPath: "nowhere")
        #expect(try trellis("init", "Linked", "--trellis", "trellis").output.contains("unchanged: .gitignore\n"))
        #expect(!FileManager.default.fileExists(atPath: folder.file("Linked/nowhere")))
    }

    @Test("Where a file cannot be written, those before it are taken away again, and folders too")
    func allOrNothing() throws {
        // A file where a folder is due stops everybody, the superuser too.
        try folder.write("mine", to: "Library/Sources")
        let process = try trellis("init", "Library", "--trellis", "trellis", exitCode: 3)
        #expect(process.errors.contains("cannot write"))
        #expect(files(in: "Library") == ["Sources"])
        #expect(!FileManager.default.fileExists(atPath: folder.file("Library/Schemas")))
    }

    // MARK: A package that is there

    @Test("In a package it writes what is missing, touches nothing that is there, and prints the lines to add")
    func existing() throws {
        try folder.write("// mine", to: "Library/Package.swift")
        try folder.write("trellis: 1\nmodels:\n  Other: { path: o.yaml }\n", to: "Library/trellis.yaml")
        let output = try trellis("init", "Library", "--trellis", "trellis").output
        #expect(try text("Library/Package.swift") == "// mine")
        #expect(try text("Library/trellis.yaml").contains("Other") && !text("Library/trellis.yaml").contains("Library"))
        #expect(files(in: "Library").count == 6)
        #expect(output.contains("unchanged: Package.swift, trellis.yaml\n"))
        #expect(output.hasSuffix("Then build and run it:\n  cd Library\n  swift run LibraryApp\n"))

        // The lines are those that a new package has.
        try trellis("init", "New", "--model", "Library", "--trellis", "trellis")
        func lines(_ text: String) -> [String] { text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) } }
        let manifest = Set(try lines(text("New/Package.swift")))
        for block in output.components(separatedBy: "Add to Package.swift, in ").dropFirst() {
            let added = lines(block.components(separatedBy: "\n\n")[1])
            let expected = added.map { $0.hasPrefix("platforms") ? $0 + "," : $0 }
            #expect(!added.isEmpty && manifest.isSuperset(of: expected), "\(added)")
        }
        let entry = output.components(separatedBy: "Add to trellis.yaml, in its models:\n\n")[1].split(separator: "\n")[0]
        // Pasted below an entry, as it is printed.
        try folder.write("trellis: 1\nmodels:\n  Other: { path: o.yaml }\n\(entry)\n", to: "Library/trellis.yaml")
        try folder.write("trellis: 1\nmodel: Other\nentities:\n  Thing:\n", to: "Library/o.yaml")
        #expect(try trellis("validate", in: "Library").output == "Other: valid, 1 entity\nLibrary: valid, 2 entities\n")
    }

    @Test("A model and sources that are there stay, and get no program that would not fit them")
    func existingModel() throws {
        try folder.write("// mine", to: "Library/Package.swift")
        try folder.write("trellis: 1\nmodel: Library\nentities:\n  Thing:\n", to: "Library/Schemas/Library/Library.yaml")
        let output = try trellis("init", "Library", "--trellis", "trellis").output
        #expect(output.contains("unchanged: Package.swift, Schemas/Library/Library.yaml\n") && !output.contains("swift run"))
        #expect(!files(in: "Library").contains("Sources/LibraryApp/Program.swift"))
        #expect(files(in: "Library").contains("Sources/LibraryApp/Library.trellis"))

        // What was to be made by the build is to be committed from now on.
        try folder.write("trellis: 1\nmodels:\n  Library:\n", to: "Library/trellis.yaml")
        let committed = try trellis("init", "Library", "--committed", "--trellis", "trellis").output
        #expect(committed.contains("Add to trellis.yaml, in the entry 'Library':\n\n    swift: Sources/LibraryApp/Generated"))

        for (name, source) in [("Other", "main.swift"), ("Deep", "Parts/Main.swift")] {
            try folder.write("// mine", to: "\(name)/Package.swift")
            try folder.write("// mine", to: "\(name)/Sources/\(name)App/\(source)")
            try trellis("init", name, "--trellis", "trellis")
            #expect(!files(in: name).contains("Sources/\(name)App/Program.swift"))
        }
    }

    @Test("A second time there is nothing to write and nothing to add")
    func twice() throws {
        try trellis("init", "Library", "--trellis", "trellis")
        let output = try trellis("init", "Library", "--trellis", "trellis").output
        #expect(output.hasPrefix("Library: nothing to write\n") && !output.contains("Add to"), "\(output)")
    }

    // MARK: Questions

    /// Runs it on a terminal; nil where this system's `script` gives none.
    private func answers(_ lines: String..., to arguments: String, in place: String) throws -> ChildProcess? {
        try FileManager.default.createDirectory(atPath: folder.file(place), withIntermediateDirectories: true)
        guard try ChildProcess.run(named: "script", ["-qec", "true", "/dev/null"]).exitCode == 0 else { return nil }
        return try ChildProcess.run(
            named: "script", ["-qec", "'\(Project.trellis)' init \(arguments)", "/dev/null"],
            input: lines.map { $0 + "\n" }.joined(), in: folder.file(place))
    }

    @Test("On a terminal it asks for everything where no option says anything, and asks again what cannot be used")
    func questions() throws {
        let process = try answers("class", "Shelf", "", "nowhere", "../trellis", "neither", "committed", to: "", in: "library")
        guard let process else { return }
        #expect(process.exitCode == 0, "\(process.output)")
        for words in [
            "The name of the model [Library]: ", "'class' cannot name a model: it is a keyword of Swift",
            "there is no default answer", "the folder 'nowhere' has no Package.swift",
            "(plugin), or you (committed) [plugin]: ", "write 'plugin' or 'committed'", "Shelf: ",
        ] { #expect(process.output.contains(words), "\(process.output)") }
        #expect(files(in: "library").contains("Sources/ShelfApp/Generated/Shelf.trellis.swift"))
    }

    @Test("An empty answer takes what is usual, and what an option says is not asked")
    func usualAnswers() throws {
        guard try answers("", "../trellis", "", to: "", in: "library") != nil else { return }
        #expect(files(in: "library").contains("Sources/LibraryApp/Library.trellis"))
        let some = try #require(try answers("../trellis", to: "--model Shelf", in: "shelf"))
        let isAsked = some.output.contains("The name of the model") || some.output.contains("(plugin)")
        #expect(some.exitCode == 0 && !isAsked, "\(some.output)")
    }

    @Test("Where the answers end nothing is written")
    func endOfAnswers() throws {
        guard let process = try answers("Shelf", "\u{4}", to: "", in: "shelf") else { return }
        #expect(process.exitCode == 2 && process.output.contains("The question was not answered"), "\(process.output)")
        #expect(files(in: "shelf") == [])
    }
}
