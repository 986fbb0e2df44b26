import SchemaModel
import TestSupport
import Testing

/// Parameters that are lists.
struct ListParameterTests {
    @Test func `a list of a type, of a type with a scale and of an entity is read, and written as it was`() throws {
        let list = "parameters: { names: [string], prices: [{ type: decimal, scale: 2 }], owners: [Person] }"
        let result = ModelReader.read(Array(ModelSource.fetch(list).utf8), file: "Model.yaml")
        #expect(result.findings.map(\.code.name) == ["TR1505", "TR1505", "TR1505"])
        let model = try #require(result.model)
        let parameters = model.entities.flatMap(\.fetches).flatMap(\.parameters)
        #expect(parameters.map(\.isList) == [true, true, true])
        #expect(model.meaningText.contains(list))
    }

    @Test func `a list is another parameter than one value`() throws {
        let hashes = try ["string", "[string]"].map { type in
            let source = ModelSource.fetch("parameters: { names: \(type) }")
            return try #require(ModelReader.read(Array(source.utf8), file: "Model.yaml").model).meaningHash
        }
        #expect(hashes[0] != hashes[1])
    }

    @Test func `a list names one type, whose values are never nil`() {
        for list in ["1️⃣[]", "1️⃣[string, int]", "1️⃣[[string]]"] {
            expectFindings(
                ModelSource.fetch("parameters: { names: \(list) }"),
                .init("TR1102", at: 1, saying: "a list needs the type of its values, as in '[string]'"))
        }
        expectFindings(
            ModelSource.fetch("parameters: { names: [1️⃣string?] }"),
            .init("TR1102", at: 1, saying: "the values of a list cannot be nil"))
    }

    @Test func `a list is compared with nothing`() {
        expectFindings(
            ModelSource.fetch("parameters: { names: [string] }", "where: name == 1️⃣$names"),
            .init("TR1503", at: 1, saying: "'$names' is a list and can only be on the right side of IN"))
    }
}
