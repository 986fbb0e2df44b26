import ArchiveModel
import Foundation
import TestSupport
import Testing
import Trellis

/// JSON attributes.
struct JSONAttributeTests {
    private let store: StoreFile<Archive>
    private let span = DateInterval(start: Date(timeIntervalSinceReferenceDate: 0.1), duration: 60)

    init() throws {
        store = try StoreFile(of: Archive.self)
    }

    /// Saves a document that was changed, and reads it in a fresh context.
    private func readBack(_ change: (Document) -> Void) throws -> Document {
        let context = try store.context()
        change(Document(in: context, number: 1, span: span))
        try context.save()
        return try #require(try Self.fetchAll(store).first)
    }

    private static func fetchAll(_ store: StoreFile<Archive>) throws -> [Document] {
        try store.context().fetchAll(Document.self)
    }

    @Test("What is in the file is JSON with sorted keys, and nil is NULL")
    func storedForm() throws {
        let document = try readBack {
            $0.tags = ["b", "a/b", "\"é\n\u{0}"]
            $0.counts = ["b": 1, "a": -2, "c": .max]
            $0.links = ["x": [URL(string: "https://example.org/a?b=c"), nil]]
            $0.limit = 1.5
            $0.days = [Day(2001, 2, 3)]
            $0.channels = nil
        }
        #expect(
            try store.rows("SELECT tags, counts, span, channels, links_json, \"limit\", days, typeof(tags) FROM document") == [
                [
                    #"["b","a/b","\"é\n\u0000"]"#, #"{"a":-2,"b":1,"c":9223372036854775807}"#, #"{"duration":60,"start":0.1}"#, nil,
                    #"{"x":["https://example.org/a?b=c",null]}"#, "1.5", #"["2001-02-03"]"#, "text",
                ]
            ])
        #expect(document.tags == ["b", "a/b", "\"é\n\u{0}"])
        #expect(document.counts == ["a": -2, "b": 1, "c": .max])
        #expect(document.span == span)
        #expect(document.channels == nil)
        #expect(document.links == ["x": [URL(string: "https://example.org/a?b=c"), nil]])
        #expect(document.limit == 1.5)
        #expect(document.days == [Day(2001, 2, 3)])
    }

    @Test("SQLite's own functions look into it")
    func readableBySQL() throws {
        _ = try readBack { $0.counts = ["a": 3] }
        #expect(try store.column("SELECT json_extract(counts, '$.a') FROM document") == ["3"])
    }

    @Test("A new object has the defaults")
    func defaults() throws {
        let document = try readBack { _ in }
        #expect(document.tags == [] && document.counts == [:] && document.channels == [] && document.links == nil)
        #expect(try store.rows("SELECT tags, counts, channels FROM document") == [["[]", "{}", "[]"]])
    }

    @Test("A case that an enum does not know survives in a set")
    func enums() throws {
        let document = try readBack { $0.channels = [.web, .unknown("fax")] }
        #expect(document.channels == [.web, .unknown("fax")])
    }

    @Test("A value can be changed in place, and setting one is a change of that column alone")
    func changes() throws {
        let context = try store.context()
        let document = Document(in: context, number: 1, span: span)
        try context.save()
        #expect(!document.isUpdated)
        document.limit = nil
        #expect(!document.isUpdated)
        document.tags.append("new")
        document.counts["a", default: 0] += 1
        #expect(document.isUpdated)
        // An accent that is spelled in another way is equal in Swift, and another text.
        try context.save()
        document.tags = ["ne\u{301}w"]
        try context.save()
        document.tags = ["n\u{E9}w"]
        try context.save()
        #expect(
            try store.rows("SELECT hex(tags), counts, _version FROM document") == [
                [Data(#"["n\#u{E9}w"]"#.utf8).map { String(format: "%02X", $0) }.joined(), #"{"a":1}"#, "4"]
            ])
    }

    @Test("What cannot be encoded is refused before anything is written")
    func unstorable() throws {
        let context = try store.context()
        let document = Document(in: context, number: 1, span: span, limit: .nan)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["limit"])
        #expect(error?.failures.map(\.rule) == [.encodable])
        #expect(error?.description.contains("Document.limit must be a value that can be encoded as JSON") == true)
        #expect(try store.rows("SELECT * FROM document").isEmpty)

        document.limit = 1
        try context.save()
        document.limit = -.infinity
        #expect(throws: ObjectValidationError.self) { try context.save() }
        document.limit = nil
        try context.save()
        #expect(try store.column("SELECT \"limit\" FROM document") == ["NULL"])
    }

    @Test(
        "A text that does not decode is told with its place",
        arguments: [
            ("tags", "'[1]'"), ("tags", "'{}'"), ("tags", "''"), ("tags", "'[\"a\"'"), ("tags", "'[\"a\"] x'"), ("counts", "'{\"a\":1.5}'"),
            ("span", "'{\"start\":0}'"), ("channels", "'null'"), ("limit", "'NaN'"), ("limit", "'1e999'"), ("days", "'[\"2001-02-30\"]'"),
            ("tags", "replace(hex(zeroblob(5000)), '00', '[')"),
        ])
    func unreadable(column: String, value: String) throws {
        _ = try readBack { _ in }
        try store.execute("UPDATE document SET \"\(column)\" = \(value)")
        let error = #expect(throws: StoreError.self) { try Self.fetchAll(store) }
        guard case .unreadableValue(let place) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(place.table == "document" && place.row == 1 && place.column == column && place.storageClass == "TEXT")
    }

    @Test("JSON that others wrote in their own way is read, and left as it is until it is set")
    func othersJSON() throws {
        _ = try readBack { _ in }
        try store.execute("UPDATE document SET counts = '{ \"b\" : 1e0, \"\\u0061\":2 }'")
        let context = try store.context()
        let document = try #require(try context.fetchAll(Document.self).first)
        #expect(document.counts == ["a": 2, "b": 1])
        document.number = 2
        try context.save()
        #expect(try store.column("SELECT counts FROM document") == ["{ \"b\" : 1e0, \"\\u0061\":2 }"])
    }

    @Test("Fetches ask whether it is there, saved or not")
    func fetches() throws {
        let context = try store.context()
        let source = Document(in: context, number: 1, span: span, channels: nil)
        Document(in: context, number: 2, span: span, limit: 0, source: source)
        Document(in: context, number: 3, span: span, limit: 0, source: Document(in: context, number: 4, span: span, limit: 1))
        Document(in: context, number: 5, span: span, source: source)
        #expect(try Document.limited(in: context).map(\.number) == [4, 2])
        try context.save()
        #expect(try Document.limited(in: store.context()).map(\.number) == [4, 2])
    }

    @Test("A type that is not Codable or not Sendable does not compile")
    func constraints() throws {
        func compile(_ declaration: String) throws -> SwiftCompilation {
            try SwiftCompilation(
                """
                import Trellis
                \(declaration)
                func read(_ row: inout RowReader) -> Value? { row.json(at: 1) }
                """)
        }
        #expect(try compile("struct Value: Codable {}").succeeded)
        #expect(try !compile("struct Value {}").succeeded)
        #expect(try !compile("final class Value: Codable { var a = 1 }").succeeded)
    }
}
