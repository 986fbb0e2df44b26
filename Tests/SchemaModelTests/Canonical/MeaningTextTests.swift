import Foundation
import SchemaModel
import TestSupport
import Testing

/// The canonical text of a model.
struct MeaningTextTests {
    /// Every model that the repository holds and that is meant to be right.
    static let models: [String] = {
        let folder = URL(filePath: Project.root)
        let cases = (try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/Tests/Cases")) ?? []
        let schemas = (try? FileManager.default.contentsOfDirectory(atPath: "\(Project.root)/Schemas")) ?? []
        let paths =
            cases.filter { !$0.hasPrefix("broken-") }.map { "Tests/Cases/\($0)/schema.yaml" }
            + schemas.map { "Schemas/\($0)/\($0).yaml" }
        return paths.filter { FileManager.default.fileExists(atPath: folder.appending(path: $0).path) }.sorted()
    }()

    @Test("It reads back to a model that means the same, byte for byte", arguments: models)
    func roundTrip(path: String) throws {
        let text = try String(contentsOfFile: "\(Project.root)/\(path)", encoding: .utf8)
        let read = ModelReader.read(Array(text.utf8), file: "\(Project.root)/\(path)") { path in
            Array(try Data(contentsOf: URL(filePath: path)))
        }
        let model = try #require(read.model)
        let again = try readBack(model)
        #expect(again.meaningText == model.meaningText)
        #expect(again.meaningHash == model.meaningHash)
    }

    @Test("The models of the repository were found")
    func found() {
        #expect(Self.models.count >= 6)
    }

    @Test("It is the short form, in the order of names, without docs and defaults of the language")
    func form() throws {
        let model = try readModel(
            """
            trellis: 1
            model: Orders
            doc: Gone.
            entities:
              Order:
                attributes:
                  paid: { type: bool, default: false, doc: Gone. }
                  info: { type: string, optional: true }
                  count: int
                  sum: { type: decimal?, scale: 2 }
                relationships:
                  customer: { to: Customer, optional: true, inverse: orders, deleteRule: nullify }
                fetches:
                  find: { parameters: { z: int, a: Customer? }, where: "count == $z && (customer = $a)", sort: -count, limit: 3 }
              Customer:
                relationships:
                  orders: { to: [Order], inverse: customer, deleteRule: cascade }
              Alone: { small: true }
            """)
        #expect(
            model.meaningText == """
                trellis: 1
                model: Orders
                entities:
                  Alone:
                  Customer:
                    relationships:
                      orders: { to: [Order], inverse: customer, deleteRule: cascade }
                  Order:
                    attributes:
                      count: int64
                      info: string?
                      paid: { type: bool, default: false }
                      sum: { type: decimal?, scale: 2 }
                    relationships:
                      customer: { to: Customer?, inverse: orders }
                    fetches:
                      find: { parameters: { z: int64, a: Customer? }, where: "count == $z AND customer == $a", sort: ["-count"], limit: 3 }

                """)
    }

    @Test(
        "A text's default survives, whatever it holds",
        arguments: [
            "", " ", "no", "~", "'", "\"", "\\", "a\nb", "a\r\nb", "\t", "\u{0}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FEFF}",
            "é", "e\u{301}",
            "👩‍👩‍👧", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{E000}", "# no comment", "{ a: b }", "*/ \"\"\"# \\(x)", "\u{301}",
            "\u{1F}", "\u{202E}",
        ])
    func defaults(text: String) throws {
        // JSON's escapes are YAML's too.
        let escaped = text.unicodeScalars.map { scalar in
            "\\U" + String(repeating: "0", count: 8 - String(scalar.value, radix: 16).count)
                + String(scalar.value, radix: 16)
        }.joined()
        let model = try readModel(ModelSource.attributes("a: { type: string, default: \"\(escaped)\" }"))
        #expect(model.entities[0].attributes[0].defaultValue == .literal(.string(text)))
        #expect(scalars(try readBack(model)) == scalars(model))
    }

