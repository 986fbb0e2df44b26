public import Foundation
import ResultLists

/// A section of fetched results.
public struct FetchedResultsSection: Sendable, Hashable {
    /// The text of the section's value; empty for nil, and for results without sections.
    public let name: String
    /// How many objects the section has.
    public let count: Int

    /// The first letter of the name, for an index beside the list.
    public var indexTitle: String { name.first.map { String($0).uppercased() } ?? "" }
}

extension FetchedResultsController {
    /// How many objects there are. None is loaded.
    /// - Returns: 0 before ``performFetch()``.
    public var count: Int { state?.count ?? 0 }

    /// The sections, in their order. No object is loaded.
    public var sections: [FetchedResultsSection] {
        guard let state else { return [] }
        return state.sections.map { FetchedResultsSection(name: state.query.name(of: $0.value), count: $0.count) }
    }

    /// The object at a place. Its batch is loaded if necessary.
    /// - Throws: ``StoreError``; ``StoreError/resultsNotFetched`` before ``performFetch()``, and ``StoreError/rowDeleted(_:)`` if another
    ///   process has deleted the row and that is not reported yet.
    public func object(at indexPath: IndexPath) throws -> Entity {
        let state = try fetched
        guard let rank = state.rank(at: indexPath) else {
            stopProgram("the results of \(fetch) have no object at \(indexPath)")
        }
        return try object(atRank: rank, among: (0..<state.count).lazy.map { state.key(at: $0) }, of: state)
    }

    /// The place of an object; nil if it is not in the results.
    public func indexPath(of object: Entity) -> IndexPath? { state?.indexPath(of: object.key) }

    /// The place of the object with an identity; nil if it is not in the results.
    public func indexPath(of id: ObjectID) -> IndexPath? {
        guard let state, managedObjectContext.coordinator.model.entity(named: id.entity)?.root == state.query.entity.root else { return nil }
        return state.indexPath(of: managedObjectContext.ownKey(of: id))
    }

    /// All objects, in their order. All are loaded, batch by batch.
    /// - Throws: ``StoreError``
    public var fetchedObjects: [Entity] {
        get throws {
            let state = try fetched
            // Hooks of loaded objects may change the results.
            let keys = state.snapshot.keys
            return try keys.indices.map { try object(atRank: $0, among: keys, of: state) }
        }
    }

    /// The identities of the results in their sections. No object is loaded.
    public var snapshot: FetchedResultsSnapshot {
        guard let state else { return FetchedResultsSnapshot(sections: []) }
        return FetchedResultsSnapshot(
            sections: state.snapshot.sections.map { section in
                .init(name: state.query.name(of: section.value), ids: section.keys.map(state.id(of:)))
            })
    }

    // MARK: Index titles

    /// The different index titles of the sections, in the order of the sections.
    public var sectionIndexTitles: [String] {
        var seen = Set<String>()
        return sections.map(\.indexTitle).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The first section with an index title; nil if no section has it.
    public func section(forIndexTitle title: String) -> Int? {
        sections.firstIndex { $0.indexTitle == title }
    }

    // MARK: Loading

    private func object(
        atRank rank: Int, among all: some RandomAccessCollection<Int64>, of state: ResultsState
    ) throws -> Entity {
        let key = all[all.index(all.startIndex, offsetBy: rank)]
        let first = rank - rank % batchSize
        let keys = { Array(all.dropFirst(first).prefix(self.batchSize)) }
        let object = try load(key, batch: keys, of: state.query.entity)
        guard let object, object.scope.entity.isKind(of: state.query.entity) else { throw StoreError.rowDeleted(state.id(of: key)) }
        // The rows of the results are of the entity.
        return unsafeDowncast(object, to: Entity.self)
    }
}
