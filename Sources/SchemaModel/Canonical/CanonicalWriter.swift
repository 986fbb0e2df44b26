/// Writes the lines of canonical YAML.
struct CanonicalWriter {
    private(set) var text = ""

    mutating func line(_ line: String, depth: Int = 0) {
        for _ in 0..<depth { text += "  " }
        text += line
        text += "\n"
    }

    /// A section of an entity: its members by name, each in flow style on one line.
    mutating func section(_ title: String, _ members: [(name: String, meaning: String)]) {
        guard !members.isEmpty else { return }
        line("\(title):", depth: 2)
        for member in members.sorted(by: { $0.name < $1.name }) {
            line("\(member.name): \(member.meaning)", depth: 3)
        }
    }

    /// A list of an entity, each element in flow style on one line.
    mutating func list(_ title: String, _ elements: [String]) {
        guard !elements.isEmpty else { return }
        line("\(title):", depth: 2)
        for element in elements.sorted() { line("- \(element)", depth: 3) }
    }

    static func flow(_ pairs: [(key: String, value: String)]) -> String {
        pairs.isEmpty ? "{}" : "{ \(pairs.map { "\($0.key): \($0.value)" }.joined(separator: ", ")) }"
    }

    static func flow(_ facts: [Fact]) -> String {
        flow(facts.map { ($0.key.rawValue, $0.text) })
    }
}
