import Foundation
import TestSupport
import Testing
import Trellis

@testable import LibraryModel

/// The Swift of README.md, with the model that it shows.
struct ReadmeCode {
    private let folder: TemporaryFolder
    private var path: String { folder.file("library.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    @Test func `saves an author and a book`() throws {
        let container = try PersistentContainer(for: Library.self, at: .file(path))
        let context = try container.makeContext()
        let ursula = Author(in: context, name: "Ursula K. Le Guin")       // without a name it does not compile
        Book(in: context, title: "The Dispossessed", published: Day("1974-05-01"), author: ursula)
        try context.save()                                                // checked, then one transaction

        let books = try container.makeContext().fetchAll(Book.self)
        #expect(books.map(\.title) == ["The Dispossessed"])
        #expect(ursula.books.count == 1)
    }

    @Test func `shows a model that is a test case, and a finding as the tool prints it`() throws {
        let blocks = try DocumentPage(path: "README.md").blocks
        func text(_ file: String) throws -> String {
            try String(contentsOfFile: "\(Project.root)/Tests/Cases/\(file)", encoding: .utf8)
        }
        let model = try text("readme/schema.yaml")
        #expect(blocks.contains { $0.text == model })
        let told = try text("broken-readme/stderr.txt").replacing("schema.yaml", with: "Library.yaml")
        #expect(blocks.contains { $0.text == told })
    }
}
