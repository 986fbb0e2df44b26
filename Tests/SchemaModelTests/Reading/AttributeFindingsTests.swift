import SchemaModel
import TestSupport
import Testing

/// Attributes.
struct AttributeFindingsTests {
    @Test("A type that does not exist is reported at the type, with the nearest one")
    func unknownType() {
        expectFindings(
            ModelSource.attributes("a: 1️⃣strng", "b: 2️⃣strng?", "c: { type: 3️⃣dobule? }", "d: 4️⃣Strange"),
            .init("TR1104", at: 1, fixed: "a: string"), .init("TR1104", at: 2, fixed: "b: string?"),
            .init("TR1104", at: 3, fixed: "c: { type: double? }"),
            .init("TR1104", at: 4, saying: "there is no type 'Strange'"))
    }

    @Test("Names of other languages lead to the type", arguments: [
        ("text", "string"), ("boolean", "bool"), ("datetime", "date"), ("DateTime", "date"), ("integer", "int"), ("timestamp", "date"), ("blob", "data"),
    ])
    func foreignType(name: String, type: String) {
        expectFindings(ModelSource.attributes("a: 1️⃣\(name)", "b: \"2️⃣\(name)?\""), .init("TR1104", at: 1, fixed: "a: \(type)"), .init("TR1104", at: 2, fixed: "b: \"\(type)?\""))
    }

    @Test("A list as an attribute is explained", arguments: ["\"[Line]\"", "Line[]"])
    func list(type: String) {
        let source = MarkedText(ModelSource.attributes("a: \(type)"))
        let findings = ModelReader.read(source.bytes, file: "f.yaml").findings
        #expect(findings.map(\.code.name) == ["TR1104"] && findings[0].suggestion?.message.contains("write a relationship, 'to: [Line]'") == true, "\(findings)")
    }

    @Test("The suggestion for a type in quotes keeps its '?' and leaves whole quotes or none")
    func quotedType() {
        expectFindings(
            ModelSource.attributes("a: 1️⃣'strng'", "b: \"2️⃣strng?\""),
            .init("TR1104", at: 1, fixed: "a: string"), .init("TR1104", at: 2, fixed: "b: \"string?\""))
    }

    @Test("The types are written in lower case: another case is no type")
    func caseOfTypes() {
        expectFindings(
            ModelSource.attributes("a: 1️⃣String", "b: 2️⃣Int"), .init("TR1104", at: 1, fixed: "a: string"),
            .init("TR1104", at: 2, fixed: "b: int"))
    }

    @Test("A long form without a type is reported at the attribute")
    func missingType() {
        expectFindings(
            ModelSource.attributes("1️⃣a: { unique: true }", "2️⃣b: {}"), .init("TR1405", at: 1), .init("TR1405", at: 2))
    }

    @Test("An attribute without anything is reported")
    func nothing() {
        expectFindings(ModelSource.attributes("a:1️⃣", "b: 2️⃣~"), .init("TR1102", at: 1), .init("TR1102", at: 2))
    }

    @Test("A '?' with 'optional: false' is reported at the flag")
    func doubleOptional() {
        expectFindings(
            ModelSource.attributes("a: { type: string?, optional: 1️⃣false }"), .init("TR1404", at: 1))
    }

    @Test("A '?' with 'optional: true' says the same twice and is no mistake")
    func sameOptional() throws {
        let model = try readModel(ModelSource.attributes("a: { type: string?, optional: true }"))
        #expect(model.entities[0].attributes[0].isOptional)
    }

    @Test(
        "A flag must be true or false and nothing that YAML or a person might read so",
        arguments: ["yes", "no", "on", "True", "1", "[]", "~"])
    func badFlag(flag: String) {
        expectFindings(
            ModelSource.attributes("a: { type: string, unique: 1️⃣\(flag) }", "b: { type: string, optional: 2️⃣\(flag) }"),
            .init("TR1106", at: 1, saying: "'unique' must be true or false"),
            .init("TR1106", at: 2, saying: "'optional' must be true or false"))
    }

    @Test("'minLength' is for strings and data, 'scale' for decimals")
    func optionOfAnotherType() {
        expectFindings(
            ModelSource.attributes(
                "a: { type: int, minLength: 1️⃣2 }", "b: { type: double, scale: 2️⃣2 }", "c: { type: string, minLength: 0 }",
                "d: { type: data, minLength: 3 }"),
            .init("TR1402", at: 1, saying: "int64"), .init("TR1402", at: 2, saying: "double"))
    }

    @Test(
        "A length or a scale that is no whole number in its range is reported",
        arguments: ["-1", "1.5", "many", "[]", "99999999999999999999"])
    func badCount(number: String) {
        expectFindings(
            ModelSource.attributes(
                "a: { type: string, minLength: 1️⃣\(number) }", "b: { type: decimal, scale: 2️⃣\(number) }"),
            .init("TR1107", at: 1, saying: "of at least 0"), .init("TR1107", at: 2, saying: "from 0 to 18"))
    }

    @Test("A scale goes from 0 to 18")
    func scales() throws {
        let model = try readModel(
            ModelSource.attributes("a: { type: decimal, scale: 0 }", "b: { type: decimal?, scale: 18 }"))
        #expect(model.entities[0].attributes.map(\.type) == [.decimal(scale: 0), .decimal(scale: 18)])
        expectFindings(ModelSource.attributes("a: { type: decimal, scale: 1️⃣19 }"), .init("TR1107", at: 1))
    }

    @Test("The short and the long form say the same")
    func forms() throws {
        let short = try readModel(ModelSource.attributes("a: string?", "b: int"))
        let long = try readModel(ModelSource.attributes("a: { type: string, optional: true }", "b: { type: int64 }"))
        #expect(short.meaningText == long.meaningText)
    }
}
