import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// What the XML of a Core Data model says, read by itself: one fact for each element and each of its attributes.
struct BundleFacts {
    struct Fact: Hashable {
        /// Names of the elements around it and of its own, such as `Human.age`.
        var place: String
        var element: String
        /// Empty for the element itself.
        var attribute: String
        var value: String
    }

    private(set) var facts: Set<Fact> = []

    init(_ data: Data) {
        let reader = Reader()
        let parser = XMLParser(data: data)
        parser.delegate = reader
        _ = parser.parse()
        facts = reader.facts
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var facts: Set<Fact> = []
        private var open: [(element: String, place: String)] = []
        /// Elements of a group or an index, which have no names.
        private var parts: [String] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            let outer = open.last?.place ?? ""
            let own = attributes["name"] ?? attributes["key"] ?? ""
            let place = ["model", "elements", "element"].contains(name) ? "" : outer.isEmpty ? own : own.isEmpty ? outer : "\(outer).\(own)"
            open.append((name, place))
            switch name {
            case "compoundIndex", "fetchIndex", "uniquenessConstraint": parts = []
            case "index", "constraint": parts.append(attributes["value"] ?? "")
            case "fetchIndexElement": parts.append((attributes["order"] == "descending" ? "-" : "") + (attributes["property"] ?? ""))
            default: break
            }
            // What has no name of its own is told by its parts, below.
            if ["index", "constraint", "fetchIndexElement", "compoundIndex", "compoundIndexes", "uniquenessConstraint", "uniquenessConstraints"].contains(name) { return }
            // An index is told by its parts, in the newer form and in the older ones.
            let shown = name == "fetchIndex" ? outer : place
            if name != "fetchIndex", name != "userInfo" { facts.insert(.init(place: shown, element: name, attribute: "", value: "")) }
            for (key, value) in attributes {
                if key == "indexed", name == "attribute" {
                    facts.insert(.init(place: outer, element: "index", attribute: "", value: own))
                } else {
                    facts.insert(.init(place: shown, element: name, attribute: key, value: value))
                }
            }
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            let outer = open.dropLast().last { !["compoundIndexes", "uniquenessConstraints"].contains($0.element) }?.place ?? ""
            _ = open.popLast()
            switch name {
            case "compoundIndex", "fetchIndex": facts.insert(.init(place: outer, element: "index", attribute: "", value: parts.joined(separator: ",")))
            case "uniquenessConstraint": facts.insert(.init(place: outer, element: "unique", attribute: "", value: parts.joined(separator: ",")))
            default: break
            }
        }
    }
}
