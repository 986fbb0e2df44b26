import LinksModel
import RelationshipsModel
import Testing
import Trellis

/// Reports of saves as values, and what they name.
struct SavedChangesTests {
    private func reports(_ container: PersistentContainer, _ count: Int, of body: () throws -> Void) async throws -> [SavedChanges] {
        let stream = container.saves
        try body()
        var reports = [SavedChanges]()
        for await report in stream {
            reports.append(report)
            if reports.count == count { break }
        }
        return reports
    }

    @Test func `reports are equal if they name the same objects, and not if one list differs`() async throws {
        let container = try StoreFile(of: Society.self).container()
        let (context, other) = (try container.makeContext(), try container.makeContext())
        let reports = try await reports(container, 7) {
            let (post, tag) = (Post(in: context, title: "post"), RelationshipsModel.Tag(in: context, name: "tag"))
            try context.save()
            tag.name = "renamed"
            try context.save()
            for title in ["new", "newer"] {
                post.title = title
                try context.save()
            }
            post.tags.append(tag)
            try context.save()
            (try other.named("newer", "title") as Post).title = "theirs"
            try other.save()
            try context.refresh(post)
            try context.delete(post)
            try context.save()
        }
        // The second update of the post names what the first one did. The other context's update does as well, but has another origin.
        let kinds = [0, 1, 2, 2, 3, 4, 5]
        for (first, kind) in zip(reports, kinds) {
            for (second, other) in zip(reports, kinds) { #expect((first == second) == (kind == other), "\(first) \(second)") }
        }
        #expect(Set(reports).count == 6)
        #expect(reports.map { $0.isOf(context) } == [true, true, true, true, true, false, true])
    }

    @Test func `an owner that stays is reported with the members that a cascade deletes unseen`() async throws {
        let container = try StoreFile(of: Links.self).container()
        let writer = try container.makeContext()
        let webs = ["a", "b", "c"].map { Web(in: writer, name: $0) }
        webs[0].next.insert(webs[1])
        webs[2].next.insert(webs[1])
        try writer.save()
        let context = try container.makeContext()
        let reports = try await reports(container, 1) {
            try context.delete(try #require(try context.find(Web.self, webs[0].objectID)))
            #expect(context.deletedObjects.count == 1)
            try context.save()
        }
        #expect(Set(reports[0].deleted) == [webs[0].objectID, webs[1].objectID])
        #expect(reports[0].reconnected == [webs[2].objectID])
    }
}
