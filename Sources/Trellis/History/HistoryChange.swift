public import Foundation
import SQLiteAccess

/// One recorded change of an object: by a context, by another process, or by plain SQL.
public struct HistoryChange: Sendable, Hashable {
    /// The place of the change in the history.
    public let token: HistoryToken
    /// What happened to the object.
    public let operation: Operation
    /// The object.
    public let objectID: ObjectID
    /// The properties that an update changed: attributes, parts of composites as `address.city`, and relationships. Empty for other
    /// operations.
    ///
    /// A relationship is changed where its key is: moving an order to another customer changes the order. Connections of a
    /// many-to-many relationship change the objects at both ends.
    public let changedProperties: Set<String>
    /// The transaction of a context; nil for a change of plain SQL.
    public let transaction: HistoryTransaction?
    /// The values that a deletion preserved, by the names of their properties.
    let preserved: [String: SQLiteValue]
    /// The keys that to-one relationships had before an update changed them, or before a deletion.
    let formerKeys: [String: Int64]

    /// What a change does to an object.
    public enum Operation: String, Sendable, Hashable, Codable {
        /// It exists from now on.
        case insert
        /// It has other values, or another order among its members.
        case update
        /// It does not exist any more.
        case delete
    }

    /// Whether a property changed, or a part of it if it is a composite.
    /// - Parameter property: the name of an attribute or a relationship, or a path such as `address.city`.
    public func hasChanged(_ property: String) -> Bool {
        changedProperties.contains(property) || changedProperties.contains { $0.hasPrefix(property + ".") }
    }
}

/// A transaction in which a context changed objects: a save or a batch.
public struct HistoryTransaction: Sendable, Hashable {
    /// The token of its first change.
    public let firstToken: HistoryToken
    /// The token of its last change.
    public let lastToken: HistoryToken
    /// When it was committed, by the clock of the process.
    public let date: Date
    /// The author that the context had, ``ManagedObjectContext/transactionAuthor``.
    public let author: String?
    /// The name that the context had, ``ManagedObjectContext/name``.
    public let contextName: String?
}
