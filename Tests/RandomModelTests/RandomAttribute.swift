import TestSupport

/// An attribute of a random model: its text, and what others need to know of it.
struct RandomAttribute {
    var name: String
    var text: String
    var type: String
    var isOptional: Bool
    /// What an index, uniqueness and conditions can do with it.
    var canBeIndexed: Bool
    var hasOrder: Bool
    var isStored = true
    var isLazy = false
    /// Whether it can be summed as an integer or a floating-point number.
    var canBeSummed: Bool { isStored && ["int16", "int32", "int64", "int", "float", "double"].contains(type) }

    static let types = [
        "bool", "int16", "int32", "int64", "int", "float", "double", "string", "decimal", "decimal2", "date", "day", "duration",
        "data", "uuid", "url", "json",
    ]

    /// A derived attribute, of which no fetch and no index is made.
    init(_ name: String, derived text: String) {
        self.name = name
        self.text = text
        (type, isOptional, canBeIndexed, hasOrder) = ("derived", false, false, true)
    }

    init(_ name: String, types: RandomTypes, _ random: inout SeededGenerator) {
        self.name = name
        isOptional = Bool.random(using: &random)
        if let chosen = types.composites.randomElement(using: &random), Int.random(in: 0..<5, using: &random) == 0 {
            (type, canBeIndexed, hasOrder) = ("composite", false, false)
            text = Self.text(chosen.name, isOptional, [], &random)
            return
        }
        if let chosen = types.enums.randomElement(using: &random), Int.random(in: 0..<4, using: &random) == 0 {
            type = "enum"
            canBeIndexed = true
            hasOrder = false
            let defaultCase = chosen.cases.randomElement(using: &random)
            let options = Bool.random(using: &random) ? defaultCase.map { ["default: \($0)"] } ?? [] : []
            text = Self.text(chosen.name, isOptional, options, &random)
            return
        }
        type = Self.types.randomElement(using: &random) ?? "string"
        canBeIndexed = type != "json"
        hasOrder = !["bool", "data", "uuid", "decimal", "json", "url"].contains(type)
        var options = Self.options(of: type, isOptional, &random)
        if isOptional, Int.random(in: 0..<8, using: &random) == 0 {
            isStored = false
            canBeIndexed = false
            options.removeAll { option in
                ["unique", "storage", "check", "min", "max", "scale", "rounding"].contains { option.hasPrefix($0) }
            }
            options.append("transient: true")
        }
        if isStored, type == "string" || type == "data", Int.random(in: 0..<4, using: &random) == 0 {
            isLazy = true
            options.append("lazy: true")
        }
        text = Self.text(type == "decimal2" ? "decimal" : type, isOptional, options, &random)
    }

    private static func text(
        _ type: String, _ isOptional: Bool, _ options: [String], _ random: inout SeededGenerator
    ) -> String {
        var options = options
        if Int.random(in: 0..<5, using: &random) == 0 { options.append("doc: \(RandomText.quoted(&random))") }
        options.shuffle(using: &random)
        if options.isEmpty { return type + (isOptional ? "?" : "") }
        let isShort = Bool.random(using: &random)
        let head = isOptional ? (isShort ? "type: \(type)?" : "type: \(type), optional: true") : "type: \(type)"
        return "{ \(([head] + options).joined(separator: ", ")) }"
    }

    /// Options that fit the type and each other.
    private static func options(
        of type: String, _ isOptional: Bool, _ random: inout SeededGenerator
    ) -> [String] {
        var options = [String]()
        func maybe(_ random: inout SeededGenerator, _ option: String) {
            if Int.random(in: 0..<3, using: &random) == 0 { options.append(option) }
        }
        switch type {
        case "bool":
            maybe(&random, "default: \(Bool.random(using: &random))")
        case "int16", "int32", "int64", "int":
            let least = Int.random(in: -32_768...0, using: &random)
            let greatest = Int.random(in: 0...32_767, using: &random)
            maybe(&random, "min: \(least)")
            maybe(&random, "max: \(greatest)")
            maybe(&random, "default: \(Int.random(in: least...greatest, using: &random))")
        case "float", "double":
            let least = Double.random(in: -1e6...0, using: &random)
            maybe(&random, "min: \(least)")
            maybe(&random, "default: \(Double.random(in: least / 2...1e6, using: &random))")
        case "string":
            let least = Int.random(in: 0...3, using: &random)
            maybe(&random, "minLength: \(least)")
            maybe(&random, "maxLength: \(Int.random(in: 40...400, using: &random))")
            maybe(&random, "default: \(RandomText.quoted(&random, length: least...40))")
        case "decimal":
            maybe(&random, "default: \(Int.random(in: -999...999, using: &random)).125")
        case "decimal2":
            let scale = Int.random(in: 0...4, using: &random)
            options.append("scale: \(scale)")
            maybe(&random, "min: -\(Int.random(in: 0...100, using: &random))")
            maybe(&random, "default: \(Int.random(in: 0...99, using: &random))")
            maybe(&random, "rounding: \(["halfEven", "halfUp", "halfDown", "up", "down", "floor", "ceiling"].randomElement(using: &random) ?? "up")")
        case "date":
            maybe(&random, ["default: now()", "default: 1969-07-20T20:17:40Z"].randomElement(using: &random) ?? "")
            maybe(&random, ["storage: unix", "storage: iso8601"].randomElement(using: &random) ?? "")
            maybe(&random, "min: 1900-01-01T00:00:00Z")
        case "day":
            maybe(&random, ["default: now()", "default: 1999-12-31"].randomElement(using: &random) ?? "")
        case "duration":
            maybe(&random, "min: -PT\(Int.random(in: 0...99, using: &random))S")
            maybe(&random, "default: \(["PT0S", "PT1H30M", "P2DT0.000001S"].randomElement(using: &random) ?? "PT0S")")
            maybe(&random, "rounding: halfEven")
        case "data":
            maybe(&random, "maxLength: \(Int.random(in: 1...1_000, using: &random))")
        case "uuid":
            maybe(&random, "default: uuid()")
            maybe(&random, "storage: text")
        case "url":
            maybe(&random, "default: \"https://example.org/\(Int.random(in: 0...99, using: &random))\"")
        default:
            options.append("swift: \"\(["[String: Int]", "[Double]", "String", "[[String: [Int]]]"].randomElement(using: &random) ?? "Int")\"")
        }
        if ["int16", "int32", "bool", "day"].contains(type) { maybe(&random, "check: true") }
        if !["bool", "json", "data", "float", "double"].contains(type) { maybe(&random, "unique: true") }
        return options
    }
}
