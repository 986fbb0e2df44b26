import Foundation
import OrdersModel
import Testing
import Trellis

/// A controller, the list that its reports make, and what the list must be.
protocol FollowedList: AnyObject {
    /// How many changes the controller has reported.
    var reportCount: Int { get }
    /// Compares the replayed list with the controller, with a fresh fetch, and with objects that are filtered and sorted here.
    func check(_ moment: String) throws
    /// Replaces the fetch by another one.
    func replaceFetch(with random: inout some RandomNumberGenerator) throws
}

/// A fetch and the same in plain Swift.
struct Expectation<Entity: ManagedObject> {
    let name: String
    let fetch: Fetch<Entity>
    var sections: SectionKey<Entity>?
    var keepsSortKeys = true
    /// Whether an object is in the list.
    var holds: (Entity) -> Bool = { _ in true }
    /// The objects in the list, if an object does not know that itself.
    var members: (() throws -> Set<Entity>)?
    /// What the list is sorted by; texts of one length.
    var order: (Entity) -> [String]
    var isDescending = false
    /// The name of an object's section.
    var section: (Entity) -> String = { _ in "" }
}

final class Followed<Entity: ManagedObject>: FollowedList {
    private let alternatives: [Expectation<Entity>]
    private var current: Expectation<Entity>
    private let context: ManagedObjectContext
    private let controller: FetchedResultsController<Entity>
    private let recorder = ChangeRecorder<Entity>()
    private var replayed: ReplayedList
    private var values: [ObjectID: Values] = [:]
    /// Half of the objects, held: only those can be reported by a controller that knows no versions.
    private var held: [ObjectID: Entity] = [:]
    private var isReplaced = false
    private(set) var reportCount = 0
    private var hadDeletions = false
    private let attributes: (Entity) -> String
    private let relationships: (Entity) -> String

    /// What a test knows of an object's values.
    private struct Values: Equatable {
        /// Another value here must be reported.
        var own: String
        /// Another value here may be reported: a relationship, which also changes if the object at its other end is gone. It begins with "-"
        /// if the relationship leads nowhere.
        var related: String
    }

    init(
        _ alternatives: [Expectation<Entity>], in context: ManagedObjectContext, attributes: @escaping (Entity) -> String,
        relationships: @escaping (Entity) -> String
    ) throws {
        self.alternatives = alternatives
        (self.attributes, self.relationships) = (attributes, relationships)
        current = alternatives[0]
        self.context = context
        controller = FetchedResultsController(
            current.fetch, sections: current.sections, keepsSortKeys: current.keepsSortKeys, batchSize: 3, in: context, isolation: nil)
        controller.delegate = recorder
        try controller.performFetch()
        replayed = ReplayedList(controller.snapshot)
        values = try currentValues(of: context.fetchAll(Entity.self))
    }

    func replaceFetch(with random: inout some RandomNumberGenerator) throws {
        let new = alternatives.randomElement(using: &random) ?? current
        isReplaced = true
        current = new
        values = try currentValues(of: context.fetchAll(Entity.self))
        try controller.setFetch(current.fetch, sections: current.sections)
    }

    private func currentValues(of objects: [Entity]) -> [ObjectID: Values] {
        // A row shows its object's values, and those that decide on its place, if the controller keeps them.
        Dictionary(
            objects.map { object in
                let place = "\(current.order(object)) \(current.section(object))"
                return (
                    object.objectID,
                    Values(
                        own: attributes(object) + (current.keepsSortKeys ? place : ""), related: relationships(object) + place)
                )
            }
        ) { first, _ in first }
    }

