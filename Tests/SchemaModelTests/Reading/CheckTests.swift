import SchemaModel
import TestSupport
import Testing

/// `check: true` puts rules into the database, as far as SQL can say them.
struct CheckTests {
    @Test("It is part of the meaning, because it changes the schema; 'false' says nothing")
    func meaning() throws {
        let model = try readModel(
            ModelSource.attributes("a: { type: int16, check: true, unique: true }", "b: { type: string, check: false }"))
        #expect(model.entities[0].attributes.map(\.isChecked) == [true, false])
        #expect(model.meaningText.hasSuffix("      a: { type: int16, unique: true, check: true }\n      b: string\n"))
        #expect(try readModel(model.meaningText).meaningHash == model.meaningHash)
    }

    @Test("It must be true or false")
    func flag() {
        expectFindings(ModelSource.attributes("a: { type: int16, check: 1️⃣yes }"), .init("TR1106", at: 1))
    }

    @Test("A pattern is none of the database's business: a warning says so at the flag, with a note at the pattern")
    func pattern() throws {
        expectFindings(
            ModelSource.attributes("a: { type: string, pattern: 'a+', maxLength: 3, check: 1️⃣true }"),
            .init("TR1441", at: 1, saying: "cannot check 'pattern'"))
        let findings = ModelReader.read(
            Array(ModelSource.attributes("a: { type: string, pattern: 'a+', check: true }").utf8), file: "Model.yaml"
        ).findings
        #expect(findings.map(\.code.name) == ["TR1441"])
        #expect(findings[0].notes.map(\.span?.start.column) == [26])
    }

    @Test(
        "Where every value will do a warning says so",
        arguments: [
            "int64", "double", "string", "string, minLength: 0", "decimal", "decimal, scale: 2", "date", "date, storage: unix",
            "data", "url", "Open",
        ])
    func nothing(type: String) {
        expectFindings(enums + "            a: { type: \(type), check: 1️⃣true }\n", .init("TR1442", at: 1))
    }

    @Test(
        "Types with fewer values than their columns have something to check, and so has every bound",
        arguments: [
            "bool", "int16", "int32?", "float", "day", "uuid", "uuid, storage: text", "date, storage: iso8601", "Closed",
            "int64, max: 3", "string, minLength: 1", "data, maxLength: 9", "decimal, scale: 2, min: 0",
        ])
    func something(type: String) throws {
        let model = try readModel(enums + "            a: { type: \(type), check: true }\n")
        #expect(model.entities[0].attributes[0].isChecked)
    }

    private let enums = """
        trellis: 1
        model: Things
        enums:
          Open: [a, unknown]
          Closed: [a, b]
        entities:
          Thing:
            attributes:

        """
}
