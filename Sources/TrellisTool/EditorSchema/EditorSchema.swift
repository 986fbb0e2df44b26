import SchemaModel

/// The JSON Schema of a model's file (draft 2020-12), for editors that complete and check YAML with it.
///
/// It is generated from ``Language``, and so from the keys of the readers. Editors read YAML 1.2 types, where `1` is a number and
/// `true` a Boolean, so an attribute's value may have any of these types.
enum EditorSchema {
    /// The schema's text.
    static var text: String {
        var definitions = Definitions()
        let model = definitions.object(Language.model)
        let head: [(key: String, value: JSONValue)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"), ("title", "Trellis model"),
        ]
        guard case .object(let body) = model else { return "" }
        return JSONValue.object(head + body + [("$defs", .object(definitions.entries))]).rendered
    }
}

/// The shared definitions.
private struct Definitions {
    private(set) var entries: [(key: String, value: JSONValue)] = [
        ("text", ["type": ["string", "number", "boolean"]]),
        ("name", ["type": "string", "pattern": .string("^\(Pattern.name)$")]),
        ("path", ["type": "string", "pattern": .string("^\(Pattern.path)$")]),
        ("sortKey", ["type": "string", "pattern": .string("^-?\(Pattern.path)$")]),
        // With `layout: existing`, names are those of another program, and a schema cannot ask for the layout here. The tool refuses more.
        ("storedName", ["type": "string", "pattern": "^(?![sS][qQ][lL][iI][tT][eE]_)[^\"\\u0000-\\u001f\\u007f]{1,128}$"]),
        (
            "type",
            [
                "anyOf": [
                    ["enum": .array(Language.types.flatMap { [.string($0), .string($0 + "?")] })],
                    ["type": "string", "pattern": .string("^\(Pattern.name)\\??$")],
                ]
            ]
        ),
    ]

    private enum Pattern {
        static let name = "(?!.*__)[A-Za-z](?:[A-Za-z0-9_]{0,62}[A-Za-z0-9])?"
        static let path = "\(name)(?:\\.\(name))*"
    }

    mutating func schema(of shape: Shape) -> JSONValue {
        switch shape {
        case .text, .value:
            return reference(to: "text")
        case .flag:
            return ["type": "boolean"]
        case .count(let range):
            return .object([("type", "integer")] + bounds(range, "minimum", "maximum"))
        case .word(let words):
            return ["enum": .array(words.map { JSONValue(scalar: $0) })]
        case .name(.none):
            return reference(to: "name")
        case .name(.optional):
            return ["type": "string", "pattern": .string("^\(Pattern.name)\\??$")]
        case .name(.path):
            return reference(to: "path")
        case .name(.descending):
            return reference(to: "sortKey")
        case .type:
            return reference(to: "type")
        case .storedName:
            return reference(to: "storedName")
        case .nothing:
            return ["type": "null"]
        case .empty:
            return ["maxItems": 0, "maxProperties": 0, "type": ["array", "object"]]
        case .list(let element, let isShort, let count):
            let element = schema(of: element)
            let list = JSONValue.object([("type", "array"), ("items", element)] + bounds(count, "minItems", "maxItems"))
            return isShort ? ["anyOf": [element, list]] : list
        case .named(let element, _):
            return [
                "type": ["object", "null"], "propertyNames": reference(to: "name"), "additionalProperties": schema(of: element),
            ]
        case .keys(let keyed):
            define(keyed)
            return reference(to: keyed.name)
        case .either(let shapes):
            return ["anyOf": .array(shapes.map { schema(of: $0) })]
        case .anything:
            return true
        }
    }

    /// A mapping with a fixed set of keys.
    mutating func object(_ keyed: KeyedShape) -> JSONValue {
        let properties = keyed.keys.map { key in (key: key.name, value: property(key)) }
        var entries: [(key: String, value: JSONValue)] = [
            ("description", .string(keyed.doc)), ("type", "object"), ("properties", .object(properties)),
        ]
        let required = keyed.keys.filter(\.isRequired).map { JSONValue.string($0.name) }
        if !required.isEmpty { entries.append(("required", .array(required))) }
        return .object(entries + [("additionalProperties", false)])
    }

    private mutating func property(_ key: KeyedShape.Key) -> JSONValue {
        guard case .object(let shape) = schema(of: key.shape) else { return true }
        let silent = key.silent.map { [(key: "default", value: JSONValue(scalar: $0))] } ?? []
        return .object([("description", .string(key.doc))] + shape + silent)
    }

    private mutating func define(_ keyed: KeyedShape) {
        guard !entries.contains(where: { $0.key == keyed.name }) else { return }
        let place = entries.count
        entries.append((keyed.name, true))
        entries[place].value = object(keyed)
    }

    /// The bounds of a number, if they restrict it.
    private func bounds(_ range: ClosedRange<Int>, _ least: String, _ greatest: String) -> [(key: String, value: JSONValue)] {
        var bounds = [(key: String, value: JSONValue)]()
        if range.lowerBound > 0 || least == "minimum" { bounds.append((least, .integer(range.lowerBound))) }
        if range.upperBound < .max { bounds.append((greatest, .integer(range.upperBound))) }
        return bounds
    }

    private func reference(to name: String) -> JSONValue {
        ["$ref": .string("#/$defs/\(name)")]
    }
}
