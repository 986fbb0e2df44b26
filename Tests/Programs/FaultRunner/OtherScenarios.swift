import ArchiveModel
import AttributeOptionsModel
import Foundation
import Trellis

private func fillPhotos(_ context: ManagedObjectContext) throws {
    for (title, byte) in [("a", UInt8(1)), ("b", 2)] {
        Photo(in: context, title: title, image: Data(repeating: byte, count: 20_000), text: "text of \(title)", note: title, rating: 1)
    }
}

private func fillDocuments(_ context: ManagedObjectContext) throws {
    for number in 1...2 {
        Document(
            in: context, number: Int64(number), tags: ["a", "b"], counts: ["x": number],
            span: DateInterval(start: Date(timeIntervalSinceReferenceDate: 0), duration: 60))
    }
}

extension Scenario {
    static var otherModels: [Scenario] {
        [
            asking("load lazy attributes", of: AttributeOptions.self, fill: fillPhotos, with: { try $0.fetchAll(Photo.self) }) { context, photos in
                let found = photos.map { "\($0.image.count) \($0.image.first ?? 0) \($0.text) \($0.note ?? "-")" }.joined(separator: ", ")
                // A getter cannot throw: the next fetch does.
                return found + "\(try context.count(Fetch<Photo>()))"
            },
            saving("change lazy attributes", of: AttributeOptions.self, fill: fillPhotos) { context in
                let photos = try context.fetchAll(Photo.self)
                photos[0].image = Data(repeating: 9, count: 9_000)
                (photos[0].note, photos[1].note) = ("b", "a")
            },
            asking("read JSON", of: Archive.self, fill: fillDocuments, with: { _ in () }) { context, _ in
                try context.fetchAll(Document.self).map { "\($0.tags) \($0.counts) \($0.span.duration)" }.joined()
            },
            saving("save JSON", of: Archive.self, fill: fillDocuments) { context in
                let documents = try context.fetchAll(Document.self)
                documents[0].tags.append("c")
                documents[1].limit = 2.5
                documents[1].source = documents[0]
            },
        ] + LedgerScenarios.all + SearchScenarios.all + InheritanceScenarios.all
    }
}
