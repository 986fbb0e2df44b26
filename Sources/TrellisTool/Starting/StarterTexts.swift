/// The texts of a new package.
enum StarterTexts {
    static let programType = "Program"
    /// Names that the program uses, which the model's type would hide.
    static let names: Set = [programType, "FileHandle", "CommandLine", "exit", "print"]

    // MARK: The model

    /// A small model with common constructs: a rule, a relationship, a fetch with its index.
    static func model(_ name: String) -> String {
        """
        # The model: each entity becomes a Swift class and a table of SQLite.
        # 'trellis validate' checks it, 'trellis format' formats it.
        trellis: 1
        model: \(name)
        doc: Books and their authors.

        entities:
          Author:
            doc: Someone who writes books.
            attributes:
              # A type without '?' is required: creating an author without a name does not compile.
              name: { type: string, minLength: 1, unique: true }
              born: int?
            relationships:
              # Both sides are declared. Deleting an author deletes his books.
              books: { to: [Book], inverse: author, deleteRule: cascade }

          Book:
            doc: Something to read.
            attributes:
              title: { type: string, minLength: 1 }
              finished: { type: bool, default: false, doc: Whether it was read to its end. }
            relationships:
              author: { to: Author, inverse: books }
            # Serves the fetch below, in its order.
            indexes: [[finished, title]]
            fetches:
              # Becomes Book.unread(in: context). SQLite plans it before the code is generated.
              unread: { doc: "Unread books, by title.", where: finished == false, sort: title }

        """
    }

    static func configuration(_ starter: Starter) -> String {
        """
        # The models of this folder. 'trellis check' runs all checks for CI on them.
        trellis: 1
        models:
        \(configurationEntry(starter))

        """
    }

    /// The model in `trellis.yaml`.
    static func configurationEntry(_ starter: Starter) -> String {
        switch starter.style {
        case .plugin: "  \(starter.model):   # \(starter.modelFile); the build generates its classes"
        case .committed:
            """
              \(starter.model):
            \(swiftEntry(starter))
            """
        }
    }

    /// The entry that makes 'trellis generate' write the classes.
    static func swiftEntry(_ starter: Starter) -> String {
        "    swift: \(starter.generatedFolder)   # output of 'trellis generate', to be committed"
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
                // The empty file \(starter.model).trellis in the target's folder names the model \(starter.model).
                // The plugin generates its classes from \(starter.modelFile) in each build.
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

    // Its output is the first that the user sees; the tutorial continues from there.

    static func program(_ starter: Starter) -> String {
        """
        import Foundation
        import Trellis

        /// Opens a store, enters books into an empty one, and prints the unread ones.
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
                // Creates the file if it does not exist, and migrates a store of an older version.
                let container = try PersistentContainer(for: \(starter.model).self, at: .file(path))
                defer { try? container.close() }
                let context = try container.makeContext()
                if try !context.exists(Fetch<Book>()) { try enterBooks(in: context) }

                print("Unread:")
                for book in try Book.unread(in: context) {
                    print("  \\(book.title), by \\(book.author?.name ?? "unknown")")
                }
            }

            private static func enterBooks(in context: ManagedObjectContext) throws {
                let ursula = Author(in: context, name: "Ursula K. Le Guin", born: 1929)
                Book(in: context, title: "The Dispossessed", author: ursula)
                Book(in: context, title: "The Lathe of Heaven", author: ursula)
                let finished = Book(in: context, title: "The Left Hand of Darkness", author: ursula)
                finished.finished = true
                // Everything is checked, then written in one transaction.
                try context.save()
                print("Entered \\(ursula.books.count) books.")
            }
        }

        """
    }
}

extension String {
    /// The text with each line indented.
    fileprivate func indented(by count: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String(repeating: " ", count: count) + $0 }
            .joined(separator: "\n")
    }
}
