import SchemaModel
import TestSupport
import Testing

/// Conditions of a model name the cases of its enums.
struct CaseNameTests {
    private func source(_ condition: String, parameters: String = "") -> String {
        """
        trellis: 1
        model: Shop
        enums:
          State: { cases: { open: o, closed: c } }
          Rank: { raw: int, cases: { low: 1, high: 2 } }
        entities:
          Order:
            attributes:
              name: string
              state: State
              rank: Rank?
            relationships: { rows: { to: [Row], inverse: order } }
            fetches:
              find: { \(parameters)where: "\(condition)" }
          Row:
            attributes: { state: State }
            relationships: { order: { to: Order?, inverse: rows } }

        """
    }

    @Test(arguments: [
        ("state == open", "state == \\\"o\\\""), ("rank != high", "rank != 2"), ("state IN {open, closed}", "state IN {\\\"o\\\", \\\"c\\\"}"),
        ("ANY rows.state == closed", "ANY rows.state == \\\"c\\\""),
    ])
    func `a case means its raw value`(named: String, raw: String) throws {
        #expect(try readModel(source(named)).meaningText == readModel(source(raw)).meaningText)
    }

    @Test func `a parameter of an enum compares with a case`() throws {
        let parameters = "parameters: { wanted: State }, "
        let named = try readModel(source("$wanted == open", parameters: parameters))
        #expect(try named.meaningText == readModel(source("$wanted == 'o'", parameters: parameters)).meaningText)
    }

    @Test func `a name that is no case is reported with the nearest case`() {
        expectFindings(
            source("state == 1️⃣opne"),
            .init(
                "TR1502", at: 1, saying: "'Order' has no property 'opne', and the enum 'State' has no such case",
                fixed: "find: { where: \"state == open\" }"))
    }
}
