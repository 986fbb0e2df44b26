import SQLiteAccess

/// Why a save was refused: another context or process changed or deleted what this context changed.
///
/// Nothing was written, and the context keeps its changes. `refresh(_:mergeChanges:)` with true takes over what others saved, so
/// that the next save writes over it; with false it gives up this context's changes. A ``MergePolicy`` decides that for all.
public struct ConflictError: Error, Sendable {
    /// All conflicts of the save; never empty.
    public var conflicts: [Conflict]

    /// One object whose row is not as it was read.
    public struct Conflict: Sendable, Hashable {
        public enum Kind: Sendable, Hashable {
            /// The row has another version than the one that this context read.
            case changed
            /// The row does not exist any more.
            case deleted
        }

        public var objectID: ObjectID
        public var kind: Kind
        /// Whether this context was about to delete the object.
        public var isDeletedHere: Bool
        /// The version of the row that this context read.
        public var readVersion: Int64
        /// The version that it has now; nil where it does not exist.
        public var storedVersion: Int64?
        /// The properties that differ: those that this context has changed, and those that are another than it knows.
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

    /// A property of an object in conflict, with its values in words; they may be private, so ``description`` leaves them out.
    public struct Property: Sendable, Hashable {
        /// The attribute, a part of one by its path, or the to-one relationship.
        public var name: String
        /// Whether this context has changed it.
        public var isChangedHere: Bool
        /// Whether others have; true also where that is not known, of a lazy attribute that was set without being looked at.
        public var isChangedThere: Bool
        /// The value of the object.
        public var ownValue: String
        /// The value of the row now; nil where it does not exist.
        public var storedValue: String?
    }

    /// All conflicts, without values.
    public var description: String { text(includingValues: false) }

    /// All conflicts in words: one a line, and with values a line for each property beside it.
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
