import Foundation
import Testing
import Trellis

/// A list as a program shows it: it begins with a snapshot, and changes by what a controller reports and by nothing else.
struct ReplayedList: Equatable {
    struct Section: Equatable {
        var name: String
        var ids: [ObjectID]
    }

    var sections: [Section]

    init(_ snapshot: FetchedResultsSnapshot) {
        sections = snapshot.sections.map { Section(name: $0.name, ids: $0.ids) }
    }

    var ids: [ObjectID] { sections.flatMap(\.ids) }

    /// Does what the documentation of ``FetchedResultsChange`` says.
    mutating func apply(_ change: FetchedResultsChange, sourceLocation: SourceLocation = #_sourceLocation) {
        let temporary = Dictionary(change.permanentIDs.map { ($1, $0) }) { first, _ in first }
        var leaving = change.deletedRows.map { (path: $0.oldIndexPath, id: $0.id) }
        leaving += change.movedRows.map { (path: $0.oldIndexPath, id: temporary[$0.id] ?? $0.id) }
        for row in leaving.sorted(by: { $0.path > $1.path }) {
            guard row.path[0] < sections.count, row.path[1] < sections[row.path[0]].ids.count else {
                Issue.record("no row at \(row.path)", sourceLocation: sourceLocation)
                return
            }
            #expect(sections[row.path[0]].ids[row.path[1]] == row.id, "at \(row.path)", sourceLocation: sourceLocation)
            sections[row.path[0]].ids.remove(at: row.path[1])
        }
        for section in change.deletedSections.reversed() {
            #expect(sections[section.index] == Section(name: section.name, ids: []), sourceLocation: sourceLocation)
            sections.remove(at: section.index)
        }
        for place in sections.indices { sections[place].ids = sections[place].ids.map { change.permanentIDs[$0] ?? $0 } }
        for section in change.insertedSections { sections.insert(Section(name: section.name, ids: []), at: section.index) }
        var coming = change.insertedRows.map { (path: $0.newIndexPath, id: $0.id) }
        coming += change.movedRows.map { (path: $0.newIndexPath, id: $0.id) }
        for row in coming.sorted(by: { $0.path < $1.path }) {
            guard row.path[0] < sections.count, row.path[1] <= sections[row.path[0]].ids.count else {
                Issue.record("no place \(row.path)", sourceLocation: sourceLocation)
                return
            }
            sections[row.path[0]].ids.insert(row.id, at: row.path[1])
        }
        for row in change.updatedRows {
            #expect(sections[row.newIndexPath[0]].ids[row.newIndexPath[1]] == row.id, sourceLocation: sourceLocation)
        }
    }
}

/// Collects what a controller reports.
final class ChangeRecorder<Entity: ManagedObject>: FetchedResultsControllerDelegate {
    private(set) var changes: [FetchedResultsChange] = []
    private(set) var calls: [String] = []
    private(set) var errors: [any Error] = []

    func controllerWillChangeContent(_ controller: FetchedResultsController<Entity>) { calls.append("will") }

    func controller(
        _ controller: FetchedResultsController<Entity>, didChange section: FetchedResultsChange.Section, for type: FetchedResultsChangeType
    ) {
        calls.append("\(type) section \(section.index) \(section.name)")
    }

    func controller(
        _ controller: FetchedResultsController<Entity>, didChange id: ObjectID, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        let places = [indexPath, newIndexPath].compactMap { $0.map { "\($0[0]).\($0[1])" } }
        calls.append("\(type) \(places.joined(separator: " to "))")
    }

    func controllerDidChangeContent(_ controller: FetchedResultsController<Entity>) { calls.append("did") }

    func controller(_ controller: FetchedResultsController<Entity>, didChangeContentWith change: FetchedResultsChange) {
        changes.append(change)
    }

    func controller(_ controller: FetchedResultsController<Entity>, didFailWith error: any Error) { errors.append(error) }

    func take() -> [FetchedResultsChange] {
        defer { (changes, calls) = ([], []) }
        return changes
    }

    func takeCalls() -> [String] {
        defer { (changes, calls) = ([], []) }
        return calls
    }
}
