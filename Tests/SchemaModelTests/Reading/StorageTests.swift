import Predicates
import SchemaModel
import TestSupport
import Testing

/// `storage`: how dates and UUIDs stand in the file.
struct StorageTests {
    @Test("Dates are stored since 1970 or as text, UUIDs as text")
    func choices() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: { type: date, storage: unix }", "b: { type: date?, storage: iso8601, default: now() }",
                "c: { storage: text, type: uuid, default: uuid() }", "d: date", "e: uuid"))
        #expect(
            model.entities[0].attributes.map(\.type) == [
                .date(.unix), .date(.iso8601), .uuid(.text), .date(.reference), .uuid(.blob),
            ])
        #expect(model.entities[0].attributes.map(\.defaultValue) == [nil, .now, .newUUID, nil, nil])
        #expect(
            model.meaningText.hasSuffix(
                """
                      a: { type: date, storage: unix }
                      b: { type: date?, storage: iso8601, default: now() }
                      c: { type: uuid, storage: text, default: uuid() }
                      d: date
                      e: uuid

                """))
        let again = try readModel(model.meaningText)
        #expect(again.meaningHash == model.meaningHash)
    }

    @Test("Another way is reported with the nearest one")
    func unknown() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: date, storage: 1️⃣unx }", "b: { type: date, storage: 2️⃣julian }",
                "c: { type: uuid, storage: 3️⃣blob }", "d: { type: date, storage: 4️⃣[] }"),
            .init("TR1440", at: 1, fixed: "a: { type: date, storage: unix }"),
            .init("TR1440", at: 2, saying: "a date cannot be stored as 'julian'"),
            .init("TR1440", at: 3), .init("TR1102", at: 4))
    }

    @Test("Every other type is stored in one way", arguments: ["string", "day", "int", "data", "url", "decimal"])
    func otherTypes(type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), storage: 1️⃣text }"),
            .init("TR1402", at: 1, saying: "'storage' applies only to date and uuid"))
    }

    @Test("Instants are compared however they are stored, UUIDs as they are stored; a parameter takes either's form")
    func comparisons() throws {
        func source(_ condition: String) -> String {
            ModelSource.attributes(
                "a: date", "b: { type: date, storage: unix }", "c: { type: date, storage: iso8601 }", "d: uuid",
                "e: { type: uuid, storage: text }", "f: { type: date, storage: unix }")
                + "    fetches:\n      find: { parameters: { x: date, y: uuid? }, where: \(condition) }\n"
        }
        _ = try readModel(source("a < $x AND b < $x AND c < $x AND d == $y AND e == $y AND b < f AND $x == c"))
        _ = try readModel(source("$x < a AND a < b AND b == c AND c > a AND $y == nil"))
        expectFindings(
            source("$x < a AND $y == d AND d == 1️⃣e"),
            .init("TR1503", at: 1, saying: "a UUID cannot be compared with a UUID stored as text"))
    }

    @Test("A bound and a default are instants, whatever the storage")
    func bounds() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: date, storage: iso8601, min: '2001-01-02T00:00:00Z', max: 1️⃣'2001-01-01T00:00:00Z' }",
                "b: { type: date, storage: unix, min: '2001-01-02T00:00:00Z', default: 2️⃣'2001-01-01T00:00:00Z' }"),
            .init("TR1407", at: 1), .init("TR1401", at: 2, saying: "less than 'min'"))
    }

    @Test("An instant of a model's file is of the Gregorian calendar, and of the years 1 to 9999 in UTC too")
    func calendar() throws {
        let model = try readModel(ModelSource.attributes("a: { type: date, default: '0001-01-01T00:00:00Z' }"))
        #expect(model.entities[0].attributes[0].defaultValue == .literal(.date(-63_113_904_000)))
        expectFindings(
            ModelSource.attributes(
                "a: { type: date, default: 1️⃣'0001-01-01T00:00:00+00:01' }",
                "b: { type: date, default: 2️⃣'9999-12-31T23:59:59-00:01' }",
                "c: { type: date, default: 3️⃣'2001-01-01T00:00:00+24:00' }"),
            .init("TR1401", at: 1), .init("TR1401", at: 2), .init("TR1401", at: 3))
    }
}
