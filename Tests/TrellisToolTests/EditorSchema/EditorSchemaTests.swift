import Foundation
import SchemaSyntax
import TestSupport
import Testing

/// `trellis schema`, tried with a validator that is not ours.
struct EditorSchemaTests {
    /// The broken cases that are refused by their shape alone. The others need names that are looked up, types that are
    /// known, SQLite or Swift, or are no YAML.
    static let refusable: Set = [
        "broken-enums", "broken-indexes", "broken-names", "broken-several", "broken-unknown-destination", "broken-unknown-key",
    ]

    private static let schema: String = (try? ChildProcess.run(Project.trellis, ["schema"]).output) ?? ""

    /// What the validator refuses, each with a reason.
    private func refused(_ instances: [(name: String, yaml: [UInt8])]) throws -> [String: String] {
        let folder = try TemporaryFolder()
        try folder.write(Self.schema, to: "schema.json")
        let lines = instances.compactMap { name, yaml in
            YAMLParser.parse(yaml, file: name).root.map { "[\"\(name)\", \(EditorJSON.text(of: $0))]\n" }
        }
        let process = try ChildProcess.run(
            named: "python3", ["\(Project.root)/Tests/Programs/validate-json.py", folder.file("schema.json")],
            input: lines.joined())
        #expect(process.exitCode == 0, "Python's jsonschema is needed, which Scripts/setup.sh tests installs.\n\(process.errors)")
        let pairs = process.output.split(separator: "\n").map { line in
            let name = line.prefix { $0 != " " }
            return (String(name), String(line.dropFirst(name.count)))
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    private func models(under folder: String, _ isWanted: (String) -> Bool) throws -> [(name: String, yaml: [UInt8])] {
        let paths = FileManager.default.enumerator(atPath: "\(Project.root)/\(folder)")?.compactMap { $0 as? String } ?? []
        // What decides on migrations is no model.
        let models = paths.filter { $0.hasSuffix(".yaml") && !$0.hasSuffix(".migration.yaml") }
        return try models.filter(isWanted).sorted().map { path in
            ("\(folder)/\(path)", Array(try Data(contentsOf: URL(filePath: "\(Project.root)/\(folder)/\(path)"))))
        }
    }

    @Test("It accepts every model of this project that the tool accepts")
    func accepted() throws {
        let models = try models(under: "Schemas") { _ in true } + models(under: "Tests/Cases") { !$0.hasPrefix("broken") }
        #expect(models.count > 15)
        #expect(try refused(models) == [:])
    }

    @Test("It refuses the broken cases whose shape is wrong, and cannot see what is wrong with the others")
    func refusedCases() throws {
        let models = try models(under: "Tests/Cases") { $0.hasPrefix("broken") && $0.hasSuffix("/schema.yaml") }
        let refused = try refused(models.map { ($0.name.split(separator: "/")[2].description, $0.yaml) })
        #expect(Set(refused.keys) == Self.refusable, "\(refused.sorted { $0.key < $1.key })")
    }

    @Test(
        "It refuses what has another shape than the language",
        arguments: [
            "trellis: 2", "model: 2Things", "entities: []", "entities: { Thing: { attributes: [a] } }",
            "entities: { Thing: { attributes: { a: { unique: true } } } }",
            "entities: { Thing: { attributes: { a: { type: int, unique: yes } } } }",
            "entities: { Thing: { attributes: { a: { type: decimal, scale: 19 } } } }",
            "entities: { Thing: { attributes: { a__b: int } } }", "entities: { Thing: { table: sqlite_thing } }",
            "entities: { Thing: { relationships: { a: { to: Thing?, inverse: a, deleteRule: none } } } }",
            "entities: { Thing: { relationships: { a: { inverse: a } } } }",
            "entities: { Thing: { fetches: { a: { limit: 0 } } } }", "entities: { Thing: { indexes: [{ where: a == 1 }] } }",
            "entities: { Thing: { x-mine: 1 } }", "entites: {}", "enums: { Kind: { raw: bool, cases: [a] } }",
            "entities: { Thing: { relationships: { a: { to: [Thing, Other], inverse: a } } } }",
        ])
    func refusedShapes(line: String) throws {
        let key = line.prefix { $0 != ":" }
        let lines = ["trellis: 1", "model: Things", "entities: {}"].filter { !$0.hasPrefix("\(key):") } + [line]
        #expect(try refused([("model", Array(lines.joined(separator: "\n").utf8))]).count == 1)
    }

    @Test("It has the keys that the tool reads, at each place, and each is described")
    func keys() throws {
        let schema = try #require(try JSONSerialization.jsonObject(with: Data(Self.schema.utf8)) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        let places: [(shape: String, yaml: String)] = [
            ("model", "zzzzzzzz: 1"), ("enum", "enums: { A: { zzzzzzzz: 1, cases: [a] } }"),
            ("entity", "entities: { A: { zzzzzzzz: 1 } }"),
            ("attribute", "entities: { A: { attributes: { a: { zzzzzzzz: 1, type: int } } } }"),
            ("relationship", "entities: { A: { relationships: { a: { zzzzzzzz: 1, to: A } } } }"),
            ("pairs", "entities: { A: { relationships: { a: { to: [A], inverse: a, pairs: { zzzzzzzz: 1, table: t, own: a, other: b } } } } }"),
            ("index", "entities: { A: { indexes: [{ zzzzzzzz: 1, on: a }] } }"),
            ("search", "entities: { A: { search: { zzzzzzzz: 1, on: a } } }"),
            ("fetch", "entities: { A: { fetches: { a: { zzzzzzzz: 1 } } } }"),
            ("fetchedProperty", "entities: { A: { fetchedProperties: { a: { zzzzzzzz: 1, from: A } } } }"),
            ("parameter", "entities: { A: { fetches: { a: { parameters: { a: { zzzzzzzz: 1, type: int } } } } } }"),
        ]
        for (shape, yaml) in places {
            let definition = shape == "model" ? schema : definitions[shape] as? [String: Any]
            let properties = try #require(definition?["properties"] as? [String: [String: Any]], "\(shape)")
            #expect(properties.allSatisfy { ($0.value["description"] as? String)?.isEmpty == false }, "\(shape)")

            let folder = try TemporaryFolder()
            try folder.write("trellis: 1\nmodel: Things\n\(yaml)\n", to: "Things.yaml")
            let errors = try ChildProcess.run(Project.trellis, ["validate", folder.file("Things.yaml")]).errors
            let known = try #require(errors.firstMatch(of: /no key 'zzzzzzzz'\n.*\n.*\nhelp: its keys are (.*)\n/), "\(errors)")
            #expect(Set(known.output.1.split(separator: ", ").map(String.init)) == Set(properties.keys), "\(shape)")
        }
        // A composite's long form is one only where all its keys are known.
        let known = Set(places.map(\.shape)).union(["composite"])
        let described = definitions.filter { ($0.value as? [String: Any])?["properties"] != nil }.keys
        #expect(known == Set(described).union(["model"]))
    }

    @Test("It is JSON, of the draft that it names, and prints the same each time")
    func text() throws {
        #expect(Self.schema.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"))
        #expect(try ChildProcess.run(Project.trellis, ["schema"]).output == Self.schema)
        #expect(Self.schema.hasSuffix("\n}\n"))
    }
}

/// A tree of YAML as JSON, by the core types of YAML 1.2, as editors read it.
private enum EditorJSON {
    static func text(of node: YAMLNode) -> String {
        switch node.content {
        case .scalar(let scalar): scalar.isPlain ? plain(scalar.text) : ScalarPrinter.doubleQuoted(scalar.text)
        case .sequence(let items): "[\(items.map(text).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\(ScalarPrinter.doubleQuoted($0.key)): \(text(of: $0.value))" }.joined(separator: ", "))}"
        }
    }

    private static func plain(_ text: String) -> String {
        switch text {
        case "", "~", "null", "Null", "NULL": "null"
        case "true", "True", "TRUE": "true"
        case "false", "False", "FALSE": "false"
        default:
            if text.wholeMatch(of: /0o[0-7]+|0x[0-9a-fA-F]+/) != nil {
                "0"
            } else if text.wholeMatch(of: /[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?/) != nil {
                number(text)
            } else {
                ScalarPrinter.doubleQuoted(text)
            }
        }
    }

    /// A number as JSON writes it: digits on both sides of the point, and no zeros before others.
    private static func number(_ text: String) -> String {
        let sign = text.hasPrefix("-") ? "-" : ""
        let digits = text.drop { "+-".contains($0) }
        let exponent = digits.drop { $0 != "e" && $0 != "E" }
        let parts = digits.dropLast(exponent.count).split(separator: ".", omittingEmptySubsequences: false)
        let whole = parts[0].drop { $0 == "0" }
        let fraction = parts.count == 2 ? ".\(parts[1].isEmpty ? "0" : parts[1])" : ""
        return sign + (whole.isEmpty ? "0" : whole) + fraction + exponent
    }
}
