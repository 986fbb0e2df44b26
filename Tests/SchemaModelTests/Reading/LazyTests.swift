import SchemaModel
import TestSupport
import Testing

/// `lazy: true`: a value that is read when it is first asked for.
struct LazyTests {
    @Test("It is no part of the meaning: schema, data and fetches are the same")
    func meaning() throws {
        let model = try readModel(
            ModelSource.attributes("a: { type: data, lazy: true }", "b: { type: string?, lazy: true, unique: true }"))
        let plain = try readModel(ModelSource.attributes("a: data", "b: { type: string?, unique: true, lazy: false }"))
        #expect(model.entities[0].attributes.map(\.isLazy) == [true, true])
        #expect(plain.entities[0].attributes.map(\.isLazy) == [false, false])
        #expect(model.meaningText == plain.meaningText)
    }

    @Test("It is for strings and data", arguments: ["int", "bool", "uuid", "date", "url", "decimal"])
    func otherTypes(type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), lazy: 1️⃣true }"),
            .init("TR1402", at: 1, saying: "'lazy' applies only to string and data"))
        expectFindings(ModelSource.attributes("a: { type: \(type), lazy: 1️⃣1 }"), .init("TR1106", at: 1))
    }

    @Test("A part of a composite comes along with its composite, however large")
    func parts() {
        expectFindings(
            """
            trellis: 1
            model: Things
            composites:
              Scan: { page: int, pixels: { type: data, maxLength: 99999999, 1️⃣lazy: true } }
              Other: { pixels: { type: data, maxLength: 99999999 } }
            entities:
              Thing:
                attributes: { scan: Scan, other: Other? }
            """,
            .init("TR1101", at: 1))
    }

    @Test("Data of more than 65,536 bytes that is not lazy is a warning, unless the model says that it is meant so")
    func largeData() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: data, 1️⃣maxLength: 65537 }", "b: { type: data, maxLength: 65536 }", "c: data",
                "d: { type: data, maxLength: 99999999, lazy: true }", "e: { type: data, maxLength: 99999999, lazy: false }",
                "f: { type: string, maxLength: 99999999 }", "g: { type: data?, transient: true }"),
            .init("TR1445", at: 1, saying: "up to 65537 bytes"))
    }
}
