/// An element of an XML file, with attributes in the order in which they are written.
struct XMLElement {
    let name: String
    private(set) var attributes: [(name: String, value: String)] = []
    var children: [XMLElement] = []

    init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [XMLElement] = []) {
        self.name = name
        self.children = children
        for (name, value) in attributes { self[name] = value }
    }

    /// The value of an attribute. nil, also as a new value, is no attribute.
    subscript(name: String) -> String? {
        get { attributes.first { $0.name == name }?.value }
        set {
            attributes.removeAll { $0.name == name }
            if let newValue { attributes.append((name, newValue)) }
        }
    }

    /// The file with the element as its root.
    var file: String { "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n" + text(indent: "") }

    private func text(indent: String) -> String {
        let start = attributes.reduce(into: "\(indent)<\(name)") { $0 += " \($1.name)=\"\(XMLText.escaped($1.value))\"" }
        if children.isEmpty { return start + "/>\n" }
        return start + ">\n" + children.map { $0.text(indent: indent + "    ") }.joined() + "\(indent)</\(name)>\n"
    }
}

/// Texts as XML 1.0 has them.
enum XMLText {
    /// The text between quotes. Line breaks and tabs are references: a reader would make spaces of them.
    static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;".unicodeScalars
            case "<": escaped += "&lt;".unicodeScalars
            case ">": escaped += "&gt;".unicodeScalars
            case "\"": escaped += "&quot;".unicodeScalars
            case "\t": escaped += "&#9;".unicodeScalars
            case "\n": escaped += "&#10;".unicodeScalars
            case "\r": escaped += "&#13;".unicodeScalars
            case _ where isAllowed(scalar): escaped.append(scalar)
            default: escaped.append("\u{FFFD}")
            }
        }
        return String(escaped)
    }

    /// Whether XML can contain all characters of a text.
    static func canContain(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { isAllowed($0) || $0 == "\t" || $0 == "\n" || $0 == "\r" } }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
    }
}
