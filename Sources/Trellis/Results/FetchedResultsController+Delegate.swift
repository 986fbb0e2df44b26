public import Foundation

/// Receives the changes of a ``FetchedResultsController``. Implement what you need; each method does nothing by default.
///
/// The calls come in this order: `controllerWillChangeContent`, a call for each section, a call for each object,
/// `controllerDidChangeContent`, and `controller(_:didChangeContentWith:)` with all of it at once.
public protocol FetchedResultsControllerDelegate<Entity>: AnyObject {
    associatedtype Entity: ManagedObject

    /// The results are about to change; the controller still has the old ones.
    func controllerWillChangeContent(_ controller: FetchedResultsController<Entity>)

    /// A section was inserted, or deleted. The index of a deleted section is its old one.
    func controller(
        _ controller: FetchedResultsController<Entity>, didChange section: FetchedResultsChange.Section, for type: FetchedResultsChangeType)

    /// An object was inserted, deleted, moved or updated. An object that was moved and updated is reported for both.
    /// - Parameters:
    ///   - controller: the controller whose results change.
    ///   - id: the object's identity; find a deleted object by what you know of it.
    ///   - indexPath: its old place; nil for an insertion.
    ///   - type: what happened to the object.
    ///   - newIndexPath: its new place; nil for a deletion.
    func controller(
        _ controller: FetchedResultsController<Entity>, didChange id: ObjectID, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

    /// The results have changed; the controller has the new ones.
    func controllerDidChangeContent(_ controller: FetchedResultsController<Entity>)

    /// The results have changed: everything at once.
    func controller(_ controller: FetchedResultsController<Entity>, didChangeContentWith change: FetchedResultsChange)

    /// The results could not be brought up to date. They stay as they are, and are queried again with the next change.
    func controller(_ controller: FetchedResultsController<Entity>, didFailWith error: any Error)
}

/// The kind of a change of results.
public enum FetchedResultsChangeType: Sendable, Hashable {
    case insert
    case delete
    case move
    case update
}

extension FetchedResultsControllerDelegate {
    public func controllerWillChangeContent(_ controller: FetchedResultsController<Entity>) {}

    public func controller(
        _ controller: FetchedResultsController<Entity>, didChange section: FetchedResultsChange.Section, for type: FetchedResultsChangeType
    ) {}

    public func controller(
        _ controller: FetchedResultsController<Entity>, didChange id: ObjectID, at indexPath: IndexPath?,
        for type: FetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    public func controllerDidChangeContent(_ controller: FetchedResultsController<Entity>) {}

    public func controller(_ controller: FetchedResultsController<Entity>, didChangeContentWith change: FetchedResultsChange) {}

    public func controller(_ controller: FetchedResultsController<Entity>, didFailWith error: any Error) {}

    /// Calls the methods for each part of a change, after the results have changed.
    func report(_ change: FetchedResultsChange, of controller: FetchedResultsController<Entity>) {
        for section in change.deletedSections { self.controller(controller, didChange: section, for: .delete) }
        for section in change.insertedSections { self.controller(controller, didChange: section, for: .insert) }
        for row in change.deletedRows {
            self.controller(controller, didChange: row.id, at: row.oldIndexPath, for: .delete, newIndexPath: nil)
        }
        for row in change.insertedRows {
            self.controller(controller, didChange: row.id, at: nil, for: .insert, newIndexPath: row.newIndexPath)
        }
        for row in change.movedRows {
            self.controller(controller, didChange: row.id, at: row.oldIndexPath, for: .move, newIndexPath: row.newIndexPath)
        }
        for row in change.updatedRows {
            self.controller(controller, didChange: row.id, at: row.oldIndexPath, for: .update, newIndexPath: row.newIndexPath)
        }
        controllerDidChangeContent(controller)
        self.controller(controller, didChangeContentWith: change)
    }
}
