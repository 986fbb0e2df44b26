import SchemaModel
import TestSupport
import Testing

/// Fetched properties of a model.
struct FetchedPropertyTests {
    private let head = """
        trellis: 1
        model: Shop
        entities:
          Customer:
            attributes: { name: string, city: string? }
            relationships:
              orders: { to: [Order], inverse: customer }

        """
    private let order = """
          Order:
            attributes: { paid: bool, sum: int }
            relationships:
              customer: { to: Customer?, inverse: orders }

        """

    private func expectFindings(in properties: String, _ expected: ExpectedFinding...) {
        let marked = MarkedText(head + "    fetchedProperties:\n      \(properties)\n" + order)
        let findings = ModelReader.read(marked.bytes, file: "Model.yaml").findings
        let differences = marked.differences(findings, expected)
        #expect(differences.isEmpty, "\(differences)")
    }

    @Test func `what a property fetches, where, in what order and how many`() throws {
        let text = head + "    fetchedProperties:\n      open: { limit: 3, sort: -sum, where: customer == $FETCH_SOURCE AND paid == false, from: Order }\n" + order
        let model = try #require(ModelReader.read(Array(text.utf8), file: "Model.yaml").model)
        let property = try #require(model.entity(named: "Customer")?.fetchedProperties.first)
        #expect(property.name.text == "open" && property.destination.text == "Order" && property.fetch.limit == 3)
        #expect(
            model.meaningText.contains(
                """
                    fetchedProperties:
                      open: { from: Order, where: "customer == $FETCH_SOURCE AND paid == false", sort: ["-sum"], limit: 3 }
                """))
        // What is canonical reads back to the same.
        let again = ModelReader.read(Array(model.meaningText.utf8), file: "Model.yaml").model
        #expect(again?.meaningText == model.meaningText)
    }

    @Test func `a model with a fetched property more means something else`() throws {
        let hash = { (text: String) in ModelReader.read(Array(text.utf8), file: "Model.yaml").model?.meaningHash }
        let property = "    fetchedProperties:\n      all: { from: Order }\n"
        #expect(hash(head + order) != nil && hash(head + order) != hash(head + property + order))
        #expect(hash(head + property + order) != hash(head + property.replacing("all", with: "every") + order))
        #expect(hash(head + property + order) == hash(head + property.replacing("from: Order", with: "doc: Any, from: Order") + order))
    }

    @Test func `a property of nothing, of what does not exist, and of a name that is taken`() {
        expectFindings(in: "1️⃣open: { where: paid == true }", .init("TR1510", at: 1, saying: "has no entity"))
        expectFindings(in: "open: { from: 1️⃣Ordr }", .init("TR1511", at: 1, saying: "there is no entity 'Ordr'"))
        expectFindings(in: "1️⃣name: { from: Order }", .init("TR1302", at: 1))
        expectFindings(in: "1️⃣orders: { from: Order }", .init("TR1302", at: 1))
        expectFindings(in: "open: { from: Order, 1️⃣parameters: {} }", .init("TR1101", at: 1))
    }

    @Test func `a condition is about the objects that are fetched, and the source is of the entity`() {
        let codes = { (property: String) in
            let text = head + "    fetchedProperties:\n      open: { from: Order, \(property) }\n" + order
            return ModelReader.read(Array(text.utf8), file: "Model.yaml").findings.map(\.code.name)
        }
        #expect(codes("where: name == \"x\"") == ["TR1502"])
        #expect(codes("where: customer.name == $FETCH_SOURCE.sum") == ["TR1502"])
        #expect(codes("where: sum == $FETCH_SOURCE.name") == ["TR1503"])
        #expect(codes("where: sum == $other") == ["TR1504"])
        #expect(codes("sort: city") == ["TR1502"])
        #expect(codes("where: customer.city == $FETCH_SOURCE.city") == [])
    }

    @Test func `several values are a parameter in brackets`() throws {
        let text = head + "    fetches:\n      in: { parameters: { cities: [string] }, where: city IN $cities }\n" + order
        let result = ModelReader.read(Array(text.utf8), file: "Model.yaml")
        let parameter = try #require(result.model?.entity(named: "Customer")?.fetches.first?.parameters.first)
        #expect(parameter.isList && !parameter.isOptional && result.findings.isEmpty)
        #expect(result.model?.meaningText.contains("parameters: { cities: [string] }") == true)
    }
}
