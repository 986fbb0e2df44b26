import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML file with what stands in it; texts between elements are left out.
struct XMLElementNode {
    var name: String
    var attributes: [String: String]
    /// The line on which its start ends.
    var line: Int
    var children: [XMLElementNode] = []

    subscript(attribute: String) -> String? { attributes[attribute] }

    func flag(_ attribute: String) -> Bool { attributes[attribute] == "YES" }

    func all(_ name: String) -> [XMLElementNode] { children.filter { $0.name == name } }
}

/// A file that is no model of Core Data.
package struct NotCoreDataModel: Error, Sendable, Hashable {
    /// What is wrong, with the place.
    package let message: String

    init(_ message: String) { self.message = message }
}

extension XMLElementNode {
    /// How deep elements may stand in each other: a model has six levels.
    private static let deepest = 64

    /// The root of the XML in `data`.
    init(_ data: Data) throws(NotCoreDataModel) {
        // Foundation's parser on Linux traps on names that are no UTF-8.
        if let place = Self.firstByteOfNoText(in: data) {
            let line = data[data.startIndex..<place].count { $0 == UInt8(ascii: "\n") } + 1
            throw NotCoreDataModel("line \(line): the file is not UTF-8")
        }
        let builder = TreeBuilder()
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = builder
        let isRead = parser.parse()
        if builder.isTooDeep { throw NotCoreDataModel("line \(parser.lineNumber): elements stand more than \(Self.deepest) deep in each other") }
        guard isRead, let root = builder.root else { throw NotCoreDataModel("line \(parser.lineNumber): the file is not XML") }
        self = root
    }

    /// The place of the first byte that is no part of a text in UTF-8.
    private static func firstByteOfNoText(in data: Data) -> Data.Index? {
        var (decoder, bytes) = (UTF8(), data.makeIterator())
        var place = data.startIndex
        while true {
            switch decoder.decode(&bytes) {
            case .scalarValue(let scalar): place += UTF8.width(scalar)
            case .emptyInput: return nil
            case .error: return place
            }
        }
    }

    private final class TreeBuilder: NSObject, XMLParserDelegate {
        private(set) var root: XMLElementNode?
        private var open: [XMLElementNode] = []
        private(set) var isTooDeep = false

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(XMLElementNode(name: name, attributes: attributes, line: parser.lineNumber))
            guard open.count > XMLElementNode.deepest else { return }
            isTooDeep = true
            parser.abortParsing()
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
