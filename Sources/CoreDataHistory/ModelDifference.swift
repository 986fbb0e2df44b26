import SchemaEvolution
import SchemaModel

/// Where a model differs from the version of a history that is most like it.
package struct ModelDifference: Sendable, Hashable {
    /// The version's number.
    package let number: Int
    /// Such as `Item.extra`.
    package let place: String
    /// What the version and the model say there; nil for nothing.
    package let (old, new): (String?, String?)
    /// How many places differ besides.
    package let more: Int

    package var text: String {
        let both = "'\(place)' \(old.map { "is '\($0)'" } ?? "is missing") in version \(number), and \(new.map { "'\($0)'" } ?? "missing") in the imported model"
        return both + (more == 0 ? "" : ". \(more) more \(more == 1 ? "place differs" : "places differ")")
    }

    /// - Returns: nil if no version differs, or none exists.
    init?(of model: Model, from versions: [FrozenVersion]) {
        let new = Self.lines(of: model.meaningText)
        let all = versions.map { version in
            let old = Self.lines(of: version.definition)
            return (version.number, old, Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted())
        }
        // Of several that are equally like it, the newest.
        guard let (number, old, places) = all.reversed().min(by: { $0.2.count < $1.2.count }), let place = places.first else { return nil }
        (self.number, more) = (number, places.count - 1)
        (self.old, self.new) = (old[place], new[place])
        self.place = place.split(separator: "\t").filter { !["entities", "attributes", "relationships"].contains($0) }.joined(separator: ".")
    }

    /// The lines of a canonical text with their values, by the keys that lead to them.
    private static func lines(of text: String) -> [String: String] {
        var (keys, lines) = ([Substring](), [String: String]())
        for line in text.split(separator: "\n") {
            let depth = line.prefix { $0 == " " }.count / 2
            let parts = line.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
            keys = keys.prefix(depth) + [parts.first ?? ""]
            let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
            if !value.isEmpty || parts.count < 2 { lines[keys.joined(separator: "\t")] = String(value) }
        }
        return lines
    }
}
