import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML file with what stands in it; texts between elements are left out.
struct XMLElementNode {
    var name: String
    var attributes: [String: String]
    var children: [XMLElementNode] = []

    subscript(attribute: String) -> String? { attributes[attribute] }

    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    func all(_ name: String) -> [XMLElementNode] { children.filter { $0.name == name } }
}

extension XMLElementNode {
    struct NotXML: Error {
        var line: Int
    }

    /// The root of the XML in `data`.
    init(_ data: Data) throws {
        let builder = TreeBuilder()
        let parser = XMLParser(data: data)
        parser.delegate = builder
        guard parser.parse(), let root = builder.root else { throw NotXML(line: parser.lineNumber) }
        self = root
    }

    private final class TreeBuilder: NSObject, XMLParserDelegate {
        private(set) var root: XMLElementNode?
        private var open: [XMLElementNode] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(XMLElementNode(name: name, attributes: attributes))
        }

        func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
            guard let element = open.popLast() else { return }
            if open.isEmpty {
                root = element
            } else {
                open[open.count - 1].children.append(element)
            }
        }
    }
}
