import TestSupport
import Trellis

/// What the objects of a ``ConnectionModel`` are connected with, in the plainest way that it can be said: the truth that graph and
/// file are held against. Objects are their names; those of `Left` begin with an L, those of `Right` with an R.
struct ConnectionTruth: Sendable {
    typealias Side = ConnectionModel.Side

    let model: ConnectionModel
    /// In the order in which they were made.
    private(set) var objects: [String] = []
    /// The members of each object at each end; every connection stands at both.
    private var members: [Side: [String: [String]]] = [:]
    /// What the file holds of connections with objects that are gone: of `near`'s object, or the holder of a key, and the other.
    private var dangling: [(holder: String, other: String)] = []

    init(_ model: ConnectionModel) {
        self.model = model
    }

    /// The ends that an object has.
    func sides(of name: String) -> [Side] {
        [Side.near, .far].filter { model[$0] != nil && model.entity(of: $0) == entity(of: name) }
    }

    func entity(of name: String) -> String { name.hasPrefix("L") ? "Left" : "Right" }

    func members(of name: String, _ side: Side) -> [String] { members[side]?[name] ?? [] }

    /// The objects that an end can lead to.
    func candidates(for side: Side) -> [String] {
        objects.filter { entity(of: $0) == model.destination(of: side) }
    }

    // MARK: Edits

    mutating func make(_ name: String) { objects.append(name) }

    /// Connects two objects: at `place` of the first one's members, or last, where it stays if it is there.
    mutating func connect(_ name: String, _ side: Side, _ member: String, at place: Int? = nil) {
        if let old = members(of: name, side).firstIndex(of: member) {
            guard let place else { return }
            var moved = members(of: name, side)
            moved.remove(at: old)
            moved.insert(member, at: min(place, moved.count))
            members[side]?[name] = moved
            return
        }
        if model[side]?.isToMany == false { disconnectAll(name, side) }
        let opposite = model.opposite(of: side)
        if let opposite, model[opposite]?.isToMany == false { disconnectAll(member, opposite) }
        var new = members(of: name, side)
        new.insert(member, at: place ?? new.count)
        members[side, default: [:]][name] = new
        if let opposite, opposite != side || member != name { members[opposite, default: [:]][member, default: []].append(name) }
    }

    mutating func disconnect(_ name: String, _ side: Side, _ member: String) {
        members[side]?[name]?.removeAll { $0 == member }
        if let opposite = model.opposite(of: side) { members[opposite]?[member]?.removeAll { $0 == name } }
    }

    mutating func disconnectAll(_ name: String, _ side: Side) {
        for member in members(of: name, side) { disconnect(name, side, member) }
    }

    /// Makes `new` the members, in their order.
    mutating func replace(_ name: String, _ side: Side, with new: [String]) {
        for member in members(of: name, side) where !new.contains(member) { disconnect(name, side, member) }
        for member in new { connect(name, side, member) }
        members[side, default: [:]][name] = new
    }

    // MARK: Deleting

    /// A rule that stands in the way of a delete.
    struct Obstacle: Hashable {
        let object: String
        let property: String
        let rule: ObjectValidationError.Rule
        /// Whether the database knows it too: counts, and what the side without a key requires, are the library's alone.
        let isInDatabase: Bool
    }

    /// What goes with an object, following the delete rules.
    func removed(with name: String) -> Set<String> {
        var removed: Set = [name]
        var open = [name]
        while let next = open.popLast() {
            for side in sides(of: next) where model[side]?.rule == .cascade {
                open += members(of: next, side).filter { removed.insert($0).inserted }
            }
        }
        return removed
    }

    /// The obstacles to the delete of all `removed` in one save.
    func obstacles(to removed: Set<String>) -> Set<Obstacle> {
        var obstacles = Set<Obstacle>()
        for name in removed {
            for side in sides(of: name) where model[side]?.rule == .deny {
                let count = members(of: name, side).count { !removed.contains($0) }
                guard count > 0 else { continue }
                obstacles.insert(.init(object: name, property: model.name(of: side), rule: .deny(count: count), isInDatabase: true))
            }
            guard model.opposite(of: .near) == nil, model.near.isRequired, !model.near.isToMany else { continue }
            let count = objects.count { !removed.contains($0) && members(of: $0, .near) == [name] }
            guard count > 0 else { continue }
            obstacles.insert(.init(object: name, property: "Left.near", rule: .deny(count: count), isInDatabase: true))
        }
        for name in objects where !removed.contains(name) {
            for side in sides(of: name) {
                guard let end = model[side], end.isRequired, let opposite = model.opposite(of: side) else { continue }
                let old = members(of: name, side)
                guard !old.isEmpty, old.allSatisfy(removed.contains) else { continue }
                let holdsKey = side == model.keySide
                if holdsKey, model[opposite]?.rule != .nullify { continue }
                obstacles.insert(.init(
                    object: name, property: model.name(of: side), rule: end.isToMany ? .minCount(1) : .required,
                    isInDatabase: holdsKey))
            }
        }
        return obstacles
    }

