import Diagnostics
import SchemaModel
import TestSupport
import Testing

/// Expects exactly these findings of a model's text, in which markers show the places.
func expectFindings(
    _ source: String, _ expected: ExpectedFinding..., sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
    let marked = MarkedText(source)
    let result = ModelReader.read(marked.bytes, file: "Model.yaml")
    let differences = marked.differences(result.findings, expected)
    #expect(differences.isEmpty, "\(differences)\nin:\n\(marked.text)", sourceLocation: sourceLocation)
    #expect(
        (result.model == nil) == result.findings.containsError, "there is a model exactly where there is no error",
        sourceLocation: sourceLocation)
}

/// The findings of bytes that need not be text.
func findings(_ bytes: [UInt8]) -> [Finding] {
    ModelReader.read(bytes, file: "Model.yaml").findings
}

/// The model of a text that has to be without a finding.
func readModel(_ source: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Model {
    let result = ModelReader.read(Array(source.utf8), file: "Model.yaml")
    #expect(
        result.findings.isEmpty, "\(TextRenderer(sources: ["Model.yaml": source]).render(result.findings))",
        sourceLocation: sourceLocation)
    return try #require(result.model, sourceLocation: sourceLocation)
}

/// Texts of models around the few lines that a test is about.
enum ModelSource {
    /// A model with one entity, `Thing`, that has these attributes, one on each line.
    static func attributes(_ lines: String...) -> String {
        section("attributes", lines)
    }

    /// A model with one entity, `Thing`, that has the attribute `name` and a fetch of these lines.
    static func fetch(_ lines: String...) -> String {
        """
        trellis: 1
        model: Things
        entities:
          Thing:
            attributes:
              name: string
              count: int?
              price: { type: decimal, scale: 2 }
              ratio: decimal?
              page: url?
              done: bool
              made: date
              due: day?
              bytes: data?
              key: uuid?
            relationships:
              owner: { to: Person?, inverse: things }
            fetches:
              find:

        """ + lines.map { "        \($0)\n" }.joined()
            + """
              Person:
                attributes:
                  name: string
                relationships:
                  things: { to: [Thing], inverse: owner }

            """
    }

    /// A model with the entities `Order` and `Customer`, which have these relationships.
    static func relationships(order: String, customer: String) -> String {
        """
        trellis: 1
        model: Orders
        entities:
          Order:
            relationships:
              \(order)
          Customer:
            relationships:
              \(customer)

        """
    }

    private static func section(_ name: String, _ lines: [String]) -> String {
        "trellis: 1\nmodel: Things\nentities:\n  Thing:\n    \(name):\n" + lines.map { "      \($0)\n" }.joined()
    }
}
