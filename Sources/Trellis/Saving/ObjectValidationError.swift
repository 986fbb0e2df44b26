import SQLiteAccess

/// The error of a save with objects that break rules. It has every broken rule of all objects.
///
/// Nothing was written, and the context keeps its changes.
public struct ObjectValidationError: Error, Sendable {
    /// In the order of the objects' changes; never empty.
    public var failures: [Failure]

    /// One broken rule.
    public struct Failure: Sendable, Hashable {
        public var objectID: ObjectID
        /// The attribute or relationship; nil for a user-defined rule about the whole object.
        public var property: String?
        public var rule: Rule
        /// The wrong value as text, or nil if no value is wrong. It may be private, so ``description`` omits it.
        public var value: String?
        /// The object with the same value, in the store or in the same save, for a value that is not unique.
        public var conflictingObjectID: ObjectID?
        /// The number of the row in the sequence of a batch insert, from 0; nil for other errors.
        public var row: Int?

        public var entity: String { objectID.entity }

        /// The entity and the property, if one is wrong: `Order.sum`.
        public var path: String { entity + (property.map { ".\($0)" } ?? "") }
    }

    public enum Rule: Sendable, Hashable {
        /// A required value is missing.
        case required
        /// A text has fewer Unicode scalars than its `minLength`.
        case minLength(Int)
        /// A text has more Unicode scalars than its `maxLength`.
        case maxLength(Int)
        /// Data has fewer bytes than its `minLength`.
        case minBytes(Int)
        /// Data has more bytes than its `maxLength`.
        case maxBytes(Int)
        /// A text does not match a regular expression.
        case pattern(String)
        /// A value is less than the named minimum.
        case min(String)
        /// A value is greater than the named maximum.
        case max(String)
        /// A decimal has more places than `scale`, or more than 18 digits.
        case scale(Int)
        /// A number or a date is infinite or not a number, which cannot be stored.
        case finite
        /// A value cannot be encoded as JSON: a number in it is not finite, or its type refuses.
        case encodable
        /// A date that is stored as text is of no year from 0 to 9999.
        case calendarYears
        /// A duration is no whole number of microseconds, or 64 bits do not hold their number.
        case microseconds
        /// Another object has the same value.
        case unique
        /// Another object leads to the same one by a one-to-one relationship.
        case oneToOne
        /// Another object has the same values of these properties.
        case uniqueTogether([String])
        /// A to-many relationship has fewer members than it must.
        case minCount(Int)
        /// A to-many relationship has more members than it may.
        case maxCount(Int)
        /// A relationship refers to a deleted object.
        case deletedDestination
        /// This many objects prevent the deletion: destinations of a relationship with the rule `deny`, or objects that require the
        /// deleted one by a relationship without an inverse, which is then named with their entity.
        case deny(count: Int)
        /// A user-defined rule as text, which a validation of the class has thrown.
        case custom(String)
    }

    /// All failures, without values.
    public var description: String { text(includingValues: false) }

    /// All failures as text, one on each line.
    public func text(includingValues: Bool) -> String {
        failures.map { failure in
            let separator = if case .custom = failure.rule { ":" } else { "" }
            let place = failure.row.map { "row \($0) of the batch" } ?? "\(failure.objectID)"
            var line = "\(failure.path)\(separator) \(failure.rule) (\(place))"
            if let other = failure.conflictingObjectID { line += ", and \(other) has the same" }
            if includingValues, let value = failure.value { line += ", value: \(value)" }
            return line
        }.joined(separator: "\n")
    }
}

extension ObjectValidationError.Rule: CustomStringConvertible {
    public var description: String {
        switch self {
        case .required: "must have a value"
        case .minLength(let length): "must have at least \(length) \(length == 1 ? "character" : "characters")"
        case .maxLength(let length): "must have at most \(length) \(length == 1 ? "character" : "characters")"
        case .minBytes(let count): "must have at least \(count) \(count == 1 ? "byte" : "bytes")"
        case .maxBytes(let count): "must have at most \(count) \(count == 1 ? "byte" : "bytes")"
        case .pattern(let pattern): "must match the pattern \(pattern)"
        case .min(let least): "must be at least \(least)"
        case .max(let greatest): "must be at most \(greatest)"
        case .scale(let scale): "must have at most \(scale) decimal places and 18 digits"
        case .finite: "must be a finite number"
        case .encodable: "must be a value that can be encoded as JSON"
        case .calendarYears: "must be a date of the years 0 to 9999"
        case .microseconds: "must have whole microseconds, which 'rounded(to: .microseconds(1))' gives, and at most 292,271 years"
        case .unique: "must be unique among all objects"
        case .oneToOne: "must lead to an object that no other object leads to, because the relationship is one-to-one"
        case .uniqueTogether(let properties): "must be unique together: \(properties.joined(separator: ", "))"
        case .minCount(let count): "must have at least \(count) \(count == 1 ? "member" : "members")"
        case .maxCount(let count): "must have at most \(count) \(count == 1 ? "member" : "members")"
        case .deletedDestination: "must not lead to a deleted object"
        case .deny(let count): "must lead to no object before this one is deleted, and leads to \(count)"
        case .custom(let rule): rule
        }
    }
}
