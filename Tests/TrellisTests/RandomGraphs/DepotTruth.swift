/// What a depot holds, in the plainest way that it can be said: names that lead to names.
struct DepotTruth: Equatable {
    enum Kind: String, CaseIterable {
        case shelf, box, parcel, crate, item, label

        /// Parcels are boxes: they share a table.
        var table: String { self == .parcel ? "box" : rawValue }

        /// The relationships that hold a key, and what they lead to.
        var links: [String] {
            switch self {
            case .shelf: []
            case .box, .parcel: ["shelf", "below"]
            case .crate, .label: ["shelf"]
            case .item: ["box", "crate"]
            }
        }

        static func destinations(of link: String) -> [Kind] {
            switch link {
            case "shelf": [.shelf]
            case "crate": [.crate]
            default: [.box, .parcel]
            }
        }
    }

    struct Object: Equatable {
        let kind: Kind
        var links: [String: String] = [:]
        /// How often a box was saved, which its hook counts.
        var saves = 0
        /// Where the links led at the last save; nil for what is new.
        var savedLinks: [String: String]?

        /// Whether the next save has something to write for it. A link that leads again where it did is no change.
        var isChanged: Bool { savedLinks != links }
    }

    private(set) var objects: [String: Object] = [:]

    /// In an order that is the same for the same edits.
    var names: [String] { objects.keys.sorted() }

    func names(of kinds: [Kind]) -> [String] { names.filter { kinds.contains(objects[$0]?.kind ?? .shelf) } }

    mutating func make(_ name: String, _ kind: Kind, _ links: [String: String] = [:]) {
        objects[name] = Object(kind: kind, links: links)
    }

    mutating func lead(_ name: String, _ link: String, to other: String?) {
        objects[name]?.links[link] = other
    }

    /// The members of a relationship without a key: those whose link leads to an object.
    func members(of name: String, _ link: String, _ kinds: [Kind]) -> [String] {
        names(of: kinds).filter { objects[$0]?.links[link] == name }
    }

    /// What goes with an object: everything that hangs on it but labels.
    func removed(with name: String) -> Set<String> {
        var removed: Set = [name]
        var open = [name]
        while let next = open.popLast() {
            for (other, object) in objects where object.kind != .label && object.links.values.contains(next) {
                if removed.insert(other).inserted { open.append(other) }
            }
        }
        return removed
    }

    mutating func delete(_ removed: Set<String>) {
        for name in removed { objects[name] = nil }
        for (name, object) in objects {
            for (link, other) in object.links where removed.contains(other) { lead(name, link, to: nil) }
        }
    }

    /// A save, with the hook that counts saves of boxes.
    mutating func save() {
        for (name, object) in objects where object.isChanged {
            objects[name]?.savedLinks = object.links
            if [.box, .parcel].contains(object.kind) { objects[name]?.saves += 1 }
        }
    }

    /// The rows of the file: kind, name, where the links lead, and how often it was saved.
    var rows: [[String]] {
        names.compactMap { name in
            objects[name].map { object in
                [object.kind.rawValue, name] + object.kind.links.map { object.links[$0] ?? "" } + [String(object.saves)]
            }
        }
    }
}
