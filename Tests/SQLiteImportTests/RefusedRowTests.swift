import Foundation
import SQLiteAccess
import SQLiteStorage
import SchemaModel
import StoreImport
import TestSupport
import Testing
import Trellis
import ValueRulesModel

/// What an import counts as refused by a save is what saves refuse: the library itself judges each row.
struct RefusedRowTests {
    private static let texts = ["AB-123", "AB-12", "ab-123", "", "XY-0001", "ÄB-123", "AB-123\n"]
    private static let titles = ["", "a", "Ünï", String(repeating: "x", count: 20), String(repeating: "é", count: 21), "a\u{0}" + String(repeating: "b", count: 19), String(repeating: "e\u{301}", count: 11)]
    private static let weights = ["NULL", "0.5", "0.4999", "-1e300", "9e999", "-9e999"]
    private static let days = ["NULL", "'1990-01-01'", "'1989-12-31'", "'2099-12-31'", "'2100-01-01'"]
    private static let instants = ["NULL", "0", "-0.001", "1e9"]

    @Test func `the counted rows are those that saves refuse`() throws {
        var random = SeededGenerator.forTests()
        let folder = try TemporaryFolder()
        let container = try PersistentContainer(for: ValueRules.self, at: .file(folder.file("Rules.sqlite")))
        let connection = try SQLiteConnection(opening: folder.file("Rules.sqlite"))
        let count = TestScale.count(80, long: 2_000)
        for row in 1...count {
            func one(_ values: [String]) -> String { values.randomElement(using: &random) ?? "" }
            // The last five digits make it unique.
            let code = one(Self.texts) + String(10_000 + row)
            let image = Bool.random(using: &random) ? "NULL" : "zeroblob(\(Int.random(in: 0...10, using: &random)))"
            // A text of SQL ends at NUL.
            let title = one(Self.titles).split(separator: "\u{0}", omittingEmptySubsequences: false).map { SQL.literal(String($0)) }.joined(separator: " || char(0) || ")
            try connection.execute(
                """
                INSERT INTO product (code, title, price, stock, weight, released, sold_out, image, home) VALUES (\(SQL.literal(code)), \(title), \
                \(Int.random(in: -3...3, using: &random) * 500_000), \(one(["-6", "-5", "0", "1000", "1001"])), \(one(Self.weights)), \(one(Self.days)), \
                \(one(Self.instants)), \(image), 'https://example.org/')
                """)
        }
        let text = try Data(contentsOf: URL(filePath: "\(Project.root)/Tests/Cases/value-rules/schema.yaml"))
        let model = try #require(ModelReader.read(Array(text), file: "schema.yaml").model)
        let counted = try SaveRules(of: model, LayoutPlanner.plan(model).schema).refusedRows(connection)
        let found = Dictionary(counted.map { ("\($0.entity).\($0.property)", $0.count) }, uniquingKeysWith: +)

        var refused = [String: Int]()
        let context = try container.makeContext()
        for row in 1...count {
            let product = try #require(try context.find(Product.self, ObjectID(entity: "Product", rowID: Int64(row))))
            product.ratio = 1
            do { try context.save() } catch let error as ObjectValidationError {
                // Each row breaks at most one rule of an attribute.
                for property in Set(error.failures.map(\.path)) { refused[property, default: 0] += 1 }
            }
            try context.rollback()
        }
        #expect(found == refused)
        #expect(refused.count == 8, "\(refused)")
    }
}
