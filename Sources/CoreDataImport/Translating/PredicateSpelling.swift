/// The text of a Core Data predicate in the spelling of the language.
struct PredicateSpelling {
    private(set) var text = ""
    /// The variables that have other names now: the old name and the new one.
    private(set) var renamed: [(old: String, new: String)] = []

    /// Core Data's functions, `length:(name)`, that the language writes as calls.
    private static let functions = ["uppercase", "lowercase", "length", "abs"]

    /// - Parameter reserved: names that no variable can have.
    init(_ predicate: String, reserved: Set<String>) {
        var names = UsableNames(suffix: "Value", reserved: reserved)
        var variables = [String]()
        Self.scan(predicate) { rest in
            let name = rest.prefixMatch(of: /\$(\w+)/).map { String($0.output.1) }
            if let name { variables.append(name) }
            return nil
        }
        names.name(variables)
        renamed = names.names.filter { $0.key != $0.value }.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        text = Self.scan(predicate) { rest in
            if let function = Self.functions.first(where: { rest.hasPrefix("\($0):(") }) { return ("\(function)(", function.count + 2) }
            if let name = rest.prefixMatch(of: /\$(\w+)/).map({ String($0.output.1) }) { return names[name] == name ? nil : ("$\(names[name])", name.count + 1) }
            // Names of properties that the language does not read have others in the model.
            guard let name = rest.prefixMatch(of: /\w+/).map({ String($0.output) }) else { return nil }
            return (NewNames.standIn(name), name.count)
        }
    }

    /// Copies a text, and asks outside of quotes what to write at a place, and how many characters it replaces.
    @discardableResult
    private static func scan(_ predicate: String, _ replacement: (Substring) -> (text: String, length: Int)?) -> String {
        var (text, quote) = ("", Character?.none)
        var rest = predicate[...]
        while let character = rest.first {
            if quote == nil, let new = replacement(rest) {
                text += new.text
                rest = rest.dropFirst(new.length)
                continue
            }
            if character == "\\", quote != nil, rest.count > 1 {
                text += rest.prefix(2)
                rest = rest.dropFirst(2)
                continue
            }
            if quote == nil ? character == "\"" || character == "'" : character == quote { quote = quote == nil ? character : nil }
            text.append(character)
            rest = rest.dropFirst()
        }
        return text
    }
}
