import Diagnostics
import SchemaSyntax

extension FindingCode {
    static let nullifyOfRequired = FindingCode("TR1206", .warning)
    static let requireEachOther = FindingCode("TR1211", .warning)
    static let cascadeCycle = FindingCode("TR1212", .warning)
    static let denyFacesCascade = FindingCode("TR1213", .warning)
}

/// Finds valid delete rules and requirements that their author may not have intended.
struct DeleteRuleChecks {
    private let model: Model

    static func check(_ model: Model, in context: inout ReadingContext) {
        let checks = DeleteRuleChecks(model: model)
        for entity in model.entities {
            for relationship in entity.relationships {
                guard let inverse = model.inverse(of: relationship) else { continue }
                checks.check(relationship, of: entity, against: inverse, in: &context)
            }
        }
        checks.checkCycles(in: &context)
    }

    private func check(
        _ relationship: Relationship, of entity: Entity, against inverse: Relationship, in context: inout ReadingContext
    ) {
        let path = "'\(entity.name.text).\(relationship.name.text)'"
        let inversePath = "'\(relationship.destination.text).\(inverse.name.text)'"
        if relationship.deleteRule == .nullify, !inverse.isToMany, !inverse.isOptional {
            context.report(
                .nullifyOfRequired,
                "\(path) nullifies '\(inverse.name.text)' of its \(relationship.isToMany ? "destinations" : "destination"), but that relationship is required",
                at: relationship.deleteRuleSpan,
                notes: [.init("'\(inverse.name.text)' is required here", at: inverse.name.span)],
                suggestion: .init("write 'deleteRule: cascade' or 'deleteRule: deny', or make '\(inverse.name.text)' optional"))
        }
        if relationship.holdsKey, !relationship.isOptional, !inverse.isToMany, !inverse.isOptional {
            context.report(
                .requireEachOther, "\(path) and \(inversePath) require each other: their objects can only be saved together",
                at: relationship.name.span, notes: [.init("the other side is required here", at: inverse.name.span)],
                suggestion: .init("make one side optional if its object can exist alone"))
        }
        if relationship.deleteRule == .deny, inverse.deleteRule == .cascade {
            context.report(
                .denyFacesCascade,
                "\(path) denies a deletion that \(inversePath) cascades: the object can only be deleted with its \(relationship.isToMany ? "destinations" : "destination")",
                at: relationship.deleteRuleSpan,
                notes: [.init("the other side cascades here", at: inverse.deleteRuleSpan)],
                suggestion: .init("change one of the rules to 'nullify'"))
        }
    }

    // MARK: Cycles

    /// The greatest number of cascades of a circle in the notes.
    private static let shownLegs = 8

    /// A relationship that cascades from one entity to another.
    private struct Leg {
        var start: Int
        var end: Int
        var path: String
        var relationship: Relationship
    }

    /// Each group of entities with a circle of cascades is reported once, at its first cascade. A cascade from an entity to
    /// itself is usually a tree, and is reported only if its inverse cascades too.
    private func checkCycles(in context: inout ReadingContext) {
        let legs = model.entities.flatMap(legs)
        let groups = StronglyConnected.groups(
            count: model.entities.count, followers: Dictionary(grouping: legs, by: \.start).mapValues { $0.map(\.end) })
        // Inherited cascades are reported once, at their declaration.
        var told = Set<String>()
        let inCircle = legs.filter { groups[$0.start] == groups[$0.end] && told.insert($0.path).inserted }
        for legs in Dictionary(grouping: inCircle, by: { groups[$0.start] }).values.sorted(by: { $0[0].start < $1[0].start }) {
            var notes = legs.dropFirst().prefix(Self.shownLegs).map {
                Finding.Note("\($0.path) cascades too", at: $0.relationship.deleteRuleSpan)
            }
            let hidden = legs.count - 1 - notes.count
            if hidden > 0 { notes.append(.init("and \(hidden) more")) }
            context.report(
                .cascadeCycle, "\(legs[0].path) cascades in a circle: deleting one object deletes all connected objects",
                at: legs[0].relationship.deleteRuleSpan, notes: notes)
        }
    }

    /// The cascades that an entity declares: from all descendants, and to all possible destinations.
    private func legs(of entity: Entity) -> [Leg] {
        entity.relationships.filter { $0.deleteRule == .cascade }.flatMap { relationship -> [Leg] in
            guard let destination = model.entity(named: relationship.destination.text) else { return [] }
            let starts = model.subtree(of: entity).compactMap { model.place(ofEntity: $0.name.text) }
            let ends = model.subtree(of: destination).compactMap { model.place(ofEntity: $0.name.text) }
            let isTree = model.inverse(of: relationship)?.deleteRule != .cascade
            let path = "'\(entity.name.text).\(relationship.name.text)'"
            return starts.flatMap { start in
                ends.filter { !(isTree && starts.contains($0)) }.map {
                    Leg(start: start, end: $0, path: path, relationship: relationship)
                }
            }
        }
    }
}

/// The groups of nodes of a graph that can all reach each other (Tarjan's algorithm, without recursion because models have
/// thousands of entities).
enum StronglyConnected {
    /// The number of each node's group.
    static func groups(count: Int, followers: [Int: [Int]]) -> [Int] {
        var group = Array(repeating: -1, count: count)
        var order = Array(repeating: -1, count: count)
        var lowest = Array(repeating: 0, count: count)
        var (open, nextOrder, nextGroup) = ([Int](), 0, 0)
        var path: [(node: Int, next: Int)] = []

        for start in 0..<count where order[start] < 0 {
            path.append((start, 0))
            while let (node, next) = path.last {
                if next == 0 {
                    order[node] = nextOrder
                    lowest[node] = nextOrder
                    nextOrder += 1
                    open.append(node)
                }
                if let followers = followers[node], next < followers.count {
                    path[path.count - 1].next += 1
                    let follower = followers[next]
                    if order[follower] < 0 {
                        path.append((follower, 0))
                    } else if group[follower] < 0 {
                        lowest[node] = min(lowest[node], order[follower])
                    }
                    // A node is entered once: its count of visited followers is above 0 when it is seen again.
                    continue
                }
                path.removeLast()
                if let parent = path.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
                guard lowest[node] == order[node] else { continue }
                while let member = open.popLast() {
                    group[member] = nextGroup
                    if member == node { break }
                }
                nextGroup += 1
            }
        }
        return group
    }
}
