import TestSupport

/// The types that a random model declares.
struct RandomTypes {
    var enums: [RandomEnum] = []
    var composites: [RandomComposite] = []
}

/// A composite of a random model: values of simple types, and composites that were declared before it.
struct RandomComposite {
    var name: String
    var text: String

    init(_ name: String, _ number: Int, among types: RandomTypes, _ random: inout SeededGenerator) {
        self.name = name
        var names = RandomNames()
        let simple = ["string", "int", "double?", "bool", "date?", "uuid?", "{ type: decimal, scale: 2, min: 0 }", "day", "duration?"]
        let choices = simple + types.enums.map(\.name) + types.composites.flatMap { [$0.name, $0.name + "?"] }
        let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
            "\(names.property(&random))Part\(number): \(choices.randomElement(using: &random) ?? "int")"
        }
        text = "{ \(parts.joined(separator: ", ")) }"
    }
}

/// Texts with whatever people write, quoted for YAML.
enum RandomText {
    private static let scalars: [Unicode.Scalar] = Array("abcxyz ABC 019 '\"\\#{}$:-_*/é\u{301}ß😀\u{200D}日本\n\t".unicodeScalars)

    static func quoted(_ random: inout SeededGenerator, length: ClosedRange<Int> = 0...30) -> String {
        let count = Int.random(in: length, using: &random)
        let text = (0..<count).compactMap { _ in scalars.randomElement(using: &random) }
        return "\"" + text.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\t": "\\t"
        default: String(Character(scalar))
        }
    }
}

/// An enum of a random model.
struct RandomEnum {
    var name: String
    var text: String
    var cases: [String]

    init(_ name: String, _ random: inout SeededGenerator) {
        self.name = name
        var names = RandomNames()
        let cases = (0..<Int.random(in: 1...5, using: &random)).map { _ in "x" + names.property(&random) }
        self.cases = cases
        let unknown = Bool.random(using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0:
            text = "[\((cases + (unknown ? ["unknown"] : [])).joined(separator: ", "))]"
        case 1:
            let pairs = cases.enumerated().map { "\($1): \"\($0)\(RandomText.quoted(&random).dropFirst())" }
            text = "{ cases: { \((pairs + (unknown ? ["unknown: ~"] : [])).joined(separator: ", ")) } }"
        default:
            let pairs = cases.enumerated().map { "\($1): \($0 * 7 - 9)" }
            text = "{ raw: int, cases: { \((pairs + (unknown ? ["unknown: ~"] : [])).joined(separator: ", ")) } }"
        }
    }
}
