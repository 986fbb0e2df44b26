/// The texts of a package that is begun.
enum StarterTexts {
    static let programType = "Program"
    /// What the program calls something by itself, which the model's type would stand for.
    static let names: Set = [programType, "FileHandle", "CommandLine", "exit", "print"]

    // MARK: The model

    /// A small model with what most need: a rule, a relationship, a fetch with its index.
    static func model(_ name: String) -> String {
        """
        # The model: each entity becomes a Swift class and a table of SQLite.
        # 'trellis validate' tells what is wrong with it, 'trellis format' puts it in order.
        trellis: 1
        model: \(name)
        doc: Books, and who wrote them.

        entities:
          Author:
            doc: Someone who writes books.
            attributes:
              # What has no '?' is required: making an author without a name does not compile.
              name: { type: string, minLength: 1, unique: true }
              born: int?
            relationships:
              # Both ends are written down. With an author his books go.
              books: { to: [Book], inverse: author, deleteRule: cascade }

          Book:
            doc: Something to read.
            attributes:
              title: { type: string, minLength: 1 }
              finished: { type: bool, default: false, doc: Whether it was read to its end. }
            relationships:
              author: { to: Author, inverse: books }
            # Finds the books of the fetch below, in their order.
            indexes: [[finished, title]]
            fetches:
              # Becomes Book.unread(in: context); SQLite has planned it before it is generated.
              unread: { doc: "What is still to be read, by title.", where: finished == false, sort: title }

        """
    }

    static func configuration(_ starter: Starter) -> String {
        """
        # What 'trellis' works on in this folder: 'trellis check' asks everything that CI needs of it.
        trellis: 1
        models:
        \(configurationEntry(starter))

        """
    }

    /// The model in `trellis.yaml`.
    static func configurationEntry(_ starter: Starter) -> String {
        switch starter.style {
        case .plugin: "  \(starter.model):   # \(starter.modelFile); the build makes its classes"
        case .committed:
            """
              \(starter.model):
            \(swiftEntry(starter))
            """
        }
    }

    /// What has 'trellis generate' write the classes.
    static func swiftEntry(_ starter: Starter) -> String {
        "    swift: \(starter.generatedFolder)   # what 'trellis generate' writes, to be committed"
    }

    static let ignoredFiles = """
        .build/
        *.sqlite
        *.sqlite-shm
        *.sqlite-wal

        """

    // MARK: The package

    static func manifest(_ starter: Starter) -> String {
        """
        // swift-tools-version: 6.2

        import PackageDescription

        let package = Package(
            name: "\(starter.model)",
            platforms: [.macOS(.v14)],
            dependencies: [
                \(dependency(starter))
            ],
            targets: [
        \(target(starter).indented(by: 8))
            ],
            swiftLanguageModes: [.v6]
        )

        """
    }

    static func dependency(_ starter: Starter) -> String { starter.trellis.dependency(ofPackageIn: starter.folder) }

    static func target(_ starter: Starter) -> String {
        let package = starter.trellis.packageName
        let comment =
            switch starter.style {
            case .plugin:
                """
                // The empty file \(starter.model).trellis among the target's says that it holds the model \(starter.model).
                // The plugin makes its classes from \(starter.modelFile) with each build.
                """
            case .committed: "// 'trellis generate' writes the model's classes into \(starter.generatedFolder)."
            }
        let plugin = ",\n    plugins: [.plugin(name: \"TrellisPlugin\", package: \"\(package)\")]"
        return """
            \(comment)
            .executableTarget(
                name: "\(starter.module)",
                dependencies: [.product(name: "Trellis", package: "\(package)")]\(starter.style == .plugin ? plugin : ""))
            """
    }

    // MARK: The program

    // What it prints is what a person sees of it at once; the tutorial goes on from there.

    static func program(_ starter: Starter) -> String {
        """
        import Foundation
        import Trellis

        /// Opens a store, enters something into one that is empty, and prints what is to be read.
        @main
        struct \(programType) {
            static func main() {
                do {
                    try run(storeAt: CommandLine.arguments.dropFirst().first ?? "\(starter.store)")
                } catch {
                    FileHandle.standardError.write(Data("error: \\(error)\\n".utf8))
                    exit(1)
                }
            }

            private static func run(storeAt path: String) throws {
                // Makes the file where there is none, and a store of an older version one of this.
                let container = try PersistentContainer(for: \(starter.model).self, at: .file(path))
                defer { try? container.close() }
                let context = try container.makeContext()
                if try !context.exists(Fetch<Book>()) { try enterBooks(in: context) }

                print("To be read:")
                for book in try Book.unread(in: context) {
                    print("  \\(book.title), by \\(book.author?.name ?? "nobody")")
                }
            }

            private static func enterBooks(in context: ManagedObjectContext) throws {
                let ursula = Author(in: context, name: "Ursula K. Le Guin", born: 1929)
                Book(in: context, title: "The Dispossessed", author: ursula)
                Book(in: context, title: "The Lathe of Heaven", author: ursula)
                let finished = Book(in: context, title: "The Left Hand of Darkness", author: ursula)
                finished.finished = true
                // Everything is checked, and then written in one transaction.
                try context.save()
                print("Entered \\(ursula.books.count) books.")
            }
        }

        """
    }
}

extension String {
    /// The text with spaces before each of its lines.
    fileprivate func indented(by count: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String(repeating: " ", count: count) + $0 }
            .joined(separator: "\n")
    }
}