    mutating func delete(_ removed: Set<String>) {
        // What stays in the file though an object of it is gone: where its rule is to do nothing, and the key is not its own.
        let keySide = model.keySide
        func leaves(_ name: String, _ side: Side?) -> Bool {
            !removed.contains(name) || side.flatMap { model[$0]?.rule } == .noAction
        }
        let holders = keySide ?? .near
        dangling.removeAll { holder, other in
            removed.contains(holder) && (keySide != nil || model[holders]?.rule != .noAction)
                || keySide == nil && removed.contains(other)
                    && model.opposite(of: holders).flatMap { model[$0]?.rule } != .noAction
        }
        for name in objects {
            for member in members(of: name, holders) where removed.contains(name) || removed.contains(member) {
                let stays =
                    keySide == nil
                    ? leaves(name, holders) && leaves(member, model.opposite(of: holders))
                    : !removed.contains(name) && leaves(member, model.opposite(of: holders))
                if stays { dangling.append((name, member)) }
            }
        }
        for name in removed { for side in sides(of: name) { disconnectAll(name, side) } }
        if model.opposite(of: .near) == nil {
            for name in objects {
                for member in members(of: name, .near) where removed.contains(member) { disconnect(name, .near, member) }
            }
        }
        objects.removeAll(where: removed.contains)
    }

    // MARK: The file

    /// The rows of the file: names of objects, and pairs of names for connections.
    struct Rows: Equatable {
        var objects: [String]
        var links: [[String]]
    }

    var rows: Rows {
        let side = model.keySide ?? .near
        var links = objects.flatMap { name in members(of: name, side).map { [name, $0] } }
        links += dangling.map { [$0.holder, $0.other] }
        return Rows(objects: objects.sorted(), links: links.sorted { $0.lexicographicallyPrecedes($1) })
    }

    // MARK: Random ones

    /// Some objects, connected at random such that nothing that is required is missing.
    static func random(_ model: ConnectionModel, _ random: inout SeededGenerator) -> ConnectionTruth {
        while true {
            var truth = ConnectionTruth(model)
            for number in 0..<Int.random(in: 3...4, using: &random) { truth.make("L\(number)") }
            if model.span == .twoEntities { for number in 0..<Int.random(in: 3...4, using: &random) { truth.make("R\(number)") } }
            let densities: [Double] = [0.2, 0.4, 1]
            let density = densities.randomElement(using: &random) ?? 1
            // Some are connected with themselves only, which hardly ever happens otherwise.
            let hermits = truth.objects.filter { _ in model.span != .twoEntities && Int.random(in: 0..<6, using: &random) == 0 }
            for (left, right) in truth.pairs.shuffled(using: &random) {
                let isHermit = hermits.contains(left) || hermits.contains(right)
                guard isHermit ? left == right : Double.random(in: 0..<1, using: &random) < density else { continue }
                if truth.hasRoom(left, .near), model.opposite(of: .near).map({ truth.hasRoom(right, $0) }) ?? true {
                    truth.connect(left, .near, right)
                }
            }
            if truth.isComplete { return truth }
        }
    }

    private var pairs: [(String, String)] {
        objects.filter { entity(of: $0) == "Left" }.flatMap { left in candidates(for: .near).map { (left, $0) } }
    }

    private func hasRoom(_ name: String, _ side: Side) -> Bool {
        model[side]?.isToMany == true || members(of: name, side).isEmpty
    }

    private var isComplete: Bool {
        objects.allSatisfy { name in
            sides(of: name).allSatisfy { model[$0]?.isRequired == false || !members(of: name, $0).isEmpty }
        }
    }
}

extension ConnectionTruth: CustomStringConvertible {
    var description: String {
        let links = objects.flatMap { name in
            sides(of: name).map { "\(name).\(model.name(of: $0)) = \(members(of: name, $0).joined(separator: " "))" }
        }
        return "\(model): " + links.joined(separator: ", ") + (dangling.isEmpty ? "" : ", dangling \(dangling)")
    }
}
