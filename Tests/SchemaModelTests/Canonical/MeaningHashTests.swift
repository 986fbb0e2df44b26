import Foundation
import SchemaModel
import Testing

/// The hash says whether two models mean the same: a store carries it, so what it takes in is for ever.
struct MeaningHashTests {
    static let model = """
        trellis: 1
        model: Orders
        doc: Customers and orders.
        entities:
          Order:
            doc: An order.
            attributes:
              name: { type: string, minLength: 1, unique: true, doc: What it is called. }
              info: string?
              sum: { type: decimal, scale: 2, default: 1.5 }
              placed: { type: date, default: now() }
              paid: { type: bool, default: false }
              rating: { type: int16, min: 1, max: 5 }
              code: { type: string, maxLength: 8, pattern: "[a-z]*" }
              page: url?
              ratio: { type: decimal, default: 0.10 }
            relationships:
              customer: { to: Customer?, inverse: orders }
            fetches:
              unpaid:
                doc: Not paid.
                parameters: { since: date, name: string? }
                where: paid == false AND placed >= $since AND name != $name
                sort: [placed, -name]
                limit: 10
          Customer:
            attributes:
              name: string
            relationships:
              orders: { to: [Order], inverse: customer, deleteRule: deny }

        """

    /// One edit of the model: what is found once becomes something else.
    struct Edit: Sendable, CustomTestStringConvertible {
        var old: String
        var new: String
        var testDescription: String { "\(old) -> \(new)" }

        init(_ old: String, _ new: String) {
            self.old = old
            self.new = new
        }

        func apply() throws -> String {
            let parts = MeaningHashTests.model.components(separatedBy: old)
            try #require(parts.count == 2, "'\(old)' stands in the model once")
            return parts[0] + new + parts[1]
        }
    }

    static let harmless = [
        Edit("trellis: 1", "# A comment\ntrellis: 1   # another"),
        Edit("doc: Customers and orders.", "doc: Something else."),
        Edit("doc: Customers and orders.\n", ""),
        Edit("    doc: An order.\n", ""),
        Edit(", doc: What it is called.", ""),
        Edit("        doc: Not paid.\n", "        doc: Paid later.\n"),
        Edit("info: string?", "info: { type: string, optional: true }"),
        Edit("info: string?", "info: { type: string?, unique: false }"),
        Edit("info: string?", "'info': \"string?\""),
        Edit("name: string\n", "name: { optional: false, type: string }\n"),
        Edit("default: 1.5", "default: 1.50"),
        Edit("min: 1, max: 5", "max: +5, min: '01'"),
        Edit("pattern: \"[a-z]*\"", "pattern: '[a-z]*'"),
        Edit("page: url?", "page: { type: url, optional: true }"),
        Edit("default: 0.10", "default: 0.1"),
        Edit("to: Customer?", "to: Customer, optional: true"),
        Edit("inverse: orders }", "inverse: orders, deleteRule: nullify }"),
        Edit("to: [Order]", "to: [Order], optional: true"),
        Edit("paid == false AND", "(paid = NO) &&"),
        Edit("        limit: 10\n", "        limit: 10\n        live: true\n"),
        Edit("sort: [placed, -name]", "sort:\n          - placed\n          - \"-name\""),
        Edit(
            "      info: string?\n      sum: { type: decimal, scale: 2, default: 1.5 }\n",
            "      sum: { scale: 2, default: 1.5, type: decimal }\n      info: string?\n"),
        Edit("model: Orders\ndoc: Customers and orders.\n", "doc: Customers and orders.\nmodel: Orders\n"),
    ]

    static let meaningful = [
        Edit("model: Orders", "model: Others"),
        Edit("name: { type: string, minLength: 1,", "name: { type: string, minLength: 2,"),
        Edit("minLength: 1, ", ""),
        Edit("minLength: 1,", "minLength: 0,"),
        Edit("unique: true", "unique: false"),
        Edit("info: string?", "info: string"),
        Edit("info: string?", "info: data?"),
        Edit("info: string?", "infos: string?"),
        Edit("      info: string?\n", ""),
        Edit("info: string?", "info: { type: string?, default: '' }"),
        Edit("scale: 2", "scale: 3"),
        Edit("default: 1.5", "default: 1.51"),
        Edit("default: now()", "default: '2001-01-01T00:00:00Z'"),
        Edit("default: false", "default: true"),
        Edit("min: 1, max: 5", "min: 0, max: 5"),
        Edit("min: 1, max: 5", "min: 1, max: 6"),
        Edit("min: 1, max: 5", "min: 1"),
        Edit("min: 1, max: 5", "max: 5"),
        Edit("min: 1, max: 5", "default: 1"),
        Edit("maxLength: 8, ", ""),
        Edit("maxLength: 8", "maxLength: 9"),
        Edit("maxLength: 8", "minLength: 8"),
        Edit("pattern: \"[a-z]*\"", "pattern: \"[a-z]+\""),
        Edit(", pattern: \"[a-z]*\"", ""),
        Edit("page: url?", "page: string?"),
        Edit("page: url?", "page: url"),
        Edit("default: 0.10", "default: 0.11"),
        Edit("type: decimal, default: 0.10", "type: decimal, scale: 2, default: 0.10"),
        Edit("to: Customer?", "to: Customer"),
        Edit("deleteRule: deny", "deleteRule: cascade"),
        Edit("inverse: orders }", "inverse: orders, deleteRule: deny }"),
        Edit("since: date, name: string?", "name: string?, since: date"),
        Edit("name: string? }", "name: string }"),
        Edit("placed >= $since", "placed > $since"),
        Edit("paid == false AND", "paid == false OR"),
        Edit("sort: [placed, -name]", "sort: [placed, name]"),
        Edit("sort: [placed, -name]", "sort: [-name, placed]"),
        Edit("limit: 10", "limit: 11"),
        Edit("        limit: 10\n", ""),
        Edit("      unpaid:\n", "      notPaid:\n"),
        Edit("  Customer:\n    attributes:", "  Tag:\n  Customer:\n    attributes:"),
    ]

    @Test("What changes no schema, no data and no fetch leaves the hash as it is", arguments: harmless)
    func unchanged(edit: Edit) throws {
        let hash = try readModel(Self.model).meaningHash
        #expect(try hashDespiteWarnings(edit.apply()) == hash)
    }

    @Test("Anything else gives another hash", arguments: meaningful)
    func changed(edit: Edit) throws {
        let hash = try readModel(Self.model).meaningHash
        #expect(try hashDespiteWarnings(edit.apply()) != hash)
    }

    @Test("No two of the meaningful edits give the same hash")
    func distinct() throws {
        let hashes = try Self.meaningful.map { try hashDespiteWarnings($0.apply()) }
        #expect(Set(hashes).count == hashes.count)
    }

    @Test("The order of entities plays no part")
    func entityOrder() throws {
        let a = try readModel("trellis: 1\nmodel: M\nentities:\n  A:\n  B:\n")
        let b = try readModel("trellis: 1\nmodel: M\nentities:\n  B:\n  A:\n")
        #expect(a.meaningHash == b.meaningHash)
    }

    private func hashDespiteWarnings(_ text: String) throws -> String {
        try #require(ModelReader.read(Array(text.utf8), file: "Model.yaml").model).meaningHash
    }
}
