import Foundation
import Testing
import Trellis
import ValueRulesModel

/// URLs and decimals without a scale are stored as texts: each value has one, and comes back from it exactly.
struct ExactValueTests {
    private let file: StoreFile<ValueRules>

    init() throws {
        file = try StoreFile(of: ValueRules.self)
    }

    private func save(_ change: (Product) throws -> Void) throws {
        let context = try file.context()
        try change(Product(in: context, code: "AB-123", price: 1))
        try context.save()
    }

    private func readBack() throws -> Product {
        try #require(try file.context().fetchAll(Product.self).first)
    }

    static let decimals = [
        ("0", "0"), ("-0.0", "0"), ("1.50", "1.5"), ("-1.50", "-1.5"), ("1e5", "100000"), ("-2.5e-7", "-0.00000025"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("-99999999999999999999999999999999999999", "-99999999999999999999999999999999999999"),
        ("-0.12345678901234567890123456789012345678", "-0.12345678901234567890123456789012345678"),
    ]

    @Test(arguments: decimals)
    func `a decimal without a scale is stored as canonical text and comes back`(written: String, stored: String) throws
    {
        let decimal = try #require(Decimal(string: written))
        try save { $0.ratio = decimal }
        #expect(try file.rows("SELECT typeof(ratio), ratio FROM product") == [["text", stored]])
        #expect(try readBack().ratio == decimal)
    }

    @Test(arguments: [
        Decimal.greatestFiniteMagnitude, -.greatestFiniteMagnitude, .leastNonzeroMagnitude, Decimal(2) / 3,
    ])
    func `a decimal at the ends of what Swift has comes back`(_ decimal: Decimal) throws {
        try save { $0.ratio = decimal }
        #expect(try readBack().ratio == decimal)
    }

    @Test func `nil is NULL, and a decimal that is no number is refused`() throws {
        try save { $0.ratio = nil }
        #expect(try file.rows("SELECT ratio, page FROM product") == [[nil, nil]])
        #expect(try readBack().ratio == nil)
        let context = try file.context()
        Product(in: context, code: "CD-123", price: 1, ratio: .nan)
        let error = #expect(throws: ObjectValidationError.self) { try context.save() }
        #expect(error?.failures.map(\.rule) == [.finite])
    }

    @Test(
        arguments: [
            "https://example.org/", "https://example.org/a%20b?c=d&e=%C3%A9#f", "mailto:a@example.org",
            "file:///tmp/a%20b",
            "a/relative/path", "https://user:word@example.org:8080/", "x-own:opaque",
        ])
    func `a URL is stored as its text and comes back`(_ text: String) throws {
        let url = try #require(URL(string: text))
        try save {
            $0.page = url
            $0.home = url
        }
        #expect(try file.rows("SELECT typeof(page), page, home FROM product") == [["text", text, text]])
        #expect(try readBack().page == url)
        #expect(try readBack().home == url)
    }

    @Test func `a URL relative to another is stored as the place that it leads to`() throws {
        let base = try #require(URL(string: "https://example.org/a/"))
        try save { $0.page = URL(string: "b", relativeTo: base) }
        #expect(try file.column("SELECT page FROM product") == ["https://example.org/a/b"])
        #expect(try readBack().page?.absoluteString == "https://example.org/a/b")
    }

    @Test func `a missing URL is the default`() throws {
        try save { _ in }
        #expect(try file.column("SELECT home FROM product") == ["https://example.org/"])
        #expect(try readBack().home.absoluteString == "https://example.org/")
    }

    @Test(arguments: ["1.50", "1.0", "-0", "01", "+1", "1e5", "", " 1", "1 ", "one", "1.", ".5", "NaN", "1,5"])
    func `a text that is no canonical decimal is unreadable`(_ text: String) throws {
        try expectUnreadable("ratio", text)
    }

    @Test(arguments: ["page", "home"], ["", "http://[", "https://example.org:port/", "https://example.org/x y", "https://example.org/\u{E9}"])
    func `a text that is no URL, or would be another text as one, is unreadable`(_ column: String, _ text: String) throws {
        try expectUnreadable(column, text)
    }

    private func expectUnreadable(_ column: String, _ text: String) throws {
        try save { _ in }
        try file.execute("UPDATE product SET \(column) = '\(text)'")
        let context = try file.context()
        let error = #expect(throws: StoreError.self) { try context.fetchAll(Product.self) }
        guard case .unreadableValue(let place) = error else {
            Issue.record("\(String(describing: error)) is no unreadable value")
            return
        }
        #expect([place.table, place.column, place.storageClass] == ["product", column, "TEXT"])
        #expect(place.row == 1)
    }

    @Test func `a fetch finds them by equality, stored and pending alike`() throws {
        let (page, other) = (URL(string: "https://example.org/a"), URL(string: "https://example.org/A"))
        let context = try file.context()
        for (number, isOther) in [false, true, false].enumerated() {
            Product(
                in: context, code: "AB-10\(number)", price: Decimal(100 - number), ratio: Decimal(string: "1.50"),
                page: isOther ? other : page)
        }
        Product(in: context, code: "AB-103", price: 1)
        Product(in: context, code: "AB-104", price: 1, ratio: Decimal(string: "1.49"), page: page)
        // Beyond the condition's own limit.
        Product(in: context, code: "AB-105", price: 101, ratio: Decimal(string: "1.5"), page: page)

        func codes(_ page: URL?, _ ratio: String?, limit: Decimal = 1000) throws -> [String] {
            try Product.cheap(limit: limit, page: page, ratio: ratio.flatMap { Decimal(string: $0) }, in: context).map(
                \.code)
        }
        for _ in 0..<2 {
            #expect(try codes(page, "1.5") == ["AB-102", "AB-100"])
            #expect(try codes(page, "1.500", limit: 99) == ["AB-102"])
            #expect(try codes(other, "1.5") == ["AB-101"])
            #expect(try codes(nil, nil) == ["AB-103"])
            #expect(try codes(page, nil) == [])
            #expect(try codes(page, "150") == [])
            // First they are pending, then stored.
            try context.save()
        }
    }

    @Test func `a program's fetch compares an exact decimal with a literal, and cannot order by it`() throws {
        try save { $0.ratio = Decimal(string: "0.1") }
        let context = try file.context()
        #expect(try context.fetch(Fetch<Product>(where: .compare("ratio", .equal, to: 0.1))).count == 1)
        #expect(try context.fetch(Fetch<Product>(where: .compare("ratio", .notEqual, to: 1))).count == 1)
        #expect(throws: (any Error).self) { try context.fetch(Fetch<Product>(where: .compare("ratio", .less, to: 1))) }
        #expect(throws: (any Error).self) { try context.fetch(Fetch<Product>(sort: [.ascending("ratio")])) }
    }
}
