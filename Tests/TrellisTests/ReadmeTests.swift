import Foundation
import TestSupport
import Testing
import Trellis

@testable import LibraryModel

@Suite("The README")
struct ReadmeTests {
    private let readme: String

    init() throws {
        readme = try String(contentsOfFile: "\(Project.root)/README.md", encoding: .utf8)
    }

    @Test("shows a model that is a test case")
    func model() throws {
        let model = try String(contentsOfFile: "\(Project.root)/Tests/Cases/readme/schema.yaml", encoding: .utf8)
        #expect(readme.contains("```yaml\n\(model)```"))
    }

    @Test("shows a finding as the tool prints it")
    func finding() throws {
        let errors = try String(contentsOfFile: "\(Project.root)/Tests/Cases/broken-readme/stderr.txt", encoding: .utf8)
        #expect(readme.contains("```\n\(errors.replacing("schema.yaml", with: "Library.yaml"))```"))
    }

    @Test("shows lines of Swift that compile and do what they say")
    func program() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("library.sqlite")

        // The README's lines, between these two comments.
        let container = try PersistentContainer(for: Library.self, at: .file(path))
        let context = try container.makeContext()
        let ursula = Author(in: context, name: "Ursula K. Le Guin")       // without a name it does not compile
        Book(in: context, title: "The Dispossessed", published: Day("1974-05-01"), author: ursula)
        try context.save()                                                // checked, then one transaction
        // The end of the README's lines.

        let reading = try container.makeContext()
        let books = try reading.fetchAll(Book.self)
        #expect(books.map(\.title) == ["The Dispossessed"])
        #expect(books.first?.author?.name == "Ursula K. Le Guin")
        #expect(ursula.books.count == 1)

        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let shown = source.split(separator: "\n")
            .drop { !$0.hasSuffix("The README's lines, between these two comments.") }.dropFirst()
            .prefix { !$0.hasSuffix("The end of the README's lines.") }
            .map { $0.dropFirst(8) + "\n" }.joined().replacing(".file(path)", with: ".file(\"library.sqlite\")")
        #expect(readme.contains("```swift\n\(shown)```"))
    }
}
