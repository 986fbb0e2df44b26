import Foundation
import Testing
import Trellis
import ValueRulesModel

/// A save looks at every rule of every value, before anything is written.
struct ValueRulesTests {
    private let file: StoreFile<ValueRules>
    private let context: ManagedObjectContext

    init() throws {
        file = try StoreFile(of: ValueRules.self)
        context = try file.context()
    }

    /// The failures of saving a product that was good before the change.
    private func failures(_ change: (Product) throws -> Void) throws -> [ObjectValidationError.Failure] {
        let product = Product(in: context, code: "AB-123", price: 1)
        try change(product)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.rows("SELECT * FROM product").isEmpty)
        try context.delete(product)
        return error?.failures ?? []
    }

    @Test func `every rule that is broken from below is told in one error, with values in words`() throws {
        let failures = try failures {
            $0.code = "ab-1"
            $0.title = ""
            $0.price = try #require(Decimal(string: "-10.25"))
            $0.stock = -6
            $0.weight = 0.25
            $0.released = Day(1989, 12, 31)
            $0.soldOut = Date(timeIntervalSinceReferenceDate: -1)
            $0.image = Data([1, 2, 3])
        }
        #expect(
            failures.map { "\($0.property ?? ""): \($0.rule), not \($0.value ?? "nil")" } == [
                "code: must match the pattern [A-Z]{2}-[0-9]{3,}, not ab-1", "title: must have at least 1 character, not ",
                "price: must be at least 0, not -10.25", "stock: must be at least -5, not -6",
                "weight: must be at least 0.5, not 0.25", "released: must be at least 1990-01-01, not 1989-12-31",
                "soldOut: must be at least 2001-01-01T00:00:00Z, not 2000-12-31T23:59:59Z",
                "image: must have at least 4 bytes, not 3 bytes",
            ])
        #expect(failures[2].rule == .min("0"))
        #expect(failures[7].rule == .minBytes(4))
    }

    @Test func `every rule that is broken from above is told in one error, with values in words`() throws {
        let failures = try failures {
            $0.title = String(repeating: "x", count: 21)
            $0.price = 10_000
            $0.stock = 1001
            $0.released = Day(2100, 1, 1)
            $0.image = Data(repeating: 0, count: 9)
        }
        #expect(failures.map(\.property) == ["title", "price", "stock", "released", "image"])
        #expect(
            failures.map(\.rule) == [.maxLength(20), .max("9999.99"), .max("1000"), .max("2099-12-31"), .maxBytes(8)])
        #expect(failures.map(\.value) == [String(repeating: "x", count: 21), "10000", "1001", "2100-01-01", "9 bytes"])
    }

    @Test func `an error tells the rules and, unless asked, not the values`() throws {
        Product(in: context, code: "secret", price: 77_777)
        let error = try #require(throws: ObjectValidationError.self) { try context.save() }
        #expect(!error.description.contains("secret") && !error.description.contains("77777"))
        #expect(error.description.contains("Product.price must be at most 9999.99"))
        #expect(error.text(includingValues: true).contains("secret"))
        #expect(error.text(includingValues: true).contains("77777"))
    }

    @Test func `values at the edges meet the rules`() throws {
        for isUpper in [false, true] {
            let product = Product(in: context, code: isUpper ? "ZZ-0000000" : "AA-000", price: 0)
            product.title = String(repeating: "x", count: isUpper ? 20 : 1)
            product.price = isUpper ? try #require(Decimal(string: "9999.99")) : 0
            product.stock = isUpper ? 1000 : -5
            product.weight = isUpper ? .greatestFiniteMagnitude : 0.5
            product.released = isUpper ? Day(2099, 12, 31) : Day(1990, 1, 1)
            product.soldOut = isUpper ? .distantFuture : Date(timeIntervalSinceReferenceDate: 0)
            product.image = Data(repeating: 0, count: isUpper ? 8 : 4)
        }
        try context.save()
        #expect(try file.rows("SELECT price, stock FROM product") == [["0", "-5"], ["999999", "1000"]])
    }

    @Test func `nil meets every rule`() throws {
        Product(in: context, code: "AB-123", price: 1)
        try context.save()
        #expect(
            try file.rows("SELECT ratio, weight, released, sold_out, image, page FROM product") == [
                [nil, nil, nil, nil, nil, nil]
            ])
    }

    @Test func `what may be nil is held to its rules where it is not`() throws {
        let failures = try failures { $0.weight = -1 }
        #expect(failures.map(\.rule) == [.min("0.5")])
    }

    @Test(arguments: ["AB-123 ", " AB-123", "AB-123\n", "AB-12", "ab-123", "AB-123x", "", "x\nAB-123"])
    func `a pattern matches the whole text`(_ code: String) throws {
        let failures = try failures { $0.code = code }
        #expect(failures.map(\.rule) == [.pattern("[A-Z]{2}-[0-9]{3,}")])
        #expect(failures.map(\.value) == [code])
    }

    @Test func `lengths count Unicode scalars, and of data bytes`() throws {
        // Twenty characters that are forty scalars.
        let failures = try failures { $0.title = String(repeating: "e\u{301}", count: 20) }
        #expect(failures.map(\.rule) == [.maxLength(20)])
        Product(in: context, code: "AB-123", title: String(repeating: "e\u{301}", count: 10), price: 1)
        try context.save()
    }

    @Test func `what cannot be stored breaks that rule alone`() throws {
        let failures = try failures {
            $0.price = try #require(Decimal(string: "-0.001"))
            $0.weight = -.infinity
            $0.soldOut = Date(timeIntervalSinceReferenceDate: .nan)
            $0.ratio = .nan
        }
        #expect(failures.map(\.property) == ["price", "ratio", "weight", "soldOut"])
        #expect(failures.map(\.rule) == [.scale(2), .finite, .finite, .finite])
    }

    @Test func `an update is held to the rules too, and what was refused can be set right`() throws {
        let product = Product(in: context, code: "AB-123", price: 1)
        try context.save()
        product.stock = 2000
        #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(try file.column("SELECT stock FROM product") == ["0"])
        product.stock = 999
        try context.save()
        #expect(try file.column("SELECT stock FROM product") == ["999"])
    }

    @Test func `a value that the file holds and the rules forbid is read, and told by the save that writes its row`()
        throws
    {
        Product(in: context, code: "AB-123", price: 1)
        try context.save()
        try file.execute("UPDATE product SET price = -1, code = 'none'")
        let other = try file.context()
        let product = try #require(try other.fetchAll(Product.self).first)
        #expect(product.code == "none")
        product.title = "new"
        let error = #expect(throws: ObjectValidationError.self) { try other.save() }
        #expect(error?.failures.map(\.property) == ["code", "price"])
        #expect(error?.failures.map(\.value) == ["none", "-0.01"])
    }

    @Test func `a unique value that is taken is told in words`() throws {
        Product(in: context, code: "AB-123", price: 1)
        Product(in: context, code: "AB-123", price: 2)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.unique])
        #expect(error?.failures.map(\.value) == ["AB-123"])
    }

    @Test func `what stands in the model's file is what a new object has and what its rules say`() throws {
        let edge = Edge(in: context)
        #expect(edge.whole == Decimal(string: "99999999999999999999999999999999999999"))
        #expect(edge.fraction == Decimal(string: "-0.1234567890123456789012345678901234567"))
        #expect(edge.half == Decimal(string: "-0.5"))
        #expect(edge.mirror == URL(string: "https://example.org/a?b='c'"))
        #expect(edge.code == "\"#(x)\n\\")
        (edge.large, edge.sum) = (.min, try #require(Decimal(string: "-0.999999999999999999")))
        edge.first = Date(timeIntervalSinceReferenceDate: -63_113_904_000)
        try context.save()
        #expect(
            try file.rows("SELECT whole, half, large FROM edge") == [
                ["99999999999999999999999999999999999999", "-0.5", "-9223372036854775808"]
            ])

        edge.sum = try #require(Decimal(string: "0.000000000000000002"))
        edge.first = Date(timeIntervalSinceReferenceDate: -63_113_904_001)
        edge.code = "\"#(x)\\"
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.property) == ["sum", "first", "code"])
        #expect(
            error?.failures.prefix(2).map(\.rule) == [.max("0.000000000000000001"), .min("0001-01-01T00:00:00Z")])
    }
}
