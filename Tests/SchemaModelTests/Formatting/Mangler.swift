import SchemaSyntax
import TestSupport

/// Writes a model's tree as YAML in random styles, with comments everywhere.
struct Mangler {
    /// Where a comment was put.
    enum Place: Hashable {
        /// On a line of its own, above the item at a path.
        case above(String)
        /// At the end of the line of the item at a path.
        case beside(String)
        /// On a line of its own, behind the last item of the collection at a path.
        case end(String)
    }

    private(set) var text = ""
    /// The comments by their texts, each of which there is once.
    private(set) var comments: [String: Place] = [:]
    /// The path of the key that comes first.
    private(set) var first = ""
    private var random: SeededGenerator

    init(_ root: YAMLNode, _ random: inout SeededGenerator) {
        self.random = random
        if chance(4) { line("---") }
        block(root, path: "", indent: 0)
        if chance(8) { line("...") }
        random = self.random
    }

    // MARK: Chance

    private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

    private mutating func comment(_ place: Place) -> String {
        let text = "#" + (chance(3) ? "" : " ") + "c\(comments.count)" + (chance(4) ? " # 'and\" more: {" : ".")
        comments[text] = place
        return text
    }

    // MARK: Lines

    private mutating func line(_ text: String, indent: Int = 0) {
        if chance(12) { self.text += chance(2) ? "\n" : " \n" }
        self.text += String(repeating: " ", count: indent) + text + (chance(15) ? " " : "") + "\n"
    }

    private mutating func commentLines(_ place: Place, indent: Int) {
        while chance(6) { line(comment(place), indent: indent) }
    }

    /// A comment behind something, or nothing.
    private mutating func trail(_ path: String) -> String {
        chance(8) ? (chance(2) ? "  " : " ") + comment(.beside(path)) : ""
    }

    // MARK: Blocks

    private mutating func block(_ node: YAMLNode, path: String, indent: Int) {
        for (name, key, value) in children(of: node, path: path) {
            let inner = "\(path)/\(name)"
            if first.isEmpty { first = inner }
            commentLines(.above(inner), indent: indent)
            let step = indent + Int.random(in: 1...4, using: &random)
            if let key { entry(key, value, path: inner, indent: indent, step: step) } else {
                element(value, path: inner, indent: indent, step: step + 1)
            }
        }
        commentLines(.end(path), indent: indent)
    }

    private mutating func entry(_ key: String, _ value: YAMLNode, path: String, indent: Int, step: Int) {
        let head = quoted(key, isInFlow: true) + (chance(9) ? " :" : ":")
        if isCollection(value), !chance(3) {
            line(head + trail(path), indent: indent)
            block(value, path: path, indent: step)
        } else if value.isNull {
            line(head + (chance(3) ? " ~" : "") + trail(path), indent: indent)
        } else if let text = value.text, chance(4), let lines = blockLines(text) {
            line(head + lines[0] + trail(path), indent: indent)
            for text in lines.dropFirst() {
                self.text += text.isEmpty ? "\n" : String(repeating: " ", count: step) + text + "\n"
            }
        } else if value.text != nil, chance(8) {
            line(head + trail(path), indent: indent)
            line(inline(value, path: path, indent: step, isInFlow: false), indent: step)
        } else {
            line(head + " " + inline(value, path: path, indent: step, isInFlow: false) + trail(path), indent: indent)
        }
    }

    private mutating func element(_ value: YAMLNode, path: String, indent: Int, step: Int) {
        if isCollection(value), chance(2) {
            let isBroken = chance(3)
            if isBroken { line("-" + trail(path), indent: indent) }
            let position = text.unicodeScalars.count
            block(value, path: path, indent: step)
            if !isBroken { insertDash(at: position, indent: indent, step: step) }
        } else {
            line("- " + inline(value, path: path, indent: step, isInFlow: false) + trail(path), indent: indent)
        }
    }

