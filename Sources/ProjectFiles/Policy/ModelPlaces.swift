import Diagnostics
import SchemaSyntax

/// The parts of a model by their places in a file. They come from its text, so files with errors have them too.
package struct ModelPlaces {
    private var parts: [Part] = []

    private struct Part {
        var place: ModelPlace
        var start: SourceLocation
        /// The start of the next part; nil at the end of the file.
        var end: SourceLocation?
    }

    /// All parts, in the order of the file.
    package var all: [ModelPlace] { parts.map(\.place) }

    /// The innermost part at a place; nil outside all.
    package func place(at location: SourceLocation) -> ModelPlace? {
        parts.last { $0.start <= location && ($0.end.map { location < $0 } ?? true) }?.place
    }

    /// - Parameter file: a model's file, an included one, or a frozen version. Other files have no parts.
    package init(_ file: InputFile) {
        let isYAML = [".yaml", ".yml"].contains(where: file.path.hasSuffix)
        self.init(root: isYAML ? YAMLParser.parse(file.bytes, file: file.path).root : nil)
    }

    /// - Parameter root: the tree of such a file; nil if it is no YAML.
    package init(root: YAMLNode?) {
        guard let root else { return }
        for (section, end) in Self.entries(of: root, until: nil) {
            switch section.key {
            case "entities": addOwners(section.value, until: end) { $0.key }
            case "composites", "enums": addOwners(section.value, until: end) { _ in nil }
            default: break
            }
        }
    }

    /// Adds entities, composites or enums with their members.
    /// - Parameter sections: whether the members are below keys of their own, as for an entity.
    private mutating func addOwners(
        _ node: YAMLNode, until end: SourceLocation?, sections: (YAMLNode.Entry) -> String?
    ) {
        for (owner, end) in Self.entries(of: node, until: end) {
            parts.append(Part(place: ModelPlace(owner: owner.key), start: owner.keySpan.start, end: end))
            let hasSections = sections(owner) != nil
            for (entry, end) in Self.entries(of: owner.value, until: end) {
                if hasSections || entry.key == "cases" {
                    if Self.memberSections.contains(entry.key) { addMembers(entry.value, of: owner.key, until: end) }
                } else {
                    add(entry, of: owner.key, until: end)
                }
            }
        }
    }

    private static let memberSections: Set = ["attributes", "relationships", "fetches", "fetchedProperties", "cases"]

    private mutating func addMembers(_ node: YAMLNode, of owner: String, until end: SourceLocation?) {
        for (member, end) in Self.entries(of: node, until: end) { add(member, of: owner, until: end) }
    }

    private mutating func add(_ member: YAMLNode.Entry, of owner: String, until end: SourceLocation?) {
        parts.append(Part(place: ModelPlace(owner: owner, member: member.key), start: member.keySpan.start, end: end))
    }

    /// The entries of a mapping, each with the start of the next one.
    private static func entries(of node: YAMLNode, until end: SourceLocation?) -> [(entry: YAMLNode.Entry, end: SourceLocation?)] {
        let entries = node.entries ?? []
        return entries.indices.map { index in
            (entries[index], index + 1 < entries.count ? entries[index + 1].keySpan.start : end)
        }
    }
}
