import AttributeOptionsModel
import Foundation
import Testing
import Trellis

/// Columns that share a bit of the change mask, because the entity has more columns than the mask has bits.
struct SharedChangeBitTests {
    private let file: StoreFile<AttributeOptions>
    private let context: ManagedObjectContext
    private let wide: Wide

    init() throws {
        file = try StoreFile(of: AttributeOptions.self)
        context = try file.context()
        wide = Wide(in: context, n1: 1, last: 64, bytes: Data([1]), text: "text")
        try context.save()
    }

    private func row() throws -> [String?]? { try file.rows("SELECT last, text, _version FROM wide").first }

    @Test func `an edit that is taken back leaves the edit of another column`() throws {
        (wide.last, wide.text) = (65, "new")
        wide.last = 64
        #expect(!wide.hasChanged { $0.last } && wide.hasChanged { $0.text })
        try context.save()
        #expect(try row() == ["64", "new", "2"])
    }

    @Test func `edits that are all taken back are no change`() throws {
        (wide.last, wide.text) = (65, "new")
        (wide.last, wide.text) = (64, "text")
        #expect(!wide.hasChanges && !context.hasChanges)
        try context.save()
        #expect(try row() == ["64", "text", "1"])
    }

    @Test func `the value before is that of the last save, however often a column is set`() throws {
        for last in [65, 66, 65] as [Int64] { wide.last = last }
        #expect(wide.hasChanged { $0.last })
        #expect(try wide.committedValue { $0.last } == 64)
        wide.last = 64
        #expect(!wide.hasChanges)
        wide.last = 65
        try context.save()
        #expect(!wide.hasChanged { $0.last })
        wide.last = 64
        #expect(try wide.committedValue { $0.last } == 65)
        wide.last = 65
        #expect(!wide.hasChanges)
    }

    @Test func `an edit that a refresh discards is forgotten`() throws {
        wide.last = 65
        try context.refresh(wide, mergeChanges: false)
        #expect(wide.text == "text")
        wide.text = "new"
        #expect(!wide.hasChanged { $0.last } && wide.last == 64)
        wide.text = "text"
        #expect(!wide.hasChanges)
        wide.text = "new"
        try context.save()
        #expect(try row() == ["64", "new", "2"])
    }
}