    @Test(
        "Every kind of default survives",
        arguments: [
            "bool, default: true", "int16, default: -32768", "int64, default: -9223372036854775808", "float, default: 0.1",
            "float, default: 3.4028235e38", "double, default: 2.2250738585072014e-308", "double, default: -0.0", "double, default: 1e300",
            "decimal, scale: 18, default: -0.000000000000000001", "decimal, scale: 2, default: 1234567890123456.78",
            "day, default: 0001-01-01", "date, default: '2001-01-01T00:00:00Z'", "date, default: '1969-12-31T23:59:59Z'",
            "date, default: '9999-12-31T23:59:59Z'", "date, default: '0001-01-01T00:00:00Z'", "date, default: now()",
            "uuid, default: 6ba7b810-9dad-11d1-80b4-00c04fd430c8", "uuid, default: uuid()",
            "decimal, default: -99999999999999999999999999999999999999",
            "decimal, default: 0.0000000000000000000000000000000000001", "decimal?, default: -0.0",
            "url, default: 'https://example.org/a?b=c#d'", "url, default: 'mailto:a@c.d?subject=it%20is'",
        ])
    func otherDefaults(attribute: String) throws {
        let model = try readModel(ModelSource.attributes("a: { type: \(attribute) }"))
        let again = try readBack(model)
        #expect(again.entities[0].attributes[0].defaultValue == model.entities[0].attributes[0].defaultValue)
        #expect(again.meaningText == model.meaningText)
    }

    @Test(
        "Every rule survives",
        arguments: [
            "int16, min: -32768, max: 32767", "int64, min: -9223372036854775808, max: 9223372036854775807",
            "float, min: 0.1, max: 3.4028235e38", "double, min: -0.0, max: 1e300", "double, min: 2.2250738585072014e-308",
            "decimal, scale: 18, min: -0.000000000000000001, max: 0", "decimal, scale: 0, max: 999999999999999999",
            "date, min: '2001-01-01T00:00:00Z', max: '9999-12-31T23:59:59+02:00'", "day, min: 0001-01-01, max: 9999-12-31",
            "string, minLength: 0, maxLength: 9223372036854775807", "data, minLength: 1, maxLength: 2",
            "string, pattern: '[A-Z]{2}-\\d+'", "string, pattern: \"\\\"# [{] [}] : \\n \\u2028\"",
        ])
    func rules(attribute: String) throws {
        let model = try readModel(ModelSource.attributes("a: { type: \(attribute) }"))
        let again = try readBack(model)
        #expect(again.entities[0].attributes[0].rules == model.entities[0].attributes[0].rules)
        #expect(again.meaningText == model.meaningText)
    }

    @Test("Rules stand after the default, bounds before lengths, and a URL's and a whole decimal's type is bare")
    func formOfRules() throws {
        let model = try readModel(
            ModelSource.attributes(
                "a: { pattern: 'a+', maxLength: 4, minLength: 1, default: aa, unique: true, type: string }",
                "b: { max: 2.50, min: '0', scale: 2, type: decimal? }", "c: { type: url, optional: true }",
                "d: { type: decimal, optional: false }"))
        #expect(
            model.meaningText.hasSuffix(
                """
                    attributes:
                      a: { type: string, default: "aa", minLength: 1, maxLength: 4, pattern: "a+", unique: true }
                      b: { type: decimal?, scale: 2, min: 0, max: 2.5 }
                      c: url?
                      d: decimal

                """))
    }

    @Test("A model without entities reads back")
    func empty() throws {
        let model = try readModel("trellis: 1\nmodel: Nothing\nentities: {}\n")
        #expect(try readBack(model).entities.isEmpty)
    }

    private func readBack(_ model: Model) throws -> Model {
        let result = ModelReader.read(Array(model.meaningText.utf8), file: "canonical")
        #expect(result.findings.filter { $0.severity == .error } == [], "\(model.meaningText)")
        return try #require(result.model)
    }

    // Swift takes two texts for equal that a file tells apart.
    private func scalars(_ model: Model) -> [UInt32]? {
        guard case .literal(.string(let text)) = model.entities[0].attributes[0].defaultValue else { return nil }
        return text.unicodeScalars.map(\.value)
    }
}
