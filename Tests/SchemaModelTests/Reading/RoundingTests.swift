import SchemaModel
import TestSupport
import Testing

/// Durations and ways of rounding in a model's file.
struct RoundingTests {
    @Test(arguments: ["halfEven", "halfUp", "halfDown", "up", "down", "floor", "ceiling"])
    func `decimals with a scale and durations take each way of rounding`(_ mode: String) throws {
        let model = try readModel(
            ModelSource.attributes("a: { type: decimal, scale: 2, rounding: \(mode) }", "b: { type: duration?, rounding: \(mode) }"))
        #expect(model.entities[0].attributes.allSatisfy { $0.rounding != nil })
        #expect(model.meaningText.contains("rounding: \(mode)") && !model.storageText.contains("rounding"))
    }

    @Test(arguments: [
        ("bankers", "halfEven"), ("HALF_UP", "halfUp"), ("toNearestOrEven", "halfEven"), ("towardZero", "down"), ("plain", "halfUp"),
    ])
    func `names of other languages are translated`(_ other: String, _ own: String) {
        expectFindings(
            ModelSource.attributes("a: { type: decimal, scale: 2, rounding: 1️⃣\(other) }"),
            .init("TR1409", at: 1, saying: "'\(other)' is not a way of rounding"))
        let findings = ModelReader.read(Array(ModelSource.attributes("a: { type: decimal, scale: 2, rounding: \(other) }").utf8), file: "a.yaml").findings
        #expect(findings.map(\.suggestion?.message) == ["write '\(own)'"])
    }

    @Test(arguments: ["int", "double", "string", "decimal", "day", "date"])
    func `other types do not round`(_ type: String) {
        expectFindings(
            ModelSource.attributes("a: { type: \(type), rounding: 1️⃣halfUp }"),
            .init("TR1402", at: 1, saying: "'rounding' applies only to decimal with a scale and to duration, not to"))
    }

    @Test(arguments: ["PT1H30M", "PT0S", "-PT5M", "P1DT12H", "P2W", "PT0.000001S"])
    func `a default is an ISO 8601 duration`(_ text: String) throws {
        let attribute = try readModel(ModelSource.attributes("a: { type: duration, default: \(text) }")).entities[0].attributes[0]
        #expect(attribute.defaultValue != nil)
    }

    @Test(arguments: ["90", "PT0.0000001S", "P1M", "P1Y", "PT", "1h", "PT9223372036855S"])
    func `a text that no column holds is no default`(_ text: String) {
        expectFindings(
            ModelSource.attributes("a: { type: duration, default: 1️⃣\(text) }"),
            .init("TR1401", at: 1, saying: "'\(text)' is not a default for duration"))
    }

    @Test func `a default meets the bounds`() {
        expectFindings(
            ModelSource.attributes("a: { type: duration, min: PT1M, default: 1️⃣PT59S }", "b: { type: duration, min: PT2S, max: 2️⃣PT1S }"),
            .init("TR1401", at: 1, saying: "the default is less than 'min'"), .init("TR1407", at: 2, saying: "'max' is less than 'min'"))
    }

    @Test func `a sum of durations is a duration`() {
        func model(_ type: String) -> String {
            """
            trellis: 1
            model: M
            entities:
              Project:
                attributes:
                  1️⃣total: { type: \(type), derived: tasks.@sum.length }
                relationships:
                  tasks: { to: [Task], inverse: project }
              Task:
                attributes: { length: duration? }
                relationships:
                  project: { to: "Project?", inverse: tasks }
            """
        }
        expectFindings(model("duration"))
        expectFindings(model("int"), .init("TR1448", at: 1, saying: "a sum of durations must be duration"))
    }

    @Test(arguments: ["interval", "TimeInterval"])
    func `other names of durations are known`(_ name: String) {
        expectFindings(ModelSource.attributes("a: 1️⃣\(name)"), .init("TR1104", at: 1, saying: "there is no type '\(name)'"))
    }
}