    func check(_ moment: String) throws {
        let comment = Comment(rawValue: "\(current.name) \(moment)")
        let before = Set(replayed.ids)
        let oldOrder = replayed.ids
        let all = try context.fetchAll(Entity.self)
        let new = currentValues(of: all)
        var permanent: [ObjectID: ObjectID] = [:]
        var (updated, moved) = (Set<ObjectID>(), Set<ObjectID>())
        let changes = recorder.take()
        reportCount += changes.count
        for change in changes {
            #expect(!change.isEmpty, comment)
            permanent.merge(change.permanentIDs) { _, last in last }
            updated.formUnion(change.updatedRows.map(\.id))
            moved.formUnion(change.movedRows.map(\.id))
            let gone = Set(change.deletedRows.map { change.permanentIDs[$0.id] ?? $0.id })
            #expect(gone.isDisjoint(with: change.insertedRows.map(\.id)), "\(comment): what stays was deleted and inserted")
            replayed.apply(change)
        }
        for case StoreError.rowDeleted(let id) in recorder.errors { throw StoreError.rowDeleted(id) }
        #expect(recorder.errors.isEmpty, comment)
        #expect(replayed == ReplayedList(controller.snapshot), comment)

        let fresh = try context.fetch(current.fetch)
        #expect(Set(controller.snapshot.ids) == Set(fresh.map(\.objectID)), comment)
        let expected = expectedList(current.fetch.limit == nil && current.fetch.offset == 0 ? try results(among: all) : fresh)
        #expect(ReplayedList(controller.snapshot).sections == expected, comment)

        // What is shown before and after, with other values of its own, is reported; what is as it was is not.
        let isUnlisted = moment.hasPrefix("after raw SQL") || moment.hasPrefix("after a batch")
        let old = Dictionary(values.map { (permanent[$0] ?? $0, $1) }) { first, _ in first }
        let stayed = Set(before.map { permanent[$0] ?? $0 }).intersection(replayed.ids)
        for id in stayed where old[id]?.own != new[id]?.own {
            // Without versions, a write whose rows are unknown is found by the objects in use.
            if !current.keepsSortKeys, isUnlisted, held[id] == nil { continue }
            #expect(updated.contains(permanent[id] ?? id), "\(comment): \(id) was not reported as updated")
        }
        // A key of an object that the next save deletes reads as nil, so another one may show no difference. So does the key of an object
        // that another context has deleted, until the row is read again.
        for id in updated where stayed.contains(id) && old[id] == new[id] && !hadDeletions && context.deletedObjects.isEmpty {
            if new[id]?.related.hasPrefix("-") == true { continue }
            Issue.record("\(comment): \(id) was reported as updated and has the same values: \(new[id].map { "\($0)" } ?? "")")
        }
        // Rows that are not reported as moved keep their order.
        let still = stayed.subtracting(moved)
        #expect(oldOrder.map { permanent[$0] ?? $0 }.filter(still.contains) == replayed.ids.filter(still.contains), comment)
        if changes.count == 1, current.sections == nil, !isReplaced, !moved.isEmpty {
            #expect(
                oldOrder.map { permanent[$0] ?? $0 }.filter(stayed.contains) != replayed.ids.filter(stayed.contains),
                "\(comment): \(moved) were reported as moved and did not move")
        }
        held = Dictionary(all.filter { ($0.objectID.description.utf8.last ?? 0) % 2 == 0 }.map { ($0.objectID, $0) }) { first, _ in first }
        (values, isReplaced, hadDeletions) = (new, false, !context.deletedObjects.isEmpty)
        for (section, row) in zip(controller.sections, expected) { #expect(section.count == row.ids.count, comment) }
        #expect(controller.count == replayed.ids.count, comment)
        #expect(try controller.fetchedObjects.map(\.objectID) == replayed.ids, comment)
        for (number, section) in replayed.sections.enumerated() {
            for (row, id) in section.ids.enumerated() {
                #expect(controller.indexPath(of: id) == IndexPath(indexes: [number, row]), comment)
            }
        }
    }

    private func results(among objects: [Entity]) throws -> [Entity] {
        guard let members = try current.members?() else { return objects.filter(current.holds) }
        return objects.filter(members.contains)
    }

    private func expectedList(_ objects: [Entity]) -> [ReplayedList.Section] {
        let keyed = objects.enumerated().map { (object: $1, section: current.section($1), order: current.order($1), place: $0) }
        let sorted = keyed.sorted { left, right in
            if left.section != right.section { return left.section < right.section }
            if left.order != right.order {
                let precedes = left.order.lexicographicallyPrecedes(right.order)
                return current.isDescending ? !precedes : precedes
            }
            let (first, second) = (left.object.objectID, right.object.objectID)
            if first.isTemporary != second.isTemporary { return second.isTemporary }
            // Objects with equal values come in the order in which they were saved or created, in which the fetch gives them.
            return left.place < right.place
        }
        if current.sections == nil { return [.init(name: "", ids: sorted.map(\.object.objectID))] }
        var sections = [ReplayedList.Section]()
        for row in sorted {
            if sections.last?.name != row.section { sections.append(.init(name: row.section, ids: [])) }
            sections[sections.count - 1].ids.append(row.object.objectID)
        }
        return sections
    }
}
