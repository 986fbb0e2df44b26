import Diagnostics
import SchemaSyntax

/// Which part of a model stands where in a file: found in its text, so that a file with errors has its places too.
struct ModelPlaces {
    private var parts: [Part] = []

    private struct Part {
        var place: ModelPlace
        var start: SourceLocation
        /// Where what follows begins; nil at the end of the file.
        var end: SourceLocation?
    }

    /// All parts, in the order of the file.
    var all: [ModelPlace] { parts.map(\.place) }

    /// The innermost part at a place; nil outside of all.
    func place(at location: SourceLocation) -> ModelPlace? {
        parts.last { $0.start <= location && ($0.end.map { location < $0 } ?? true) }?.place
    }

    /// - Parameter file: a model's file, one that it includes, or a frozen version; any other has no parts.
    init(_ file: InputFile) {
        guard [".yaml", ".yml"].contains(where: file.path.hasSuffix), let root = YAMLParser.parse(file.bytes, file: file.path).root else { return }
        for (section, end) in Self.entries(of: root, until: nil) {
            switch section.key {
            case "entities": addOwners(section.value, until: end) { $0.key }
            case "composites", "enums": addOwners(section.value, until: end) { _ in nil }
            default: break
            }
        }
    }

    /// Adds entities, composites or enums with what they have.
    /// - Parameter sections: whether the members of an owner stand below keys of its own, as those of an entity do.
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

    /// The entries of a mapping, each with where the next one begins.
    private static func entries(of node: YAMLNode, until end: SourceLocation?) -> [(entry: YAMLNode.Entry, end: SourceLocation?)] {
        let entries = node.entries ?? []
        return entries.indices.map { index in
            (entries[index], index + 1 < entries.count ? entries[index + 1].keySpan.start : end)
        }
    }
}
