import SQLiteAccess
import Testing

/// Rules of the new version that rows of the old one may break.
struct RefusedRuleTests {
    private static func model(_ attributes: String, _ more: String = "") -> String {
        "trellis: 1\nmodel: Shop\nentities:\n  Person:\n    attributes:\n      \(attributes.replacing("; ", with: "\n      "))\n\(more)"
    }

    private static let old = model("name: string; code: string; size: int")
    private static let new = model(
        "name: { type: string, minLength: 3, check: true }; code: { type: string, unique: true }; size: { type: int, max: 9, check: true }")

    @Test("Every refused rule is reported at its place, with a line that accepts it alone")
    func all() throws {
        let migration = try PlannedMigration(from: Self.old, to: Self.new)
        #expect(migration.codes == ["TR2108", "TR2108", "TR2108"])
        #expect(migration.findings.map(\.span.start.line) == [6, 7, 8])
        #expect(migration.findings[1].message == "the migration stops, and changes nothing, if two rows have the same 'Person.code'")
        #expect(migration.findings[2].message.hasSuffix("if a value of 'Person.size' breaks CHECK (size <= 9)"))
        #expect(
            migration.helps == ["name", "code", "size"].map {
                "accept it in the migration's file: 'accept: { Person.\($0): { TR2108: why } }'"
            })
    }

    @Test("What is accepted at one place stays reported at others")
    func acceptedAlone() throws {
        for (accepted, open) in [("name", [7, 8]), ("code", [6, 8]), ("size", [6, 7])] {
            let migration = try PlannedMigration(from: Self.old, to: Self.new, "accept: { Person.\(accepted): { TR2108: why } }")
            #expect(migration.codes == ["TR2108", "TR2108"] && migration.findings.map(\.span.start.line) == open)
        }
        let all = ["name", "code", "size"].map { "Person.\($0): { TR2108: why }" }.joined(separator: ", ")
        #expect(try PlannedMigration(from: Self.old, to: Self.new, "accept: { \(all) }").codes == [])
    }

    @Test("An accept for the whole model accepts nothing, and is answered with the lines for each place")
    func acceptedModel() throws {
        let migration = try PlannedMigration(from: Self.old, to: Self.new, "accept: { Shop: { TR2108: why } }")
        #expect(migration.codes == ["TR2108", "TR2108", "TR2108", "TR2105"])
        let line = try #require(migration.helps.last?.firstMatch(of: /'(accept: .*)'$/)?.output.1)
        #expect(try PlannedMigration(from: Self.old, to: Self.new, String(line)).codes == [])
    }

    @Test("An accept is useless where its place refuses nothing, whatever others refuse")
    func useless() throws {
        let new = Self.model("name: { type: string, minLength: 3, check: true }; code: string; size: int")
        #expect(try PlannedMigration(from: Self.old, to: new, "accept: { Person.code: { TR2108: why } }").codes == ["TR2108", "TR2105"])
    }

    @Test("Several properties that are unique together are one place, which can be pasted")
    func uniqueTogether() throws {
        let new = Self.model("name: string; code: string; size: int", "    unique: [[name, size]]\n")
        let migration = try PlannedMigration(from: Self.old, to: new)
        #expect(migration.codes == ["TR2108"] && migration.findings[0].span.start.line == 9)
        let line = try #require(migration.helps[0].firstMatch(of: /'(accept: .*)'$/)?.output.1)
        #expect(line.contains("\"Person.[name, size]\""))
        #expect(try PlannedMigration(from: Self.old, to: new, String(line)).codes == [])
    }

    @Test("Rules of one place are one finding with all of them")
    func severalOfOnePlace() throws {
        let new = Self.model("name: { type: string, minLength: 3, maxLength: 20, check: true, unique: true }; code: string; size: int")
        let migration = try PlannedMigration(from: Self.old, to: new)
        #expect(migration.codes == ["TR2108"])
        let message = migration.findings[0].message
        #expect(message.contains("length(name) >= 3") && message.contains("length(name) <= 20") && message.contains("the same 'Person.name'"))
        #expect(try PlannedMigration(from: Self.old, to: new, "accept: { Person.name: { TR2108: why } }").codes == [])
    }

    @Test("A type, a required value and a key that may be refused are named, beside each other")
    func otherRules() throws {
        let old = """
            trellis: 1
            model: Shop
            entities:
              Seat:
                attributes: { price: int, note: string? }
                relationships: { guest: { to: Guest?, inverse: seats } }
              Guest:
                relationships: { seats: { to: [Seat], inverse: guest, deleteRule: noAction } }

            """
        let new = old.replacing("price: int", with: "price: { type: decimal, scale: 2 }").replacing("note: string?", with: "note: string")
            .replacing(", deleteRule: noAction", with: "")
        let migration = try PlannedMigration(from: old, to: new, "values: { Seat.note: \"nullif(note, '')\" }")
        let conditions = migration.findings.map { $0.message.replacing("the migration stops, and changes nothing, if ", with: "") }
        #expect(migration.codes == ["TR2108", "TR2108", "TR2108"], "\(conditions)")
        #expect(
            conditions == [
                "a value of 'Seat.price' does not fit 'decimal of scale 2'", "a row has no value for 'Seat.note'",
                "a key of 'Seat.guest' leads to no row",
            ])
    }

    @Test("What TR2109 accepts is the type alone: another rule of the attribute stays reported")
    func narrowedAndUnique() throws {
        let new = Self.model("name: string; code: string; size: { type: int16, unique: true }")
        let migration = try PlannedMigration(from: Self.old, to: new, "accept: { Person.size: { TR2109: why } }")
        #expect(migration.codes == ["TR2108"] && migration.findings[0].message.hasSuffix("if two rows have the same 'Person.size'"))
    }

    @Test(
        "A rule that is stricter by one is found at the edge of the old one, and its accept is taken",
        arguments: [
            ("{ type: string, minLength: 2, check: true }", "{ type: string, minLength: 3, check: true }"),
            ("{ type: string, maxLength: 30, check: true }", "{ type: string, maxLength: 29, check: true }"),
            ("{ type: int, max: 100, check: true }", "{ type: int, max: 99, check: true }"),
            ("{ type: int, min: -5, check: true }", "{ type: int, min: -4, check: true }"),
            ("double", "{ type: double, min: -1e200, check: true }"), ("{ type: double, max: 2, check: true }", "{ type: double, max: 1.5, check: true }"),
            ("{ type: decimal, scale: 2, max: 10, check: true }", "{ type: decimal, scale: 2, max: 9.99, check: true }"),
            ("day", "{ type: day, min: 1900-01-01, check: true }"), ("{ type: day, max: 2030-01-02, check: true }", "{ type: day, max: 2030-01-01, check: true }"),
            ("date", "{ type: date, max: 2100-01-01T00:00:00Z, check: true }"),
            ("{ type: date, storage: unix }", "{ type: date, storage: unix, max: 2100-01-01T00:00:00Z, check: true }"),
            ("{ type: date, storage: iso8601 }", "{ type: date, storage: iso8601, max: 2100-01-01T00:00:00Z, check: true }"),
            ("data", "{ type: data, maxLength: 5000, check: true }"), ("{ type: data, minLength: 1, check: true }", "{ type: data, minLength: 2, check: true }"),
            ("string", "{ type: string, maxLength: 50000, check: true }"), ("int32", "{ type: int, max: 2147483646, check: true }"),
        ])
    func edges(old: String, new: String) throws {
        let (old, new) = (Self.model("size: \(old)"), Self.model("size: \(new)"))
        let migration = try PlannedMigration(from: old, to: new)
        #expect(migration.codes == ["TR2108"] && migration.findings[0].message.contains("a value of 'Person.size' breaks CHECK"), "\(migration.findings.map(\.message))")
        #expect(try PlannedMigration(from: old, to: new, "accept: { Person.size: { TR2108: why } }").codes == [])
        // The other way nothing is refused.
        #expect(try !PlannedMigration(from: new, to: old).codes.contains("TR2108"))
    }

    @Test(
        "A unique key with fewer or other properties is found, however the old one kept rows apart",
        arguments: [
            ("    unique: [[name, size]]\n", "    unique: [[name, code]]\n", "Person.[name, code]"), ("    unique: [[name, size]]\n", "    unique: [[name]]\n", "Person.name"),
            ("    unique: [[name, size, code]]\n", "    unique: [[code, name]]\n", "Person.[code, name]"),
        ])
    func otherKeys(old: String, new: String, place: String) throws {
        let attributes = "name: string; code: string; size: int"
        let migration = try PlannedMigration(from: Self.model(attributes, old), to: Self.model(attributes, new))
        #expect(migration.findings.map(\.message) == ["the migration stops, and changes nothing, if two rows have the same '\(place)'"])
        let accept = "accept: { \(place.contains("[") ? "\"\(place)\"" : place): { TR2108: why } }"
        #expect(try PlannedMigration(from: Self.model(attributes, old), to: Self.model(attributes, new), accept).codes == [])
    }

    @Test("Values that do not fit a narrower type are not equal to each other")
    func uniqueAndNarrowed() throws {
        let (old, new) = (Self.model("size: { type: int, unique: true }"), Self.model("size: { type: int16, unique: true }"))
        #expect(try PlannedMigration(from: old, to: new, "accept: { Person.size: { TR2109: why } }").findings.map(\.message) == [])
    }
}
