import SchemaEvolution
import TestSupport

/// A model's text during edits, and the original name of each part.
///
/// Names of properties are no other's in a random model, so that a name alone says where something came from.
struct RandomEdits {
    private(set) var lines: [String]
    /// The first names of what is still there, by its names now.
    private(set) var origins: [String: String] = [:]
    /// What rows get, as SQL, that have no value of something that is required now.
    private(set) var constants: [String: String] = [:]
    /// The keys that are required now.
    private(set) var requiredKeys: Set<String> = []
    /// What was changed once, and is left alone: a way there and back is another way than none.
    private var touched: Set<String>
    /// What went up its hierarchy here: rows that get it get its default where it is required then, and no later edit may make it
    /// optional.
    private var moved: Set<String> = []
    /// What rows were given a value of before: those that get it later would get its default, and with all edits at once that value.
    private var given: Set<String>
    private var count: Int

    init(_ text: String) {
        self.init(lines: text.split(separator: "\n").map(String.init), touched: [], given: [], count: 0)
    }

    private init(lines: [String], touched: Set<String>, given: Set<String>, count: Int) {
        self.lines = lines
        self.touched = touched
        self.given = given
        self.count = count
        for line in lines {
            if let name = Line(line)?.name { origins[name] = name }
        }
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The same text, as the beginning of further edits.
    var next: RandomEdits {
        RandomEdits(lines: lines, touched: touched.union(moved), given: given.union(constants.keys), count: count)
    }

    /// What was done here, and after it there.
    func followed(by later: RandomEdits) -> RandomEdits {
        var both = later
        both.origins = later.origins.compactMapValues { origins[$0] }
        for (name, value) in constants {
            if let later = later.origins.first(where: { $0.value == name })?.key { both.constants[later] = value }
        }
        for name in requiredKeys {
            if let later = later.origins.first(where: { $0.value == name })?.key { both.requiredKeys.insert(later) }
        }
        return both
    }

    // MARK: Edits

    /// Makes one edit, which may leave a text that is no model.
    mutating func edit(_ random: inout SeededGenerator) {
        guard let index = lines.indices.filter({ Line(lines[$0]) != nil }).randomElement(using: &random), let line = Line(lines[index])
        else { return }
        count += 1
        switch line.kind {
        case .entity: editEntity(line, at: index, &random)
        case .relationship: editRelationship(line, at: index, &random)
        case .attribute: editAttribute(line, at: index, &random)
        case .other: lines.remove(at: index)
        }
    }

    private mutating func editEntity(_ line: Line, at index: Int, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: rename(line.name, to: "\(line.name)N\(count)")
        case 1: removeEntity(line.name, at: index)
        case 2:
            let name = "Made\(count)Thing"
            lines += ["  \(name):", "    attributes:", "      made\(count): { type: int, default: 3 }"]
            touched.insert("made\(count)")
        default: addAttribute(toEntityAt: index, &random)
        }
    }

    private mutating func addAttribute(toEntityAt index: Int, _ random: inout SeededGenerator) {
        let end = lines[(index + 1)...].firstIndex { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } ?? lines.endIndex
        guard let attributes = lines[index..<end].firstIndex(of: "    attributes:") else { return }
        let name = "added\(count)"
        let kinds: [(text: String, constant: String?)] = [
            ("string?", nil), ("{ type: int, default: 7 }", nil), ("string", "'given'"), ("{ type: day, default: 2001-02-03 }", nil), ("double", "1.5"),
            ("{ type: decimal?, scale: 2 }", nil), ("bool", "1"),
        ]
        guard let kind = kinds.randomElement(using: &random) else { return }
        lines.insert("      \(name): \(kind.text)", at: attributes + 1)
        constants[name] = kind.constant
        touched.insert(name)
    }

