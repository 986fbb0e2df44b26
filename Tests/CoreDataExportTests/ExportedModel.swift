import Foundation
import SchemaModel
import Testing

@testable import CoreDataExport

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Models in text, exported as versions of one bundle.
struct ExportedModel {
    let bundle: BundleExport

    /// - Parameter versions: the entities of each version, and the renames that lead to it.
    init(_ versions: (text: String, renames: [String: String])..., sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
        let models = try versions.map { version in
            let read = ModelReader.read(Array("trellis: 1\nmodel: Shop\n\(version.text)\n".utf8), file: "Shop.yaml")
            return try #require(read.model, "\(read.findings.map(\.message))", sourceLocation: sourceLocation)
        }
        bundle = BundleExport(
            zip(models, versions).enumerated().map { ExportedVersion(number: $0 + 1, model: $1.0, renames: $1.1.renames) }, named: "Shop")
    }

    var remarks: [String] {
        bundle.remarks.map { "\($0.kind.rawValue): \($0.place)" + ($0.detail.isEmpty ? "" : " (\($0.detail))") }
    }

    /// The attributes of all elements of a version, by `element name`.
    func elements(_ version: Int = 0) throws -> [String: [String: String]] {
        let reader = Reader()
        let parser = XMLParser(data: Data(bundle.files[version].text.utf8))
        parser.delegate = reader
        try #require(parser.parse(), "\(bundle.files[version].text)")
        return reader.elements
    }

    private final class Reader: NSObject, XMLParserDelegate {
        var elements: [String: [String: String]] = [:]
        private var entity = ""

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
        ) {
            if name == "entity" || name == "composite" { entity = attributes["name"] ?? "" }
            let own = attributes["name"] ?? attributes["key"] ?? attributes["value"] ?? attributes["property"] ?? ""
            elements[["entity", "composite", "fetchRequest"].contains(name) ? own : "\(entity).\(own)", default: [:]].merge(attributes) { old, _ in old }
        }
    }
}