    /// Puts a dash before what was written last, if it begins with the item itself; else on a line of its own.
    private mutating func insertDash(at position: Int, indent: Int, step: Int) {
        var scalars = Array(text.unicodeScalars)
        let start = scalars[position...].prefix(step)
        if start.count == step, start.allSatisfy({ $0 == " " }), scalars[position + step] != "#", scalars[position + step] != "\n",
            scalars[position + step] != " "
        {
            scalars[position + indent] = "-"
        } else {
            scalars.insert(contentsOf: (String(repeating: " ", count: indent) + "-\n").unicodeScalars, at: position)
        }
        text = String(String.UnicodeScalarView(scalars))
    }

    // MARK: Brackets and scalars

    private mutating func inline(_ node: YAMLNode, path: String, indent: Int, isInFlow: Bool) -> String {
        guard isCollection(node) || node.items != nil || node.entries != nil else {
            if node.isNull { return "~" }
            return quoted(node.text ?? "", isInFlow: isInFlow, isPlain: isPlain(node))
        }
        let brackets = node.items == nil ? ("{", "}") : ("[", "]")
        let children = children(of: node, path: path)
        let space = chance(2) ? " " : ""
        if !chance(5) {
            let parts = children.map { name, key, value in
                (key.map { quoted($0, isInFlow: true) + ": " } ?? "")
                    + inline(value, path: "\(path)/\(name)", indent: indent, isInFlow: true)
            }
            return brackets.0 + space + parts.joined(separator: chance(3) ? " , " : ", ") + space + brackets.1
        }
        let margin = String(repeating: " ", count: indent)
        var text = brackets.0 + "\n"
        for (index, (name, key, value)) in children.enumerated() {
            let inner = "\(path)/\(name)"
            while chance(6) { text += margin + comment(.above(inner)) + "\n" }
            text += margin + (key.map { quoted($0, isInFlow: true) + ": " } ?? "")
            text += inline(value, path: inner, indent: indent + 1, isInFlow: true)
            text += (index + 1 < children.count ? "," : "") + trail(inner) + "\n"
        }
        while !children.isEmpty, chance(6) { text += margin + comment(.end(path)) + "\n" }
        return text + margin + brackets.1
    }

    private mutating func quoted(_ text: String, isInFlow: Bool, isPlain: Bool = true) -> String {
        let isWord = text.wholeMatch(of: /[A-Za-z0-9_.][A-Za-z0-9_.()\-]*\??/) != nil
        if isWord, isPlain, !chance(4) { return text }
        if !isInFlow, isPlain, text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_.,>=<$" ]*[A-Za-z0-9.]/) != nil, chance(2) { return text }
        let isSimple = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f }
        if isSimple, chance(2) { return "'" + text.replacing("'", with: "''") + "'" }
        return ScalarPrinter.doubleQuoted(text)
    }

    /// The text as a block: what stands behind the key, and the lines.
    private mutating func blockLines(_ text: String) -> [String]? {
        guard text.wholeMatch(of: /[!-~][ -~]*[!-~](\n[!-~][ -~]*[!-~])*\n?/) != nil else { return nil }
        let chomping = text.hasSuffix("\n") ? "" : "-"
        let lines = text.split(separator: "\n").map(String.init)
        if lines.count > 1 || chance(2) || text.contains("  ") { return [" |\(chomping)"] + lines }
        return [" >\(chomping)"] + lines.joined().split(separator: " ").map(String.init)
    }

    private func isPlain(_ node: YAMLNode) -> Bool {
        if case .scalar(let scalar) = node.content { scalar.isPlain } else { false }
    }

    /// Whether a node has something in it, so that it can be a block.
    private func isCollection(_ node: YAMLNode) -> Bool {
        node.items?.isEmpty == false || node.entries?.isEmpty == false
    }

    private typealias Child = (name: String, key: String?, value: YAMLNode)

    /// What stands in a node; keys that the language gives, in any order.
    private mutating func children(of node: YAMLNode, path: String) -> [Child] {
        if let items = node.items { return items.enumerated().map { (String($0), nil, $1) } }
        let children: [Child] = (node.entries ?? []).map { ($0.key, $0.key, $0.value) }
        let depth = path.split(separator: "/").count
        // The root, an enum or an entity, and what stands in the sections of an entity.
        let isKeyed = depth == 0 || depth == 2 || depth == 4
        return isKeyed ? children.shuffled(using: &random) : children
    }
}