    private mutating func editAttribute(_ line: Line, at index: Int, _ random: inout SeededGenerator) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: remove(line, at: index)
        case 1: rename(line.name, to: "\(line.name)N\(count)")
        case 2: moveUp(line, at: index)
        case 3 where touched.insert(line.name).inserted: changeOptionality(line, at: index)
        case 4, 5: if touched.insert(line.name).inserted { changeType(line, at: index, &random) }
        default: break
        }
    }

    private mutating func changeOptionality(_ line: Line, at index: Int) {
        guard let type = line.type, !line.text.contains("derived") else { return }
        if line.isOptional {
            let values = ["string": "'none'", "int16": "5", "int32": "6", "int64": "7", "int": "8", "double": "0.5", "float": "0.5", "bool": "1", "day": "'2020-02-29'", "duration": "7000000"]
            guard let value = values[type] else { return }
            constants[line.name] = value
            lines[index] = line.text.replacing("\(type)?", with: type).replacing("optional: true, ", with: "").replacing(", optional: true", with: "")
        } else {
            lines[index] = line.text.contains("{ type:") || line.text.contains("type: \(type)")
                ? line.text.replacing("type: \(type)", with: "type: \(type)?") : line.text + "?"
        }
    }

    private static let wider: [String: [String]] = [
        "bool": ["int16", "int32", "int64", "double", "decimal"], "int16": ["int32", "int", "double", "float", "decimal"],
        "int32": ["int64", "double", "decimal"], "int": ["decimal"], "float": ["double"], "string": ["url"], "url": ["string"], "date": ["double"],
        "double": ["date"],
    ]

    private mutating func changeType(_ line: Line, at index: Int, _ random: inout SeededGenerator) {
        guard let type = line.type, !line.text.contains("derived"), let new = Self.wider[type]?.randomElement(using: &random) else { return }
        let mark = line.isOptional ? "?" : ""
        lines[index] = "      \(line.name): " + (new == "decimal" ? "{ type: decimal\(mark), scale: 2 }" : new + mark)
    }

    private mutating func moveUp(_ line: Line, at index: Int) {
        guard !given.contains(line.name), let own = lines[..<index].lastIndex(where: { Line($0)?.kind == .entity }),
            let parent = lines[own..<index].first(where: { $0.hasPrefix("    parent: ") })?.split(separator: " ").last,
            let target = lines.firstIndex(of: "  \(parent):")
        else { return }
        let end = lines[(target + 1)...].firstIndex { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } ?? lines.endIndex
        guard let attributes = lines[target..<end].firstIndex(of: "    attributes:") else { return }
        lines.remove(at: index)
        lines.insert(line.text, at: attributes + 1 > index ? attributes : attributes + 1)
        moved.insert(line.name)
    }

    private mutating func editRelationship(_ line: Line, at index: Int, _ random: inout SeededGenerator) {
        let text = line.text
        switch Int.random(in: 0..<7, using: &random) {
        case 0: remove(line, at: index)
        case 1: rename(line.name, to: "\(line.name)N\(count)")
        case 2:
            let rule = ["noAction", "nullify", "cascade", "deny"].randomElement(using: &random) ?? "deny"
            lines[index] = text.contains("deleteRule") ? text.replacing(/deleteRule: \w+/, with: "deleteRule: \(rule)")
                : text.replacing(" }", with: ", deleteRule: \(rule) }")
        case 3 where touched.insert(line.name).inserted:
            lines[index] = text.replacing(/to: (\w+)\??/) { "to: [\($0.output.1)]" }
            if let inverse = line.inverse { touched.insert(inverse) }
        case 4 where touched.insert(line.name).inserted && text.contains("to: ["):
            lines[index] = text.contains(", ordered: true") ? text.replacing(", ordered: true", with: "") : text.replacing(" }", with: ", ordered: true }")
        case 5 where touched.insert(line.name).inserted && !text.contains("to: ["):
            guard let match = text.firstMatch(of: /to: (\w+)(\??)/) else { return }
            let wasOptional = !match.output.2.isEmpty
            lines[index] = text.replacing(/to: (\w+)\??/, with: "to: \(match.output.1)\(wasOptional ? "" : "?")")
            if wasOptional { requiredKeys.insert(line.name) }
        default: break
        }
    }

    // MARK: Names

    private mutating func rename(_ name: String, to new: String) {
        for index in lines.indices where lines[index].contains(name) {
            let words = lines[index].split(omittingEmptySubsequences: false) { !($0.isLetter || $0.isNumber || $0 == "_") }
            guard words.contains(where: { $0 == name }) else { continue }
            var text = ""
            for word in words {
                text += word == name ? new : String(word)
                if word.endIndex < lines[index].endIndex { text.append(lines[index][word.endIndex]) }
            }
            lines[index] = text
        }
        origins[new] = origins.removeValue(forKey: name)
        constants[new] = constants.removeValue(forKey: name)
        if requiredKeys.remove(name) != nil { requiredKeys.insert(new) }
        if touched.contains(name) { touched.insert(new) }
        if moved.contains(name) { moved.insert(new) }
        if given.contains(name) { given.insert(new) }
    }

    private mutating func remove(_ line: Line, at index: Int) {
        lines.remove(at: index)
        forget(line.name)
        // Both ends go together.
        guard let inverse = line.inverse, inverse != line.name, let other = lines.firstIndex(where: { Line($0)?.name == inverse }) else { return }
        lines.remove(at: other)
        forget(inverse)
    }

    private mutating func removeEntity(_ name: String, at index: Int) {
        let end = lines[(index + 1)...].firstIndex { $0.hasPrefix("  ") && !$0.hasPrefix("   ") } ?? lines.endIndex
        for line in lines[index..<end] {
            if let name = Line(line)?.name { forget(name) }
        }
        lines.removeSubrange(index..<end)
        for line in lines {
            guard let other = Line(line), other.kind == .relationship, other.destination == name else { continue }
            lines.removeAll { $0 == line }
            forget(other.name)
        }
    }

    private mutating func forget(_ name: String) {
        origins[name] = nil
        constants[name] = nil
        requiredKeys.remove(name)
    }

    /// A line of the text that says something of one thing.
    struct Line {
        enum Kind { case entity, attribute, relationship, other }

        var text: String
        var kind: Kind
        var name = ""

        init?(_ text: String) {
            self.text = text
            let indent = text.prefix { $0 == " " }.count
            let word = text.dropFirst(indent).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let rest = text[word.endIndex...]
            if indent == 2, rest == ":", word.contains("Thing") {
                (kind, name) = (.entity, String(word))
            } else if indent == 6, !word.isEmpty, rest.hasPrefix(": ") {
                if word.hasPrefix("fetch") { return nil }
                (kind, name) = (text.contains("{ to: ") ? .relationship : .attribute, String(word))
            } else if ["    unique:", "    indexes:", "    search:"].contains(where: text.hasPrefix) {
                kind = .other
            } else {
                return nil
            }
        }

        var type: String? { text.firstMatch(of: /: (?:\{.*\btype: )?(\w+)\??/).map { String($0.output.1) } }
        var isOptional: Bool { text.contains("optional: true") || text.firstMatch(of: /: (?:\{.*\btype: )?\w+\?/) != nil }
        var inverse: String? { text.firstMatch(of: /inverse: (\w+)/).map { String($0.output.1) } }
        var destination: String? { text.firstMatch(of: /to: \[?(\w+)/).map { String($0.output.1) } }
    }
}
