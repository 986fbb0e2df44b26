import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// An element of an XML file with what stands in it.
struct XMLElementNode {
    var name: String
    var attributes: [String: String]
    /// The line on which its start ends.
    var line: Int
    var children: [XMLElementNode] = []
    /// The text between its start and its end, without that of other elements; empty if texts are left out.
    var text = ""

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
    /// - Parameter texts: whether to keep the texts of elements.
    init(_ data: Data, texts: Bool = false) throws(NotCoreDataModel) {
        // Foundation's parser on Linux traps on names that are no UTF-8.
        if let place = Self.firstByteOfNoText(in: data) {
            let line = data[data.startIndex..<place].count { $0 == UInt8(ascii: "\n") } + 1
            throw NotCoreDataModel("line \(line): the file is not UTF-8")
        }
        // Only entities could make the texts longer than the file.
        let builder = TreeBuilder(textLimit: texts ? data.count : nil)
        let parser = XMLParser(data: data)
        parser.shouldResolveExternalEntities = false
        parser.delegate = builder
        let isRead = parser.parse()
        if builder.isTooDeep { throw NotCoreDataModel("line \(parser.lineNumber): elements stand more than \(Self.deepest) deep in each other") }
        if builder.isTooLong { throw NotCoreDataModel("line \(parser.lineNumber): the texts are longer than the file") }
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
        private(set) var isTooLong = false
        /// How many more bytes of text may follow; nil if texts are left out.
        private var textLimit: Int?

        init(textLimit: Int?) { self.textLimit = textLimit }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            open.append(XMLElementNode(name: name, attributes: attributes, line: parser.lineNumber))
            guard open.count > XMLElementNode.deepest else { return }
            isTooDeep = true
            parser.abortParsing()
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) {
            guard let limit = textLimit, !open.isEmpty else { return }
            textLimit = limit - string.utf8.count
            if limit < string.utf8.count {
                isTooLong = true
                parser.abortParsing()
            } else {
                open[open.count - 1].text += string
            }
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
