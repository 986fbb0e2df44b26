import SQLiteAccess

/// The error of a save if another context or process has changed or deleted the same rows.
///
/// Nothing was written, and the context keeps its changes. After `refresh(_:mergeChanges:)` with true, the next save writes over the
/// other changes; with false, this context's changes are discarded. A ``MergePolicy`` decides all conflicts of a context.
public struct ConflictError: Error, Sendable {
    /// All conflicts of the save; never empty.
    public var conflicts: [Conflict]

    /// One object whose row is not as it was read.
    public struct Conflict: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            /// The row has another version than the one that this context read.
            case changed
            /// The row was deleted.
            case deleted
        }

        public var objectID: ObjectID
        public var kind: Kind
        /// Whether this context was about to delete the object.
        public var isDeletedHere: Bool
        /// The version of the row that this context read.
        public var readVersion: Int64
        /// The version that it has now; nil if it does not exist.
        public var storedVersion: Int64?
        /// The properties that this context has changed, and those that have other values in the row than in the object.
        public var properties: [Property]

        public init(
            objectID: ObjectID, kind: Kind, isDeletedHere: Bool = false, readVersion: Int64 = 0, storedVersion: Int64? = nil,
            properties: [Property] = []
        ) {
            self.objectID = objectID
            self.kind = kind
            self.isDeletedHere = isDeletedHere
            self.readVersion = readVersion
            self.storedVersion = storedVersion
            self.properties = properties
        }
    }

    /// A property of an object in conflict, with its values as text. They may be private, so ``description`` omits them.
    public struct Property: Sendable, Hashable {
        /// The attribute, a part of one by its path, or the to-one relationship.
        public var name: String
        /// Whether this context has changed it.
        public var isChangedHere: Bool
        /// Whether another save has changed it. True also for a lazy attribute that was set before it was loaded.
        public var isChangedThere: Bool
        /// The value of the object.
        public var ownValue: String
        /// The value of the row now; nil if the row does not exist.
        public var storedValue: String?
    }

    /// All conflicts, without values.
    public var description: String { text(includingValues: false) }

    /// All conflicts as text, one on each line. With values, each property has a line as well.
    public func text(includingValues: Bool) -> String {
        conflicts.map { conflict in
            let line = "\(conflict.objectID) was \(conflict.kind) by another context or process since it was read"
            guard includingValues else { return line }
            return conflict.properties.reduce(into: line) { text, property in
                text += "\n  \(property.name): \(property.ownValue) here" + (property.isChangedHere ? ", changed" : "")
                if let stored = property.storedValue {
                    text += "; \(stored) in the store" + (property.isChangedThere ? ", changed" : "")
                }
            }
        }.joined(separator: "\n")
    }
}
