import Foundation
import TestSupport
import Testing
import Trellis

@testable import LibraryModel

/// The Swift of the library's page, Sources/Trellis/Trellis.docc/Trellis.md.
struct TrellisCode {
    @Test func `saves and fetches`() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("library.sqlite")

        let container = try PersistentContainer(for: Library.self, at: .file(path))
        let context = try container.makeContext()
        let ursula = Author(in: context, name: "Ursula K. Le Guin")
        Book(in: context, title: "The Dispossessed", author: ursula)
        try context.save()
        let undated = try context.fetch(Book.where { $0.published == nil }.sorted { [$0.title.ascending] })

        #expect(undated.map(\.title) == ["The Dispossessed"])
    }
}
